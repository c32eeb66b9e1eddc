// SPDX-License-Identifier: MIT
//
// folded.c: calls of constexpr functions of the C++ library that the compiler computes itself, so
// that its list of functions lacks them (space/constexpr.h): std::numeric_limits<float>::max(), and
// std::max() in the length of an array. Only what nvcc refuses for certain is noted.
#include "rewriter.h"

#include <string.h>

#include "../base/text.h"

static bool is_one_of(const struct source *source, size_t i, const char *const names[],
                      size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (is(source, i, names[k]))
            return true;
    return false;
}
#define IS_ONE_OF(source, i, names) is_one_of(source, i, names, sizeof(names) / sizeof *(names))

// Returns the '(' of std::max(, std::min(, std::clamp( or std::numeric_limits<...>::max(), whose
// first token is `std`, or NOWHERE. The argument in < > is the name of one type.
static size_t call_at(const struct source *source, size_t i)
{
    static const char *const functions[] = {"max", "min", "clamp"};
    static const char *const types[] = {"float", "double", "int",  "unsigned", "signed",
                                        "char",  "short",  "long", "bool"};
    static const char *const members[] = {"max",        "min",           "lowest",
                                          "infinity",   "epsilon",       "quiet_NaN",
                                          "denorm_min", "signaling_NaN", "round_error"};
    if (!is(source, i, "std") || !is(source, i + 1, "::") || (i > 0 && is(source, i - 1, "::")))
        return NOWHERE;
    i += 2;
    if (IS_ONE_OF(source, i, functions))
        return is(source, i + 1, "(") ? i + 1 : NOWHERE;
    if (!is(source, i, "numeric_limits") || !is(source, i + 1, "<"))
        return NOWHERE;
    i += 2;
    const size_t first = i;
    while (IS_ONE_OF(source, i, types))
        i++;
    if (i == first)
        i += source->tokens[i].kind == TOKEN_NAME;
    const bool is_call = i > first && is(source, i, ">") && is(source, i + 1, "::") &&
                         IS_ONE_OF(source, i + 2, members) && is(source, i + 3, "(") &&
                         is(source, i + 4, ")");
    return is_call ? i + 3 : NOWHERE;
}

// Returns true if the code in the open bracket at `open` is evaluated if the code around it is: a
// block, a condition, arguments, an index. False for bodies of lambdas and classes, parameters with
// default arguments, and all else.
static bool is_plain_bracket(const struct source *source, size_t open, size_t i)
{
    static const char *const statements[] = {"if", "for", "while", "switch"};
    static const char *const before_block[] = {"else", "do", ";", "{", "}", ":", "="};
    if (is(source, open, "["))
        return !is(source, open - 1, "[");
    if (is(source, open, "(")) {
        if (IS_ONE_OF(source, open - 1, statements))
            return true;
        return !is(source, open - 1, "]") && !is(source, i - 1, "=");
    }
    if (is(source, open - 1, ")")) {
        const uint32_t match = source->tokens[open - 1].match;
        return match != NO_MATCH && match > 0 && IS_ONE_OF(source, match - 1, statements);
    }
    return IS_ONE_OF(source, open - 1, before_block);
}

// Is token i, in the body that begins at `body`, evaluated in each instance of the function?
static bool is_evaluated(const struct source *source, size_t body, size_t i)
{
    static const char *const unevaluated[] = {
        "sizeof",     "decltype",  "noexcept",  "alignof",       "__alignof__",
        "typeid",     "alignas",   "requires",  "__attribute__", "typeof",
        "__typeof__", "constexpr", "namespace", "__declspec"};
    bool in_statement = true;
    for (size_t k = i; k-- > body + 1;) {
        const uint32_t match = source->tokens[k].match;
        if (match != NO_MATCH && match < k) {
            if (is(source, k, "]") && is(source, k + 1, "<"))
                return false; // perhaps template parameters of a lambda
            k = match;        // a closed bracket
            continue;
        }
        if (match != NO_MATCH && !is_plain_bracket(source, k, i))
            return false;
        in_statement &= !is(source, k, ";");
        const bool is_variable = is(source, k, "constexpr") && !is(source, k - 1, "if");
        if (IS_ONE_OF(source, k, unevaluated) && !is_variable &&
            (in_statement || is(source, k, "constexpr") || is(source, k, "namespace")))
            return false;
    }
    return true;
}

// Is it the name in `template <> struct std::numeric_limits<T>`?
static bool is_specialization(const struct source *source, size_t i)
{
    while (i > 0 && (is(source, i - 1, "::") || is(source, i - 1, "std")))
        i--;
    return i > 0 && (is(source, i - 1, "struct") || is(source, i - 1, "class"));
}

// Is it the name of a namespace in another one, or an alias, such as cuda::std?
static bool is_other_std(const struct rewriter *rewriter, size_t i)
{
    const struct source *source = &rewriter->source;
    return (is(source, i - 1, "namespace") &&
            (is(source, i + 1, "=") || scope_now(&rewriter->scopes)->in_namespace)) ||
           (is(source, i - 1, "::") && is(source, i + 1, "{"));
}

void see_folded(struct rewriter *rewriter, size_t i)
{
    const struct source *source = &rewriter->source;
    const struct token *tokens = source->tokens;
    struct spaces *spaces = rewriter->options->spaces;
    const struct scope *scope = scope_now(&rewriter->scopes);
    if (!spaces || i == 0)
        return;
    const bool is_librarys = strstr(source->places[tokens[i].place].name, "/c++/") != NULL;
    if (is(source, i, "numeric_limits") && is_specialization(source, i) && !is_librarys)
        space_add(spaces, tokens[i].text, tokens[i].length, SPACE_DEVICE); // perhaps
    if (!is(source, i, "std"))
        return;
    rewriter->has_other_std |= !is_librarys && is_other_std(rewriter, i);
    if (!scope->has_device || !is_user_code(rewriter, i) ||
        (rewriter->has_other_std && scope->in_namespace))
        return;
    const size_t call = call_at(source, i), body = rewriter->body;
    const uint32_t end = tokens[body].match;
    if (call == NOWHERE || end == NO_MATCH || body > i || end < i || !is_evaluated(source, body, i))
        return;
    const bool is_limit = is(source, call - 2, "::") && is(source, call - 3, ">");
    const struct token *name = &tokens[call - 1], *owner = is_limit ? &tokens[i + 2] : name;
    spaces->calls = grow(spaces->calls, spaces->call_count + 1, sizeof *spaces->calls);
    spaces->calls[spaces->call_count++] =
        (struct space_call){.file = format_string("%s", source->places[tokens[i].place].name),
                            .owner = format_string("%.*s", (int)owner->length, owner->text),
                            .name = format_string("%.*s", (int)name->length, name->text),
                            .at = {tokens[call].line, tokens[call].column + 1},
                            .first = {tokens[body].line, tokens[body].column + 1},
                            .last = {tokens[end].line, tokens[end].column + 1}};
}
