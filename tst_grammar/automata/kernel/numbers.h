/* Numbers: their parts, and the Python objects that hold them. */

#define MOST_EXPONENT ((int64_t)1000000000000000)
#define PART_COUNT 6
#define SLOT_COUNT 8
#define ROLES_IN_DETAIL                                                                                           \
    (1u << EXPONENT | 1u << SUPERSCRIPT | 1u << CURRENCY | 1u << PER_MILLE | 1u << POWER | 1u << POWER_SUPERSCRIPT |  \
     1u << SEVERAL)

enum { FINE, MIXED_SCRIPTS, EXPONENT_RANGE };

typedef struct {
    Py_ssize_t count, whole; /* all digits, and those before the point */
    int64_t exponent;
    Py_UCS4 sign, prefix, suffix; /* or 0 */
} Number;

/* The digits of a number without outer zeros, and how many are on each side of the point */
typedef struct {
    Py_ssize_t first, last;
    int64_t point, integer, fraction;
    int is_zero;
} Measure;

static int is_of_number(Py_UCS4 c)
{
    if (c < 128)
        return (c >= '0' && c <= '9') || (c | 32) - 'a' < 26 || c == '[' || c == ']';
    return Py_UNICODE_ISALNUM(c);
}

static Py_UCS4 currency_of(const Number *number)
{
    if (number->suffix == '%' || number->suffix == 0x2030)
        return 0;
    return number->prefix ? number->prefix : number->suffix;
}

/* Returns the length of a number written with plain digits. */
static Py_ssize_t plain_length(const Number *number, const Measure *m)
{
    const Py_ssize_t signs = (number->sign == '-' && !m->is_zero) + (number->prefix != 0) + (number->suffix != 0);
    const Py_ssize_t integer = m->integer ? (Py_ssize_t)m->integer : 1;
    return signs + integer + (m->fraction ? (Py_ssize_t)m->fraction + 1 : 0);
}

/* A class whose instances have the parts of a number, its source and its spans in slots */
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

/* Makes the sign, integer, fraction, exponent, prefix and suffix. Returns -1 on failure. */
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

/* Returns an object with the parts, the source and the spans in its slots. */
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
