/* Texts from Python as UTF-8, and rewritten texts for Python. */

#include "text.h"

#include "core/utf8.h"

PyObject *raised(int failure)
{
    if (failure == OUT_OF_MEMORY)
        return PyErr_NoMemory();
    if (failure == TOO_MANY_STATES)
        PyErr_SetString(PyExc_OverflowError, "too many states for the kernel");
    else if (failure == TOO_LONG)
        PyErr_SetString(PyExc_OverflowError, "the rows are too long for offsets of 32 bits");
    else if (!PyErr_Occurred())
        PyErr_SetString(PyExc_ValueError, "the tables are damaged");
    return NULL;
}

Py_ssize_t most_utf8(const Input *input)
{
    const Py_ssize_t most = input->kind == 1 ? 2 : input->kind == 2 ? 3 : 4;
    return !input->kind || input->is_ascii ? 0 : most * PyUnicode_GET_LENGTH(input->object);
}

int make_room(Buffers *buffers, Py_ssize_t room)
{
    enum { BLOCK = 16 }; /* which may be written past the end */
    if (room + BLOCK <= buffers->room)
        return 0;
    free(buffers->bytes);
    buffers->bytes = room < PY_SSIZE_T_MAX / 4 ? malloc((size_t)room + BLOCK) : NULL;
    buffers->room = buffers->bytes ? room + BLOCK : 0;
    if (buffers->bytes)
        return 0;
    PyErr_NoMemory();
    return -1;
}

uint8_t *write_utf8(Input *input, uint8_t *out)
{
    const Py_ssize_t length = PyUnicode_GET_LENGTH(input->object);
    uint8_t *const end = utf8_of(input->kind, PyUnicode_DATA(input->object), length, out);
    input->text = (Text){out, end - out};
    return end;
}

int look_at_str(PyObject *object, Input *input)
{
#if PY_VERSION_HEX < 0x030C0000
    if (PyUnicode_READY(object))
        return -1;
#endif
    *input = (Input){.object = object, .kind = (int)PyUnicode_KIND(object), .is_ascii = PyUnicode_IS_ASCII(object)};
    if (input->is_ascii)
        input->text = (Text){PyUnicode_DATA(object), PyUnicode_GET_LENGTH(object)};
    return 0;
}

int open_input(PyObject *object, Input *input, Buffers *buffers)
{
    if (!PyUnicode_Check(object)) {
        *input = (Input){.object = object};
        if (PyObject_GetBuffer(object, &input->view, PyBUF_SIMPLE))
            return -1;
        static const uint8_t nothing[1] = {0};
        input->text = (Text){input->view.buf ? input->view.buf : nothing, input->view.len};
        return 0;
    }
    if (look_at_str(object, input))
        return -1;
    if (input->is_ascii)
        return 0;
    if (make_room(buffers, most_utf8(input)))
        return -1;
    if (PyUnicode_GET_LENGTH(object) < LONG_TEXT)
        write_utf8(input, buffers->bytes);
    else {
        Py_BEGIN_ALLOW_THREADS
        write_utf8(input, buffers->bytes);
        Py_END_ALLOW_THREADS
    }
    return 0;
}

void close_input(Input *input)
{
    if (!input->kind)
        PyBuffer_Release(&input->view);
}

void free_buffers(Buffers *buffers)
{
    free(buffers->output.bytes);
    free(buffers->output.edits);
    free(buffers->bytes);
    *buffers = (Buffers){0};
}

Py_ssize_t position_of(Counter *counter, Size place)
{
    const Input *const input = counter->input;
    if (!input->kind || input->is_ascii)
        return place;
    counter->count += count_characters(input->text.bytes + counter->place, place - counter->place);
    counter->place = place;
    return counter->count;
}

/* Returns a character that is at least as wide as all of UTF-8 bytes. */
static Py_UCS4 widest_of(const uint8_t *bytes, Size length)
{
    Py_UCS4 widest = 0;
    Size size;
    uint8_t all = 0;
    for (Size i = 0; i < length; i++)
        all |= bytes[i];
    for (Size at = 0; all >= 128 && at < length; at += size) {
        const uint32_t c = character_at(bytes, at, length, &size);
        widest = c > widest ? c : widest;
    }
    return widest < 128 ? 127 : widest;
}

/* Copies characters from a str to a wider or equally wide one. */
static inline void copy_characters(int to_kind, void *to, Py_ssize_t to_at, int kind, const void *from,
                                   Py_ssize_t at, Py_ssize_t count)
{
    if (kind == to_kind)
        memcpy((char *)to + to_at * kind, (const char *)from + at * kind, (size_t)(count * kind));
    else
        for (Py_ssize_t i = 0; i < count; i++)
            PyUnicode_WRITE(to_kind, to, to_at + i, PyUnicode_READ(kind, from, at + i));
}

/* Writes the characters of UTF-8 bytes into a str, and returns the place after them. */
static inline Py_ssize_t spell(int kind, void *to, Py_ssize_t at, const uint8_t *bytes, Size length, int is_ascii)
{
    Size size;
    if (is_ascii) {
        copy_characters(kind, to, at, 1, bytes, 0, length);
        return at + length;
    }
    for (Size place = 0; place < length; place += size)
        PyUnicode_WRITE(kind, to, at++, character_at(bytes, place, length, &size));
    return at;
}

