/* The kernel, built with allocators that can fail: its own, and those of Python that it uses. They count the blocks that
   are not freed, to find leaks. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdlib.h>

static long due; /* the number of allocations until one fails; 0 if none is to fail */
static int has_failed;
static long blocks;

static int fails(void)
{
    if (!due || --due)
        return 0;
    return has_failed = 1;
}

static void *counted(void *made, const void *before)
{
    blocks += made && !before;
    return made;
}

static void *failing_malloc(size_t size)
{
    return fails() ? NULL : counted(malloc(size), NULL);
}

static void *failing_calloc(size_t count, size_t size)
{
    return fails() ? NULL : counted(calloc(count, size), NULL);
}

static void *failing_realloc(void *block, size_t size)
{
    return fails() ? NULL : counted(realloc(block, size), block);
}

static void counting_free(void *block)
{
    blocks -= block != NULL;
    free(block);
}

static PyMemAllocatorEx own[2]; /* Python's allocators for memory and for objects */

static void *python_malloc(void *context, size_t size)
{
    const PyMemAllocatorEx *of = context;
    return fails() ? NULL : counted(of->malloc(of->ctx, size), NULL);
}

static void *python_calloc(void *context, size_t count, size_t size)
{
    const PyMemAllocatorEx *of = context;
    return fails() ? NULL : counted(of->calloc(of->ctx, count, size), NULL);
}

static void *python_realloc(void *context, void *block, size_t size)
{
    const PyMemAllocatorEx *of = context;
    return fails() ? NULL : counted(of->realloc(of->ctx, block, size), block);
}

static void python_free(void *context, void *block)
{
    const PyMemAllocatorEx *of = context;
    blocks -= block != NULL;
    of->free(of->ctx, block);
}

/* Calls a function with arguments. The allocation with this number fails, if there are that many. */
static PyObject *call_failing(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    long number;
    PyObject *function, *given;
    if (!PyArg_ParseTuple(arguments, "lOO!", &number, &function, &PyTuple_Type, &given))
        return NULL;
    has_failed = 0;
    due = number;
    PyObject *result = PyObject_CallObject(function, given);
    due = 0;
    return result ? Py_BuildValue("iN", has_failed, result) : NULL;
}

static PyObject *count_blocks(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(nothing))
{
    return PyLong_FromLong(blocks);
}

static PyMethodDef functions[] = {
    {"call_failing", call_failing, METH_VARARGS, 
     "call_failing(number, function, arguments) -> whether an allocation failed, and the result"},
    {"count_blocks", count_blocks, METH_NOARGS, "count_blocks() -> how many blocks are not yet freed"},
    {NULL, NULL, 0, NULL},
};

#define malloc failing_malloc
#define calloc failing_calloc
#define realloc failing_realloc
#define free counting_free
#define PyInit__kernel PyInit_of_kernel
#include "../tst_grammar/automata/kernel/core/agree.c"
#include "../tst_grammar/automata/kernel/core/annotate.c"
#include "../tst_grammar/automata/kernel/core/find.c"
#include "../tst_grammar/automata/kernel/core/memory.c"
#include "../tst_grammar/automata/kernel/core/notes.c"
#include "../tst_grammar/automata/kernel/core/restore.c"
#include "../tst_grammar/automata/kernel/core/rows.c"
#include "../tst_grammar/automata/kernel/core/tables.c"
#include "../tst_grammar/automata/kernel/core/templates.c"
#include "../tst_grammar/automata/kernel/encode.c"
#include "../tst_grammar/automata/kernel/text.c"
#include "../tst_grammar/automata/kernel/objects.c"
#include "../tst_grammar/automata/kernel/calls.c"
#include "../tst_grammar/automata/kernel/methods.c"
#include "../tst_grammar/automata/kernel/kernel.c"
#include "../tst_grammar/automata/kernel/rewrite.c"
#include "../tst_grammar/automata/kernel/rows.c"
#include "../tst_grammar/automata/kernel/texts.c"
#include "../tst_grammar/automata/kernel/find_rows.c"
#include "../tst_grammar/automata/kernel/module.c"
#undef PyInit__kernel
#undef malloc
#undef calloc
#undef realloc
#undef free

static int add_functions(PyObject *module)
{
    static const PyMemAllocatorDomain domains[] = {PYMEM_DOMAIN_MEM, PYMEM_DOMAIN_OBJ};
    for (int i = 0; i < 2; i++) {
        PyMem_GetAllocator(domains[i], &own[i]);
        PyMemAllocatorEx failing = {&own[i], python_malloc, python_calloc, python_realloc, python_free};
        PyMem_SetAllocator(domains[i], &failing);
    }
    return PyModule_AddFunctions(module, functions);
}

static PyModuleDef_Slot failing_slots[] = {{Py_mod_exec, add_contents}, {Py_mod_exec, add_functions}, {0, NULL}};

PyMODINIT_FUNC PyInit__kernel(void)
{
    definition.m_slots = failing_slots;
    return PyInit_of_kernel();
}
