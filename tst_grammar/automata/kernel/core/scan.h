/* Runs the tables over a text: from anchor to anchor, and from there through the longest token. */

#ifndef TST_SCAN_H
#define TST_SCAN_H

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "memory.h"
#include "tables.h"
#include "utf8.h"

/* Returns what the tables know of the character at a place, and its size. */
static inline const Character *known_at(const Tables *k, const uint8_t *s, Size at, Size end, Size *size)
{
    *size = 1;
    return s[at] < 0x80 ? k->bytes + s[at] : page_entry(k, character_at(s, at, end, size));
}

/* Returns what the tables know of the character before a place, and its size. */
static inline const Character *known_before(const Tables *k, const uint8_t *s, Size at, Size floor, Size *size)
{
    *size = 1;
    return s[at - 1] < 0x80 ? k->bytes + s[at - 1] : page_entry(k, character_before(s, at, floor, size));
}

/* Returns whether an anchor starts at a place. */
static inline int is_anchor(const Tables *k, const uint8_t *s, Size at, Size end)
{
    if (s[at] < 0x80)
        return k->bytes[s[at]].flags & ANCHOR;
    Size size;
    return at + 1 < end && k->seconds[s[at]] >> (s[at + 1] & 63) & 1 &&
           page_entry(k, character_at(s, at, end, &size))->flags & ANCHOR;
}

#ifdef __SSE2__
/* Returns a bit for each of 16 bytes with which an anchor may start. */
static inline unsigned anchors_among(const Tables *k, const uint8_t *s)
{
    const __m128i first = _mm_set1_epi8((char)k->first_anchor), span = _mm_set1_epi8((char)k->anchor_span);
    const __m128i block = _mm_loadu_si128((const __m128i *)(const void *)s), from_first = _mm_sub_epi8(block, first);
    __m128i found = _mm_cmpeq_epi8(_mm_min_epu8(from_first, span), from_first);
    if (_mm_movemask_epi8(block)) {
        if (k->lead_count > MOST_LEADS)
            found = _mm_or_si128(found, block);
        else
            for (int i = 0; i < k->lead_count; i++)
                found = _mm_or_si128(found, _mm_cmpeq_epi8(block, _mm_loadu_si128((const __m128i *)(const void *)k->leads[i])));
    }
    return (unsigned)_mm_movemask_epi8(found);
}
#endif

/* Returns the place of the next anchor, or the end. Skips blocks without one. */
static inline Size next_anchor(const Tables *k, const uint8_t *s, Size at, Size end)
{
#ifdef __SSE2__
    for (; at + 16 <= end; at += 16)
        for (unsigned found = anchors_among(k, s + at); found; found &= found - 1) {
            const Size place = at + __builtin_ctz(found);
            if (is_anchor(k, s, place, end))
                return place;
        }
#else
    enum { BLOCK = 32 };
    while (at + BLOCK <= end) {
        unsigned found = 0; /* the compiler vectorizes this loop */
        for (int i = 0; i < BLOCK; i++)
            found |= ((uint8_t)(s[at + i] - k->first_anchor) <= k->anchor_span) | (s[at + i] >= 0xC2);
        for (int i = 0; found && i < BLOCK; i++)
            if (is_anchor(k, s, at + i, end))
                return at + i;
        at += BLOCK;
    }
#endif
    for (; at < end; at++)
        if (is_anchor(k, s, at, end))
            return at;
    return end;
}

/* Keeps a rare step out of a loop, which is faster without its variables. */
#ifdef __GNUC__
#define APART __attribute__((noinline))
#else
#define APART
#endif

/* A cell of a row, and the size of its character, or what failed */
typedef struct {
    uint32_t cell;
    int size;
} Found;

/* Finds the cell for the character at a place or for the end of the text, and fills it if it is not known yet. */
APART static Found find_cell(const Tables *k, uint32_t row, const uint8_t *s, Size at, Size end, const Source *source)
{
    Size size = 0;
    const uint32_t place = at == end ? k->cells[k->width - 1] : known_at(k, s, at, end, &size)->cell;
    for (;;) {
        const uint32_t cell = cell_at(k, row, place);
        if (cell)
            return (Found){cell, (int)size};
        const int failed = fill_cell(k, row, place, source);
        if (failed)
            return (Found){0, failed};
    }
}

