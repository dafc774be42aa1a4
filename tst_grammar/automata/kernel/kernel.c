/* Runs the tables of automata over texts: finds tokens, takes numbers from them, and writes and reads digit groups.
   It knows only tables and templates, which Python makes from the grammars and the encoder, and no notation. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <structmember.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "tables.h"
#include "notes.h"
#include "building.h"
#include "templates.h"
#include "memory.h"
#include "numbers.h"

#define LONG_TEXT 4096 /* characters; for shorter texts it does not pay to release the GIL */

#define CHAR Py_UCS1
#define KIND 1
#define NAME(x) x##_1
#include "width.h"
#undef CHAR
#undef KIND
#undef NAME
#define CHAR Py_UCS2
#define KIND 2
#define NAME(x) x##_2
#include "width.h"
#undef CHAR
#undef KIND
#undef NAME
#define CHAR Py_UCS4
#define KIND 4
#define NAME(x) x##_4
#include "width.h"

static PyTypeObject WriterType, ReaderType, RecordType;

static int is_text(PyObject *text)
{
#if PY_VERSION_HEX < 0x030C0000
    return PyUnicode_Check(text) && !PyUnicode_READY(text);
#else
    return PyUnicode_Check(text);
#endif
}

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

/* Calls the variant of a function for a width of characters. */
#define FOR_KIND(kind, function, ...)                                                                             \
    ((kind) == 1 ? function##_1(__VA_ARGS__) : (kind) == 2 ? function##_2(__VA_ARGS__) : function##_4(__VA_ARGS__))

static int is_mask(const Kernel *k, PyObject *kinds)
{
    if (PyBytes_Check(kinds) && PyBytes_GET_SIZE(kinds) > PyTuple_GET_SIZE(k->kinds))
        return 1;
    damaged();
    return 0;
}

static PyObject *Kernel_find(Kernel *k, PyObject *arguments)
{
    PyObject *text, *other_kinds = NULL, *keeps = NULL;
    Kernel *other_kernel = NULL;
    PyTypeObject *type;
    if (!PyArg_ParseTuple(arguments, "UO!|O!SS", &text, &PyType_Type, &type, Py_TYPE(k), &other_kernel, &other_kinds,
                          &keeps) ||
        !is_tuple_type(type))
        return NULL;
    if (other_kernel && (!keeps || !is_mask(other_kernel, other_kinds) || !is_mask(k, keeps)))
        return wrong_arguments();
    const Other other = {other_kernel, keeps ? (const uint8_t *)PyBytes_AS_STRING(other_kinds) : NULL,
                         keeps ? (const uint8_t *)PyBytes_AS_STRING(keeps) : NULL};
    PyObject *found = PyList_New(0);
    if (!found)
        return NULL;
    const int kind = (int)PyUnicode_KIND(text);
    FOR_KIND(kind, find, k, other_kernel ? &other : NULL, PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text), type,
             found);
    if (PyErr_Occurred())
        Py_CLEAR(found);
    return found;
}

static PyObject *Kernel_spot(Kernel *k, PyObject *arguments)
{
    PyObject *text, *kinds;
    if (!PyArg_ParseTuple(arguments, "UO", &text, &kinds) || !is_mask(k, kinds))
        return NULL;
    PyObject *found = PyList_New(0);
    if (!found)
        return NULL;
    const int kind = (int)PyUnicode_KIND(text);
    FOR_KIND(kind, spot, k, (const uint8_t *)PyBytes_AS_STRING(kinds), PyUnicode_DATA(text),
             PyUnicode_GET_LENGTH(text), found);
    if (PyErr_Occurred())
        Py_CLEAR(found);
    return found;
}

static PyObject *Kernel_whole(Kernel *k, PyObject *arguments)
{
    PyObject *text;
    PyTypeObject *type;
    if (!PyArg_ParseTuple(arguments, "UO!", &text, &PyType_Type, &type) || !is_tuple_type(type))
        return NULL;
    const int kind = (int)PyUnicode_KIND(text);
    return FOR_KIND(kind, whole, k, PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text), type);
}

