// SPDX-License-Identifier: MIT
//
// shared.c: __shared__ variables. `__shared__ float As[32][33];` becomes
//
//     typedef float emu_type[32][33];
//     static struct emu_site emu_site = {"As", "float [32][33]", "file.cu", 12, ..., nullptr};
//     emu_type &As = *static_cast<emu_type *>(
//         emu_shared(&emu_site, sizeof(emu_type), alignof(emu_type)));
//
// with unique names, all on the same line. The engine returns the running block's own copy. The
// typedef accepts any declarator unchanged, and the reference keeps the variable's type, including
// its sizeof.
//
// This file writes the declarations; shared_see.c finds them.
#include "shared.h"

#include <stdlib.h>

// ---- Parts of a declaration ---------------------------------------------------------------------

// One variable of a declaration.
struct variable {
    const struct declaration *declaration;
    const struct declarator *declarator;
    unsigned serial;       // of the names generated for it
    unsigned class_serial; // of the typedef for a class defined here, or 0
    bool is_aligned;       // more than its type requires
    bool may_be_unused;    // by an attribute
    bool is_listed; // among the engine's sites: not in templates, because object files share their
                    // statics
};

// Returns true for specifiers of the variable, not of its type.
static bool is_about_variable(enum keyword keyword)
{
    return keyword == KEY_SHARED || keyword == KEY_DEVICE || keyword == KEY_STATIC ||
           keyword == KEY_EXTERN || keyword == KEY_INLINE || keyword == KEY_CONSTEXPR;
}

// Returns the first token at or after i that belongs to the type, or `end`. A restricted pointer
// becomes a plain one, because g++ cannot convert void * to its type.
static size_t type_token(const struct source *source, size_t i, size_t end)
{
    while (i < end) {
        size_t after = skip_attribute(source, i);
        bool is_restrict = is(source, i, "__restrict__") || is(source, i, "__restrict");
        if (after == i && !is_restrict && !is_about_variable(keyword_at(source, i)))
            return i;
        i = after == i ? i + 1 : after;
    }
    return end;
}

// Returns the first alignment specifier at or after i, or `end`. Stores the token after it.
static size_t alignment(const struct source *source, size_t i, size_t end, size_t *after)
{
    for (; i < end; i = *after == i ? skip_one(source, i) : *after) {
        *after = skip_attribute(source, i);
        bool found = keyword_at(source, i) == KEY_ALIGNAS || keyword_at(source, i) == KEY_ALIGN;
        for (size_t j = i; j < *after; j++) // __attribute__((aligned(16)))
            found |= is(source, j, "aligned") || is(source, j, "__aligned__");
        if (found)
            return i;
    }
    return end;
}

bool has_alignment(const struct source *source, const struct declaration *declaration,
                   const struct declarator *declarator)
{
    size_t after;
    return alignment(source, declaration->specifiers, declaration->declarators, &after) <
               declaration->declarators ||
           alignment(source, declarator->begin, declarator->end, &after) < declarator->end;
}

// Looks for [[maybe_unused]] and its older spellings.
static bool may_be_unused(const struct source *source, size_t begin, size_t end)
{
    bool found = false;
    for (size_t i = begin; i < end; i++)
        found |=
            is(source, i, "maybe_unused") || is(source, i, "unused") || is(source, i, "__unused__");
    return found;
}

// Appends "float [32][33]".
static void add_type(struct text *text, const struct source *source,
                     const struct declaration *declaration, const struct declarator *declarator)
{
    size_t end = declaration->declarators;
    text_add(text, "");
    for (size_t i = declaration->specifiers; (i = type_token(source, i, end)) < end;
         i = i == declaration->class_body ? skip_one(source, i) : i + 1) {
        if (text->size > 0 && !is_glued(source, i))
            text_add(text, " ");
        add_tokens(text, source, i, i == declaration->class_body ? i : i + 1);
    }
    if (declarator->end > declarator->begin + 1)
        text_add(text, " ");
    end = declarator->end;
    for (size_t i = declarator->begin; (i = type_token(source, i, end)) < end; i++)
        if (i != declarator->name)
            add_tokens(text, source, i, i + 1);
}

