// SPDX-License-Identifier: MIT
//
// parameter.c: the parameters of the function around a token.
#include "rewriter.h"

// Returns the '(' of the parameters of the function whose body begins with this '{', or NOWHERE if
// it belongs to a statement.
static size_t parameters_before(const struct source *source, size_t brace)
{
    size_t i = brace;
    while (i > 0 && (is(source, i - 1, "const") || is(source, i - 1, "noexcept") ||
                     is(source, i - 1, "mutable")))
        i--;
    if (i == 0 || !is(source, i - 1, ")") || source->tokens[i - 1].match == NO_MATCH)
        return NOWHERE;
    const size_t open = source->tokens[i - 1].match;
    if (open == 0)
        return NOWHERE;
    const bool names = is_plain_name(source, open - 1) || is(source, open - 1, "]"); // or a lambda
    return names ? open : NOWHERE;
}

// Returns the '(' of the parameters of the function that contains token i, or NOWHERE.
static size_t parameters_around(const struct source *source, size_t i)
{
    while (i-- > 0) {
        if (is(source, i, "}") && source->tokens[i].match != NO_MATCH)
            i = source->tokens[i].match;
        else if (is(source, i, "{") && parameters_before(source, i) != NOWHERE)
            return parameters_before(source, i);
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
