/* Templates of digit groups: the positions of the digits in the text, for each number of digits. */

#define ROOM 32 /* extra characters, for copies of fixed size and for signs and affixes */
#define MOST_LITERALS (1 << 24) /* characters in all templates */
#define SHORT 8 /* shorter literals are copied as this many characters */

typedef struct {
    uint32_t width; /* the number of digits before the literal */
    uint32_t length; /* the length of the literal */
    uint32_t literal; /* the offset of the literal in the pool */
} Piece;

typedef struct {
    uint32_t first, count; /* its pieces */
} Template;

/* Writes numbers by templates, chosen by the number of digits on each side of the point. */
typedef struct {
    PyObject_HEAD
    uint32_t integer_digits, fraction_digits, group_size;
    int fills_first; /* whether zeros fill the first group */
    int keeps_zeros; /* whether a fraction keeps its last zeros */
    Template *integers, *fractions; /* by the number of digits; fractions[0] follows an integer alone */
    Piece *pieces;
    Piece opening, closing; /* the text around each number */
    Py_ssize_t longest; /* the most characters of a number without its sign and affixes */
    Py_ssize_t room; /* the free characters that the digits need on both sides */
    Py_UCS4 widest;
    void *pools[3]; /* the literals, for characters of one, two and four bytes */
} Writer;

typedef struct {
    uint32_t length; /* the characters on this side of the point */
    uint32_t digits;
    uint32_t first, count; /* its runs */
    uint32_t tail, tail_length; /* its last literal, if only that tells it from others of the same length */
    int32_t other; /* the next form of the same length, or -1 */
} Form;

typedef struct {
    uint32_t start, width;
} Run;

/* Reads well-formed numbers: the positions of the digits follow from the length of each side. */
typedef struct {
    PyObject_HEAD
    int keeps_zeros;
    Form *forms;
    int32_t *integers, *fractions; /* the first form of each length, or -1 */
    uint32_t longest_integer, longest_fraction;
    Run *runs;
    Py_UCS4 *tails;
    Py_ssize_t most_digits;
} Reader;

static void *no_memory(void)
{
    return PyErr_NoMemory();
}

static void *copied(const void *items, size_t size)
{
    void *copy = malloc(size ? size : 1);
    if (!copy)
        return no_memory();
    memcpy(copy, items, size);
    return copy;
}

static void Writer_dealloc(Writer *w)
{
    free(w->integers);
    free(w->fractions);
    free(w->pieces);
    for (int i = 0; i < 3; i++)
        free(w->pools[i]);
    Py_TYPE(w)->tp_free((PyObject *)w);
}

/* Makes the templates of one side. `counts` holds how many pieces each has, always even, from 0 digits on. */
static Template *templates_of(const Numbers counts, uint32_t *first, uint32_t *digits, uint32_t pieces)
{
    if (!counts.count) {
        damaged();
        return NULL;
    }
    Template *made = malloc((size_t)counts.count * sizeof *made);
    if (!made)
        return no_memory();
    for (Py_ssize_t i = 0; i < counts.count; i++) {
        made[i] = (Template){*first, counts.items[i]};
        if (counts.items[i] > pieces - *first || counts.items[i] % 2) {
            free(made);
            damaged();
            return NULL;
        }
        *first += counts.items[i];
    }
    *digits = (uint32_t)counts.count - 1;
    return made;
}

/* Checks that each template takes the right number of digits: whole groups if groups are filled. */
static int check_templates(Writer *w, const Template *templates, uint32_t count, uint32_t pool, int fills,
                           Py_ssize_t *longest)
{
    *longest = 0;
    for (uint32_t digits = 0; digits <= count; digits++) {
        const Piece *piece = w->pieces + templates[digits].first;
        uint64_t used = 0, length = 0;
        for (uint32_t i = 0; i < templates[digits].count; i++, piece++) {
            if (piece->literal > pool || piece->length > pool - piece->literal)
                return damaged();
            used += piece->width;
            length += (uint64_t)piece->width + piece->length;
        }
        const uint64_t whole = ((uint64_t)digits + w->group_size - 1) / w->group_size * w->group_size;
        if (used != (fills ? whole : digits) || length > INT32_MAX)
            return damaged();
        if ((Py_ssize_t)length > *longest)
            *longest = (Py_ssize_t)length;
    }
    return 0;
}

