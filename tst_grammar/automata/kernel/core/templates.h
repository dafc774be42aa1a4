/* Templates of digit groups: the places of the digits in the text, for each number of digits. */

#ifndef TST_TEMPLATES_H
#define TST_TEMPLATES_H

#include "core.h"

#define SHORT 8 /* shorter literals are copied as this many bytes */

typedef struct {
    uint32_t width; /* the number of digits before the literal */
    uint32_t length; /* the length of the literal */
    uint32_t literal; /* the offset of the literal in the pool */
} Piece;

typedef struct {
    uint32_t first, count; /* its pieces */
} Template;

/* Writes numbers by templates, chosen by the number of digits on each side of the point. */
struct Writer {
    uint32_t integer_digits, fraction_digits, group_size;
    int fills_first; /* whether zeros fill the first group */
    int keeps_zeros; /* whether a fraction keeps its last zeros */
    Template *integers, *fractions; /* by the number of digits; fractions[0] follows an integer alone */
    Piece *pieces;
    Piece opening, closing; /* the text around each number */
    Size longest; /* the most bytes of a number without its sign and affixes */
    Size room; /* the free bytes that the digits need on both sides */
    uint8_t *pool; /* the literals */
};

typedef struct {
    uint32_t length; /* the bytes on this side of the point */
    uint32_t digits;
    uint32_t first, count; /* its runs */
    uint32_t tail, tail_length; /* its last literal, if only that tells it from others of the same length */
    int32_t other; /* the next form of the same length, or -1 */
} Form;

typedef struct {
    uint32_t start, width;
} Run;

/* Reads well-formed numbers: the places of the digits follow from the length of each side. */
struct Reader {
    int keeps_zeros;
    Form *forms;
    int32_t *integers, *fractions; /* the first form of each length, or -1 */
    uint32_t longest_integer, longest_fraction;
    Run *runs;
    uint8_t *tails, *letters;
    Size letters_length;
    Size most_digits;
};

/* Reads a well-formed number into its digits and affixes. Returns DAMAGED if no form fits. */
int read_number(const Reader *r, const uint8_t *s, Size length, uint8_t *digits, Number *number);

#endif
