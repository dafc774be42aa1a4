/* The core: runs the tables of automata over UTF-8 texts, finds tokens, takes numbers from them, and writes and reads
   digit groups. It knows only tables and templates, which Python makes from the grammars and the encoder, and no
   notation. It uses no Python, and any number of threads may use the same tables, writers and readers.

   A byte that is not part of a UTF-8 character is a character by itself, and is copied as it is. */

#ifndef TST_CORE_H
#define TST_CORE_H

#include <stddef.h>
#include <stdint.h>

typedef ptrdiff_t Size;

/* What is returned, below 0, when something fails */
enum { OUT_OF_MEMORY = -1, DAMAGED = -2, TOO_MANY_STATES = -3, CALL_FAILED = -4, TOO_LONG = -5 };

/* The roles of characters in a number, in the order of ROLE_NAMES */
enum {
    NOTHING, INTEGER, FRACTION, EXPONENT, SUPERSCRIPT, TEN, MINUS, PLUS,
    EXPONENT_MINUS, CURRENCY, PERCENT, PER_MILLE, POWER, POWER_SUPERSCRIPT, ROLE_COUNT,
    SEVERAL = ROLE_COUNT, /* the role depends on the kind of the token */
    IMPOSSIBLE = 255 /* no token of this kind can end here or later */
};

extern const char *const ROLE_NAMES[ROLE_COUNT];

enum { ANCHOR = 1, RESET = 2 }; /* the flags of a class of characters */

typedef struct Tables Tables;
typedef struct Writer Writer;
typedef struct Reader Reader;

typedef struct {
    const uint8_t *bytes;
    Size length;
} Text;

/* An array of numbers */
typedef struct {
    const uint32_t *items;
    Size count;
} Numbers;

/* What tables are made of. `class_starts` and `class_names` are the ranges of code points and the class of each;
   `starts` holds the first state for each class of the character before, and `flags` the flags of each class; `values`
   holds a code point, the value of that digit, and the count of digits from there on.

   Tables with all their rows have `states` rows. Each is the index of its kinds in `accepts`, the index of its pattern
   in `patterns`, and for each entry of the pattern the difference from the state in the last row with that pattern.
   Without rows, the tables are lazy: they ask for each transition when a text first needs it. */
typedef struct {
    Numbers class_starts, class_names, starts, values, rows;
    Text flags, accepts, patterns;
    uint32_t kinds, states;
    const uint8_t *roles[256]; /* for each kind with roles, the role in each state, or anything if the tables are lazy */
} TableParts;

/* Where lazy tables get their transitions. Between `enter` and `leave` no other thread fills the same tables. The other
   functions return 0, or CALL_FAILED. */
typedef struct {
    void (*enter)(void *call, void *owner);
    void (*leave)(void *call, void *owner);
    int (*step)(void *call, void *owner, uint32_t state, uint32_t name, uint32_t *next, uint32_t *kind);
    int (*roles_of)(void *call, void *owner, uint32_t state, uint8_t *roles, uint32_t count);
    void *call;
} Source;

int make_tables(const TableParts *parts, void *owner, Tables **made);
void free_tables(Tables *k);
uint32_t kinds_of(const Tables *k);
int has_roles(const Tables *k, unsigned kind);

/* The pieces of templates are triples: how many digits come before a literal, its length and its place in `literals`.
   `integers` and `fractions` hold how many pieces each template has, from 0 digits on. All counts are of bytes. */
typedef struct {
    Numbers integers, fractions, pieces;
    Text literals, opening, closing;
    uint32_t group_size;
    int fills_first, keeps_zeros;
} WriterParts;

int make_writer(const WriterParts *parts, Writer **made);
void free_writer(Writer *w);

/* A form is the length of one side of a number, its digits, how many of the runs are its own, and the length of its
   tail; a run of digits is its start and its width. The first `integers` forms are of integers. `letters` are the
   characters beyond ASCII that a number's text has besides its signs. All counts are of bytes. */
typedef struct {
    Numbers forms, runs;
    Text tails, letters;
    uint32_t integers;
    int keeps_zeros;
} ReaderParts;

int make_reader(const ReaderParts *parts, Reader **made);
void free_reader(Reader *r);

/* A span of the text that is replaced, and the length of its replacement */
typedef struct {
    Size start, end, length;
} Edit;

