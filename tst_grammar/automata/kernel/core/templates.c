/* Builds and checks writers and readers. */

#include <stdlib.h>
#include <string.h>

#include "templates.h"
#include "memory.h"

#define MOST_LITERALS (1 << 24) /* bytes in all templates */

/* Returns a copy of bytes with a few free ones after them. */
static void *copy_of(const void *items, Size size)
{
    char *copy = calloc((size_t)size + SHORT, 1);
    if (copy && size)
        memcpy(copy, items, (size_t)size);
    return copy;
}

void free_writer(Writer *w)
{
    if (!w)
        return;
    free(w->integers);
    free(w->fractions);
    free(w->pieces);
    free(w->pool);
    free(w);
}

/* Makes the templates of one side. `counts` holds how many pieces each has, always even, from 0 digits on. */
static int make_templates(const Numbers counts, uint32_t *first, uint32_t *digits, uint32_t pieces, Template **made)
{
    if (!counts.count)
        return DAMAGED;
    *made = malloc((size_t)counts.count * sizeof **made);
    if (!*made)
        return OUT_OF_MEMORY;
    for (Size i = 0; i < counts.count; i++) {
        if (counts.items[i] > pieces - *first || counts.items[i] % 2)
            return DAMAGED;
        (*made)[i] = (Template){*first, counts.items[i]};
        *first += counts.items[i];
    }
    *digits = (uint32_t)counts.count - 1;
    return 0;
}

/* Checks that each template takes the right number of digits: whole groups if groups are filled. */
static int check_templates(const Writer *w, const Template *templates, uint32_t count, uint32_t pool, int fills,
                           Size *longest)
{
    *longest = 0;
    for (uint32_t digits = 0; digits <= count; digits++) {
        const Piece *piece = w->pieces + templates[digits].first;
        uint64_t used = 0, length = 0;
        for (uint32_t i = 0; i < templates[digits].count; i++, piece++) {
            if (piece->literal > pool || piece->length > pool - piece->literal)
                return DAMAGED;
            used += piece->width;
            length += (uint64_t)piece->width + piece->length;
        }
        const uint64_t whole = ((uint64_t)digits + w->group_size - 1) / w->group_size * w->group_size;
        if (used != (fills ? whole : digits) || length > INT32_MAX)
            return DAMAGED;
        if ((Size)length > *longest)
            *longest = (Size)length;
    }
    return 0;
}

static int fill_writer(Writer *w, const WriterParts *parts)
{
    const Size pool = parts->literals.length, opening = parts->opening.length, closing = parts->closing.length;
    const uint32_t piece_count = (uint32_t)(parts->pieces.count / 3);
    uint32_t first = 0;
    Size longest_integer, longest_fraction;
    int failed;
    w->opening = (Piece){0, (uint32_t)opening, (uint32_t)pool};
    w->closing = (Piece){0, (uint32_t)closing, (uint32_t)(pool + opening)};
    w->group_size = parts->group_size;
    w->fills_first = parts->fills_first;
    w->keeps_zeros = parts->keeps_zeros;
    w->pieces = copy_of(parts->pieces.items, parts->pieces.count * (Size)sizeof *parts->pieces.items);
    w->pool = calloc((size_t)(pool + opening + closing) + SHORT, 1);
    if (!w->pieces || !w->pool)
        return OUT_OF_MEMORY;
    memcpy(w->pool, parts->literals.bytes, (size_t)pool);
    memcpy(w->pool + pool, parts->opening.bytes, (size_t)opening);
    memcpy(w->pool + pool + opening, parts->closing.bytes, (size_t)closing);
    if ((failed = make_templates(parts->integers, &first, &w->integer_digits, piece_count, &w->integers)) ||
        (failed = make_templates(parts->fractions, &first, &w->fraction_digits, piece_count, &w->fractions)))
        return failed;
    if (first != piece_count || !w->integer_digits)
        return DAMAGED;
    if ((failed = check_templates(w, w->integers, w->integer_digits, (uint32_t)pool, w->fills_first,
                                  &longest_integer)) ||
        (failed = check_templates(w, w->fractions, w->fraction_digits, (uint32_t)pool, 1, &longest_fraction)))
        return failed;
    w->longest = longest_integer + longest_fraction + opening + closing;
    w->room = ROOM + (Size)w->integer_digits + w->fraction_digits + 2 * (Size)w->group_size;
    return 0;
}

