/* Runs the tables over a text: from anchor to anchor, and from there through the longest token. */

static inline int NAME(is_anchor)(const Kernel *k, CHAR c)
{
#if KIND == 1
    return CHARACTER(c).flags & ANCHOR;
#else
    return ((CHAR)(c - k->first_anchor) <= k->anchor_span || (c >= k->next_anchor && k->has_anchor[c >> 8])) &&
           CHARACTER(c).flags & ANCHOR;
#endif
}

/* Returns the position of the next anchor. Skips blocks without one. */
static inline Py_ssize_t NAME(next_anchor)(const Kernel *k, const CHAR *s, Py_ssize_t at, Py_ssize_t end)
{
#if KIND == 1 && defined(__SSE2__)
    const __m128i first = _mm_set1_epi8((char)k->first_anchor), span = _mm_set1_epi8((char)k->anchor_span);
    for (; at + 16 <= end; at += 16) {
        const __m128i from_first = _mm_sub_epi8(_mm_loadu_si128((const __m128i *)(s + at)), first);
        unsigned found = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(from_first, span), from_first));
        for (; found; found &= found - 1) {
            const Py_ssize_t place = at + __builtin_ctz(found);
            if (NAME(is_anchor)(k, s[place]))
                return place;
        }
    }
#else
    enum { BLOCK = 32 / KIND };
    const CHAR first = k->first_anchor, span = k->anchor_span;
    for (const Py_ssize_t soon = at + 4 < end ? at + 4 : end; at < soon; at++)
        if (NAME(is_anchor)(k, s[at]))
            return at;
    while (at + BLOCK <= end) {
        unsigned found = 0; /* the compiler vectorizes this loop */
        for (int i = 0; i < BLOCK; i++)
#if KIND == 1
            found |= (CHAR)(s[at + i] - first) <= span;
#else
            found |= ((CHAR)(s[at + i] - first) <= span) | (s[at + i] >= k->next_anchor);
#endif
        for (int i = 0; found && i < BLOCK; i++)
            if (NAME(is_anchor)(k, s[at + i]))
                return at + i;
        at += BLOCK;
    }
#endif
    for (; at < end; at++)
        if (NAME(is_anchor)(k, s[at]))
            return at;
    return end;
}

/* Writes a character as the next digit, and keeps it only if its role is that of a digit. */
static inline void NAME(count)(Tally *tally, CHAR *digits, CHAR c, unsigned role)
{
    digits[tally->count] = c;
    tally->count += (role == INTEGER) | (role == FRACTION);
    tally->whole += role == INTEGER;
    tally->seen |= 1u << role;
    tally->all |= c;
}

/* Finds the longest token from a position. `noted` says what to record: nothing; its parts, with leaps where possible;
   or the cells it passes through. The token's end is its start if there is none, and -1 if out of memory. */
