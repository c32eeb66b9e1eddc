// SPDX-License-Identifier: MIT
//
// round.c: marks the end of each round of a loop whose body has branches.
//
// The lanes of a warp that took different ways through the body meet again before the next round.
// The engine counts requests from the order of places in the program, where the next round lies
// before the end of this one; emu_round() tells it that a round is over. Loops without branches
// inside need no mark, and the innermost loop of a matrix product shall have none.
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

// Is there a branch between the tokens begin and the end of the statement that begins there? A
// branch that returns leaves the loop: what it does, compilers place behind the loop, where the
// lanes that left in different rounds do it together. Such a loop gets no mark.
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

// `while (int x = f())` declares: no place for a mark.
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