int make_writer(const WriterParts *parts, Writer **made)
{
    *made = NULL;
    if (!parts->group_size || parts->group_size > 1u << 16 || parts->pieces.count % 3 ||
        parts->literals.length > MOST_LITERALS || parts->opening.length > MOST_LITERALS ||
        parts->closing.length > MOST_LITERALS)
        return DAMAGED;
    Writer *w = calloc(1, sizeof *w);
    if (!w)
        return OUT_OF_MEMORY;
    const int failed = fill_writer(w, parts);
    if (failed)
        free_writer(w);
    else
        *made = w;
    return failed;
}

void free_reader(Reader *r)
{
    if (!r)
        return;
    free(r->forms);
    free(r->integers);
    free(r->fractions);
    free(r->runs);
    free(r->tails);
    free(r->letters);
    free(r);
}

/* Lists the forms of one side by their length. */
static int32_t *by_length(Form *forms, int32_t first, int32_t end, uint32_t *longest)
{
    *longest = 0;
    for (int32_t i = first; i < end; i++)
        if (forms[i].length > *longest)
            *longest = forms[i].length;
    int32_t *listed = malloc(((size_t)*longest + 1) * sizeof *listed);
    if (!listed)
        return NULL;
    for (uint32_t length = 0; length <= *longest; length++)
        listed[length] = -1;
    for (int32_t i = end; i-- > first;) {
        forms[i].other = listed[forms[i].length];
        listed[forms[i].length] = i;
    }
    return listed;
}

/* Takes a form and checks its runs. `first_run` and `first_tail` are where its own begin, and become where they end. */
static int take_form(Reader *r, const ReaderParts *parts, Size number, uint32_t *first_run, uint32_t *first_tail)
{
    const uint32_t *item = parts->forms.items + number * 4;
    const Size runs = parts->runs.count / 2;
    Form *const one = r->forms + number;
    *one = (Form){item[0], item[1], *first_run, item[2], *first_tail, item[3], -1};
    if (one->length > 1u << 20 || one->count > runs - *first_run ||
        one->tail_length > parts->tails.length - *first_tail || one->tail_length > one->length)
        return DAMAGED;
    uint64_t digits = 0;
    for (uint32_t i = 0; i < one->count; i++) {
        const Run run = r->runs[*first_run + i];
        if (run.start > one->length || run.width > one->length - run.start)
            return DAMAGED;
        digits += run.width;
    }
    if (digits < one->digits)
        return DAMAGED;
    if ((Size)digits > r->most_digits)
        r->most_digits = (Size)digits;
    *first_run += one->count;
    *first_tail += one->tail_length;
    return 0;
}

static int fill_reader(Reader *r, const ReaderParts *parts)
{
    const Size count = parts->forms.count / 4;
    uint32_t first_run = 0, first_tail = 0;
    int failed = 0;
    r->keeps_zeros = parts->keeps_zeros;
    r->runs = copy_of(parts->runs.items, parts->runs.count * (Size)sizeof *parts->runs.items);
    r->tails = copy_of(parts->tails.bytes, parts->tails.length);
    r->letters = copy_of(parts->letters.bytes, parts->letters.length);
    r->letters_length = parts->letters.length;
    r->forms = calloc((size_t)count + 1, sizeof *r->forms);
    if (!r->runs || !r->tails || !r->letters || !r->forms)
        return OUT_OF_MEMORY;
    for (Size i = 0; i < count && !failed; i++)
        failed = take_form(r, parts, i, &first_run, &first_tail);
    if (failed)
        return failed;
    r->integers = by_length(r->forms, 0, (int32_t)parts->integers, &r->longest_integer);
    r->fractions = by_length(r->forms, (int32_t)parts->integers, (int32_t)count, &r->longest_fraction);
    return r->integers && r->fractions ? 0 : OUT_OF_MEMORY;
}

int make_reader(const ReaderParts *parts, Reader **made)
{
    *made = NULL;
    if (parts->forms.count % 4 || parts->runs.count % 2 || parts->integers > (size_t)parts->forms.count / 4 ||
        parts->forms.count / 4 > INT32_MAX / 2)
        return DAMAGED;
    Reader *r = calloc(1, sizeof *r);
    if (!r)
        return OUT_OF_MEMORY;
    const int failed = fill_reader(r, parts);
    if (failed)
        free_reader(r);
    else
        *made = r;
    return failed;
}
