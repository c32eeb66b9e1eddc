// SPDX-License-Identifier: MIT
//
// unset.c: sums that may begin with a variable that nothing has set.
//
//     float sum, part[4];          float sum, part[4];
//     sum += x;                    ::emu_set(sum, "sum") += x;
//     part[i] = x + part[i];       part[i] = x + ::emu_set(part[i], "part[i]");
//     v.x += x;                    ::emu_seen(v.x, "v.x"), v.x += x;
//
// The compiler fills variables without a value with a pattern (toolchain.c), which emu_set() finds.
// Only local variables whose declaration gives no value are treated so. If one may have been given
// its value since, by a branch, then the threads that were not in the branch often compute a sum
// that they do not use:
//
//     float c;
//     if (is_inside) c = C[i];
//     c = alpha * sum + beta * c;
//     if (is_inside) C[i] = c;
//
// So then only a loop that adds to the same variable again and again is treated so.
#include "rewriter.h"

#include <stdlib.h>
#include <string.h>

#include "../base/text.h"

static bool is_one_of(const struct source *source, size_t i, const char *const words[])
{
    for (; *words; words++)
        if (is(source, i, *words))
            return true;
    return false;
}

// ---- The variable -------------------------------------------------------------------------------

// Returns the end of `name[i].member`, which begins at i, or NOWHERE.
static size_t place_end(const struct source *source, size_t i)
{
    for (;;) {
        if (!is_plain_name(source, i))
            return NOWHERE;
        for (i++; is(source, i, "["); i = skip_one(source, i))
            ;
        if (!is(source, i, "."))
            return i;
        i++;
    }
}

// Returns the start of `name[i].member`, which ends before `end`, or NOWHERE.
static size_t place_start(const struct source *source, size_t end)
{
    static const char *const others[] = {"->", "::", "*", "&", "&&", NULL};
    size_t i = end;
    do {
        for (i--; i > 0 && is(source, i, "]") && source->tokens[i].match != NO_MATCH; i--)
            i = source->tokens[i].match;
        if (i == 0 || !is_plain_name(source, i))
            return NOWHERE;
    } while (is(source, i - 1, ".") && i-- > 1);
    return is_one_of(source, i - 1, others) ? NOWHERE : i;
}

// Returns the first token of the statement that token i is in, or of its list in parentheses.
static size_t statement_start(const struct source *source, size_t i)
{
    static const char *const ends[] = {";", "{", "}", "(", "[", NULL};
    while (i > 0 && !is_one_of(source, i - 1, ends)) {
        i--;
        if ((is(source, i, ")") || is(source, i, "]")) && source->tokens[i].match < i)
            i = source->tokens[i].match;
    }
    return i;
}

static bool ends_type(const struct source *source, size_t i)
{
    return keyword_at(source, i) == KEY_TYPE || is_plain_name(source, i) || is(source, i, ">");
}

enum declared { NOT_HERE, WITHOUT_VALUE, WITH_VALUE };

// Does token i, a name, declare a variable?
static enum declared declares(const struct source *source, size_t i)
{
    bool is_declared = ends_type(source, i - 1);
    const bool is_plus_pointer = is(source, i - 1, "*") || is(source, i - 1, "&");
    const size_t head = statement_start(source, i);
    if (is(source, i - 1, ","))
        is_declared = keyword_at(source, head) == KEY_TYPE ||
                      (is_plain_name(source, head) && is_plain_name(source, head + 1));
    size_t behind = i + 1;
    while (is(source, behind, "["))
        behind = skip_one(source, behind);
    const bool has_value = !is(source, behind, ";") && !is(source, behind, ",");
    if (is_plus_pointer)
        is_declared = has_value && ends_type(source, i - 2) && is(source, behind, "=");
    if (!is_declared)
        return NOT_HERE;
    for (size_t k = head; k < i; k++) {
        const enum keyword keyword = keyword_at(source, k);
        if (keyword == KEY_SHARED || keyword == KEY_STATIC || keyword == KEY_CONSTANT ||
            keyword == KEY_EXTERN || keyword == KEY_VOLATILE)
            return WITH_VALUE;
    }
    return has_value ? WITH_VALUE : WITHOUT_VALUE;
}

