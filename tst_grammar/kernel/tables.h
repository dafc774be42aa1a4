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
    EXPONENT_MINUS, CURRENCY, PERCENT, PER_MILLE, POWER, POWER_SUPERSCRIPT, ROLE_COUNT
};

static const char *const ROLE_NAMES[ROLE_COUNT] = {
    "", "integer", "fraction", "exponent", "superscript", "ten", "minus", "plus",
    "exponent minus", "currency", "percent", "per mille", "power", "power superscript",
};

typedef struct {
    uint8_t name;  /* its class */
    uint8_t value; /* of a digit */
} Character;

typedef struct {
    PyObject_HEAD
    uint32_t states;
    uint32_t width; /* classes of characters, the last of which is the edge of the text */
    uint32_t shift; /* a row of the table has 1 << shift cells */
    uint32_t *table; /* for a state and a class ahead: the next row's place << 8, and the kind that may end */
    uint32_t *starts; /* the row's place for the class behind */
    uint8_t *roles; /* for a kind and a state: what the last character is */
    uint8_t flags[256]; /* of classes */
    uint16_t page_of[PAGES];
    uint8_t has_anchor[PAGES];
    Character *pages;
    Character latin[PAGE];
    uint8_t first_anchor, anchor_span; /* those below 256, if they are a range */
    Py_UCS4 next_anchor; /* the first one above */
    PyObject *kinds; /* their names, the first for none */
    uint8_t has_roles[256];
} Kernel;

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
    k->table = calloc((size_t)k->states << k->shift, sizeof *k->table);
    if (!last || !k->table) {
        PyErr_NoMemory();
        goto done;
    }
    for (uint32_t state = 0; state < k->states; state++) {
        if (rows.count - at < 2 || rows.items[at] >= accept_rows || rows.items[at + 1] >= pattern_count)
            goto wrong;
        const uint8_t *kind = accepted + rows.items[at] * width;
        const uint8_t *places = pattern + rows.items[at + 1] * width;
        uint32_t *states = last + rows.items[at + 1] * width;
        uint32_t *cells = k->table + ((size_t)state << k->shift);
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
            cells[name] = states[places[name]] << k->shift << 8 | kind[name];
        }
        if (cells[width - 1] >> 8 || (state == 0 && used != 1))
            goto wrong; /* nothing follows the edge of the text, nor the dead state */
    }
    if (at != rows.count || k->table[0] >> 8)
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
            page[low] = (Character){(uint8_t)names.items[range], NO_VALUE};
        }
        for (Py_ssize_t i = 0; i < values.count; i += 3)
            for (uint32_t step = 0; step < values.items[i + 2] && step < 10; step++)
                if ((values.items[i] + step) >> 8 == number && values.items[i + 1] + step < 10) {
                    page[(values.items[i] + step) & 255].value = (uint8_t)(values.items[i + 1] + step);
                    is_plain = 0;
                }
        size_t same = made;
        if (is_plain && was_plain && k->pages[(size_t)k->page_of[number - 1] * PAGE].name == name)
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
    Character *fewer = realloc(k->pages, made * sizeof page);
    k->pages = fewer ? fewer : k->pages;
    return 0;
}

static void note_anchors(Kernel *k)
{
    int first = -1, last = -1;
    memcpy(k->latin, k->pages + (size_t)k->page_of[0] * PAGE, sizeof k->latin);
    k->next_anchor = 0x110000;
    for (size_t number = 0; number < PAGES; number++) {
        const Character *page = k->pages + (size_t)k->page_of[number] * PAGE;
        for (int low = 0; low < PAGE; low++) {
            if (!(k->flags[page[low].name] & ANCHOR))
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
