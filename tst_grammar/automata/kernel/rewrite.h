/* The options of the methods that rewrite texts. */

#ifndef TST_REWRITE_H
#define TST_REWRITE_H

#include "objects.h"

typedef struct {
    Annotation how;
    Other other;
    Neighbours around;
    Kernel *checker;
} Annotating;

typedef struct {
    Restoration how;
    Other other;
} Restoring;

/* Take the options from the arguments of a method, from an index on. Return -1 with an error set if they are wrong. The
   options must stay where they are. */
int take_annotation(const Kernel *k, PyObject *arguments, Py_ssize_t first, Annotating *options);
int take_restoration(const Kernel *k, PyObject *arguments, Py_ssize_t first, Restoring *options);

#endif
