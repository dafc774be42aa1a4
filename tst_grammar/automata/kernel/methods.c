/* The methods of a kernel. */

#include "methods.h"

#include "calls.h"

static int is_tuple_type(PyTypeObject *type)
{
    if (PyType_IsSubtype(type, &PyTuple_Type) && type->tp_basicsize == PyTuple_Type.tp_basicsize)
        return 1;
    PyErr_SetString(PyExc_TypeError, "expected a subclass of tuple");
    return 0;
}

static PyObject *wrong_arguments(void)
{
    if (!PyErr_Occurred())
        PyErr_SetString(PyExc_TypeError, "wrong arguments");
    return NULL;
}

static PyObject *kind_of(const Kernel *k, unsigned kind)
{
    return Py_NewRef(PyTuple_GET_ITEM(k->kinds, kind - 1));
}

/* Returns the parts of the number that a token is, the name of its fault, or None if its kind has no roles. */
static PyObject *described(const Kernel *k, const Call *call, const Cursor *token, Path *path, PyTypeObject *type)
{
    Number number;
    if (!has_roles(k->tables, token->kind))
        return Py_NewRef(Py_None);
    const int fault = parts_of_token(k->tables, call->input.text, token, path, &number);
    if (fault < 0)
        return raised(fault);
    if (fault)
        return PyUnicode_FromString(fault == MIXED_SCRIPTS ? "mixed-scripts" : "exponent-range");
    return tuple_of(type, &number, path->digits);
}

/* Appends a token to a list. The counter turns its places into positions. */
static int append_token(PyObject *list, Counter *counter, const Cursor *token, PyObject *kind, PyObject *what)
{
    const Py_ssize_t start = position_of(counter, token->start), end = position_of(counter, token->end);
    PyObject *item = what ? Py_BuildValue("nnNN", start, end, kind, what) : Py_BuildValue("nnN", start, end, kind);
    const int failed = !item || PyList_Append(list, item);
    Py_XDECREF(item);
    return failed;
}

/* Ends a call that lists tokens. Returns the list, or NULL with an error set if it is NULL or `more` is a failure. */
static PyObject *end_listing(Call *call, Path *path, PyObject *list, int more)
{
    free_path(path);
    end_call(call);
    if (!list || more >= 0)
        return list;
    Py_DECREF(list);
    return raised(more);
}

static PyObject *Kernel_find(Kernel *k, PyObject *arguments)
{
    PyObject *text, *other_kinds = NULL, *keeps = NULL;
    Kernel *rival = NULL;
    PyTypeObject *type;
    if (!PyArg_ParseTuple(arguments, "OO!|O!SS", &text, &PyType_Type, &type, &KernelType, &rival, &other_kinds,
                          &keeps) ||
        !is_tuple_type(type))
        return NULL;
    if (rival && (!keeps || !is_mask(rival, other_kinds) || !is_mask(k, keeps)))
        return wrong_arguments();
    const Other other = rival ? (Other){rival->tables, mask_of(other_kinds), mask_of(keeps)} : (Other){0};
    Call call;
    if (begin_call(&call, k, text))
        return NULL;
    PyObject *found = PyList_New(0);
    Path path = {.around = 32, .source = call.source};
    Cursor token = {.anchor = -1};
    Counter counter = {.input = &call.input};
    int more = -1;
    while (found && (more = next_token_of(k->tables, rival ? &other : NULL, call.input.text, &token, &path,
                                          PARTS_NOTED)) > 0) {
        PyObject *what = token.is_other ? Py_NewRef(Py_None) : described(k, &call, &token, &path, type);
        if (!what || append_token(found, &counter, &token, kind_of(token.is_other ? rival : k, token.kind), what))
            Py_CLEAR(found);
    }
    return end_listing(&call, &path, found, more);
}

/* Tells whether a text has a letter, one of [\]^_{|}~ or a character beyond ASCII. */
static int has_letter(const uint8_t *text, Size start, Size end)
{
    for (; start < end; start++)
        if ((text[start] | 0x20) >= 'a' || text[start] >= 0x80)
            return 1;
    return 0;
}

