/* The methods of a kernel. */

#ifndef TST_METHODS_H
#define TST_METHODS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

extern PyMethodDef kernel_methods[];

PyObject *Kernel_lazy(PyObject *type, PyObject *arguments);
PyObject *Kernel_annotate(PyObject *kernel, PyObject *arguments);
PyObject *Kernel_annotate_beside(PyObject *kernel, PyObject *arguments);
PyObject *Kernel_agree(PyObject *kernel, PyObject *arguments);
PyObject *Kernel_restore(PyObject *kernel, PyObject *arguments);
PyObject *Kernel_annotate_texts(PyObject *kernel, PyObject *arguments);
PyObject *Kernel_restore_texts(PyObject *kernel, PyObject *arguments);
PyObject *Kernel_annotate_rows(PyObject *kernel, PyObject *arguments);
PyObject *Kernel_restore_rows(PyObject *kernel, PyObject *arguments);
PyObject *Kernel_find_rows(PyObject *kernel, PyObject *arguments);

#endif
