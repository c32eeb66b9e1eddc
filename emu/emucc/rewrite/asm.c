// SPDX-License-Identifier: MIT
//
// asm.c: the asm statement in device code.
//
//     asm volatile("add.u32 %0, %1, 7;" : "=r"(sum) : "r"(x) : "memory");
//
// becomes, on the same lines,
//
//     do {
//         auto &&emu_out_0 = (sum);  uint32_t emu_0 = 0;
//         uint32_t emu_1 = emu_ptx_in_r(x);
//         { emu_ptx_put(emu_0, (emu_1) + (7)); }
//         emu_ptx_out(emu_out_0, emu_0);
//     } while (0)
//
// The statement is read twice: to report errors while walking over the tokens, and to write it.
#include "rewriter.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../ptx/ptx.h"

enum { MOST_OPERANDS = 144, MOST_STRINGS = 400 };

struct operand {
    size_t constraint;       // the string
    size_t open;             // '(' of the expression
    char kind;               // r l h f d n
    bool is_output, is_kept; // "=r"; "+r"
    int same;                // the output operand that shares its register: "0"; or -1
};

struct statement {
    size_t begin, end; // from `asm` to after its ')'
    char *text;        // the template
    size_t starts[MOST_STRINGS],
        strings[MOST_STRINGS]; // for each string: the start of its text, and its token
    size_t string_count;
    struct operand operands[MOST_OPERANDS];
    int output_count, operand_count;
    char kinds[MOST_OPERANDS + 1]; // of all operands
    bool clobbers_memory;
};

// ---- Reading ------------------------------------------------------------------------------------

static bool is_string(const struct source *source, size_t i)
{
    return source->tokens[i].kind == TOKEN_STRING;
}

// Appends the characters of a string literal.
static void add_string(struct text *to, const struct token *token)
{
    const char *p = memchr(token->text, '"', token->length), *end = token->text + token->length - 1;
    const char *raw = p > token->text && p[-1] == 'R' ? memchr(p, '(', (size_t)(end - p)) : NULL;
    if (raw) {
        while (end > raw + 1 && end[0] != ')')
            end--;
        text_add_bytes(to, raw + 1, (size_t)(end - raw - 1));
        return;
    }
    for (p++; p < end; p++) {
        if (*p != '\\') {
            text_add_bytes(to, p, 1);
            continue;
        }
        static const char letters[] = "ntrvf", meant[] = "\n\t\r\v\f";
        const char *letter = strchr(letters, *++p);
        text_add_bytes(to, letter ? &meant[letter - letters] : p, 1);
    }
}

static size_t read_template(struct statement *statement, const struct source *source, size_t i)
{
    struct text text = {0};
    text_add(&text, "");
    for (; is_string(source, i) && statement->string_count < MOST_STRINGS; i++) {
        statement->starts[statement->string_count] = text.size;
        statement->strings[statement->string_count++] = i;
        add_string(&text, &source->tokens[i]);
    }
    statement->text = text.data;
    return i;
}

static void read_constraint(struct operand *operand, const struct token *token)
{
    for (const char *p = token->text + 1; p < token->text + token->length - 1; p++) {
        if (*p == '+')
            operand->is_kept = true;
        else if (isdigit((unsigned char)*p))
            operand->same = *p - '0';
        else if (!strchr("=&%", *p))
            operand->kind = *p;
    }
}

// Reads one operand: strings, then an expression in parentheses. Returns the token after it, or i.
static size_t read_operand(struct statement *statement, const struct source *source, size_t i,
                           bool is_output)
{
    struct operand operand = {.constraint = i, .is_output = is_output, .same = -1};
    size_t open = i;
    for (; is_string(source, open); open++)
        read_constraint(&operand, &source->tokens[open]);
    if (!is(source, open, "(") || statement->operand_count == MOST_OPERANDS)
        return i;
    operand.open = open;
    const bool is_shared = operand.same >= 0 && operand.same < statement->operand_count;
    statement->kinds[statement->operand_count] = is_shared      ? statement->kinds[operand.same]
                                                 : operand.kind ? operand.kind
                                                                : '?';
    statement->operands[statement->operand_count++] = operand;
    statement->output_count += is_output;
    return skip_one(source, open);
}

