/* Writes the characters of a str as UTF-8, many at once where they are short. */

#include "text.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "core/utf8.h"

/* Copies a block at once, and keeps the ASCII characters at its start. */
static uint8_t *utf8_of_1(const Py_UCS1 *s, Py_ssize_t length, uint8_t *out)
{
    Py_ssize_t i = 0;
#ifdef __SSE2__
    while (i + 16 <= length) {
        const __m128i block = _mm_loadu_si128((const __m128i *)(const void *)(s + i));
        const unsigned wide = (unsigned)_mm_movemask_epi8(block) | 1u << 16;
        const int count = __builtin_ctz(wide);
        _mm_storeu_si128((__m128i *)(void *)out, block);
        out += count;
        i += count;
        if (count < 16)
            out = put_character(out, s[i++]);
    }
#endif
    while (i < length)
        out = put_character(out, s[i++]);
    return out;
}

#ifdef __SSE2__
/* Writes eight characters of which none takes more than two bytes. It takes no branch, because words of letters beyond
   ASCII between spaces would mispredict one twice a word. */
static inline uint8_t *put_short(uint8_t *out, __m128i block, __m128i is_ascii)
{
    const __m128i first = _mm_or_si128(_mm_srli_epi16(block, 6), _mm_set1_epi16((short)0x80C0));
    const __m128i second = _mm_slli_epi16(_mm_and_si128(block, _mm_set1_epi16(0x3F)), 8);
    const __m128i bytes = _mm_or_si128(_mm_and_si128(is_ascii, block),
                                       _mm_andnot_si128(is_ascii, _mm_or_si128(first, second)));
    const unsigned single = (unsigned)_mm_movemask_epi8(is_ascii);
    uint16_t each[8];
    memcpy(each, &bytes, sizeof each);
    for (int i = 0; i < 8; i++) {
        memcpy(out, each + i, 2);
        out += 2 - (single >> 2 * i & 1);
    }
    return out;
}
#endif

static uint8_t *utf8_of_2(const Py_UCS2 *s, Py_ssize_t length, uint8_t *out)
{
    Py_ssize_t i = 0;
#ifdef __SSE2__
    const __m128i zero = _mm_setzero_si128();
    for (; i + 8 <= length; i += 8) {
        const __m128i block = _mm_loadu_si128((const __m128i *)(const void *)(s + i));
        const __m128i is_ascii = _mm_cmpeq_epi16(_mm_and_si128(block, _mm_set1_epi16((short)0xFF80)), zero);
        const __m128i is_short = _mm_cmpeq_epi16(_mm_and_si128(block, _mm_set1_epi16((short)0xF800)), zero);
        if (_mm_movemask_epi8(is_ascii) == 0xFFFF) {
            _mm_storel_epi64((__m128i *)(void *)out, _mm_packus_epi16(block, block));
            out += 8;
        }
        else if (_mm_movemask_epi8(is_short) == 0xFFFF)
            out = put_short(out, block, is_ascii);
        else
            for (int j = 0; j < 8; j++)
                out = put_character(out, s[i + j]);
    }
#endif
    while (i < length)
        out = put_character(out, s[i++]);
    return out;
}

static uint8_t *utf8_of_4(const Py_UCS4 *s, Py_ssize_t length, uint8_t *out)
{
    for (Py_ssize_t i = 0; i < length; i++)
        out = put_character(out, s[i]);
    return out;
}

uint8_t *utf8_of(int kind, const void *data, Py_ssize_t length, uint8_t *out)
{
    return kind == 1 ? utf8_of_1(data, length, out) : kind == 2 ? utf8_of_2(data, length, out)
                                                                : utf8_of_4(data, length, out);
}
