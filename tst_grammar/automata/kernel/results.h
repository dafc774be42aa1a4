/* Results for Python: the tokens of a text, or the number that a whole text is. */

/* Returns a token with the parts or the fault of its number, or None if its kind has no roles. */
static PyObject *NAME(described)(const Kernel *k, const CHAR *s, Py_ssize_t length, const Cursor *token, Path *path,
                                 PyTypeObject *type)
{
    PyObject *what;
    if (k->has_roles[token->kind]) {
        Number number;
        const int wrong = NAME(collect)(k, s, length, token, path, &number);
        what = wrong ? fault(wrong) : tuple_of(type, &number, path->digits, KIND);
    }
    else
        what = Py_NewRef(Py_None);
    if (!what)
        return NULL;
    return Py_BuildValue("nnNN", token->start, token->end, kind_of(k, token->kind), what);
}

/* Lists the tokens that hold an anchor, of this kernel or of the other one, if there is one. */
static void NAME(find)(const Kernel *k, const Other *other, const CHAR *s, Py_ssize_t length, PyTypeObject *type,
                       PyObject *found)
{
    Path path = {.around = ROOM};
    Cursor cursor = {.anchor = -1};
    int more;
    while ((more = NAME(next_of_both)(k, other, s, length, &cursor, &path, NOTED)) > 0) {
        PyObject *token = cursor.is_other ? Py_BuildValue("nnNO", cursor.start, cursor.end,
                                                          kind_of(other->kernel, cursor.kind), Py_None)
                                          : NAME(described)(k, s, length, &cursor, &path, type);
        const int failed = !token || PyList_Append(found, token);
        Py_XDECREF(token);
        if (failed)
            break;
    }
    if (more < 0)
        PyErr_NoMemory();
    free_path(&path);
}

/* Lists the tokens of the given kinds that hold an anchor, without their parts. */
static void NAME(spot)(const Kernel *k, const uint8_t *kinds, const CHAR *s, Py_ssize_t length, PyObject *found)
{
    Path path = {.around = ROOM};
    Cursor cursor = {.anchor = -1};
    int more;
    while ((more = NAME(next_token)(k, s, length, &cursor, &path, NOTHING_NOTED)) > 0) {
        if (!kinds[cursor.kind])
            continue;
        PyObject *token = Py_BuildValue("nnN", cursor.start, cursor.end, kind_of(k, cursor.kind));
        const int failed = !token || PyList_Append(found, token);
        Py_XDECREF(token);
        if (failed)
            break;
    }
    if (more < 0)
        PyErr_NoMemory();
    free_path(&path);
}

/* Reads a text as one token. Returns 1 if it is one, 0 if not, -1 if out of memory. */
static inline int NAME(take)(const Kernel *k, const CHAR *s, Py_ssize_t length, Path *path, Cursor *token,
                             const int noted)
{
    NAME(run)(k, s, 0, length, path, token, noted);
    return token->end < 0 ? -1 : token->end == length && length;
}

/* Reads a text as one number. Returns 1 if it is one, 0 if not, -1 if out of memory. */
static inline int NAME(take_number)(const Kernel *k, const CHAR *s, Py_ssize_t length, Path *path, Number *number)
{
    Cursor token = {0};
    const int found = NAME(take)(k, s, length, path, &token, NOTED);
    return found <= 0 ? found : k->has_roles[token.kind] && NAME(collect)(k, s, length, &token, path, number) == FINE;
}

static PyObject *NAME(whole)(const Kernel *k, const CHAR *s, Py_ssize_t length, PyTypeObject *type)
{
    Path path = {.around = ROOM};
    Cursor token = {0};
    const int found = NAME(take)(k, s, length, &path, &token, NOTED);
    PyObject *described = found < 0    ? PyErr_NoMemory()
                          : found == 0 ? Py_NewRef(Py_None)
                                       : NAME(described)(k, s, length, &token, &path, type);
    free_path(&path);
    return described;
}

static PyObject *NAME(parts)(const Kernel *k, const CHAR *s, Py_ssize_t length, PyTypeObject *type)
{
    Path path = {.around = ROOM};
    Number number;
    const int found = NAME(take_number)(k, s, length, &path, &number);
    PyObject *parts = found < 0    ? PyErr_NoMemory()
                      : found == 0 ? Py_NewRef(Py_None)
                                   : tuple_of(type, &number, path.digits, KIND);
    free_path(&path);
    return parts;
}

static PyObject *NAME(number)(const Kernel *k, const CHAR *s, Py_ssize_t length, const Record *record,
                              PyObject *source, PyObject *spans)
{
    Path path = {.around = ROOM};
    Number number;
    const int found = NAME(take_number)(k, s, length, &path, &number);
    PyObject *object = found < 0    ? PyErr_NoMemory()
                       : found == 0 ? Py_NewRef(Py_None)
                                    : record_of(record, &number, path.digits, KIND, source, spans);
    free_path(&path);
    return object;
}

static int NAME(encode)(const Kernel *k, const Writer *w, const CHAR *s, Py_ssize_t length, Output *output)
{
    Path path = {.around = w->room};
    Number number;
    Measure measure;
    int found = NAME(take_number)(k, s, length, &path, &number);
    if (found > 0)
        found = NAME(measure)(w, path.digits, &number, &measure);
    if (found > 0) {
        CHAR *const out = room_in_output(output, w->longest + ROOM, KIND);
        if (!out)
            found = -1;
        else
            output->used = NAME(write)(w, path.digits, &number, &measure, out) - out;
    }
    free_path(&path);
    return found;
}

static PyObject *NAME(decode)(const Kernel *k, const Reader *r, const uint8_t *kinds, const CHAR *s, Py_ssize_t length,
                              PyTypeObject *type)
{
    Path path = {.around = ROOM + 2 * r->most_digits};
    Cursor token = {0};
    Number number;
    PyObject *parts = NULL;
    const int found = NAME(take)(k, s, length, &path, &token, NOTHING_NOTED);
    if (found < 0)
        PyErr_NoMemory();
    else if (!found || !kinds[token.kind])
        parts = Py_NewRef(Py_None);
    else if (NAME(read)(r, s, length, path.digits, &number))
        damaged();
    else {
        const CHAR *const digits = path.digits;
        Py_ssize_t zeros = 0;
        while (zeros + 1 < number.whole && digits[zeros] == '0')
            zeros++;
        number.whole -= zeros;
        number.count -= zeros;
        parts = tuple_of(type, &number, digits + zeros, KIND);
    }
    free_path(&path);
    return parts;
}
