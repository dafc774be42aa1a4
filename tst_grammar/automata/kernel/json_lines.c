/* Finds the strings of some fields in lines of JSON, and puts other strings in their places. It reads only what is
   simple, and reports no mistakes: lines with anything else are left to Python. */

#include "json_lines.h"

#include "core/utf8.h"

#define EACH(byte) (UINT64_C(0x0101010101010101) * (byte))
#define DEEPEST 100

enum { READ = 0, NOT_SIMPLE = -1, NO_MEMORY = -2 };

typedef struct {
    const uint8_t *at, *end;
} Line;

/* A string that was found: its place with the quotes, and whether it is written in ASCII. */
typedef struct {
    int64_t start, end, is_ascii;
} Literal;

typedef struct {
    const uint8_t *start; /* of all lines */
    PyObject *names;
    uint8_t *texts, *used; /* the strings that were found, one after the other */
    Literal *literals;
    int64_t *offsets; /* where the strings start, and where the last one ends */
    Size count, room;
} Strings;

static inline uint64_t zero_bytes(uint64_t word)
{
    return (word - EACH(1)) & ~word & EACH(0x80);
}

/* Returns the place of the next quote, backslash or control character, and adds the bits of all bytes before it. */
static const uint8_t *next_special(const uint8_t *at, const uint8_t *end, uint64_t *bits)
{
    for (uint64_t word; end - at >= 8; at += 8, *bits |= word) {
        memcpy(&word, at, 8);
        if (zero_bytes(word ^ EACH('"')) | zero_bytes(word ^ EACH('\\')) | ((word - EACH(' ')) & ~word & EACH(0x80)))
            break;
    }
    for (; at < end && *at != '"' && *at != '\\' && *at >= ' '; at++)
        *bits |= *at;
    return at;
}

static inline void skip_space(Line *line)
{
    while (line->at < line->end && (*line->at == ' ' || *line->at == '\t' || *line->at == '\r'))
        line->at++;
}

static inline int takes(Line *line, uint8_t wanted)
{
    if (line->at == line->end || *line->at != wanted)
        return 0;
    line->at++;
    return 1;
}

static inline int value_of_digit(uint8_t c)
{
    return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
}

/* Returns the number of four hexadecimal digits, or -1. */
static int32_t unit_at(const uint8_t *at, const uint8_t *end)
{
    int32_t unit = 0;
    if (end - at < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        const int digit = value_of_digit(at[i]);
        if (digit < 0)
            return -1;
        unit = unit << 4 | digit;
    }
    return unit;
}

/* Reads an escape after its backslash, and writes the character unless `out` is NULL. */
static int read_escape(Line *line, uint8_t **out)
{
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    if (line->at == line->end)
        return NOT_SIMPLE;
    const uint8_t letter = *line->at++;
    if (letter != 'u') {
        const char *const found = letter ? strchr(letters, letter) : NULL;
        if (found && out)
            *(*out)++ = (uint8_t)meanings[found - letters];
        return found ? READ : NOT_SIMPLE;
    }
    const int32_t unit = unit_at(line->at, line->end);
    if (unit < 0)
        return NOT_SIMPLE;
    line->at += 4;
    if (!out)
        return READ;
    uint32_t character = (uint32_t)unit;
    if (character >= 0xD800 && character < 0xE000) {
        const Size rest = line->end - line->at;
        const int32_t low = rest >= 6 && line->at[0] == '\\' && line->at[1] == 'u' ? unit_at(line->at + 2, line->end) : -1;
        if (character >= 0xDC00 || low < 0xDC00 || low >= 0xE000)
            return NOT_SIMPLE; /* half of a pair, which UTF-8 cannot hold */
        line->at += 6;
        character = 0x10000 + ((character - 0xD800) << 10 | (uint32_t)(low - 0xDC00));
    }
    *out = put_character(*out, character);
    return READ;
}

/* Reads a string after its first quote, and writes it unless `out` is NULL. */
static int read_string(Line *line, uint8_t **out, uint64_t *bits)
{
    for (;;) {
        const uint8_t *const from = line->at;
        line->at = next_special(from, line->end, bits);
        if (out) {
            memcpy(*out, from, (size_t)(line->at - from));
            *out += line->at - from;
        }
        if (takes(line, '"'))
            return READ;
        if (!takes(line, '\\') || read_escape(line, out))
            return NOT_SIMPLE;
    }
}

static int read_word(Line *line, const char *word)
{
    const Size length = (Size)strlen(word);
    if (line->end - line->at < length || memcmp(line->at, word, (size_t)length))
        return NOT_SIMPLE;
    line->at += length;
    return READ;
}