static PyObject *Writer_new(PyTypeObject *type, PyObject *arguments, PyObject *Py_UNUSED(keywords))
{
    PyObject *integers, *fractions, *pieces, *pool, *opening, *closing;
    Numbers integer_counts, fraction_counts, numbers;
    unsigned int group_size;
    int fills_first, keeps_zeros;
    if (!PyArg_ParseTuple(arguments, "OOOUIppUU", &integers, &fractions, &pieces, &pool, &group_size, &fills_first,
                          &keeps_zeros, &opening, &closing) ||
        numbers_of(integers, &integer_counts) || numbers_of(fractions, &fraction_counts) ||
        numbers_of(pieces, &numbers))
        return NULL;
    if (!group_size || group_size > 1u << 16 || numbers.count % 3) {
        damaged();
        return NULL;
    }
    const Py_ssize_t around[] = {PyUnicode_GET_LENGTH(pool), PyUnicode_GET_LENGTH(opening),
                                 PyUnicode_GET_LENGTH(closing)};
    if (around[0] > MOST_LITERALS || around[1] > MOST_LITERALS || around[2] > MOST_LITERALS) {
        damaged();
        return NULL;
    }
    Writer *w = (Writer *)type->tp_alloc(type, 0);
    if (!w)
        return NULL;
    PyObject *literals = PyUnicode_FromFormat("%U%U%U", pool, opening, closing);
    if (!literals) {
        Py_DECREF(w);
        return NULL;
    }
    w->opening = (Piece){0, (uint32_t)around[1], (uint32_t)around[0]};
    w->closing = (Piece){0, (uint32_t)around[2], (uint32_t)(around[0] + around[1])};
    pool = literals;
    const Py_ssize_t pool_length = PyUnicode_GET_LENGTH(pool);
    const uint32_t piece_count = (uint32_t)(numbers.count / 3);
    uint32_t first = 0;
    Py_ssize_t longest_integer, longest_fraction;
    w->group_size = group_size;
    w->fills_first = fills_first;
    w->keeps_zeros = keeps_zeros;
    w->widest = PyUnicode_MAX_CHAR_VALUE(pool);
    w->pieces = copied(numbers.items, (size_t)numbers.count * sizeof *numbers.items);
    if (!w->pieces ||
        !(w->integers = templates_of(integer_counts, &first, &w->integer_digits, piece_count)) ||
        !(w->fractions = templates_of(fraction_counts, &first, &w->fraction_digits, piece_count)))
        goto failed;
    if (first != piece_count || !w->integer_digits) {
        damaged();
        goto failed;
    }
    if (check_templates(w, w->integers, w->integer_digits, (uint32_t)pool_length, fills_first, &longest_integer) ||
        check_templates(w, w->fractions, w->fraction_digits, (uint32_t)pool_length, 1, &longest_fraction))
        goto failed;
    w->longest = longest_integer + longest_fraction + around[1] + around[2];
    w->room = ROOM + (Py_ssize_t)w->integer_digits + w->fraction_digits + 2 * (Py_ssize_t)group_size;
    for (int i = 0; i < 3; i++) {
        const size_t size = (size_t)1 << i;
        if (!(w->pools[i] = calloc((size_t)pool_length + SHORT, size))) {
            PyErr_NoMemory();
            goto failed;
        }
        for (Py_ssize_t j = 0; j < pool_length; j++) {
            const Py_UCS4 character = PyUnicode_READ_CHAR(pool, j);
            if (i == 0)
                ((Py_UCS1 *)w->pools[i])[j] = (Py_UCS1)character;
            else if (i == 1)
                ((Py_UCS2 *)w->pools[i])[j] = (Py_UCS2)character;
            else
                ((Py_UCS4 *)w->pools[i])[j] = character;
        }
    }
    Py_DECREF(literals);
    return (PyObject *)w;
failed:
    Py_DECREF(literals);
    Py_DECREF(w);
    return NULL;
}

static void Reader_dealloc(Reader *r)
{
    free(r->forms);
    free(r->integers);
    free(r->fractions);
    free(r->runs);
    PyMem_Free(r->tails);
    Py_TYPE(r)->tp_free((PyObject *)r);
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
        return no_memory();
    for (uint32_t length = 0; length <= *longest; length++)
        listed[length] = -1;
    for (int32_t i = end; i-- > first;) {
        forms[i].other = listed[forms[i].length];
        listed[forms[i].length] = i;
    }
    return listed;
}

static PyObject *Reader_new(PyTypeObject *type, PyObject *arguments, PyObject *Py_UNUSED(keywords))
{
    PyObject *forms, *runs, *tails;
    Numbers numbers, places;
    unsigned int integers;
    int keeps_zeros;
    if (!PyArg_ParseTuple(arguments, "OOUIp", &forms, &runs, &tails, &integers, &keeps_zeros) ||
        numbers_of(forms, &numbers) || numbers_of(runs, &places))
        return NULL;
    const Py_ssize_t count = numbers.count / 4, run_count = places.count / 2;
    if (numbers.count % 4 || places.count % 2 || integers > (size_t)count || count > INT32_MAX / 2) {
        damaged();
        return NULL;
    }
    Reader *r = (Reader *)type->tp_alloc(type, 0);
    if (!r)
        return NULL;
    r->keeps_zeros = keeps_zeros;
    r->runs = copied(places.items, (size_t)places.count * sizeof *places.items);
    r->tails = PyUnicode_AsUCS4Copy(tails);
    r->forms = calloc((size_t)count + 1, sizeof *r->forms);
    if (!r->runs || !r->tails || !r->forms) {
        if (!PyErr_Occurred())
            PyErr_NoMemory();
        goto failed;
    }
    uint32_t first_run = 0, first_tail = 0;
    for (Py_ssize_t i = 0; i < count; i++) {
        const uint32_t *item = numbers.items + i * 4; /* length, digits, number of runs, length of the tail */
        Form *one = r->forms + i;
        *one = (Form){item[0], item[1], first_run, item[2], first_tail, item[3], -1};
        if (item[0] > 1u << 20 || item[2] > run_count - first_run ||
            item[3] > PyUnicode_GET_LENGTH(tails) - first_tail || item[3] > item[0]) {
            damaged();
            goto failed;
        }
        uint64_t digits = 0;
        for (uint32_t j = 0; j < one->count; j++) {
            const Run run = r->runs[first_run + j];
            if (run.start > one->length || run.width > one->length - run.start) {
                damaged();
                goto failed;
            }
            digits += run.width;
        }
        if (digits < one->digits) {
            damaged();
            goto failed;
        }
        if ((Py_ssize_t)digits > r->most_digits)
            r->most_digits = (Py_ssize_t)digits;
        first_run += item[2];
        first_tail += item[3];
    }
    if (!(r->integers = by_length(r->forms, 0, (int32_t)integers, &r->longest_integer)) ||
        !(r->fractions = by_length(r->forms, (int32_t)integers, (int32_t)count, &r->longest_fraction)))
        goto failed;
    return (PyObject *)r;
failed:
    Py_DECREF(r);
    return NULL;
}
