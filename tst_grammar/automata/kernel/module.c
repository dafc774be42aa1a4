/* The module of the kernel: a thin layer around the core, for `str` and for buffers of UTF-8. */

#include "json_lines.h"
#include "objects.h"

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

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, add_contents},
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static PyMethodDef functions[] = {
    {"json_texts", json_texts, METH_VARARGS, NULL},
    {"json_changed", json_changed, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tst_grammar.automata._kernel",
    .m_doc = "Runs tables over texts in native code.",
    .m_methods = functions,
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__kernel(void)
{
    return PyModuleDef_Init(&definition);
}
