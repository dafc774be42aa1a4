/* The code for characters of one width. It is included once for each width: CHAR is the type of a character, KIND its
   size in bytes, and NAME(x) the name of x for this width. */

/* LEAPS says whether several anchors are read at once, and NOTED what is recorded in a number: recording its parts pays
   only with leaps. */
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

/* Copies `count` characters, or `usual` ones if that is more, because copies of fixed size are faster. */
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
