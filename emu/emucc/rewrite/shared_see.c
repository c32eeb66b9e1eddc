// SPDX-License-Identifier: MIT
//
// shared_see.c: finds the declarations of __shared__ variables.
//
// In a function the whole declaration is replaced (shared.c). At namespace scope no block is
// running. Only the type stays there, and each function that uses the name gets the reference to
// the running block's copy.
#include "shared.h"

#include <stdlib.h>

static void add_namespace_variable(struct rewriter *rewriter, struct shared_variable variable)
{
    rewriter->shared = grow(rewriter->shared, rewriter->shared_count + 1, sizeof *rewriter->shared);
    rewriter->shared[rewriter->shared_count++] = variable;
}

void see_shared(struct rewriter *rewriter, size_t i)
{
    const struct source *source = &rewriter->source;
    const struct scope *scope = scope_now(&rewriter->scopes);
    size_t begin = scope->head;
    const struct edit *earlier = edit_at(rewriter, begin);
    if (earlier && earlier->write == emit_shared)
        return; // already reported
    struct declaration declaration = read_declaration(source, begin);
    if (scope->parentheses > 0 || scope->kind == SCOPE_CLASS || i >= declaration.declarators) {
        complain_token(source, i,
                       "__shared__ cannot be written here: it belongs before a variable of a "
                       "kernel or device function");
        return;
    }
    unsigned serial = rewriter->serial + 1;
    size_t at = declaration.declarators;
    for (;; at++) {
        struct declarator declarator = read_declarator(source, at);
        at = declarator.end;
        if (declarator.name == NOWHERE)
            return; // the compiler reports it
        if (declarator.parameters != NOWHERE || is(source, at, "=") || is(source, at, "{")) {
            complain_token(
                source, declarator.name,
                "a __shared__ variable cannot have an initial value: let a thread assign "
                "it, then call __syncthreads()");
            return;
        }
        rewriter->serial++;
        if (scope->kind == SCOPE_NAMESPACE)
            add_namespace_variable(rewriter, (struct shared_variable){
                                                 &source->tokens[declarator.name], rewriter->serial,
                                                 has(&declaration, KEY_EXTERN),
                                                 has_alignment(source, &declaration, &declarator)});
        if (!is(source, at, ","))
            break;
    }
    if (!is(source, at, ";"))
        return; // the compiler reports it
    struct edit *edit = add_edit(rewriter, emit_shared, begin, at + 1);
    edit->serial = serial;
    edit->at_namespace = scope->kind == SCOPE_NAMESPACE;
    edit->is_listed = scope->kind == SCOPE_CODE && !scope->is_template;
}

// Returns true if the function with its head at `head` and its body at `brace` uses this name for
// the variable at namespace scope.
static bool uses(const struct source *source, const struct token *name, size_t head, size_t brace)
{
    size_t end = source->tokens[brace].match;
    bool found = false;
    for (size_t i = head; i < end; i++) {
        if (!same_text(&source->tokens[i], name))
            continue;
        if (i < brace)
            return false; // a parameter has this name
        found |= !is(source, i - 1, ".") && !is(source, i - 1, "->");
    }
    return found;
}

// Adds the maximum number of threads per block for the engine (emu.h).
static void add_launch_bounds(struct text *text, const struct source *source, size_t head,
                              size_t brace)
{
    for (size_t i = head; i + 1 < brace; i++) {
        if (!is(source, i, "__launch_bounds__") || !is(source, i + 1, "("))
            continue;
        const size_t end = skip_one(source, i + 1) - 1;
        text_add(text, text->size > 0 ? " " : "{ ");
        text_add(text, "emu_launch_bounds<(int)(");
        add_tokens(text, source, i + 2, piece_end(source, i + 2, end));
        text_add(text, ")>();");
    }
}

void see_function_body(struct rewriter *rewriter, size_t head, size_t brace)
{
    const struct source *source = &rewriter->source;
    struct text text = {0};
    if (source->tokens[brace].match == NO_MATCH)
        return;
    for (size_t i = rewriter->shared_count; i-- > 0;) {
        const struct shared_variable *variable = &rewriter->shared[i];
        bool is_hidden = false; // declared again since then
        for (size_t j = i + 1; j < rewriter->shared_count; j++)
            is_hidden |= same_text(rewriter->shared[j].name, variable->name);
        if (is_hidden || !uses(source, variable->name, head, brace))
            continue;
        char *declaration = shared_reference(variable->name, variable->serial, variable->is_dynamic,
                                             variable->is_aligned, MAY_BE_UNUSED);
        text_add_format(&text, "%s %s;", text.size > 0 ? "" : "{", declaration);
        free(declaration);
    }
    const size_t dims = dependent_cluster_dims(source, head, brace);
    if (dims != NOWHERE) {
        text_add(&text, text.size > 0 ? " if (emu_cluster_ask" : "{ if (emu_cluster_ask");
        add_tokens(&text, source, dims, skip_one(source, dims));
        text_add(&text, ") return;");
    }
    add_launch_bounds(&text, source, head, brace);
    if (text.size > 0)
        replace_tokens(rewriter, brace, brace + 1, text.data);
    text_free(&text);
}
