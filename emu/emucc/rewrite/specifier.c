// SPDX-License-Identifier: MIT
//
// specifier.c: __global__, __device__, __constant__ ... before functions and variables.
//
// They are removed from functions, because host and device are one processor here. What remains is
// a consequence of nvcc's compiling the device code of every .cu file separately: a device function
// or variable is local to its file. So a header may define it and several files may include the
// header.
#include "rewriter.h"

#include <stdlib.h>
#include <string.h>

static bool is_external(const struct rewriter *rewriter, const struct token *name)
{
    for (size_t i = 0; i < rewriter->externals.count; i++)
        if (strlen(rewriter->externals.items[i]) == name->length &&
            memcmp(rewriter->externals.items[i], name->text, name->length) == 0)
            return true;
    return false;
}

static void add_external(struct rewriter *rewriter, const struct declarator *declarator)
{
    if (declarator->name == NOWHERE)
        return;
    const struct token *name = &rewriter->source.tokens[declarator->name];
    list_add_format(&rewriter->externals, "%.*s", (int)name->length, name->text);
}

static bool has_body(const struct source *source, size_t i)
{
    while (!is(source, i, "{") && !is(source, i, ";") && source->tokens[i].kind != TOKEN_END)
        i = skip_one(source, i);
    return is(source, i, "{");
}

// ---- Functions: each returns the replacement of the specifiers ----------------------------------

size_t dependent_cluster_dims(const struct source *source, size_t head, size_t end)
{
    bool is_template = false, depends = false;
    size_t at = NOWHERE;
    for (size_t i = head; i < end; i++) {
        is_template |= is(source, i, "template");
        if (is(source, i, "__cluster_dims__") && is(source, i + 1, "("))
            at = i + 1;
    }
    for (size_t i = at; at != NOWHERE && i < skip_one(source, at); i++)
        depends |= source->tokens[i].kind == TOKEN_NAME;
    return is_template && depends ? at : NOWHERE;
}

// __cluster_dims__(x, y, z) becomes a table entry for the engine, which looks up the kernel's name
// at a launch. The entry precedes the whole declaration, including template headers. Values that
// depend on template parameters are 0 in it, and the engine asks the kernel for them
// (shared_see.c).
static void add_cluster_entry(struct text *text, struct rewriter *rewriter, size_t head,
                              const struct declarator *declarator)
{
    const struct source *source = &rewriter->source;
    for (size_t i = head; i < declarator->name; i++) {
        if (!is(source, i, "__cluster_dims__") || !is(source, i + 1, "("))
            continue;
        const struct token *name = &source->tokens[declarator->name];
        text_add_format(text,
                        "static const struct emu_cluster_entry emu_cluster_%u __attribute__((used, "
                        "section(\"emu_clusters\"), aligned(8))) = {\"%.*s\", {",
                        rewriter->serial++, (int)name->length, name->text);
        if (dependent_cluster_dims(source, head, declarator->name) != NOWHERE)
            text_add(text, "0");
        else
            add_tokens(text, source, i + 2, skip_one(source, i + 1) - 1);
        text_add(text, "}}; ");
    }
}

// Returns true if the tokens mention CUtensorMap.
static bool speaks_of_map(const struct source *source, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        if (is(source, i, "CUtensorMap"))
            return true;
    return false;
}

// Returns true if the name is that of a struct, declared before token `end`, that contains a
// CUtensorMap.
static bool is_struct_with_map(const struct source *source, const struct token *name, size_t end)
{
    for (size_t i = 2; i < end; i++)
        if (is(source, i, "{") && is(source, i - 2, "struct") &&
            source->tokens[i - 1].length == name->length &&
            memcmp(source->tokens[i - 1].text, name->text, name->length) == 0)
            return speaks_of_map(source, i, skip_one(source, i));
    return false;
}

// Adds an entry for a parameter of type CUtensorMap, or a struct with one, that is not marked
// __grid_constant__. The copy engine cannot read it, because its address is that of a per-thread
// copy.
static void add_map_entries(struct text *text, struct rewriter *rewriter,
                            const struct declarator *declarator)
{
    const struct source *source = &rewriter->source;
    const struct token *name = &source->tokens[declarator->name];
    const size_t end = skip_one(source, declarator->parameters) - 1;
    if (!speaks_of_map(source, 0, end))
        return;
    for (size_t i = declarator->parameters + 1; i < end; i++) {
        const size_t piece = piece_end(source, i, end);
        bool is_map = false, is_good = false;
        for (size_t j = i; j < piece; j++) {
            is_map |= is(source, j, "CUtensorMap") ||
                      (j + 1 < piece && is_struct_with_map(source, &source->tokens[j], i));
            is_good |= keyword_at(source, j) == KEY_GRID_CONSTANT || is(source, j, "*") ||
                       is(source, j, "&");
        }
        if (is_map && !is_good && piece > i)
            text_add_format(text,
                            "static const struct emu_map_entry emu_map_%u __attribute__((used, "
                            "section(\"emu_maps\"), aligned(8))) = {\"%.*s\", \"%.*s\"}; ",
                            rewriter->serial++, (int)name->length, name->text,
                            (int)source->tokens[piece - 1].length, source->tokens[piece - 1].text);
        i = piece;
    }
}

