/* The tables of an automaton in memory. */

#ifndef TST_TABLES_H
#define TST_TABLES_H

#include <stdlib.h>
#include <string.h>

#include "core.h"

#define PAGE 256
#define PAGES 0x1100
#define NO_VALUE 255
#define MOST_LEADS 12

typedef struct {
    uint16_t cell; /* the offset of its class's cell in a row, in bytes */
    uint8_t value; /* the value of a digit, or NO_VALUE */
    uint8_t flags;
} Character;

/* A row takes an odd number of cache lines, so that rows are spread over the whole cache. It has these cells:
   - the number of the state << 8 | the usual role of the last character;
   - the index of the state's jumps << 8 | the usual role of the characters jumped over | MAY_END, or 0;
   - 0, which is what a byte that is only a part of a character finds;
   - for each class, the offset of the next row << 7 | the notes on that row << 8 | the kind of the token that may end
     before that class. It is 0 if it is not known yet, and has the note NO_MORE if there is no next row.
   The offset of a row is a multiple of LINE, so its low bits leave room for the notes: the usual role of that row and
   whether it has jumps. So its first cache line is not fetched just for these. */
#define LINE 64
#define JUMPS 4 /* the offset of the second cell */
#define WIDE 8 /* the offset of the third one */
#define HEAD 12
#define ROLE_MASK 15
#define MAY_END 16
#define HAS_JUMPS 16
#define NO_MORE 1
#define NOTE_OF(cell) ((cell) >> 8 & (LINE / 2 - 1))
#define ROW_OF(cell) ((cell) >> 7 & ~(uint32_t)(LINE - 1))
#define CELL_OF(row, notes, kind) ((row) << 7 | (uint32_t)(notes) << 8 | (kind))
#define MOST_BYTES ((uint64_t)1 << 25) /* of all rows */

/* How many anchors are read at once where all anchors lead to the same row */
#if defined(__GNUC__) && defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define LEAP 8
#else
#define LEAP 0
#endif
#define EACH_BYTE UINT64_C(0x0101010101010101)

struct Tables {
    void *owner; /* whom lazy tables ask */
    int is_lazy;
    uint32_t states; /* for lazy tables, the most there can be */
    uint32_t width; /* classes of characters, the last of which is the edge of the text */
    uint32_t kinds;
    uint32_t stride; /* the distance from row to row, in bytes */
    uint16_t cells[256]; /* the offset of each class's cell in a row */
    uint8_t names[256]; /* the class of each cell */
    char *table;
    void *allocated; /* the memory block that holds the table */
    uint32_t *starts; /* the first row for each class of the character before, in the order of cells */
    uint8_t role_of_kind[256]; /* the place of each kind with roles among a state's roles, from 1 on, or 0 */
    uint32_t role_count; /* kinds with roles */
    uint8_t *roles; /* the role of the last character, by state and kind with roles */
    uint16_t page_of[PAGES];
    Character *pages;
    size_t page_count;
    Character bytes[256]; /* the ASCII characters, and the bytes of others */
    uint8_t first_anchor, anchor_span; /* the range of the ASCII anchors */
    uint64_t from_first, past_last; /* addends that set the top bit of a byte from that range on, and after it */
    uint8_t leads[MOST_LEADS][16]; /* the first bytes of the other anchors, each in all places of a block */
    int lead_count;
    uint64_t seconds[256]; /* for each first byte, a bit for each second byte of an anchor, by its low six bits */
    uint32_t *jumps; /* for each state with jumps, the rows after 0 to LEAP anchors */
    unsigned from, to; /* the kind that becomes another one behind a word, or 0, and that other kind */
    uint8_t *words; /* the bytes of all words, each after its length */
    uint32_t *word_starts;
    Size word_count, longest_word;
};

static inline uint32_t cell_at(const Tables *k, uint32_t row, uint32_t cell)
{
    uint32_t found;
    memcpy(&found, k->table + row + cell, sizeof found);
    return found;
}

/* Sets a cell after all that was written before, so that a thread that reads the cell also reads what it leads to. */
static inline void set_cell(Tables *k, uint32_t row, uint32_t cell, uint32_t value)
{
#ifdef __GNUC__
    __atomic_store_n((uint32_t *)(void *)(k->table + row + cell), value, __ATOMIC_RELEASE);
#else
    *(volatile uint32_t *)(void *)(k->table + row + cell) = value;
#endif
}

/* Returns what the tables know of a character. */
static inline const Character *page_entry(const Tables *k, uint32_t c)
{
    return k->pages + (size_t)k->page_of[c >> 8] * PAGE + (c & 255);
}

int note_usual_roles(Tables *k);
int note_jumps(Tables *k);
void fold_notes(Tables *k);
void note_anchors(Tables *k);

/* Fills a cell of lazy tables unless another thread has done it. Returns 0 or what failed. */
int fill_cell(const Tables *k, uint32_t row, uint32_t cell, const Source *source);

#endif
