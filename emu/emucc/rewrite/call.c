// SPDX-License-Identifier: MIT
// call.c: detects `kernel(a, b);` without <<<grid, block>>>. nvcc rejects it, but g++ would compile
// it as an ordinary call. Reported only if the name can refer to nothing but that kernel.
#include "rewriter.h"

// Returns the first token of the enclosing function, or NOWHERE in a class, whose members may have
// the same name.
static size_t function_head(const struct scopes *scopes)
{
    size_t head = NOWHERE;
    for (size_t i = scopes->count; i-- > 1;) {
        if (scopes->stack[i].kind == SCOPE_CLASS)
            return NOWHERE;
        if (scopes->stack[i].kind == SCOPE_CODE)
            head = scopes->stack[i - 1].head;
    }
    return head;
}

// Returns true if the function is a member, or has a variable of this name.
static bool may_mean_other(const struct source *source, size_t head, size_t name)
{
    bool in_body = false;
    for (size_t i = head; i < name; i++) {
        in_body |= is(source, i, "{");
        if (is(source, i, "::") && !in_body)
            return true;
        if (same_text(&source->tokens[i], &source->tokens[name]) && !is(source, i + 1, "(") &&
            !is(source, i + 1, "<"))
            return true;
    }
    return false;
}

// Returns true if a header has a function of this name (such as std::fill, found by
// argument-dependent lookup), or if the program has a using-directive.
static bool others_are_in_reach(const struct rewriter *rewriter, size_t name)
{
    const struct source *source = &rewriter->source;
    for (size_t i = 0; i < name; i++) {
        if (same_text(&source->tokens[i], &source->tokens[name]) && is(source, i + 1, "(") &&
            !is_user_code(rewriter, i))
            return true;
        if (is(source, i, "using") && is(source, i + 1, "namespace") && is_user_code(rewriter, i))
            return true;
    }
    return false;
}

void see_call(struct rewriter *rewriter, size_t i)
{
    const struct source *source = &rewriter->source;
    const struct scope *scope = scope_now(&rewriter->scopes);
    if (scope->kind != SCOPE_CODE || scope->head != i || !is(source, i + 1, "(") ||
        !is_user_code(rewriter, i) ||
        kernel_reference(&rewriter->kernels, source, i, i + 1) != REFERENCE_FUNCTION)
        return;
    const size_t head = function_head(&rewriter->scopes);
    if (head == NOWHERE || may_mean_other(source, head, i) || others_are_in_reach(rewriter, i))
        return;
    const struct token *name = &source->tokens[i];
    complain_token(source, i,
                   "%.*s is a kernel: it is launched, %.*s<<<blocks, threads>>>(...), not called",
                   (int)name->length, name->text, (int)name->length, name->text);
}
