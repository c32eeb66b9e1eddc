// SPDX-License-Identifier: MIT
//
// launch.c: kernel<<<grid, block, shared, stream>>>(a, b) becomes
//
//     emu_launch(emu_make_config(grid, block, shared, stream), "kernel",
//                reinterpret_cast<const void *>(kernel), [=, emu_argument_1 = (a), emu_argument_2 =
//                (b)]() mutable {
//                    kernel(emu_value(emu_argument_1), emu_value(emu_argument_2));
//                })
//
// with one line before the call for classes whose copy constructor must not run again
// (emu/device/arguments.h).
//
// Where the compiler fills variables, the lambda is a variable of its own that is not filled:
//
//     [&] { __attribute__((__uninitialized__)) auto emu_body_1 = [=, ...]() mutable { ... };
//         return emu_body_1; }()
//
// Otherwise g++ 12 also clears the padding of the lambda, and if an argument holds an array of
// structures it takes the array for empty: it clears other bytes of the argument.
//
// The arguments are evaluated once, on the host, and stored by value, as by a launch on a GPU. If
// the kernel is given by an expression and not by its name, the expression is evaluated once, too:
//
//     [&](auto emu_kernel_1) { emu_launch(... emu_kernel_1(emu_argument_2) ...); }(table[i])
#include "rewriter.h"

#include <string.h>

// ---- Finding its ends ---------------------------------------------------------------------------

static bool closes_bracket(const struct source *source, size_t i)
{
    return source->tokens[i].match != NO_MATCH && source->tokens[i].match < i;
}

// Returns true if the ')' at i ends `if (...)` or similar, so that a statement follows.
static bool ends_condition(const struct source *source, size_t i)
{
    if (!is(source, i, ")") || !closes_bracket(source, i))
        return false;
    size_t open = source->tokens[i].match;
    if (open > 0 && keyword_at(source, open - 1) == KEY_CONSTEXPR) // if constexpr (...)
        open--;
    return open > 0 && keyword_at(source, open - 1) == KEY_CONDITION;
}

// Returns true if token i can end an operand, so that the next token may continue its expression.
static bool ends_expression(const struct source *source, size_t i)
{
    return is_plain_name(source, i) ||
           (closes_bracket(source, i) && !is(source, i, "}") && !ends_condition(source, i));
}

// Returns the first token of the expression that ends at `last`: a name (k, ns::k<int>, A::template
// k<3>), or an expression whose value is a function (table[i], (*fp), get(n), object.member).
// Returns NOWHERE if there is none.
static size_t expression_start(const struct source *source, size_t last)
{
    size_t i = last;
    for (;;) {
        if (is(source, i, ">")) {
            i = angles_start(source, i);
            if (i == NOWHERE || i == 0 || !is_plain_name(source, i - 1))
                return NOWHERE;
            i--;
        } else if (closes_bracket(source, i)) {
            i = source->tokens[i].match;
            if (i > 0 && (ends_expression(source, i - 1) || is(source, i - 1, ">"))) {
                i--;
                continue;
            }
        } else if (!is_plain_name(source, i)) {
            return NOWHERE;
        }
        if (i > 0 && keyword_at(source, i - 1) == KEY_TEMPLATE)
            i--;
        if (i > 1 && is(source, i - 1, "::") &&
            (is_plain_name(source, i - 2) || is(source, i - 2, ">")))
            i -= 2;
        else if (i > 0 && is(source, i - 1, "::"))
            return i - 1;
        else if (i > 1 && (is(source, i - 1, ".") || is(source, i - 1, "->")))
            i -= 2;
        else
            return i;
    }
}

// Finds ">>>" after the configuration that starts at `begin`. Returns its first '>', or NOWHERE
// after a complaint. The end of template arguments may look the same (`A<B<C<int>>>::value`), but
// it has no '(' after it or no comma before it.
static size_t find_close(const struct source *source, size_t begin)
{
    size_t commas = 0, run = 0, candidate = NOWHERE;
    for (size_t i = begin;
         !is(source, i, ";") && !closes_bracket(source, i) && source->tokens[i].kind != TOKEN_END;
         i = skip_one(source, i)) {
        run = is(source, i, ">") ? run + 1 : 0;
        commas += is(source, i, ",");
        if (run < 3)
            continue;
        candidate = i;
        if (is(source, i + 1, "(") && commas > 0)
            return i - 2;
    }
    if (candidate == NOWHERE)
        complain_token(source, begin - 3, "this launch has no '>>>'");
    else if (commas == 0)
        complain_token(source, begin - 3,
                       "a launch needs a grid and a block: kernel<<<grid, block>>>(...)");
    else
        complain_token(source, candidate,
                       "the kernel's arguments must follow '>>>', in parentheses");
    return NOWHERE;
}

