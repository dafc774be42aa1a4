/* The method of a kernel that finds the numbers in the rows of a column: buffers in, buffers out. */

#include "methods.h"
#include "rows.h"

enum { ROW, START, END, KIND, VALUE, FITS, COLUMN_COUNT };

/* Returns the numbers as columns: bytes in the layout of Arrow. */
static PyObject *columns_of(const RowNumbers *found)
{
    const Size count = found->count;
    const Size sizes[COLUMN_COUNT] = {8 * count, 8 * count, 8 * count, count, 16 * count, (count + 7) / 8};
    PyObject *columns[COLUMN_COUNT] = {NULL};
    char *data[COLUMN_COUNT];
    int failed = 0;
    for (int i = 0; i < COLUMN_COUNT && !failed; i++) {
        columns[i] = PyBytes_FromStringAndSize(NULL, sizes[i]);
        failed = !columns[i];
        if (!failed)
            data[i] = PyBytes_AS_STRING(columns[i]);
    }
    if (failed) {
        for (int i = 0; i < COLUMN_COUNT; i++)
            Py_XDECREF(columns[i]);
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS
    memset(data[FITS], 0, (size_t)sizes[FITS]);
    for (Size i = 0; i < count; i++) {
        const RowNumber *const number = found->items + i;
        memcpy(data[ROW] + 8 * i, &number->row, 8);
        memcpy(data[START] + 8 * i, &number->start, 8);
        memcpy(data[END] + 8 * i, &number->end, 8);
        memcpy(data[VALUE] + 16 * i, &number->value, 16);
        data[KIND][i] = (char)number->kind;
        data[FITS][i / 8] = (char)(data[FITS][i / 8] | number->fits << i % 8);
    }
    Py_END_ALLOW_THREADS
    return Py_BuildValue("NNNNNNs#", columns[ROW], columns[START], columns[END], columns[KIND], columns[VALUE],
                         columns[FITS], found->texts.used ? (const char *)found->texts.bytes : "", found->texts.used);
}

PyObject *Kernel_find_rows(PyObject *kernel, PyObject *arguments)
{
    Kernel *const k = (Kernel *)kernel;
    PyObject *data, *offsets, *is_wide, *unmasked, *kinds, *other_kinds = NULL;
    ReaderObject *reader = NULL;
    Kernel *rival = NULL;
    long long first;
    RowsCall rows;
    if (!PyArg_ParseTuple(arguments, "OOOOLO|O!OO!", &data, &offsets, &is_wide, &unmasked, &first, &kinds, &KernelType,
                          &rival, &other_kinds, &ReaderType, &reader) ||
        !is_mask(k, kinds) || (rival && (!reader || !is_mask(rival, other_kinds)))) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_TypeError, "another kernel needs its kinds and a reader");
        return NULL;
    }
    const Other other = rival ? (Other){rival->tables, mask_of(other_kinds), mask_of(kinds)} : (Other){0};
    const Finding how = {k->tables, mask_of(kinds), rival ? &other : NULL, rival ? reader->reader : NULL, first};
    RowNumbers found = {0};
    if (begin_rows(&rows, k, arguments))
        return NULL;
    rows.call.released = PyEval_SaveThread();
    const int failed = find_in_rows(&how, rows.rows, call_rest, &rows, &rows.call.path, &found);
    reacquire(&rows.call);
    PyObject *columns = failed ? raised(failed) : columns_of(&found);
    Py_BEGIN_ALLOW_THREADS
    free_row_numbers(&found);
    Py_END_ALLOW_THREADS
    end_rows(&rows);
    return columns;
}