/* The replacements in a text: the bytes of all of them, and where each belongs */
typedef struct {
    uint8_t *bytes;
    Size room, used;
    Edit *edits;
    Size edit_room, edit_count;
} Output;

/* The notes on a token: the digits, with `around` free bytes on both sides, and the cells of the table. */
typedef struct {
    uint32_t *cells;
    uint8_t *digits;
    Size room, around;
    uint8_t *data; /* the buffer that holds the digits */
    Source source;
} Path;

void free_path(Path *path);

/* Makes sure that digits in a path have this many free bytes on both sides. */
void widen_path(Path *path, Size around);

/* The counts of a token's digits, valid if its roles do not depend on its kind */
typedef struct {
    Size count, whole;
    uint32_t seen; /* the roles that occur, one bit each */
    uint8_t all; /* the bitwise or of all bytes */
} Tally;

/* A token, or its failure if its end is below 0 */
typedef struct {
    Size start, end, anchor;
    unsigned kind;
    Tally tally; /* if parts were noted */
    int has_cells; /* whether the cells were noted */
    int is_other; /* whether the other tables found the token */
} Cursor;

enum { NOTHING_NOTED, PARTS_NOTED, CELLS_NOTED };

/* Other tables that read the same text. Their tokens of the given kinds win if they are longer, or as long as a token
   of the first tables that is not of the kinds that `keeps` lists. */
typedef struct {
    const Tables *tables;
    const uint8_t *kinds, *keeps;
} Other;

#define MOST_EXPONENT ((int64_t)1000000000000000)

enum { FINE, MIXED_SCRIPTS, EXPONENT_RANGE };

/* A number without its digits */
typedef struct {
    Size count, whole; /* all digits, and those before the point */
    int64_t exponent;
    uint32_t sign, prefix, suffix; /* code points, or 0 */
} Number;

/* Finds the next token that holds an anchor, of these tables or of the other ones, if there are any. A cursor starts
   with the anchor -1. Returns 1 if there is a token, 0 if not. */
int next_token_of(const Tables *k, const Other *other, Text text, Cursor *cursor, Path *path, int noted);

/* Reads the whole text as one token. Returns 1 if it is one, 0 if not. */
int whole_token(const Tables *k, Text text, Cursor *token, Path *path, int noted);

/* Takes the parts of a number from a token, and copies its digits to path->digits. Returns FINE or its fault. */
int parts_of_token(const Tables *k, Text text, const Cursor *token, Path *path, Number *number);

/* Writes a text that is one number. Returns 1 if it was written, 0 if it is not a number that the writer can write. */
int encode_number(const Tables *k, const Writer *w, Text text, const Source *source, Output *output);

/* Reads a text that is one number of the given kinds, and notes its digits. Returns 1 if it is one, 0 if not. */
int decode_number(const Tables *k, const Reader *r, const uint8_t *kinds, Text text, Path *path, Number *number,
                  const uint8_t **digits);

/* Replaces the numbers of the given kinds in a text by what the writer writes. With the writer `plain`, leaves those
   alone that it would change. */
int annotate_text(const Tables *k, const Writer *w, const Writer *plain, const uint8_t *kinds, Text text, Path *path,
                  Output *output);

/* The places in the result where the other tables must find their tokens, in order */
typedef struct {
    Size start, end;
} Place;

typedef struct {
    Place *places;
    Size count, room;
} Places;

/* What decides whether a number can be written beside another token: how near that is, in characters, and the Latin
   characters with which such a token can end. A wide character may always be one. */
typedef struct {
    const uint8_t *enders;
    Size reach;
} Neighbours;

enum { ALONE, CROWDED, DOUBTFUL };

/* Like annotate_text, but leaves the tokens of the other tables alone. Lists where they must find tokens in the result.
   Sets `state` to the worst nearness of a written number. */
int annotate_text_beside(const Tables *k, const Other *other, const Neighbours *around, const Writer *w,
                         const Writer *plain, Text text, Path *path, Output *output, Places *due, int *state);

/* Returns whether the other tables find exactly the tokens that are due: 1 if they do, 0 if not. */
int confirm_places(const Tables *k, const Other *other, Text text, Path *path, const Places *due);

/* Returns whether a text and its restored form, in which the writer's numbers have plain digits, have the same numbers
   in the same places: 1 if they do, 0 if not. */
int texts_agree(const Tables *k, const Writer *w, const uint8_t *kinds, Text text, Text restored,
                const Source *source);

