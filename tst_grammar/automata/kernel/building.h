/* Builds a kernel: expands and checks its tables, and prepares the data that makes it fast. */

/* Allocates the rows. Raises an OverflowError if a cell cannot hold the offset of the last row. */
static int allocate_rows(Kernel *k)
{
    uint32_t lines = (HEAD + 4 * k->width + LINE - 1) / LINE;
    lines += lines % 2 == 0;
    k->stride = lines * LINE;
    if ((uint64_t)k->states * k->stride >> 24) {
        PyErr_SetString(PyExc_OverflowError, "too many states for the kernel");
        return -1;
    }
    k->allocated = calloc((size_t)k->states * k->stride + LINE, 1);
    if (!k->allocated) {
        PyErr_NoMemory();
        return -1;
    }
    k->table = (char *)k->allocated + (LINE - (uintptr_t)k->allocated % LINE) % LINE;
    return 0;
}

/* Gives each class its cell in a row: anchors first, then the most common characters. */
static void place_cells(Kernel *k, const uint8_t *flags)
{
    static const char common[] = " .,\n\t-e/:;'\"()$%";
    uint16_t made = 0;
    memset(k->cells, 0, sizeof k->cells);
    for (uint32_t name = 0; name + 1 < k->width; name++)
        if (flags[name] & ANCHOR)
            k->cells[name] = (uint16_t)(HEAD + 4 * made++);
    for (const char *c = common; *c; c++)
        if (!k->cells[k->latin[(uint8_t)*c].cell])
            k->cells[k->latin[(uint8_t)*c].cell] = (uint16_t)(HEAD + 4 * made++);
    for (uint32_t name = 0; name < k->width; name++)
        if (!k->cells[name])
            k->cells[name] = (uint16_t)(HEAD + 4 * made++);
    for (size_t i = 0; i < k->page_count * PAGE; i++) {
        const uint16_t name = k->pages[i].cell;
        k->pages[i].cell = k->cells[name];
        k->pages[i].flags = flags[name];
    }
    memcpy(k->latin, k->pages + (size_t)k->page_of[0] * PAGE, sizeof k->latin);
}

/* Expands the rows. Each has the index of its accepted kinds, the index of its pattern, and for each entry of the
   pattern the difference from the state in the last row with the same pattern. */
static int expand_rows(Kernel *k, Numbers rows, PyObject *accepts, PyObject *patterns, uint32_t kinds)
{
    const size_t width = k->width;
    const uint8_t *accepted = (const uint8_t *)PyBytes_AS_STRING(accepts);
    const uint8_t *pattern = (const uint8_t *)PyBytes_AS_STRING(patterns);
    const size_t accept_rows = (size_t)PyBytes_GET_SIZE(accepts) / width;
    const size_t pattern_count = (size_t)PyBytes_GET_SIZE(patterns) / width;
    int result = -1;
    Py_ssize_t at = 0;
    uint32_t *last = calloc(pattern_count * width + 1, sizeof *last);
    if (!last) {
        PyErr_NoMemory();
        goto done;
    }
    for (uint32_t state = 0; state < k->states; state++) {
        if (rows.count - at < 2 || rows.items[at] >= accept_rows || rows.items[at + 1] >= pattern_count)
            goto wrong;
        const uint8_t *kind = accepted + rows.items[at] * width;
        const uint8_t *places = pattern + rows.items[at + 1] * width;
        uint32_t *states = last + rows.items[at + 1] * width;
        const uint32_t row = state * k->stride;
        size_t used = 0;
        at += 2;
        for (size_t name = 0; name < width; name++)
            if (places[name] >= used)
                used = places[name] + 1u;
        if (used > width || (size_t)(rows.count - at) < used)
            goto wrong;
        for (size_t place = 0; place < used; place++) {
            states[place] += rows.items[at++];
            if (states[place] >= k->states)
                goto wrong;
        }
        for (size_t name = 0; name < width; name++) {
            if (kind[name] > kinds)
                goto wrong;
            set_cell(k, row, k->cells[name], states[places[name]] * k->stride << 8 | kind[name]);
        }
        if (states[places[width - 1]] || (state == 0 && (used != 1 || states[0])))
            goto wrong; /* the edge of the text and the dead state must lead nowhere */
        set_cell(k, row, 0, state << 8);
    }
    if (at != rows.count)
        goto wrong;
    result = 0;
    goto done;
wrong:
    damaged();
done:
    free(last);
    return result;
}

