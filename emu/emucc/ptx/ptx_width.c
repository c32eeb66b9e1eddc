// SPDX-License-Identifier: MIT
//
// ptx_width.c: refuses registers whose width the instruction does not accept, as ptxas does:
// mov.u64 into a 32-bit register. In most instructions the operands have the width of the type. A
// load may have a wider register as its result, and a store may store a part of one.
//
// Only registers are compared: operands of the asm statement, and those that .reg declares.
#include "ptx.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// Which operands have the width of the type; after > those that may be wider.
static const struct {
    const char *names, *operands;
} rules[] = {
    {"mov not cnot abs neg shl shr", "01"},
    {"add addc sub subc and or xor min max div rem mul.lo mul.hi", "012"},
    {"mad.lo mad.hi madc.lo madc.hi fma", "0123"},
    {"selp", "012"},
    {"setp", "12"},
    {"popc clz brev", "1"},
    {"atom", "02"},
    {"red", "1"},
    {"ld ldu", ">0"},
    {"st", ">1"},
};

// Is the instruction's name one of these, followed by a dot?
static bool is_named(const char *name, const char *names)
{
    for (; *names; names += strcspn(names, " "), names += *names == ' ') {
        const size_t length = strcspn(names, " ");
        if (strncmp(name, names, length) == 0 && name[length] == '.')
            return true;
    }
    return false;
}

// The bits of "u32" and "f16x2"; 0: of a predicate, or not known.
static int bits_of_type(const char *type)
{
    const char *digits = type + strcspn(type, "0123456789");
    const char *times = strchr(digits, 'x');
    return atoi(digits) * (times ? atoi(times + 1) : 1);
}

static int bits_of_constraint(char kind)
{
    static const struct {
        char kind;
        int bits;
    } kinds[] = {{'h', 16}, {'r', 32}, {'f', 32}, {'l', 64}, {'d', 64}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].kind == kind)
            return kinds[i].bits;
    return 0;
}

// part: an operand in C++, such as emu_3 or emu_reg_0_a. Returns 0 if it is not a register.
static int bits_of_register(const struct ptx *ptx, const char *part)
{
    static const char argument[] = "emu_", declared[] = "emu_reg_";
    if (strncmp(part, declared, sizeof declared - 1) == 0) {
        const size_t number = strtoul(part + sizeof declared - 1, NULL, 10);
        return bits_of_type(ptx->types.items[number]);
    }
    if (strncmp(part, argument, sizeof argument - 1) != 0 ||
        !isdigit((unsigned char)part[sizeof argument - 1]))
        return 0;
    return bits_of_constraint(ptx->kinds[strtoul(part + sizeof argument - 1, NULL, 10)]);
}

static void check_operand(struct ptx *ptx, const struct ptx_instruction *instruction, size_t i,
                          int bits, bool may_be_wider)
{
    if (i >= instruction->operand_count)
        return;
    const struct list *parts = &instruction->operands[i].parts;
    // Loads and stores: each element of a vector has the type.
    const int each = may_be_wider ? bits : bits / (int)parts->count;
    for (size_t k = 0; k < parts->count; k++) {
        const int register_bits = bits_of_register(ptx, parts->items[k]);
        if (register_bits > 0 && (may_be_wider ? register_bits < each : register_bits != each))
            ptx_wrong(ptx, ptx->text + instruction->at,
                      "%s: operand %zu must have %d bits, and the register has %d",
                      instruction->name, i + 1, each, register_bits);
    }
}

void ptx_check_widths(struct ptx *ptx, const struct ptx_instruction *instruction, const char *type)
{
    const int bits = bits_of_type(type);
    for (size_t r = 0; bits > 0 && r < sizeof rules / sizeof *rules; r++) {
        if (!is_named(instruction->name, rules[r].names))
            continue;
        const bool may_be_wider = rules[r].operands[0] == '>';
        for (const char *p = rules[r].operands + may_be_wider; *p; p++)
            check_operand(ptx, instruction, (size_t)(*p - '0'), bits, may_be_wider);
    }
}
