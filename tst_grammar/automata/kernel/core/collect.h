/* Takes the parts of numbers from tokens. */

#ifndef TST_COLLECT_H
#define TST_COLLECT_H

#include "scan.h"

#define PER_MILLE_SIGN 0x2030
#define ROLES_IN_DETAIL                                                                                           \
    (1u << EXPONENT | 1u << SUPERSCRIPT | 1u << CURRENCY | 1u << PER_MILLE | 1u << POWER | 1u << POWER_SUPERSCRIPT |  \
     1u << SEVERAL)

static inline uint32_t currency_of(const Number *number)
{
    if (number->suffix == '%' || number->suffix == PER_MILLE_SIGN)
        return 0;
    return number->prefix ? number->prefix : number->suffix;
}

/* Takes the parts of a number from a token whose roles depend on its kind, or whose digits are not all ASCII. */
static inline int collect_in_detail(const Tables *k, Text text, const Cursor *token, Path *path, Number *number)
{
    *number = (Number){0};
    if (!token->has_cells) {
        Cursor again = *token;
        run(k, text.bytes, token->start, text.length, path, &again, CELLS_NOTED);
        if (again.end < 0)
            return (int)again.end;
    }
    const uint8_t *const roles = k->roles + k->role_of_kind[token->kind] - 1;
    uint8_t *const digits = path->digits;
    int64_t exponent = 0;
    uint32_t zero = 0, seen = 0;
    int is_mixed = 0;
    Size size;
    for (Size at = token->start; at < token->end; at += size) {
        const uint32_t state = cell_at(k, ROW_OF(path->cells[at - token->start]), 0) >> 8;
        const unsigned role = roles[(size_t)state * k->role_count] % 32;
        const uint32_t c = character_at(text.bytes, at, text.length, &size);
        const unsigned value = page_entry(k, c)->value;
        seen |= 1u << role;
        switch (role) {
        case INTEGER:
        case FRACTION:
            digits[number->count++] = (uint8_t)('0' + value);
            number->whole += role == INTEGER;
            break;
        case POWER_SUPERSCRIPT:
        case SUPERSCRIPT:
        case EXPONENT:
            if (exponent <= MOST_EXPONENT)
                exponent = exponent * 10 + value;
            break;
        case CURRENCY:
            if (number->count)
                number->suffix = c;
            else
                number->prefix = c;
            break;
        }
        if (role == INTEGER || role == FRACTION || role == EXPONENT || role == TEN) {
            is_mixed |= zero && zero != c - value;
            zero = c - value;
        }
    }
    if (seen & (1u << POWER | 1u << POWER_SUPERSCRIPT))
        number->count = number->whole = 1; /* a power of ten is 1 with its exponent */
    number->exponent = seen & 1u << EXPONENT_MINUS ? -exponent : exponent;
    number->sign = seen & 1u << MINUS ? '-' : seen & 1u << PLUS ? '+' : 0;
    if (seen & (1u << PERCENT | 1u << PER_MILLE))
        number->suffix = seen & 1u << PERCENT ? '%' : PER_MILLE_SIGN;
    return is_mixed ? MIXED_SCRIPTS : exponent > MOST_EXPONENT ? EXPONENT_RANGE : FINE;
}

/* Takes the parts of a number from a token, and copies its digits to path->digits. Returns FINE, its fault, or what
   failed. */
static inline int collect(const Tables *k, Text text, const Cursor *token, Path *path, Number *number)
{
    const Tally tally = token->tally;
    if (token->has_cells || tally.all >= 128 || tally.seen & ROLES_IN_DETAIL)
        return collect_in_detail(k, text, token, path, number);
    *number = (Number){.count = tally.count, .whole = tally.whole};
    number->sign = tally.seen & 1u << MINUS ? '-' : tally.seen & 1u << PLUS ? '+' : 0;
    number->suffix = tally.seen & 1u << PERCENT ? '%' : 0;
    return FINE;
}

#endif
