/* Prepares the data that makes a kernel fast: where anchors are, the usual role in each state, and safe leaps. */

/* Stores for each state the role of the last character, if it is the same in all kinds that can follow. */
static int note_usual_roles(Kernel *k)
{
    uint32_t bits[256] = {0};
    uint32_t used = 0;
    for (int kind = 1; kind < 256; kind++)
        if (k->has_roles[kind] && used < 32)
            bits[kind] = 1u << used++;
    uint32_t *possible = calloc(k->states, sizeof *possible);
    if (!possible) {
        PyErr_NoMemory();
        return -1;
    }
    for (int is_changed = 1; is_changed;) {
        is_changed = 0;
        for (uint32_t state = k->states; state-- > 0;) {
            uint32_t kinds = 0, before = 0;
            for (uint32_t name = 0; name < k->width; name++) {
                const uint32_t cell = cell_at(k, state * k->stride, k->cells[name]);
                if (cell == before)
                    continue; /* most neighbouring cells are equal */
                before = cell;
                kinds |= bits[cell & 255] | possible[(cell >> 8) / k->stride];
            }
            is_changed |= kinds != possible[state];
            possible[state] = kinds;
        }
    }
    for (uint32_t state = 0; state < k->states; state++) {
        int role = -1;
        for (int kind = 1; kind < 256; kind++) {
            if (!k->has_roles[kind] || (bits[kind] && !(possible[state] & bits[kind])))
                continue;
            const int own = k->roles[(size_t)kind * k->states + state];
            role = role < 0 || role == own ? own : SEVERAL;
        }
        set_cell(k, state * k->stride, 0, state << 8 | (uint32_t)(role < 0 ? NOTHING : role));
    }
    free(possible);
    return 0;
}

static uint8_t usual_role(const Kernel *k, uint32_t row)
{
    return cell_at(k, row, 0) & 255;
}

/* Returns the row that every ASCII anchor leads to, or 0 if they differ. Sets may_end if a token may end before one. */
static uint32_t row_after_any(const Kernel *k, uint32_t row, uint32_t *may_end)
{
    uint32_t next = 0;
    for (int c = k->first_anchor; c <= k->first_anchor + k->anchor_span; c++) {
        const uint32_t cell = cell_at(k, row, k->latin[c].cell);
        if (!(cell >> 8) || (next && cell >> 8 != next))
            return 0;
        next = cell >> 8;
        *may_end = cell & 255 ? MAY_END : *may_end;
    }
    return next;
}

/* Stores for each state where several anchors can be read at once, and the rows they lead to. */
static int note_jumps(Kernel *k)
{
    for (int c = k->first_anchor; c <= k->first_anchor + k->anchor_span; c++)
        if (!LEAP || c > 127 || !(k->latin[c].flags & ANCHOR))
            return 0;
    k->from_first = EACH_BYTE * (uint64_t)(128 - k->first_anchor);
    k->past_last = EACH_BYTE * (uint64_t)(127 - k->first_anchor - k->anchor_span);
    uint32_t count = 1;
    k->jumps = malloc(((size_t)k->states + 1) * (LEAP + 1) * sizeof *k->jumps);
    if (!k->jumps) {
        PyErr_NoMemory();
        return -1;
    }
    for (uint32_t state = 0; state < k->states; state++) {
        uint32_t *const jumps = k->jumps + (size_t)count * (LEAP + 1);
        uint32_t row = state * k->stride, taken = 0, may_end = 0, role = 0;
        jumps[0] = row;
        while (taken < LEAP && (row = row_after_any(k, row, &may_end)) &&
               (!taken || usual_role(k, row) == role)) {
            role = usual_role(k, row);
            jumps[++taken] = row;
        }
        if (taken == LEAP)
            set_cell(k, state * k->stride, JUMPS, count++ * (LEAP + 1) << 8 | role | may_end);
    }
    return 0;
}

/* Copies to each cell the notes on the row that it leads to. */
static void fold_notes(Kernel *k)
{
    for (uint32_t state = 0; state < k->states; state++)
        for (uint32_t name = 0; name < k->width; name++) {
            const uint32_t row = state * k->stride, cell = cell_at(k, row, k->cells[name]), next = ROW_OF(cell);
            if (next)
                set_cell(k, row, k->cells[name],
                         cell | (usual_role(k, next) | (cell_at(k, next, JUMPS) ? HAS_JUMPS : 0u)) << 8);
        }
}

static void note_anchors(Kernel *k)
{
    int first = -1, last = -1;
    k->next_anchor = 0x110000;
    for (size_t number = 0; number < PAGES; number++) {
        const Character *page = k->pages + (size_t)k->page_of[number] * PAGE;
        for (int low = 0; low < PAGE; low++) {
            if (!(page[low].flags & ANCHOR))
                continue;
            k->has_anchor[number] = 1;
            if (number && k->next_anchor == 0x110000)
                k->next_anchor = (Py_UCS4)(number * PAGE + low);
            if (!number) {
                first = first < 0 ? low : first;
                last = low;
            }
        }
    }
    k->first_anchor = (uint8_t)(first < 0 ? 0 : first);
    k->anchor_span = (uint8_t)(first < 0 ? 255 : last - first); /* without an anchor, every character is a candidate */
}
