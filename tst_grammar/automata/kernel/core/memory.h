/* The buffers used while a text is read. */

#ifndef TST_MEMORY_H
#define TST_MEMORY_H

#include <stdlib.h>
#include <string.h>

#include "core.h"

#define ROOM 32 /* extra bytes, for copies of fixed size and for signs and affixes */
#define MOST_SIZE (PTRDIFF_MAX / 16)

/* Makes room for a longer token. Returns 0 or OUT_OF_MEMORY. */
int grow_path(Path *path);

/* Returns where to write `more` bytes. */
static inline uint8_t *room_in_output(Output *output, Size more)
{
    if (more > output->room - output->used) {
        if (more > MOST_SIZE - output->room)
            return NULL;
        const Size room = output->room + output->room / 2 + more;
        uint8_t *bytes = realloc(output->bytes, (size_t)room);
        if (!bytes)
            return NULL;
        output->bytes = bytes;
        output->room = room;
    }
    return output->bytes + output->used;
}

/* Returns where to write the next edit. */
static inline Edit *room_for_edit(Output *output)
{
    if (output->edit_count == output->edit_room) {
        const Size room = output->edit_room + output->edit_room / 2 + 64;
        Edit *edits =
            room > MOST_SIZE / (Size)sizeof *edits ? NULL : realloc(output->edits, (size_t)room * sizeof *edits);
        if (!edits)
            return NULL;
        output->edits = edits;
        output->edit_room = room;
    }
    return output->edits + output->edit_count;
}

/* Replaces a span by `length` bytes that were written to where room_in_output said. */
static inline void add_edit(Output *output, Edit *edit, Size start, Size end, Size length)
{
    *edit = (Edit){start, end, length};
    output->used += length;
    output->edit_count++;
}

static inline int add_place(Places *list, Size start, Size end)
{
    if (list->count == list->room) {
        const Size room = list->room + list->room / 2 + 64;
        Place *places =
            room > MOST_SIZE / (Size)sizeof *places ? NULL : realloc(list->places, (size_t)room * sizeof *places);
        if (!places)
            return OUT_OF_MEMORY;
        list->places = places;
        list->room = room;
    }
    list->places[list->count++] = (Place){start, end};
    return 0;
}

/* Copies `count` bytes, or `usual` ones if that is more, because copies of fixed size are faster. Returns the place
   after what was to be copied. */
static inline uint8_t *put(uint8_t *out, const uint8_t *from, size_t count, const size_t usual)
{
    if (count <= usual)
        memcpy(out, from, usual);
    else
        memcpy(out, from, count);
    return out + count;
}

#endif
