/* Rewrites the rows of a column. Rows without an anchor cost only a look at their offsets. */

#include "rows.h"

int check_rows(Rows rows, Size length)
{
    if (rows.count < 0 || offset_of(rows, 0) < 0 || offset_of(rows, rows.count) > length)
        return DAMAGED;
    int is_ordered = 1;
    for (Size number = 0; number < rows.count; number++)
        is_ordered &= offset_of(rows, number) <= offset_of(rows, number + 1);
    return is_ordered ? 0 : DAMAGED;
}

Size bytes_of_rows(Rows rows, Size *first)
{
    *first = offset_of(rows, 0);
    return offset_of(rows, rows.count) - *first;
}

/* Takes back the edits after a count, and their bytes. */
static void drop_edits(Output *output, Size edit_count, Size used)
{
    output->edit_count = edit_count;
    output->used = used;
}

int change_rows(const Tables *k, Rows rows, RowChange change, void *how, RowCall rest, void *call, Path *path,
                Output *output)
{
    const Size end = offset_of(rows, rows.count);
    Size anchor = offset_of(rows, 0);
    for (Size number = 0; next_row(k, rows, end, &anchor, &number); number++) {
        const Size start = offset_of(rows, number), edit_count = output->edit_count, used = output->used;
        const Text row = {rows.bytes + start, offset_of(rows, number + 1) - start};
        int done = change(how, row, path, output);
        if (!done) {
            drop_edits(output, edit_count, used);
            done = rest(call, number, row, output);
        }
        if (done < 0)
            return done;
        for (Size i = edit_count; i < output->edit_count; i++) {
            output->edits[i].start += start;
            output->edits[i].end += start;
        }
        anchor = start + row.length;
    }
    return 0;
}

int change_texts(const Tables *k, ListedText *texts, Size count, RowChange change, void *how, Path *path,
                 Output *output)
{
    for (ListedText *one = texts; one < texts + count; one++) {
        const Size edit_count = output->edit_count, used = output->used, length = one->text.length;
        const int has_anchor = next_anchor(k, one->text.bytes, 0, length) < length;
        const int done = has_anchor ? change(how, one->text, path, output) : 1;
        if (done < 0)
            return done;
        if (!done)
            drop_edits(output, edit_count, used);
        one->is_done = done;
        one->edit_count = output->edit_count;
        one->used = output->used;
    }
    return 0;
}

int replace_row(Text row, Text new, Output *output)
{
    uint8_t *const out = room_in_output(output, new.length + ROOM);
    Edit *const edit = room_for_edit(output);
    if (!out || !edit)
        return OUT_OF_MEMORY;
    memcpy(out, new.bytes, (size_t)new.length);
    add_edit(output, edit, 0, row.length, new.length);
    return 0;
}

/* Returns whether the checker finds in the result of a row what is due there. */
static int is_confirmed_row(Annotation *how, Text row, Path *path, const Output *row_output)
{
    const Size length = edited_length(row_output, row.length);
    if (length > how->room) {
        uint8_t *const result = realloc(how->result, (size_t)length);
        if (!result)
            return OUT_OF_MEMORY;
        how->result = result;
        how->room = length;
    }
    apply_edits(row_output, row, how->result, length);
    return confirm_places(how->checker, how->other, (Text){how->result, length}, path, &how->due);
}

int annotate_row(void *of, Text row, Path *path, Output *output)
{
    Annotation *const how = of;
    int state = ALONE;
    if (may_have_mathematics(row))
        return 0;
    if (!how->other) {
        const int failed = annotate_text(how->tables, how->writer, how->plain, how->kinds, row, path, output);
        return failed ? failed : 1;
    }
    const Size edit_count = output->edit_count, used = output->used;
    how->due.count = 0;
    const int failed = annotate_text_beside(how->tables, how->other, how->around, how->writer, how->plain, row, path,
                                            output, &how->due, &state);
    if (failed || state != CROWDED)
        return failed ? failed : state == ALONE;
    const Output row_output = {.bytes = output->bytes + used,
                               .used = output->used - used,
                               .edits = output->edits + edit_count,
                               .edit_count = output->edit_count - edit_count};
    return is_confirmed_row(how, row, path, &row_output);
}

void free_annotation(Annotation *how)
{
    free(how->due.places);
    free(how->result);
}

int restore_row(void *of, Text row, Path *path, Output *output)
{
    const Restoration *const how = of;
    if (may_have_mathematics(row))
        return 0;
    const int failed = restore_text(how->tables, how->other, how->reader, row, path, output);
    return failed ? failed : 1;
}

int offsets_after(Rows rows, const Output *output, void *offsets)
{
    Size by = -offset_of(rows, 0), next = 0;
    for (Size number = 0; number <= rows.count; number++) {
        const Size offset = offset_of(rows, number);
        for (; next < output->edit_count && output->edits[next].end <= offset; next++)
            by += output->edits[next].length - (output->edits[next].end - output->edits[next].start);
        if (rows.is_wide)
            ((int64_t *)offsets)[number] = offset + by;
        else if (offset + by > INT32_MAX)
            return TOO_LONG;
        else
            ((int32_t *)offsets)[number] = (int32_t)(offset + by);
    }
    return 0;
}
