/* A libFuzzer target for the kernel's core alone: tables of a grammar, written by `scripts/fuzz_core.py`, and any bytes.

   The first bytes of an input choose what is called; the rest is the text. Each result is checked: tokens are in order,
   lazy tables find what whole tables find, and a text without edits has the length that was promised. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/core.h"

static Tables *whole, *lazy;
static Writer *writer;
static Reader *reader;
static uint32_t *file, width;
static uint32_t *moves;
static uint8_t *kinds_before;

static void require(int condition, const char *what)
{
    if (!condition) {
        fprintf(stderr, "%s\n", what);
        abort();
    }
}

static void no_lock(void *call, void *owner)
{
    (void)call, (void)owner;
}

/* The transitions of lazy tables are those of the whole ones. */
static int step(void *call, void *owner, uint32_t state, uint32_t name, uint32_t *next, uint32_t *kind)
{
    (void)call, (void)owner;
    *next = moves[state * width + name];
    *kind = kinds_before[state * width + name];
    return 0;
}

static const uint8_t *role_rows[256];
static uint32_t state_count;

static int roles_of(void *call, void *owner, uint32_t state, uint8_t *roles, uint32_t count)
{
    (void)call, (void)owner;
    uint32_t made = 0;
    for (int kind = 0; kind < 256; kind++)
        if (role_rows[kind])
            roles[made++] = role_rows[kind][state];
    return made == count ? 0 : CALL_FAILED;
}

static const Source source = {no_lock, no_lock, step, roles_of, NULL};

/* Takes the next part of the file: its length in bytes, and its bytes, padded to four. */
static Text next_part(const uint32_t **at)
{
    const Text part = {(const uint8_t *)(*at + 1), (Size)**at};
    *at += 1 + (part.length + 3) / 4;
    return part;
}

static Numbers numbers_in(Text part)
{
    return (Numbers){(const uint32_t *)(const void *)part.bytes, part.length / 4};
}

static void read_tables(const uint32_t *at)
{
    TableParts parts = {0};
    const Numbers counts = numbers_in(next_part(&at));
    parts.kinds = counts.items[0];
    parts.states = state_count = counts.items[1];
    parts.class_starts = numbers_in(next_part(&at));
    parts.class_names = numbers_in(next_part(&at));
    parts.starts = numbers_in(next_part(&at));
    parts.values = numbers_in(next_part(&at));
    parts.rows = numbers_in(next_part(&at));
    parts.flags = next_part(&at);
    parts.accepts = next_part(&at);
    parts.patterns = next_part(&at);
    width = (uint32_t)parts.starts.count;
    for (uint32_t i = 2; i < counts.count; i++)
        parts.roles[counts.items[i]] = role_rows[counts.items[i]] = next_part(&at).bytes;
    moves = (uint32_t *)(uintptr_t)next_part(&at).bytes;
    kinds_before = (uint8_t *)(uintptr_t)next_part(&at).bytes;
    require(!make_tables(&parts, NULL, &whole), "the tables are refused");
    parts.rows = (Numbers){0};
    require(!make_tables(&parts, NULL, &lazy), "the lazy tables are refused");
    WriterParts w = {.group_size = 3};
    w.integers = numbers_in(next_part(&at));
    w.fractions = numbers_in(next_part(&at));
    w.pieces = numbers_in(next_part(&at));
    w.literals = w.opening = w.closing = next_part(&at);
    w.opening.length = w.closing.length = 0;
    require(!make_writer(&w, &writer), "the writer is refused");
    ReaderParts r = {0};
    r.forms = numbers_in(next_part(&at));
    r.runs = numbers_in(next_part(&at));
    r.integers = *numbers_in(next_part(&at)).items;
    r.tails = r.letters = next_part(&at);
    r.letters.length = 0;
    require(!make_reader(&r, &reader), "the reader is refused");
}

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    const char *name = getenv("TABLES");
    FILE *from = name ? fopen(name, "rb") : NULL;
    require(from != NULL, "TABLES names no file");
    fseek(from, 0, SEEK_END);
    const long size = ftell(from);
    rewind(from);
    file = malloc((size_t)size);
    require(file && fread(file, 1, (size_t)size, from) == (size_t)size, "TABLES cannot be read");
    fclose(from);
    read_tables(file);
    return 0;
}

