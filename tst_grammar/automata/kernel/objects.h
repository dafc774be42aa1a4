/* The Python objects of the kernel, and those that hold its results. */

#ifndef TST_OBJECTS_H
#define TST_OBJECTS_H

#include "text.h"

#define PART_COUNT 6
#define SLOT_COUNT 8

/* The tables of an automaton, and the names of its kinds */
typedef struct {
    PyObject_HEAD
    Tables *tables;
    PyObject *kinds;
    PyObject *automaton; /* which lazy tables ask for transitions, or NULL */
    uint8_t role_numbers[256]; /* the core's numbers of its roles */
    uint8_t role_places[256]; /* the core's places for the roles of its kinds */
    PyThread_type_lock lock; /* held while a transition is made */
    Buffers kept; /* buffers for the next text */
} Kernel;

typedef struct {
    PyObject_HEAD
    Writer *writer;
} WriterObject;

typedef struct {
    PyObject_HEAD
    Reader *reader;
} ReaderObject;

/* A class whose instances have the parts of a number, its source and its spans in slots */
typedef struct {
    PyObject_HEAD
    PyTypeObject *type;
    Py_ssize_t offsets[SLOT_COUNT];
} Record;

extern PyTypeObject KernelType, WriterType, ReaderType, RecordType;

/* Takes an array of numbers from bytes. Returns -1 with an error set if they are not bytes of such an array. */
int numbers_of(PyObject *object, Numbers *numbers);

/* Returns whether bytes hold a flag for each kind of a kernel, and sets an error if not. */
int is_mask(const Kernel *k, PyObject *kinds);

static inline const uint8_t *mask_of(PyObject *kinds)
{
    return (const uint8_t *)PyBytes_AS_STRING(kinds);
}

/* Returns a tuple of the parts of a number: its sign, integer, fraction, exponent, prefix and suffix. */
PyObject *tuple_of(PyTypeObject *type, const Number *number, const uint8_t *digits);

/* Returns an object with the parts, the source and the spans in its slots. */
PyObject *record_of(const Record *record, const Number *number, const uint8_t *digits, PyObject *source,
                    PyObject *spans);

#endif
