// SPDX-License-Identifier: MIT
//
// operands.c: operands read, answers written.
#include <stdio.h>
#include <string.h>

#include "../core/text.h"
#include "evaluation.h"

// ---- Answers ------------------------------------------------------------------------------------

void answer(struct call *c, const char *text, size_t length)
{
    if (length >= c->size || c->length > c->size - 1 - length) {
        c->cut = true;
        return;
    }
    memcpy(c->out + c->length, text, length);
    c->length += length;
    c->out[c->length] = '\0';
}

bool answer_bool(struct call *c, bool value)
{
    answer(c, value ? "true" : "false", value ? 4 : 5);
    return true;
}

bool answer_integer(struct call *c, int64_t value)
{
    char text[24];
    int n = snprintf(text, sizeof text, "%lld", (long long)value);
    answer(c, text, (size_t)n);
    return true;
}

bool answer_tuple(struct call *c, const struct int_tuple *t)
{
    char text[LAYOUT_TEXT];
    size_t length = int_tuple_print(t, text, sizeof text);
    answer(c, text, length);
    return true;
}

bool answer_layout(struct call *c, const struct layout *l)
{
    char text[LAYOUT_TEXT];
    size_t length = layout_print(l, text, sizeof text);
    answer(c, text, length);
    return true;
}

bool answer_composed(struct call *c, const struct composed_layout *l)
{
    char text[LAYOUT_TEXT];
    size_t length = composed_print(l, text, sizeof text);
    answer(c, text, length);
    return true;
}

bool answer_behind(struct call *c, const struct composed_layout *operand, const struct layout *l)
{
    struct composed_layout r = *operand;
    r.layout = *l;
    return answer_composed(c, &r);
}

bool answer_swizzle(struct call *c, const struct swizzle *s)
{
    char text[64];
    size_t length = swizzle_print(s, text, sizeof text);
    answer(c, text, length);
    return true;
}

// ---- Operands -----------------------------------------------------------------------------------

// Puts the operand's number before the reason.
static bool operand_failed(struct call *c, int i)
{
    struct failure inner = c->why;
    return fail(&c->why, "operand %d: %s", i + 1, inner.text);
}

bool operand_integer(struct call *c, int i, int64_t *out)
{
    if (read_integer(out, c->arg[i], c->end[i]))
        return true;
    fail(&c->why, "expected an integer");
    return operand_failed(c, i);
}

bool operand_mode(struct call *c, int i, int *out)
{
    int64_t value;
    if (!operand_integer(c, i, &value))
        return false;
    // Everything that is not a mode number is invalid.
    *out = value < 0 || value > LAYOUT_LEAVES ? -1 : (int)value;
    return true;
}

bool operand_tuple(struct call *c, int i, struct int_tuple *out)
{
    return int_tuple_parse_range(out, c->arg[i], c->end[i], &c->why) || operand_failed(c, i);
}

bool operand_layout(struct call *c, int i, struct layout *out)
{
    return layout_parse_range(out, c->arg[i], c->end[i], &c->why) || operand_failed(c, i);
}

bool operand_composed(struct call *c, int i, struct composed_layout *out)
{
    return composed_parse_range(out, c->arg[i], c->end[i], &c->why) || operand_failed(c, i);
}

bool operand_tiler(struct call *c, int i, struct tiler *out)
{
    return tiler_parse_range(out, c->arg[i], c->end[i], &c->why) || operand_failed(c, i);
}

bool operand_swizzle(struct call *c, int i, struct swizzle *out)
{
    return swizzle_parse_range(out, c->arg[i], c->end[i], &c->why) || operand_failed(c, i);
}

bool operand_is_swizzled(const struct call *c, int i)
{
    const char *text = c->arg[i], *end = c->end[i];
    trim(&text, &end);
    return end - text >= 3 && memcmp(text, "Sw<", 3) == 0;
}

bool operand_is_layout(const struct call *c, int i)
{
    return operand_is_swizzled(c, i) ||
           memchr(c->arg[i], ':', (size_t)(c->end[i] - c->arg[i])) != NULL;
}
