/* The methods of a kernel that rewrite one text, and the options of all methods that rewrite. */

#include "rewrite.h"

#include "calls.h"
#include "methods.h"

/* Returns the arguments from an index on, or NULL with an error set. */
static PyObject *arguments_from(PyObject *arguments, Py_ssize_t first)
{
    return PyTuple_GetSlice(arguments, first, PyTuple_GET_SIZE(arguments));
}

int take_annotation(const Kernel *k, PyObject *arguments, Py_ssize_t first, Annotating *options)
{
    PyObject *kinds, *other_kinds, *enders, *own = arguments_from(arguments, first);
    WriterObject *w, *plain = NULL;
    Kernel *rival, *checker;
    Py_ssize_t reach;
    const int is_right = own && PyArg_ParseTuple(own, "O!SO!SO!Sn|O!", &WriterType, &w, &kinds, &KernelType, &rival,
                                                 &other_kinds, &KernelType, &checker, &enders, &reach, &WriterType,
                                                 &plain);
    Py_XDECREF(own); /* the arguments themselves hold what it held */
    if (!is_right || !is_mask(k, kinds) || !is_mask(checker, kinds) || !is_mask(rival, other_kinds))
        return -1;
    if (PyBytes_GET_SIZE(enders) != 256) {
        raised(DAMAGED);
        return -1;
    }
    options->other = (Other){rival->tables, mask_of(other_kinds), mask_of(kinds)};
    options->around = (Neighbours){mask_of(enders), reach};
    options->checker = checker;
    options->how = (Annotation){.tables = k->tables, .checker = checker->tables, .other = &options->other,
                                .around = &options->around, .writer = w->writer,
                                .plain = plain ? plain->writer : NULL, .kinds = mask_of(kinds)};
    return 0;
}

int take_restoration(const Kernel *k, PyObject *arguments, Py_ssize_t first, Restoring *options)
{
    static const uint8_t none[256] = {0};
    PyObject *kinds, *own = arguments_from(arguments, first);
    ReaderObject *r;
    Kernel *beside;
    const int is_right = own && PyArg_ParseTuple(own, "O!SO!", &ReaderType, &r, &kinds, &KernelType, &beside);
    Py_XDECREF(own);
    if (!is_right || !is_mask(k, kinds))
        return -1;
    options->other = (Other){k->tables, mask_of(kinds), none};
    options->how = (Restoration){beside->tables, &options->other, r->reader};
    return 0;
}

PyObject *Kernel_annotate(PyObject *kernel, PyObject *arguments)
{
    Kernel *const k = (Kernel *)kernel;
    PyObject *text, *kinds;
    WriterObject *w, *plain = NULL;
    Call call;
    if (!PyArg_ParseTuple(arguments, "OO!S|O!", &text, &WriterType, &w, &kinds, &WriterType, &plain) ||
        !is_mask(k, kinds) || begin_call(&call, k, text))
        return NULL;
    release(&call);
    const int result = annotate_text(k->tables, w->writer, plain ? plain->writer : NULL, mask_of(kinds),
                                     call.input.text, &call.path, &call.buffers.output);
    reacquire(&call);
    PyObject *annotated = edited(&call.input, &call.buffers.output, result);
    end_call(&call);
    return annotated;
}

/* Returns 1 if the other kernel finds in a text exactly the tokens that are due, 0 if not, -1 with an error set. */
static int is_confirmed(Kernel *k, const Other *other, PyObject *text, const Places *due)
{
    Call call;
    if (begin_call(&call, k, text))
        return -1;
    release(&call);
    const int result = confirm_places(k->tables, other, call.input.text, &call.path, due);
    reacquire(&call);
    end_call(&call);
    if (result < 0)
        raised(result);
    return result;
}

PyObject *Kernel_annotate_beside(PyObject *kernel, PyObject *arguments)
{
    Kernel *const k = (Kernel *)kernel;
    Annotating options;
    if (take_annotation(k, arguments, 1, &options))
        return NULL;
    const Annotation *const how = &options.how;
    Places due = {0};
    int state = ALONE;
    Call call;
    if (begin_call(&call, k, PyTuple_GET_ITEM(arguments, 0)))
        return NULL;
    release(&call);
    const int result = annotate_text_beside(k->tables, how->other, how->around, how->writer, how->plain,
                                            call.input.text, &call.path, &call.buffers.output, &due, &state);
    reacquire(&call);
    PyObject *annotated = edited(&call.input, &call.buffers.output, result);
    end_call(&call);
    if (annotated && state != ALONE) {
        const int is_same = state == DOUBTFUL ? 0 : is_confirmed(options.checker, how->other, annotated, &due);
        if (is_same <= 0)
            Py_CLEAR(annotated);
        if (!is_same)
            annotated = Py_NewRef(Py_None);
    }
    free(due.places);
    return annotated;
}

PyObject *Kernel_agree(PyObject *kernel, PyObject *arguments)
{
    Kernel *const k = (Kernel *)kernel;
    PyObject *text, *restored, *kinds;
    WriterObject *w;
    Call call;
    Input other;
    Buffers buffers = {.room = 0};
    if (!PyArg_ParseTuple(arguments, "OOO!S", &text, &restored, &WriterType, &w, &kinds) || !is_mask(k, kinds) ||
        begin_call(&call, k, text))
        return NULL;
    PyObject *agree = NULL;
    if (!open_input(restored, &other, &buffers)) {
        release(&call);
        const int result =
            texts_agree(k->tables, w->writer, mask_of(kinds), call.input.text, other.text, &call.source);
        reacquire(&call);
        agree = result < 0 ? raised(result) : PyBool_FromLong(result);
        close_input(&other);
    }
    free_buffers(&buffers);
    end_call(&call);
    return agree;
}

PyObject *Kernel_restore(PyObject *kernel, PyObject *arguments)
{
    Kernel *const k = (Kernel *)kernel;
    Restoring options;
    Call call;
    if (take_restoration(k, arguments, 1, &options) || begin_call(&call, k, PyTuple_GET_ITEM(arguments, 0)))
        return NULL;
    release(&call);
    const Restoration *const how = &options.how;
    const int result =
        restore_text(how->tables, how->other, how->reader, call.input.text, &call.path, &call.buffers.output);
    reacquire(&call);
    PyObject *restored = edited(&call.input, &call.buffers.output, result);
    end_call(&call);
    return restored;
}