// Members and functions with "..." cannot be kernels.
static void check_kernel_form(const struct rewriter *rewriter, size_t i,
                              const struct declaration *declaration,
                              const struct declarator *declarator)
{
    const struct source *source = &rewriter->source;
    if (!is_user_code(rewriter, i) || declarator->name == NOWHERE ||
        declarator->parameters == NOWHERE)
        return;
    const struct token *name = &source->tokens[declarator->name];
    const size_t close = skip_one(source, declarator->parameters) - 1;
    if (scope_now(&rewriter->scopes)->kind == SCOPE_CLASS && !has(declaration, KEY_FRIEND))
        complain_token(source, declarator->name,
                       "%.*s: a __global__ function cannot be a member of a class",
                       (int)name->length, name->text);
    if (is(source, close - 1, "...") && is(source, close - 2, ","))
        complain_token(source, declarator->name,
                       "%.*s: a __global__ function cannot have a variable number of arguments",
                       (int)name->length, name->text);
}

static const char *kernel_specifier(struct rewriter *rewriter, size_t i, size_t head,
                                    const struct declaration *declaration,
                                    const struct declarator *declarator)
{
    check_returns_nothing(rewriter, declaration, declarator);
    check_kernel_form(rewriter, i, declaration, declarator);
    kernels_add(&rewriter->kernels, &rewriter->source, declaration, declarator,
                scope_now(&rewriter->scopes)->in_namespace);
    if (has(declaration, KEY_FRIEND) || declaration->is_instantiation)
        return "";
    static struct text text; // of the last call
    text_free(&text);
    if (declarator->name != NOWHERE)
        add_cluster_entry(&text, rewriter, head, declarator);
    if (declarator->name != NOWHERE && declarator->parameters != NOWHERE &&
        is_user_code(rewriter, i))
        add_map_entries(&text, rewriter, declarator);
    if (head != i && text.data) {
        const struct edit *before = edit_at(rewriter, head); // for example __launch_bounds__(...)
        const size_t end = before ? before->end : head + 1;
        if (!before)
            add_tokens(&text, &rewriter->source, head, end);
        else if (before->text)
            text_add(&text, before->text);
        replace_tokens(rewriter, head, end, text.data);
        text_free(&text);
    }
    text_add(&text, "__attribute__((noinline)) "); // its own entry in the debug information
    return text.data;
}

static const char *function_specifier(struct rewriter *rewriter, size_t i, size_t head,
                                      const struct declaration *declaration,
                                      const struct declarator *declarator)
{
    if (declarator->parameters == NOWHERE)
        return "";
    if (has(declaration, KEY_FRIEND) || has(declaration, KEY_EXTERN))
        add_external(rewriter, declarator);
    if (has(declaration, KEY_GLOBAL))
        return kernel_specifier(rewriter, i, head, declaration, declarator);
    if (has(declaration, KEY_HOST) || !has(declaration, KEY_DEVICE) ||
        rewriter->options->separate_compilation ||
        scope_now(&rewriter->scopes)->kind != SCOPE_NAMESPACE || has(declaration, KEY_EXTERN) ||
        has(declaration, KEY_STATIC) || has(declaration, KEY_FRIEND) ||
        has(declaration, KEY_CONSTEXPR) || declaration->is_template ||
        declaration->is_instantiation)
        return "";
    if (declaration->is_specialization || declarator->is_qualified) {
        bool inlined = has(declaration, KEY_INLINE) || has(declaration, KEY_FORCEINLINE);
        return !inlined && has_body(&rewriter->source, declarator->end) ? "inline " : "";
    }
    if (declarator->name != NOWHERE &&
        is_external(rewriter, &rewriter->source.tokens[declarator->name]))
        return "";
    return "static __attribute__((unused)) ";
}

// ---- Variables ----------------------------------------------------------------------------------

// A constant stays where the compiler puts it: the engine knows that kernels cannot write it.
static bool is_constant(const struct declaration *declaration, const struct declarator *declarator)
{
    if (has(declaration, KEY_CONSTEXPR) || declarator->is_const_pointer)
        return true;
    return has(declaration, KEY_CONST) && !declarator->is_pointer;
}

