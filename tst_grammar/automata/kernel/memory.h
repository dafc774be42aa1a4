/* The buffers used while a text is read. */

enum { NOTHING_NOTED, PARTS_NOTED, CELLS_NOTED };

#define MOST_KEPT ((Py_ssize_t)1 << 23) /* bytes kept from one text to the next */

/* The notes on a token: the characters that may be digits, with `around` free characters on both sides, and the cells
   of the table. */
typedef struct {
    uint32_t *cells;
    void *digits;
    Py_ssize_t room, around;
    void *data; /* the buffer that holds the digits */
} Path;

/* The counts of a token's digits, valid if its roles do not depend on its kind */
typedef struct {
    Py_ssize_t count, whole;
    uint32_t seen; /* the roles that occur, one bit each */
    Py_UCS4 all; /* the bitwise or of all characters */
} Tally;

typedef struct {
    Py_ssize_t start, end, anchor;
    unsigned kind;
    Tally tally; /* if parts were noted */
    int has_cells; /* whether the cells were noted */
    int is_other; /* whether the other kernel found the token */
} Cursor;

/* Another kernel that reads the same text. Its tokens of the given kinds win if they are longer, or as long as a token
   of the first kernel that is not of the kinds that `keeps` lists. */
typedef struct {
    const Kernel *kernel;
    const uint8_t *kinds, *keeps;
} Other;

/* The places in the result where the other kernel must find its tokens, in order */
typedef struct {
    Py_ssize_t start, end;
} Place;

typedef struct {
    Place *places;
    Py_ssize_t count, room;
} Places;

/* What decides whether a number can be written beside another token: how near that is, and the Latin characters with
   which such a token can end. A wide character may always be one. */
typedef struct {
    const uint8_t *enders;
    Py_ssize_t reach;
} Neighbours;

enum { ALONE, CROWDED, DOUBTFUL };

static int add_place(Places *list, Py_ssize_t start, Py_ssize_t end)
{
    if (list->count == list->room) {
        const Py_ssize_t room = list->room + list->room / 2 + 64;
        Place *places =
            (size_t)room > PY_SSIZE_T_MAX / sizeof *places ? NULL : realloc(list->places, (size_t)room * sizeof *places);
        if (!places)
            return -1;
        list->places = places;
        list->room = room;
    }
    list->places[list->count++] = (Place){start, end};
    return 0;
}

static int grow_path(Path *path, int kind)
{
    const Py_ssize_t room = path->room ? 2 * path->room : 256;
    if (room > PY_SSIZE_T_MAX / 8 - 2 * path->around)
        return -1;
    uint32_t *cells = realloc(path->cells, (size_t)room * sizeof *cells);
    if (cells)
        path->cells = cells;
    void *data = realloc(path->data, (size_t)(room + 2 * path->around) * (size_t)kind);
    if (data)
        path->data = data;
    if (!cells || !data)
        return -1;
    path->digits = (char *)data + path->around * kind;
    path->room = room;
    return 0;
}

static void free_path(Path *path)
{
    free(path->cells);
    free(path->data);
}

/* Takes over the buffers that the kernel keeps, so that they are not allocated and cleared for every text. */
static Output start_output(Kernel *k)
{
    const Output output = k->kept;
    k->kept = (Output){0};
    return output;
}

/* Returns where to write `more` characters. */
static inline void *room_in_output(Output *output, Py_ssize_t more, int kind)
{
    if (more > output->bytes / kind - output->used) {
        if (more > PY_SSIZE_T_MAX / 16 - output->bytes)
            return NULL;
        const Py_ssize_t bytes = output->bytes + output->bytes / 2 + more * kind;
        void *data = realloc(output->data, (size_t)bytes);
        if (!data)
            return NULL;
        output->data = data;
        output->bytes = bytes;
    }
    return (char *)output->data + output->used * kind;
}

/* Returns where to write the next edit. */
static inline Edit *room_for_edit(Output *output)
{
    if (output->count == output->room) {
        const Py_ssize_t room = output->room + output->room / 2 + 64;
        Edit *edits =
            (size_t)room > PY_SSIZE_T_MAX / sizeof *edits ? NULL : realloc(output->edits, (size_t)room * sizeof *edits);
        if (!edits)
            return NULL;
        output->edits = edits;
        output->room = room;
    }
    return output->edits + output->count;
}

/* Keeps the buffers for the next text unless they are large. */
static void finish_output(Kernel *k, Output *output)
{
    if (output->bytes + output->room * (Py_ssize_t)sizeof(Edit) > MOST_KEPT || k->kept.data || k->kept.edits) {
        free(output->data);
        free(output->edits);
    }
    else {
        output->used = output->count = 0;
        k->kept = *output;
    }
}
