/* Writes numbers by templates. */

#ifndef TST_WRITE_H
#define TST_WRITE_H

#include "collect.h"
#include "templates.h"

/* The digits of a number without outer zeros, and how many are on each side of the point */
typedef struct {
    Size first, last;
    int64_t point, integer, fraction;
    int is_zero;
} Measure;

/* Returns whether a writer can write a number, and counts its digits on each side of the point. */
static inline int measure_number(const Writer *w, const uint8_t *digits, const Number *number, Measure *m)
{
    const int64_t point = number->whole + number->exponent;
    Size first = 0, last = number->count;
    while (first < last && digits[first] == '0')
        first++;
    m->is_zero = first == last;
    if (!w->keeps_zeros)
        while (last > first && digits[last - 1] == '0')
            last--;
    const int64_t integer = m->is_zero ? 0 : point - first;
    const int64_t fraction = m->is_zero && !w->keeps_zeros ? 0 : last - point;
    *m = (Measure){first, last, point, integer > 0 ? integer : 0, fraction > 0 ? fraction : 0, m->is_zero};
    return m->integer <= w->integer_digits && m->fraction <= w->fraction_digits;
}

static inline uint8_t *fill_template(const Writer *w, Template template, const uint8_t *digits, uint8_t *out)
{
    const Piece *piece = w->pieces + template.first, *const end = piece + template.count;
    for (; piece < end; piece += 2) { /* two at once, for fewer mispredicted branches */
        out = put(out, digits, piece[0].width, 4);
        digits += piece[0].width;
        out = put(out, w->pool + piece[0].literal, piece[0].length, SHORT);
        out = put(out, digits, piece[1].width, 4);
        digits += piece[1].width;
        out = put(out, w->pool + piece[1].literal, piece[1].length, SHORT);
    }
    return out;
}

static inline uint8_t *put_affix(uint8_t *out, uint32_t affix)
{
    return affix ? put_character(out, affix) : out;
}

/* Writes a measured number, whose digits have `room` free bytes on both sides. */
static inline uint8_t *write_number(const Writer *w, uint8_t *digits, const Number *number, const Measure *m,
                                    uint8_t *out)
{
    const size_t size = w->group_size;
    out = put(out, w->pool + w->opening.literal, w->opening.length, SHORT);
    *out = '-';
    out += number->sign == '-' && !m->is_zero;
    out = put_affix(out, number->prefix);
    uint8_t *whole = digits + m->first;
    size_t integer = (size_t)m->integer;
    if (!integer) {
        whole = digits - w->room + size; /* in the free room before them */
        *whole = '0';
        integer = 1;
    }
    else
        for (int64_t at = number->count; at < m->point; at++)
            digits[at] = '0';
    if (w->fills_first)
        for (size_t fill = (size - integer % size) % size; fill; fill--)
            *--whole = '0';
    out = fill_template(w, w->integers[integer], whole, out);
    const Size point = m->fraction ? (Size)m->point : 0;
    for (Size at = point; at < 0; at++)
        digits[at] = '0';
    for (size_t at = 0; at < size; at++)
        digits[m->last + (Size)at] = '0';
    out = fill_template(w, w->fractions[m->fraction], digits + point, out);
    out = put_affix(out, number->suffix);
    return put(out, w->pool + w->closing.literal, w->closing.length, SHORT);
}

#endif