// Reads the lists after the colons; "::" is a single token.
static size_t read_lists(struct statement *statement, const struct source *source, size_t i)
{
    int list = 0;
    while (is(source, i, ":") || is(source, i, "::")) {
        list += is(source, i, "::") ? 2 : 1;
        i++;
        while (list <= 2 && is_string(source, i)) {
            size_t after = read_operand(statement, source, i, list == 1);
            if (after == i)
                return i;
            i = after;
            i += is(source, i, ",");
        }
        for (; list == 3 && (is_string(source, i) || is(source, i, ",")); i++)
            statement->clobbers_memory |= is(source, i, "\"memory\"");
    }
    return i;
}

// Returns false if this is not an asm statement; the compiler reports the error.
static bool read_statement(struct statement *statement, const struct source *source, size_t i)
{
    *statement = (struct statement){.begin = i};
    while (source->tokens[++i].kind == TOKEN_NAME)
        ; // volatile, __volatile__
    if (!is(source, i, "(") || !is_string(source, i + 1))
        return false;
    statement->end = skip_one(source, i);
    return read_lists(statement, source, read_template(statement, source, i + 1)) + 1 ==
           statement->end;
}

// ---- Checking -----------------------------------------------------------------------------------

// Returns the string token that contains a position of the template.
static size_t token_at(const struct statement *statement, size_t at)
{
    size_t i = statement->string_count;
    while (i > 1 && statement->starts[i - 1] > at)
        i--;
    return statement->strings[i - 1];
}

static void check_operands(const struct source *source, const struct statement *statement)
{
    for (int i = 0; i < statement->operand_count; i++) {
        const struct operand *operand = &statement->operands[i];
        const struct token *token = &source->tokens[operand->constraint];
        bool is_valid = operand->same >= 0
                            ? operand->same < i
                            : operand->kind != '\0' && strchr("rlhfdn", operand->kind);
        if (!is_valid)
            complain_token(source, operand->constraint,
                           "constraint %.*s: inline PTX has h, r, l, f, d and n",
                           (int)token->length, token->text);
    }
}

static struct text *new_lines(const struct statement *statement)
{
    struct text *lines = grow(NULL, statement->string_count, sizeof *lines);
    memset(lines, 0, statement->string_count * sizeof *lines);
    return lines;
}

static void free_lines(const struct statement *statement, struct text *lines)
{
    for (size_t i = 0; i < statement->string_count; i++)
        text_free(&lines[i]);
    free(lines);
}

// Translates the statement's instructions to C++, each on the line of the string that it begins in.
// Reports errors if `complains` is set.
static void translate(struct rewriter *rewriter, const struct statement *statement, struct ptx *ptx,
                      struct text lines[], bool complains)
{
    struct ptx_instruction instruction;
    struct text before = {0};
    text_add(&before, "");
    ptx_begin(ptx, statement->text, statement->output_count, statement->kinds);
    while (ptx_read(ptx, &instruction, &before)) {
        const size_t token = token_at(statement, instruction.at);
        struct text *line = &lines[token - statement->strings[0]];
        text_add(line, before.data);
        text_free(&before);
        text_add(&before, "");
        bool well = ptx_write(ptx, &instruction, line);
        ptx_free_instruction(&instruction);
        if (!well)
            break;
    }
    text_add(&lines[statement->string_count - 1], before.data);
    text_free(&before);
    for (size_t i = 0; i < ptx->targets.count && !ptx->wrong; i++) {
        bool found = false;
        for (size_t k = 0; k < ptx->labels.count; k++)
            found |= strcmp(ptx->labels.items[k], ptx->targets.items[i]) == 0;
        if (!found)
            ptx_wrong(ptx, ptx->text, "bra %s: no such label in this asm statement",
                      ptx->targets.items[i]);
    }
    if (ptx->wrong && complains)
        complain_token(&rewriter->source, token_at(statement, ptx->wrong_at), "inline PTX: %s",
                       ptx->wrong);
}

