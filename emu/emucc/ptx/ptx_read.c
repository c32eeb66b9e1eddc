// SPDX-License-Identifier: MIT
//
// ptx_read.c: reads the template of an asm statement as instructions.
//
//     label:  @!p  name.modifiers  operand, {operand, operand}, [address + 16], [map, {x, y}], d|p;
#include "ptx.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ptx_begin(struct ptx *ptx, const char *text, int outputs, const char *kinds)
{
    *ptx = (struct ptx){.text = text,
                        .at = text,
                        .outputs = outputs,
                        .arguments = (int)strlen(kinds),
                        .kinds = kinds};
    text_add(&ptx->declared, "");
}

void ptx_free(struct ptx *ptx)
{
    list_free(&ptx->names);
    list_free(&ptx->types);
    list_free(&ptx->labels);
    list_free(&ptx->targets);
    list_free(&ptx->places);
    list_free(&ptx->held);
    text_free(&ptx->declared);
    free(ptx->wrong);
}

void ptx_free_instruction(struct ptx_instruction *instruction)
{
    free(instruction->name);
    free(instruction->predicate);
    for (size_t i = 0; i < instruction->operand_count; i++) {
        list_free(&instruction->operands[i].parts);
        free(instruction->operands[i].pair);
    }
}

void ptx_wrong(struct ptx *ptx, const char *at, const char *format, ...)
{
    if (ptx->wrong)
        return;
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    ptx->wrong = format_string("%s", text);
    ptx->wrong_at = (size_t)(at - ptx->text);
}

void ptx_skip_blanks(struct ptx *ptx)
{
    for (;;) {
        ptx->at += strspn(ptx->at, " \t\n\r\v\f");
        if (strncmp(ptx->at, "//", 2) == 0) {
            ptx->at += strcspn(ptx->at, "\n");
        } else if (strncmp(ptx->at, "/*", 2) == 0) {
            const char *end = strstr(ptx->at + 2, "*/");
            ptx->at = end ? end + 2 : ptx->at + strlen(ptx->at);
        } else {
            return;
        }
    }
}

bool ptx_skip(struct ptx *ptx, char punctuator)
{
    ptx_skip_blanks(ptx);
    bool found = *ptx->at == punctuator;
    ptx->at += found;
    return found;
}

// "shared::cta" is one word, "again:" a word and a colon. A name may begin with one '%' or two.
// "again_%=" has a number that is unique to its asm statement. All labels are local to it here.
char *ptx_word(struct ptx *ptx)
{
    ptx_skip_blanks(ptx);
    const char *p = ptx->at;
    p += strspn(p, "%");
    while (isalnum((unsigned char)*p) || (*p != '\0' && strchr("_$.", *p)) ||
           (p[0] == '%' && p[1] == '=') || (p > ptx->at && p[-1] == '%' && p[0] == '=') ||
           (p[0] == ':' && p[1] == ':') || (p > ptx->at && p[-1] == ':' && p[0] == ':'))
        p++;
    if (p == ptx->at)
        return NULL;
    char *word = format_string("%.*s", (int)(p - ptx->at), ptx->at);
    ptx->at = p;
    return word;
}

// ---- Operands -----------------------------------------------------------------------------------

// 5 + 3, (4 * 8): constant expressions, which ptxas evaluates.
void ptx_refuse_expression(struct ptx *ptx, const char *operators)
{
    ptx_skip_blanks(ptx);
    if (*ptx->at != '\0' && strchr(operators, *ptx->at))
        ptx_wrong(
            ptx, ptx->at,
            "'%c' here begins a constant expression, which the emulated GPU does not compute: "
            "write its value, or give it to the asm statement as an operand \"n\"(...)",
            *ptx->at);
}

static void add_part(struct ptx *ptx, struct ptx_operand *operand)
{
    char *value = ptx_value(ptx);
    if (value)
        list_add(&operand->parts, value);
    free(value);
    ptx_refuse_expression(ptx, "+-*/&^<>=?");
}

static void read_vector(struct ptx *ptx, struct ptx_operand *operand)
{
    do
        add_part(ptx, operand);
    while (!ptx->wrong && ptx_skip(ptx, ','));
    if (!ptx_skip(ptx, '}'))
        ptx_wrong(ptx, ptx->at, "a } is missing after a vector's elements");
}

// [a], [a + 16], [a + %3]: one sum. [map, {x, y}]: the coordinates follow the tensor map.
static void read_address(struct ptx *ptx, struct ptx_operand *operand)
{
    operand->kind = PTX_ADDRESS;
    struct text sum = {0};
    text_add(&sum, "(");
    for (;;) {
        char *value = ptx_value(ptx);
        text_add(&sum, value ? value : "");
        free(value);
        ptx_skip_blanks(ptx);
        if (ptx->wrong || !strchr("+-", *ptx->at) || *ptx->at == '\0')
            break;
        text_add(&sum, " + ");
        ptx->at += *ptx->at == '+'; // a minus belongs to the next number
    }
    ptx_refuse_expression(ptx, "*/&^<>=?");
    text_add(&sum, ")");
    list_add(&operand->parts, sum.data);
    text_free(&sum);
    if (ptx_skip(ptx, ',')) {
        operand->kind = PTX_TENSOR;
        if (ptx_skip(ptx, '{'))
            read_vector(ptx, operand);
        else
            ptx_wrong(ptx, ptx->at, "coordinates in { } are missing after a tensor map");
    }
    if (!ptx_skip(ptx, ']'))
        ptx_wrong(ptx, ptx->at, "a ] is missing after an address");
}

