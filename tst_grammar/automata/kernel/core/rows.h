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

/* Returns whether a row may hold mathematics, which is between two dollar signs. */
static inline int may_have_mathematics(Text row)
{
    const uint8_t *const first = memchr(row.bytes, '$', (size_t)row.length);
    return first && memchr(first + 1, '$', (size_t)(row.bytes + row.length - first - 1));
}

#endif
