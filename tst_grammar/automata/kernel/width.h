/* All that is done with characters of one width. It is included once for each: CHAR is the type of a character,
   KIND its bytes, and NAME(x) what x is called for this width. */

/* Whether several anchors are read at once where it does not matter which, and what is noted on the way through numbers:
   to note their parts pays where there are leaps. */
#if KIND == 1 && LEAP
#define LEAPS 1
#define NOTED PARTS_NOTED
#else
#define LEAPS 0
#define NOTED CELLS_NOTED
#endif

#if KIND == 1
#define CHARACTER(c) (k->latin[c])
#else
#define CHARACTER(c) (k->pages[(size_t)k->page_of[(c) >> 8] * PAGE + ((c) & 255)])
#endif
#define CELL(c) (CHARACTER(c).cell)

/* Copies some characters, and if they are few, as many as is usual: where they go there is room. */
#define PUT(out, from, count, usual)                                                                              \
    do {                                                                                                          \
        if ((size_t)(count) <= (usual))                                                                           \
            memcpy(out, from, (usual) * sizeof(CHAR));                                                            \
        else                                                                                                      \
            memcpy(out, from, (size_t)(count) * sizeof(CHAR));                                                    \
        (out) += (count);                                                                                         \
    } while (0)

#include "scan.h"
#include "collect.h"
#include "write.h"
#include "agree.h"
#include "read.h"
#include "results.h"

#undef PUT
#undef LEAPS
#undef NOTED
#undef CHARACTER
#undef CELL