// ---- Writing ------------------------------------------------------------------------------------

static size_t arguments_end(const struct source *source, const struct launch *launch)
{
    return source->tokens[launch->arguments].match;
}

// Some arguments must stay unchanged: 0 and nullptr, which are null pointers only as literals;
// {...}, which has no type; and packs (x...).
static bool is_pasted(const struct source *source, size_t begin, size_t end)
{
    if (is(source, begin, "{") || (end > begin && is(source, end - 1, "...")))
        return true;
    for (size_t i = begin; i < end; i++) {
        const struct token *token = &source->tokens[i];
        bool is_literal = token->kind == TOKEN_NUMBER || token->kind == TOKEN_STRING ||
                          token->kind == TOKEN_CHARACTER || token->keyword == KEY_LITERAL;
        if (!is_literal && !(token->length == 1 && strchr("()+-", *token->text)))
            return false;
    }
    return true;
}

static void emit_format(struct rewriter *rewriter, const char *format, unsigned number)
    __attribute__((format(printf, 2, 0)));

static void emit_format(struct rewriter *rewriter, const char *format, unsigned number)
{
    struct text text = {0};
    text_add_format(&text, format, number);
    emit_text(&rewriter->emitter, text.data);
    text_free(&text);
}

// Writes the tokens themselves, on their lines, so that errors about the kernel are reported there.
static void emit_expression(struct rewriter *rewriter, const struct launch *launch)
{
    for (size_t i = launch->kernel; i < launch->open; i++)
        emit_token(&rewriter->emitter, i);
}

// , "kernel", reinterpret_cast<const void *>(kernel), [=
// An expression has no kernel's name: the engine finds the name of its value.
static void emit_kernel(struct rewriter *rewriter, const struct launch *launch, unsigned serial)
{
    if (launch->reference == REFERENCE_EXPRESSION) {
        emit_format(rewriter, ", nullptr, reinterpret_cast<const void *>(emu_kernel_%u), ", serial);
        return;
    }
    struct text name = {0}, quoted = {0};
    add_tokens(&name, &rewriter->source, launch->kernel, launch->open);
    add_quoted(&quoted, name.data);
    emit_text(&rewriter->emitter, ", ");
    emit_text(&rewriter->emitter, quoted.data);
    text_free(&name);
    text_free(&quoted);
    if (launch->reference == REFERENCE_FUNCTION) {
        emit_text(&rewriter->emitter, ", reinterpret_cast<const void *>(");
        emit_expression(rewriter, launch);
        emit_text(&rewriter->emitter, "), ");
    } else {
        emit_text(&rewriter->emitter, ", nullptr, ");
    }
}

// , emu_argument_1 = (a), emu_argument_2 = emu_by_reference(b)
static void emit_captures(struct rewriter *rewriter, const struct launch *launch, unsigned serial)
{
    const struct source *source = &rewriter->source;
    size_t end = arguments_end(source, launch), parameter = 0;
    for (size_t i = launch->arguments + 1, piece; i < end; i = piece + 1, parameter++) {
        piece = piece_end(source, i, end);
        if (is_pasted(source, i, piece))
            continue;
        emit_format(rewriter, ", emu_argument_%u = ", ++serial);
        emit_text(&rewriter->emitter,
                  kernel_takes_reference(&rewriter->kernels, source, launch->kernel, launch->open,
                                         parameter)
                      ? "emu_by_reference("
                      : "(");
        emit_range(rewriter, i, piece);
        emit_text(&rewriter->emitter, ")");
    }
}

// emu_value(emu_argument_1), emu_value(emu_argument_2)
static void emit_values(struct rewriter *rewriter, const struct launch *launch, unsigned serial)
{
    const struct source *source = &rewriter->source;
    size_t end = arguments_end(source, launch);
    for (size_t i = launch->arguments + 1, piece; i < end; i = piece + 1) {
        piece = piece_end(source, i, end);
        if (i > launch->arguments + 1)
            emit_text(&rewriter->emitter, ", ");
        if (is_pasted(source, i, piece))
            emit_range(rewriter, i, piece);
        else
            emit_format(rewriter, "emu_value(emu_argument_%u)", ++serial);
    }
}