/* Returns the row in which a token starts at a place. */
static inline uint32_t first_row(const Tables *k, const uint8_t *s, Size start)
{
    Size size;
    const uint32_t before = start ? known_before(k, s, start, 0, &size)->cell : k->cells[k->width - 1];
    return k->starts[(before - HEAD) / 4];
}

/* Writes a byte as the next digit, and keeps it only if its role is that of a digit. */
static inline void count_digit(Tally *tally, uint8_t *digits, uint8_t byte, unsigned role)
{
    digits[tally->count] = byte;
    tally->count += (role == INTEGER) | (role == FRACTION);
    tally->whole += role == INTEGER;
    tally->seen |= 1u << role;
    tally->all |= byte;
}

/* Reads up to LEAP anchors at once, from a row with jumps. */
static inline uint32_t leap(const Tables *k, uint32_t row, const uint8_t *s, Size *at, Size *leapt, Tally *tally,
                            uint8_t *digits)
{
#if LEAP
    const uint32_t jumps = cell_at(k, row, JUMPS), role = jumps & ROLE_MASK;
    uint64_t word;
    memcpy(&word, s + *at, LEAP);
    memcpy(digits + tally->count, &word, LEAP);
    const uint64_t low = word & EACH_BYTE * 127;
    const uint64_t others = ~((low + k->from_first) & ~(low + k->past_last) & ~word) & EACH_BYTE * 128;
    const int count = others ? __builtin_ctzll(others) / 8 : LEAP;
    tally->count += role == INTEGER || role == FRACTION ? count : 0;
    tally->whole += role == INTEGER ? count : 0;
    tally->seen |= count ? 1u << role : 0;
    *at += count;
    *leapt = jumps & MAY_END ? *at : *leapt;
    return k->jumps[(jumps >> 8) + (uint32_t)count];
#else
    (void)k, (void)s, (void)at, (void)leapt, (void)tally, (void)digits;
    return row;
#endif
}

APART static void run_noting_cells(const Tables *k, const uint8_t *s, Size start, Size end, Path *path, Cursor *token);

/* Finds the longest token from a place. `noted` says what to record: nothing; its parts, with leaps where possible; or
   the cells it passes through. The token's end is its start if there is none, and below 0 if something fails.

   The inner loop takes the ASCII characters whose cells are known. It calls no function, so all it needs is kept in
   registers. */
static inline void run(const Tables *k, const uint8_t *s, Size start, Size end, Path *path, Cursor *token,
                       const int noted)
{
    Size last = start, at = start, leapt = start;
    uint32_t row = first_row(k, s, start), cell = 0;
    Tally tally = {0}, last_tally = {0};
    unsigned kind = 0;
    for (;;) {
        if (at - start >= path->room && grow_path(path)) {
            token->end = OUT_OF_MEMORY;
            return;
        }
        const Size stop = end - start < path->room ? end : start + path->room;
        while (at < stop) {
            const uint8_t byte = s[at];
            cell = cell_at(k, row, k->bytes[byte].cell);
            const uint32_t accepted = cell & 255, next = ROW_OF(cell);
            kind = accepted ? accepted : kind;
            last = accepted ? at : last;
            last_tally = accepted ? tally : last_tally;
            if (!next)
                break;
            row = next;
            if (noted == CELLS_NOTED)
                path->cells[at - start] = cell;
            at++;
            if (noted == PARTS_NOTED)
                count_digit(&tally, path->digits, byte, NOTE_OF(cell) & ROLE_MASK);
            if (LEAP && noted == PARTS_NOTED && NOTE_OF(cell) & HAS_JUMPS && stop - at >= LEAP)
                row = leap(k, row, s, &at, &leapt, &tally, path->digits);
        }
        if (at < stop && cell)
            break;
        if (at == stop && at < end)
            continue;
        const Found found = find_cell(k, row, s, at, end, &path->source);
        if (found.size < 0) {
            token->end = found.size;
            return;
        }
        cell = found.cell;
        if (cell & 255) {
            kind = cell & 255;
            last = at;
            last_tally = tally;
        }
        if (!ROW_OF(cell))
            break;
        row = ROW_OF(cell);
        if (noted == CELLS_NOTED)
            path->cells[at - start] = cell;
        if (noted == PARTS_NOTED)
            count_digit(&tally, path->digits, s[at], NOTE_OF(cell) & ROLE_MASK);
        at += found.size;
    }
    if (noted == PARTS_NOTED && last < leapt) /* a token may have ended inside the leap */
        run_noting_cells(k, s, start, end, path, token);
    else
        *token = (Cursor){start, last, token->anchor, kind, last_tally, noted == CELLS_NOTED, 0};
}

