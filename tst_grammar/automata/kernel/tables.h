/* The tables of an automaton in memory, as a kernel holds them. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PAGE 256
#define PAGES 0x1100
#define NO_VALUE 255

enum { ANCHOR = 1, RESET = 2 };

/* The roles of characters in a number, in the order of ROLE_NAMES */
enum {
    NOTHING, INTEGER, FRACTION, EXPONENT, SUPERSCRIPT, TEN, MINUS, PLUS,
    EXPONENT_MINUS, CURRENCY, PERCENT, PER_MILLE, POWER, POWER_SUPERSCRIPT, ROLE_COUNT,
    SEVERAL = ROLE_COUNT /* the role depends on the kind of the token */
};

static const char *const ROLE_NAMES[ROLE_COUNT] = {
    "", "integer", "fraction", "exponent", "superscript", "ten", "minus", "plus",
    "exponent minus", "currency", "percent", "per mille", "power", "power superscript",
};

typedef struct {
    uint16_t cell; /* the offset of its class's cell in a row, in bytes */
    uint8_t value; /* the value of a digit, or NO_VALUE */
    uint8_t flags;
} Character;

/* A span of the text that is replaced, and the length of its replacement */
typedef struct {
    Py_ssize_t start, end, length;
} Edit;

/* The replacements in a text. All edits are collected before a string of the right size is made. */
typedef struct {
    void *data; /* the characters of all edits */
    Py_ssize_t bytes, used; /* the capacity in bytes, and the characters used */
    Edit *edits;
    Py_ssize_t room, count;
} Output;

/* A row takes an odd number of cache lines, so that rows are spread over the whole cache. It has these cells:
   - the number of the state << 8 | the usual role of the last character;
   - the index of the state's jumps << 8 | the usual role of the characters jumped over | MAY_END, or 0;
   - for each class, the offset of the next row << 8 | the kind of the token that may end before that class.
   The offset of a row is a multiple of LINE. Its free low bits hold the usual role of the next row and whether it has
   jumps, so that its first cache line is not fetched just for these. */
#define LINE 64
#define HEAD 8
#define JUMPS 4 /* the offset of the second cell */
#define ROLE_MASK 15
#define MAY_END 16
#define HAS_JUMPS 16
#define ROW_OF(cell) ((cell) >> 8 & ~(uint32_t)(LINE - 1))
#define NOTE_OF(cell) ((cell) >> 8 & (LINE - 1))

/* How many anchors are read at once where all anchors lead to the same row */
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
    uint32_t stride; /* the distance from row to row, in bytes */
    uint16_t cells[256]; /* the offset of each class's cell in a row */
    char *table;
    void *allocated; /* the memory block that holds the table */
    uint32_t *starts; /* the first row for each class of the character before, in the order of cells */
    uint8_t *roles; /* the role of the last character, by kind and state */
    uint16_t page_of[PAGES];
    uint8_t has_anchor[PAGES];
    Character *pages;
    size_t page_count;
    Character latin[PAGE];
    uint8_t first_anchor, anchor_span; /* the range of the anchors below 256 */
    uint64_t from_first, past_last; /* addends that set the top bit of a byte from that range on, and after it */
    uint32_t *jumps; /* for each state with jumps, the rows after 0 to LEAP anchors */
    Py_UCS4 next_anchor; /* the first anchor from 256 on */
    PyObject *kinds; /* the names of the kinds */
    uint8_t has_roles[256];
    Output kept; /* buffers for the next text */
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

/* An array of numbers, given as bytes */
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
