/* Runs the tables of automata over texts: finds tokens, takes numbers from them, and writes and reads digit groups.
   It knows tables and templates and no notation; those are made from the grammars and from the encoder. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <structmember.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "tables.h"
#include "templates.h"

#define MOST_EXPONENT ((int64_t)1000000000000000)
#define MOST_KEPT ((Py_ssize_t)1 << 23) /* bytes of memory, from one text to the next */
#define PART_COUNT 6
#define SLOT_COUNT 8
#define LONG_TEXT 4096 /* characters; for fewer it is not worth while to let other threads run */
#define ROLES_IN_DETAIL                                                                                           \
    (1u << EXPONENT | 1u << SUPERSCRIPT | 1u << CURRENCY | 1u << PER_MILLE | 1u << POWER | 1u << POWER_SUPERSCRIPT |  \
     1u << SEVERAL)

enum { FINE, MIXED_SCRIPTS, EXPONENT_RANGE };
enum { NOTHING_NOTED, PARTS_NOTED, ROWS_NOTED };

typedef struct {
    Py_ssize_t count, whole; /* digits, and those before the point */
    int64_t exponent;
    Py_UCS4 sign, prefix, suffix; /* or 0 */
} Number;

/* The digits of a number without zeros around them, and how many stand on each side of the point */
typedef struct {
    Py_ssize_t first, last;
    int64_t point, integer, fraction;
    int is_zero;
} Measure;

/* What is noted on the way through a token: characters that may be digits, with as much free room around them as is
   asked for, and if it is looked at in detail the rows of the states. */
typedef struct {
    uint32_t *rows;
    void *digits;
    Py_ssize_t room, around;
    void *data; /* of which the digits are a part */
} Path;

typedef struct {
    Py_ssize_t start, end, anchor;
    unsigned kind;
    Py_ssize_t count, whole; /* of the digits, as far as the roles are usual */
    uint32_t seen; /* roles, as bits */
    Py_UCS4 all; /* characters, as bits */
} Cursor;

/* A class whose objects have the parts of a number, and two more things, in slots */
typedef struct {
    PyObject_HEAD
    PyTypeObject *type;
    Py_ssize_t offsets[SLOT_COUNT];
} Record;

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
                   of->tp_base == &PyBaseObject_Type; /* which needs no other constructor to be run */
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

static int grow_path(Path *path, int kind)
{
    const Py_ssize_t room = path->room ? 2 * path->room : 256;
    if (room > PY_SSIZE_T_MAX / 8 - 2 * path->around)
        return -1;
    uint32_t *rows = realloc(path->rows, (size_t)room * sizeof *rows);
    if (rows)
        path->rows = rows;
    void *data = realloc(path->data, (size_t)(room + 2 * path->around) * (size_t)kind);
    if (data)
        path->data = data;
    if (!rows || !data)
        return -1;
    path->digits = (char *)data + path->around * kind;
    path->room = room;
    return 0;
}

static void free_path(Path *path)
{
    free(path->rows);
    free(path->data);
}

/* Takes what memory a kernel keeps, so that the system need not give and clear it for every text. */
static Output start_output(Kernel *k)
{
    const Output output = k->kept;
    k->kept = (Output){0};
    return output;
}

/* Returns where to write so many characters more. */
static void *room_in_output(Output *output, Py_ssize_t more, int kind)
{
    if (more > output->bytes / kind - output->used) {
        if (more > PY_SSIZE_T_MAX / 16 - output->bytes)
            return NULL;
        const Py_ssize_t bytes = output->bytes + output->bytes / 2 + more * kind;
        void *data = realloc(output->data, (size_t)bytes);
        if (!data)
            return NULL;
        output->data = data;
        output->bytes = bytes;
    }
    return (char *)output->data + output->used * kind;
}

