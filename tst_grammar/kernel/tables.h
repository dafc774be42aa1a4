/* The tables of an automaton in memory: what a kernel is made of, and how it is checked and built. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PAGE 256
#define PAGES 0x1100
#define NO_VALUE 255

enum { ANCHOR = 1, RESET = 2 };

/* What a character is in a number. The order is that of the names in ROLES. */
enum {
    NOTHING, INTEGER, FRACTION, EXPONENT, SUPERSCRIPT, TEN, MINUS, PLUS,
    EXPONENT_MINUS, CURRENCY, PERCENT, PER_MILLE, POWER, POWER_SUPERSCRIPT, ROLE_COUNT,
    SEVERAL = ROLE_COUNT /* which one depends on the kind of the token */
};

static const char *const ROLE_NAMES[ROLE_COUNT] = {
    "", "integer", "fraction", "exponent", "superscript", "ten", "minus", "plus",
    "exponent minus", "currency", "percent", "per mille", "power", "power superscript",
};

typedef struct {
    uint16_t cell; /* of its class, from the start of a row, in bytes */
    uint8_t value; /* of a digit */
    uint8_t flags;
} Character;

/* Where something else stands in the result, and how long it is there */
typedef struct {
    Py_ssize_t start, end, length;
} Edit;

/* What is written instead of parts of a text: first the edits are found, and then a string of the right size is made. */
typedef struct {
    void *data; /* the characters of all edits */
    Py_ssize_t bytes, used; /* the room, and the characters */
    Edit *edits;
    Py_ssize_t room, count;
} Output;

/* A row has a line of the machine's cache, or an odd number of them, so that rows are spread over all of it. Its first
   cell is the number of the state << 8 and the usual role of the last character, its second the place of the state's
   jumps << 8 and the usual role of the characters jumped over, and whether a token may end there, or 0. Then there is a cell for each class:
   the place of the next row << 8, in bytes, and the kind of the token that may end before that class. */
#define LINE 64
#define HEAD 8
#define JUMPS 4 /* the place of the second cell */
#define ROLE_MASK 15
#define MAY_END 16

/* How many anchors can be read at once where it does not matter which */
#if defined(__GNUC__) && defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define LEAP 8
#else
#define LEAP 0
#endif
#define EACH_BYTE UINT64_C(0x0101010101010101)

typedef struct {
    PyObject_HEAD
    uint32_t states;
    uint32_t width; /* classes of characters, the last of which is the edge of the text */
    uint32_t stride; /* from row to row, in bytes */
    uint16_t cells[256]; /* of the classes */
    char *table;
    void *allocated; /* of which the table is a part */
    uint32_t *starts; /* the row's place for the class behind, at the place of its cell */
    uint8_t *roles; /* for a kind and a state: what the last character is */
    uint16_t page_of[PAGES];
    uint8_t has_anchor[PAGES];
    Character *pages;
    size_t page_count;
    Character latin[PAGE];
    uint8_t first_anchor, anchor_span; /* the range of those below 256 */
    uint64_t from_first, past_last; /* what carries into the top bit of a byte in that range and beyond it */
    uint32_t *jumps; /* rows after none, one, two and so on, of LEAP anchors */
    Py_UCS4 next_anchor; /* the first one above */
    PyObject *kinds; /* their names */
    uint8_t has_roles[256];
    Output kept; /* memory for the next text */
} Kernel;

static inline uint32_t cell_at(const Kernel *k, uint32_t row, uint32_t cell)
{
    uint32_t found;
    memcpy(&found, k->table + row + cell, sizeof found);
    return found;
}

static inline void set_cell(Kernel *k, uint32_t row, uint32_t cell, uint32_t value)
{
    memcpy(k->table + row + cell, &value, sizeof value);
}

/* Arrays of numbers that come as bytes */
typedef struct {
    const uint32_t *items;
    Py_ssize_t count;
} Numbers;