static int read_digits(Line *line)
{
    const uint8_t *const from = line->at;
    while (line->at < line->end && *line->at >= '0' && *line->at <= '9')
        line->at++;
    return line->at > from ? READ : NOT_SIMPLE;
}

static int read_number(Line *line)
{
    takes(line, '-');
    if (!takes(line, '0') && read_digits(line))
        return NOT_SIMPLE;
    if (takes(line, '.') && read_digits(line))
        return NOT_SIMPLE;
    if (takes(line, 'e') || takes(line, 'E')) {
        if (!takes(line, '-'))
            takes(line, '+');
        return read_digits(line);
    }
    return READ;
}

static int read_items(Line *line, int depth, Strings *strings);

/* Reads any value, and looks for no strings in it. */
static int read_value(Line *line, int depth)
{
    uint64_t bits = 0;
    if (line->at == line->end || depth > DEEPEST)
        return NOT_SIMPLE;
    switch (*line->at) {
    case '"':
        line->at++;
        return read_string(line, NULL, &bits);
    case '{':
    case '[':
        return read_items(line, depth, NULL);
    case 't':
        return read_word(line, "true");
    case 'f':
        return read_word(line, "false");
    case 'n':
        return read_word(line, "null");
    default:
        return read_number(line);
    }
}

static int is_utf8(const uint8_t *at, const uint8_t *end)
{
    while (at < end) {
        Size size;
        const uint32_t character = character_at(at, 0, end - at, &size);
        if (character >= 0xD800 && character < 0xE000)
            return 0;
        at += size;
    }
    return 1;
}

static int grow_strings(Strings *strings)
{
    if (strings->count < strings->room)
        return READ;
    const Size room = 2 * strings->room + 64;
    Literal *literals = PyMem_Realloc(strings->literals, (size_t)room * sizeof *literals);
    if (literals)
        strings->literals = literals;
    int64_t *offsets = PyMem_Realloc(strings->offsets, (size_t)(room + 1) * sizeof *offsets);
    if (offsets)
        strings->offsets = offsets;
    if (!literals || !offsets)
        return NO_MEMORY;
    strings->room = room;
    return READ;
}

/* Reads the value of a field whose string is wanted. It may also be null. */
static int take_value(Line *line, Strings *strings)
{
    if (line->at < line->end && *line->at == 'n')
        return read_word(line, "null");
    const uint8_t *const from = line->at;
    uint8_t *const text = strings->used;
    uint64_t bits = 0;
    if (!takes(line, '"') || read_string(line, &strings->used, &bits))
        return NOT_SIMPLE;
    const int is_ascii = !(bits & EACH(0x80));
    if (!is_ascii && !is_utf8(text, strings->used))
        return NOT_SIMPLE;
    if (grow_strings(strings))
        return NO_MEMORY;
    strings->offsets[strings->count] = text - strings->texts;
    strings->literals[strings->count++] = (Literal){from - strings->start, line->at - strings->start, is_ascii};
    return READ;
}

static int is_wanted(const Strings *strings, const uint8_t *key, Size length)
{
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(strings->names); i++) {
        PyObject *const name = PyTuple_GET_ITEM(strings->names, i);
        if (PyBytes_GET_SIZE(name) == length && !memcmp(PyBytes_AS_STRING(name), key, (size_t)length))
            return 1;
    }
    return 0;
}

/* Reads a key, and the colon after it. Returns whether the string of its value is wanted. */
static int read_key(Line *line, const Strings *strings)
{
    uint64_t bits = 0;
    if (!takes(line, '"'))
        return NOT_SIMPLE;
    const uint8_t *const key = line->at;
    if (read_string(line, NULL, &bits))
        return NOT_SIMPLE;
    const Size length = line->at - 1 - key;
    if (strings && memchr(key, '\\', (size_t)length))
        return NOT_SIMPLE;
    skip_space(line);
    if (!takes(line, ':'))
        return NOT_SIMPLE;
    skip_space(line);
    return strings && is_wanted(strings, key, length);
}

/* Reads a list or an object, and takes the strings of an object that are wanted. */
static int read_items(Line *line, int depth, Strings *strings)
{
    const int is_object = *line->at++ == '{';
    const uint8_t close = is_object ? '}' : ']';
    skip_space(line);
    if (takes(line, close))
        return READ;
    for (;;) {
        const int wanted = is_object ? read_key(line, strings) : 0;
        if (wanted < 0)
            return wanted;
        const int result = wanted ? take_value(line, strings) : read_value(line, depth + 1);
        if (result)
            return result;
        skip_space(line);
        if (takes(line, close))
            return READ;
        if (!takes(line, ','))
            return NOT_SIMPLE;
        skip_space(line);
    }
}

