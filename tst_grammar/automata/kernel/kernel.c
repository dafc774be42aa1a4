/* Makes kernels of tables, and frees them. */

#include "calls.h"
#include "methods.h"

/* Takes the roles: for the number of each kind with roles, a role for each state. */
static int take_roles(PyObject *roles, TableParts *parts)
{
    Py_ssize_t at = 0;
    PyObject *key, *row;
    while (PyDict_Next(roles, &at, &key, &row)) {
        const long kind = PyLong_Check(key) ? PyLong_AsLong(key) : -1;
        PyErr_Clear();
        if (kind < 1 || kind > (long)parts->kinds || !PyBytes_Check(row) || PyBytes_GET_SIZE(row) != (Py_ssize_t)parts->states)
            return DAMAGED;
        parts->roles[kind] = (const uint8_t *)PyBytes_AS_STRING(row);
    }
    return 0;
}

/* Takes the names of the kinds. There may be as many as there are numbers for them. */
static int take_kinds(PyObject *kinds, TableParts *parts)
{
    if (PyTuple_GET_SIZE(kinds) > 254)
        return DAMAGED;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(kinds); i++)
        if (!PyUnicode_Check(PyTuple_GET_ITEM(kinds, i)))
            return DAMAGED;
    parts->kinds = (uint32_t)PyTuple_GET_SIZE(kinds);
    return 0;
}

static Text bytes_of(PyObject *bytes)
{
    return (Text){(const uint8_t *)PyBytes_AS_STRING(bytes), PyBytes_GET_SIZE(bytes)};
}

static Kernel *new_kernel(PyTypeObject *type, PyObject *kinds)
{
    Kernel *k = (Kernel *)type->tp_alloc(type, 0);
    if (k)
        k->kinds = Py_NewRef(kinds);
    return k;
}

/* Returns a kernel with its tables, or raises an error if they cannot be made. */
static PyObject *with_tables(Kernel *k, const TableParts *parts)
{
    const int failed = make_tables(parts, k, &k->tables);
    if (!failed)
        return (PyObject *)k;
    Py_DECREF(k);
    return raised(failed);
}

static PyObject *Kernel_new(PyTypeObject *type, PyObject *arguments, PyObject *Py_UNUSED(keywords))
{
    PyObject *kinds, *class_starts, *class_names, *starts, *accepts, *patterns, *rows, *roles, *flags, *values;
    TableParts parts = {0};
    if (!PyArg_ParseTuple(arguments, "O!OOOSSOO!SOI", &PyTuple_Type, &kinds, &class_starts, &class_names, &starts,
                          &accepts, &patterns, &rows, &PyDict_Type, &roles, &flags, &values, &parts.states) ||
        numbers_of(class_starts, &parts.class_starts) || numbers_of(class_names, &parts.class_names) ||
        numbers_of(starts, &parts.starts) || numbers_of(rows, &parts.rows) || numbers_of(values, &parts.values))
        return NULL;
    parts.flags = bytes_of(flags);
    parts.accepts = bytes_of(accepts);
    parts.patterns = bytes_of(patterns);
    if (!parts.states || take_kinds(kinds, &parts) || take_roles(roles, &parts))
        return raised(DAMAGED);
    Kernel *k = new_kernel(type, kinds);
    return k ? with_tables(k, &parts) : NULL;
}

/* Takes the numbers of the kinds with roles, in the order in which the automaton gives their roles. */
static int take_role_kinds(Kernel *k, PyObject *role_kinds, TableParts *parts)
{
    const Text kinds = bytes_of(role_kinds);
    for (Size i = 0; i < kinds.length; i++) {
        if (kinds.bytes[i] < 1 || kinds.bytes[i] > parts->kinds || parts->roles[kinds.bytes[i]])
            return DAMAGED;
        parts->roles[kinds.bytes[i]] = k->role_numbers;
        for (Size j = 0; j < kinds.length; j++)
            k->role_places[i] = (uint8_t)(k->role_places[i] + (kinds.bytes[j] < kinds.bytes[i]));
    }
    return 0;
}

PyObject *Kernel_lazy(PyObject *type, PyObject *arguments)
{
    PyObject *kinds, *class_starts, *class_names, *starts, *flags, *values, *role_kinds, *role_numbers, *automaton;
    TableParts parts = {0};
    if (!PyArg_ParseTuple(arguments, "O!OOOSOSSO", &PyTuple_Type, &kinds, &class_starts, &class_names, &starts, &flags,
                          &values, &role_kinds, &role_numbers, &automaton) ||
        numbers_of(class_starts, &parts.class_starts) || numbers_of(class_names, &parts.class_names) ||
        numbers_of(starts, &parts.starts) || numbers_of(values, &parts.values))
        return NULL;
    parts.flags = bytes_of(flags);
    if (take_kinds(kinds, &parts) || PyBytes_GET_SIZE(role_numbers) != 256)
        return raised(DAMAGED);
    Kernel *k = new_kernel((PyTypeObject *)type, kinds);
    if (!k)
        return NULL;
    k->automaton = Py_NewRef(automaton);
    k->lock = PyThread_allocate_lock();
    memcpy(k->role_numbers, PyBytes_AS_STRING(role_numbers), 256);
    const int failed = k->lock ? take_role_kinds(k, role_kinds, &parts) : OUT_OF_MEMORY;
    if (!failed)
        return with_tables(k, &parts);
    Py_DECREF(k);
    return raised(failed);
}

static void Kernel_dealloc(Kernel *k)
{
    free_tables(k->tables);
    free_buffers(&k->kept);
    if (k->lock)
        PyThread_free_lock(k->lock);
    Py_XDECREF(k->kinds);
    Py_XDECREF(k->automaton);
    Py_TYPE(k)->tp_free((PyObject *)k);
}

PyTypeObject KernelType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "tst_grammar.automata._kernel.Kernel",
    .tp_basicsize = sizeof(Kernel),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Runs the tables of an automaton.",
    .tp_new = Kernel_new,
    .tp_dealloc = (destructor)Kernel_dealloc,
    .tp_methods = kernel_methods,
};