static void read_operand(struct ptx *ptx, struct ptx_operand *operand)
{
    if (ptx_skip(ptx, '{')) {
        operand->kind = PTX_VECTOR;
        read_vector(ptx, operand);
    } else if (ptx_skip(ptx, '['))
        read_address(ptx, operand);
    else
        add_part(ptx, operand);
    if (ptx_skip(ptx, '|'))
        operand->pair = ptx_value(ptx);
}

static bool is_jump(const char *name)
{
    return strcmp(name, "bra") == 0 || strcmp(name, "bra.uni") == 0;
}

static void read_target(struct ptx *ptx, struct ptx_operand *operand)
{
    char *label = ptx_word(ptx);
    operand->kind = PTX_LABEL;
    if (!label)
        ptx_wrong(ptx, ptx->at, "bra has no label");
    for (char *p = label; p && *p != '\0'; p++)
        *p = isalnum((unsigned char)*p) ? *p : '_';
    list_add(&operand->parts, label ? label : "");
    list_add(&ptx->targets, label ? label : "");
    free(label);
}

static void read_operands(struct ptx *ptx, struct ptx_instruction *instruction)
{
    ptx_skip_blanks(ptx);
    while (!ptx->wrong && *ptx->at != ';' && *ptx->at != '\0') {
        if (instruction->operand_count == PTX_OPERANDS) {
            ptx_wrong(ptx, ptx->at, "%s has too many operands", instruction->name);
            return;
        }
        struct ptx_operand *operand = &instruction->operands[instruction->operand_count++];
        if (is_jump(instruction->name))
            read_target(ptx, operand);
        else
            read_operand(ptx, operand);
        if (!ptx_skip(ptx, ','))
            break;
        ptx_skip_blanks(ptx);
    }
    if (!ptx_skip(ptx, ';'))
        ptx_wrong(ptx, ptx->at, "a ; is missing after %s", instruction->name);
}

// ---- Instructions -------------------------------------------------------------------------------

static void add_label(struct ptx *ptx, const char *name, struct text *before)
{
    char *label = format_string("%s", name);
    for (char *p = label; *p != '\0'; p++)
        *p = isalnum((unsigned char)*p) ? *p : '_';
    list_add(&ptx->labels, label);
    text_add_format(before, " emu_label_%s: __attribute__((unused));", label);
    free(label);
}

// .shared .b32 x; declares something that C++ can declare, too.
static void refuse_directive(struct ptx *ptx, const char *at, const char *name)
{
    static const char *const spaces[][2] = {{".shared", "as a __shared__ variable"},
                                            {".const", "as a __constant__ variable"},
                                            {".global", "as a __device__ variable"},
                                            {".local", "as a local variable"},
                                            {".param", "as a parameter of the kernel"}};
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (strcmp(name, spaces[i][0]) == 0)
            ptx_wrong(ptx, at,
                      "%s declares a variable, and the emulated GPU knows only registers (.reg) in "
                      "an asm statement: declare it in C++, %s, and give its address as an operand",
                      name, spaces[i][1]);
    ptx_wrong(ptx, at, "%s: of directives the emulated GPU knows .reg and .pragma", name);
}

// Skips everything that is not an instruction: braces, declarations, labels, empty statements.
static char *read_name(struct ptx *ptx, struct text *before)
{
    for (;;) {
        if (ptx_skip(ptx, ';'))
            continue;
        if (ptx_skip(ptx, '{')) {
            ptx->depth++;
            continue;
        }
        if (ptx_skip(ptx, '}')) {
            if (--ptx->depth < 0)
                ptx_wrong(ptx, ptx->at - 1, "a { is missing before this }");
            continue;
        }
        if (ptx->wrong || *ptx->at == '\0' || *ptx->at == '@')
            return NULL;
        const char *start = ptx->at;
        char *word = ptx_word(ptx);
        if (!word) {
            ptx_wrong(ptx, start, "'%c' begins no instruction", *start);
            return NULL;
        }
        if (ptx_skip(ptx, ':'))
            add_label(ptx, word, before);
        else if (strcmp(word, ".reg") == 0)
            ptx_declare(ptx);
        else if (strcmp(word, ".pragma") == 0)
            ptx->at += strcspn(ptx->at, ";");
        else if (word[0] == '.')
            refuse_directive(ptx, start, word);
        else
            return word;
        free(word);
    }
}

bool ptx_read(struct ptx *ptx, struct ptx_instruction *instruction, struct text *before)
{
    *instruction = (struct ptx_instruction){0};
    instruction->name = read_name(ptx, before);
    ptx_skip_blanks(ptx);
    if (!instruction->name && ptx_skip(ptx, '@')) {
        instruction->predicate = ptx_value(ptx);
        instruction->name = ptx_word(ptx);
        if (!instruction->name)
            ptx_wrong(ptx, ptx->at, "no instruction after '@'");
    }
    if (ptx->wrong || !instruction->name) {
        if (ptx->depth > 0)
            ptx_wrong(ptx, ptx->at, "a } is missing at the end");
        ptx_free_instruction(instruction);
        return false;
    }
    instruction->at = (size_t)(ptx->at - ptx->text) - strlen(instruction->name);
    read_operands(ptx, instruction);
    if (ptx->wrong)
        ptx_free_instruction(instruction);
    return !ptx->wrong;
}
