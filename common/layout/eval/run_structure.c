// SPDX-License-Identifier: MIT
//
// run_structure.c: editing the parentheses of tuples and layouts.
#include "evaluation.h"

// ---- Structure: of tuples and of layouts --------------------------------------------------------

// An operand that may be a tuple or a layout: a tuple is the shape of a layout without strides.
struct subject {
    bool tuple;
    struct composed_layout l;
};

static bool operand_subject(struct call *c, int i, struct subject *out)
{
    out->tuple = !operand_is_layout(c, i);
    if (!out->tuple)
        return operand_composed(c, i, &out->l);
    out->l.swizzled = false;
    if (!operand_tuple(c, i, &out->l.layout.shape))
        return false;
    out->l.layout.stride = out->l.layout.shape;
    return true;
}

static bool answer_subject(struct call *c, const struct subject *s, const struct layout *edited)
{
    return s->tuple ? answer_tuple(c, &edited->shape) : answer_behind(c, &s->l, edited);
}

bool run_get(struct call *c)
{
    struct subject s;
    struct layout part, l;
    if (!operand_subject(c, 0, &s))
        return false;
    l = s.l.layout;
    for (int i = 1; i < c->count; i++) {
        int mode;
        if (!operand_mode(c, i, &mode) || !layout_get(&part, &l, mode, &c->why))
            return false;
        l = part;
    }
    return answer_subject(c, &s, &l);
}

bool run_select(struct call *c)
{
    struct subject s;
    struct layout r;
    int modes[LAYOUT_EVAL_ARGUMENTS];
    if (!operand_subject(c, 0, &s))
        return false;
    for (int i = 1; i < c->count; i++)
        if (!operand_mode(c, i, &modes[i - 1]))
            return false;
    return layout_select(&r, &s.l.layout, modes, c->count - 1, &c->why) &&
           answer_subject(c, &s, &r);
}

// take, group
bool run_range(struct call *c)
{
    struct subject s;
    struct layout r;
    int begin, end;
    return operand_subject(c, 0, &s) && operand_mode(c, 1, &begin) && operand_mode(c, 2, &end) &&
           c->op->f.range(&r, &s.l.layout, begin, end, &c->why) && answer_subject(c, &s, &r);
}

bool run_flatten(struct call *c)
{
    struct subject s;
    struct layout r;
    if (!operand_subject(c, 0, &s))
        return false;
    // cppcheck-suppress uninitvar; it is only written here
    layout_flatten(&r, &s.l.layout);
    return answer_subject(c, &s, &r);
}

bool run_unflatten(struct call *c)
{
    struct subject s;
    struct layout r;
    struct int_tuple profile;
    return operand_subject(c, 0, &s) && operand_tuple(c, 1, &profile) &&
           layout_unflatten(&r, &s.l.layout, &profile, &c->why) && answer_subject(c, &s, &r);
}

// append, prepend, zip: two of a kind.
bool run_join(struct call *c)
{
    struct subject a, b;
    struct layout r;
    if (!operand_subject(c, 0, &a) || !operand_subject(c, 1, &b))
        return false;
    if (a.tuple != b.tuple || b.l.swizzled)
        return fail(&c->why, "%s: a layout meets something else", c->op->info.name);
    return c->op->f.binary(&r, &a.l.layout, &b.l.layout, &c->why) && answer_subject(c, &a, &r);
}

bool run_replace(struct call *c)
{
    struct subject a, x;
    struct layout r;
    int mode;
    if (!operand_mode(c, 0, &mode) || !operand_subject(c, 1, &a) || !operand_subject(c, 2, &x))
        return false;
    if (a.tuple != x.tuple || x.l.swizzled)
        return fail(&c->why, "replace: a layout meets something else");
    return layout_replace(&r, &a.l.layout, mode, &x.l.layout, &c->why) && answer_subject(c, &a, &r);
}

bool run_append_to(struct call *c)
{
    struct subject a;
    struct int_tuple one, r;
    struct layout l;
    int rank;
    int_tuple_integer(&one, 1);
    if (!operand_mode(c, 0, &rank) || !operand_subject(c, 1, &a))
        return false;
    if (a.tuple)
        return int_tuple_append_to(&r, &a.l.layout.shape, rank, &one, &c->why) &&
               answer_tuple(c, &r);
    return layout_append_to(&l, &a.l.layout, rank, &c->why) && answer_subject(c, &a, &l);
}

// zip of one: ((a,b),(c,d)) -> ((a,c),(b,d)).
bool run_zip(struct call *c)
{
    struct subject s;
    struct layout first, second, r;
    if (c->count == 2)
        return run_join(c);
    if (!operand_subject(c, 0, &s))
        return false;
    if (layout_rank(&s.l.layout) != 2)
        return fail(&c->why, "zip: of one operand, which must have two modes");
    return layout_get(&first, &s.l.layout, 0, &c->why) &&
           layout_get(&second, &s.l.layout, 1, &c->why) &&
           layout_zip(&r, &first, &second, &c->why) && answer_subject(c, &s, &r);
}