// The host finds a module's variables by their names, at run time (cuModuleGetGlobal). Without
// `used` the compiler leaves out a variable that no kernel reads, and the stores to it.
static const char *section_of(const struct rewriter *rewriter,
                              const struct declaration *declaration)
{
    const bool used = rewriter->options->is_module;
    if (has(declaration, KEY_CONSTANT))
        return used ? "__attribute__((section(\"emu_constant\"), used)) "
                    : "__attribute__((section(\"emu_constant\"), unused)) ";
    if (has(declaration, KEY_MANAGED))
        return used ? "__attribute__((section(\"emu_managed\"), used)) "
                    : "__attribute__((section(\"emu_managed\"), unused)) ";
    return used ? "__attribute__((section(\"emu_device\"), used)) "
                : "__attribute__((section(\"emu_device\"), unused)) ";
}

// `static` is inserted before the variable's name, because it is not allowed before `alignas`.
static void add_static(struct rewriter *rewriter, size_t declarators)
{
    const struct token *token = &rewriter->source.tokens[declarators];
    char *text = format_string("static %.*s", (int)token->length, token->text);
    replace_tokens(rewriter, declarators, declarators + 1, text);
    free(text);
}

static const char *variable_specifier(struct rewriter *rewriter,
                                      const struct declaration *declaration,
                                      const struct declarator *declarator)
{
    const struct scope *scope = scope_now(&rewriter->scopes);
    if (scope->kind == SCOPE_CLASS || has(declaration, KEY_TYPEDEF) ||
        declarator->name == NOWHERE || rewriter->source.tokens[declarator->name].kind != TOKEN_NAME)
        return "";
    const struct token *name = &rewriter->source.tokens[declarator->name];
    if (rewriter->options->spaces && !has(declaration, KEY_MANAGED) &&
        !is_constant(declaration, declarator))
        space_add(rewriter->options->spaces, name->text, name->length,
                  has(declaration, KEY_CONSTANT) ? SPACE_CONSTANT_VARIABLE : SPACE_DEVICE_VARIABLE);
    if (has(declaration, KEY_EXTERN)) {
        add_external(rewriter, declarator);
        return "";
    }
    if (scope->kind == SCOPE_CODE && has(declaration, KEY_DEVICE) &&
        !has(declaration, KEY_STATIC) && !has(declaration, KEY_CONSTANT) &&
        !has(declaration, KEY_MANAGED) && !is_our_place(rewriter, name->place))
        complain_token(&rewriter->source, declarator->name,
                       "%.*s: a __device__ variable inside a function must be static",
                       (int)name->length, name->text);
    bool is_local = scope->kind == SCOPE_CODE ||
                    !(rewriter->options->separate_compilation ||
                      is_external(rewriter, &rewriter->source.tokens[declarator->name]));
    if (is_local && !has(declaration, KEY_STATIC))
        add_static(rewriter, declaration->declarators);
    // The compiler cannot put both shared and unshared symbols of object files into one section.
    if (is_constant(declaration, declarator) || declaration->is_template ||
        (scope->kind == SCOPE_CODE && scope->is_template))
        return "__attribute__((unused)) ";
    return section_of(rewriter, declaration);
}

// A function of the user's that the GPU executes, alone or with the host, gets a mark: spaces.h.
static const char *space_mark(struct rewriter *rewriter, size_t i, size_t head,
                              const struct declaration *declaration,
                              const struct declarator *declarator)
{
    if (!rewriter->options->spaces || !is_user_code(rewriter, i) ||
        declarator->parameters == NOWHERE || declaration->is_instantiation ||
        (has(declaration, KEY_FRIEND) && !has_body(&rewriter->source, declarator->end)))
        return "";
    if (has(declaration, KEY_HOST) && has(declaration, KEY_DEVICE)) {
        see_unchecked(rewriter, head, i, declarator);
        return SPACE_MARK_BOTH;
    }
    return has(declaration, KEY_DEVICE) || has(declaration, KEY_GLOBAL) ? SPACE_MARK_DEVICE : "";
}

// Does a lambda's list of captures end before token i? [[nodiscard]] is not a capture list.
static bool ends_captures(const struct source *source, size_t i)
{
    return i > 0 && is(source, i - 1, "]") && source->tokens[i - 1].match != NO_MATCH &&
           !is(source, source->tokens[i - 1].match + 1, "[");
}

