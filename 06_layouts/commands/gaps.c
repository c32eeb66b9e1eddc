// SPDX-License-Identifier: MIT
#include "gaps.h"

#include <stdio.h>
#include <string.h>

#include "../../common/layout/composed/composed.h"
#include "../../common/layout/core/make.h"
#include "../../common/layout/algebra/simplify.h"

// Do a layout and its complement, which never meet, leave offsets out below their largest?
static bool complement_has_gaps(const struct layout *a, const struct layout *rest)
{
    struct layout both[2], all;
    struct failure why;
    int64_t size, cosize;
    both[1] = *rest;
    return layout_filter(&both[0], a, &why) && layout_concat(&all, both, 2, &why) &&
           layout_size(&all, &size, &why) && layout_cosize(&all, &cosize, &why) && size != cosize;
}

const char *gaps_note(const struct words *words, const char *answer)
{
    struct composed_layout a, result;
    struct failure why;
    const char *operation = words->word[0];
    const size_t length = strlen(operation);
    const bool divides = length > 7 && strcmp(operation + length - 7, "_divide") == 0;
    int64_t size, elements;
    if (words->count < 2 || (!divides && strcmp(operation, "complement") != 0) ||
        !composed_parse(&a, words->word[1], &why) || !composed_parse(&result, answer, &why))
        return NULL;
    if (!divides)
        return complement_has_gaps(&a.layout, &result.layout)
                   ? "with gaps, as CuTe computes it: a stride of A is not a multiple of what the "
                     "smaller ones cover, and some offsets are reached by neither"
                   : NULL;
    return layout_size(&a.layout, &elements, &why) && layout_size(&result.layout, &size, &why) &&
                   size < elements
               ? "with gaps, as CuTe computes it: a stride of T is not a multiple of what the "
                 "smaller ones cover, and some elements of A are in no tile"
               : NULL;
}
