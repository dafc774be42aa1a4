/* Takes the parts of numbers from tokens. */

/* Takes the parts of a number from a token whose roles depend on its kind, or whose digits are not all ASCII. */
static int NAME(collect_in_detail)(const Kernel *k, const CHAR *s, Py_ssize_t length, const Cursor *token, Path *path,
                                   Number *number)
{
    if (!token->has_cells) {
        Cursor again = *token;
        NAME(run)(k, s, token->start, length, path, &again, CELLS_NOTED);
    }
    const uint8_t *const roles = k->roles + (size_t)token->kind * k->states;
    CHAR *const digits = path->digits;
    int64_t exponent = 0;
    Py_UCS4 zero = 0;
    uint32_t seen = 0;
    int is_mixed = 0;
    *number = (Number){0};
    for (Py_ssize_t i = 0; i < token->end - token->start; i++) {
        const unsigned role = roles[cell_at(k, ROW_OF(path->cells[i]), 0) >> 8];
        const CHAR c = s[token->start + i];
        const unsigned value = CHARACTER(c).value;
        seen |= 1u << role;
        switch (role) {
        case INTEGER:
        case FRACTION:
            digits[number->count++] = (CHAR)('0' + value);
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
        number->suffix = seen & 1u << PERCENT ? '%' : 0x2030;
    return is_mixed ? MIXED_SCRIPTS : exponent > MOST_EXPONENT ? EXPONENT_RANGE : FINE;
}

/* Takes the parts of a number from a token, and copies its digits to path->digits. */
static inline int NAME(collect)(const Kernel *k, const CHAR *s, Py_ssize_t length, const Cursor *token, Path *path,
                                Number *number)
{
    Tally tally = token->tally;
    if (token->has_cells) {
        tally = (Tally){0};
        for (Py_ssize_t i = 0; i < token->end - token->start; i++)
            NAME(count)(&tally, path->digits, s[token->start + i], NOTE_OF(path->cells[i]) & ROLE_MASK);
    }
    if (tally.all >= 128 || tally.seen & ROLES_IN_DETAIL)
        return NAME(collect_in_detail)(k, s, length, token, path, number);
    *number = (Number){.count = tally.count, .whole = tally.whole};
    number->sign = tally.seen & 1u << MINUS ? '-' : tally.seen & 1u << PLUS ? '+' : 0;
    number->suffix = tally.seen & 1u << PERCENT ? '%' : 0;
    return FINE;
}
