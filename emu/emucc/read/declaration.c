// SPDX-License-Identifier: MIT
#include "declaration.h"

static size_t skip_parenthesis(const struct source *source, size_t i)
{
    return is(source, i, "(") ? skip_one(source, i) : i;
}

size_t skip_attribute(const struct source *source, size_t i)
{
    enum keyword keyword = keyword_at(source, i);
    if (is(source, i, "[") && is(source, i + 1, "["))
        return skip_one(source, i);
    if (keyword == KEY_ALIGNAS || keyword == KEY_ATTRIBUTE || keyword == KEY_ALIGN ||
        keyword == KEY_BOUNDS)
        return skip_parenthesis(source, i + 1);
    return i;
}

static size_t skip_attributes(const struct source *source, size_t i)
{
    for (size_t after; (after = skip_attribute(source, i)) != i;)
        i = after;
    return i;
}

// requires A<T> && (B<T>)
static size_t skip_requires(const struct source *source, size_t i)
{
    size_t last;
    if (!is(source, i, "requires"))
        return i;
    do
        i = is(source, i + 1, "(") ? skip_one(source, i + 1) : skip_name(source, i + 1, &last);
    while (is(source, i, "&&") || is(source, i, "||"));
    return i;
}

static size_t read_template_headers(const struct source *source, size_t i,
                                    struct declaration *declaration)
{
    while (keyword_at(source, i) == KEY_TEMPLATE) {
        i++;
        if (!is(source, i, "<")) {
            declaration->is_instantiation = true;
            continue;
        }
        size_t after = skip_angles(source, i);
        if (after == NOWHERE)
            break;
        declaration->template_parameters = i;
        declaration->is_specialization = after == i + 2;
        declaration->is_template |= after != i + 2;
        i = skip_requires(source, after);
    }
    return i;
}

// struct alignas(16) A : B { ... }
static size_t read_class(const struct source *source, size_t i, struct declaration *declaration)
{
    size_t last;
    while (keyword_at(source, i) == KEY_CLASS) // enum class
        i++;
    i = skip_name(source, skip_attributes(source, i), &last);
    if (is(source, i, "final"))
        i++;
    if (is(source, i, ":"))
        while (!is(source, i, "{") && !is(source, i, ";") && source->tokens[i].kind != TOKEN_END)
            i = is(source, i, "(") ? skip_one(source, i) : i + 1;
    if (!is(source, i, "{"))
        return i;
    declaration->class_body = i;
    return skip_one(source, i);
}

// Reads the type's name where no type was read yet. Does not advance at the name of a constructor,
// or of a member that is defined outside its class and has no type (A::~A, A::operator int).
static size_t read_type_name(const struct source *source, size_t i)
{
    size_t last, after = skip_name(source, i, &last);
    bool calls =
        is(source, after, "(") && !is(source, after + 1, "*") && !is(source, after + 1, "&");
    return last == NOWHERE || calls ? i : after;
}

// Reads one specifier at i. Returns the token after it, or i if there is none.
static size_t read_specifier(const struct source *source, size_t i, bool *has_type,
                             struct declaration *declaration)
{
    size_t last, after = skip_attribute(source, i);
    enum keyword keyword = keyword_at(source, i);
    if (after != i)
        return after;
    if (keyword != KEY_NONE)
        declaration->keywords |= (uint64_t)1 << keyword;
    switch (keyword) {
    case KEY_GLOBAL:
    case KEY_DEVICE:
    case KEY_HOST:
    case KEY_SHARED:
    case KEY_CONSTANT:
    case KEY_MANAGED:
    case KEY_GRID_CONSTANT:
    case KEY_NOINLINE:
    case KEY_FORCEINLINE:
    case KEY_STATIC:
    case KEY_INLINE:
    case KEY_CONSTEXPR:
    case KEY_FRIEND:
    case KEY_TYPEDEF:
    case KEY_CONST:
    case KEY_VOLATILE: return i + 1;
    case KEY_SPECIFIER: return is(source, i, "explicit") ? skip_parenthesis(source, i + 1) : i + 1;
    case KEY_EXTERN: return source->tokens[i + 1].kind == TOKEN_STRING ? i + 2 : i + 1;
    case KEY_TYPE: *has_type = true; return i + 1;
    case KEY_TYPENAME: *has_type = true; return skip_name(source, i + 1, &last);
    case KEY_CLASS: *has_type = true; return read_class(source, i, declaration);
    case KEY_TYPE_OF:
        *has_type = true;
        i = skip_parenthesis(source, i + 1);
        return is(source, i, "::") ? skip_name(source, i, &last) : i;
    case KEY_NONE:
        if (*has_type || !(is_plain_name(source, i) || is(source, i, "::")))
            return i;
        after = read_type_name(source, i);
        *has_type = after != i;
        return after;
    default: return i;
    }
}