static int numbers_of(PyObject *object, Numbers *numbers)
{
    if (!PyBytes_Check(object) || PyBytes_GET_SIZE(object) % 4) {
        PyErr_SetString(PyExc_ValueError, "expected numbers of four bytes each");
        return -1;
    }
    numbers->items = (const uint32_t *)PyBytes_AS_STRING(object);
    numbers->count = PyBytes_GET_SIZE(object) / 4;
    return 0;
}

static int damaged(void)
{
    PyErr_SetString(PyExc_ValueError, "the tables are damaged");
    return -1;
}

/* Makes room for the rows; if they are too many for the places in cells, that is an OverflowError. */
static int allocate_rows(Kernel *k)
{
    uint32_t lines = (HEAD + 4 * k->width + LINE - 1) / LINE;
    lines += lines % 2 == 0;
    k->stride = lines * LINE;
    if ((uint64_t)k->states * k->stride >> 24) {
        PyErr_SetString(PyExc_OverflowError, "too many states for the kernel");
        return -1;
    }
    k->allocated = calloc((size_t)k->states * k->stride + LINE, 1);
    if (!k->allocated) {
        PyErr_NoMemory();
        return -1;
    }
    k->table = (char *)k->allocated + (LINE - (uintptr_t)k->allocated % LINE) % LINE;
    return 0;
}

/* Gives each class its cell in a row: anchors come first, then the commonest characters of texts. */
static void place_cells(Kernel *k, const uint8_t *flags)
{
    static const char common[] = " .,\n\t-e/:;'\"()$%";
    uint16_t made = 0;
    memset(k->cells, 0, sizeof k->cells);
    for (uint32_t name = 0; name + 1 < k->width; name++)
        if (flags[name] & ANCHOR)
            k->cells[name] = (uint16_t)(HEAD + 4 * made++);
    for (const char *c = common; *c; c++)
        if (!k->cells[k->latin[(uint8_t)*c].cell])
            k->cells[k->latin[(uint8_t)*c].cell] = (uint16_t)(HEAD + 4 * made++);
    for (uint32_t name = 0; name < k->width; name++)
        if (!k->cells[name])
            k->cells[name] = (uint16_t)(HEAD + 4 * made++);
    for (size_t i = 0; i < k->page_count * PAGE; i++) {
        const uint16_t name = k->pages[i].cell;
        k->pages[i].cell = k->cells[name];
        k->pages[i].flags = flags[name];
    }
    memcpy(k->latin, k->pages + (size_t)k->page_of[0] * PAGE, sizeof k->latin);
}

/* Expands the rows: each is the number of a row of kinds, the number of a pattern, and for each place that the
   pattern names the difference from the state that the last row of this pattern had there. */
static int expand_rows(Kernel *k, Numbers rows, PyObject *accepts, PyObject *patterns, uint32_t kinds)
{
    const size_t width = k->width;
    const uint8_t *accepted = (const uint8_t *)PyBytes_AS_STRING(accepts);
    const uint8_t *pattern = (const uint8_t *)PyBytes_AS_STRING(patterns);
    const size_t accept_rows = (size_t)PyBytes_GET_SIZE(accepts) / width;
    const size_t pattern_count = (size_t)PyBytes_GET_SIZE(patterns) / width;
    int result = -1;
    Py_ssize_t at = 0;
    uint32_t *last = calloc(pattern_count * width + 1, sizeof *last);
    if (!last) {
        PyErr_NoMemory();
        goto done;
    }
    for (uint32_t state = 0; state < k->states; state++) {
        if (rows.count - at < 2 || rows.items[at] >= accept_rows || rows.items[at + 1] >= pattern_count)
            goto wrong;
        const uint8_t *kind = accepted + rows.items[at] * width;
        const uint8_t *places = pattern + rows.items[at + 1] * width;
        uint32_t *states = last + rows.items[at + 1] * width;
        const uint32_t row = state * k->stride;
        size_t used = 0;
        at += 2;
        for (size_t name = 0; name < width; name++)
            if (places[name] >= used)
                used = places[name] + 1u;
        if (used > width || (size_t)(rows.count - at) < used)
            goto wrong;
        for (size_t place = 0; place < used; place++) {
            states[place] += rows.items[at++];
            if (states[place] >= k->states)
                goto wrong;
        }
        for (size_t name = 0; name < width; name++) {
            if (kind[name] > kinds)
                goto wrong;
            set_cell(k, row, k->cells[name], states[places[name]] * k->stride << 8 | kind[name]);
        }
        if (states[places[width - 1]] || (state == 0 && (used != 1 || states[0])))
            goto wrong; /* nothing follows the edge of the text, nor the dead state */
        set_cell(k, row, 0, state << 8);
    }
    if (at != rows.count)
        goto wrong;
    result = 0;
    goto done;
wrong:
    damaged();
done:
    free(last);
    return result;
}

