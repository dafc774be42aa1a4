/* Notes what makes tables fast: where anchors are, the usual role in each state, and safe leaps. Fills lazy tables. */

#include "tables.h"
#include "utf8.h"

/* Returns the role of the last character in a state if it is the same in all kinds that can follow. */
static uint8_t usual_role(const Tables *k, const uint8_t *roles, uint32_t possible)
{
    int role = -1;
    for (uint32_t i = 0; i < k->role_count; i++) {
        if (roles[i] == IMPOSSIBLE || (i < 32 && !(possible & 1u << i)))
            continue;
        role = role < 0 || role == roles[i] ? roles[i] : SEVERAL;
    }
    return (uint8_t)(role < 0 ? NOTHING : role);
}

/* Returns the bit of a kind with roles; there are bits for 32 kinds. */
static uint32_t bit_of(const Tables *k, unsigned kind)
{
    const uint32_t place = k->role_of_kind[kind];
    return place && place <= 32 ? 1u << (place - 1) : 0;
}

/* Stores the usual role of each state. */
int note_usual_roles(Tables *k)
{
    uint32_t *possible = calloc(k->states, sizeof *possible);
    if (!possible)
        return OUT_OF_MEMORY;
    for (int is_changed = 1; is_changed;) {
        is_changed = 0;
        for (uint32_t state = k->states; state-- > 0;) {
            uint32_t kinds = 0, before = 0;
            for (uint32_t name = 0; name < k->width; name++) {
                const uint32_t cell = cell_at(k, state * k->stride, k->cells[name]);
                if (cell == before)
                    continue; /* most neighbouring cells are equal */
                before = cell;
                kinds |= bit_of(k, cell & 255) | possible[ROW_OF(cell) / k->stride];
            }
            is_changed |= kinds != possible[state];
            possible[state] = kinds;
        }
    }
    for (uint32_t state = 0; state < k->states; state++) {
        const uint8_t role = usual_role(k, k->roles + (size_t)state * k->role_count, possible[state]);
        set_cell(k, state * k->stride, 0, state << 8 | role);
    }
    free(possible);
    return 0;
}

static uint8_t noted_role(const Tables *k, uint32_t row)
{
    return cell_at(k, row, 0) & 255;
}

/* Returns the row that every ASCII anchor leads to, or 0 if they differ. Sets may_end if a token may end before one. */
static uint32_t row_after_any(const Tables *k, uint32_t row, uint32_t *may_end)
{
    uint32_t next = 0;
    for (int c = k->first_anchor; c <= k->first_anchor + k->anchor_span; c++) {
        const uint32_t cell = cell_at(k, row, k->bytes[c].cell);
        if (!ROW_OF(cell) || (next && ROW_OF(cell) != next))
            return 0;
        next = ROW_OF(cell);
        *may_end = cell & 255 ? MAY_END : *may_end;
    }
    return next;
}

/* Stores for each state where several anchors can be read at once, and the rows they lead to. */
int note_jumps(Tables *k)
{
    for (int c = k->first_anchor; c <= k->first_anchor + k->anchor_span; c++)
        if (!LEAP || !(k->bytes[c].flags & ANCHOR))
            return 0;
    k->from_first = EACH_BYTE * (uint64_t)(128 - k->first_anchor);
    k->past_last = EACH_BYTE * (uint64_t)(127 - k->first_anchor - k->anchor_span);
    uint32_t count = 1;
    k->jumps = malloc(((size_t)k->states + 1) * (LEAP + 1) * sizeof *k->jumps);
    if (!k->jumps)
        return OUT_OF_MEMORY;
    for (uint32_t state = 0; state < k->states; state++) {
        uint32_t *const jumps = k->jumps + (size_t)count * (LEAP + 1);
        uint32_t row = state * k->stride, taken = 0, may_end = 0, role = 0;
        jumps[0] = row;
        while (taken < LEAP && (row = row_after_any(k, row, &may_end)) && (!taken || noted_role(k, row) == role)) {
            role = noted_role(k, row);
            jumps[++taken] = row;
        }
        if (taken == LEAP)
            set_cell(k, state * k->stride, JUMPS, count++ * (LEAP + 1) << 8 | role | may_end);
    }
    return 0;
}