static int read_line(Line *line, Strings *strings)
{
    skip_space(line);
    if (line->at == line->end)
        return READ;
    if (*line->at != '{')
        return NOT_SIMPLE;
    const int result = read_items(line, 0, strings);
    skip_space(line);
    return result ? result : line->at == line->end ? READ : NOT_SIMPLE;
}

static int read_lines(const uint8_t *at, const uint8_t *end, Strings *strings)
{
    while (at < end) {
        const uint8_t *const found = memchr(at, '\n', (size_t)(end - at));
        Line line = {at, found ? found : end};
        const int result = read_line(&line, strings);
        if (result)
            return result;
        at = found ? found + 1 : end;
    }
    return READ;
}

/* json_texts(lines, names): the strings of these fields as rows, with their offsets and their literals; None if a line
   is not simple. */
PyObject *json_texts(PyObject *module, PyObject *arguments)
{
    (void)module;
    Py_buffer lines;
    PyObject *names, *made = NULL;
    if (!PyArg_ParseTuple(arguments, "y*O!", &lines, &PyTuple_Type, &names))
        return NULL;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(names); i++)
        if (!PyBytes_Check(PyTuple_GET_ITEM(names, i))) {
            PyBuffer_Release(&lines);
            PyErr_SetString(PyExc_TypeError, "names are bytes");
            return NULL;
        }
    PyObject *texts = PyBytes_FromStringAndSize(NULL, lines.len);
    if (texts) {
        const uint8_t *const bytes = lines.buf;
        uint8_t *const room = (uint8_t *)PyBytes_AS_STRING(texts);
        Strings strings = {bytes, names, room, room, NULL, NULL, 0, 0};
        const int result = grow_strings(&strings) ? NO_MEMORY : read_lines(bytes, bytes + lines.len, &strings);
        if (result == READ) {
            const Size count = strings.count;
            strings.offsets[count] = strings.used - strings.texts;
            if (!_PyBytes_Resize(&texts, strings.used - strings.texts))
                made = Py_BuildValue("Oy#y#", texts, (const char *)strings.offsets,
                                     (Py_ssize_t)((count + 1) * (Size)sizeof *strings.offsets),
                                     (const char *)strings.literals,
                                     (Py_ssize_t)(count * (Size)sizeof *strings.literals));
        }
        else if (result == NO_MEMORY)
            PyErr_NoMemory();
        else
            made = Py_NewRef(Py_None);
        PyMem_Free(strings.offsets);
        PyMem_Free(strings.literals);
    }
    Py_XDECREF(texts);
    PyBuffer_Release(&lines);
    return made;
}

typedef struct {
    uint8_t *bytes;
    Size used, room;
} Writing;

static int need(Writing *writing, Size more)
{
    if (more <= writing->room - writing->used)
        return READ;
    const Size room = writing->room + writing->room / 2 + more;
    uint8_t *bytes = PyMem_Realloc(writing->bytes, (size_t)room);
    if (!bytes)
        return NO_MEMORY;
    writing->bytes = bytes;
    writing->room = room;
    return READ;
}

static int write_bytes(Writing *writing, const uint8_t *from, Size length)
{
    if (need(writing, length))
        return NO_MEMORY;
    memcpy(writing->bytes + writing->used, from, (size_t)length);
    writing->used += length;
    return READ;
}

/* Returns how many bytes need no escape in a string of JSON. */
static Size plain_length(const uint8_t *from, const uint8_t *end, int is_ascii)
{
    const uint8_t *at = from;
    for (uint64_t word; end - at >= 8; at += 8) {
        memcpy(&word, at, 8);
        const uint64_t others = is_ascii ? zero_bytes(word ^ EACH(0x7F)) | (word & EACH(0x80)) : 0;
        if (zero_bytes(word ^ EACH('"')) | zero_bytes(word ^ EACH('\\')) | ((word - EACH(' ')) & ~word & EACH(0x80)) |
            others)
            break;
    }
    while (at < end && *at >= ' ' && *at != '"' && *at != '\\' && !(is_ascii && *at >= 0x7F))
        at++;
    return at - from;
}

