/* Builds tables: expands and checks their parts. */

#include "tables.h"
#include "utf8.h"

const char *const ROLE_NAMES[ROLE_COUNT] = {
    "", "integer", "fraction", "exponent", "superscript", "ten", "minus", "plus",
    "exponent minus", "currency", "percent", "per mille", "power", "power superscript",
};

/* Allocates the rows. For lazy tables, this reserves memory for as many as cells can refer to. */
static int allocate_rows(Tables *k)
{
    uint32_t lines = (HEAD + 4 * k->width + LINE - 1) / LINE;
    lines += lines % 2 == 0;
    k->stride = lines * LINE;
    if (k->is_lazy)
        k->states = (uint32_t)(MOST_BYTES / k->stride);
    if ((uint64_t)k->states * k->stride > MOST_BYTES)
        return TOO_MANY_STATES;
    k->allocated = calloc((size_t)k->states * k->stride + LINE, 1);
    if (!k->allocated)
        return OUT_OF_MEMORY;
    k->table = (char *)k->allocated + (LINE - (uintptr_t)k->allocated % LINE) % LINE;
    return 0;
}

/* Gives each class its cell in a row: anchors first, then the most common characters. */
static void place_cells(Tables *k, const uint8_t *flags)
{
    static const char common[] = " .,\n\t-e/:;'\"()$%";
    uint16_t made = 0;
    for (uint32_t name = 0; name + 1 < k->width; name++)
        if (flags[name] & ANCHOR)
            k->cells[name] = (uint16_t)(HEAD + 4 * made++);
    for (const char *c = common; *c; c++) {
        const uint16_t name = page_entry(k, (uint8_t)*c)->cell;
        if (!k->cells[name])
            k->cells[name] = (uint16_t)(HEAD + 4 * made++);
    }
    for (uint32_t name = 0; name < k->width; name++)
        if (!k->cells[name])
            k->cells[name] = (uint16_t)(HEAD + 4 * made++);
    for (uint32_t name = 0; name < k->width; name++)
        k->names[(k->cells[name] - HEAD) / 4] = (uint8_t)name;
    for (size_t i = 0; i < k->page_count * PAGE; i++) {
        const uint16_t name = k->pages[i].cell;
        k->pages[i].cell = k->cells[name];
        k->pages[i].flags = flags[name];
    }
    for (uint32_t c = 0; c < 256; c++)
        k->bytes[c] = c < 128 ? *page_entry(k, c) : (Character){WIDE, NO_VALUE, 0};
}

/* Expands one row at `at`, and returns the place after it, or DAMAGED. `last` holds the states of each pattern. */
static Size expand_row(Tables *k, const TableParts *parts, uint32_t state, Size at, uint32_t *last)
{
    const size_t width = k->width;
    const Numbers rows = parts->rows;
    if (rows.count - at < 2 || rows.items[at] >= (size_t)parts->accepts.length / width ||
        rows.items[at + 1] >= (size_t)parts->patterns.length / width)
        return DAMAGED;
    const uint8_t *kind = parts->accepts.bytes + rows.items[at] * width;
    const uint8_t *places = parts->patterns.bytes + rows.items[at + 1] * width;
    uint32_t *states = last + rows.items[at + 1] * width;
    size_t used = 0;
    at += 2;
    for (size_t name = 0; name < width; name++)
        if (places[name] >= used)
            used = places[name] + 1u;
    if (used > width || (size_t)(rows.count - at) < used)
        return DAMAGED;
    for (size_t place = 0; place < used; place++) {
        states[place] += rows.items[at++];
        if (states[place] >= k->states)
            return DAMAGED;
    }
    for (size_t name = 0; name < width; name++) {
        if (kind[name] > k->kinds)
            return DAMAGED;
        const uint32_t next = states[places[name]] * k->stride;
        set_cell(k, state * k->stride, k->cells[name], CELL_OF(next, next ? 0 : NO_MORE, kind[name]));
    }
    if (states[places[width - 1]] || (state == 0 && (used != 1 || states[0])))
        return DAMAGED; /* the edge of the text and the dead state must lead nowhere */
    set_cell(k, state * k->stride, 0, state << 8);
    return at;
}

static int expand_rows(Tables *k, const TableParts *parts)
{
    uint32_t *last = calloc((size_t)parts->patterns.length + 1, sizeof *last);
    if (!last)
        return OUT_OF_MEMORY;
    Size at = 0;
    for (uint32_t state = 0; state < k->states && at >= 0; state++)
        at = expand_row(k, parts, state, at, last);
    free(last);
    return at == parts->rows.count ? 0 : DAMAGED;
}

/* Fills a page with the classes and the values of its characters. Returns whether all are of one class without values.
   `range` is the range of the page's first character, and becomes that of its last one. */
static int fill_page(const TableParts *parts, size_t number, size_t *range, Character page[PAGE])
{
    const Numbers starts = parts->class_starts, values = parts->values;
    const uint32_t first = (uint32_t)(number * PAGE);
    int is_plain = 1;
    while (*range + 1 < (size_t)starts.count && starts.items[*range + 1] <= first)
        ++*range;
    for (size_t low = 0; low < PAGE; low++) {
        if (*range + 1 < (size_t)starts.count && starts.items[*range + 1] == first + low) {
            ++*range;
            is_plain = 0;
        }
        page[low] = (Character){(uint16_t)parts->class_names.items[*range], NO_VALUE, 0};
    }
    for (Size i = 0; i < values.count; i += 3)
        for (uint32_t step = 0; step < values.items[i + 2] && step < 10; step++)
            if ((values.items[i] + step) >> 8 == number && values.items[i + 1] + step < 10) {
                page[(values.items[i] + step) & 255].value = (uint8_t)(values.items[i + 1] + step);
                is_plain = 0;
            }
    return is_plain;
}