// ---- Writing ------------------------------------------------------------------------------------

static void emit_name(struct rewriter *rewriter, const char *kind, unsigned serial)
{
    char *name = format_string("emu_%s_%u", kind, serial);
    emit_text(&rewriter->emitter, name);
    free(name);
}

static void emit_specifiers(struct rewriter *rewriter, const struct declaration *declaration)
{
    size_t end = declaration->declarators;
    for (size_t i = declaration->specifiers; (i = type_token(&rewriter->source, i, end)) < end;) {
        size_t after = i == declaration->class_body ? skip_one(&rewriter->source, i) : i + 1;
        if (after > i + 1)
            emit_range(rewriter, i, after); // a class may have __device__ functions
        else
            emit_token(&rewriter->emitter, i);
        i = after;
    }
    emit_text(&rewriter->emitter, " ");
}

// Contains the variable's name, for the compiler's messages.
static char *type_name(const struct token *name, unsigned serial)
{
    return format_string("emu_type_of_%.*s_%u", (int)name->length, name->text, serial);
}

static void emit_type_name(struct rewriter *rewriter, const struct variable *variable)
{
    char *name = type_name(&rewriter->source.tokens[variable->declarator->name], variable->serial);
    emit_text(&rewriter->emitter, name);
    free(name);
}

static void emit_typedef(struct rewriter *rewriter, const struct variable *variable)
{
    const struct declarator *declarator = variable->declarator;
    emit_text(&rewriter->emitter, "typedef ");
    if (variable->class_serial)
        emit_name(rewriter, "class", variable->class_serial);
    else
        emit_specifiers(rewriter, variable->declaration);
    emit_text(&rewriter->emitter, " ");
    size_t end = declarator->end;
    for (size_t i = declarator->begin; (i = type_token(&rewriter->source, i, end)) < end; i++)
        if (i == declarator->name) {
            emit_text(&rewriter->emitter, " ");
            emit_type_name(rewriter, variable);
        } else {
            emit_token(&rewriter->emitter, i);
        }
    emit_text(&rewriter->emitter, "; ");
}

static void emit_alignments_between(struct rewriter *rewriter, size_t begin, size_t end)
{
    size_t after;
    for (size_t i = begin; (i = alignment(&rewriter->source, i, end, &after)) < end;) {
        while (i < after)
            i = emit_simple(rewriter, i);
        emit_text(&rewriter->emitter, " ");
    }
}

// Writes a structure with the variable's alignment, which may be a number or a type.
static void emit_alignment(struct rewriter *rewriter, const struct variable *variable)
{
    if (!variable->is_aligned)
        return;
    emit_text(&rewriter->emitter, "struct ");
    emit_alignments_between(rewriter, variable->declaration->specifiers,
                            variable->declaration->declarators);
    emit_alignments_between(rewriter, variable->declarator->begin, variable->declarator->end);
    emit_name(rewriter, "align", variable->serial);
    emit_text(&rewriter->emitter, " { char c; }; ");
}

// g++ accepts arrays of variable length.
static void emit_length_check(struct rewriter *rewriter, const struct variable *variable)
{
    const struct source *source = &rewriter->source;
    bool is_array = false;
    for (size_t i = variable->declarator->begin; i < variable->declarator->end; i++)
        is_array |= is(source, i, "[");
    if (!is_array || has(variable->declaration, KEY_EXTERN))
        return;
    char *type = type_name(&source->tokens[variable->declarator->name], variable->serial);
    char *text = format_string("static_assert(__builtin_constant_p(sizeof(%s)), \"the length of a "
                               "__shared__ array must be a constant\"); ",
                               type);
    emit_text(&rewriter->emitter, text);
    free(type);
    free(text);
}