static uint8_t *put_unit(uint8_t *out, uint32_t unit)
{
    static const char digits[] = "0123456789abcdef";
    *out++ = '\\';
    *out++ = 'u';
    for (int shift = 12; shift >= 0; shift -= 4)
        *out++ = (uint8_t)digits[unit >> shift & 15];
    return out;
}

/* Writes a text as a string of JSON. */
static int write_string(Writing *writing, const uint8_t *at, const uint8_t *end, int is_ascii)
{
    static const char meanings[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    static const uint8_t quote = '"';
    int result = write_bytes(writing, &quote, 1);
    while (!result && at < end) {
        const Size plain = plain_length(at, end, is_ascii);
        if (write_bytes(writing, at, plain) || need(writing, 12))
            return NO_MEMORY;
        at += plain;
        if (at == end)
            break;
        uint8_t *out = writing->bytes + writing->used;
        const char *const found = *at ? strchr(meanings, *at) : NULL;
        Size size;
        uint32_t character = character_at(at, 0, end - at, &size);
        at += size;
        if (found) {
            *out++ = '\\';
            *out++ = (uint8_t)letters[found - meanings];
        }
        else if (character < 0x10000)
            out = put_unit(out, character);
        else {
            character -= 0x10000;
            out = put_unit(put_unit(out, 0xD800 | character >> 10), 0xDC00 | (character & 0x3FF));
        }
        writing->used = out - writing->bytes;
    }
    return result ? result : write_bytes(writing, &quote, 1);
}

static int are_offsets(const Py_buffer *offsets, Py_ssize_t count, Py_ssize_t end)
{
    const int64_t *const each = offsets->buf;
    if (offsets->len != (count + 1) * (Py_ssize_t)sizeof *each || each[0] < 0 || each[count] > end)
        return 0;
    for (Py_ssize_t i = 0; i < count; i++)
        if (each[i] > each[i + 1])
            return 0;
    return 1;
}

static int are_literals(const Py_buffer *literals, Py_ssize_t count, Py_ssize_t end)
{
    const Literal *const each = literals->buf;
    int64_t before = 0;
    for (Py_ssize_t i = 0; i < count; i++) {
        if (each[i].start < before || each[i].end < each[i].start || each[i].end > end)
            return 0;
        before = each[i].end;
    }
    return 1;
}

/* Writes lines with the strings that changed. The buffers are those of json_changed. */
static int write_lines(Writing *writing, const Py_buffer *given, Py_ssize_t count)
{
    const uint8_t *const lines = given[0].buf, *const texts = given[2].buf, *const made = given[4].buf;
    const Literal *const literals = given[1].buf;
    const int64_t *const before = given[3].buf, *const after = given[5].buf;
    Size copied = 0;
    for (Py_ssize_t i = 0; i < count; i++) {
        const Size length = after[i + 1] - after[i];
        if (length == before[i + 1] - before[i] && !memcmp(texts + before[i], made + after[i], (size_t)length))
            continue;
        if (write_bytes(writing, lines + copied, literals[i].start - copied) ||
            write_string(writing, made + after[i], made + after[i + 1], literals[i].is_ascii != 0))
            return NO_MEMORY;
        copied = literals[i].end;
    }
    return write_bytes(writing, lines + copied, given[0].len - copied);
}

/* json_changed(lines, literals, texts, offsets, made, made_offsets): the lines with the strings that were made of the
   texts, where these differ. A string that was written in ASCII stays so. */
PyObject *json_changed(PyObject *module, PyObject *arguments)
{
    (void)module;
    enum { GIVEN = 6 };
    Py_buffer given[GIVEN];
    if (!PyArg_ParseTuple(arguments, "y*y*y*y*y*y*", given, given + 1, given + 2, given + 3, given + 4, given + 5))
        return NULL;
    PyObject *changed = NULL;
    const Py_ssize_t count = given[1].len / (Py_ssize_t)sizeof(Literal);
    if (are_literals(given + 1, count, given[0].len) && are_offsets(given + 3, count, given[2].len) &&
        are_offsets(given + 5, count, given[4].len)) {
        Writing writing = {NULL, 0, 0};
        if (need(&writing, given[0].len + given[0].len / 8 + 64) || write_lines(&writing, given, count))
            PyErr_NoMemory();
        else
            changed = PyBytes_FromStringAndSize((const char *)writing.bytes, writing.used);
        PyMem_Free(writing.bytes);
    }
    else
        PyErr_SetString(PyExc_ValueError, "the literals and offsets do not belong to the lines");
    for (int i = 0; i < GIVEN; i++)
        PyBuffer_Release(given + i);
    return changed;
}
