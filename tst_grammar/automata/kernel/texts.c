/* The methods of a kernel that rewrite the texts of a sequence. Texts that stay as they are cost no new object. */

#include "calls.h"
#include "methods.h"
#include "rewrite.h"

#define MOST_TEXTS 512 /* and this many characters, except in the last text, are rewritten at once */
#define MOST_CHARACTERS (1 << 16)

typedef struct {
    Call call;
    PyObject *rows, *rest, *made;
    Py_ssize_t first, count; /* the rows that are rewritten at once */
    Py_ssize_t characters;
    Input inputs[MOST_TEXTS];
    ListedText texts[MOST_TEXTS];
} TextsCall;

static PyObject *row_at(const TextsCall *texts, Py_ssize_t i)
{
    return PyTuple_GET_ITEM(texts->rows, texts->first + i);
}

/* Takes the next rows. What is not a str is taken as an empty text. */
static int take_rows(TextsCall *texts)
{
    Py_ssize_t room = 0;
    texts->first += texts->count;
    texts->characters = 0;
    const Py_ssize_t left = PyTuple_GET_SIZE(texts->rows) - texts->first;
    const Py_ssize_t most = left < MOST_TEXTS ? left : MOST_TEXTS;
    for (texts->count = 0; texts->count < most && texts->characters < MOST_CHARACTERS; texts->count++) {
        Input *const input = texts->inputs + texts->count;
        PyObject *const row = row_at(texts, texts->count);
        *input = (Input){0};
        if (!PyUnicode_Check(row))
            continue;
        if (look_at_str(row, input))
            return -1;
        texts->characters += PyUnicode_GET_LENGTH(row);
        room += most_utf8(input);
    }
    return room ? make_room(&texts->call.buffers, room) : 0;
}

/* Rewrites the rows that were taken. It needs no GIL. */
static int change_rows_taken(TextsCall *texts, const Tables *k, RowChange change, void *how)
{
    uint8_t *out = texts->call.buffers.bytes;
    for (Py_ssize_t i = 0; i < texts->count; i++) {
        Input *const input = texts->inputs + i;
        if (input->kind && !input->is_ascii)
            out = write_utf8(input, out);
        texts->texts[i].text = input->text;
    }
    Output *const output = &texts->call.buffers.output;
    output->used = output->edit_count = 0;
    return change_texts(k, texts->texts, texts->count, change, how, &texts->call.path, output);
}

/* Puts the rewritten rows into the list. */
static int put_rows(TextsCall *texts)
{
    Output left = texts->call.buffers.output;
    Size used = 0, edit_count = 0;
    for (Py_ssize_t i = 0; i < texts->count; i++) {
        const ListedText *const text = texts->texts + i;
        PyObject *const row = row_at(texts, i), *made;
        left.used = text->used - used;
        left.edit_count = text->edit_count - edit_count;
        if (Py_IsNone(row))
            made = Py_NewRef(row);
        else if (!texts->inputs[i].kind || !text->is_done)
            made = PyObject_CallFunction(texts->rest, "nO", texts->first + i, row);
        else
            made = edited(texts->inputs + i, &left, 0);
        if (!made)
            return -1;
        PyList_SET_ITEM(texts->made, texts->first + i, made);
        left.bytes += left.used;
        left.edits += left.edit_count;
        used = text->used;
        edit_count = text->edit_count;
    }
    return 0;
}

static int change_all(TextsCall *texts, const Tables *k, RowChange change, void *how)
{
    while (texts->first + texts->count < PyTuple_GET_SIZE(texts->rows)) {
        if (take_rows(texts))
            return -1;
        if (texts->characters >= LONG_TEXT)
            texts->call.released = PyEval_SaveThread();
        const int failed = change_rows_taken(texts, k, change, how);
        reacquire(&texts->call);
        if (failed) {
            raised(failed);
            return -1;
        }
        if (put_rows(texts))
            return -1;
    }
    return 0;
}

/* Returns a list of the rows that the first argument holds, each rewritten, or as the second one returns it. */
static PyObject *changed_texts(Kernel *k, PyObject *arguments, const Tables *tables, RowChange change, void *how)
{
    TextsCall *const texts = malloc(sizeof *texts);
    if (!texts)
        return PyErr_NoMemory();
    texts->first = texts->count = 0;
    texts->rest = PyTuple_GET_ITEM(arguments, 1);
    texts->rows = PySequence_Tuple(PyTuple_GET_ITEM(arguments, 0));
    texts->made = texts->rows ? PyList_New(PyTuple_GET_SIZE(texts->rows)) : NULL;
    if (texts->made && !begin_call(&texts->call, k, NULL)) {
        if (change_all(texts, tables, change, how))
            Py_CLEAR(texts->made);
        end_call(&texts->call);
    }
    else
        Py_CLEAR(texts->made);
    PyObject *const made = texts->made;
    Py_XDECREF(texts->rows);
    free(texts);
    return made;
}

PyObject *Kernel_annotate_texts(PyObject *kernel, PyObject *arguments)
{
    Kernel *const k = (Kernel *)kernel;
    Annotating options;
    if (take_annotation(k, arguments, 2, &options))
        return NULL;
    PyObject *made = changed_texts(k, arguments, k->tables, annotate_row, &options.how);
    free_annotation(&options.how);
    return made;
}

PyObject *Kernel_restore_texts(PyObject *kernel, PyObject *arguments)
{
    Kernel *const k = (Kernel *)kernel;
    Restoring options;
    if (take_restoration(k, arguments, 2, &options))
        return NULL;
    return changed_texts(k, arguments, options.how.tables, restore_row, &options.how);
}
