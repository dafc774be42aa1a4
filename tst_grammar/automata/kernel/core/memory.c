/* Grows and frees the notes on tokens, and applies edits to a text. */

#include "memory.h"
#include "utf8.h"

int grow_path(Path *path)
{
    const Size room = path->room ? 2 * path->room : 256;
    if (room > MOST_SIZE - 2 * path->around)
        return OUT_OF_MEMORY;
    uint32_t *cells = realloc(path->cells, (size_t)room * sizeof *cells);
    if (cells)
        path->cells = cells;
    uint8_t *data = realloc(path->data, (size_t)(room + 2 * path->around));
    if (data)
        path->data = data;
    if (!cells || !data)
        return OUT_OF_MEMORY;
    path->digits = data + path->around;
    path->room = room;
    return 0;
}

void widen_path(Path *path, Size around)
{
    if (path->around >= around)
        return;
    path->around = around;
    path->room = 0; /* so that the buffers are made anew */
}

void free_path(Path *path)
{
    free(path->cells);
    free(path->data);
}

Size edited_length(const Output *output, Size length)
{
    length += output->used;
    for (Size i = 0; i < output->edit_count; i++)
        length -= output->edits[i].end - output->edits[i].start;
    return length;
}

void apply_edits(const Output *output, Text text, uint8_t *out, Size room)
{
    enum { FEW = 16 };
    const uint8_t *const s = text.bytes, *written = output->bytes, *const end = out + room;
    Size copied = 0;
    for (Size i = 0; i < output->edit_count; i++) {
        const Edit *const edit = output->edits + i;
        const Size gap = edit->start - copied;
        if (gap <= FEW && edit->length <= 2 * FEW && end - out >= 3 * FEW && text.length - copied >= FEW) {
            memcpy(out, s + copied, FEW);
            memcpy(out + gap, written, 2 * FEW); /* the edits have ROOM extra bytes at their end */
        }
        else {
            memcpy(out, s + copied, (size_t)gap);
            memcpy(out + gap, written, (size_t)edit->length);
        }
        out += gap + edit->length;
        written += edit->length;
        copied = edit->end;
    }
    memcpy(out, s + copied, (size_t)(text.length - copied));
}

Size count_characters(const uint8_t *s, Size length)
{
    static const uint64_t lowest = UINT64_C(0x0101010101010101);
    Size count = length, at = 0;
    for (; at + 8 <= length; at += 8) {
        uint64_t bytes;
        memcpy(&bytes, s + at, 8);
        const uint64_t tails = bytes >> 7 & ~bytes >> 6 & lowest; /* a bit for each byte after a character's first */
        count -= (Size)(tails * lowest >> 56);
    }
    for (; at < length; at++)
        count -= is_tail(s[at]);
    return count;
}
