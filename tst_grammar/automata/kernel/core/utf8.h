/* Reads and writes the characters of UTF-8, forward and backward. A surrogate takes three bytes, as any other character
   up to U+FFFF; a byte that is not UTF-8 is read as U+DC00 + that byte, and is a character by itself. */

#ifndef TST_UTF8_H
#define TST_UTF8_H

#include "core.h"

static inline int is_tail(uint8_t byte)
{
    return (byte & 0xC0) == 0x80;
}

/* Returns the character at a place, and its size in bytes. */
static inline uint32_t character_at(const uint8_t *s, Size at, Size end, Size *size)
{
    const uint32_t first = s[at];
    const Size rest = end - at;
    *size = 1;
    if (first < 0x80)
        return first;
    if (first < 0xE0) {
        if (first >= 0xC2 && rest > 1 && is_tail(s[at + 1])) {
            *size = 2;
            return (first & 0x1F) << 6 | (s[at + 1] & 0x3F);
        }
    }
    else if (first < 0xF0) {
        if (rest > 2 && is_tail(s[at + 1]) && is_tail(s[at + 2])) {
            const uint32_t c = (first & 0x0F) << 12 | (uint32_t)(s[at + 1] & 0x3F) << 6 | (s[at + 2] & 0x3F);
            if (c >= 0x800) {
                *size = 3;
                return c;
            }
        }
    }
    else if (first < 0xF5 && rest > 3 && is_tail(s[at + 1]) && is_tail(s[at + 2]) && is_tail(s[at + 3])) {
        const uint32_t c = (first & 0x07) << 18 | (uint32_t)(s[at + 1] & 0x3F) << 12 |
                           (uint32_t)(s[at + 2] & 0x3F) << 6 | (s[at + 3] & 0x3F);
        if (c >= 0x10000 && c < 0x110000) {
            *size = 4;
            return c;
        }
    }
    return 0xDC00 | first;
}

/* Returns the character before a place, which must be after `floor`, and its size in bytes. */
static inline uint32_t character_before(const uint8_t *s, Size at, Size floor, Size *size)
{
    *size = 1;
    if (s[at - 1] < 0x80)
        return s[at - 1];
    for (Size back = 2; back <= 4 && at - back >= floor; back++) {
        const uint32_t c = character_at(s, at - back, at, size);
        if (*size == back)
            return c;
    }
    *size = 1;
    return 0xDC00 | s[at - 1];
}

static inline Size size_of_character(uint32_t c)
{
    return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
}

/* Writes a character, for which there must be four bytes, and returns the place after it. */
static inline uint8_t *put_character(uint8_t *out, uint32_t c)
{
    if (c < 0x80)
        *out++ = (uint8_t)c;
    else if (c < 0x800) {
        *out++ = (uint8_t)(0xC0 | c >> 6);
        *out++ = (uint8_t)(0x80 | (c & 0x3F));
    }
    else if (c < 0x10000) {
        *out++ = (uint8_t)(0xE0 | c >> 12);
        *out++ = (uint8_t)(0x80 | (c >> 6 & 0x3F));
        *out++ = (uint8_t)(0x80 | (c & 0x3F));
    }
    else {
        *out++ = (uint8_t)(0xF0 | c >> 18);
        *out++ = (uint8_t)(0x80 | (c >> 12 & 0x3F));
        *out++ = (uint8_t)(0x80 | (c >> 6 & 0x3F));
        *out++ = (uint8_t)(0x80 | (c & 0x3F));
    }
    return out;
}

#endif
