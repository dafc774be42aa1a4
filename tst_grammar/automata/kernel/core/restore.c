/* Reads numbers by the places of their digits, and writes them with plain digits. */

#include "collect.h"
#include "templates.h"

/* Copies the runs of digits of one side of a number; `rest` is how many bytes the text has from s on. */
static inline uint8_t *take_runs(const Reader *r, const Form *one, const uint8_t *s, Size rest, uint8_t *out)
{
    const Run *run = r->runs + one->first, *const end = run + one->count;
    for (; run < end; run++) {
        if (run->width <= 4 && (Size)run->start + 4 <= rest)
            memcpy(out, s + run->start, 4);
        else
            memcpy(out, s + run->start, run->width);
        out += run->width;
    }
    return out;
}

/* Returns whether a character belongs to the digits and the markers of a number, and is not an affix. */
static inline int is_of_number(const Reader *r, uint32_t c)
{
    if (c < 128)
        return (c >= '0' && c <= '9') || (c | 32) - 'a' < 26 || c == '[' || c == ']';
    uint8_t bytes[4];
    const Size size = put_character(bytes, c) - bytes;
    for (Size at = 0; at + size <= r->letters_length; at++)
        if (!memcmp(r->letters + at, bytes, (size_t)size))
            return 1;
    return 0;
}

int read_number(const Reader *r, const uint8_t *s, Size length, uint8_t *digits, Number *number)
{
    Size start = 0, end = length, size;
    *number = (Number){0};
    if (start < end && s[start] == '-') {
        number->sign = '-';
        start++;
    }
    if (start < end) {
        const uint32_t c = character_at(s, start, end, &size);
        if (!is_of_number(r, c)) {
            number->prefix = c;
            start += size;
        }
    }
    if (start < end && s[end - 1] != '.') {
        const uint32_t c = character_before(s, end, start, &size);
        if (!is_of_number(r, c)) {
            number->suffix = c;
            end -= size;
        }
    }
    const uint8_t *const found = start < end ? memchr(s + start, '.', (size_t)(end - start)) : NULL;
    const Size point = found ? found - s : end;
    if (point - start > r->longest_integer || r->integers[point - start] < 0)
        return DAMAGED;
    const Form *one = r->forms + r->integers[point - start];
    uint8_t *out = take_runs(r, one, s + start, length - start, digits);
    number->whole = number->count = out - digits;
    if (end - point <= 1)
        return 0;
    int32_t index = end - point > r->longest_fraction ? -1 : r->fractions[end - point];
    for (; index >= 0; index = one->other) {
        one = r->forms + index;
        if (!memcmp(s + end - one->tail_length, r->tails + one->tail, one->tail_length))
            break;
    }
    if (index < 0)
        return DAMAGED;
    take_runs(r, one, s + point, length - point, out);
    number->count = number->whole + one->digits;
    if (!r->keeps_zeros)
        while (number->count > number->whole && digits[number->count - 1] == '0')
            number->count--;
    return 0;
}

/* Returns how many zeros come before the last digit of the integer. */
static inline Size zeros_before(const uint8_t *digits, const Number *number)
{
    Size zeros = 0;
    while (zeros + 1 < number->whole && digits[zeros] == '0')
        zeros++;
    return zeros;
}

int decode_number(const Tables *k, const Reader *r, const uint8_t *kinds, Text text, Path *path, Number *number,
                  const uint8_t **digits)
{
    Cursor token = {0};
    path->around = ROOM + 2 * r->most_digits;
    run(k, text.bytes, 0, text.length, path, &token, NOTHING_NOTED);
    if (token.end < 0)
        return (int)token.end;
    if (!text.length || token.end != text.length || !kinds[token.kind])
        return 0;
    if (read_number(r, text.bytes, text.length, path->digits, number))
        return DAMAGED;
    const Size zeros = zeros_before(path->digits, number);
    *digits = path->digits + zeros;
    number->whole -= zeros;
    number->count -= zeros;
    return 1;
}

int restore_text(const Tables *k, const Other *other, const Reader *r, Text text, Path *path, Output *output)
{
    widen_path(path, ROOM + 2 * r->most_digits);
    Cursor cursor = {.anchor = -1};
    int result;
    while ((result = next_of_both(k, other, text, &cursor, path, NOTHING_NOTED)) > 0) {
        if (!cursor.is_other)
            continue;
        uint8_t *const made = room_in_output(output, 2 * r->most_digits + 2 * ROOM), *out = made;
        uint8_t *const digits = path->digits;
        Edit *const edit = room_for_edit(output);
        Number number;
        if (!out || !edit) {
            result = OUT_OF_MEMORY;
            break;
        }
        if ((result = read_number(r, text.bytes + cursor.start, cursor.end - cursor.start, digits, &number)))
            break;
        *out = '-';
        out += number.sign != 0;
        out = number.prefix ? put_character(out, number.prefix) : out;
        const Size zeros = zeros_before(digits, &number);
        out = put(out, digits + zeros, (size_t)(number.whole - zeros), ROOM / 2);
        *out = '.';
        out += number.count > number.whole;
        out = put(out, digits + number.whole, (size_t)(number.count - number.whole), ROOM / 2);
        out = number.suffix ? put_character(out, number.suffix) : out;
        add_edit(output, edit, cursor.start, cursor.end, out - made);
    }
    return result < 0 ? result : 0;
}
