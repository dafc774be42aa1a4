/* Finds the numbers in the rows of a column, and their values as decimals of fixed width. */

#include <stdio.h>

#include "collect.h"
#include "rows.h"
#include "templates.h"

#define MOST_AT_ONCE 16 /* digits of which every number fits into 64 bits */

static const uint64_t POWERS[MOST_AT_ONCE + 1] = {
    1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000, 100000000000,
    1000000000000, 10000000000000, 100000000000000, 1000000000000000, 10000000000000000,
};

/* Returns a wide number times a power of ten, plus a number below that power. */
static inline Wide shifted(Wide wide, int64_t digits, uint64_t more)
{
    const uint64_t by = POWERS[digits], mask = UINT32_MAX;
    const uint64_t low = (wide.low & mask) * (by & mask), cross = (wide.low >> 32) * (by & mask) + (low >> 32);
    const uint64_t other = (wide.low & mask) * (by >> 32) + (cross & mask);
    const uint64_t high = (wide.low >> 32) * (by >> 32) + (cross >> 32) + (other >> 32);
    const uint64_t sum = (other << 32 | (low & mask)) + more;
    return (Wide){sum, wide.high * by + high + (sum < more)};
}

static inline int64_t at_most(int64_t count)
{
    return count < MOST_AT_ONCE ? count : MOST_AT_ONCE;
}

/* Takes the value of a number, in units of the last decimal place. Returns 0 if it does not fit. */
static inline int value_of(const Number *number, const uint8_t *digits, Wide *value)
{
    Size first = 0, last = number->count;
    int64_t zeros = DECIMAL_PLACES + number->exponent - (number->count - number->whole); /* after the last digit */
    *value = (Wide){0, 0};
    while (first < last && digits[first] == '0')
        first++;
    if (first == last)
        return 1;
    for (; zeros < 0 && digits[last - 1] == '0'; zeros++)
        last--;
    if (zeros < 0 || zeros > DECIMAL_DIGITS || last - first + zeros > DECIMAL_DIGITS)
        return 0;
    while (first < last) {
        const Size count = at_most(last - first);
        uint64_t some = 0;
        for (Size i = 0; i < count; i++)
            some = some * 10 + (uint64_t)(digits[first++] - '0');
        *value = shifted(*value, count, some);
    }
    for (; zeros; zeros -= at_most(zeros))
        *value = shifted(*value, at_most(zeros), 0);
    if (number->sign == '-')
        *value = (Wide){0 - value->low, ~value->high + !value->low};
    return 1;
}

/* Appends the value of a number as a line of text. */
static int add_text(Output *texts, const Number *number, const uint8_t *digits)
{
    uint8_t *out = room_in_output(texts, number->count + ROOM);
    if (!out)
        return OUT_OF_MEMORY;
    const Size fraction = number->count - number->whole;
    *out = '-';
    out += number->sign == '-';
    memcpy(out, digits, (size_t)number->whole);
    out += number->whole;
    *out = '.';
    out += fraction > 0;
    memcpy(out, digits + number->whole, (size_t)fraction);
    out += fraction;
    if (number->exponent)
        out += snprintf((char *)out, ROOM - 3, "E%+lld", (long long)number->exponent);
    *out++ = '\n';
    texts->used = out - texts->bytes;
    return 0;
}

static int kind_of_number(const Number *number)
{
    if (number->suffix == '%' || number->suffix == PER_MILLE_SIGN)
        return RATIO;
    return number->prefix || number->suffix ? AMOUNT : PLAIN_NUMBER;
}

/* Takes the number that a token is. Returns 1, or 0 if it is not a number. */
static inline int take_number(const Finding *how, Text text, const Cursor *token, Path *path, Number *number)
{
    if (token->is_other) {
        const Size length = token->end - token->start;
        const int failed = read_number(how->reader, text.bytes + token->start, length, path->digits, number);
        return failed ? failed : 1;
    }
    if (!how->kinds[token->kind] || !has_roles(how->tables, token->kind))
        return 0;
    const int fault = collect(how->tables, text, token, path, number);
    return fault < 0 ? fault : fault == FINE;
}

static inline RowNumber *room_for_number(RowNumbers *found)
{
    if (found->count == found->room) {
        const Size room = found->room + found->room / 2 + 64;
        RowNumber *items =
            room > MOST_SIZE / (Size)sizeof *items ? NULL : realloc(found->items, (size_t)room * sizeof *items);
        if (!items)
            return NULL;
        found->items = items;
        found->room = room;
    }
    return found->items + found->count;
}

/* Finds the numbers in one row. */
static inline int find_in_row(const Finding *how, int64_t row, Text text, int is_ascii, Path *path, RowNumbers *found)
{
    Cursor token = {.anchor = -1};
    Size place = 0, characters = 0;
    int more;
    while ((more = next_of_both(how->tables, how->other, text, &token, path, NOTED)) > 0) {
        Number number;
        const int taken = take_number(how, text, &token, path, &number);
        if (taken <= 0) {
            if (taken < 0)
                return taken;
            continue;
        }
        RowNumber *const item = room_for_number(found);
        if (!item)
            return OUT_OF_MEMORY;
        const Size gap = token.start - place, length = token.end - token.start;
        const Size start = characters + (is_ascii ? gap : count_characters(text.bytes + place, gap));
        characters = start + (is_ascii ? length : count_characters(text.bytes + token.start, length));
        place = token.end;
        *item = (RowNumber){.row = row, .start = start, .end = characters};
        item->kind = (uint8_t)(token.is_other ? OTHER_NUMBER : kind_of_number(&number));
        item->fits = (uint8_t)value_of(&number, path->digits, &item->value);
        if (!item->fits && add_text(&found->texts, &number, path->digits))
            return OUT_OF_MEMORY;
        found->count++;
    }
    return more;
}

static int is_ascii_text(Text text)
{
    uint8_t all = 0;
    for (Size i = 0; i < text.length; i++)
        all |= text.bytes[i];
    return all < 128;
}

int find_in_rows(const Finding *how, Rows rows, RowCall unmasked, void *call, Path *path, RowNumbers *found)
{
    const Size end = offset_of(rows, rows.count);
    Size anchor = offset_of(rows, 0);
    const int is_ascii = is_ascii_text((Text){rows.bytes + anchor, end - anchor});
    Output replaced = {0};
    int failed = 0;
    widen_path(path, ROOM + (how->reader ? 2 * how->reader->most_digits : 0));
    for (Size number = 0; !failed && next_row(how->tables, rows, end, &anchor, &number); number++) {
        const Size start = offset_of(rows, number);
        Text row = {rows.bytes + start, offset_of(rows, number + 1) - start};
        anchor = start + row.length;
        if (may_have_mathematics(row)) {
            replaced.used = replaced.edit_count = 0;
            const int done = unmasked(call, number, row, &replaced);
            failed = done < 0 ? done : 0;
            row = (Text){replaced.bytes, replaced.used};
        }
        if (!failed)
            failed = find_in_row(how, how->first + number, row, is_ascii, path, found);
    }
    free(replaced.bytes);
    free(replaced.edits);
    return failed;
}

void free_row_numbers(RowNumbers *found)
{
    free(found->items);
    free(found->texts.bytes);
}
