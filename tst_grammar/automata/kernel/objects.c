/* The Python objects of templates, and those that hold the parts of a number. */

#include "objects.h"

#include <structmember.h>

int numbers_of(PyObject *object, Numbers *numbers)
{
    if (!PyBytes_Check(object) || PyBytes_GET_SIZE(object) % 4) {
        PyErr_SetString(PyExc_ValueError, "expected numbers of four bytes each");
        return -1;
    }
    numbers->items = (const uint32_t *)(const void *)PyBytes_AS_STRING(object);
    numbers->count = PyBytes_GET_SIZE(object) / 4;
    return 0;
}

int is_mask(const Kernel *k, PyObject *kinds)
{
    if (PyBytes_Check(kinds) && PyBytes_GET_SIZE(kinds) > PyTuple_GET_SIZE(k->kinds))
        return 1;
    raised(DAMAGED);
    return 0;
}

static void Writer_dealloc(WriterObject *w)
{
    free_writer(w->writer);
    Py_TYPE(w)->tp_free((PyObject *)w);
}

/* The texts of a template, as UTF-8 */
typedef struct {
    Input inputs[3];
    Buffers buffers[3];
    int count;
} Texts;

/* Opens texts. Returns -1 with an error set if that fails; they must be closed anyway. */
static int open_texts(Texts *texts, PyObject *const *objects, int count)
{
    for (; texts->count < count; texts->count++) {
        texts->buffers[texts->count] = (Buffers){.room = 0};
        if (open_input(objects[texts->count], &texts->inputs[texts->count], &texts->buffers[texts->count]))
            return -1;
    }
    return 0;
}

static void close_texts(Texts *texts)
{
    for (int i = 0; i < texts->count; i++) {
        close_input(&texts->inputs[i]);
        free_buffers(&texts->buffers[i]);
    }
}

static PyObject *Writer_new(PyTypeObject *type, PyObject *arguments, PyObject *Py_UNUSED(keywords))
{
    PyObject *counts[3], *literals[3];
    Texts texts = {.count = 0};
    WriterParts parts = {0};
    if (!PyArg_ParseTuple(arguments, "OOOUIppUU", &counts[0], &counts[1], &counts[2], &literals[0], &parts.group_size,
                          &parts.fills_first, &parts.keeps_zeros, &literals[1], &literals[2]) ||
        numbers_of(counts[0], &parts.integers) || numbers_of(counts[1], &parts.fractions) ||
        numbers_of(counts[2], &parts.pieces))
        return NULL;
    WriterObject *w = (WriterObject *)type->tp_alloc(type, 0);
    if (w && !open_texts(&texts, literals, 3)) {
        parts.literals = texts.inputs[0].text;
        parts.opening = texts.inputs[1].text;
        parts.closing = texts.inputs[2].text;
        const int failed = make_writer(&parts, &w->writer);
        if (failed)
            raised(failed);
    }
    close_texts(&texts);
    if (PyErr_Occurred())
        Py_CLEAR(w);
    return (PyObject *)w;
}

static void Reader_dealloc(ReaderObject *r)
{
    free_reader(r->reader);
    Py_TYPE(r)->tp_free((PyObject *)r);
}

static PyObject *Reader_new(PyTypeObject *type, PyObject *arguments, PyObject *Py_UNUSED(keywords))
{
    PyObject *forms, *runs, *literals[2];
    Texts texts = {.count = 0};
    ReaderParts parts = {0};
    if (!PyArg_ParseTuple(arguments, "OOUUIp", &forms, &runs, &literals[0], &literals[1], &parts.integers,
                          &parts.keeps_zeros) ||
        numbers_of(forms, &parts.forms) || numbers_of(runs, &parts.runs))
        return NULL;
    ReaderObject *r = (ReaderObject *)type->tp_alloc(type, 0);
    if (r && !open_texts(&texts, literals, 2)) {
        parts.tails = texts.inputs[0].text;
        parts.letters = texts.inputs[1].text;
        const int failed = make_reader(&parts, &r->reader);
        if (failed)
            raised(failed);
    }
    close_texts(&texts);
    if (PyErr_Occurred())
        Py_CLEAR(r);
    return (PyObject *)r;
}

static void Record_dealloc(Record *record)
{
    Py_XDECREF(record->type);
    Py_TYPE(record)->tp_free((PyObject *)record);
}