static edit_writer emit_asm, emit_empty;

static void see_template(struct rewriter *rewriter, const struct statement *statement)
{
    struct ptx ptx;
    struct text *lines = new_lines(statement);
    check_operands(&rewriter->source, statement);
    translate(rewriter, statement, &ptx, lines, is_user_code(rewriter, statement->begin));
    free_lines(statement, lines);
    ptx_free(&ptx);
}

void see_asm(struct rewriter *rewriter, size_t i)
{
    if (!scope_now(&rewriter->scopes)->has_device)
        return;
    struct statement *statement = grow(NULL, 1, sizeof *statement);
    // asm volatile("" ::: "memory") is only a compiler barrier. It can stay, unless it has operands
    // in registers that the CPU does not have.
    if (read_statement(statement, &rewriter->source, i) &&
        (statement->text[0] != '\0' || statement->operand_count > 0)) {
        if (statement->text[0] != '\0') {
            see_template(rewriter, statement);
            rewriter->has_ptx = true;
        }
        add_edit(rewriter, statement->text[0] != '\0' ? emit_asm : emit_empty, statement->begin,
                 statement->end);
    }
    free(statement->text);
    free(statement);
}

// ---- Writing ------------------------------------------------------------------------------------

// Writes a short text.
static void emit_format(struct rewriter *rewriter, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void emit_format(struct rewriter *rewriter, const char *format, ...)
{
    va_list arguments;
    char text[200];
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    emit_text(&rewriter->emitter, text);
}

static void emit_expression(struct rewriter *rewriter, const struct operand *operand)
{
    emit_range(rewriter, operand->open, skip_one(&rewriter->source, operand->open));
}

static const char *type_of(char kind)
{
    return kind == 'h' ? "uint16_t" : strchr("ldn", kind) ? "uint64_t" : "uint32_t";
}

static bool lists(const struct list *list, int number)
{
    char name[20];
    snprintf(name, sizeof name, "emu_%d", number);
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i], name) == 0)
            return true;
    return false;
}

// Only the operand's address matters: the statement itself neither reads nor writes it.
static bool is_place(const struct ptx *ptx, int number) { return lists(&ptx->places, number); }

// The statement reads the operand, and a wgmma reads it later. The address is known if the operand
// is a variable that others can still write: not a copy.
static void emit_held(struct rewriter *rewriter, const struct statement *statement, int number)
{
    const struct operand *operand = &statement->operands[number];
    const struct source *source = &rewriter->source;
    emit_format(rewriter, " auto &&emu_in_%d = ", number);
    emit_expression(rewriter, operand);
    emit_format(rewriter, "; %s emu_%d __attribute__((unused)) = emu_ptx_in_%c(emu_in_%d);",
                type_of(operand->kind), number, operand->kind, number);
    emit_format(rewriter, " const void *emu_at_%d __attribute__((unused)) = ", number);
    if (names_own_value(source, statement->begin, operand->open + 1,
                        skip_one(source, operand->open) - 1)) {
        emit_text(&rewriter->emitter, "nullptr;");
        return;
    }
    if (rewriter->options->keeps_addresses)
        *rewriter->options->keeps_addresses = true;
    emit_text(&rewriter->emitter, "emu_ptx_place<decltype");
    emit_expression(rewriter, operand);
    emit_format(rewriter, ">(emu_in_%d);", number);
}