// typedef emu_call_by_bits<decltype(&kernel), decltype(emu_argument_1), void> emu_bits;
// if (emu_bits::is_needed)
//     emu_bits::function(kernel)(emu_bits::give<0>(emu_argument_1), emu_bits::literal<1>(0));
// else
static void emit_call_by_bits(struct rewriter *rewriter, const struct launch *launch,
                              unsigned serial)
{
    const struct source *source = &rewriter->source;
    const size_t begin = launch->arguments + 1, end = arguments_end(source, launch);
    for (size_t i = begin; i < end; i = piece_end(source, i, end) + 1)
        if (is(source, i, "{") || is(source, piece_end(source, i, end) - 1, "..."))
            return; // no argument that a function could be called with
    emit_text(&rewriter->emitter, "typedef emu_call_by_bits<decltype(&");
    emit_expression(rewriter, launch);
    emit_text(&rewriter->emitter, ")");
    unsigned kept = serial, parameter = 0;
    for (size_t i = begin; i < end; i = piece_end(source, i, end) + 1)
        if (is_pasted(source, i, piece_end(source, i, end)))
            emit_text(&rewriter->emitter, ", void");
        else
            emit_format(rewriter, ", decltype(emu_argument_%u)", ++kept);
    emit_text(&rewriter->emitter, "> emu_bits; if (emu_bits::is_needed) emu_bits::function(");
    emit_expression(rewriter, launch);
    emit_text(&rewriter->emitter, ")(");
    kept = serial;
    for (size_t i = begin, piece; i < end; i = piece + 1, parameter++) {
        piece = piece_end(source, i, end);
        emit_text(&rewriter->emitter,
                  parameter > 0 ? ", emu_bits::template " : "emu_bits::template ");
        if (is_pasted(source, i, piece)) {
            emit_format(rewriter, "literal<%u>(", parameter);
            emit_range(rewriter, i, piece);
            emit_text(&rewriter->emitter, ")");
        } else {
            emit_format(rewriter, "give<%u>", parameter);
            emit_format(rewriter, "(emu_argument_%u)", ++kept);
        }
    }
    emit_text(&rewriter->emitter, "); else ");
}

static unsigned count_captures(const struct source *source, const struct launch *launch)
{
    size_t end = arguments_end(source, launch);
    unsigned count = 0;
    for (size_t i = launch->arguments + 1, piece; i < end; i = piece + 1) {
        piece = piece_end(source, i, end);
        count += !is_pasted(source, i, piece);
    }
    return count;
}

static void emit_launch(struct rewriter *rewriter, size_t begin, const struct edit *edit)
{
    const struct launch *launch = &edit->launch;
    bool is_name = launch->reference != REFERENCE_EXPRESSION;
    unsigned kernel = ++rewriter->serial, serial = kernel;
    const unsigned captures = count_captures(&rewriter->source, launch);
    rewriter->serial += captures; // a launch among the arguments continues from this number
    emit_line_of(&rewriter->emitter, begin);
    if (!is_name)
        emit_format(rewriter, " [&](auto emu_kernel_%u) { ", kernel);
    emit_text(&rewriter->emitter, " emu_launch(emu_make_config("); // else k<<<...
    emit_range(rewriter, launch->open + 3, launch->close);
    emit_text(&rewriter->emitter, ")");
    emit_kernel(rewriter, launch, kernel);
    const bool names_body = captures > 0 && rewriter->options->fills_variables;
    if (names_body)
        emit_format(rewriter,
                    "[&] { __attribute__((__uninitialized__)) auto emu_body_%u = ", kernel);
    emit_text(&rewriter->emitter, "[=");
    emit_captures(rewriter, launch, serial);
    emit_text(&rewriter->emitter, "]() mutable { ");
    if (launch->reference == REFERENCE_FUNCTION && captures > 0)
        emit_call_by_bits(rewriter, launch, serial);
    if (is_name)
        emit_expression(rewriter, launch);
    else
        emit_format(rewriter, "emu_kernel_%u", kernel);
    emit_text(&rewriter->emitter, "(");
    emit_values(rewriter, launch, serial);
    emit_text(&rewriter->emitter, "); }");
    if (names_body)
        emit_format(rewriter, "; return emu_body_%u; }()", kernel);
    emit_text(&rewriter->emitter, ")");
    if (!is_name) {
        emit_text(&rewriter->emitter, "; }(");
        emit_expression(rewriter, launch);
        emit_text(&rewriter->emitter, ")");
    }
}

// ---- Recognition --------------------------------------------------------------------------------

void see_launch(struct rewriter *rewriter, size_t i)
{
    const struct source *source = &rewriter->source;
    struct launch launch = {.open = i,
                            .kernel = i == 0 ? NOWHERE : expression_start(source, i - 1)};
    if (launch.kernel == NOWHERE) {
        complain_token(source, i, "'<<<' must follow a kernel's name");
        return;
    }
    launch.close = find_close(source, i + 3);
    if (launch.close == NOWHERE)
        return;
    launch.arguments = launch.close + 3;
    if (source->tokens[launch.arguments].match == NO_MATCH)
        return; // the compiler reports it
    launch.reference = kernel_reference(&rewriter->kernels, source, launch.kernel, i);
    add_edit(rewriter, emit_launch, launch.kernel, skip_one(source, launch.arguments))->launch =
        launch;
}