static PyObject *Record_new(PyTypeObject *type, PyObject *arguments, PyObject *Py_UNUSED(keywords))
{
    PyTypeObject *of;
    PyObject *slots;
    if (!PyArg_ParseTuple(arguments, "O!O!", &PyType_Type, &of, &PyTuple_Type, &slots))
        return NULL;
    Record *record = (Record *)type->tp_alloc(type, 0);
    if (!record)
        return NULL;
    record->type = (PyTypeObject *)Py_NewRef(of);
    int is_right = PyTuple_GET_SIZE(slots) == SLOT_COUNT && of->tp_flags & Py_TPFLAGS_HEAPTYPE &&
                   of->tp_base == &PyBaseObject_Type; /* so no other constructor has to run */
    for (int i = 0; is_right && i < SLOT_COUNT; i++) {
        PyObject *slot = PyObject_GetAttr((PyObject *)of, PyTuple_GET_ITEM(slots, i));
        is_right = slot && Py_IS_TYPE(slot, &PyMemberDescr_Type) && PyDescr_TYPE(slot) == of &&
                   ((PyMemberDescrObject *)slot)->d_member->type == T_OBJECT_EX;
        if (is_right)
            record->offsets[i] = ((PyMemberDescrObject *)slot)->d_member->offset;
        Py_XDECREF(slot);
    }
    if (is_right)
        return (PyObject *)record;
    if (!PyErr_Occurred())
        PyErr_SetString(PyExc_TypeError, "expected a class and the names of its slots");
    Py_DECREF(record);
    return NULL;
}

static PyObject *character(Py_UCS4 c)
{
    return c ? PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, &c, 1) : PyUnicode_New(0, 0);
}

static PyObject *digits_between(const uint8_t *digits, Size start, Size end)
{
    return PyUnicode_FromKindAndData(PyUnicode_1BYTE_KIND, digits + start, end - start);
}

/* Makes the sign, integer, fraction, exponent, prefix and suffix. Returns -1 on failure. */
static int parts_of(const Number *number, const uint8_t *digits, PyObject *items[PART_COUNT])
{
    items[0] = character(number->sign);
    items[1] = digits_between(digits, 0, number->whole);
    items[2] = digits_between(digits, number->whole, number->count);
    items[3] = PyLong_FromLongLong(number->exponent);
    items[4] = character(number->prefix);
    items[5] = character(number->suffix);
    int failed = 0;
    for (int i = 0; i < PART_COUNT; i++)
        failed |= !items[i];
    if (failed)
        for (int i = 0; i < PART_COUNT; i++)
            Py_XDECREF(items[i]);
    return failed ? -1 : 0;
}

PyObject *tuple_of(PyTypeObject *type, const Number *number, const uint8_t *digits)
{
    PyObject *items[PART_COUNT], *parts;
    if (parts_of(number, digits, items))
        return NULL;
    if (!(parts = type->tp_alloc(type, PART_COUNT))) {
        for (int i = 0; i < PART_COUNT; i++)
            Py_DECREF(items[i]);
        return NULL;
    }
    for (int i = 0; i < PART_COUNT; i++)
        PyTuple_SET_ITEM(parts, i, items[i]);
    return parts;
}

PyObject *record_of(const Record *record, const Number *number, const uint8_t *digits, PyObject *source,
                    PyObject *spans)
{
    PyObject *items[SLOT_COUNT], *object;
    if (parts_of(number, digits, items))
        return NULL;
    items[PART_COUNT] = Py_NewRef(source);
    items[PART_COUNT + 1] = Py_NewRef(spans);
    object = record->type->tp_alloc(record->type, 0);
    for (int i = 0; i < SLOT_COUNT; i++) {
        if (object)
            *(PyObject **)(void *)((char *)object + record->offsets[i]) = items[i];
        else
            Py_DECREF(items[i]);
    }
    return object;
}

PyTypeObject WriterType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "tst_grammar.automata._kernel.Writer",
    .tp_basicsize = sizeof(WriterObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Templates for writing numbers.",
    .tp_new = Writer_new,
    .tp_dealloc = (destructor)Writer_dealloc,
};

PyTypeObject ReaderType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "tst_grammar.automata._kernel.Reader",
    .tp_basicsize = sizeof(ReaderObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Forms for reading numbers.",
    .tp_new = Reader_new,
    .tp_dealloc = (destructor)Reader_dealloc,
};

PyTypeObject RecordType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "tst_grammar.automata._kernel.Record",
    .tp_basicsize = sizeof(Record),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "A class whose instances hold a number in slots.",
    .tp_new = Record_new,
    .tp_dealloc = (destructor)Record_dealloc,
};