static void emit_site(struct rewriter *rewriter, const struct variable *variable)
{
    const struct source *source = &rewriter->source;
    const struct token *name = &source->tokens[variable->declarator->name];
    const struct place *place = &source->places[name->place];
    struct text type = {0}, text = {0};
    emit_length_check(rewriter, variable);
    char *class_name = format_string("emu_class_%u", variable->class_serial);
    char *members = shared_members(source, variable->declaration, class_name, variable->serial);
    free(class_name);
    text_add(&text, members ? members : "");
    add_type(&type, source, variable->declaration, variable->declarator);
    // From this section the engine knows a kernel's shared memory before it has run.
    text_add_format(&text, "static struct emu_site emu_site_%u __attribute__((%s)) = {\"%.*s\", ",
                    variable->serial,
                    variable->is_listed ? "used, section(\"emu_sites\"), aligned(8)" : "unused",
                    (int)name->length, name->text);
    add_quoted(&text, type.data);
    text_add_format(&text, ", %.*s, %u, 0, ", (int)place->quoted_length, place->quoted, name->line);
    char *type_text = type_name(name, variable->serial);
    if (variable->is_listed)
        text_add_format(&text, "sizeof(%s), __func__, {", type_text);
    else
        text_add(&text, "0, nullptr, {");
    for (int i = 0; i < SITE_DIMENSIONS; i++)
        text_add_format(&text, "emu_steps<%s>::of(%d)%s", type_text, i,
                        i + 1 < SITE_DIMENSIONS ? ", " : "}, ");
    if (members)
        text_add_format(&text, "emu_members_%u};", variable->serial);
    else
        text_add(&text, "nullptr};");
    free(members);
    free(type_text);
    emit_text(&rewriter->emitter, text.data);
    text_free(&text);
    text_free(&type);
}

char *shared_reference(const struct token *name, unsigned serial, bool is_dynamic, bool is_aligned,
                       const char *attribute)
{
    struct text text = {0};
    char *type = type_name(name, serial);
    text_add_format(&text, "%s &%.*s%s = *static_cast<%s *>(", type, (int)name->length, name->text,
                    attribute, type);
    if (is_dynamic)
        text_add_format(&text, "emu_shared_dynamic(&emu_site_%u, ", serial);
    else
        text_add_format(&text, "emu_shared(&emu_site_%u, sizeof(%s), ", serial, type);
    if (is_aligned)
        text_add_format(&text,
                        "alignof(emu_align_%u) > alignof(%s) ? alignof(emu_align_%u) : ", serial,
                        type, serial);
    text_add_format(&text, "alignof(%s)))", type);
    free(type);
    return text.data;
}

void emit_shared(struct rewriter *rewriter, size_t begin, const struct edit *edit)
{
    const struct source *source = &rewriter->source;
    const struct declaration declaration = read_declaration(source, begin);
    struct variable variable = {.declaration = &declaration, .serial = edit->serial};
    emit_line_of(&rewriter->emitter, declaration.specifiers);
    if (declaration.class_body != NOWHERE) {
        variable.class_serial = edit->serial;
        emit_text(&rewriter->emitter, "typedef ");
        emit_specifiers(rewriter, &declaration);
        emit_name(rewriter, "class", variable.class_serial);
        emit_text(&rewriter->emitter, "; ");
    }
    for (size_t i = declaration.declarators; i < edit->end; variable.serial++) {
        const struct declarator declarator = read_declarator(source, i);
        variable.declarator = &declarator;
        variable.is_aligned = has_alignment(source, &declaration, &declarator);
        variable.may_be_unused = may_be_unused(source, begin, declarator.end);
        variable.is_listed = edit->is_listed && !has(&declaration, KEY_EXTERN);
        emit_typedef(rewriter, &variable);
        emit_alignment(rewriter, &variable);
        emit_site(rewriter, &variable);
        if (!edit->at_namespace) {
            char *text = shared_reference(&source->tokens[declarator.name], variable.serial,
                                          has(&declaration, KEY_EXTERN), variable.is_aligned,
                                          variable.may_be_unused ? MAY_BE_UNUSED : "");
            emit_text(&rewriter->emitter, " ");
            emit_text(&rewriter->emitter, text);
            emit_text(&rewriter->emitter, "; ");
            free(text);
        }
        i = declarator.end + 1;
    }
}