/* Copies to each cell the notes on the row that it leads to. */
void fold_notes(Tables *k)
{
    for (uint32_t state = 0; state < k->states; state++)
        for (uint32_t name = 0; name < k->width; name++) {
            const uint32_t row = state * k->stride, cell = cell_at(k, row, k->cells[name]), next = ROW_OF(cell);
            if (next)
                set_cell(k, row, k->cells[name],
                         CELL_OF(next, noted_role(k, next) | (cell_at(k, next, JUMPS) ? HAS_JUMPS : 0u), cell & 255));
        }
}

static void note_lead(Tables *k, uint32_t c)
{
    uint8_t bytes[4];
    put_character(bytes, c);
    if (!k->seconds[bytes[0]]) {
        if (k->lead_count < MOST_LEADS)
            memset(k->leads[k->lead_count], bytes[0], sizeof k->leads[0]);
        k->lead_count++;
    }
    k->seconds[bytes[0]] |= UINT64_C(1) << (bytes[1] & 63);
}

void note_anchors(Tables *k)
{
    int first = -1, last = -1;
    for (uint32_t number = 0; number < PAGES; number++) {
        const Character *page = k->pages + (size_t)k->page_of[number] * PAGE;
        for (uint32_t low = 0; low < PAGE; low++) {
            const uint32_t c = number * PAGE + low;
            if (!(page[low].flags & ANCHOR))
                continue;
            if (c < 128) {
                first = first < 0 ? (int)c : first;
                last = (int)c;
            }
            else
                note_lead(k, c);
        }
    }
    k->first_anchor = (uint8_t)(first < 0 ? 0 : first);
    k->anchor_span = (uint8_t)(last - first);
}

/* Stores the roles of a state of lazy tables when it is first reached. */
static int note_state(Tables *k, uint32_t state, const Source *source)
{
    if (cell_at(k, state * k->stride, 0))
        return 0;
    uint8_t roles[256];
    if (source->roles_of(source->call, k->owner, state, roles, k->role_count))
        return CALL_FAILED;
    for (uint32_t i = 0; i < k->role_count; i++)
        if (roles[i] >= ROLE_COUNT && roles[i] != IMPOSSIBLE)
            return DAMAGED;
    memcpy(k->roles + (size_t)state * k->role_count, roles, k->role_count);
    set_cell(k, state * k->stride, 0, state << 8 | usual_role(k, roles, UINT32_MAX));
    return 0;
}

/* Makes a transition and stores its cell. Returns 0 or what failed. */
static int make_cell(Tables *k, uint32_t row, uint32_t cell, const Source *source)
{
    uint32_t next = 0, kind = 0;
    const uint32_t name = k->names[(cell - HEAD) / 4];
    if (row && source->step(source->call, k->owner, row / k->stride, name, &next, &kind))
        return CALL_FAILED;
    if (kind > k->kinds)
        return DAMAGED;
    if (next >= k->states)
        return TOO_MANY_STATES;
    if (name + 1 == k->width)
        next = 0; /* nothing comes after the edge of the text */
    const int failed = next ? note_state(k, next, source) : 0;
    if (failed)
        return failed;
    const uint32_t note = next ? noted_role(k, next * k->stride) : NO_MORE;
    set_cell(k, row, cell, CELL_OF(next * k->stride, note, kind));
    return 0;
}

int fill_cell(const Tables *shared, uint32_t row, uint32_t cell, const Source *source)
{
    Tables *const k = (Tables *)shared; /* the cells of lazy tables are all that changes */
    source->enter(source->call, k->owner);
    const int failed = cell_at(k, row, cell) ? 0 : make_cell(k, row, cell, source);
    source->leave(source->call, k->owner);
    return failed;
}