static PyObject *Kernel_parts(Kernel *k, PyObject *const *arguments, Py_ssize_t count)
{
    if (count != 2 || !is_text(arguments[0]) || !PyType_Check(arguments[1]) ||
        !is_tuple_type((PyTypeObject *)arguments[1]))
        return wrong_arguments();
    PyObject *text = arguments[0];
    const int kind = (int)PyUnicode_KIND(text);
    return FOR_KIND(kind, parts, k, PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text),
                    (PyTypeObject *)arguments[1]);
}

static PyObject *Kernel_number(Kernel *k, PyObject *const *arguments, Py_ssize_t count)
{
    if (count != 3 || !is_text(arguments[0]) || !Py_IS_TYPE(arguments[1], &RecordType))
        return wrong_arguments();
    const int kind = (int)PyUnicode_KIND(arguments[0]);
    return FOR_KIND(kind, number, k, PyUnicode_DATA(arguments[0]), PyUnicode_GET_LENGTH(arguments[0]),
                    (Record *)arguments[1], arguments[0], arguments[2]);
}

/* Returns the characters of a text, widened if its kind cannot hold the character `widest`. */
static const void *widened(PyObject *text, Py_UCS4 widest, int *kind, Py_UCS4 **copy)
{
    *copy = NULL;
    *kind = (int)PyUnicode_KIND(text);
    if (widest <= (*kind == 1 ? 0xFFu : *kind == 2 ? 0xFFFFu : 0x10FFFFu))
        return PyUnicode_DATA(text);
    *kind = 4;
    return *copy = PyUnicode_AsUCS4Copy(text);
}

/* Returns the text with its edits applied, or raises an error if the result is below 0. */
static PyObject *edited(PyObject *text, const void *data, int kind, const Output *output, Py_UCS4 widest, int result)
{
    if (result == -1)
        return PyErr_NoMemory();
    if (result < 0) {
        damaged();
        return NULL;
    }
    if (!output->count)
        return PyUnicode_FromObject(text); /* the text itself, or a plain str if it is of a subclass */
    Py_ssize_t length = PyUnicode_GET_LENGTH(text) + output->used;
    for (Py_ssize_t i = 0; i < output->count; i++)
        length -= output->edits[i].end - output->edits[i].start;
    if (length > PY_SSIZE_T_MAX / 8)
        return PyErr_NoMemory();
    if (widest < PyUnicode_MAX_CHAR_VALUE(text))
        widest = PyUnicode_MAX_CHAR_VALUE(text);
    PyObject *made = PyUnicode_New(length, widest);
    if (!made)
        return NULL;
    if ((int)PyUnicode_KIND(made) != kind) { /* a template has wide characters, but this text uses none */
        Py_DECREF(made);
        if (!(made = PyUnicode_New(length, kind == 2 ? 0xFFFF : 0x10FFFF)))
            return NULL;
    }
    FOR_KIND(kind, assemble, output, data, PyUnicode_GET_LENGTH(text), PyUnicode_DATA(made), length);
    if (PyUnicode_IS_ASCII(made))
        return made;
    const Py_UCS4 all = FOR_KIND(kind, bits, PyUnicode_DATA(made), length);
    const Py_UCS4 needed = all < 0x80 ? 0x7F : all < 0x100 ? 0xFF : all < 0x10000 ? 0xFFFF : 0x10FFFF;
    if (PyUnicode_MAX_CHAR_VALUE(made) == needed)
        return made;
    PyObject *narrow = PyUnicode_FromKindAndData(kind, PyUnicode_DATA(made), length);
    Py_DECREF(made);
    return narrow;
}

