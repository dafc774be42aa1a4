/* Runs the tables over characters of one width. It is included once for each: CHAR is the type of a character,
   KIND its bytes, and NAME(x) what x is called for this width. */

#if KIND == 1
#define CHARACTER(c) (k->latin[c])
#else
#define CHARACTER(c) (k->pages[(size_t)k->page_of[(c) >> 8] * PAGE + ((c) & 255)])
#endif
#define CLASS(c) (CHARACTER(c).name)

/* Returns the place of the next anchor. */
static inline Py_ssize_t NAME(next_anchor)(const Kernel *k, const CHAR *s, Py_ssize_t at, Py_ssize_t end)
{
    const CHAR first = k->first_anchor, span = k->anchor_span;
    enum { BLOCK = 32 / KIND };
    while (at < end) {
        for (; at + BLOCK <= end; at += BLOCK) { /* the compiler makes vectors of this */
            unsigned found = 0;
#if KIND == 1
            for (int i = 0; i < BLOCK; i++)
                found |= (CHAR)(s[at + i] - first) <= span;
#else
            for (int i = 0; i < BLOCK; i++)
                found |= ((CHAR)(s[at + i] - first) <= span) | (s[at + i] >= k->next_anchor);
#endif
            if (found)
                break;
        }
        const Py_ssize_t stop = at + BLOCK < end ? at + BLOCK : end;
        for (; at < stop; at++) {
            const CHAR c = s[at];
#if KIND == 1
            if ((CHAR)(c - first) <= span && k->flags[CLASS(c)] & ANCHOR)
                return at;
#else
            if (((CHAR)(c - first) <= span || (c >= k->next_anchor && k->has_anchor[c >> 8])) &&
                k->flags[CLASS(c)] & ANCHOR)
                return at;
#endif
        }
    }
    return end;
}

/* Returns the end of the longest token that starts at a place, its kind, and the rows on its way; the start itself
   if there is none, and -1 if memory is out. */
static inline Py_ssize_t NAME(longest)(const Kernel *k, const CHAR *s, Py_ssize_t start, Py_ssize_t end, Path *path,
                                       unsigned *kind)
{
    const uint32_t *table = k->table;
    const uint32_t edge = k->width - 1;
    uint32_t row = k->starts[start ? CLASS(s[start - 1]) : edge];
    Py_ssize_t last = start, at = start;
    for (;;) {
        if (at - start >= path->room && grow_path(path))
            return -1;
        uint32_t *const rows = path->rows;
        const Py_ssize_t stop = end - start < path->room ? end : start + path->room;
        for (; at < stop; at++) {
            const uint32_t cell = table[row + CLASS(s[at])], accepted = cell & 255;
            *kind = accepted ? accepted : *kind;
            last = accepted ? at : last;
            row = cell >> 8;
            rows[at - start] = row;
            if (!row)
                return last;
        }
        if (at == end)
            break;
    }
    if (table[row + edge] & 255) {
        *kind = table[row + edge] & 255;
        return end;
    }
    return last;
}

/* Goes to the next token that holds an anchor: 1 if there is one, 0 if not, -1 if memory is out. */
static inline int NAME(next_token)(const Kernel *k, const CHAR *s, Py_ssize_t length, Cursor *cursor, Path *path)
{
    Py_ssize_t start = cursor->end, anchor = cursor->anchor;
    for (;;) {
        if (start > anchor) {
            const Py_ssize_t done = start;
            anchor = NAME(next_anchor)(k, s, done, length);
            if (anchor == length)
                return 0;
            for (start = anchor; start > done && !(k->flags[CLASS(s[start - 1])] & RESET);)
                start--;
        }
        while (start <= anchor) {
            unsigned kind = 0;
            const Py_ssize_t end = NAME(longest)(k, s, start, length, path, &kind);
            if (end < 0)
                return -1;
            if (end > anchor) {
                *cursor = (Cursor){start, end, anchor, kind};
                return 1;
            }
            start = end == start ? start + 1 : end;
        }
    }
}

