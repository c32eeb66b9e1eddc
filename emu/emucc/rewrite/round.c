// SPDX-License-Identifier: MIT
//
// round.c: marks the end of each iteration of a loop whose body has branches.
//
// The lanes of a warp that took different paths through the body reconverge before the next
// iteration. The engine derives requests from the order of code addresses, where the next iteration
// precedes the end of this one. emu_round() reports the end of an iteration to it. A loop without
// branches needs no such call, and the innermost loop of a matrix product must have none, for
// speed.
#include "rewriter.h"

#define MARK "::emu_round_unless_constant()"

static bool is_branching(const struct source *source, size_t i)
{
    static const char *const words[] = {"if", "for", "while", "switch", "do", "goto", "?"};
    for (size_t w = 0; w < sizeof words / sizeof *words; w++)
        if (is(source, i, words[w]))
            return true;
    return false;
}

// Returns true if there is a branch in the statement that begins at `begin`. A branch that returns
// leaves the loop: compilers place its code after the loop, where lanes that left in different
// iterations execute it together. Such a loop gets no emu_round().
static bool body_branches(const struct source *source, size_t begin)
{
    size_t end = begin;
    if (is(source, begin, "{"))
        end = skip_one(source, begin);
    else
        while (end < source->token_count && !is(source, end, ";"))
            end = skip_one(source, end);
    bool branches = false;
    for (size_t i = begin; i < end; i++) {
        if (is(source, i, "return"))
            return false;
        branches |= is_branching(source, i);
    }
    return branches;
}

static void mark_for(struct rewriter *rewriter, size_t open, size_t behind)
{
    const struct source *source = &rewriter->source;
    int seen = 0;
    for (size_t i = open + 1; i + 1 < behind; i = skip_one(source, i)) {
        if (!is(source, i, ";") || ++seen < 2)
            continue;
        bool empty = i + 2 == behind; // for (...; ...; )
        replace_tokens(rewriter, i, i + 1, empty ? "; " MARK : "; " MARK ",");
        return;
    }
}

// `while (int x = f())` is a declaration, so no call can be inserted.
static bool declares(const struct source *source, size_t open)
{
    return source->tokens[open + 1].kind == TOKEN_NAME &&
           source->tokens[open + 2].kind == TOKEN_NAME;
}

void see_loop(struct rewriter *rewriter, size_t i)
{
    const struct source *source = &rewriter->source;
    if (!scope_now(&rewriter->scopes)->is_device ||
        is_our_place(rewriter, source->tokens[i].place) || !is(source, i + 1, "("))
        return;
    size_t behind = skip_one(source, i + 1);
    bool is_for = is(source, i, "for"), is_while = is(source, i, "while");
    bool ends_do = is_while && is(source, behind, ";"); // do { } while (...);
    if (!(is_for || is_while) || !(ends_do || body_branches(source, behind)))
        return;
    if (is_for)
        mark_for(rewriter, i + 1, behind);
    else if (!declares(source, i + 1))
        replace_tokens(rewriter, i + 1, i + 2, "( " MARK ",");
}