static void emit_operand(struct rewriter *rewriter, const struct statement *statement,
                         const struct ptx *ptx, int number)
{
    const struct operand *operand = &statement->operands[number];
    if (operand->is_output) {
        emit_format(rewriter, " auto &&emu_out_%d = ", number);
        emit_expression(rewriter, operand);
        if (is_place(ptx, number)) {
            emit_text(&rewriter->emitter, ";");
            return;
        }
        emit_format(rewriter, "; %s emu_%d __attribute__((unused)) = ", type_of(operand->kind),
                    number);
        if (operand->is_kept)
            emit_format(rewriter, "emu_ptx_in_%c(emu_out_%d);", operand->kind, number);
        else
            emit_text(&rewriter->emitter, "0;");
    } else if (operand->same >= 0) {
        const char kind = statement->operands[operand->same].kind;
        emit_format(rewriter, " emu_%d = emu_ptx_in_%c", operand->same, kind);
        emit_expression(rewriter, operand);
        emit_format(rewriter, "; auto &emu_%d __attribute__((unused)) = emu_%d;", number,
                    operand->same);
    } else if (lists(&ptx->held, number)) {
        emit_held(rewriter, statement, number);
    } else {
        emit_format(rewriter, " %s emu_%d __attribute__((unused)) = emu_ptx_in_%c",
                    type_of(operand->kind), number, operand->kind);
        emit_expression(rewriter, operand);
        emit_text(&rewriter->emitter, ";");
    }
}

static void emit_asm(struct rewriter *rewriter, size_t begin, const struct edit *edit)
{
    (void)edit;
    struct statement *statement = grow(NULL, 1, sizeof *statement);
    struct ptx ptx;
    read_statement(statement, &rewriter->source, begin);
    struct text *lines = new_lines(statement);
    translate(rewriter, statement, &ptx, lines, false);
    emit_line_of(&rewriter->emitter, begin);
    emit_text(&rewriter->emitter, " do {");
    if (ptx.wrong) // in a header of NVIDIA's: reported when a kernel executes it
        emit_format(rewriter, " emu_ptx_refused(\"%.150s\");", ptx.wrong);
    for (size_t i = 0; i < ptx.labels.count; i++) {
        emit_text(&rewriter->emitter, " __label__ emu_label_");
        emit_text(&rewriter->emitter, ptx.labels.items[i]);
        emit_text(&rewriter->emitter, ";");
    }
    emit_text(&rewriter->emitter, " bool emu_carry __attribute__((unused)) = false;");
    for (int i = 0; i < statement->operand_count; i++)
        emit_operand(rewriter, statement, &ptx, i);
    emit_text(&rewriter->emitter, ptx.declared.data);
    if (statement->clobbers_memory)
        emit_text(&rewriter->emitter, " __asm__ volatile(\"\" ::: \"memory\");");
    for (size_t i = 0; i < statement->string_count; i++)
        if (lines[i].size > 0 && !ptx.wrong) {
            emit_line_of(&rewriter->emitter, statement->strings[i]);
            emit_text(&rewriter->emitter, lines[i].data);
        }
    if (statement->clobbers_memory)
        emit_text(&rewriter->emitter, " __asm__ volatile(\"\" ::: \"memory\");");
    for (int i = 0; i < statement->operand_count; i++)
        if (statement->operands[i].is_output && !is_place(&ptx, i))
            emit_format(rewriter, " emu_ptx_out(emu_out_%d, emu_%d);", i, i);
    emit_text(&rewriter->emitter, " } while (0)");
    free_lines(statement, lines);
    ptx_free(&ptx);
    free(statement->text);
    free(statement);
}

static void emit_empty(struct rewriter *rewriter, size_t begin, const struct edit *edit)
{
    (void)edit;
    struct statement *statement = grow(NULL, 1, sizeof *statement);
    read_statement(statement, &rewriter->source, begin);
    emit_line_of(&rewriter->emitter, begin);
    emit_text(&rewriter->emitter, " do {");
    for (int i = 0; i < statement->operand_count; i++) { // named, but not modified
        emit_text(&rewriter->emitter, " (void)");
        emit_expression(rewriter, &statement->operands[i]);
        emit_text(&rewriter->emitter, ";");
    }
    emit_text(&rewriter->emitter, " __asm__ volatile(\"\" ::: \"memory\"); } while (0)");
    free(statement->text);
    free(statement);
}