APART static void run_noting_cells(const Tables *k, const uint8_t *s, Size start, Size end, Path *path, Cursor *token)
{
    run(k, s, start, end, path, token, CELLS_NOTED);
}

/* What is noted in numbers: their parts only if leaps make that pay */
#define NOTED (LEAP ? PARTS_NOTED : CELLS_NOTED)

/* Takes the other tables' token from the start of the cursor if it wins. */
static inline void compete(const Other *other, Text text, Cursor *cursor, Path *path)
{
    Cursor rival = {.anchor = cursor->anchor};
    run(other->tables, text.bytes, cursor->start, text.length, path, &rival, NOTHING_NOTED);
    const int is_longer = rival.end > cursor->end || (rival.end == cursor->end && !other->keeps[cursor->kind]);
    if (rival.end < 0 || (rival.end > rival.start && other->kinds[rival.kind] && is_longer)) {
        *cursor = rival;
        cursor->is_other = 1;
    }
}

/* Returns the start of the earliest token that can hold an anchor: after the last character before it that no token can
   hold before its first anchor. */
static inline Size start_before(const Tables *k, const Other *other, const uint8_t *s, Size anchor, Size floor)
{
    Size start = anchor, size;
    for (; start > floor; start -= size)
        if (known_before(k, s, start, floor, &size)->flags & RESET &&
            (!other || known_before(other->tables, s, start, floor, &size)->flags & RESET))
            break;
    return start;
}

/* Tells whether one of the tables' words is directly before a place, with at most a full stop and a blank between. */
APART static int is_behind_word(const Tables *k, const uint8_t *s, Size at)
{
    if (at && (s[at - 1] == ' ' || s[at - 1] == '~'))
        at--;
    else if (at > 1 && s[at - 1] == 0xA0 && s[at - 2] == 0xC2) /* a no-break space */
        at -= 2;
    if (at && s[at - 1] == '.')
        at--;
    Size start = at;
    while (start && at - start <= k->longest_word && (s[start - 1] >= 0x80 || (unsigned)((s[start - 1] | 32) - 'a') < 26))
        start--;
    const Size length = at - start;
    if (!length || length > k->longest_word)
        return 0;
    Size low = 0, high = k->word_count;
    while (low < high) {
        const Size middle = (low + high) / 2;
        const uint8_t *const word = k->words + k->word_starts[middle];
        const int order = word[0] == length ? memcmp(word + 1, s + start, (size_t)length) : word[0] < length ? -1 : 1;
        if (!order)
            return 1;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return 0;
}

/* Does the work of next_token_of. */
static inline int next_of_both(const Tables *k, const Other *other, Text text, Cursor *cursor, Path *path,
                               const int noted)
{
    const uint8_t *const s = text.bytes;
    Size start = cursor->end, anchor = cursor->anchor;
    for (;;) {
        if (start > anchor) {
            const Size done = start;
            anchor = next_anchor(k, s, done, text.length);
            if (anchor == text.length)
                return 0;
            start = start_before(k, other, s, anchor, done);
        }
        while (start <= anchor) {
            cursor->anchor = anchor;
            run(k, s, start, text.length, path, cursor, noted);
            if (other && cursor->end >= 0)
                compete(other, text, cursor, path);
            if (cursor->end < 0)
                return (int)cursor->end;
            if (cursor->end > anchor) {
                if (cursor->kind == k->from && !cursor->is_other && k->from && is_behind_word(k, s, start))
                    cursor->kind = k->to;
                return 1;
            }
            if (cursor->end == start) {
                Size size;
                (void)known_at(k, s, start, text.length, &size);
                start += size;
            }
            else
                start = cursor->end;
        }
    }
}

static inline int next_token(const Tables *k, Text text, Cursor *cursor, Path *path, const int noted)
{
    return next_of_both(k, NULL, text, cursor, path, noted);
}

#endif
