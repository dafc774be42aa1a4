/* Texts from Python as UTF-8, and rewritten texts for Python. */

#ifndef TST_TEXT_H
#define TST_TEXT_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "core/core.h"

#define LONG_TEXT 4096 /* bytes; for shorter texts it does not pay to release the GIL */

/* The buffers of a call, kept for the next one so that they are not allocated and cleared for every text */
typedef struct {
    Output output;
    uint8_t *bytes;
    Size room;
} Buffers;

/* A `str`, or an object with a buffer of UTF-8 */
typedef struct {
    PyObject *object;
    Text text;
    int kind; /* the bytes of a character of the str, or 0 if it is a buffer */
    int is_ascii;
    Py_buffer view;
} Input;

/* Writes characters of this kind as UTF-8, and a few bytes more. Returns the place after them. */
uint8_t *utf8_of(int kind, const void *data, Py_ssize_t length, uint8_t *out);

/* Looks at a str. If it is not ASCII, its UTF-8 is still to be written, which takes at most `most_utf8` bytes and a few
   more that `make_room` adds. `write_utf8` returns the place after it, and needs no GIL. */
int look_at_str(PyObject *object, Input *input);
Py_ssize_t most_utf8(const Input *input);
int make_room(Buffers *buffers, Py_ssize_t room);
uint8_t *write_utf8(Input *input, uint8_t *out);

/* Makes UTF-8 of a text. Returns -1 with an error set if that fails. */
int open_input(PyObject *object, Input *input, Buffers *buffers);
void close_input(Input *input);
void free_buffers(Buffers *buffers);

/* Returns the text with its edits applied, or raises an error if the result is below 0. */
PyObject *edited(const Input *input, const Output *output, int result);

/* Returns the text of UTF-8 bytes as an object of the same class as the input. */
PyObject *like_input(const Input *input, const uint8_t *bytes, Size length);

/* Raises the error for what failed in the core, and returns NULL. */
PyObject *raised(int failure);

/* Counts the characters of a text from place to place. */
typedef struct {
    const Input *input;
    Size place, count;
} Counter;

/* Returns the position of a place in the object: in a str, the characters before it. Places must not decrease. */
Py_ssize_t position_of(Counter *counter, Size place);

#endif