/* Returns where to note an edit. */
static Edit *room_for_edit(Output *output)
{
    if (output->count == output->room) {
        const Py_ssize_t room = output->room + output->room / 2 + 64;
        Edit *edits =
            (size_t)room > PY_SSIZE_T_MAX / sizeof *edits ? NULL : realloc(output->edits, (size_t)room * sizeof *edits);
        if (!edits)
            return NULL;
        output->edits = edits;
        output->room = room;
    }
    return output->edits + output->count;
}

static int is_of_number(Py_UCS4 c)
{
    if (c < 128)
        return (c >= '0' && c <= '9') || (c | 32) - 'a' < 26 || c == '[' || c == ']';
    return Py_UNICODE_ISALNUM(c);
}

static PyObject *kind_of(const Kernel *k, unsigned kind)
{
    return Py_NewRef(PyTuple_GET_ITEM(k->kinds, kind - 1));
}

static PyObject *character(Py_UCS4 c)
{
    return c ? PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, &c, 1) : PyUnicode_New(0, 0);
}

static PyObject *ascii(const void *digits, Py_ssize_t start, Py_ssize_t end, int kind)
{
    PyObject *text = PyUnicode_New(end - start, 127);
    if (!text)
        return NULL;
    for (Py_ssize_t i = start; i < end; i++)
        PyUnicode_1BYTE_DATA(text)[i - start] = (Py_UCS1)PyUnicode_READ(kind, digits, i);
    return text;
}

/* Gives sign, integer, fraction, exponent, prefix and suffix; -1 if one could not be made. */
static int parts_of(const Number *number, const void *digits, int kind, PyObject *items[PART_COUNT])
{
    items[0] = character(number->sign);
    items[1] = ascii(digits, 0, number->whole, kind);
    items[2] = ascii(digits, number->whole, number->count, kind);
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

static PyObject *tuple_of(PyTypeObject *type, const Number *number, const void *digits, int kind)
{
    PyObject *items[PART_COUNT], *parts;
    if (parts_of(number, digits, kind, items))
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

/* Returns the parts, and what else there is, in the slots of an object. */
static PyObject *record_of(const Record *record, const Number *number, const void *digits, int kind, PyObject *source,
                           PyObject *spans)
{
    PyObject *items[SLOT_COUNT], *object;
    if (parts_of(number, digits, kind, items))
        return NULL;
    items[PART_COUNT] = Py_NewRef(source);
    items[PART_COUNT + 1] = Py_NewRef(spans);
    object = record->type->tp_alloc(record->type, 0);
    for (int i = 0; i < SLOT_COUNT; i++) {
        if (object)
            *(PyObject **)((char *)object + record->offsets[i]) = items[i];
        else
            Py_DECREF(items[i]);
    }
    return object;
}

static PyObject *fault(int number)
{
    return PyUnicode_FromString(number == MIXED_SCRIPTS ? "mixed-scripts" : "exponent-range");
}

static Py_UCS4 currency_of(const Number *number)
{
    if (number->suffix == '%' || number->suffix == 0x2030)
        return 0;
    return number->prefix ? number->prefix : number->suffix;
}

/* Returns how many characters a number has as a program writes it. */
static Py_ssize_t plain_length(const Number *number, const Measure *m)
{
    const Py_ssize_t signs = (number->sign == '-' && !m->is_zero) + (number->prefix != 0) + (number->suffix != 0);
    const Py_ssize_t integer = m->integer ? (Py_ssize_t)m->integer : 1;
    return signs + integer + (m->fraction ? (Py_ssize_t)m->fraction + 1 : 0);
}

#define CHAR Py_UCS1
#define KIND 1
#define NAME(x) x##_1
#include "scan.h"
#undef CHAR
#undef KIND
#undef NAME
#define CHAR Py_UCS2
#define KIND 2
#define NAME(x) x##_2
#include "scan.h"
#undef CHAR
#undef KIND
#undef NAME
#define CHAR Py_UCS4
#define KIND 4
#define NAME(x) x##_4
#include "scan.h"

static PyTypeObject WriterType, ReaderType, RecordType;

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

/* Takes the roles: for each kind that has any its number, and a role for each state. */
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
            !expand_roles(k, roles, PyTuple_GET_SIZE(kinds)) && !note_usual_roles(k) && !note_jumps(k))
            return (PyObject *)k;
    }
    Py_DECREF(k);
    return NULL;
}

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
    PyErr_SetString(PyExc_TypeError, "expected a type of tuples");
    return 0;
}

