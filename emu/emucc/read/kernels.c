// SPDX-License-Identifier: MIT
#include "kernels.h"

#include <stdlib.h>
#include <string.h>

#include "../base/text.h"

// Appends the parameter [begin, end) without its default argument and its name, so that a prototype
// and its definition compare equal.
static void add_parameter(struct text *text, const struct source *source, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i = skip_one(source, i))
        if (is(source, i, "="))
            end = i;
    struct declaration type = read_declaration(source, begin);
    struct declarator name = read_declarator(source, type.declarators);
    for (size_t i = begin; i < end; i++)
        if (i != name.name && keyword_at(source, i) != KEY_GRID_CONSTANT) {
            add_tokens(text, source, i, i + 1);
            text_add(text, " ");
        }
    text_add(text, ",");
}

static char *parameters_of(const struct source *source, size_t open)
{
    struct text text = {0};
    text_add(&text, "");
    size_t end = skip_one(source, open) - 1;
    for (size_t i = open + 1; i < end; i++) {
        size_t piece = piece_end(source, i, end);
        add_parameter(&text, source, i, piece);
        i = piece;
    }
    return text.data;
}

// Counts the parameters of the template header at `open` ('<') that have no default. Packs do not
// count.
static size_t required_template_parameters(const struct source *source, size_t open)
{
    size_t end = skip_angles(source, open) - 1, count = 0;
    for (size_t i = open + 1; i < end; i++) {
        size_t piece = piece_end(source, i, end);
        bool optional = false;
        for (; i < piece; i++)
            optional |= is(source, i, "=") || is(source, i, "...");
        count += !optional;
    }
    return count;
}

static struct kernel *find(const struct kernels *kernels, const struct token *name)
{
    for (size_t i = 0; i < kernels->count; i++)
        if (same_text(kernels->items[i].name, name))
            return &kernels->items[i];
    return NULL;
}

void kernels_add(struct kernels *kernels, const struct source *source,
                 const struct declaration *declaration, const struct declarator *declarator,
                 bool in_namespace)
{
    if (declarator->name == NOWHERE || declarator->parameters == NOWHERE ||
        declaration->is_specialization || declaration->is_instantiation)
        return;
    struct kernel kernel = {.name = &source->tokens[declarator->name],
                            .parameters = parameters_of(source, declarator->parameters),
                            .is_template = declaration->is_template,
                            .in_namespace = in_namespace};
    if (kernel.is_template)
        kernel.template_parameters =
            required_template_parameters(source, declaration->template_parameters);
    struct kernel *earlier = find(kernels, kernel.name);
    if (earlier) {
        earlier->is_overloaded |= strcmp(earlier->parameters, kernel.parameters) != 0 ||
                                  earlier->is_template != kernel.is_template;
        free(kernel.parameters);
        return;
    }
    kernels->items = grow(kernels->items, kernels->count + 1, sizeof kernel);
    kernels->items[kernels->count++] = kernel;
}

void kernels_add_function(struct kernels *kernels, size_t name)
{
    size_t count = kernels->function_count;
    if ((count & (count + 1)) == 0) // full at 1, 3, 7, 15 ...
        kernels->functions = grow(kernels->functions, 2 * count + 1, sizeof(size_t));
    kernels->functions[kernels->function_count++] = name;
}

void kernels_free(struct kernels *kernels)
{
    free(kernels->functions);
    for (size_t i = 0; i < kernels->count; i++)
        free(kernels->items[i].parameters);
    free(kernels->items);
}

static size_t count_pieces(const struct source *source, size_t begin, size_t end)
{
    size_t count = 0;
    for (size_t i = begin; i < end; i = piece_end(source, i, end) + 1)
        count++;
    return count;
}

// Returns the kernel that the expression [begin, end) names, or NULL. Stores the number of template
// arguments in *arguments.
static const struct kernel *kernel_named(const struct kernels *kernels, const struct source *source,
                                         size_t begin, size_t end, size_t *arguments)
{
    size_t name = end - 1;
    *arguments = 0;
    if (is(source, name, ">")) {
        size_t open = angles_start(source, name);
        if (open == NOWHERE || open <= begin)
            return NULL;
        *arguments = count_pieces(source, open + 1, name);
        name = open - 1;
    }
    bool is_member = name > begin && (is(source, name - 1, ".") || is(source, name - 1, "->"));
    return is_member ? NULL : find(kernels, &source->tokens[name]);
}

bool kernel_takes_reference(const struct kernels *kernels, const struct source *source,
                            size_t begin, size_t end, size_t parameter)
{
    size_t arguments;
    const struct kernel *kernel = kernel_named(kernels, source, begin, end, &arguments);
    if (!kernel || kernel->is_overloaded)
        return false;
    // add_parameter() adds no blank after the comma that ends a parameter.
    const char *at = kernel->parameters, *comma;
    for (;; at = comma + 1) {
        comma = strchr(at, ',');
        while (comma && comma[1] == ' ')
            comma = strchr(comma + 1, ',');
        if (!comma)
            return false;
        if (parameter-- == 0)
            return comma - at > 2 && strncmp(comma - 3, " & ", 3) == 0;
    }
}

enum kernel_reference kernel_reference(const struct kernels *kernels, const struct source *source,
                                       size_t begin, size_t end)
{
    size_t arguments;
    const struct kernel *kernel = kernel_named(kernels, source, begin, end, &arguments);
    if (!kernel)
        return REFERENCE_EXPRESSION;
    if (kernel->is_overloaded)
        return REFERENCE_NAME;
    for (size_t i = 0; i < kernels->function_count; i++)
        if (same_text(&source->tokens[kernels->functions[i]], kernel->name))
            return REFERENCE_NAME;
    if (!kernel->is_template ||
        (is(source, end - 1, ">") && arguments >= kernel->template_parameters))
        return REFERENCE_FUNCTION;
    return REFERENCE_NAME;
}
