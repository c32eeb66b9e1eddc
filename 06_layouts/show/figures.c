// SPDX-License-Identifier: MIT
#include "figures.h"

#include <string.h>

bool read_layout(struct composed_layout *out, const char *text, int bits, struct failure *why)
{
    struct failure reason;
    if (strncmp(text, "Layout_", 7) == 0)
        return smem_atom_find(out, text, bits, why);
    if (!composed_parse(out, text, &reason))
        return fail(why, "%.200s: %.400s", text, reason.text);
    if (out->layout.stride.marked)
        return fail(why, "%.200s: has coordinates instead of offsets", text);
    return true;
}

bool read_plain(struct layout *out, const char *text, struct failure *why)
{
    struct composed_layout l;
    if (!read_layout(&l, text, 32, why))
        return false;
    if (l.swizzled)
        return fail(why, "%.200s: a plain layout is wanted here, without a swizzle", text);
    *out = l.layout;
    return true;
}

int figure_finish(struct picture *p, enum picture_format format)
{
    picture_write(p, format, stdout);
    picture_free(p);
    return 0;
}
