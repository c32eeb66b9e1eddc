// SPDX-License-Identifier: MIT
//
// functions.c: the names of the functions that a source declares, for the check of calls between
// host and device code (space/spaces.h).
#include "rewriter.h"

#include <stdlib.h>
#include <string.h>

// Appends the function's name: f, ~S, operator+.
static void add_name(struct text *text, const struct source *source,
                     const struct declarator *declarator)
{
    size_t begin = declarator->parameters;
    for (size_t i = declarator->begin; i < declarator->parameters; i++)
        if (keyword_at(source, i) == KEY_OPERATOR || is(source, i, "~"))
            begin = i < begin ? i : begin;
    if (begin == declarator->parameters) {
        if (declarator->name != NOWHERE)
            add_tokens(text, source, declarator->name, declarator->name + 1);
        return;
    }
    for (size_t i = begin; i < declarator->parameters; i++)
        add_tokens(text, source, i, i + 1);
}

// Returns true for `S() = default;` and `= delete`, which end before token `end`.
static bool is_defaulted(const struct source *source, size_t end)
{
    return end > 1 && is(source, end - 2, "=") &&
           (is(source, end - 1, "default") || is(source, end - 1, "delete"));
}

static void add_user_function(struct spaces *spaces, const struct source *source,
                              const struct declaration *declaration,
                              const struct declarator *declarator, size_t end,
                              const struct text *name)
{
    const unsigned special = has(declaration, KEY_GLOBAL)      ? SPACE_KERNEL
                             : has(declaration, KEY_DEVICE)    ? SPACE_DEVICE
                             : is_defaulted(source, end)       ? SPACE_DEFAULTED
                             : has(declaration, KEY_CONSTEXPR) ? SPACE_CONSTEXPR
                                                               : 0;
    if (special) {
        space_add(spaces, name->data, name->size, special);
        return;
    }
    const unsigned elsewhere = is(source, end, "{") ? 0 : SPACE_HOST_ELSEWHERE;
    space_add(spaces, name->data, name->size, SPACE_HOST | elsewhere);
    if (declarator->begin == declarator->name && is(source, declarator->parameters + 1, ")")) {
        char *without = format_string("%s()", name->data); // perhaps a constructor
        space_add(spaces, without, strlen(without), SPACE_HOST);
        free(without);
    }
}

void see_declared_function(struct rewriter *rewriter, size_t head, size_t end)
{
    const struct source *source = &rewriter->source;
    const uint32_t place = source->tokens[head].place;
    if (!rewriter->options->spaces || is_our_place(rewriter, place))
        return;
    const struct declaration declaration = read_declaration(source, head);
    if (has(&declaration, KEY_TYPEDEF) || declaration.is_instantiation)
        return;
    const struct declarator declarator = read_declarator(source, declaration.declarators);
    if (declarator.parameters == NOWHERE || declarator.parameters >= end)
        return;
    struct text name = {0};
    text_add(&name, "");
    add_name(&name, source, &declarator);
    if (name.size == 0) {
        text_free(&name);
        return;
    }
    const bool is_marked = has(&declaration, KEY_DEVICE) || has(&declaration, KEY_GLOBAL);
    if (source->places[place].system && is_marked)
        space_add(rewriter->options->spaces, name.data, name.size, SPACE_DEVICE);
    else if (source->places[place].system)
        space_add(rewriter->options->spaces, name.data, name.size,
                  has(&declaration, KEY_CONSTEXPR) ? SPACE_SYSTEM_CONSTEXPR : SPACE_SYSTEM);
    else
        add_user_function(rewriter->options->spaces, source, &declaration, &declarator, end, &name);
    text_free(&name);
}

// dim3 blockDim; in a class or namespace hides CUDA's own variable.
void see_declared_variable(struct rewriter *rewriter, size_t i)
{
    static const char *const names[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
    const struct scope *scope = scope_now(&rewriter->scopes);
    const struct token *token = &rewriter->source.tokens[i];
    if (!rewriter->options->spaces || scope->kind == SCOPE_CODE || scope->parentheses > 0 ||
        !is_user_code(rewriter, i))
        return;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (is(&rewriter->source, i, names[k]))
            space_add(rewriter->options->spaces, token->text, token->length, SPACE_VARIABLE);
}

// Returns true if one of these pragmas of nvcc precedes one of the tokens [begin, end].
static bool follows_pragma(const struct source *source, size_t begin, size_t end)
{
    static const char *const pragmas[] = {"nv_exec_check_disable", "hd_warning_disable"};
    for (size_t i = 0; i < source->directive_count; i++) {
        const struct directive *directive = &source->directives[i];
        if (directive->before < begin || directive->before > end || directive->is_marker)
            continue;
        char *text = format_string("%.*s", (int)directive->length, directive->text);
        const bool found = strstr(text, pragmas[0]) || strstr(text, pragmas[1]);
        free(text);
        if (found)
            return true;
    }
    return false;
}

void see_unchecked(struct rewriter *rewriter, size_t begin, size_t end,
                   const struct declarator *declarator)
{
    if (!follows_pragma(&rewriter->source, begin, end))
        return;
    struct text name = {0};
    text_add(&name, "");
    add_name(&name, &rewriter->source, declarator);
    space_add(rewriter->options->spaces, name.data, name.size, SPACE_UNCHECKED);
    text_free(&name);
}

// Exceptions and the types of objects at run time do not exist on a GPU.
void see_exception(struct rewriter *rewriter, size_t i)
{
    const struct source *source = &rewriter->source;
    if (scope_now(&rewriter->scopes)->is_device && is_user_code(rewriter, i) &&
        (is(source, i, "throw") || (is(source, i, "try") && is(source, i + 1, "{"))))
        complain_token(source, i, "%.*s: device code cannot throw or catch exceptions",
                       (int)source->tokens[i].length, source->tokens[i].text);
    else if (scope_now(&rewriter->scopes)->is_device && is_user_code(rewriter, i) &&
             (is(source, i, "dynamic_cast") || is(source, i, "typeid")))
        complain_token(source, i, "%.*s: device code cannot query the type of an object",
                       (int)source->tokens[i].length, source->tokens[i].text);
}