static PyObject *Kernel_encode(Kernel *k, PyObject *const *arguments, Py_ssize_t count)
{
    if (count != 2 || !is_text(arguments[0]) || !PyObject_TypeCheck(arguments[1], &WriterType))
        return wrong_arguments();
    const Writer *w = (Writer *)arguments[1];
    Py_UCS4 *copy;
    int kind;
    const void *data = widened(arguments[0], w->widest, &kind, &copy);
    if (!data)
        return NULL;
    Output output = start_output(k);
    const int result = FOR_KIND(kind, encode, k, w, data, PyUnicode_GET_LENGTH(arguments[0]), &output);
    PyMem_Free(copy);
    PyObject *text;
    if (result < 0)
        text = PyErr_NoMemory();
    else if (!result)
        text = Py_NewRef(Py_None);
    else
        text = PyUnicode_FromKindAndData(kind, output.data, output.used);
    finish_output(k, &output);
    return text;
}

static PyObject *Kernel_annotate(Kernel *k, PyObject *arguments)
{
    PyObject *text, *kinds;
    Writer *w, *plain = NULL;
    if (!PyArg_ParseTuple(arguments, "UO!S|O!", &text, &WriterType, &w, &kinds, &WriterType, &plain) ||
        !is_mask(k, kinds))
        return NULL;
    Py_UCS4 *copy;
    int kind, result;
    const Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    const uint8_t *mask = (const uint8_t *)PyBytes_AS_STRING(kinds);
    const void *data = widened(text, w->widest, &kind, &copy);
    if (!data)
        return NULL;
    Output output = start_output(k);
    if (length < LONG_TEXT)
        result = FOR_KIND(kind, annotate, k, w, plain, mask, data, length, &output);
    else {
        Py_BEGIN_ALLOW_THREADS
        result = FOR_KIND(kind, annotate, k, w, plain, mask, data, length, &output);
        Py_END_ALLOW_THREADS
    }
    PyObject *annotated = edited(text, data, kind, &output, output.count ? w->widest : 0, result);
    PyMem_Free(copy);
    finish_output(k, &output);
    return annotated;
}

/* Returns 1 if the other kernel finds in a text exactly the tokens that are due, 0 if not, -1 with an error set. */
static int is_confirmed(const Kernel *k, const Other *other, PyObject *text, const Places *due)
{
    int result;
    const Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    Py_BEGIN_ALLOW_THREADS
    result = FOR_KIND((int)PyUnicode_KIND(text), confirm, k, other, PyUnicode_DATA(text), length, due);
    Py_END_ALLOW_THREADS
    if (result < 0)
        PyErr_NoMemory();
    return result;
}

static PyObject *Kernel_annotate_beside(Kernel *k, PyObject *arguments)
{
    PyObject *text, *kinds, *other_kinds, *enders;
    Writer *w, *plain = NULL;
    Kernel *other_kernel, *checker;
    Py_ssize_t reach;
    if (!PyArg_ParseTuple(arguments, "UO!SO!SO!Sn|O!", &text, &WriterType, &w, &kinds, Py_TYPE(k), &other_kernel,
                          &other_kinds, Py_TYPE(k), &checker, &enders, &reach, &WriterType, &plain) ||
        !is_mask(k, kinds) || !is_mask(checker, kinds) || !is_mask(other_kernel, other_kinds))
        return NULL;
    if (PyBytes_GET_SIZE(enders) != 256) {
        damaged();
        return NULL;
    }
    Py_UCS4 *copy;
    int kind, result, state = ALONE;
    const Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    const Other other = {other_kernel, (const uint8_t *)PyBytes_AS_STRING(other_kinds),
                         (const uint8_t *)PyBytes_AS_STRING(kinds)};
    const Neighbours around = {(const uint8_t *)PyBytes_AS_STRING(enders), reach};
    const void *data = widened(text, w->widest, &kind, &copy);
    if (!data)
        return NULL;
    Output output = start_output(k);
    Places due = {0};
    if (length < LONG_TEXT)
        result = FOR_KIND(kind, annotate_beside, k, &other, &around, w, plain, data, length, &output, &due, &state);
    else {
        Py_BEGIN_ALLOW_THREADS
        result = FOR_KIND(kind, annotate_beside, k, &other, &around, w, plain, data, length, &output, &due, &state);
        Py_END_ALLOW_THREADS
    }
    PyObject *annotated = edited(text, data, kind, &output, output.count ? w->widest : 0, result);
    PyMem_Free(copy);
    finish_output(k, &output);
    if (annotated && state != ALONE) {
        const int is_same = state == DOUBTFUL ? 0 : is_confirmed(checker, &other, annotated, &due);
        if (is_same <= 0)
            Py_CLEAR(annotated);
        if (!is_same)
            annotated = Py_NewRef(Py_None);
    }
    free(due.places);
    return annotated;
}