/* Takes the parts of a number from a token: its digits in ASCII, and where its affixes stand. */
static int NAME(collect)(const Kernel *k, const CHAR *s, Py_ssize_t length, const uint32_t *rows, unsigned kind,
                         CHAR *digits, Number *number)
{
    const uint8_t *const roles = k->roles + (size_t)kind * k->states;
    const uint32_t shift = k->shift;
    Py_ssize_t count = 0, whole = 0;
    uint32_t seen = 0;
    Py_UCS4 all = 0;
    for (Py_ssize_t i = 0; i < length; i++) {
        const unsigned role = roles[rows[i] >> shift];
        const CHAR c = s[i];
        digits[count] = c;
        count += (role == INTEGER) | (role == FRACTION);
        whole += role == INTEGER;
        seen |= 1u << role;
        all |= c;
    }
    *number = (Number){.count = count, .whole = whole, .seen = seen};
    number->sign = seen & 1u << MINUS ? '-' : seen & 1u << PLUS ? '+' : 0;
    number->suffix = seen & 1u << PERCENT ? '%' : seen & 1u << PER_MILLE ? 0x2030 : 0;
    if (all < 128 && !(seen & ROLES_IN_DETAIL))
        return FINE;
    int64_t exponent = 0;
    Py_UCS4 zero = 0;
    int is_mixed = 0;
    count = 0;
    for (Py_ssize_t i = 0; i < length; i++) {
        const unsigned role = roles[rows[i] >> shift];
        const CHAR c = s[i];
        const unsigned value = CHARACTER(c).value;
        switch (role) {
        case INTEGER:
        case FRACTION:
            digits[count++] = (CHAR)('0' + value);
            break;
        case POWER_SUPERSCRIPT:
        case SUPERSCRIPT:
        case EXPONENT:
            if (exponent <= MOST_EXPONENT)
                exponent = exponent * 10 + value;
            break;
        case CURRENCY:
            if (!count && !number->prefix)
                number->prefix = c;
            else
                number->suffix = c;
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
    return is_mixed ? MIXED_SCRIPTS : exponent > MOST_EXPONENT ? EXPONENT_RANGE : FINE;
}

static inline CHAR *NAME(put)(CHAR *out, const CHAR *from, size_t count, size_t usual)
{
    if (count <= usual)
        for (size_t i = 0; i < usual; i++)
            out[i] = from[i];
    else
        memcpy(out, from, count * sizeof *out);
    return out + count;
}

static inline CHAR *NAME(fill)(const Writer *w, Template template, const CHAR *digits, CHAR *out)
{
    const Piece *piece = w->pieces + template.first, *const end = piece + template.count;
    const CHAR *const pool = w->pools[KIND / 2];
    for (; piece < end; piece++) {
        out = NAME(put)(out, digits, piece->width, 4);
        digits += piece->width;
        out = NAME(put)(out, pool + piece->literal, piece->length, SHORT);
    }
    return out;
}

/* Writes a number, whose digits have as much room around them as the writer needs; NULL if it is out of range. */
static CHAR *NAME(write)(const Writer *w, CHAR *digits, const Number *number, CHAR *out)
{
    Py_ssize_t first = 0, last = number->count;
    const int64_t point = number->whole + number->exponent;
    while (first < last && digits[first] == '0')
        first++;
    const int is_zero = first == last;
    if (!w->keeps_zeros)
        while (last > first && digits[last - 1] == '0')
            last--;
    int64_t integer = point - first, fraction = last - point;
    if (is_zero) {
        integer = 0;
        fraction = w->keeps_zeros ? fraction : 0;
    }
    integer = integer > 0 ? integer : 0;
    fraction = fraction > 0 ? fraction : 0;
    if (integer > w->integer_digits || fraction > w->fraction_digits)
        return NULL;
    if (number->sign == '-' && !is_zero)
        *out++ = '-';
    if (number->prefix)
        *out++ = (CHAR)number->prefix;
    CHAR *whole = digits + first;
    if (!integer) {
        whole = digits - w->room + w->group_size; /* where nothing else is */
        *whole = '0';
        integer = 1;
    }
    else
        for (int64_t at = number->count; at < point; at++)
            digits[at] = '0';
    CHAR *lead = whole;
    if (w->fills_first)
        for (size_t fill = (w->group_size - (size_t)integer % w->group_size) % w->group_size; fill; fill--)
            *--lead = '0';
    out = NAME(fill)(w, w->integers[integer], lead, out);
    if (fraction) {
        for (int64_t at = point; at < 0; at++)
            digits[at] = '0';
        for (size_t fill = (w->group_size - (size_t)fraction % w->group_size) % w->group_size, at = 0; at < fill; at++)
            digits[last + (Py_ssize_t)at] = '0';
        out = NAME(fill)(w, w->fractions[fraction], digits + point, out);
    }
    else
        out = NAME(fill)(w, w->bare, digits, out);
    if (number->suffix)
        *out++ = (CHAR)number->suffix;
    return out;
}

/* Copies a text with its numbers written otherwise, those of some kinds. */
static int NAME(annotate)(const Kernel *k, const Writer *w, const uint8_t *kinds, const CHAR *s, Py_ssize_t length,
                          Output *output)
{
    Path path = {0};
    Scratch scratch = {0};
    Cursor cursor = {0, 0, -1, 0};
    Py_ssize_t copied = 0;
    int result = start_output(output, length, KIND);
    while (!result) {
        const int found = NAME(next_token)(k, s, length, &cursor, &path);
        if (found <= 0) {
            result = found;
            break;
        }
        if (!kinds[cursor.kind])
            continue;
        const Py_ssize_t size = cursor.end - cursor.start, gap = cursor.start - copied;
        CHAR *digits = room_for_digits(&scratch, size, w->room, KIND);
        CHAR *out = room_in_output(output, gap + w->longest + ROOM, KIND);
        Number number;
        if (!digits || !out) {
            result = -1;
            break;
        }
        if (NAME(collect)(k, s + cursor.start, size, path.rows, cursor.kind, digits, &number) != FINE)
            continue;
        CHAR *const end = NAME(write)(w, digits, &number, out + gap);
        if (!end)
            continue;
        NAME(put)(out, s + copied, (size_t)gap, 0);
        output->used = end - (CHAR *)output->data;
        copied = cursor.end;
    }
    if (!result)
        result = finish_output(output, s + copied, length - copied, KIND);
    free(path.rows);
    free(scratch.data);
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
    for (point = start; point < end && s[point] != '.';)
        point++;
    if (point - start > r->longest_integer || r->integers[point - start] < 0)
        return -1;
    const Specimen *one = r->specimens + r->integers[point - start];
    CHAR *out = digits;
    for (uint32_t i = 0; i < one->count; i++) {
        const Run run = r->runs[one->first + i];
        for (uint32_t j = 0; j < run.width; j++)
            *out++ = s[start + run.start + j];
    }
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
    for (uint32_t i = 0; i < one->count; i++) {
        const Run run = r->runs[one->first + i];
        for (uint32_t j = 0; j < run.width; j++)
            *out++ = s[point + run.start + j];
    }
    number->count = number->whole + one->digits;
    if (!r->keeps_zeros)
        while (number->count > number->whole && digits[number->count - 1] == '0')
            number->count--;
    return 0;
}

/* Copies a text with the numbers of one kind written as plain ones. */
static int NAME(restore)(const Kernel *k, const Reader *r, const uint8_t *kinds, const CHAR *s, Py_ssize_t length,
                         Output *output)
{
    Path path = {0};
    Scratch scratch = {0};
    Cursor cursor = {0, 0, -1, 0};
    Py_ssize_t copied = 0;
    int result = start_output(output, length, KIND);
    while (!result) {
        const int found = NAME(next_token)(k, s, length, &cursor, &path);
        if (found <= 0) {
            result = found;
            break;
        }
        if (!kinds[cursor.kind])
            continue;
        const Py_ssize_t gap = cursor.start - copied;
        CHAR *digits = room_for_digits(&scratch, 2 * r->most_digits, ROOM, KIND);
        CHAR *out = room_in_output(output, gap + 2 * r->most_digits + ROOM, KIND);
        Number number;
        if (!digits || !out) {
            result = -1;
            break;
        }
        if (NAME(read)(r, s + cursor.start, cursor.end - cursor.start, digits, &number)) {
            result = -2;
            break;
        }
        out = NAME(put)(out, s + copied, (size_t)gap, 0);
        if (number.sign)
            *out++ = '-';
        if (number.prefix)
            *out++ = (CHAR)number.prefix;
        Py_ssize_t first = 0;
        while (first + 1 < number.whole && digits[first] == '0')
            first++;
        out = NAME(put)(out, digits + first, (size_t)(number.whole - first), SHORT);
        if (number.count > number.whole) {
            *out++ = '.';
            out = NAME(put)(out, digits + number.whole, (size_t)(number.count - number.whole), SHORT);
        }
        if (number.suffix)
            *out++ = (CHAR)number.suffix;
        output->used = out - (CHAR *)output->data;
        copied = cursor.end;
    }
    if (!result)
        result = finish_output(output, s + copied, length - copied, KIND);
    free(path.rows);
    free(scratch.data);
    return result;
}

/* Returns a token with the parts of the number it is, or its fault, or None if its kind has none. */
static PyObject *NAME(described)(const Kernel *k, const CHAR *s, const Cursor *token, const Path *path,
                                 Scratch *scratch, PyTypeObject *type)
{
    PyObject *what;
    if (k->has_roles[token->kind]) {
        const Py_ssize_t size = token->end - token->start;
        CHAR *digits = room_for_digits(scratch, size, ROOM, KIND);
        Number number;
        if (!digits)
            return PyErr_NoMemory();
        const int wrong = NAME(collect)(k, s + token->start, size, path->rows, token->kind, digits, &number);
        what = wrong ? fault(wrong) : tuple_of(type, &number, digits, KIND);
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
    Path path = {0};
    Scratch scratch = {0};
    Cursor cursor = {0, 0, -1, 0};
    int more;
    while ((more = NAME(next_token)(k, s, length, &cursor, &path)) > 0) {
        PyObject *token = NAME(described)(k, s, &cursor, &path, &scratch, type);
        const int failed = !token || PyList_Append(found, token);
        Py_XDECREF(token);
        if (failed)
            break;
    }
    if (more < 0)
        PyErr_NoMemory();
    free(path.rows);
    free(scratch.data);

}

static PyObject *NAME(whole)(const Kernel *k, const CHAR *s, Py_ssize_t length, PyTypeObject *type)
{
    Path path = {0};
    Scratch scratch = {0};
    Cursor cursor = {0};
    PyObject *token;
    cursor.end = NAME(longest)(k, s, 0, length, &path, &cursor.kind);
    if (cursor.end < 0)
        token = PyErr_NoMemory();
    else if (cursor.end < length || !length)
        token = Py_NewRef(Py_None);
    else
        token = NAME(described)(k, s, &cursor, &path, &scratch, type);
    free(path.rows);
    free(scratch.data);
    return token;
}

/* Takes a text that is one number: 1 if it is, 0 if not, -1 if memory is out. */
static int NAME(take)(const Kernel *k, const CHAR *s, Py_ssize_t length, Py_ssize_t around, Scratch *scratch,
                      CHAR **digits, Number *number)
{
    Path path = {0};
    unsigned kind = 0;
    const Py_ssize_t end = NAME(longest)(k, s, 0, length, &path, &kind);
    int result = end < 0 ? -1 : 0;
    if (end == length && length && k->has_roles[kind]) {
        *digits = room_for_digits(scratch, length, around, KIND);
        result = !*digits ? -1 : NAME(collect)(k, s, length, path.rows, kind, *digits, number) == FINE;
    }
    free(path.rows);
    return result;
}

static PyObject *NAME(parts)(const Kernel *k, const CHAR *s, Py_ssize_t length, PyTypeObject *type)
{
    Scratch scratch = {0};
    CHAR *digits;
    Number number;
    const int result = NAME(take)(k, s, length, ROOM, &scratch, &digits, &number);
    PyObject *parts = result < 0    ? PyErr_NoMemory()
                      : result == 0 ? Py_NewRef(Py_None)
                                    : tuple_of(type, &number, digits, KIND);
    free(scratch.data);
    return parts;
}

static PyObject *NAME(number)(const Kernel *k, const CHAR *s, Py_ssize_t length, const Record *record,
                              PyObject *source, PyObject *spans)
{
    Scratch scratch = {0};
    CHAR *digits;
    Number number;
    const int result = NAME(take)(k, s, length, ROOM, &scratch, &digits, &number);
    PyObject *object = result < 0    ? PyErr_NoMemory()
                       : result == 0 ? Py_NewRef(Py_None)
                                     : record_of(record, &number, digits, KIND, source, spans);
    free(scratch.data);
    return object;
}

static int NAME(encode)(const Kernel *k, const Writer *w, const CHAR *s, Py_ssize_t length, Output *output)
{
    Scratch scratch = {0};
    CHAR *digits;
    Number number;
    int result = NAME(take)(k, s, length, w->room, &scratch, &digits, &number);
    if (result > 0) {
        CHAR *out = start_output(output, w->longest + ROOM, KIND) ? NULL : output->data;
        CHAR *end = out ? NAME(write)(w, digits, &number, out) : NULL;
        result = !out ? -1 : end != NULL;
        output->used = end ? end - out : 0;
    }
    free(scratch.data);
    return result;
}

static PyObject *NAME(decode)(const Kernel *k, const Reader *r, const uint8_t *kinds, const CHAR *s, Py_ssize_t length,
                              PyTypeObject *type)
{
    Path path = {0};
    Scratch scratch = {0};
    Number number;
    unsigned kind = 0;
    PyObject *parts = NULL;
    const Py_ssize_t end = NAME(longest)(k, s, 0, length, &path, &kind);
    CHAR *digits = end < 0 ? NULL : room_for_digits(&scratch, 2 * r->most_digits, ROOM, KIND);
    if (!digits)
        PyErr_NoMemory();
    else if (end != length || !length || !kinds[kind])
        parts = Py_NewRef(Py_None);
    else if (NAME(read)(r, s, length, digits, &number))
        damaged();
    else {
        Py_ssize_t first = 0;
        while (first + 1 < number.whole && digits[first] == '0')
            first++;
        number.whole -= first;
        number.count -= first;
        parts = tuple_of(type, &number, digits + first, KIND);
    }
    free(path.rows);
    free(scratch.data);
    return parts;
}

#undef CHARACTER
#undef CLASS
