/* Checks that a restored text has the same numbers as the text before it was annotated. */

#include "write.h"

/* Returns the length of a number written with plain digits. */
static Size plain_length(const Number *number, const Measure *m)
{
    const Size affixes = (number->prefix ? size_of_character(number->prefix) : 0) +
                         (number->suffix ? size_of_character(number->suffix) : 0);
    const Size integer = m->integer ? (Size)m->integer : 1;
    return (number->sign == '-' && !m->is_zero) + affixes + integer + (m->fraction ? (Size)m->fraction + 1 : 0);
}

/* Moves to the next number of the given kinds. Returns 1 if there is one, 0 if not. */
static inline int next_number(const Tables *k, const uint8_t *kinds, Text text, Cursor *cursor, Path *path,
                              Number *number)
{
    int found;
    while ((found = next_token(k, text, cursor, path, NOTED)) > 0)
        if (kinds[cursor->kind] && k->role_of_kind[cursor->kind]) {
            const int fault = collect(k, text, cursor, path, number);
            if (fault <= 0)
                return fault < 0 ? fault : 1;
        }
    return found;
}

/* Returns whether two numbers have the same value and the same currency. */
static inline int is_same(const Number *a, const uint8_t *a_digits, const Measure *am, const Number *b,
                          const uint8_t *b_digits, const Measure *bm)
{
    if (currency_of(a) != currency_of(b) || am->is_zero != bm->is_zero)
        return 0;
    if (am->is_zero)
        return 1;
    Size a_last = am->last, b_last = bm->last;
    while (a_digits[a_last - 1] == '0')
        a_last--;
    while (b_digits[b_last - 1] == '0')
        b_last--;
    return (a->sign == '-') == (b->sign == '-') && am->point - am->first == bm->point - bm->first &&
           a_last - am->first == b_last - bm->first &&
           !memcmp(a_digits + am->first, b_digits + bm->first, (size_t)(a_last - am->first));
}

int texts_agree(const Tables *k, const Writer *w, const uint8_t *kinds, Text text, Text restored,
                const Source *source)
{
    Path path = {.around = w->room, .source = *source}, other_path = path;
    Cursor cursor = {.anchor = -1}, other = {.anchor = -1};
    Size by = 0;
    int result = 1;
    while (result == 1) {
        Number number, again;
        Measure measure, measured;
        const int found = next_number(k, kinds, text, &cursor, &path, &number);
        const int found_again = next_number(k, kinds, restored, &other, &other_path, &again);
        if (found <= 0 || found_again <= 0) {
            result = found < 0 ? found : found_again < 0 ? found_again : found == found_again;
            break;
        }
        const int is_written =
            measure_number(w, path.digits, &number, &measure) && !(measure.is_zero && number.sign == '-');
        measure_number(w, other_path.digits, &again, &measured);
        const Size start = cursor.start + by;
        if (is_written)
            by += plain_length(&number, &measure) - (cursor.end - cursor.start);
        result = start <= other.start && other.end <= cursor.end + by &&
                 is_same(&number, path.digits, &measure, &again, other_path.digits, &measured);
    }
    free_path(&path);
    free_path(&other_path);
    return result;
}