// Returns the declaration nearest before token i, in the function whose body begins at `body`, if
// it is of a local variable and gives it no value; otherwise NOWHERE.
static size_t unset_declaration(const struct source *source, size_t body, size_t i)
{
    const struct token *name = &source->tokens[i];
    while (--i > body) {
        const size_t match = source->tokens[i].match;
        const bool closes = match != NO_MATCH && match < i;
        if (closes && !is(source, i, ")")) {
            i = match;
        } else if (closes) { // the parameters of a lambda, the head of a loop
            for (size_t k = match + 1; k < i; k++)
                if (same_text(&source->tokens[k], name) && declares(source, k) != NOT_HERE)
                    return NOWHERE;
            i = match;
        } else if (same_text(&source->tokens[i], name)) {
            const enum declared declared = declares(source, i);
            if (declared != NOT_HERE)
                return declared == WITHOUT_VALUE ? i : NOWHERE;
        }
    }
    return NOWHERE;
}

// Returns the last token before `end` where the variable declared at `i` may get a value: as the
// left side of an assignment, or as an argument. NOWHERE if there is none.
static size_t last_value(const struct source *source, size_t i, size_t end)
{
    static const char *const before[] = {"(", ",", "&", NULL}, *const after[] = {")", ",", NULL};
    const struct token *name = &source->tokens[i];
    size_t last = NOWHERE;
    for (i++; i < end; i++) {
        if (!same_text(&source->tokens[i], name))
            continue;
        size_t behind = i + 1;
        while (is(source, behind, "[") || is(source, behind, "."))
            behind = is(source, behind, "[") ? skip_one(source, behind) : behind + 2;
        if (is(source, behind, "=") ||
            (is_one_of(source, i - 1, before) && is_one_of(source, behind, after)))
            last = i;
    }
    return last;
}

// Does the loop whose parentheses begin at `head` choose another element of `name[i].member` each
// time? It does if a name in the indices is in its parentheses, too; sum[k % 2] comes again.
static bool chooses_element(const struct source *source, size_t begin, size_t end, size_t head)
{
    static const char *const again[] = {"%", "/", "&", ">>", NULL};
    bool is_chosen = false;
    for (size_t i = begin + 1; i < end; i++) {
        if (is_one_of(source, i, again))
            return false;
        for (size_t k = head + 1; is_plain_name(source, i) && k < source->tokens[head].match; k++)
            is_chosen |= same_text(&source->tokens[i], &source->tokens[k]);
    }
    return is_chosen;
}

// Is there a loop after token `from` that repeats the sum in `place`, which is [begin, end)?
static bool is_repeated(const struct source *source, size_t from, size_t begin, size_t end)
{
    bool is_over = false; // a statement ends between here and the sum
    for (size_t i = begin - 1; i > from; i--) {
        const size_t match = source->tokens[i].match;
        const bool closes = match != NO_MATCH && match < i;
        if (is(source, i, ")") && closes && !is_over && match > 0) {
            const bool is_loop = is(source, match - 1, "for") || is(source, match - 1, "while");
            if (is_loop && match > from && !chooses_element(source, begin, end, match))
                return true;
        }
        if (is(source, i, "{") && !closes && is(source, i - 1, "do"))
            return true;
        if (closes)
            i = match;
        is_over = is(source, i, ";") || (closes && is(source, i, "{")) ||
                  (is_over && !is(source, i, "{"));
    }
    return false;
}

// ---- The sum ------------------------------------------------------------------------------------

static char *text_of(const struct source *source, size_t begin, size_t end)
{
    struct text text = {0};
    text_add(&text, "");
    for (size_t i = begin; i < end; i++)
        text_add_bytes(&text, source->tokens[i].text, source->tokens[i].length);
    return text.data;
}

// True if the tokens can be evaluated twice.
static bool is_pure(const struct source *source, size_t begin, size_t end)
{
    static const char *const others[] = {"(", "=", "++", "--", NULL};
    for (size_t i = begin; i < end; i++)
        if (is_one_of(source, i, others) || source->tokens[i].kind == TOKEN_STRING)
            return false;
    return true;
}

static bool has_member(const struct source *source, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i = skip_one(source, i))
        if (is(source, i, "."))
            return true;
    return false;
}

// May another expression and a comma come before token i?
static bool is_expression_start(const struct source *source, size_t i)
{
    static const char *const before[] = {";", "{", "}", ")", NULL}, *const ends[] = {";", "}",
                                                                                     NULL};
    const size_t head = statement_start(source, i);
    return is_one_of(source, i - 1, before) ||
           (is(source, i - 1, ",") && head > 0 && is_one_of(source, head - 1, ends));
}

