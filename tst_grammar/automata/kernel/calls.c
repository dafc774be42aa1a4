/* Calls of a kernel. */

#include "calls.h"

#define MOST_KEPT ((Py_ssize_t)1 << 23) /* bytes kept from one text to the next */

/* A thread that waits for the lock does not hold the GIL, and one that asks the automaton holds both. */
static void enter(void *of, void *owner)
{
    Call *const call = of;
    call->has_waited = !call->released;
    if (call->has_waited)
        call->released = PyEval_SaveThread();
    PyThread_acquire_lock(((Kernel *)owner)->lock, WAIT_LOCK);
    PyEval_RestoreThread(call->released);
    call->released = NULL;
}

static void leave(void *of, void *owner)
{
    Call *const call = of;
    PyThread_release_lock(((Kernel *)owner)->lock);
    if (!call->has_waited)
        call->released = PyEval_SaveThread();
}

/* Takes a number that fits 32 bits. Returns -1 with an error set if the object is not one. */
static int small_number(PyObject *object, uint32_t *number)
{
    const unsigned long found = PyLong_AsUnsignedLong(object);
    if (found == (unsigned long)-1 && PyErr_Occurred())
        return -1;
    *number = found < UINT32_MAX ? (uint32_t)found : UINT32_MAX;
    return 0;
}

static int step(void *Py_UNUSED(call), void *owner, uint32_t state, uint32_t name, uint32_t *next, uint32_t *kind)
{
    PyObject *const pair = PyObject_CallMethod(((Kernel *)owner)->automaton, "step", "II", state, name);
    int failed = !pair;
    if (pair && (!PyTuple_Check(pair) || PyTuple_GET_SIZE(pair) != 2)) {
        PyErr_SetString(PyExc_TypeError, "expected a state and a kind");
        failed = 1;
    }
    failed = failed || small_number(PyTuple_GET_ITEM(pair, 0), next) || small_number(PyTuple_GET_ITEM(pair, 1), kind);
    Py_XDECREF(pair);
    return failed ? CALL_FAILED : 0;
}

static int roles_of(void *Py_UNUSED(call), void *owner, uint32_t state, uint8_t *roles, uint32_t count)
{
    const Kernel *const k = owner;
    PyObject *const found = PyObject_CallMethod(k->automaton, "roles_of", "I", state);
    if (!found)
        return CALL_FAILED;
    int failed = !PyBytes_Check(found) || PyBytes_GET_SIZE(found) != (Py_ssize_t)count;
    if (failed)
        PyErr_SetString(PyExc_TypeError, "expected a role for each kind with roles");
    for (uint32_t i = 0; !failed && i < count; i++) {
        const uint8_t role = (uint8_t)PyBytes_AS_STRING(found)[i];
        roles[k->role_places[i]] = role == IMPOSSIBLE ? IMPOSSIBLE : k->role_numbers[role];
    }
    Py_DECREF(found);
    return failed ? CALL_FAILED : 0;
}

int begin_call(Call *call, Kernel *kernel, PyObject *text)
{
    *call = (Call){.kernel = kernel, .source = {enter, leave, step, roles_of, call}};
    call->path.source = call->source;
#ifdef Py_GIL_DISABLED
    Py_BEGIN_CRITICAL_SECTION(kernel);
#endif
    call->buffers = kernel->kept;
    kernel->kept = (Buffers){0};
#ifdef Py_GIL_DISABLED
    Py_END_CRITICAL_SECTION();
#endif
    if (!text || !open_input(text, &call->input, &call->buffers))
        return 0;
    free_buffers(&call->buffers);
    return -1;
}

/* Keeps the buffers for the next text unless they are large. */
void end_call(Call *call)
{
    Buffers *const used = &call->buffers;
    close_input(&call->input);
    free_path(&call->path);
    used->output.used = used->output.edit_count = 0;
    if (used->output.room + used->output.edit_room * (Size)sizeof(Edit) + used->room <= MOST_KEPT) {
#ifdef Py_GIL_DISABLED
        Py_BEGIN_CRITICAL_SECTION(call->kernel);
#endif
        const Buffers before = call->kernel->kept;
        call->kernel->kept = *used;
        *used = before; /* those of another call that ended meanwhile, or none */
#ifdef Py_GIL_DISABLED
        Py_END_CRITICAL_SECTION();
#endif
    }
    free_buffers(used);
}

void release(Call *call)
{
    if (call->input.text.length >= LONG_TEXT)
        call->released = PyEval_SaveThread();
}

void reacquire(Call *call)
{
    if (call->released)
        PyEval_RestoreThread(call->released);
    call->released = NULL;
}
