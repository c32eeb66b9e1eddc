// SPDX-License-Identifier: MIT
//
// returns.c: checks that a kernel returns void, as CUDA requires. The meaning of a name is looked
// up in the tokens before it, as far as tokens suffice: `using`, typedef, class. A type that
// depends on template parameters (enable_if) is left to the compiler.
#include "rewriter.h"

enum verdict { RETURNS_VOID, RETURNS_VALUE, NOT_KNOWN };
enum { MOST_ALIASES = 16 }; // maximum length of a chain of aliases

static enum verdict of_name(const struct source *source, size_t name, int aliases);

static bool is_plus_pointer(const struct source *source, size_t i)
{
    return is(source, i, "*") || is(source, i, "&") || is(source, i, "&&");
}

// Classifies the type whose specifiers are [begin, end), which a '*' may follow.
static enum verdict of_type(const struct source *source, size_t begin, size_t end, int aliases)
{
    if (is_plus_pointer(source, end))
        return RETURNS_VALUE;
    size_t last;
    for (size_t i = begin; i < end; i++) {
        size_t behind = skip_attribute(source, i);
        if (behind != i) {
            i = behind - 1;
            continue;
        }
        switch (keyword_at(source, i)) {
        case KEY_TYPE:
            return is(source, i, "void")   ? RETURNS_VOID
                   : is(source, i, "auto") ? NOT_KNOWN
                                           : RETURNS_VALUE;
        case KEY_CLASS: return RETURNS_VALUE;
        case KEY_TYPENAME:
        case KEY_TYPE_OF: return NOT_KNOWN;
        case KEY_EXTERN: i += source->tokens[i + 1].kind == TOKEN_STRING; break;
        case KEY_NONE:
            if (!is_plain_name(source, i) && !is(source, i, "::"))
                break;
            behind = skip_name(source, i, &last);
            return last != NOWHERE && behind == last + 1
                       ? of_name(source, last, aliases)
                       : NOT_KNOWN; // its template arguments decide
        default: break;
        }
    }
    return NOT_KNOWN;
}

static bool is_same_name(const struct source *source, size_t a, size_t b)
{
    const struct token *x = &source->tokens[a], *y = &source->tokens[b];
    return x->kind == TOKEN_NAME && same_text(x, y);
}

// class name {, struct alignas(16) name;
static bool declares_class(const struct source *source, size_t i, size_t name)
{
    size_t at = i + 1;
    for (size_t behind; (behind = skip_attribute(source, at)) != at;)
        at = behind;
    return is_same_name(source, at, name) &&
           (is(source, at + 1, "{") || is(source, at + 1, ";") || is(source, at + 1, ":") ||
            is(source, at + 1, "final"));
}

// Classifies a name by the nearest declaration before it.
static enum verdict of_name(const struct source *source, size_t name, int aliases)
{
    for (size_t i = name; i-- > 0 && aliases < MOST_ALIASES;) {
        const enum keyword keyword = keyword_at(source, i);
        if (keyword == KEY_CLASS && declares_class(source, i, name))
            return RETURNS_VALUE;
        if (keyword == KEY_TYPEDEF) {
            const struct declaration type = read_declaration(source, i);
            const struct declarator what = read_declarator(source, type.declarators);
            if (what.name != NOWHERE && is_same_name(source, what.name, name))
                return what.is_pointer ? RETURNS_VALUE
                                       : of_type(source, i, type.declarators, aliases + 1);
        }
        if (is(source, i, "using") && is_same_name(source, i + 1, name) && is(source, i + 2, "=")) {
            const struct declaration type = read_declaration(source, i + 3);
            return of_type(source, i + 3, type.declarators, aliases + 1);
        }
    }
    return NOT_KNOWN;
}

// Returns the first token of the type after the parameters of `auto k(int n) -> int`, or NOWHERE.
static size_t trailing_type(const struct source *source, const struct declarator *declarator)
{
    size_t i = declarator->end;
    if (is(source, i, "noexcept"))
        i = is(source, i + 1, "(") ? skip_one(source, i + 1) : i + 1;
    return is(source, i, "->") ? i + 1 : NOWHERE;
}

static bool has_auto(const struct source *source, const struct declaration *declaration)
{
    for (size_t i = declaration->specifiers; i < declaration->declarators; i = skip_one(source, i))
        if (is(source, i, "auto"))
            return true;
    return false;
}

// Returns the first token of the type: after __global__, static, extern "C".
static size_t first_of_type(const struct source *source, const struct declaration *declaration)
{
    size_t i = declaration->specifiers;
    for (; i < declaration->declarators; i = skip_one(source, i)) {
        const size_t behind = skip_attribute(source, i);
        const enum keyword keyword = keyword_at(source, i);
        if (behind != i)
            i = behind - 1;
        else if (keyword == KEY_TYPE || keyword == KEY_CLASS || keyword == KEY_NONE)
            return i;
        else if (keyword == KEY_EXTERN && source->tokens[i + 1].kind == TOKEN_STRING)
            i++;
    }
    return i;
}

void check_returns_nothing(const struct rewriter *rewriter, const struct declaration *declaration,
                           const struct declarator *declarator)
{
    const struct source *source = &rewriter->source;
    if (declarator->parameters == NOWHERE)
        return;
    size_t begin = declaration->specifiers, end = declaration->declarators;
    size_t shown = first_of_type(source, declaration);
    if (has_auto(source, declaration)) {
        begin = shown = trailing_type(source, declarator);
        if (begin == NOWHERE) {
            complain_token(source, first_of_type(source, declaration),
                           "a __global__ function returns void; write void instead of auto");
            return;
        }
        end = read_declaration(source, begin).declarators;
    }
    const enum verdict verdict = of_type(source, begin, end, 0);
    if (verdict == NOT_KNOWN && rewriter->options->lacks_headers)
        *rewriter->options->lacks_headers = true; // for example dim3
    if (verdict == RETURNS_VALUE)
        complain_token(source, shown,
                       "a __global__ function returns void; let it store its result");
}