/* Gives every code point its class and its value as a digit, in pages of which equal ones are kept once. */
static int expand_pages(Kernel *k, Numbers starts, Numbers names, Numbers values)
{
    Character page[PAGE];
    size_t made = 0, range = 0;
    k->pages = malloc(PAGES * sizeof page);
    if (!k->pages) {
        PyErr_NoMemory();
        return -1;
    }
    if (!starts.count || starts.count != names.count || starts.items[0] != 0 || values.count % 3)
        return damaged();
    for (Py_ssize_t i = 0; i < names.count; i++)
        if (names.items[i] + 1 >= k->width || (i && starts.items[i] <= starts.items[i - 1]))
            return damaged();
    int was_plain = 0; /* whether the page before is all of one class */
    for (size_t number = 0; number < PAGES; number++) {
        const Py_UCS4 first = (Py_UCS4)(number * PAGE);
        int is_plain = 1;
        while (range + 1 < (size_t)starts.count && starts.items[range + 1] <= first)
            range++;
        const uint32_t name = names.items[range];
        for (size_t low = 0; low < PAGE; low++) {
            if (range + 1 < (size_t)starts.count && starts.items[range + 1] == first + low) {
                range++;
                is_plain = 0;
            }
            page[low] = (Character){(uint16_t)names.items[range], NO_VALUE, 0};
        }
        for (Py_ssize_t i = 0; i < values.count; i += 3)
            for (uint32_t step = 0; step < values.items[i + 2] && step < 10; step++)
                if ((values.items[i] + step) >> 8 == number && values.items[i + 1] + step < 10) {
                    page[(values.items[i] + step) & 255].value = (uint8_t)(values.items[i + 1] + step);
                    is_plain = 0;
                }
        size_t same = made;
        if (is_plain && was_plain && k->pages[(size_t)k->page_of[number - 1] * PAGE].cell == name)
            same = k->page_of[number - 1] + 1u;
        else
            while (same && memcmp(k->pages + (same - 1) * PAGE, page, sizeof page))
                same--;
        if (!same) {
            memcpy(k->pages + made * PAGE, page, sizeof page);
            same = ++made;
        }
        k->page_of[number] = (uint16_t)(same - 1);
        was_plain = is_plain;
    }
    k->page_count = made;
    Character *fewer = realloc(k->pages, made * sizeof page);
    k->pages = fewer ? fewer : k->pages;
    memcpy(k->latin, k->pages + (size_t)k->page_of[0] * PAGE, sizeof k->latin);
    return 0;
}