static PyObject *wrong_arguments(void)
{
    if (!PyErr_Occurred())
        PyErr_SetString(PyExc_TypeError, "wrong arguments");
    return NULL;
}

/* Calls what has a variant for each width of characters. */
#define FOR_KIND(kind, function, ...)                                                                             \
    ((kind) == 1 ? function##_1(__VA_ARGS__) : (kind) == 2 ? function##_2(__VA_ARGS__) : function##_4(__VA_ARGS__))

static PyObject *Kernel_find(Kernel *k, PyObject *arguments)
{
    PyObject *text;
    PyTypeObject *type;
    if (!PyArg_ParseTuple(arguments, "UO!", &text, &PyType_Type, &type) || !is_tuple_type(type))
        return NULL;
    PyObject *found = PyList_New(0);
    if (!found)
        return NULL;
    const int kind = (int)PyUnicode_KIND(text);
    FOR_KIND(kind, find, k, PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text), type, found);
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

/* Returns the characters of a text, of the least width that can also hold another character. */
static const void *widened(PyObject *text, Py_UCS4 widest, int *kind, Py_UCS4 **copy)
{
    *copy = NULL;
    *kind = (int)PyUnicode_KIND(text);
    if (widest <= (*kind == 1 ? 0xFFu : *kind == 2 ? 0xFFFFu : 0x10FFFFu))
        return PyUnicode_DATA(text);
    *kind = 4;
    return *copy = PyUnicode_AsUCS4Copy(text);
}

/* Keeps memory for the next text, but not too much of it. */
static void finish_output(Kernel *k, Output *output)
{
    if (output->bytes + output->room * (Py_ssize_t)sizeof(Edit) > MOST_KEPT || k->kept.data || k->kept.edits) {
        free(output->data);
        free(output->edits);
    }
    else {
        output->used = output->count = 0;
        k->kept = *output;
    }
}

/* Returns the text with its edits, or raises the error of a result below 0. */
static PyObject *edited(PyObject *text, const void *data, int kind, const Output *output, Py_UCS4 widest, int result)
{
    if (result == -1)
        return PyErr_NoMemory();
    if (result < 0) {
        damaged();
        return NULL;
    }
    if (!output->count)
        return PyUnicode_FromObject(text); /* itself, or a plain str of it */
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
    if ((int)PyUnicode_KIND(made) != kind) { /* a wide template, but not in this text */
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

static int is_mask(const Kernel *k, PyObject *kinds)
{
    if (PyBytes_Check(kinds) && PyBytes_GET_SIZE(kinds) > PyTuple_GET_SIZE(k->kinds))
        return 1;
    damaged();
    return 0;
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
    Writer *w;
    if (!PyArg_ParseTuple(arguments, "UO!S", &text, &WriterType, &w, &kinds) || !is_mask(k, kinds))
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
        result = FOR_KIND(kind, annotate, k, w, mask, data, length, &output);
    else {
        Py_BEGIN_ALLOW_THREADS
        result = FOR_KIND(kind, annotate, k, w, mask, data, length, &output);
        Py_END_ALLOW_THREADS
    }
    PyObject *annotated = edited(text, data, kind, &output, output.count ? w->widest : 0, result);
    PyMem_Free(copy);
    finish_output(k, &output);
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
        Py_RETURN_FALSE; /* which is for somebody else to look into */
    const uint8_t *mask = (const uint8_t *)PyBytes_AS_STRING(kinds);
    const int result = FOR_KIND(kind, agree, k, w, mask, PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text),
                                PyUnicode_DATA(restored), PyUnicode_GET_LENGTH(restored));
    return result < 0 ? PyErr_NoMemory() : PyBool_FromLong(result);
}

static PyObject *Kernel_restore(Kernel *k, PyObject *arguments)
{
    PyObject *text, *kinds;
    Reader *r;
    if (!PyArg_ParseTuple(arguments, "UO!S", &text, &ReaderType, &r, &kinds) || !is_mask(k, kinds))
        return NULL;
    int result;
    const int kind = (int)PyUnicode_KIND(text);
    const Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    const uint8_t *mask = (const uint8_t *)PyBytes_AS_STRING(kinds);
    const void *data = PyUnicode_DATA(text);
    Output output = start_output(k);
    if (length < LONG_TEXT)
        result = FOR_KIND(kind, restore, k, r, mask, data, length, &output);
    else {
        Py_BEGIN_ALLOW_THREADS
        result = FOR_KIND(kind, restore, k, r, mask, data, length, &output);
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
     "find(text, type) -> the start, the end, the kind and the parts or the fault of each token with an anchor"},
    {"whole", (PyCFunction)Kernel_whole, METH_VARARGS, "whole(text, type) -> the token that a text is, or None"},
    {"parts", (PyCFunction)(void (*)(void))Kernel_parts, METH_FASTCALL,
     "parts(text, type) -> the parts of a text that is one number, or None"},
    {"number", (PyCFunction)(void (*)(void))Kernel_number, METH_FASTCALL,
     "number(text, record, spans) -> the record of a text that is one number, or None"},
    {"encode", (PyCFunction)(void (*)(void))Kernel_encode, METH_FASTCALL,
     "encode(text, writer) -> a text that is one number as the writer writes it, or None"},
    {"annotate", (PyCFunction)Kernel_annotate, METH_VARARGS,
     "annotate(text, writer, kinds) -> the text with its numbers of some kinds written by the writer"},
    {"agree", (PyCFunction)Kernel_agree, METH_VARARGS,
     "agree(text, restored, writer, kinds) -> whether the plain numbers of a restored text are those of the text"},
    {"restore", (PyCFunction)Kernel_restore, METH_VARARGS,
     "restore(text, reader, kinds) -> the text with its numbers of some kinds as plain ones"},
    {"decode", (PyCFunction)(void (*)(void))Kernel_decode, METH_FASTCALL,
     "decode(text, reader, kinds, type) -> the digits of a text that is one number of some kinds, or None"},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject KernelType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "tst_grammar._kernel.Kernel",
    .tp_basicsize = sizeof(Kernel),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "The tables of an automaton, ready to be run.",
    .tp_new = Kernel_new,
    .tp_dealloc = (destructor)Kernel_dealloc,
    .tp_methods = kernel_methods,
};

static PyTypeObject WriterType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "tst_grammar._kernel.Writer",
    .tp_basicsize = sizeof(Writer),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Templates by which numbers are written.",
    .tp_new = Writer_new,
    .tp_dealloc = (destructor)Writer_dealloc,
};

static PyTypeObject ReaderType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "tst_grammar._kernel.Reader",
    .tp_basicsize = sizeof(Reader),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Specimens by which numbers are read.",
    .tp_new = Reader_new,
    .tp_dealloc = (destructor)Reader_dealloc,
};

static PyTypeObject RecordType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "tst_grammar._kernel.Record",
    .tp_basicsize = sizeof(Record),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "A class whose objects hold numbers in slots.",
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
    .m_name = "tst_grammar._kernel",
    .m_doc = "Runs tables over texts at the speed of the machine.",
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__kernel(void)
{
    return PyModuleDef_Init(&definition);
}
