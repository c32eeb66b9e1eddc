// SPDX-License-Identifier: MIT
//
// parameter.c: the parameters of the function around a token.
#include "rewriter.h"

static size_t partner_before(const struct source *source, size_t close)
{
    int depth = 0;
    for (size_t i = close + 1; i-- > 0;) {
        depth += is(source, i, ")") - is(source, i, "(");
        if (depth == 0)
            return i;
    }
    return NOWHERE;
}

// Returns the '(' of the parameters of the function whose body begins with this '{', or NOWHERE if
// it belongs to a statement.
static size_t parameters_before(const struct source *source, size_t brace)
{
    size_t i = brace;
    while (i > 0 && (is(source, i - 1, "const") || is(source, i - 1, "noexcept") ||
                     is(source, i - 1, "mutable")))
        i--;
    if (i == 0 || !is(source, i - 1, ")"))
        return NOWHERE;
    const size_t open = partner_before(source, i - 1);
    if (open == NOWHERE || open == 0)
        return NOWHERE;
    const bool names = is_plain_name(source, open - 1) || is(source, open - 1, "]"); // or a lambda
    return names ? open : NOWHERE;
}

// Returns the '(' of the parameters of the function that contains token i, or NOWHERE.
static size_t parameters_around(const struct source *source, size_t i)
{
    int depth = 0;
    while (i-- > 0) {
        depth += is(source, i, "}") - is(source, i, "{");
        if (depth >= 0)
            continue;
        depth = 0;
        const size_t open = parameters_before(source, i);
        if (open != NOWHERE)
            return open;
    }
    return NOWHERE;
}

static bool contains(const struct source *source, size_t from, size_t to, const struct token *name)
{
    for (size_t i = from; i < to; i++)
        if (is_plain_name(source, i) && same_text(&source->tokens[i], name))
            return true;
    return false;
}

// A parameter of tokens [from, to) that is no pointer, reference or array.
static bool is_value(const struct source *source, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (is(source, i, "&") || is(source, i, "&&") || is(source, i, "*") || is(source, i, "["))
            return false;
    return true;
}

bool names_own_value(const struct source *source, size_t i, size_t from, size_t to)
{
    const size_t open = parameters_around(source, i);
    if (open == NOWHERE)
        return false;
    const size_t end = skip_one(source, open) - 1;
    for (size_t at = open + 1, next; at < end; at = next + 1) {
        next = piece_end(source, at, end);
        if (!is_value(source, at, next))
            continue;
        for (size_t k = from; k < to; k++)
            if (is_plain_name(source, k) && contains(source, at, next, &source->tokens[k]))
                return true;
    }
    return false;
}
