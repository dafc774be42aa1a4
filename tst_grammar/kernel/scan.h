/* Runs the tables over characters of one width. It is included once for each: CHAR is the type of a character,
   KIND its bytes, and NAME(x) what x is called for this width. */

#if KIND == 1
#define CHARACTER(c) (k->latin[c])
#else
#define CHARACTER(c) (k->pages[(size_t)k->page_of[(c) >> 8] * PAGE + ((c) & 255)])
#endif
#define CELL(c) (CHARACTER(c).cell)

/* Copies some characters, and if they are few, as many as is usual: where they go there is room. */
#define PUT(out, from, count, usual)                                                                              \
    do {                                                                                                          \
        if ((size_t)(count) <= (usual))                                                                           \
            memcpy(out, from, (usual) * sizeof(CHAR));                                                            \
        else                                                                                                      \
            memcpy(out, from, (size_t)(count) * sizeof(CHAR));                                                    \
        (out) += (count);                                                                                         \
    } while (0)

static inline int NAME(is_anchor)(const Kernel *k, CHAR c)
{
#if KIND == 1
    return CHARACTER(c).flags & ANCHOR;
#else
    return ((CHAR)(c - k->first_anchor) <= k->anchor_span || (c >= k->next_anchor && k->has_anchor[c >> 8])) &&
           CHARACTER(c).flags & ANCHOR;
#endif
}

/* Returns the place of the next anchor. Blocks without any are passed over. */
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
        unsigned found = 0; /* the compiler makes vectors of this */
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

/* Finds the longest token that starts at a place, and notes nothing on the way; or its parts, as far as their roles are
   usual, with leaps where it can; or all rows. The token's end is its start if there is none, and -1 if memory
   is out. */
static inline void NAME(run)(const Kernel *k, const CHAR *s, Py_ssize_t start, Py_ssize_t end, Path *path,
                             Cursor *token, const int noted)
{
    const uint32_t edge = k->cells[k->width - 1];
    uint32_t row = k->starts[((start ? CELL(s[start - 1]) : edge) - HEAD) / 4], seen = 0;
    Py_ssize_t last = start, at = start, count = 0, whole = 0, leapt = start;
    Py_ssize_t last_count = 0, last_whole = 0;
    uint32_t last_seen = 0;
    Py_UCS4 all = 0;
    unsigned kind = 0;
    for (;;) {
        if (at - start >= path->room && grow_path(path, KIND)) {
            token->end = -1;
            return;
        }
        CHAR *const digits = path->digits;
        const Py_ssize_t stop = end - start < path->room ? end : start + path->room;
        while (at < stop) {
            const CHAR c = s[at];
            const uint32_t cell = cell_at(k, row, CELL(c)), accepted = cell & 255;
            kind = accepted ? accepted : kind;
            last = accepted ? at : last;
            last_count = accepted ? count : last_count;
            last_whole = accepted ? whole : last_whole;
            last_seen = accepted ? seen : last_seen;
            row = cell >> 8;
            if (!row)
                goto ended;
            if (noted != NOTHING_NOTED) {
                const unsigned role = cell_at(k, row, 0) & 255;
                digits[count] = c;
                count += (role == INTEGER) | (role == FRACTION);
                whole += role == INTEGER;
                seen |= 1u << role;
                all |= c;
            }
            if (noted == ROWS_NOTED)
                path->rows[at - start] = row;
            at++;
#if KIND == 1 && LEAP
            const uint32_t jumps = cell_at(k, row, JUMPS);
            if (noted == PARTS_NOTED && jumps && stop - at >= LEAP) {
                uint64_t word;
                memcpy(&word, s + at, LEAP);
                memcpy(digits + count, &word, LEAP);
                const uint64_t low = word & EACH_BYTE * 127;
                const uint64_t others = ~((low + k->from_first) & ~(low + k->past_last) & ~word) & EACH_BYTE * 128;
                const int leap = others ? __builtin_ctzll(others) / 8 : LEAP;
                const unsigned kept = jumps & ROLE_MASK;
                row = k->jumps[(jumps >> 8) + (uint32_t)leap];
                count += kept == INTEGER || kept == FRACTION ? leap : 0;
                whole += kept == INTEGER ? leap : 0;
                seen |= leap ? 1u << kept : 0;
                at += leap;
                leapt = jumps & MAY_END ? at : leapt;
            }
#endif
        }
        if (at == end)
            break;
    }
    if (cell_at(k, row, edge) & 255) {
        kind = cell_at(k, row, edge) & 255;
        last = end;
        last_count = count;
        last_whole = whole;
        last_seen = seen;
    }
ended:
    if (last < leapt) { /* a token may have ended inside the leap */
        NAME(run)(k, s, start, end, path, token, ROWS_NOTED);
        return;
    }
    *token = (Cursor){start, last, token->anchor, kind, last_count, last_whole, last_seen, all};
}

