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
   jumps << 8 and the usual role of the characters jumped over, and whether a token may end there, or 0. Then there is a
   cell for each class: the place of the next row << 8, in bytes, and the kind of the token that may end before that
   class. A place leaves bits free, as it is that of a line: there stand the usual role of the next row, and whether it
   has jumps, so that its first line need not be fetched for them. */
#define LINE 64
#define HEAD 8
#define JUMPS 4 /* the place of the second cell */
#define ROLE_MASK 15
#define MAY_END 16
#define HAS_JUMPS 16
#define ROW_OF(cell) ((cell) >> 8 & ~(uint32_t)(LINE - 1))
#define NOTE_OF(cell) ((cell) >> 8 & (LINE - 1))

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