/* Notes for each state the role of the last character, if it is the same in all kinds that can still be reached. */
static int note_usual_roles(Kernel *k)
{
    uint32_t bits[256] = {0};
    uint32_t used = 0;
    for (int kind = 1; kind < 256; kind++)
        if (k->has_roles[kind] && used < 32)
            bits[kind] = 1u << used++;
    uint32_t *possible = calloc(k->states, sizeof *possible);
    if (!possible) {
        PyErr_NoMemory();
        return -1;
    }
    for (int is_changed = 1; is_changed;) {
        is_changed = 0;
        for (uint32_t state = k->states; state-- > 0;) {
            uint32_t kinds = 0, before = 0;
            for (uint32_t name = 0; name < k->width; name++) {
                const uint32_t cell = cell_at(k, state * k->stride, k->cells[name]);
                if (cell == before)
                    continue; /* most neighbours are the same */
                before = cell;
                kinds |= bits[cell & 255] | possible[(cell >> 8) / k->stride];
            }
            is_changed |= kinds != possible[state];
            possible[state] = kinds;
        }
    }
    for (uint32_t state = 0; state < k->states; state++) {
        int role = -1;
        for (int kind = 1; kind < 256; kind++) {
            if (!k->has_roles[kind] || (bits[kind] && !(possible[state] & bits[kind])))
                continue;
            const int own = k->roles[(size_t)kind * k->states + state];
            role = role < 0 || role == own ? own : SEVERAL;
        }
        set_cell(k, state * k->stride, 0, state << 8 | (uint32_t)(role < 0 ? NOTHING : role));
    }
    free(possible);
    return 0;
}

static uint8_t usual_role(const Kernel *k, uint32_t row)
{
    return cell_at(k, row, 0) & 255;
}

/* Returns the row that every anchor of ASCII leads to, or 0 if they differ, and notes if a token may end before one. */
static uint32_t row_after_any(const Kernel *k, uint32_t row, uint32_t *may_end)
{
    uint32_t next = 0;
    for (int c = k->first_anchor; c <= k->first_anchor + k->anchor_span; c++) {
        const uint32_t cell = cell_at(k, row, k->latin[c].cell);
        if (!(cell >> 8) || (next && cell >> 8 != next))
            return 0;
        next = cell >> 8;
        *may_end = cell & 255 ? MAY_END : *may_end;
    }
    return next;
}

/* Notes where several anchors can be read at once, and what that leads to. */
static int note_jumps(Kernel *k)
{
    for (int c = k->first_anchor; c <= k->first_anchor + k->anchor_span; c++)
        if (!LEAP || c > 127 || !(k->latin[c].flags & ANCHOR))
            return 0;
    k->from_first = EACH_BYTE * (uint64_t)(128 - k->first_anchor);
    k->past_last = EACH_BYTE * (uint64_t)(127 - k->first_anchor - k->anchor_span);
    uint32_t count = 1;
    k->jumps = malloc(((size_t)k->states + 1) * (LEAP + 1) * sizeof *k->jumps);
    if (!k->jumps) {
        PyErr_NoMemory();
        return -1;
    }
    for (uint32_t state = 0; state < k->states; state++) {
        uint32_t *const jumps = k->jumps + (size_t)count * (LEAP + 1);
        uint32_t row = state * k->stride, taken = 0, may_end = 0, role = 0;
        jumps[0] = row;
        while (taken < LEAP && (row = row_after_any(k, row, &may_end)) &&
               (!taken || usual_role(k, row) == role)) {
            role = usual_role(k, row);
            jumps[++taken] = row;
        }
        if (taken == LEAP)
            set_cell(k, state * k->stride, JUMPS, count++ * (LEAP + 1) << 8 | role | may_end);
    }
    return 0;
}

static void note_anchors(Kernel *k)
{
    int first = -1, last = -1;
    k->next_anchor = 0x110000;
    for (size_t number = 0; number < PAGES; number++) {
        const Character *page = k->pages + (size_t)k->page_of[number] * PAGE;
        for (int low = 0; low < PAGE; low++) {
            if (!(page[low].flags & ANCHOR))
                continue;
            k->has_anchor[number] = 1;
            if (number && k->next_anchor == 0x110000)
                k->next_anchor = (Py_UCS4)(number * PAGE + low);
            if (!number) {
                first = first < 0 ? low : first;
                last = low;
            }
        }
    }
    k->first_anchor = (uint8_t)(first < 0 ? 0 : first);
    k->anchor_span = (uint8_t)(first < 0 ? 255 : last - first); /* with no anchor, all are looked at */
}
