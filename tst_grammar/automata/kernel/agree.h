/* Checks that a restored text has the same numbers as the text before it was annotated. */

/* Moves to the next number of the given kinds. Returns 1 if there is one, 0 if not, -1 if out of memory. */
static inline int NAME(next_number)(const Kernel *k, const uint8_t *kinds, const CHAR *s, Py_ssize_t length,
                                    Cursor *cursor, Path *path, Number *number)
{
    int found;
    while ((found = NAME(next_token)(k, s, length, cursor, path, NOTED)) > 0)
        if (kinds[cursor->kind] && k->has_roles[cursor->kind] &&
            NAME(collect)(k, s, length, cursor, path, number) == FINE)
            break;
    return found;
}

/* Returns whether two numbers have the same value and the same currency. */
static inline int NAME(is_same)(const Number *a, const CHAR *a_digits, const Measure *am, const Number *b,
                                const CHAR *b_digits, const Measure *bm)
{
    if (currency_of(a) != currency_of(b) || am->is_zero != bm->is_zero)
        return 0;
    if (am->is_zero)
        return 1;
    Py_ssize_t a_last = am->last, b_last = bm->last;
    while (a_digits[a_last - 1] == '0')
        a_last--;
    while (b_digits[b_last - 1] == '0')
        b_last--;
    return (a->sign == '-') == (b->sign == '-') && am->point - am->first == bm->point - bm->first &&
           a_last - am->first == b_last - bm->first &&
           !memcmp(a_digits + am->first, b_digits + bm->first, (size_t)(a_last - am->first) * sizeof *a_digits);
}

/* Returns whether a text and its restored form, in which the writer's numbers have plain digits, have the same numbers
   in the same places: 1 if they do, 0 if not, -1 if out of memory. */
static int NAME(agree)(const Kernel *k, const Writer *w, const uint8_t *kinds, const CHAR *s, Py_ssize_t length,
                       const CHAR *restored, Py_ssize_t restored_length)
{
    Path path = {.around = w->room}, other_path = {.around = w->room};
    Cursor cursor = {.anchor = -1}, other = {.anchor = -1};
    Py_ssize_t by = 0;
    int result = 1;
    while (result == 1) {
        Number number, again;
        Measure measure, measured;
        const int found = NAME(next_number)(k, kinds, s, length, &cursor, &path, &number);
        const int found_again =
            NAME(next_number)(k, kinds, restored, restored_length, &other, &other_path, &again);
        if (found < 0 || found_again < 0)
            result = -1;
        else if (!found || !found_again) {
            result = found == found_again;
            break;
        }
        else {
            const int is_written = NAME(measure)(w, path.digits, &number, &measure) &&
                                   !(measure.is_zero && number.sign == '-');
            NAME(measure)(w, other_path.digits, &again, &measured);
            const Py_ssize_t start = cursor.start + by;
            if (is_written)
                by += plain_length(&number, &measure) - (cursor.end - cursor.start);
            result = start <= other.start && other.end <= cursor.end + by &&
                     NAME(is_same)(&number, path.digits, &measure, &again, other_path.digits, &measured);
        }
    }
    free_path(&path);
    free_path(&other_path);
    return result;
}