static inline void NAME(run)(const Kernel *k, const CHAR *s, Py_ssize_t start, Py_ssize_t end, Path *path,
                             Cursor *token, const int noted)
{
    const uint32_t edge = k->cells[k->width - 1];
    uint32_t row = k->starts[((start ? CELL(s[start - 1]) : edge) - HEAD) / 4];
    Py_ssize_t last = start, at = start, leapt = start;
    Tally tally = {0}, last_tally = {0};
    unsigned kind = 0;
    for (;;) {
        if (at - start >= path->room && grow_path(path, KIND)) {
            token->end = -1;
            return;
        }
        const Py_ssize_t stop = end - start < path->room ? end : start + path->room;
        while (at < stop) {
            const CHAR c = s[at];
            const uint32_t cell = cell_at(k, row, CELL(c)), accepted = cell & 255;
            kind = accepted ? accepted : kind;
            last = accepted ? at : last;
            last_tally = accepted ? tally : last_tally;
            row = ROW_OF(cell);
            if (!row)
                goto ended;
            if (noted == CELLS_NOTED)
                path->cells[at - start] = cell;
            at++;
#if LEAPS
            if (noted == PARTS_NOTED) {
                NAME(count)(&tally, path->digits, c, NOTE_OF(cell) & ROLE_MASK);
                if (NOTE_OF(cell) & HAS_JUMPS && stop - at >= LEAP) {
                    const uint32_t jumps = cell_at(k, row, JUMPS), kept = jumps & ROLE_MASK;
                    uint64_t word;
                    memcpy(&word, s + at, LEAP);
                    memcpy((CHAR *)path->digits + tally.count, &word, LEAP);
                    const uint64_t low = word & EACH_BYTE * 127;
                    const uint64_t others = ~((low + k->from_first) & ~(low + k->past_last) & ~word) & EACH_BYTE * 128;
                    const int leap = others ? __builtin_ctzll(others) / 8 : LEAP;
                    row = k->jumps[(jumps >> 8) + (uint32_t)leap];
                    tally.count += kept == INTEGER || kept == FRACTION ? leap : 0;
                    tally.whole += kept == INTEGER ? leap : 0;
                    tally.seen |= leap ? 1u << kept : 0;
                    at += leap;
                    leapt = jumps & MAY_END ? at : leapt;
                }
            }
#endif
        }
        if (at == end)
            break;
    }
    if (cell_at(k, row, edge) & 255) {
        kind = cell_at(k, row, edge) & 255;
        last = end;
        last_tally = tally;
    }
ended:
    if (last < leapt) { /* a token may have ended inside the leap */
        NAME(run)(k, s, start, end, path, token, CELLS_NOTED);
        return;
    }
    *token = (Cursor){start, last, token->anchor, kind, last_tally, noted == CELLS_NOTED};
}

static inline int NAME(is_reset)(const Kernel *k, CHAR c)
{
    return CHARACTER(c).flags & RESET;
}

/* Takes the other kernel's token from the start of the cursor if it wins. */
static inline void NAME(compete)(const Other *other, const CHAR *s, Py_ssize_t length, Cursor *cursor, Path *path)
{
    Cursor rival = {.anchor = cursor->anchor};
    NAME(run)(other->kernel, s, cursor->start, length, path, &rival, NOTHING_NOTED);
    const int is_longer = rival.end > cursor->end || (rival.end == cursor->end && !other->keeps[cursor->kind]);
    if (rival.end < 0 || (rival.end > rival.start && other->kinds[rival.kind] && is_longer)) {
        *cursor = rival;
        cursor->is_other = 1;
    }
}

/* Moves to the next token that holds an anchor, of this kernel or of the other one, if there is one. Returns 1 if there
   is a token, 0 if not, -1 if out of memory. */
static inline int NAME(next_of_both)(const Kernel *k, const Other *other, const CHAR *s, Py_ssize_t length,
                                     Cursor *cursor, Path *path, const int noted)
{
    Py_ssize_t start = cursor->end, anchor = cursor->anchor;
    for (;;) {
        if (start > anchor) {
            const Py_ssize_t done = start;
            anchor = NAME(next_anchor)(k, s, done, length);
            if (anchor == length)
                return 0;
            for (start = anchor; start > done; start--)
                if (NAME(is_reset)(k, s[start - 1]) && (!other || NAME(is_reset)(other->kernel, s[start - 1])))
                    break;
        }
        while (start <= anchor) {
            cursor->anchor = anchor;
            NAME(run)(k, s, start, length, path, cursor, noted);
            if (other && cursor->end >= 0)
                NAME(compete)(other, s, length, cursor, path);
            if (cursor->end < 0)
                return -1;
            if (cursor->end > anchor)
                return 1;
            start = cursor->end == start ? start + 1 : cursor->end;
        }
    }
}

static inline int NAME(next_token)(const Kernel *k, const CHAR *s, Py_ssize_t length, Cursor *cursor, Path *path,
                                   const int noted)
{
    return NAME(next_of_both)(k, NULL, s, length, cursor, path, noted);
}
