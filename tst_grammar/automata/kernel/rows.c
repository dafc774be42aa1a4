/* The methods of a kernel that rewrite the rows of a column: buffers in, buffers out. */

#include "rows.h"

#include "methods.h"
#include "rewrite.h"

int begin_rows(RowsCall *rows, Kernel *k, PyObject *arguments)
{
    if (PyTuple_GET_SIZE(arguments) < 4 || PyUnicode_Check(PyTuple_GET_ITEM(arguments, 0))) {
        PyErr_SetString(PyExc_TypeError, "expected buffers of UTF-8 and of offsets");
        return -1;
    }
    PyObject *const data = PyTuple_GET_ITEM(arguments, 0), *const offsets = PyTuple_GET_ITEM(arguments, 1);
    const int is_wide = PyObject_IsTrue(PyTuple_GET_ITEM(arguments, 2));
    const Py_ssize_t size = is_wide ? 8 : 4;
    rows->rest = PyTuple_GET_ITEM(arguments, 3);
    if (is_wide < 0)
        return -1;
    if (PyObject_GetBuffer(offsets, &rows->offsets, PyBUF_SIMPLE))
        return -1;
    if (!begin_call(&rows->call, k, data)) {
        const Text text = rows->call.input.text;
        rows->rows = (Rows){text.bytes, rows->offsets.buf, is_wide, rows->offsets.len / size - 1};
        if (rows->offsets.len % size == 0 && (uintptr_t)rows->offsets.buf % (uintptr_t)size == 0 &&
            !check_rows(rows->rows, text.length))
            return 0;
        end_call(&rows->call);
        PyErr_SetString(PyExc_ValueError, "the offsets do not belong to the data");
    }
    PyBuffer_Release(&rows->offsets);
    return -1;
}

void end_rows(RowsCall *rows)
{
    end_call(&rows->call);
    PyBuffer_Release(&rows->offsets);
}

int call_rest(void *of, Size number, Text row, Output *output)
{
    RowsCall *const rows = of;
    PyEval_RestoreThread(rows->call.released);
    rows->call.released = NULL;
    PyObject *text = PyUnicode_DecodeUTF8((const char *)row.bytes, row.length, "surrogateescape");
    PyObject *made = text ? PyObject_CallFunction(rows->rest, "nO", (Py_ssize_t)number, text) : NULL;
    PyObject *bytes = made ? PyUnicode_AsEncodedString(made, "utf-8", "surrogateescape") : NULL;
    int result = CALL_FAILED;
    if (bytes) {
        const Text new = {(const uint8_t *)PyBytes_AS_STRING(bytes), PyBytes_GET_SIZE(bytes)};
        result = replace_row(row, new, output) ? OUT_OF_MEMORY : 1;
    }
    Py_XDECREF(text);
    Py_XDECREF(made);
    Py_XDECREF(bytes);
    rows->call.released = PyEval_SaveThread();
    return result;
}

/* Returns the data and the offsets of the rows with their edits. */
static PyObject *rows_after(RowsCall *rows, int result)
{
    if (result < 0)
        return raised(result);
    const Output *const output = &rows->call.buffers.output;
    Size first;
    const Size before = bytes_of_rows(rows->rows, &first), length = edited_length(output, before);
    PyObject *data = PyBytes_FromStringAndSize(NULL, length);
    PyObject *offsets = data ? PyBytes_FromStringAndSize(NULL, rows->offsets.len) : NULL;
    if (!offsets) {
        Py_XDECREF(data);
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS
    for (Size i = 0; i < output->edit_count; i++) {
        output->edits[i].start -= first;
        output->edits[i].end -= first;
    }
    apply_edits(output, (Text){rows->rows.bytes + first, before}, (uint8_t *)PyBytes_AS_STRING(data), length);
    for (Size i = 0; i < output->edit_count; i++) {
        output->edits[i].start += first;
        output->edits[i].end += first;
    }
    result = offsets_after(rows->rows, output, PyBytes_AS_STRING(offsets));
    Py_END_ALLOW_THREADS
    if (!result)
        return Py_BuildValue("NN", data, offsets);
    Py_DECREF(data);
    Py_DECREF(offsets);
    return raised(result);
}

/* Rewrites all rows, and returns them. */
static PyObject *changed_rows(RowsCall *rows, const Tables *k, RowChange change, void *how)
{
    rows->call.released = PyEval_SaveThread();
    const int result = change_rows(k, rows->rows, change, how, call_rest, rows, &rows->call.path,
                                   &rows->call.buffers.output);
    reacquire(&rows->call);
    PyObject *made = rows_after(rows, result);
    end_rows(rows);
    return made;
}

PyObject *Kernel_annotate_rows(PyObject *kernel, PyObject *arguments)
{
    Kernel *const k = (Kernel *)kernel;
    Annotating options;
    RowsCall rows;
    if (take_annotation(k, arguments, 4, &options) || begin_rows(&rows, k, arguments))
        return NULL;
    PyObject *made = changed_rows(&rows, k->tables, annotate_row, &options.how);
    free_annotation(&options.how);
    return made;
}

PyObject *Kernel_restore_rows(PyObject *kernel, PyObject *arguments)
{
    Kernel *const k = (Kernel *)kernel;
    Restoring options;
    RowsCall rows;
    if (take_restoration(k, arguments, 4, &options) || begin_rows(&rows, k, arguments))
        return NULL;
    return changed_rows(&rows, options.how.tables, restore_row, &options.how);
}
