// SPDX-License-Identifier: MIT
//
// members.c: the members of a structure in shared memory, so that a report can name them:
// pipe.empty[1], not pipe + 24 bytes. `__shared__ Pipe pipe;` gets a table
//
//     static const struct emu_member emu_members_5[] = {
//         {"full", __builtin_offsetof(Pipe, full), sizeof(Pipe::full), {8}}, ..., {nullptr}};
//
// Only for a plain structure that the file defines once. For all others the report counts bytes.
#include "shared.h"

#include <stdlib.h>

// ---- The structure ------------------------------------------------------------------------------

static bool is_struct_body(const struct source *source, size_t open)
{
    return open >= 1 && is(source, open - 1, "struct");
}

// Returns the only plain name among the type's tokens, or NOWHERE.
static size_t type_name(const struct source *source, const struct declaration *declaration)
{
    size_t name = NOWHERE;
    for (size_t i = declaration->specifiers; i < declaration->declarators; i++) {
        const size_t after = skip_attribute(source, i);
        if (after > i) {
            i = after - 1;
        } else if (is_plain_name(source, i)) {
            if (name != NOWHERE)
                return NOWHERE;
            name = i;
        } else if (source->tokens[i].kind != TOKEN_NAME) {
            return NOWHERE; // A::B, A<B>
        }
    }
    return name;
}

// Returns the '{' of the structure's only definition before the declaration, or NOWHERE.
static size_t definition(const struct source *source, size_t name, size_t end)
{
    size_t found = NOWHERE;
    for (size_t i = 0; i + 2 < end; i++) {
        if (!is(source, i, "struct"))
            continue;
        const size_t at = skip_attribute(source, i + 1);
        if (!same_text(&source->tokens[at], &source->tokens[name]) || !is(source, at + 1, "{"))
            continue;
        if (found != NOWHERE || (i > 0 && is(source, i - 1, ">")))
            return NOWHERE; // two of one name, or a template
        found = at + 1;
    }
    return found;
}

// ---- Its members --------------------------------------------------------------------------------

static bool begins_with(const struct source *source, size_t i, const char *const words[])
{
    for (; *words; words++)
        if (is(source, i, *words))
            return true;
    return false;
}

// Returns the token after the function whose declarator ends at i.
static size_t skip_function(const struct source *source, size_t i)
{
    while (!is(source, i, ";") && !is(source, i, "{"))
        i = skip_one(source, i);
    return skip_one(source, i);
}

static void add_member(struct text *text, const struct source *source, const char *type,
                       size_t name)
{
    const struct token *token = &source->tokens[name];
    const int length = (int)token->length;
    text_add_format(text, "{\"%.*s\", __builtin_offsetof(%s, %.*s), sizeof(%s::%.*s), {", length,
                    token->text, type, length, token->text, type, length, token->text);
    for (int i = 0; i < SITE_DIMENSIONS; i++)
        text_add_format(text, "%semu_steps<decltype(%s::%.*s)>::of(%d)", i > 0 ? ", " : "", type,
                        length, token->text, i);
    text_add(text, "}}, ");
}

// Adds the variables that a statement of the class declares. Returns the token after it, or NOWHERE
// if the structure is not plain.
static size_t add_statement(struct text *text, const struct source *source, const char *type,
                            size_t begin)
{
    static const char *const skipped[] = {"using", "typedef",       "friend", "static",
                                          "enum",  "static_assert", NULL};
    static const char *const refused[] = {"private", "protected", "template", "union",
                                          "class",   "virtual",   NULL};
    size_t end = begin;
    if (is(source, begin, ";"))
        return begin + 1;
    if (is(source, begin, "public"))
        return begin + 2;
    if (begins_with(source, begin, refused))
        return NOWHERE;
    if (!begins_with(source, begin, skipped)) {
        const struct declaration declaration = read_declaration(source, begin);
        if (declaration.class_body != NOWHERE)
            return NOWHERE;
        for (size_t i = declaration.declarators; !is(source, i, ";");) {
            const struct declarator declarator = read_declarator(source, i);
            if (declarator.parameters != NOWHERE)
                return skip_function(source, declarator.end);
            if (declarator.name == NOWHERE || declarator.end <= i)
                return NOWHERE;
            add_member(text, source, type, declarator.name);
            for (i = declarator.end; !is(source, i, ",") && !is(source, i, ";");)
                if (is(source, i, ":") || is(source, i, "}"))
                    return NOWHERE; // some bits of a word
                else
                    i = skip_one(source, i);
            i += is(source, i, ",");
        }
    }
    while (!is(source, end, ";") && !is(source, end, "}"))
        end = skip_one(source, end);
    return is(source, end, ";") ? end + 1 : NOWHERE;
}

char *shared_members(const struct source *source, const struct declaration *declaration,
                     const char *class_name, unsigned serial)
{
    size_t open = declaration->class_body;
    char *type = format_string("%s", class_name);
    if (open == NOWHERE) {
        const size_t name = type_name(source, declaration);
        open = name == NOWHERE ? NOWHERE : definition(source, name, declaration->specifiers);
        free(type);
        type = name == NOWHERE ? NULL
                               : format_string("%.*s", (int)source->tokens[name].length,
                                               source->tokens[name].text);
    } else if (!is_struct_body(source, open)) {
        open = NOWHERE;
    }
    struct text text = {0};
    text_add_format(&text,
                    "static const struct emu_member emu_members_%u[] "
                    "__attribute__((unused)) = {",
                    serial);
    const size_t end = open == NOWHERE ? NOWHERE : skip_one(source, open) - 1;
    size_t i = open == NOWHERE ? NOWHERE : open + 1;
    while (i != NOWHERE && i < end)
        i = add_statement(&text, source, type, i);
    free(type);
    text_add(&text, "{nullptr, 0, 0, {}}}; ");
    if (i != NOWHERE)
        return text.data;
    text_free(&text);
    return NULL;
}