static PyObject *Kernel_spot(Kernel *k, PyObject *arguments)
{
    PyObject *text, *kinds, *lettered;
    Call call;
    if (!PyArg_ParseTuple(arguments, "OOO", &text, &kinds, &lettered) || !is_mask(k, kinds) || !is_mask(k, lettered) ||
        begin_call(&call, k, text))
        return NULL;
    PyObject *found = PyList_New(0);
    Path path = {.source = call.source};
    Cursor token = {.anchor = -1};
    Counter counter = {.input = &call.input};
    int more = -1;
    while (found && (more = next_token_of(k->tables, NULL, call.input.text, &token, &path, NOTHING_NOTED)) > 0)
        if ((mask_of(kinds)[token.kind] ||
             (mask_of(lettered)[token.kind] && has_letter(call.input.text.bytes, token.start, token.end))) &&
            append_token(found, &counter, &token, kind_of(k, token.kind), NULL))
            Py_CLEAR(found);
    return end_listing(&call, &path, found, more);
}

static PyObject *Kernel_whole(Kernel *k, PyObject *arguments)
{
    PyObject *text, *result;
    PyTypeObject *type;
    Call call;
    if (!PyArg_ParseTuple(arguments, "OO!", &text, &PyType_Type, &type) || !is_tuple_type(type) ||
        begin_call(&call, k, text))
        return NULL;
    Path path = {.around = 32, .source = call.source};
    Cursor token = {0};
    const int found = whole_token(k->tables, call.input.text, &token, &path, PARTS_NOTED);
    if (found <= 0)
        result = found < 0 ? raised(found) : Py_NewRef(Py_None);
    else {
        Counter counter = {.input = &call.input};
        PyObject *what = described(k, &call, &token, &path, type);
        result = what ? Py_BuildValue("nnNN", (Py_ssize_t)0, position_of(&counter, token.end), kind_of(k, token.kind),
                                      what)
                      : NULL;
    }
    free_path(&path);
    end_call(&call);
    return result;
}

/* Reads a text that is one number, and returns its parts as a tuple or as a record, or None. */
static PyObject *number_of(Kernel *k, PyObject *text, PyTypeObject *type, const Record *record, PyObject *spans)
{
    Call call;
    if (begin_call(&call, k, text))
        return NULL;
    PyObject *result;
    Path path = {.around = 32, .source = call.source};
    Cursor token = {0};
    Number number;
    int fault = whole_token(k->tables, call.input.text, &token, &path, PARTS_NOTED);
    if (fault > 0)
        fault = has_roles(k->tables, token.kind)
                    ? parts_of_token(k->tables, call.input.text, &token, &path, &number)
                    : MIXED_SCRIPTS;
    else if (!fault)
        fault = MIXED_SCRIPTS;
    if (fault != FINE)
        result = fault < 0 ? raised(fault) : Py_NewRef(Py_None);
    else
        result = record ? record_of(record, &number, path.digits, text, spans) : tuple_of(type, &number, path.digits);
    free_path(&path);
    end_call(&call);
    return result;
}

static PyObject *Kernel_parts(Kernel *k, PyObject *const *arguments, Py_ssize_t count)
{
    if (count != 2 || !PyType_Check(arguments[1]) || !is_tuple_type((PyTypeObject *)arguments[1]))
        return wrong_arguments();
    return number_of(k, arguments[0], (PyTypeObject *)arguments[1], NULL, NULL);
}

static PyObject *Kernel_number(Kernel *k, PyObject *const *arguments, Py_ssize_t count)
{
    if (count != 3 || !PyUnicode_Check(arguments[0]) || !Py_IS_TYPE(arguments[1], &RecordType))
        return wrong_arguments();
    return number_of(k, arguments[0], NULL, (Record *)arguments[1], arguments[2]);
}

static PyObject *Kernel_encode(Kernel *k, PyObject *const *arguments, Py_ssize_t count)
{
    Call call;
    if (count != 2 || !PyObject_TypeCheck(arguments[1], &WriterType))
        return wrong_arguments();
    if (begin_call(&call, k, arguments[0]))
        return NULL;
    Output *const output = &call.buffers.output;
    const int found = encode_number(k->tables, ((WriterObject *)arguments[1])->writer, call.input.text, &call.source,
                                    output);
    PyObject *result = found < 0    ? raised(found)
                       : found == 0 ? Py_NewRef(Py_None)
                                    : like_input(&call.input, output->bytes, output->used);
    end_call(&call);
    return result;
}

static PyObject *Kernel_decode(Kernel *k, PyObject *const *arguments, Py_ssize_t count)
{
    Call call;
    if (count != 4 || !PyObject_TypeCheck(arguments[1], &ReaderType) || !is_mask(k, arguments[2]) ||
        !PyType_Check(arguments[3]) || !is_tuple_type((PyTypeObject *)arguments[3]))
        return wrong_arguments();
    if (begin_call(&call, k, arguments[0]))
        return NULL;
    Path path = {.source = call.source};
    Number number;
    const uint8_t *digits;
    const int found = decode_number(k->tables, ((ReaderObject *)arguments[1])->reader, mask_of(arguments[2]),
                                    call.input.text, &path, &number, &digits);
    PyObject *result = found < 0    ? raised(found)
                       : found == 0 ? Py_NewRef(Py_None)
                                    : tuple_of((PyTypeObject *)arguments[3], &number, digits);
    free_path(&path);
    end_call(&call);
    return result;
}