/* Replaces the numbers that the other tables find in a text by plain digits. */
int restore_text(const Tables *k, const Other *other, const Reader *r, Text text, Path *path, Output *output);

/* Texts one after the other in the same bytes: row i is from offset i to offset i + 1, of 32 or 64 bits each. */
typedef struct {
    const uint8_t *bytes;
    const void *offsets;
    int is_wide;
    Size count;
} Rows;

/* Returns DAMAGED if the offsets of rows are not in order, or beyond the bytes. All other functions rely on that. */
int check_rows(Rows rows, Size length);

/* Returns how many bytes all rows have, and sets the place of the first one. */
Size bytes_of_rows(Rows rows, Size *first);

/* Rewrites one row, with edits by places in the row. Returns 1, or 0 if the row needs more than that. */
typedef int (*RowChange)(void *how, Text row, Path *path, Output *output);

/* Rewrites a row that needs more, by whatever edits, or returns CALL_FAILED. */
typedef int (*RowCall)(void *call, Size number, Text row, Output *output);

/* Rewrites the rows that hold an anchor. The edits have their places in the bytes of all rows. */
int change_rows(const Tables *k, Rows rows, RowChange change, void *how, RowCall rest, void *call, Path *path,
                Output *output);

/* Replaces a whole row. */
int replace_row(Text row, Text new, Output *output);

/* A text of a list, and after its change: whether that was enough, and how many edits and bytes of the output are of it
   and of the texts before it. The edits have their places in the text. */
typedef struct {
    Text text;
    int is_done;
    Size edit_count, used;
} ListedText;

/* Rewrites the texts that hold an anchor. Those that need more than that have no edits. */
int change_texts(const Tables *k, ListedText *texts, Size count, RowChange change, void *how, Path *path,
                 Output *output);

/* How rows are annotated: as annotate_text_beside does if there are other tables, and as annotate_text does if not. The
   result must be what the tables of `checker` confirm. */
typedef struct {
    const Tables *tables, *checker;
    const Other *other;
    const Neighbours *around;
    const Writer *writer, *plain;
    const uint8_t *kinds;
    Places due;
    uint8_t *result; /* a buffer for the result of a row */
    Size room;
} Annotation;

int annotate_row(void *how, Text row, Path *path, Output *output);
void free_annotation(Annotation *how);

typedef struct {
    const Tables *tables;
    const Other *other;
    const Reader *reader;
} Restoration;

int restore_row(void *how, Text row, Path *path, Output *output);

/* A whole number of 128 bits, in two's complement */
typedef struct {
    uint64_t low, high;
} Wide;

#define DECIMAL_PLACES 15
#define DECIMAL_DIGITS 38

/* The kinds of numbers in rows: the last one is of the other tables */
enum { PLAIN_NUMBER, RATIO, AMOUNT, OTHER_NUMBER };

/* A number in a row. Its place counts the characters of the row. */
typedef struct {
    int64_t row, start, end;
    Wide value; /* in units of the last of DECIMAL_PLACES, or 0 if it does not fit into DECIMAL_DIGITS */
    uint8_t kind, fits;
} RowNumber;

/* The numbers in rows, and as text, one in each line, the values of those that do not fit */
typedef struct {
    RowNumber *items;
    Size count, room;
    Output texts;
} RowNumbers;

/* How the numbers of rows are found: those of the given kinds, and those of the other tables, if there are any */
typedef struct {
    const Tables *tables;
    const uint8_t *kinds;
    const Other *other;
    const Reader *reader; /* reads the numbers of the other tables */
    int64_t first; /* the number of the first row */
} Finding;

/* Finds the numbers in rows of valid UTF-8. A row that may hold mathematics is first replaced by what `unmasked` makes
   of it, which must keep the places of its characters. */
int find_in_rows(const Finding *how, Rows rows, RowCall unmasked, void *call, Path *path, RowNumbers *found);
void free_row_numbers(RowNumbers *found);

/* Writes the offsets of rows after their edits, which start at 0. Returns TOO_LONG if 32 bits are too few. */
int offsets_after(Rows rows, const Output *output, void *offsets);

/* The length of a text with its edits, and the text itself, copied into a buffer of exactly that size */
Size edited_length(const Output *output, Size length);
void apply_edits(const Output *output, Text text, uint8_t *out, Size room);

/* The count of characters in valid UTF-8 */
Size count_characters(const uint8_t *s, Size length);

#endif
