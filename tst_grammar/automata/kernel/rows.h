/* What the methods on the rows of a column share. */

#ifndef TST_KERNEL_ROWS_H
#define TST_KERNEL_ROWS_H

#include "calls.h"

typedef struct {
    Call call;
    Py_buffer offsets;
    Rows rows;
    PyObject *rest; /* rewrites a row that needs more than one pass */
} RowsCall;

/* Takes the first arguments of a method: buffers of data and of offsets, whether these are wide, and what rewrites other
   rows. Returns -1 with an error set if they do not belong together. */
int begin_rows(RowsCall *rows, Kernel *k, PyObject *arguments);
void end_rows(RowsCall *rows);

/* Lets Python rewrite a row, and replaces the whole row. It is called without the GIL. */
int call_rest(void *rows, Size number, Text row, Output *output);

#endif
