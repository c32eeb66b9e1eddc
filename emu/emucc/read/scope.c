// SPDX-License-Identifier: MIT
#include "scope.h"

#include <stdlib.h>

#include "../base/text.h"

static void push(struct scopes *scopes, struct scope scope)
{
    if (scopes->count == scopes->capacity) {
        scopes->capacity = scopes->capacity * 2 + 64;
        scopes->stack = grow(scopes->stack, scopes->capacity, sizeof *scopes->stack);
    }
    scopes->stack[scopes->count++] = scope;
}

void scopes_init(struct scopes *scopes)
{
    *scopes = (struct scopes){0};
    push(scopes, (struct scope){.kind = SCOPE_NAMESPACE});
}

void scopes_free(struct scopes *scopes) { free(scopes->stack); }

static bool opens_namespace(const struct source *source, size_t head, size_t brace)
{
    if (keyword_at(source, head) == KEY_INLINE)
        head++;
    if (keyword_at(source, head) == KEY_NAMESPACE)
        return true;
    return brace >= 2 && source->tokens[brace - 1].kind == TOKEN_STRING &&
           keyword_at(source, brace - 2) == KEY_EXTERN;
}

// `A() : x{1}, y(2) { }`: the first brace belongs to a member initialiser, not to the body.
static bool is_member_initialiser(const struct source *source, size_t declarator_end, size_t brace)
{
    bool after_colon = false;
    for (size_t i = declarator_end; i < brace; i = skip_one(source, i))
        after_colon |= is(source, i, ":");
    return after_colon && !is(source, brace - 1, ")") && !is(source, brace - 1, "}");
}

static bool open_brace(struct scopes *scopes, const struct source *source, size_t i)
{
    struct scope *outer = scope_now(scopes);
    struct scope inner = {.kind = SCOPE_CODE,
                          .head = i + 1,
                          .in_namespace = outer->in_namespace,
                          .is_device = outer->is_device,
                          .has_device = outer->has_device,
                          .is_template = outer->is_template};
    bool opens_function = false;
    if (outer->parentheses == 0) {
        struct declaration declaration = read_declaration(source, outer->head);
        if (outer->kind == SCOPE_NAMESPACE && opens_namespace(source, outer->head, i)) {
            inner.kind = SCOPE_NAMESPACE;
            inner.in_namespace |= !is(source, i - 1, "\"C\"");
        } else if (declaration.class_body == i) {
            inner.kind = SCOPE_CLASS;
            inner.is_template = true;
        } else if (outer->kind != SCOPE_CODE) {
            struct declarator declarator = read_declarator(source, declaration.declarators);
            inner.has_device = has(&declaration, KEY_DEVICE) || has(&declaration, KEY_GLOBAL);
            inner.is_device = inner.has_device && !has(&declaration, KEY_HOST);
            inner.is_template |= declaration.is_template || declaration.is_specialization ||
                                 has(&declaration, KEY_INLINE) || has(&declaration, KEY_CONSTEXPR);
            opens_function = declarator.parameters != NOWHERE &&
                             !is_member_initialiser(source, declarator.end, i);
        }
    }
    push(scopes, inner);
    return opens_function;
}

static void close_brace(struct scopes *scopes, size_t i)
{
    if (scopes->count == 1)
        return; // one bracket too many: the compiler reports it
    enum scope_kind closed = scope_now(scopes)->kind;
    scopes->count--;
    struct scope *outer = scope_now(scopes);
    // Names of variables may follow the class.
    if (closed != SCOPE_CLASS && outer->parentheses == 0)
        outer->head = i + 1;
}

bool scope_step(struct scopes *scopes, const struct source *source, size_t i)
{
    struct scope *now = scope_now(scopes);
    const struct token *token = &source->tokens[i];
    if (token->kind != TOKEN_OTHER || token->length != 1)
        return false;
    switch (*token->text) {
    case '(':
    case '[': now->parentheses++; break;
    case ')':
    case ']': now->parentheses -= now->parentheses > 0; break;
    case '{': return open_brace(scopes, source, i);
    case '}': close_brace(scopes, i); break;
    case ';':
        if (now->parentheses == 0)
            now->head = i + 1;
        break;
    case ':':
        if (now->kind == SCOPE_CLASS && keyword_at(source, i - 1) == KEY_ACCESS)
            now->head = i + 1;
        break;
    default: break;
    }
    return false;
}
