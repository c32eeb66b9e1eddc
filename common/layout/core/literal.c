// SPDX-License-Identifier: MIT
#include "literal.h"

#include <limits.h>
#include <stdio.h>

bool literal_from(struct layout_literal *out, const struct layout *l, struct failure *why)
{
    *out = (struct layout_literal){.rank = (unsigned)l->shape.count};
    if (l->shape.count > LITERAL_LEAVES)
        return fail(why, "a literal has at most %d leaves, not %d", LITERAL_LEAVES, l->shape.count);
    if (l->stride.marked)
        return fail(why, "a literal's strides are integers");
    for (int i = 0; i < l->shape.count; i++) {
        const int64_t shape = l->shape.value[i], stride = l->stride.value[i];
        if (shape < 1 || shape > INT_MAX || stride < INT_MIN || stride > INT_MAX)
            return fail(why,
                        "leaf %d, %lld:%lld, is not a pair of ints with an extent of 1 or more", i,
                        (long long)shape, (long long)stride);
        out->shape[i] = (unsigned)shape;
        out->stride[i] = (int)stride;
    }
    return true;
}

bool tv_literal_from(struct tv_literal *out, const struct layout *tv, struct failure *why)
{
    struct layout threads, values;
    if (layout_rank(tv) != 2)
        return fail(why, "a thread-value layout has two modes, not %d", layout_rank(tv));
    return layout_get(&threads, tv, 0, why) && layout_get(&values, tv, 1, why) &&
           literal_from(&out->thread, &threads, why) && literal_from(&out->value, &values, why);
}

size_t literal_print(const struct layout_literal *l, char *out, size_t size)
{
    char text[600];
    int used = snprintf(text, sizeof text, "{.rank = %u, .shape = {", l->rank);
    for (unsigned i = 0; i < l->rank; i++)
        used +=
            snprintf(text + used, sizeof text - (size_t)used, "%s%u", i ? ", " : "", l->shape[i]);
    used += snprintf(text + used, sizeof text - (size_t)used, "}, .stride = {");
    for (unsigned i = 0; i < l->rank; i++)
        used +=
            snprintf(text + used, sizeof text - (size_t)used, "%s%d", i ? ", " : "", l->stride[i]);
    snprintf(text + used, sizeof text - (size_t)used, "}}");
    return (size_t)snprintf(out, size, "%s", text);
}