// The mark of a lambda whose first specifier is token i: [=] __device__ (int x) { ... }.
static const char *lambda_mark(struct rewriter *rewriter, size_t i)
{
    const struct source *source = &rewriter->source;
    bool on_host = false, on_device = false;
    if (!rewriter->options->spaces || !is_user_code(rewriter, i))
        return "";
    for (; keyword_at(source, i) == KEY_HOST || keyword_at(source, i) == KEY_DEVICE; i++) {
        on_host |= keyword_at(source, i) == KEY_HOST;
        on_device |= keyword_at(source, i) == KEY_DEVICE;
    }
    const char *mark = !on_device ? "" : on_host ? SPACE_MARK_BOTH : SPACE_MARK_DEVICE;
    const size_t after = is(source, i, "(") ? skip_one(source, i) : i;
    if (!is(source, after, "mutable") && !is(source, after, "constexpr"))
        return mark;
    // gcc forgets an attribute before these words, and accepts it after them only at the end.
    if (is(source, after, "mutable") &&
        (is(source, after + 1, "{") || is(source, after + 1, "->"))) {
        char *text = format_string("mutable %s", mark);
        replace_tokens(rewriter, after, after + 1, text);
        free(text);
    } else {
        space_add(rewriter->options->spaces, SPACE_UNMARKED, sizeof SPACE_UNMARKED - 1, SPACE_HOST);
    }
    return "";
}

// Returns the replacement of the specifier at i, which the next call overwrites.
static const char *specifier(struct rewriter *rewriter, size_t i)
{
    const struct source *source = &rewriter->source;
    const struct scope *scope = scope_now(&rewriter->scopes);
    if (ends_captures(source, i))
        return lambda_mark(rewriter, i);
    if (scope->parentheses > 0 || rewriter->specified == scope->head + 1)
        return "";
    struct declaration declaration = read_declaration(source, scope->head);
    if (i < declaration.specifiers || i >= declaration.declarators)
        return ""; // for example of a lambda
    if (has(&declaration, KEY_SHARED))
        return ""; // see_shared() does it
    rewriter->specified = scope->head + 1;
    struct declarator declarator = read_declarator(source, declaration.declarators);
    bool is_variable = has(&declaration, KEY_CONSTANT) || has(&declaration, KEY_MANAGED) ||
                       (declarator.parameters == NOWHERE && declarator.name != NOWHERE);
    if (is_variable)
        return variable_specifier(rewriter, &declaration, &declarator);
    static struct text text;
    text_free(&text);
    text_add(&text, function_specifier(rewriter, i, scope->head, &declaration, &declarator));
    text_add(&text, space_mark(rewriter, i, scope->head, &declaration, &declarator));
    return text.data;
}

// A static variable of a function that the GPU runs is a __device__ variable.
void see_static(struct rewriter *rewriter, size_t i)
{
    const struct source *source = &rewriter->source;
    const struct scope *scope = scope_now(&rewriter->scopes);
    if (scope->kind != SCOPE_CODE || !scope->has_device || scope->is_template ||
        scope->parentheses > 0 || is_our_place(rewriter, source->tokens[i].place))
        return;
    const struct declaration declaration = read_declaration(source, scope->head);
    if (i < declaration.specifiers || i >= declaration.declarators ||
        has(&declaration, KEY_SHARED) || has(&declaration, KEY_DEVICE) ||
        has(&declaration, KEY_CONSTANT) || has(&declaration, KEY_MANAGED))
        return;
    const struct declarator declarator = read_declarator(source, declaration.declarators);
    if (declarator.name == NOWHERE || declarator.parameters != NOWHERE ||
        is_constant(&declaration, &declarator))
        return;
    replace_tokens(rewriter, i, i + 1, "static __attribute__((section(\"emu_device\"), unused))");
}

void see_specifier(struct rewriter *rewriter, size_t i)
{
    const struct source *source = &rewriter->source;
    switch (keyword_at(source, i)) {
    case KEY_BOUNDS:
        replace_tokens(rewriter, i, is(source, i + 1, "(") ? skip_one(source, i + 1) : i + 1, "");
        break;
    case KEY_NOINLINE:
        if (i > 0 && (is(source, i - 1, "(") || is(source, i - 1, ",")))
            break; // __attribute__((__noinline__)) is gcc's own
        replace_tokens(rewriter, i, i + 1, "__attribute__((noinline)) ");
        break;
    case KEY_FORCEINLINE:
        replace_tokens(rewriter, i, i + 1, "inline __attribute__((always_inline)) ");
        break;
    case KEY_ALIGN:
        if (!is(source, i + 1, "(") || source->tokens[i + 1].match == NO_MATCH)
            break;
        replace_tokens(rewriter, i, i + 1, "__attribute__((aligned");
        replace_tokens(rewriter, skip_one(source, i + 1) - 1, skip_one(source, i + 1), ")))");
        break;
    case KEY_GRID_CONSTANT: replace_tokens(rewriter, i, i + 1, ""); break;
    default: replace_tokens(rewriter, i, i + 1, specifier(rewriter, i)); break;
    }
}