struct declaration read_declaration(const struct source *source, size_t begin)
{
    struct declaration declaration = {.template_parameters = NOWHERE, .class_body = NOWHERE};
    bool has_type = false;
    size_t i = read_template_headers(source, begin, &declaration);
    declaration.specifiers = i;
    for (size_t after; (after = read_specifier(source, i, &has_type, &declaration)) != i;)
        i = after;
    declaration.declarators = i;
    return declaration;
}

// ---- Declarators --------------------------------------------------------------------------------

// Skips *, &, const and attributes before the name, and the A:: of a pointer to member.
static size_t read_pointers(const struct source *source, size_t i, struct declarator *declarator)
{
    for (;;) {
        size_t last, after = skip_attribute(source, i);
        if (after != i) {
            i = after;
        } else if (is(source, i, "*") || is(source, i, "&") || is(source, i, "&&")) {
            declarator->is_pointer = true;
            declarator->is_const_pointer = false;
            i++;
        } else if (keyword_at(source, i) == KEY_CONST) {
            declarator->is_const_pointer = declarator->is_pointer;
            i++;
        } else if (keyword_at(source, i) == KEY_VOLATILE) {
            i++;
        } else if (after = skip_name(source, i, &last), last == NOWHERE && is(source, after, "*")) {
            i = after;
        } else {
            return i;
        }
    }
}

// Skips operator()(, operator new[](, operator<(, operator float( up to the parameters.
static size_t skip_operator(const struct source *source, size_t i)
{
    i++;
    if (is(source, i, "(") && is(source, i + 1, ")"))
        return i + 2;
    while (!is(source, i, "(") && !is(source, i, ";") && source->tokens[i].kind != TOKEN_END)
        i++;
    return i;
}

// Reads the name. Sets *is_variable if parentheses make it a variable: (*p), (&r).
static size_t read_name(const struct source *source, size_t i, struct declarator *declarator,
                        bool *is_variable)
{
    if (is(source, i, "(")) {
        struct declarator inner = {.name = NOWHERE};
        size_t name = read_pointers(source, i + 1, &inner);
        read_name(source, name, &inner, is_variable);
        declarator->name = inner.name;
        declarator->is_pointer |= inner.is_pointer;
        declarator->is_const_pointer = inner.is_const_pointer;
        *is_variable |= inner.is_pointer;
        return skip_one(source, i);
    }
    size_t after = skip_name(source, i, &declarator->name);
    declarator->is_qualified = is(source, i, "::") || is(source, i + 1, "::") ||
                               (after > i && is(source, after - 1, "::")) ||
                               (declarator->name != NOWHERE && declarator->name != i);
    if (is(source, after, "~"))
        return after + 2;
    return keyword_at(source, after) == KEY_OPERATOR ? skip_operator(source, after) : after;
}

struct declarator read_declarator(const struct source *source, size_t begin)
{
    struct declarator declarator = {.begin = begin, .name = NOWHERE, .parameters = NOWHERE};
    bool is_variable = false;
    size_t i = read_pointers(source, begin, &declarator);
    i = read_name(source, i, &declarator, &is_variable);
    for (;;) {
        size_t after = skip_attribute(source, i);
        if (after == i && is(source, i, "(")) {
            if (!is_variable && declarator.parameters == NOWHERE)
                declarator.parameters = i;
            after = skip_one(source, i);
        } else if (after == i && is(source, i, "[")) {
            after = skip_one(source, i);
        }
        if (after == i)
            break;
        i = after;
    }
    declarator.end = i;
    return declarator;
}