PyMethodDef kernel_methods[] = {
    {"lazy", Kernel_lazy, METH_VARARGS | METH_CLASS,
     "lazy(kinds, class_starts, class_names, starts, flags, values, role_kinds, role_numbers, automaton) -> a kernel "
     "that asks an automaton for each transition when a text first needs it"},
    {"find", (PyCFunction)Kernel_find, METH_VARARGS,
     "find(text, type[, other, other_kinds, keeps]) -> the start, end, kind and parts or fault of each token with an "
     "anchor, of this kernel or the other one"},
    {"spot", (PyCFunction)Kernel_spot, METH_VARARGS,
     "spot(text, kinds, lettered) -> the start, end and kind of each token with an anchor: of the given kinds, and "
     "of the lettered kinds if it has a letter, one of [\\]^_{|}~ or a character beyond ASCII"},
    {"whole", (PyCFunction)Kernel_whole, METH_VARARGS,
     "whole(text, type) -> the token that spans the whole text, or None"},
    {"parts", (PyCFunction)(void (*)(void))Kernel_parts, METH_FASTCALL,
     "parts(text, type) -> the parts of a text that is one number, or None"},
    {"number", (PyCFunction)(void (*)(void))Kernel_number, METH_FASTCALL,
     "number(text, record, spans) -> the record of a text that is one number, or None"},
    {"encode", (PyCFunction)(void (*)(void))Kernel_encode, METH_FASTCALL,
     "encode(text, writer) -> the number that the text is, written by the writer, or None"},
    {"annotate", Kernel_annotate, METH_VARARGS,
     "annotate(text, writer, kinds[, plain]) -> the text with its numbers of the given kinds written by the writer, "
     "except those that the writer plain would change"},
    {"annotate_beside", Kernel_annotate_beside, METH_VARARGS,
     "annotate_beside(text, writer, kinds, other, other_kinds, checker, enders, reach[, plain]) -> the text with its "
     "numbers written, except where the other kernel finds a token, or None if it may find other tokens in the result"},
    {"agree", Kernel_agree, METH_VARARGS,
     "agree(text, restored, writer, kinds) -> whether a restored text has the same numbers as the text"},
    {"restore", Kernel_restore, METH_VARARGS,
     "restore(text, reader, kinds, beside) -> the text with its numbers of the given kinds in plain digits, "
     "except inside longer tokens of the kernel beside it"},
    {"decode", (PyCFunction)(void (*)(void))Kernel_decode, METH_FASTCALL,
     "decode(text, reader, kinds, type) -> the digits of a text that is one number of the given kinds, or None"},
    {"annotate_rows", Kernel_annotate_rows, METH_VARARGS,
     "annotate_rows(data, offsets, is_wide, rest, writer, kinds, other, other_kinds, checker, enders, reach[, plain]) "
     "-> the data and the offsets of rows, each annotated beside the tokens of the other kernel, or as rest(number, "
     "text) returns it"},
    {"restore_rows", Kernel_restore_rows, METH_VARARGS,
     "restore_rows(data, offsets, is_wide, rest, reader, kinds, beside) -> the data and the offsets of rows, each "
     "restored, or as rest(number, text) returns it"},
    {"annotate_texts", Kernel_annotate_texts, METH_VARARGS,
     "annotate_texts(rows, rest, writer, kinds, other, other_kinds, checker, enders, reach[, plain]) -> a list of the "
     "rows, each annotated beside the tokens of the other kernel, or as rest(number, row) returns it; None stays"},
    {"restore_texts", Kernel_restore_texts, METH_VARARGS,
     "restore_texts(rows, rest, reader, kinds, beside) -> a list of the rows, each restored, or as rest(number, row) "
     "returns it; None stays"},
    {"find_rows", Kernel_find_rows, METH_VARARGS,
     "find_rows(data, offsets, is_wide, unmasked, first, kinds[, other, other_kinds, reader]) -> the rows, starts, ends, "
     "kinds, values and validity of the numbers in rows, and the values beyond the width as lines of text"},
    {NULL, NULL, 0, NULL},
};
