/* Functions of the module for lines of JSON. */

#ifndef TST_JSON_LINES_H
#define TST_JSON_LINES_H

#include "objects.h"

PyObject *json_texts(PyObject *module, PyObject *arguments);
PyObject *json_changed(PyObject *module, PyObject *arguments);

#endif
