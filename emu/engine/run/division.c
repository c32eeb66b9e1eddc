// SPDX-License-Identifier: MIT
//
// division.c: integer divisions without a result.
//
// An x86 processor raises a signal where a GPU continues. PTX leaves the result undefined. On an
// H200, division by zero gives a quotient with all bits set and the dividend as the remainder, for
// 32 and 64 bits, signed or not. The smallest value divided by -1 gives itself, with remainder 0
// (all measured). The signal handler therefore decodes the instruction, stores its result, reports
// a diagnosis, and continues after it.
#include "run.h"
#include "../report/report.h"

#include <string.h>
#include <ucontext.h>

struct division {
    int bytes; // of divisor, quotient and remainder: 1, 2, 4 or 8
    bool is_signed;
    int length; // of the instruction
    uint64_t divisor;
};

// Registers by the numbers that instructions use.
static greg_t *register_of(greg_t *registers, int number)
{
    static const int order[16] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                                  REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                  REG_R12, REG_R13, REG_R14, REG_R15};
    return &registers[order[number]];
}

static int32_t signed_at(const uint8_t *code, int bytes)
{
    int32_t wide;
    if (bytes == 1)
        return (int8_t)*code;
    memcpy(&wide, code, sizeof wide);
    return wide;
}

// The address of a memory operand (Intel's manual, volume 2, 2.1.5). *at is the first byte after
// ModRM and is moved past the operand. An address relative to the next instruction assumes that no
// immediate follows.
static uint64_t address_of(greg_t *registers, const uint8_t **at, uint8_t modrm, uint8_t rex)
{
    const int mode = modrm >> 6;
    int base = modrm & 7;
    uint64_t address = 0;
    bool has_base = true;
    if (base == 4) { // SIB byte: base, index, scale
        const uint8_t sib = *(*at)++;
        const int index = (sib >> 3 & 7) | (rex & 2) << 2;
        base = sib & 7;
        has_base = !(base == 5 && mode == 0);
        if (index != 4)
            address = (uint64_t)*register_of(registers, index) << (sib >> 6);
    } else if (base == 5 && mode == 0) { // relative to the next instruction
        *at += 4;
        return (uint64_t)(uintptr_t)*at + (uint64_t)(int64_t)signed_at(*at - 4, 4);
    }
    if (has_base)
        address += (uint64_t)*register_of(registers, base | (rex & 1) << 3);
    const int offset_bytes = mode == 1 ? 1 : mode == 2 || !has_base ? 4 : 0;
    if (offset_bytes)
        address += (uint64_t)(int64_t)signed_at(*at, offset_bytes);
    *at += offset_bytes;
    return address;
}

// Decodes DIV or IDIV. Returns false for another instruction.
static bool read_division(greg_t *registers, struct division *d)
{
    const uint8_t *start = (const uint8_t *)registers[REG_RIP], *at = start;
    uint8_t rex = 0;
    const bool word = *at == 0x66;
    at += word;
    if ((*at & 0xf0) == 0x40)
        rex = *at++;
    const uint8_t opcode = *at++, modrm = *at++;
    const int kind = modrm >> 3 & 7;
    if ((opcode & 0xfe) != 0xf6 || kind < 6)
        return false;
    d->is_signed = kind == 7;
    d->bytes = opcode == 0xf6 ? 1 : rex & 8 ? 8 : word ? 2 : 4;
    d->divisor = 0;
    if (modrm >> 6 == 3) {
        const int number = (modrm & 7) | (rex & 1) << 3;
        const bool high = d->bytes == 1 && !rex && number >= 4; // AH, CH, DH, BH
        const greg_t whole = *register_of(registers, high ? number - 4 : number) >> (high ? 8 : 0);
        memcpy(&d->divisor, &whole, (size_t)d->bytes);
    } else {
        const uint64_t address = address_of(registers, &at, modrm, rex);
        memcpy(&d->divisor, (const void *)(uintptr_t)address, (size_t)d->bytes);
    }
    d->length = (int)(at - start);
    return true;
}

// Writes the low bytes of a register as an instruction does: a write of 4 bytes clears the upper
// half.
static void set_register(greg_t *to, uint64_t value, int bytes, int first)
{
    if (bytes == 4)
        *to = 0;
    memcpy((char *)to + first, &value, (size_t)bytes);
}

bool division_go_on(void *context)
{
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    const char *pc = (const char *)registers[REG_RIP];
    struct division d;
    if (!read_division(registers, &d))
        return false;
    const uint64_t ones = ~(uint64_t)0 >> (64 - 8 * d.bytes);
    const bool by_zero = d.divisor == 0;
    const uint64_t quotient = by_zero ? ones : (ones >> 1) + 1,
                   remainder = by_zero ? (uint64_t)registers[REG_RAX] : 0;
    if (!by_zero && !(d.is_signed && d.divisor == ones))
        return false;
    if (by_zero)
        report(KIND_DIVISION, pc, NULL,
               "test the divisor first: is it a size or a count that can be 0?",
               "integer division by zero; a GPU goes on, with all bits of the quotient set, or the "
               "dividend as the remainder");
    else
        report(KIND_DIVISION, pc, NULL, "test for -1 first, or divide in a wider type",
               "integer division overflows: the smallest value by -1; a GPU goes on, with that "
               "value as the quotient and 0 as the remainder");
    set_register(&registers[REG_RAX], quotient, d.bytes, 0);
    set_register(&registers[d.bytes == 1 ? REG_RAX : REG_RDX], remainder, d.bytes, d.bytes == 1);
    registers[REG_RIP] += d.length;
    return true;
}
