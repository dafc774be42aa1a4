/* Writes numbers, alone or in a text. */

#include "write.h"

int next_token_of(const Tables *k, const Other *other, Text text, Cursor *cursor, Path *path, int noted)
{
    return noted == NOTHING_NOTED ? next_of_both(k, other, text, cursor, path, NOTHING_NOTED)
                                  : next_of_both(k, other, text, cursor, path, NOTED);
}

int whole_token(const Tables *k, Text text, Cursor *token, Path *path, int noted)
{
    if (noted == NOTHING_NOTED)
        run(k, text.bytes, 0, text.length, path, token, NOTHING_NOTED);
    else
        run(k, text.bytes, 0, text.length, path, token, NOTED);
    return token->end < 0 ? (int)token->end : token->end == text.length && text.length;
}

int parts_of_token(const Tables *k, Text text, const Cursor *token, Path *path, Number *number)
{
    return collect(k, text, token, path, number);
}

int encode_number(const Tables *k, const Writer *w, Text text, const Source *source, Output *output)
{
    Path path = {.around = w->room, .source = *source};
    Cursor token = {0};
    Number number;
    Measure measure;
    int found = whole_token(k, text, &token, &path, NOTED);
    if (found > 0) {
        const int fault = has_roles(k, token.kind) ? collect(k, text, &token, &path, &number) : EXPONENT_RANGE;
        found = fault < 0 ? fault : fault == FINE && measure_number(w, path.digits, &number, &measure);
    }
    if (found > 0) {
        uint8_t *const out = room_in_output(output, w->longest + ROOM);
        if (!out)
            found = OUT_OF_MEMORY;
        else
            output->used = write_number(w, path.digits, &number, &measure, out) - out;
    }
    free_path(&path);
    return found;
}

/* Returns 1 if a measured number is written: not a zero with a sign, and not a number that the writer `plain`, if
   there is one, would change. */
static inline int is_wanted(const Writer *plain, const uint8_t *s, const Cursor *token, Path *path,
                            const Number *number, const Measure *measure, Output *output)
{
    if (measure->is_zero && number->sign == '-')
        return 0;
    if (!plain)
        return 1;
    uint8_t *const out = room_in_output(output, plain->longest + ROOM);
    if (!out)
        return OUT_OF_MEMORY;
    const Size length = write_number(plain, path->digits, number, measure, out) - out;
    return length == token->end - token->start && !memcmp(out, s + token->start, (size_t)length);
}

/* Writes the number that a token is, if the writer can write it and it is wanted. Returns 1 if it was written. */
static inline int write_token(const Tables *k, const Writer *w, const Writer *plain, Text text, const Cursor *token,
                              Path *path, Output *output)
{
    Number number;
    Measure measure;
    const int fault = collect(k, text, token, path, &number);
    if (fault != FINE || !measure_number(w, path->digits, &number, &measure))
        return fault < 0 ? fault : 0;
    const int wanted = is_wanted(plain, text.bytes, token, path, &number, &measure, output);
    if (wanted <= 0)
        return wanted;
    uint8_t *const out = room_in_output(output, w->longest + ROOM);
    Edit *const edit = room_for_edit(output);
    if (!out || !edit)
        return OUT_OF_MEMORY;
    add_edit(output, edit, token->start, token->end, write_number(w, path->digits, &number, &measure, out) - out);
    return 1;
}

static Size room_of(const Writer *w, const Writer *plain)
{
    return plain && plain->room > w->room ? plain->room : w->room;
}

int annotate_text(const Tables *k, const Writer *w, const Writer *plain, const uint8_t *kinds, Text text, Path *path,
                  Output *output)
{
    widen_path(path, room_of(w, plain));
    Cursor cursor = {.anchor = -1};
    int result;
    while ((result = next_token(k, text, &cursor, path, NOTED)) > 0)
        if (kinds[cursor.kind] && k->role_of_kind[cursor.kind] &&
            (result = write_token(k, w, plain, text, &cursor, path, output)) < 0)
            break;
    return result < 0 ? result : 0;
}

/* Tells how near a number that was written is to the token before it. */
static inline int nearness(const Neighbours *around, const uint8_t *s, const Cursor *before, const Cursor *number,
                           int is_number_before)
{
    const Size at = number->start, gap = at - before->end;
    if (!before->end || (gap > around->reach &&
                         (gap > 4 * around->reach || count_characters(s + before->end, gap) > around->reach)))
        return ALONE;
    const int is_spaced = at > 1 && s[at - 1] == ' ' && (before->end < at - 1 || !is_number_before);
    if (!is_spaced)
        return CROWDED;
    Size size;
    const uint32_t c = character_before(s, at - 1, 0, &size);
    return c > 255 || around->enders[c] ? DOUBTFUL : CROWDED;
}

/* Tells whether a byte before a number may join to what is written there, but not to the number: ::12 or +500. */
static inline int is_joining(uint8_t c)
{
    return c == ':' || c == '+' || c == '.' || c == '/' || c == '\\' || c == '#' || c == '@' || c == '~' || c == '-';
}

int annotate_text_beside(const Tables *k, const Other *other, const Neighbours *around, const Writer *w,
                         const Writer *plain, Text text, Path *path, Output *output, Places *due, int *state)
{
    widen_path(path, room_of(w, plain));
    Cursor cursor = {.anchor = -1}, before = {0};
    Size by = 0;
    int result, was_number = 0, was_written = 0;
    while ((result = next_of_both(k, other, text, &cursor, path, NOTED)) > 0) {
        const int is_number = !cursor.is_other && other->keeps[cursor.kind] && k->role_of_kind[cursor.kind];
        const int is_written = is_number ? write_token(k, w, plain, text, &cursor, path, output) : 0;
        if (is_written < 0) {
            result = is_written;
            break;
        }
        const Size start = cursor.start + by;
        if (is_written) {
            const Size length = output->edits[output->edit_count - 1].length, at = cursor.start, end = cursor.end;
            by += length - (end - at);
            const int is_beside = (at && text.bytes[at - 1] != ' ') || (end < text.length && text.bytes[end] > ' ');
            const int is_new = output->bytes[output->used - length] != text.bytes[at]; /* as in s/.9 and $+5k */
            if (((is_new && is_beside) || (at && is_joining(text.bytes[at - 1]))) && *state == ALONE)
                *state = CROWDED;
        }
        if (is_written || was_written) {
            int near = nearness(around, text.bytes, &before, &cursor, was_number);
            if (!is_written && near == DOUBTFUL)
                near = CROWDED;
            *state = near > *state ? near : *state;
        }
        if ((is_written || cursor.is_other) && (result = add_place(due, start, cursor.end + by)))
            break;
        before = cursor;
        was_number = is_number || cursor.is_other;
        was_written = is_written;
    }
    return result < 0 ? result : 0;
}

int confirm_places(const Tables *k, const Other *other, Text text, Path *path, const Places *due)
{
    Cursor cursor = {.anchor = -1};
    Size next = 0;
    int result = 1, found = 1;
    while (result == 1 && (found = next_of_both(k, other, text, &cursor, path, NOTHING_NOTED)) > 0) {
        const int is_due = next < due->count && due->places[next].start == cursor.start;
        if (is_due)
            result = due->places[next++].end == cursor.end && (cursor.is_other || other->keeps[cursor.kind]);
        else
            result = !cursor.is_other;
    }
    return found < 0 ? found : result && next == due->count;
}