static PyObject *Kernel_agree(Kernel *k, PyObject *arguments)
{
    PyObject *text, *restored, *kinds;
    Writer *w;
    if (!PyArg_ParseTuple(arguments, "UUO!S", &text, &restored, &WriterType, &w, &kinds) || !is_mask(k, kinds))
        return NULL;
    const int kind = (int)PyUnicode_KIND(text);
    if ((int)PyUnicode_KIND(restored) != kind)
        Py_RETURN_FALSE; /* the caller then compares the texts itself */
    const uint8_t *mask = (const uint8_t *)PyBytes_AS_STRING(kinds);
    const int result = FOR_KIND(kind, agree, k, w, mask, PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text),
                                PyUnicode_DATA(restored), PyUnicode_GET_LENGTH(restored));
    return result < 0 ? PyErr_NoMemory() : PyBool_FromLong(result);
}

static PyObject *Kernel_restore(Kernel *k, PyObject *arguments)
{
    PyObject *text, *kinds;
    Reader *r;
    Kernel *beside;
    if (!PyArg_ParseTuple(arguments, "UO!SO!", &text, &ReaderType, &r, &kinds, Py_TYPE(k), &beside) ||
        !is_mask(k, kinds))
        return NULL;
    int result;
    const int kind = (int)PyUnicode_KIND(text);
    const Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    static const uint8_t none[256] = {0};
    const Other other = {k, (const uint8_t *)PyBytes_AS_STRING(kinds), none};
    const void *data = PyUnicode_DATA(text);
    Output output = start_output(k);
    if (length < LONG_TEXT)
        result = FOR_KIND(kind, restore, beside, &other, r, data, length, &output);
    else {
        Py_BEGIN_ALLOW_THREADS
        result = FOR_KIND(kind, restore, beside, &other, r, data, length, &output);
        Py_END_ALLOW_THREADS
    }
    PyObject *restored = edited(text, data, kind, &output, 0, result);
    finish_output(k, &output);
    return restored;
}

static PyObject *Kernel_decode(Kernel *k, PyObject *const *arguments, Py_ssize_t count)
{
    if (count != 4 || !is_text(arguments[0]) || !PyObject_TypeCheck(arguments[1], &ReaderType) ||
        !is_mask(k, arguments[2]) || !PyType_Check(arguments[3]) || !is_tuple_type((PyTypeObject *)arguments[3]))
        return wrong_arguments();
    PyObject *text = arguments[0];
    const int kind = (int)PyUnicode_KIND(text);
    return FOR_KIND(kind, decode, k, (Reader *)arguments[1], (const uint8_t *)PyBytes_AS_STRING(arguments[2]),
                    PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text), (PyTypeObject *)arguments[3]);
}