/* The characters of bytes that may be cut anywhere: those that character_at reads */
static inline Size characters_in(const uint8_t *bytes, Size length, int is_ascii)
{
    Size count = 0, size;
    if (is_ascii)
        return length;
    for (Size at = 0; at < length; at += size, count++)
        (void)character_at(bytes, at, length, &size);
    return count;
}

/* Copies a str with its edits into another one, which must be wide enough and of the right length. */
static void apply_to_str(const Input *input, const Output *output, int is_ascii, int kind, void *to)
{
    const uint8_t *const s = input->text.bytes, *written = output->bytes;
    const void *const from = PyUnicode_DATA(input->object);
    Size copied = 0;
    Py_ssize_t at = 0, to_at = 0;
    for (const Edit *edit = output->edits, *last = edit + output->edit_count; edit < last; edit++) {
        const Py_ssize_t gap = count_characters(s + copied, edit->start - copied);
        copy_characters(kind, to, to_at, input->kind, from, at, gap);
        to_at = spell(kind, to, to_at + gap, written, edit->length, is_ascii);
        at += gap + count_characters(s + edit->start, edit->end - edit->start);
        written += edit->length;
        copied = edit->end;
    }
    copy_characters(kind, to, to_at, input->kind, from, at, PyUnicode_GET_LENGTH(input->object) - at);
}

/* Counts the characters of a str after its edits. Sets `lost` to whether an edit removes a character beyond ASCII. */
static Py_ssize_t characters_after(const Input *input, const Output *output, int is_ascii, int *lost)
{
    Py_ssize_t count = PyUnicode_GET_LENGTH(input->object);
    const uint8_t *written = output->bytes;
    *lost = 0;
    for (const Edit *edit = output->edits, *last = edit + output->edit_count; edit < last; edit++) {
        const Size removed = count_characters(input->text.bytes + edit->start, edit->end - edit->start);
        *lost |= removed != edit->end - edit->start;
        count += characters_in(written, edit->length, is_ascii) - removed;
        written += edit->length;
    }
    return count;
}

/* Returns a str with its edits, which takes no more room than its characters need. */
static PyObject *edited_str(const Input *input, const Output *output, Py_UCS4 widest)
{
    int lost;
    const int is_ascii = widest < 128;
    const Py_ssize_t length = characters_after(input, output, is_ascii, &lost);
    if (widest < PyUnicode_MAX_CHAR_VALUE(input->object))
        widest = PyUnicode_MAX_CHAR_VALUE(input->object);
    PyObject *made = PyUnicode_New(length, widest);
    if (!made)
        return NULL;
    const int kind = (int)PyUnicode_KIND(made);
    void *const data = PyUnicode_DATA(made);
    if (length < LONG_TEXT)
        apply_to_str(input, output, is_ascii, kind, data);
    else {
        Py_BEGIN_ALLOW_THREADS
        apply_to_str(input, output, is_ascii, kind, data);
        Py_END_ALLOW_THREADS
    }
    if (!lost)
        return made;
    PyObject *narrow = PyUnicode_FromKindAndData(kind, data, length);
    Py_DECREF(made);
    return narrow;
}

/* Applies the edits of bytes to `out`, without the GIL if the text is long. */
static void apply(const Input *input, const Output *output, uint8_t *out, Size length)
{
    if (length < LONG_TEXT)
        apply_edits(output, input->text, out, length);
    else {
        Py_BEGIN_ALLOW_THREADS
        apply_edits(output, input->text, out, length);
        Py_END_ALLOW_THREADS
    }
}

PyObject *edited(const Input *input, const Output *output, int result)
{
    if (result < 0)
        return raised(result);
    if (!output->edit_count && input->kind)
        return PyUnicode_FromObject(input->object); /* the text itself, or a plain str if it is of a subclass */
    if (!output->edit_count && PyBytes_CheckExact(input->object))
        return Py_NewRef(input->object);
    const Size length = edited_length(output, input->text.length);
    if (length > PY_SSIZE_T_MAX / 8)
        return PyErr_NoMemory();
    const Py_UCS4 widest = input->kind ? widest_of(output->bytes, output->used) : 0;
    if (input->kind && !(input->is_ascii && widest < 128))
        return edited_str(input, output, widest);
    PyObject *made = input->kind ? PyUnicode_New(length, 127) : PyBytes_FromStringAndSize(NULL, length);
    if (made)
        apply(input, output, input->kind ? PyUnicode_1BYTE_DATA(made) : (uint8_t *)PyBytes_AS_STRING(made), length);
    return made;
}

PyObject *like_input(const Input *input, const uint8_t *bytes, Size length)
{
    if (!input->kind)
        return PyBytes_FromStringAndSize((const char *)bytes, length);
    const Py_UCS4 widest = widest_of(bytes, length);
    PyObject *made = PyUnicode_New(characters_in(bytes, length, widest < 128), widest);
    if (made)
        spell((int)PyUnicode_KIND(made), PyUnicode_DATA(made), 0, bytes, length, widest < 128);
    return made;
}
