/* Goes through the rows of a column that hold an anchor. */

#ifndef TST_ROWS_H
#define TST_ROWS_H

#include "scan.h"

static inline Size offset_of(Rows rows, Size number)
{
    return rows.is_wide ? (Size)((const int64_t *)rows.offsets)[number] : ((const int32_t *)rows.offsets)[number];
}

/* Moves to the row with the next anchor, from a place on. Returns 0 if there is none. */
static inline int next_row(const Tables *k, Rows rows, Size end, Size *anchor, Size *number)
{
    *anchor = *number < rows.count ? next_anchor(k, rows.bytes, *anchor, end) : end;
    if (*anchor == end)
        return 0;
    while (offset_of(rows, *number + 1) <= *anchor)
        ++*number;
    return 1;
}

static inline int is_blank(uint8_t c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline const uint8_t *next_dollar(const uint8_t *at, const uint8_t *end)
{
    return at < end ? memchr(at, '$', (size_t)(end - at)) : NULL;
}

/* Returns whether a row may hold mathematics between dollar signs. It looks at ASCII only: the text between single or
   double signs must be on one line and neither begin nor end with a blank, and no digit may follow. */
static inline int may_have_mathematics(Text row)
{
    const uint8_t *const end = row.bytes + row.length;
    for (const uint8_t *sign = next_dollar(row.bytes, end); sign; sign = next_dollar(sign + 1, end)) {
        const uint8_t before = sign > row.bytes ? sign[-1] : ' ';
        const int is_double = sign + 1 < end && sign[1] == '$';
        const uint8_t *const first = sign + 1 + is_double, *const closing = next_dollar(first, end);
        if (!closing)
            return 0;
        const uint8_t *const after = closing + 1 + is_double;
        if (before == '\\' || before == '$' || closing == first || is_blank(*first) || is_blank(closing[-1]) ||
            closing[-1] == '\\' || after > end || (is_double && closing[1] != '$') ||
            memchr(first, '\n', (size_t)(closing - first)))
            continue;
        if (after == end || (*after != '$' && (*after < '0' || *after > '9')))
            return 1;
    }
    return 0;
}

#endif
