/* Reads numbers by the positions of their digits, and writes them with plain digits. */

/* Copies the runs of digits of one side of a number; `rest` is how many characters the text has from s on. */
static inline CHAR *NAME(take_runs)(const Reader *r, const Form *one, const CHAR *s, Py_ssize_t rest, CHAR *out)
{
    const Run *run = r->runs + one->first, *const end = run + one->count;
    for (; run < end; run++) {
        if (run->width <= 4 && run->start + 4 <= rest)
            memcpy(out, s + run->start, 4 * sizeof *out);
        else
            memcpy(out, s + run->start, run->width * sizeof *out);
        out += run->width;
    }
    return out;
}

/* Reads a well-formed number into its digits and affixes. Returns -1 if no form fits. */
static int NAME(read)(const Reader *r, const CHAR *s, Py_ssize_t length, CHAR *digits, Number *number)
{
    Py_ssize_t start = 0, end = length, point;
    *number = (Number){0};
    if (start < end && s[start] == '-') {
        number->sign = '-';
        start++;
    }
    if (start < end && !is_of_number(s[start]))
        number->prefix = s[start++];
    if (start < end && !is_of_number(s[end - 1]) && s[end - 1] != '.')
        number->suffix = s[--end];
#if KIND == 1
    const CHAR *const found = memchr(s + start, '.', (size_t)(end - start));
    point = found ? found - s : end;
#else
    for (point = start; point < end && s[point] != '.';)
        point++;
#endif
    if (point - start > r->longest_integer || r->integers[point - start] < 0)
        return -1;
    const Form *one = r->forms + r->integers[point - start];
    CHAR *out = NAME(take_runs)(r, one, s + start, length - start, digits);
    number->whole = number->count = out - digits;
    if (end - point <= 1)
        return 0;
    int32_t index = end - point > r->longest_fraction ? -1 : r->fractions[end - point];
    for (; index >= 0; index = one->other) {
        one = r->forms + index;
        const CHAR *tail = s + end - one->tail_length;
        uint32_t same = 0;
        while (same < one->tail_length && tail[same] == r->tails[one->tail + same])
            same++;
        if (same == one->tail_length)
            break;
    }
    if (index < 0)
        return -1;
    NAME(take_runs)(r, one, s + point, length - point, out);
    number->count = number->whole + one->digits;
    if (!r->keeps_zeros)
        while (number->count > number->whole && digits[number->count - 1] == '0')
            number->count--;
    return 0;
}

/* Replaces the numbers that the other kernel finds in a text by plain digits. */
static int NAME(restore)(const Kernel *k, const Other *other, const Reader *r, const CHAR *s, Py_ssize_t length,
                         Output *output)
{
    Path path = {.around = ROOM + 2 * r->most_digits};
    Cursor cursor = {.anchor = -1};
    int result = 0;
    while (!result) {
        const int found = NAME(next_of_both)(k, other, s, length, &cursor, &path, NOTHING_NOTED);
        if (found <= 0) {
            result = found;
            break;
        }
        if (!cursor.is_other)
            continue;
        CHAR *const made = room_in_output(output, 2 * r->most_digits + 2 * ROOM, KIND), *out = made;
        CHAR *const digits = path.digits;
        Edit *const edit = room_for_edit(output);
        Number number;
        if (!out || !edit) {
            result = -1;
            break;
        }
        if (NAME(read)(r, s + cursor.start, cursor.end - cursor.start, digits, &number)) {
            result = -2;
            break;
        }
        *out = '-';
        out += number.sign != 0;
        *out = (CHAR)number.prefix;
        out += number.prefix != 0;
        Py_ssize_t first = 0;
        while (first + 1 < number.whole && digits[first] == '0')
            first++;
        PUT(out, digits + first, number.whole - first, ROOM / 2);
        *out = '.';
        out += number.count > number.whole;
        PUT(out, digits + number.whole, number.count - number.whole, ROOM / 2);
        *out = (CHAR)number.suffix;
        out += number.suffix != 0;
        *edit = (Edit){cursor.start, cursor.end, out - made};
        output->used += edit->length;
        output->count++;
    }
    free_path(&path);
    return result;
}