/* Stores the class and the digit value of every code point, in pages; equal pages are stored once. */
static int expand_pages(Kernel *k, Numbers starts, Numbers names, Numbers values)
{
    Character page[PAGE];
    size_t made = 0, range = 0;
    k->pages = malloc(PAGES * sizeof page);
    if (!k->pages) {
        PyErr_NoMemory();
        return -1;
    }
    if (!starts.count || starts.count != names.count || starts.items[0] != 0 || values.count % 3)
        return damaged();
    for (Py_ssize_t i = 0; i < names.count; i++)
        if (names.items[i] >= k->width - 1 || (i && starts.items[i] <= starts.items[i - 1]))
            return damaged();
    int was_plain = 0; /* whether all of the previous page is of one class */
    for (size_t number = 0; number < PAGES; number++) {
        const Py_UCS4 first = (Py_UCS4)(number * PAGE);
        int is_plain = 1;
        while (range + 1 < (size_t)starts.count && starts.items[range + 1] <= first)
            range++;
        const uint32_t name = names.items[range];
        for (size_t low = 0; low < PAGE; low++) {
            if (range + 1 < (size_t)starts.count && starts.items[range + 1] == first + low) {
                range++;
                is_plain = 0;
            }
            page[low] = (Character){(uint16_t)names.items[range], NO_VALUE, 0};
        }
        for (Py_ssize_t i = 0; i < values.count; i += 3)
            for (uint32_t step = 0; step < values.items[i + 2] && step < 10; step++)
                if ((values.items[i] + step) >> 8 == number && values.items[i + 1] + step < 10) {
                    page[(values.items[i] + step) & 255].value = (uint8_t)(values.items[i + 1] + step);
                    is_plain = 0;
                }
        size_t same = made;
        if (is_plain && was_plain && k->pages[(size_t)k->page_of[number - 1] * PAGE].cell == name)
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
    memcpy(k->latin, k->pages + (size_t)k->page_of[0] * PAGE, sizeof k->latin);
    return 0;
}

static void Kernel_dealloc(Kernel *k)
{
    free(k->allocated);
    free(k->kept.data);
    free(k->kept.edits);
    free(k->starts);
    free(k->roles);
    free(k->jumps);
    free(k->pages);
    Py_XDECREF(k->kinds);
    Py_TYPE(k)->tp_free((PyObject *)k);
}

static int expand_starts(Kernel *k, Numbers starts)
{
    k->starts = calloc((size_t)k->width + 1, sizeof *k->starts);
    if (!k->starts) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t i = 0; i < starts.count; i++) {
        if (starts.items[i] >= k->states)
            return damaged();
        k->starts[(k->cells[i] - HEAD) / 4] = starts.items[i] * k->stride;
    }
    return 0;
}

/* Takes the roles: for the number of each kind with roles, a role for each state. */
static int expand_roles(Kernel *k, PyObject *roles, Py_ssize_t kinds)
{
    Py_ssize_t at = 0;
    PyObject *key, *row;
    k->roles = calloc((size_t)(kinds + 1) * k->states, 1);
    if (!k->roles) {
        PyErr_NoMemory();
        return -1;
    }
    while (PyDict_Next(roles, &at, &key, &row)) {
        const long kind = PyLong_Check(key) ? PyLong_AsLong(key) : -1;
        if (kind < 1 || kind > kinds || !PyBytes_Check(row) || PyBytes_GET_SIZE(row) != (Py_ssize_t)k->states)
            return damaged();
        const uint8_t *items = (const uint8_t *)PyBytes_AS_STRING(row);
        for (uint32_t state = 0; state < k->states; state++)
            if (items[state] >= ROLE_COUNT)
                return damaged();
        memcpy(k->roles + (size_t)kind * k->states, items, k->states);
        k->has_roles[kind] = 1;
    }
    return 0;
}

static PyObject *Kernel_new(PyTypeObject *type, PyObject *arguments, PyObject *Py_UNUSED(keywords))
{
    PyObject *kinds, *class_starts, *class_names, *starts, *accepts, *patterns, *rows, *roles, *flags, *values;
    Numbers start_numbers, row_numbers, code_numbers, name_numbers, value_numbers;
    unsigned int states;
    if (!PyArg_ParseTuple(arguments, "O!OOOSSOO!SOI", &PyTuple_Type, &kinds, &class_starts, &class_names, &starts,
                          &accepts, &patterns, &rows, &PyDict_Type, &roles, &flags, &values, &states) ||
        numbers_of(class_starts, &code_numbers) || numbers_of(class_names, &name_numbers) ||
        numbers_of(starts, &start_numbers) || numbers_of(rows, &row_numbers) || numbers_of(values, &value_numbers))
        return NULL;
    if (start_numbers.count < 2 || start_numbers.count > 256 || PyTuple_GET_SIZE(kinds) > 254 || !states ||
        states > (size_t)row_numbers.count / 3 || PyBytes_GET_SIZE(flags) != start_numbers.count) {
        damaged();
        return NULL;
    }
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(kinds); i++)
        if (!PyUnicode_Check(PyTuple_GET_ITEM(kinds, i))) {
            damaged();
            return NULL;
        }
    Kernel *k = (Kernel *)type->tp_alloc(type, 0);
    if (!k)
        return NULL;
    k->states = states;
    k->width = (uint32_t)start_numbers.count;
    k->kinds = Py_NewRef(kinds);
    if (!allocate_rows(k) && !expand_pages(k, code_numbers, name_numbers, value_numbers)) {
        place_cells(k, (const uint8_t *)PyBytes_AS_STRING(flags));
        note_anchors(k);
        if (!expand_starts(k, start_numbers) &&
            !expand_rows(k, row_numbers, accepts, patterns, (uint32_t)PyTuple_GET_SIZE(kinds)) &&
            !expand_roles(k, roles, PyTuple_GET_SIZE(kinds)) && !note_usual_roles(k) && !note_jumps(k)) {
            fold_notes(k);
            return (PyObject *)k;
        }
    }
    Py_DECREF(k);
    return NULL;
}