static void wrap(struct rewriter *rewriter, size_t begin, size_t end)
{
    const struct source *source = &rewriter->source;
    if (edit_at(rewriter, begin) || edit_at(rewriter, end))
        return;
    char *place = text_of(source, begin, end), *text;
    struct text quoted = {0};
    add_quoted(&quoted, place);
    const struct token *first = &source->tokens[begin], *next = &source->tokens[end];
    if (!has_member(source, begin, end)) {
        text = format_string("::emu_set(%.*s", (int)first->length, first->text);
        replace_tokens(rewriter, begin, begin + 1, text);
        free(text);
        text = format_string(", %s) %.*s", quoted.data, (int)next->length, next->text);
        replace_tokens(rewriter, end, end + 1, text);
        free(text);
    } else if (is_expression_start(source, begin) && is_pure(source, begin, end)) {
        // A reference cannot be bound to a member of some bits.
        text = format_string("::emu_seen(%s, %s), %.*s", place, quoted.data, (int)first->length,
                             first->text);
        replace_tokens(rewriter, begin, begin + 1, text);
        free(text);
    }
    text_free(&quoted);
    free(place);
}

// Functions that use each argument. Another one may ignore it: scale(alpha, x, beta, c) for beta 0.
static bool uses_arguments(const struct source *source, size_t name)
{
    static const char *const known[] = {"fma",     "fmaf",   "__fmaf_rn", "__fma_rn",  "__hfma",
                                        "__hfma2", "__hadd", "__hadd2",   "__fadd_rn", "__dadd_rn",
                                        "__dp4a",  "fmaxf",  "fminf",     "fmax",      "fmin",
                                        "max",     "min",    NULL};
    return !is_plain_name(source, name) || is_one_of(source, name, known);
}

// `place = ... place ...;`
static void see_own_value(struct rewriter *rewriter, size_t begin, size_t i)
{
    const struct source *source = &rewriter->source;
    static const char *const before[] = {";", "{", "}", ")", "else", NULL},
                             *const no_value[] = {"&", ".", "->", "::", NULL},
                             *const no_end[] = {"[", ".", "(", "->", "=", NULL};
    if (!is_one_of(source, begin - 1, before) || has_member(source, begin, i))
        return;
    const size_t count = i - begin;
    for (size_t k = i + 1; k + count < source->token_count && !is(source, k, ";"); k++) {
        if (is(source, k, "{"))
            return;
        if (is(source, k, "(") && !uses_arguments(source, k - 1)) {
            k = skip_one(source, k) - 1;
            continue;
        }
        size_t same = 0;
        while (same < count && same_text(&source->tokens[k + same], &source->tokens[begin + same]))
            same++;
        if (same == count && !is_one_of(source, k - 1, no_value) &&
            !is_one_of(source, k + count, no_end)) {
            wrap(rewriter, k, k + count);
            k += count - 1;
        }
    }
}

void see_sum(struct rewriter *rewriter, size_t i)
{
    static const char *const sums[] = {"+=", "-=", "*=", NULL};
    const struct source *source = &rewriter->source;
    const bool adds_one = is(source, i, "++") || is(source, i, "--");
    const bool is_prefix =
        adds_one && (i == 0 || (!is_plain_name(source, i - 1) && !is(source, i - 1, "]")));
    if (!(adds_one || is(source, i, "=") || is_one_of(source, i, sums)) ||
        !scope_now(&rewriter->scopes)->has_device || !is_user_code(rewriter, i))
        return;
    const size_t begin = is_prefix ? i + 1 : place_start(source, i),
                 end = is_prefix ? place_end(source, i + 1) : i;
    if (begin == NOWHERE || end == NOWHERE)
        return;
    const size_t declared = unset_declaration(source, rewriter->body, begin);
    const size_t value = declared == NOWHERE ? NOWHERE : last_value(source, declared, begin);
    if (declared == NOWHERE || (value != NOWHERE && !is_repeated(source, value, begin, end)))
        return;
    if (is(source, i, "="))
        see_own_value(rewriter, begin, i);
    else if (!is_prefix || !has_member(source, begin, end))
        wrap(rewriter, begin, end);
}