/* Checks that both kinds of tables find the same tokens, in order. */
static void find(Text text, int noted)
{
    Path path = {.around = 32, .source = source}, other_path = path;
    Cursor token = {.anchor = -1}, other = {.anchor = -1};
    Size last = 0;
    int found;
    while ((found = next_token_of(whole, NULL, text, &token, &path, noted)) > 0) {
        require(next_token_of(lazy, NULL, text, &other, &other_path, noted) == 1, "lazy tables find no token");
        require(token.start == other.start && token.end == other.end && token.kind == other.kind, "tokens differ");
        require(last <= token.start && token.start < token.end && token.end <= text.length, "tokens are not in order");
        last = token.end;
        Number number, again;
        if (noted && has_roles(whole, token.kind)) {
            const int fault = parts_of_token(whole, text, &token, &path, &number);
            require(fault >= 0 && fault == parts_of_token(lazy, text, &other, &other_path, &again), "parts differ");
            require(number.count == again.count && number.whole <= number.count && number.sign == again.sign,
                    "numbers differ");
            require(!memcmp(path.digits, other_path.digits, (size_t)number.count), "digits differ");
        }
    }
    require(!found && !next_token_of(lazy, NULL, text, &other, &other_path, noted), "lazy tables find a token");
    free_path(&path);
    free_path(&other_path);
}

/* Applies the edits, and checks the length of the result. */
static void apply(Text text, Output *output, int failed)
{
    require(failed == 0 || failed == DAMAGED, "rewriting fails");
    const Size length = edited_length(output, text.length);
    uint8_t *result = malloc((size_t)length + 1);
    require(length >= 0 && result, "the length is wrong");
    if (!failed)
        apply_edits(output, text, result, length);
    free(result);
    free(output->bytes);
    free(output->edits);
}

static int keep_row(void *call, Size number, Text row, Output *output)
{
    (void)call, (void)number;
    return replace_row(row, row, output) ? OUT_OF_MEMORY : 1;
}

/* Checks that rows have their numbers, in order, by whole and by lazy tables. The line ends of a text end its rows. */
static void find_rows(Text text, const Other *other)
{
    int64_t *offsets = malloc(((size_t)text.length + 2) * sizeof *offsets);
    require(offsets != NULL, "out of memory");
    Rows rows = {text.bytes, offsets, 1, 0};
    offsets[0] = 0;
    for (Size at = 0; at < text.length; at++)
        if (text.bytes[at] == '\n')
            offsets[++rows.count] = at + 1;
    offsets[++rows.count] = text.length;
    require(!check_rows(rows, text.length), "the rows are refused");
    RowNumbers found[2] = {{0}, {0}};
    for (int i = 0; i < 2; i++) {
        const Finding how = {i ? lazy : whole, other->kinds, other, reader, 0};
        Path path = {.source = source};
        const int failed = find_in_rows(&how, rows, keep_row, NULL, &path, &found[i]);
        require(!failed || failed == DAMAGED, "finding fails");
        free_path(&path);
    }
    require(found[0].count == found[1].count, "lazy tables find other numbers in rows");
    const RowNumber *last = NULL;
    for (Size i = 0; i < found[0].count; last = found[0].items + i++) {
        const RowNumber *const one = found[0].items + i, *const two = found[1].items + i;
        require(one->row == two->row && one->start == two->start && one->end == two->end, "places differ");
        require(one->value.low == two->value.low && one->value.high == two->value.high, "values differ");
        require(one->start < one->end && (!last || last->row < one->row || last->end <= one->start), "out of order");
    }
    free_row_numbers(&found[0]);
    free_row_numbers(&found[1]);
    free(offsets);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size)
        return 0;
    static uint8_t kinds[256], enders[256];
    memset(kinds, 1, sizeof kinds);
    const Size length = (Size)size - 1;
    uint8_t *copy = malloc((size_t)length + 1); /* so that reading past its end is seen */
    require(copy != NULL, "out of memory");
    uint8_t *exact = realloc(copy, length ? (size_t)length : 1);
    memcpy(exact, data + 1, (size_t)length);
    const Text text = {exact, length};
    const Tables *const k = data[0] & 1 ? whole : lazy;
    const Other other = {whole, kinds, kinds};
    const Neighbours around = {enders, 8};
    Output output = {0};
    Path path = {.source = source};
    Places due = {0};
    int state = ALONE;
    Number number;
    const uint8_t *digits;
    switch (data[0] >> 1 & 15) {
    case 0:
        find(text, NOTHING_NOTED);
        break;
    case 1:
        find(text, PARTS_NOTED);
        break;
    case 2:
        apply(text, &output, annotate_text(k, writer, data[0] & 32 ? writer : NULL, kinds, text, &path, &output));
        break;
    case 3:
        apply(text, &output, annotate_text_beside(k, &other, &around, writer, NULL, text, &path, &output, &due, &state));
        break;
    case 4:
        apply(text, &output, restore_text(k, &other, reader, text, &path, &output));
        break;
    case 5:
        require(texts_agree(k, writer, kinds, text, text, &source) >= 0, "comparing fails");
        break;
    case 6:
        (void)decode_number(k, reader, kinds, text, &path, &number, &digits);
        break;
    case 7:
        require(encode_number(k, writer, text, &source, &output) >= 0, "encoding fails");
        free(output.bytes);
        break;
    case 8:
        find_rows(text, &other);
        break;
    }
    free(due.places);
    free_path(&path);
    free(exact);
    return 0;
}