/* Stores the class and the digit value of every code point, in pages; equal pages are stored once. */
static int expand_pages(Tables *k, const TableParts *parts)
{
    const Numbers starts = parts->class_starts, names = parts->class_names;
    Character page[PAGE];
    size_t made = 0, range = 0;
    k->pages = malloc(PAGES * sizeof page);
    if (!k->pages)
        return OUT_OF_MEMORY;
    if (!starts.count || starts.count != names.count || starts.items[0] != 0 || parts->values.count % 3)
        return DAMAGED;
    for (Size i = 0; i < names.count; i++)
        if (names.items[i] >= k->width - 1 || (i && starts.items[i] <= starts.items[i - 1]))
            return DAMAGED;
    int was_plain = 0;
    for (size_t number = 0; number < PAGES; number++) {
        const int is_plain = fill_page(parts, number, &range, page);
        size_t same = made;
        if (is_plain && was_plain && k->pages[(size_t)k->page_of[number - 1] * PAGE].cell == page[0].cell)
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
    return 0;
}

static int expand_starts(Tables *k, Numbers starts)
{
    k->starts = calloc((size_t)k->width + 1, sizeof *k->starts);
    if (!k->starts)
        return OUT_OF_MEMORY;
    for (Size i = 0; i < starts.count; i++) {
        if (starts.items[i] >= k->states)
            return k->is_lazy ? TOO_MANY_STATES : DAMAGED;
        k->starts[(k->cells[i] - HEAD) / 4] = starts.items[i] * k->stride;
    }
    return 0;
}

/* Takes the roles: for each kind with roles, a role for each state. */
static int expand_roles(Tables *k, const TableParts *parts)
{
    for (uint32_t kind = 1; kind <= k->kinds; kind++)
        if (parts->roles[kind])
            k->role_of_kind[kind] = (uint8_t)++k->role_count;
    k->roles = calloc((size_t)k->role_count * k->states + 1, 1);
    if (!k->roles)
        return OUT_OF_MEMORY;
    for (uint32_t kind = 1; kind <= k->kinds && !k->is_lazy; kind++)
        for (uint32_t state = 0; parts->roles[kind] && state < k->states; state++) {
            if (parts->roles[kind][state] >= ROLE_COUNT)
                return DAMAGED;
            k->roles[(size_t)state * k->role_count + k->role_of_kind[kind] - 1] = parts->roles[kind][state];
        }
    return 0;
}

static int expand(Tables *k, const TableParts *parts)
{
    int failed = allocate_rows(k);
    if (failed || (failed = expand_pages(k, parts)))
        return failed;
    place_cells(k, parts->flags.bytes);
    note_anchors(k);
    if ((failed = expand_starts(k, parts->starts)) || (failed = expand_roles(k, parts)) || k->is_lazy)
        return failed;
    if ((failed = expand_rows(k, parts)) || (failed = note_usual_roles(k)) || (failed = note_jumps(k)))
        return failed;
    fold_notes(k);
    return 0;
}

int make_tables(const TableParts *parts, void *owner, Tables **made)
{
    const int is_lazy = !parts->rows.items;
    *made = NULL;
    if (parts->starts.count < 2 || parts->starts.count > 256 || parts->kinds > 254 ||
        parts->flags.length != parts->starts.count ||
        (!is_lazy && (!parts->states || parts->states > (size_t)parts->rows.count / 3)))
        return DAMAGED;
    Tables *k = calloc(1, sizeof *k);
    if (!k)
        return OUT_OF_MEMORY;
    k->owner = owner;
    k->is_lazy = is_lazy;
    k->states = parts->states;
    k->width = (uint32_t)parts->starts.count;
    k->kinds = parts->kinds;
    const int failed = expand(k, parts);
    if (failed)
        free_tables(k);
    else
        *made = k;
    return failed;
}

int set_words(Tables *k, unsigned from, unsigned to, Text words)
{
    if (from < 1 || from > k->kinds || to < 1 || to > k->kinds || k->words)
        return DAMAGED;
    k->words = malloc((size_t)words.length + 1);
    k->word_starts = calloc((size_t)words.length + 1, sizeof *k->word_starts);
    if (!k->words || !k->word_starts)
        return OUT_OF_MEMORY;
    memcpy(k->words, words.bytes, (size_t)words.length);
    for (Size at = 0; at < words.length; at += 1 + words.bytes[at]) {
        if (words.bytes[at] >= words.length - at)
            return DAMAGED;
        k->longest_word = words.bytes[at] > k->longest_word ? words.bytes[at] : k->longest_word;
        k->word_starts[k->word_count++] = (uint32_t)at;
    }
    k->from = from;
    k->to = to;
    return 0;
}

void free_tables(Tables *k)
{
    if (!k)
        return;
    free(k->allocated);
    free(k->starts);
    free(k->roles);
    free(k->jumps);
    free(k->pages);
    free(k->words);
    free(k->word_starts);
    free(k);
}

uint32_t kinds_of(const Tables *k)
{
    return k->kinds;
}

int has_roles(const Tables *k, unsigned kind)
{
    return k->role_of_kind[kind] != 0;
}