static PyMethodDef kernel_methods[] = {
    {"find", (PyCFunction)Kernel_find, METH_VARARGS,
     "find(text, type[, other, other_kinds, keeps]) -> the start, end, kind and parts or fault of each token with an "
     "anchor, of this kernel or the other one"},
    {"spot", (PyCFunction)Kernel_spot, METH_VARARGS,
     "spot(text, kinds) -> the start, end and kind of each token of the given kinds with an anchor"},
    {"whole", (PyCFunction)Kernel_whole, METH_VARARGS,
     "whole(text, type) -> the token that spans the whole text, or None"},
    {"parts", (PyCFunction)(void (*)(void))Kernel_parts, METH_FASTCALL,
     "parts(text, type) -> the parts of a text that is one number, or None"},
    {"number", (PyCFunction)(void (*)(void))Kernel_number, METH_FASTCALL,
     "number(text, record, spans) -> the record of a text that is one number, or None"},
    {"encode", (PyCFunction)(void (*)(void))Kernel_encode, METH_FASTCALL,
     "encode(text, writer) -> the number that the text is, written by the writer, or None"},
    {"annotate", (PyCFunction)Kernel_annotate, METH_VARARGS,
     "annotate(text, writer, kinds[, plain]) -> the text with its numbers of the given kinds written by the writer, "
     "except those that the writer plain would change"},
    {"annotate_beside", (PyCFunction)Kernel_annotate_beside, METH_VARARGS,
     "annotate_beside(text, writer, kinds, other, other_kinds, checker, enders, reach[, plain]) -> the text with its numbers "
     "written, except where the other kernel finds a token, or None if it may find other tokens in the result"},
    {"agree", (PyCFunction)Kernel_agree, METH_VARARGS,
     "agree(text, restored, writer, kinds) -> whether a restored text has the same numbers as the text"},
    {"restore", (PyCFunction)Kernel_restore, METH_VARARGS,
     "restore(text, reader, kinds, beside) -> the text with its numbers of the given kinds in plain digits, "
     "except inside longer tokens of the kernel beside it"},
    {"decode", (PyCFunction)(void (*)(void))Kernel_decode, METH_FASTCALL,
     "decode(text, reader, kinds, type) -> the digits of a text that is one number of the given kinds, or None"},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject KernelType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "tst_grammar.automata._kernel.Kernel",
    .tp_basicsize = sizeof(Kernel),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Runs the tables of an automaton.",
    .tp_new = Kernel_new,
    .tp_dealloc = (destructor)Kernel_dealloc,
    .tp_methods = kernel_methods,
};

static PyTypeObject WriterType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "tst_grammar.automata._kernel.Writer",
    .tp_basicsize = sizeof(Writer),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Templates for writing numbers.",
    .tp_new = Writer_new,
    .tp_dealloc = (destructor)Writer_dealloc,
};

static PyTypeObject ReaderType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "tst_grammar.automata._kernel.Reader",
    .tp_basicsize = sizeof(Reader),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Forms for reading numbers.",
    .tp_new = Reader_new,
    .tp_dealloc = (destructor)Reader_dealloc,
};

static PyTypeObject RecordType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "tst_grammar.automata._kernel.Record",
    .tp_basicsize = sizeof(Record),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "A class whose instances hold a number in slots.",
    .tp_new = Record_new,
    .tp_dealloc = (destructor)Record_dealloc,
};

static int add_contents(PyObject *module)
{
    PyObject *names = PyTuple_New(ROLE_COUNT);
    if (!names)
        return -1;
    for (int i = 0; i < ROLE_COUNT; i++) {
        PyObject *name = PyUnicode_FromString(ROLE_NAMES[i]);
        if (!name) {
            Py_DECREF(names);
            return -1;
        }
        PyTuple_SET_ITEM(names, i, name);
    }
    const int failed = PyModule_AddObjectRef(module, "ROLES", names);
    Py_DECREF(names);
    return failed || PyModule_AddType(module, &KernelType) || PyModule_AddType(module, &WriterType) ||
                   PyModule_AddType(module, &ReaderType) || PyModule_AddType(module, &RecordType)
               ? -1
               : 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, add_contents}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tst_grammar.automata._kernel",
    .m_doc = "Runs tables over texts in native code.",
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__kernel(void)
{
    return PyModuleDef_Init(&definition);
}
