// SPDX-License-Identifier: MIT
#include "figures.h"

#include <ctype.h>
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

bool read_shape_or_layout(struct layout *out, const char *flag, const char *text,
                          struct failure *why)
{
    struct int_tuple shape;
    struct failure reason;
    if (strchr(text, ':'))
        return read_plain(out, text, why);
    if (!int_tuple_parse(&shape, text, &reason) || !layout_left(out, &shape, &reason))
        return fail(why, "%s %.200s: %.300s", flag, text, reason.text);
    return true;
}

bool read_operand(int *out, const char *text, struct failure *why)
{
    static const char letters[] = "ABC";
    const char *found = text[0] ? strchr(letters, toupper((unsigned char)text[0])) : NULL;
    if (!found || text[1])
        return fail(why, "--operand %.50s: allowed are A, B and C", text);
    *out = (int)(found - letters);
    return true;
}

int figure_finish(struct picture *p, bool drawn, int format, const struct failure *why)
{
    struct failure reason;
    const bool written = !drawn || p->panel_count == 0 ||
                         picture_write(p, (enum picture_format)format, stdout, &reason);
    picture_free(p);
    return drawn && written ? 0 : refuse(drawn ? &reason : why);
}
