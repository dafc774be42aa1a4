/* What a call of a kernel needs: its text, buffers, and the way to ask for the transitions of lazy tables. */

#ifndef TST_CALLS_H
#define TST_CALLS_H

#include "objects.h"

typedef struct {
    Kernel *kernel; /* whose buffers are used */
    Buffers buffers;
    Input input;
    PyThreadState *released; /* the state of the thread while the GIL is released, or NULL */
    int has_waited; /* whether the GIL was released only to wait for the lock */
    Source source;
    Path path;
} Call;

/* Starts a call with a text, or without one if it is NULL. Returns -1 with an error set if that fails. */
int begin_call(Call *call, Kernel *kernel, PyObject *text);
void end_call(Call *call);

/* Releases the GIL if the text is long, and takes it again. */
void release(Call *call);
void reacquire(Call *call);

#endif
