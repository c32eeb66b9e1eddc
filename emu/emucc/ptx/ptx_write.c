// SPDX-License-Identifier: MIT
//
// ptx_write.c: writes an instruction as a C++ statement, from the text of its row in the table.
//
//     $0 ... $7   the operands (a vector's elements are separated by commas)
//     $,3         a comma and operand 3, or nothing if it was omitted
//     $*          the operands after the result, separated by commas
//     $a $b $c    operands 1, 2, 3 as values of the instruction's type
//     $&0         the addresses of operand 0's elements: wgmma's D
//     $@1         those of operand 1's elements as an array; nullptr: not known
//     $v1 $w1     vector 1 as an array of 32-bit, 64-bit registers;  $#1 its number of elements
//     $T          the type's name, "u32";  $n the instruction's name as a string
//     $q          the variable that receives the p of `d|p`
//     @1 ... @9   what the pattern's braces and brackets matched
#include "ptx.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void add_parts(struct text *to, const struct ptx_operand *operand)
{
    for (size_t i = 0; i < operand->parts.count; i++)
        text_add_format(to, "%s%s", i > 0 ? ", " : "", operand->parts.items[i]);
}

static void add_operands(struct text *to, const struct ptx_instruction *instruction, size_t from)
{
    for (size_t i = from; i < instruction->operand_count; i++) {
        text_add(to, i > from ? ", " : "");
        add_parts(to, &instruction->operands[i]);
    }
}

static void add_array(struct text *to, const struct ptx_operand *operand, int bits)
{
    text_add_format(to, "emu_ptx_list<uint%d_t, %zu>{{", bits, operand->parts.count);
    for (size_t i = 0; i < operand->parts.count; i++)
        text_add_format(to, "%s(uint%d_t)(%s)", i > 0 ? ", " : "", bits, operand->parts.items[i]);
    text_add(to, "}}.at");
}

// Is this element an operand of the asm statement that it only reads?
static bool is_read_only(const struct ptx *ptx, const char *part)
{
    return strncmp(part, "emu_", 4) == 0 && isdigit((unsigned char)part[4]) &&
           atoi(part + 4) >= ptx->outputs;
}

static void add_places(struct text *to, const struct ptx *ptx, const struct ptx_operand *operand)
{
    text_add_format(to, "emu_ptx_list<const void *, %zu>{{", operand->parts.count);
    for (size_t i = 0; i < operand->parts.count; i++) {
        const char *part = operand->parts.items[i];
        text_add(to, i > 0 ? ", " : "");
        if (is_read_only(ptx, part))
            text_add_format(to, "emu_at_%s", part + strlen("emu_"));
        else
            text_add(to, "nullptr");
    }
    text_add(to, "}}.at");
}

// Substitutes the placeholder whose '$' precedes p. Returns the position after it.
static const char *fill_one(struct text *to, const char *p, const struct ptx *ptx,
                            const struct ptx_instruction *instruction,
                            const struct ptx_match *match)
{
    const struct ptx_operand *operands = instruction->operands;
    const size_t number = isdigit((unsigned char)p[1]) ? (size_t)(p[1] - '0') : 0;
    switch (*p) {
    case ',':
        if (number < instruction->operand_count) {
            text_add(to, ", ");
            add_parts(to, &operands[number]);
        }
        return p + 2;
    case '&':
        for (size_t i = 0; i < operands[number].parts.count; i++)
            text_add_format(to, "%s&emu_out_%s", i > 0 ? ", " : "",
                            operands[number].parts.items[i] + strlen("emu_"));
        return p + 2;
    case '@': add_places(to, ptx, &operands[number]); return p + 2;
    case '#': text_add_format(to, "%zu", operands[number].parts.count); return p + 2;
    case 'v': add_array(to, &operands[number], 32); return p + 2;
    case 'w': add_array(to, &operands[number], 64); return p + 2;
    case '*': add_operands(to, instruction, strchr("dV", *match->row->shape) != NULL); break;
    case 'a':
    case 'b':
    case 'c':
        text_add_format(to, "emu_ptx_as<emu_ptx_%s>(", match->type);
        add_parts(to, &operands[*p - 'a' + 1]);
        text_add(to, ")");
        break;
    case 'T': text_add(to, match->type); break;
    case 'n': text_add_format(to, "\"%s\"", instruction->name); break;
    case 'q': text_add(to, "emu_q"); break;
    default: add_parts(to, &operands[*p - '0']); break;
    }
    return p + 1;
}

static void fill(struct text *to, const char *text, const struct ptx *ptx,
                 const struct ptx_instruction *instruction, const struct ptx_match *match)
{
    for (const char *p = text; *p != '\0';) {
        if (*p == '$') {
            p = fill_one(to, p + 1, ptx, instruction, match);
        } else if (*p == '@') {
            text_add(to, match->captures[p[1] - '1']);
            p += 2;
        } else {
            text_add_bytes(to, p++, 1);
        }
    }
}

static void put(struct text *to, const char *variable, const char *value)
{
    if (variable[0] == '\0') // `_`
        text_add_format(to, "(void)(%s); ", value);
    else
        text_add_format(to, "emu_ptx_put(%s, %s); ", variable, value);
}

// "=value": the result is one register.
static void write_value(struct text *to, const char *text, const struct ptx *ptx,
                        const struct ptx_instruction *instruction, const struct ptx_match *match)
{
    struct text value = {0};
    fill(&value, text + 1, ptx, instruction, match);
    put(to, instruction->operands[0].parts.items[0], value.data);
    text_free(&value);
}

