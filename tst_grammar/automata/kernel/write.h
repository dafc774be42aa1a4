/* Writes numbers by templates, and replaces them in a text. */

static inline CHAR *NAME(fill)(const Writer *w, Template template, const CHAR *digits, CHAR *out)
{
    const Piece *piece = w->pieces + template.first, *const end = piece + template.count;
    const CHAR *const pool = w->pools[KIND / 2];
    for (; piece < end; piece += 2) { /* two at once, for fewer mispredicted branches */
        PUT(out, digits, piece[0].width, 4);
        digits += piece[0].width;
        PUT(out, pool + piece[0].literal, piece[0].length, SHORT);
        PUT(out, digits, piece[1].width, 4);
        digits += piece[1].width;
        PUT(out, pool + piece[1].literal, piece[1].length, SHORT);
    }
    return out;
}

/* Returns whether a writer can write a number, and counts its digits on each side of the point. */
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

/* Writes a measured number, whose digits have `room` free characters on both sides. */
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

/* Returns 1 if a measured number is written: not a zero with a sign, and not a number that the writer `plain`, if
   there is one, would change. Returns -1 if out of memory. */
static inline int NAME(is_wanted)(const Writer *plain, const CHAR *s, const Cursor *token, Path *path,
                                  const Number *number, const Measure *measure, Output *output)
{
    if (measure->is_zero && number->sign == '-')
        return 0;
    if (!plain)
        return 1;
    CHAR *const out = room_in_output(output, plain->longest + ROOM, KIND);
    if (!out)
        return -1;
    const Py_ssize_t length = NAME(write)(plain, path->digits, number, measure, out) - out;
    return length == token->end - token->start && !memcmp(out, s + token->start, (size_t)length * sizeof *out);
}

/* Replaces the numbers of the given kinds in a text by the text that the writer makes. With the writer `plain`, leaves
   those alone that it would change. */
static int NAME(annotate)(const Kernel *k, const Writer *w, const Writer *plain, const uint8_t *kinds, const CHAR *s,
                          Py_ssize_t length, Output *output)
{
    Path path = {.around = plain && plain->room > w->room ? plain->room : w->room};
    Cursor cursor = {.anchor = -1};
    int result = 0;
    while (!result) {
        const int found = NAME(next_token)(k, s, length, &cursor, &path, NOTED);
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
        const int is_wanted = NAME(is_wanted)(plain, s, &cursor, &path, &number, &measure, output);
        if (is_wanted <= 0) {
            result = is_wanted;
            continue;
        }
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

/* Tells how a number that was written stands to the token before it. */
static inline int NAME(nearness)(const Neighbours *around, const CHAR *s, const Cursor *before, const Cursor *number,
                                 int is_number_before)
{
    if (!before->end || number->start - before->end > around->reach)
        return ALONE;
    const Py_ssize_t at = number->start;
    const int is_spaced = at > 1 && s[at - 1] == ' ' && (before->end < at - 1 || !is_number_before);
    return is_spaced && (s[at - 2] > 255 || around->enders[(uint8_t)s[at - 2]]) ? DOUBTFUL : CROWDED;
}

/* Like annotate, but leaves the tokens of the other kernel alone. Lists where it must find tokens in the result. Sets `state` to the worst nearness of a written number. */
static int NAME(annotate_beside)(const Kernel *k, const Other *other, const Neighbours *around, const Writer *w,
                                 const Writer *plain, const CHAR *s, Py_ssize_t length, Output *output, Places *due,
                                 int *state)
{
    Path path = {.around = plain && plain->room > w->room ? plain->room : w->room};
    Cursor cursor = {.anchor = -1}, before = {0};
    Py_ssize_t by = 0;
    int result = 0, was_number = 0, was_written = 0;
    while (!result) {
        const int found = NAME(next_of_both)(k, other, s, length, &cursor, &path, NOTED);
        if (found <= 0) {
            result = found;
            break;
        }
        Number number;
        Measure measure;
        const int is_number = !cursor.is_other && other->keeps[cursor.kind] && k->has_roles[cursor.kind];
        int is_written = is_number && NAME(collect)(k, s, length, &cursor, &path, &number) == FINE &&
                         NAME(measure)(w, path.digits, &number, &measure);
        if (is_written && (is_written = NAME(is_wanted)(plain, s, &cursor, &path, &number, &measure, output)) < 0) {
            result = -1;
            break;
        }
        const Py_ssize_t start = cursor.start + by;
        int is_joined = 0; /* whether it begins with another character, and beside it is no space */
        if (is_written) {
            CHAR *const out = room_in_output(output, w->longest + ROOM, KIND);
            Edit *const edit = room_for_edit(output);
            if (!out || !edit) {
                result = -1;
                break;
            }
            *edit = (Edit){cursor.start, cursor.end, NAME(write)(w, path.digits, &number, &measure, out) - out};
            is_joined = *out != s[cursor.start] && ((cursor.start && s[cursor.start - 1] > ' ') ||
                                                    (cursor.end < length && s[cursor.end] > ' '));
            output->used += edit->length;
            output->count++;
            by += edit->length - (cursor.end - cursor.start);
            if (*out != s[cursor.start] && cursor.start && s[cursor.start - 1] != ' ' && *state == ALONE)
                *state = CROWDED; /* the text before may go on with the new first character: s/.9 */
        }
        if (is_written || was_written) {
            int near = NAME(nearness)(around, s, &before, &cursor, was_number);
            if ((!is_written && near == DOUBTFUL) || (is_joined && near == ALONE))
                near = CROWDED;
            *state = near > *state ? near : *state;
        }
        if (is_written || cursor.is_other)
            result = add_place(due, start, cursor.end + by);
        before = cursor;
        was_number = is_number || cursor.is_other;
        was_written = is_written;
    }
    free_path(&path);
    return result;
}

/* Returns whether the other kernel finds exactly the tokens that are due: 1 if it does, 0 if not, -1 if out of memory. */
static int NAME(confirm)(const Kernel *k, const Other *other, const CHAR *s, Py_ssize_t length, const Places *due)
{
    Path path = {0};
    Cursor cursor = {.anchor = -1};
    Py_ssize_t next = 0;
    int result = 1, found = 1;
    while (result == 1 && (found = NAME(next_of_both)(k, other, s, length, &cursor, &path, NOTHING_NOTED)) > 0) {
        const int is_due = next < due->count && due->places[next].start == cursor.start;
        if (is_due)
            result = due->places[next++].end == cursor.end && (cursor.is_other || other->keeps[cursor.kind]);
        else
            result = !cursor.is_other;
    }
    free_path(&path);
    return found < 0 ? -1 : result && next == due->count;
}

/* Copies a text with its edits into a buffer of exactly the right size. */
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
            memcpy(out + gap, written, 2 * FEW * sizeof *out); /* the edits have ROOM extra characters at their end */
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

/* Returns the bitwise or of all characters. */
static Py_UCS4 NAME(bits)(const CHAR *s, Py_ssize_t length)
{
    CHAR all = 0;
    for (Py_ssize_t i = 0; i < length; i++)
        all |= s[i];
    return all;
}