/* Goes to the next token that holds an anchor: 1 if there is one, 0 if not, -1 if memory is out. */
static inline int NAME(next_token)(const Kernel *k, const CHAR *s, Py_ssize_t length, Cursor *cursor, Path *path,
                                   const int noted)
{
    Py_ssize_t start = cursor->end, anchor = cursor->anchor;
    for (;;) {
        if (start > anchor) {
            const Py_ssize_t done = start;
            anchor = NAME(next_anchor)(k, s, done, length);
            if (anchor == length)
                return 0;
            for (start = anchor; start > done && !(CHARACTER(s[start - 1]).flags & RESET);)
                start--;
        }
        while (start <= anchor) {
            cursor->anchor = anchor;
            NAME(run)(k, s, start, length, path, cursor, noted);
            if (cursor->end < 0)
                return -1;
            if (cursor->end > anchor)
                return 1;
            start = cursor->end == start ? start + 1 : cursor->end;
        }
    }
}

/* Takes the parts of a number from a token whose roles depend on its kind, or whose digits are not all ASCII. */
static int NAME(collect_in_detail)(const Kernel *k, const CHAR *s, Py_ssize_t length, const Cursor *token, Path *path,
                                   Number *number)
{
    Cursor again = *token;
    NAME(run)(k, s, token->start, length, path, &again, ROWS_NOTED);
    const uint8_t *const roles = k->roles + (size_t)token->kind * k->states;
    CHAR *const digits = path->digits;
    int64_t exponent = 0;
    Py_UCS4 zero = 0;
    uint32_t seen = 0;
    int is_mixed = 0;
    *number = (Number){0};
    for (Py_ssize_t i = 0; i < token->end - token->start; i++) {
        const unsigned role = roles[cell_at(k, path->rows[i], 0) >> 8];
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
        number->count = number->whole = 1; /* ten to the power is one and its exponent */
    number->exponent = seen & 1u << EXPONENT_MINUS ? -exponent : exponent;
    number->sign = seen & 1u << MINUS ? '-' : seen & 1u << PLUS ? '+' : 0;
    if (seen & (1u << PERCENT | 1u << PER_MILLE))
        number->suffix = seen & 1u << PERCENT ? '%' : 0x2030;
    return is_mixed ? MIXED_SCRIPTS : exponent > MOST_EXPONENT ? EXPONENT_RANGE : FINE;
}

/* Takes the parts of a number from a token. Its digits are those of the path. */
static inline int NAME(collect)(const Kernel *k, const CHAR *s, Py_ssize_t length, const Cursor *token, Path *path,
                                Number *number)
{
    const uint32_t seen = token->seen;
    if (token->all >= 128 || seen & ROLES_IN_DETAIL)
        return NAME(collect_in_detail)(k, s, length, token, path, number);
    *number = (Number){.count = token->count, .whole = token->whole};
    number->sign = seen & 1u << MINUS ? '-' : seen & 1u << PLUS ? '+' : 0;
    number->suffix = seen & 1u << PERCENT ? '%' : 0;
    return FINE;
}

static inline CHAR *NAME(fill)(const Writer *w, Template template, const CHAR *digits, CHAR *out)
{
    const Piece *piece = w->pieces + template.first, *const end = piece + template.count;
    const CHAR *const pool = w->pools[KIND / 2];
    for (; piece < end; piece += 2) { /* two at once, lest the processor guess wrong which is the last */
        PUT(out, digits, piece[0].width, 4);
        digits += piece[0].width;
        PUT(out, pool + piece[0].literal, piece[0].length, SHORT);
        PUT(out, digits, piece[1].width, 4);
        digits += piece[1].width;
        PUT(out, pool + piece[1].literal, piece[1].length, SHORT);
    }
    return out;
}

/* Tells whether a writer can write a number, and how many digits it has on each side of the point. */
static inline int NAME(measure)(const Writer *w, const CHAR *digits, const Number *number, Measure *m)
{
    const int64_t point = number->whole + number->exponent;
    Py_ssize_t first = 0, last = number->count;
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

/* Writes a number that was measured, whose digits have as much room around them as the writer needs. */
static inline CHAR *NAME(write)(const Writer *w, CHAR *digits, const Number *number, const Measure *m, CHAR *out)
{
    const size_t size = w->group_size;
    const CHAR *const pool = w->pools[KIND / 2];
    PUT(out, pool + w->opening.literal, w->opening.length, SHORT);
    *out = '-';
    out += number->sign == '-' && !m->is_zero;
    *out = (CHAR)number->prefix;
    out += number->prefix != 0;
    CHAR *whole = digits + m->first;
    size_t integer = (size_t)m->integer;
    if (!integer) {
        whole = digits - w->room + size; /* where nothing else is */
        *whole = '0';
        integer = 1;
    }
    else
        for (int64_t at = number->count; at < m->point; at++)
            digits[at] = '0';
    if (w->fills_first)
        for (size_t fill = (size - integer % size) % size; fill; fill--)
            *--whole = '0';
    out = NAME(fill)(w, w->integers[integer], whole, out);
    const Py_ssize_t point = m->fraction ? (Py_ssize_t)m->point : 0;
    for (Py_ssize_t at = point; at < 0; at++)
        digits[at] = '0';
    for (size_t at = 0; at < size; at++)
        digits[m->last + (Py_ssize_t)at] = '0';
    out = NAME(fill)(w, w->fractions[m->fraction], digits + point, out);
    *out = (CHAR)number->suffix;
    out += number->suffix != 0;
    PUT(out, pool + w->closing.literal, w->closing.length, SHORT);
    return out;
}

/* Writes the numbers of some kinds in a text otherwise. */
static int NAME(annotate)(const Kernel *k, const Writer *w, const uint8_t *kinds, const CHAR *s, Py_ssize_t length,
                          Output *output)
{
    Path path = {.around = w->room};
    Cursor cursor = {.anchor = -1};
    int result = 0;
    while (!result) {
        const int found = NAME(next_token)(k, s, length, &cursor, &path, PARTS_NOTED);
        if (found <= 0) {
            result = found;
            break;
        }
        if (!kinds[cursor.kind] || !k->has_roles[cursor.kind])
            continue;
        Number number;
        Measure measure;
        if (NAME(collect)(k, s, length, &cursor, &path, &number) != FINE ||
            !NAME(measure)(w, path.digits, &number, &measure))
            continue;
        CHAR *const out = room_in_output(output, w->longest + ROOM, KIND);
        Edit *const edit = room_for_edit(output);
        if (!out || !edit) {
            result = -1;
            break;
        }
        *edit = (Edit){cursor.start, cursor.end, NAME(write)(w, path.digits, &number, &measure, out) - out};
        output->used += edit->length;
        output->count++;
    }
    free_path(&path);
    return result;
}

/* Copies the runs of digits of one side of a number, after which the text goes on for so many characters. */
static inline CHAR *NAME(take_runs)(const Reader *r, const Specimen *one, const CHAR *s, Py_ssize_t rest, CHAR *out)
{
    const Run *run = r->runs + one->first, *const end = run + one->count;
    for (; run < end; run++) {
        if (run->width <= 4 && run->start + 4 <= rest)
            memcpy(out, s + run->start, 4 * sizeof *out);
        else
            memcpy(out, s + run->start, run->width * sizeof *out);
        out += run->width;
    }
    return out;
}

/* Goes to the next number of some kinds: 1 if there is one, 0 if not, -1 if memory is out. */
static inline int NAME(next_number)(const Kernel *k, const uint8_t *kinds, const CHAR *s, Py_ssize_t length,
                                    Cursor *cursor, Path *path, Number *number)
{
    int found;
    while ((found = NAME(next_token)(k, s, length, cursor, path, PARTS_NOTED)) > 0)
        if (kinds[cursor->kind] && k->has_roles[cursor->kind] &&
            NAME(collect)(k, s, length, cursor, path, number) == FINE)
            break;
    return found;
}

/* Tells whether two numbers have the same value and the same currency. */
static inline int NAME(is_same)(const Number *a, const CHAR *a_digits, const Measure *am, const Number *b,
                                const CHAR *b_digits, const Measure *bm)
{
    if (currency_of(a) != currency_of(b) || am->is_zero != bm->is_zero)
        return 0;
    if (am->is_zero)
        return 1;
    Py_ssize_t a_last = am->last, b_last = bm->last;
    while (a_digits[a_last - 1] == '0')
        a_last--;
    while (b_digits[b_last - 1] == '0')
        b_last--;
    return (a->sign == '-') == (b->sign == '-') && am->point - am->first == bm->point - bm->first &&
           a_last - am->first == b_last - bm->first &&
           !memcmp(a_digits + am->first, b_digits + bm->first, (size_t)(a_last - am->first) * sizeof *a_digits);
}

/* Tells whether a text, and what it is with the numbers that a writer can write as plain ones, have the same numbers
   in the same places: 1 if they do, 0 if not, -1 if memory is out. */
static int NAME(agree)(const Kernel *k, const Writer *w, const uint8_t *kinds, const CHAR *s, Py_ssize_t length,
                       const CHAR *restored, Py_ssize_t restored_length)
{
    Path path = {.around = w->room}, other_path = {.around = w->room};
    Cursor cursor = {.anchor = -1}, other = {.anchor = -1};
    Py_ssize_t by = 0;
    int result = 1;
    while (result == 1) {
        Number number, again;
        Measure measure, measured;
        const int found = NAME(next_number)(k, kinds, s, length, &cursor, &path, &number);
        const int found_again =
            NAME(next_number)(k, kinds, restored, restored_length, &other, &other_path, &again);
        if (found < 0 || found_again < 0)
            result = -1;
        else if (!found || !found_again) {
            result = found == found_again;
            break;
        }
        else {
            const int is_written = NAME(measure)(w, path.digits, &number, &measure);
            NAME(measure)(w, other_path.digits, &again, &measured);
            const Py_ssize_t start = cursor.start + by;
            if (is_written)
                by += plain_length(&number, &measure) - (cursor.end - cursor.start);
            result = start <= other.start && other.end <= cursor.end + by &&
                     NAME(is_same)(&number, path.digits, &measure, &again, other_path.digits, &measured);
        }
    }
    free_path(&path);
    free_path(&other_path);
    return result;
}

/* Reads a number that is well formed into its digits and affixes; -1 if no specimen has its form. */
static int NAME(read)(const Reader *r, const CHAR *s, Py_ssize_t length, CHAR *digits, Number *number)
{
    Py_ssize_t start = 0, end = length, point;
    *number = (Number){0};
    if (start < end && s[start] == '-') {
        number->sign = '-';
        start++;
    }
    if (start < end && !is_of_number(s[start]))
        number->prefix = s[start++];
    if (start < end && !is_of_number(s[end - 1]) && s[end - 1] != '.')
        number->suffix = s[--end];
#if KIND == 1
    const CHAR *const found = memchr(s + start, '.', (size_t)(end - start));
    point = found ? found - s : end;
#else
    for (point = start; point < end && s[point] != '.';)
        point++;
#endif
    if (point - start > r->longest_integer || r->integers[point - start] < 0)
        return -1;
    const Specimen *one = r->specimens + r->integers[point - start];
    CHAR *out = NAME(take_runs)(r, one, s + start, length - start, digits);
    number->whole = number->count = out - digits;
    if (end - point <= 1)
        return 0;
    int32_t index = end - point > r->longest_fraction ? -1 : r->fractions[end - point];
    for (; index >= 0; index = one->other) {
        one = r->specimens + index;
        const CHAR *tail = s + end - one->tail_length;
        uint32_t same = 0;
        while (same < one->tail_length && tail[same] == r->tails[one->tail + same])
            same++;
        if (same == one->tail_length)
            break;
    }
    if (index < 0)
        return -1;
    NAME(take_runs)(r, one, s + point, length - point, out);
    number->count = number->whole + one->digits;
    if (!r->keeps_zeros)
        while (number->count > number->whole && digits[number->count - 1] == '0')
            number->count--;
    return 0;
}

/* Writes the numbers of some kinds in a text as plain ones. */
static int NAME(restore)(const Kernel *k, const Reader *r, const uint8_t *kinds, const CHAR *s, Py_ssize_t length,
                         Output *output)
{
    Path path = {.around = ROOM + 2 * r->most_digits};
    Cursor cursor = {.anchor = -1};
    int result = 0;
    while (!result) {
        const int found = NAME(next_token)(k, s, length, &cursor, &path, NOTHING_NOTED);
        if (found <= 0) {
            result = found;
            break;
        }
        if (!kinds[cursor.kind])
            continue;
        CHAR *const made = room_in_output(output, 2 * r->most_digits + 2 * ROOM, KIND), *out = made;
        CHAR *const digits = path.digits;
        Edit *const edit = room_for_edit(output);
        Number number;
        if (!out || !edit) {
            result = -1;
            break;
        }
        if (NAME(read)(r, s + cursor.start, cursor.end - cursor.start, digits, &number)) {
            result = -2;
            break;
        }
        *out = '-';
        out += number.sign != 0;
        *out = (CHAR)number.prefix;
        out += number.prefix != 0;
        Py_ssize_t first = 0;
        while (first + 1 < number.whole && digits[first] == '0')
            first++;
        PUT(out, digits + first, number.whole - first, ROOM / 2);
        *out = '.';
        out += number.count > number.whole;
        PUT(out, digits + number.whole, number.count - number.whole, ROOM / 2);
        *out = (CHAR)number.suffix;
        out += number.suffix != 0;
        *edit = (Edit){cursor.start, cursor.end, out - made};
        output->used += edit->length;
        output->count++;
    }
    free_path(&path);
    return result;
}

/* Copies a text with its edits to where there is room for just that. */
static void NAME(assemble)(const Output *output, const CHAR *s, Py_ssize_t length, CHAR *out, Py_ssize_t room)
{
    enum { FEW = 16 };
    const CHAR *written = output->data;
    const CHAR *const end = out + room;
    Py_ssize_t copied = 0;
    for (const Edit *edit = output->edits, *last = edit + output->count; edit < last; edit++) {
        const Py_ssize_t gap = edit->start - copied;
        if (gap <= FEW && edit->length <= 2 * FEW && end - out >= 3 * FEW && length - copied >= FEW) {
            memcpy(out, s + copied, FEW * sizeof *out);
            memcpy(out + gap, written, 2 * FEW * sizeof *out); /* beyond what is written there is room */
        }
        else {
            memcpy(out, s + copied, (size_t)gap * sizeof *out);
            memcpy(out + gap, written, (size_t)edit->length * sizeof *out);
        }
        out += gap + edit->length;
        written += edit->length;
        copied = edit->end;
    }
    memcpy(out, s + copied, (size_t)(length - copied) * sizeof *out);
}

/* Returns the bits of all characters. */
static Py_UCS4 NAME(bits)(const CHAR *s, Py_ssize_t length)
{
    CHAR all = 0;
    for (Py_ssize_t i = 0; i < length; i++)
        all |= s[i];
    return all;
}

/* Returns a token with the parts of the number it is, or its fault, or None if its kind has none. */
static PyObject *NAME(described)(const Kernel *k, const CHAR *s, Py_ssize_t length, const Cursor *token, Path *path,
                                 PyTypeObject *type)
{
    PyObject *what;
    if (k->has_roles[token->kind]) {
        Number number;
        const int wrong = NAME(collect)(k, s, length, token, path, &number);
        what = wrong ? fault(wrong) : tuple_of(type, &number, path->digits, KIND);
    }
    else
        what = Py_NewRef(Py_None);
    if (!what)
        return NULL;
    return Py_BuildValue("nnNN", token->start, token->end, kind_of(k, token->kind), what);
}

/* Lists the tokens that hold an anchor. */
static void NAME(find)(const Kernel *k, const CHAR *s, Py_ssize_t length, PyTypeObject *type, PyObject *found)
{
    Path path = {.around = ROOM};
    Cursor cursor = {.anchor = -1};
    int more;
    while ((more = NAME(next_token)(k, s, length, &cursor, &path, PARTS_NOTED)) > 0) {
        PyObject *token = NAME(described)(k, s, length, &cursor, &path, type);
        const int failed = !token || PyList_Append(found, token);
        Py_XDECREF(token);
        if (failed)
            break;
    }
    if (more < 0)
        PyErr_NoMemory();
    free_path(&path);
}

/* Finds the token that a text is: 1 if it is one, 0 if not, -1 if memory is out. */
static inline int NAME(take)(const Kernel *k, const CHAR *s, Py_ssize_t length, Path *path, Cursor *token,
                             const int noted)
{
    NAME(run)(k, s, 0, length, path, token, noted);
    return token->end < 0 ? -1 : token->end == length && length;
}

/* Finds the number that a text is. */
static inline int NAME(take_number)(const Kernel *k, const CHAR *s, Py_ssize_t length, Path *path, Number *number)
{
    Cursor token = {0};
    const int found = NAME(take)(k, s, length, path, &token, PARTS_NOTED);
    return found <= 0 ? found : k->has_roles[token.kind] && NAME(collect)(k, s, length, &token, path, number) == FINE;
}

static PyObject *NAME(whole)(const Kernel *k, const CHAR *s, Py_ssize_t length, PyTypeObject *type)
{
    Path path = {.around = ROOM};
    Cursor token = {0};
    const int found = NAME(take)(k, s, length, &path, &token, PARTS_NOTED);
    PyObject *described = found < 0    ? PyErr_NoMemory()
                          : found == 0 ? Py_NewRef(Py_None)
                                       : NAME(described)(k, s, length, &token, &path, type);
    free_path(&path);
    return described;
}

static PyObject *NAME(parts)(const Kernel *k, const CHAR *s, Py_ssize_t length, PyTypeObject *type)
{
    Path path = {.around = ROOM};
    Number number;
    const int found = NAME(take_number)(k, s, length, &path, &number);
    PyObject *parts = found < 0    ? PyErr_NoMemory()
                      : found == 0 ? Py_NewRef(Py_None)
                                   : tuple_of(type, &number, path.digits, KIND);
    free_path(&path);
    return parts;
}

static PyObject *NAME(number)(const Kernel *k, const CHAR *s, Py_ssize_t length, const Record *record,
                              PyObject *source, PyObject *spans)
{
    Path path = {.around = ROOM};
    Number number;
    const int found = NAME(take_number)(k, s, length, &path, &number);
    PyObject *object = found < 0    ? PyErr_NoMemory()
                       : found == 0 ? Py_NewRef(Py_None)
                                    : record_of(record, &number, path.digits, KIND, source, spans);
    free_path(&path);
    return object;
}

static int NAME(encode)(const Kernel *k, const Writer *w, const CHAR *s, Py_ssize_t length, Output *output)
{
    Path path = {.around = w->room};
    Number number;
    Measure measure;
    int found = NAME(take_number)(k, s, length, &path, &number);
    if (found > 0)
        found = NAME(measure)(w, path.digits, &number, &measure);
    if (found > 0) {
        CHAR *const out = room_in_output(output, w->longest + ROOM, KIND);
        if (!out)
            found = -1;
        else
            output->used = NAME(write)(w, path.digits, &number, &measure, out) - out;
    }
    free_path(&path);
    return found;
}

static PyObject *NAME(decode)(const Kernel *k, const Reader *r, const uint8_t *kinds, const CHAR *s, Py_ssize_t length,
                              PyTypeObject *type)
{
    Path path = {.around = ROOM + 2 * r->most_digits};
    Cursor token = {0};
    Number number;
    PyObject *parts = NULL;
    const int found = NAME(take)(k, s, length, &path, &token, NOTHING_NOTED);
    if (found < 0)
        PyErr_NoMemory();
    else if (!found || !kinds[token.kind])
        parts = Py_NewRef(Py_None);
    else if (NAME(read)(r, s, length, path.digits, &number))
        damaged();
    else {
        const CHAR *const digits = path.digits;
        Py_ssize_t zeros = 0;
        while (zeros + 1 < number.whole && digits[zeros] == '0')
            zeros++;
        number.whole -= zeros;
        number.count -= zeros;
        parts = tuple_of(type, &number, digits + zeros, KIND);
    }
    free_path(&path);
    return parts;
}

#undef PUT
#undef CHARACTER
#undef CELL