// "*type:call": the call fills emu_to with the registers of a vector.
static void write_vector(struct text *to, const char *text, const struct ptx *ptx,
                         const struct ptx_instruction *instruction, const struct ptx_match *match)
{
    const struct ptx_operand *result = &instruction->operands[0];
    const char *call = strchr(text, ':') + 1;
    struct text type = {0};
    text_add_bytes(&type, text + 1, (size_t)(call - text - 2));
    fill(to, type.data, ptx, instruction, match);
    text_free(&type);
    text_add_format(to, " emu_to[%zu]; ", result->parts.count);
    fill(to, call, ptx, instruction, match);
    text_add(to, "; ");
    for (size_t i = 0; i < result->parts.count; i++) {
        char *value = format_string("emu_to[%zu]", i);
        put(to, result->parts.items[i], value);
        free(value);
    }
}

static bool is_complete(struct ptx *ptx, const struct ptx_instruction *instruction,
                        const struct ptx_match *match)
{
    const char *at = ptx->text + instruction->at;
    for (size_t i = 0; i < instruction->operand_count; i++) {
        if (i > 0 || !strchr("dV", *match->row->shape)) {
            for (size_t k = 0; k < instruction->operands[i].parts.count; k++)
                if (instruction->operands[i].parts.items[k][0] == '\0')
                    ptx_wrong(ptx, at, "%s: _ is allowed only as a result", instruction->name);
        }
        if (instruction->operands[i].pair && (i > 0 || !strstr(match->row->text, "$q")))
            ptx_wrong(ptx, at, "%s with two results a|b is not known to the emulated GPU",
                      instruction->name);
    }
    ptx_check_widths(ptx, instruction, match->type);
    return !ptx->wrong;
}

// wgmma writes the registers of D later, so it needs the addresses of the C++ variables.
static void want_places(struct ptx *ptx, const struct ptx_instruction *instruction)
{
    const struct list *parts = &instruction->operands[0].parts;
    for (size_t i = 0; i < parts->count; i++) {
        if (strncmp(parts->items[i], "emu_", 4) != 0 || !isdigit((unsigned char)parts->items[i][4]))
            ptx_wrong(ptx, ptx->text + instruction->at,
                      "%s: the registers of D must be operands of the asm statement, \"+f\" or "
                      "\"+r\"",
                      instruction->name);
        else if (atoi(parts->items[i] + 4) >= ptx->outputs)
            ptx_wrong(ptx, ptx->text + instruction->at,
                      "%s: operand %%%s is read only, and the instruction adds to it: list it "
                      "with the outputs, as \"+f\" or \"+r\"",
                      instruction->name, parts->items[i] + 4);
        list_add(&ptx->places, parts->items[i]);
    }
}

// It also reads A's registers later.
static void want_held(struct ptx *ptx, const struct ptx_instruction *instruction)
{
    const struct list *parts = &instruction->operands[1].parts;
    for (size_t i = 0; parts->count > 1 && i < parts->count; i++)
        if (is_read_only(ptx, parts->items[i]))
            list_add(&ptx->held, parts->items[i]);
}

// A backward jump is a loop: the lanes that took different paths through it reconverge (round.c).
static bool jumps_back(const struct ptx *ptx, const struct ptx_instruction *instruction)
{
    if (instruction->operand_count == 0 || instruction->operands[0].kind != PTX_LABEL)
        return false;
    for (size_t i = 0; i < ptx->labels.count; i++)
        if (strcmp(ptx->labels.items[i], instruction->operands[0].parts.items[0]) == 0)
            return true;
    return false;
}

bool ptx_write(struct ptx *ptx, const struct ptx_instruction *instruction, struct text *to)
{
    struct ptx_match match;
    const char *at = ptx->text + instruction->at;
    if (!ptx_find(instruction, &match)) {
        if (match.row)
            ptx_wrong(ptx, at, "%s: these operands are not known to the emulated GPU",
                      instruction->name);
        else
            ptx_wrong(ptx, at, "%s: this instruction is not known to the emulated GPU%s",
                      instruction->name, ptx_instead(instruction->name));
        return false;
    }
    if (*match.row->shape == 'D' || *match.row->shape == 'H') {
        want_places(ptx, instruction);
        want_held(ptx, instruction);
    }
    if (!is_complete(ptx, instruction, &match))
        return false;
    const char *text = match.row->text;
    text_add(to, " ");
    if (instruction->predicate)
        text_add_format(to, "if (%s) ", instruction->predicate);
    text_add(to, "{ ");
    if (jumps_back(ptx, instruction))
        text_add(to, "emu_round(); ");
    if (strstr(text, "$q"))
        text_add(to, "bool emu_q __attribute__((unused)); ");
    if (*text == '=') {
        write_value(to, text, ptx, instruction, &match);
    } else if (*text == '*') {
        write_vector(to, text, ptx, instruction, &match);
    } else {
        fill(to, text, ptx, instruction, &match);
        text_add(to, "; ");
    }
    if (instruction->operand_count > 0 && instruction->operands[0].pair)
        put(to, instruction->operands[0].pair, "emu_q");
    text_add(to, "}");
    if (instruction->predicate && strchr(match.row->shape, 'a'))
        text_add(to, " emu_round();"); // the lanes meet again: one request
    return true;
}
