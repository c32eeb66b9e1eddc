// SPDX-License-Identifier: MIT
//
// code_units.c: maps an instruction of the PC to those that nvcc generates for the same source.
#include "code.h"

#include <string.h>

enum { ONE = 4 }; // one instruction, in quarters

#define MIX(fma, alu, special, real) \
    { \
        .of = {ONE * (fma), ONE * (alu), ONE * (special), ONE * (real), 0}, .deep = ONE * (fma) \
    }

// What nvcc 13.0 generates for sm_90 in the usual case (no denormals, infinities or large angles):
// instructions for float32, integers and comparisons, the special function unit, and float64.
// Functions of the C library and of the CUDA headers are calls here.
static const struct {
    const char *name;
    struct mix mix;
} functions[] = {
    {"sqrtf", MIX(4, 5, 1, 0)},    {"rsqrtf", MIX(2, 1, 1, 0)},  {"expf", MIX(6, 1, 1, 0)},
    {"exp2f", MIX(2, 1, 1, 0)},    {"exp10f", MIX(7, 1, 1, 0)},  {"logf", MIX(15, 9, 0, 0)},
    {"log2f", MIX(17, 9, 0, 0)},   {"log10f", MIX(16, 9, 0, 0)}, {"sinf", MIX(10, 12, 1, 0)},
    {"cosf", MIX(10, 12, 1, 0)},   {"tanf", MIX(14, 12, 2, 0)},  {"sincosf", MIX(17, 16, 1, 0)},
    {"tanhf", MIX(9, 4, 2, 0)},    {"atanf", MIX(11, 6, 1, 0)},  {"erff", MIX(9, 12, 1, 0)},
    {"powf", MIX(42, 40, 5, 0)},   {"sqrt", MIX(0, 6, 1, 8)},    {"rsqrt", MIX(0, 4, 1, 5)},
    {"exp", MIX(0, 15, 0, 18)},    {"log", MIX(0, 20, 1, 31)},   {"sin", MIX(0, 18, 2, 15)},
    {"cos", MIX(0, 18, 2, 15)},    {"fmaxf", MIX(0, 1, 0, 0)},   {"fminf", MIX(0, 1, 0, 0)},
    {"floorf", MIX(0, 0, 1, 0)},   {"ceilf", MIX(0, 0, 1, 0)},   {"rintf", MIX(0, 0, 1, 0)},
    {"fabsf", MIX(0, 0, 0, 0)},    {"fmaf", MIX(1, 0, 0, 0)},    {"fma", MIX(0, 0, 0, 1)},
    {"__sinf", MIX(1, 0, 1, 0)},   {"__cosf", MIX(1, 0, 1, 0)},  {"__expf", MIX(3, 1, 1, 0)},
    {"__logf", MIX(2, 1, 1, 0)},   {"__log2f", MIX(1, 1, 1, 0)}, {"__powf", MIX(2, 1, 1, 0)},
    {"__tanhf", MIX(0, 0, 1, 0)},  {"__tanf", MIX(2, 0, 3, 0)},  {"__fdividef", MIX(3, 1, 1, 0)},
    {"fdividef", MIX(3, 1, 1, 0)}, {"rcbrtf", MIX(6, 5, 2, 0)},  {"cbrtf", MIX(6, 5, 2, 0)},
};
static const struct mix division = MIX(5, 5, 1, 0), division_double = MIX(0, 5, 1, 8),
                        division_of_integers = MIX(0, 19, 3, 0), one_fma = MIX(1, 0, 0, 0),
                        one_alu = MIX(0, 1, 0, 0), one_special = MIX(0, 0, 1, 0),
                        one_double = MIX(0, 0, 0, 1), other_function = MIX(20, 20, 2, 0),
                        nothing = MIX(0, 0, 0, 0), of_a_turn = {.of = {[UNIT_ALU] = 1}},
                        shuffle = {.of = {[UNIT_SHUFFLE] = ONE}};

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static const struct mix *function_of(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strlen(functions[i].name) == length && strncmp(functions[i].name, name, length) == 0)
            return &functions[i].mix;
    return NULL;
}

// "call 1234 <expf@plt>"
static struct mix call_cost(const char *text)
{
    const char *name = strchr(text, '<');
    if (!name)
        return other_function;
    name++;
    if (begins(name, "emu_shfl"))
        return shuffle;
    if (begins(name, "emu_") || begins(name, "__tsan") || begins(name, "__ubsan"))
        return nothing;
    const struct mix *callee = function_of(name, strcspn(name, "@>+"));
    if (callee)
        return *callee;
    return strstr(name, "@plt") ? other_function : nothing;
}

// Of float32 (bits: 32) or float64.
static struct mix float_cost(const char *what, int bits)
{
    static const char *const compare[] = {"min", "max", "cmp", "ucomi", "comi"};
    static const char *const arithmetic[] = {"add", "sub", "mul", "fmadd", "fmsub", "fnm"};
    if (begins(what, "div"))
        return bits == 32 ? division : division_double;
    if (begins(what, "sqrt"))
        return bits == 32 ? *function_of("sqrtf", 5) : *function_of("sqrt", 4);
    if (begins(what, "round"))
        return one_special;
    for (size_t i = 0; i < sizeof compare / sizeof *compare; i++)
        if (begins(what, compare[i]))
            return bits == 32 ? one_alu : one_double;
    for (size_t i = 0; i < sizeof arithmetic / sizeof *arithmetic; i++)
        if (begins(what, arithmetic[i]))
            return bits == 32 ? one_fma : one_double;
    return nothing;
}

// An address with an index is a multiply-add; one without is part of the load or store.
static struct mix lea_cost(const char *operands)
{
    const char *comma = strchr(operands, ',');
    return comma && comma < strchr(operands, ')') && !strstr(operands, "%fs") ? one_alu : nothing;
}

static struct mix integer_cost(const char *what, const char *operands)
{
    static const char *const words[] = {"add", "sub",  "inc",  "dec",  "sal",  "shl",  "shr",
                                        "sar", "and",  "or",   "xor",  "not",  "neg",  "imul",
                                        "mul", "rol",  "ror",  "sbb",  "adc",  "bt",   "bs",
                                        "lzc", "tzc",  "popc", "cmov", "set",  "andn", "bextr",
                                        "cmp", "test", "pext", "rorx", "sarx", "shlx", "shrx"};
    if (begins(what, "idiv") || begins(what, "div"))
        return division_of_integers;
    if (begins(what, "lea"))
        return lea_cost(operands);
    if (begins(what, "mov") && strstr(operands, "%fs:("))
        return one_alu; // threadIdx and similar names: a special register
    if (begins(what, "xor") || begins(what, "test")) {
        const char *comma = strchr(operands, ',');
        const bool same = comma && strncmp(operands, comma + 1, (size_t)(comma - operands)) == 0;
        if (same && *what == 'x')
            return nothing; // 0
    }
    // Constants are added to loop counters and pointers.
    if ((begins(what, "add") || begins(what, "sub") || begins(what, "inc") ||
         begins(what, "dec")) &&
        (*operands == '$' || !strchr(operands, ',')))
        return of_a_turn;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (begins(what, words[i]))
            return one_alu;
    return nothing;
}

struct mix code_cost(const char *text, const char *header)
{
    const size_t length = strcspn(text, " ");
    const char *operands = text + length + strspn(text + length, " ");
    const char *what = *text == 'v' && !begins(text, "verr") ? text + 1 : text;
    const char *end = text + length - 2;
    // A function that the headers compute differently: only its division or its call is counted, as
    // the whole function.
    const struct mix *own = header ? function_of(header, strlen(header)) : NULL;
    if (own) {
        const bool is_root = strstr(header, "sqrt") || strstr(header, "cbrt");
        const bool counts = begins(what, "div") || (!is_root && begins(what, "call"));
        return counts ? *own : nothing;
    }
    if (begins(what, "call"))
        return call_cost(text);
    if (begins(what, "mov") && *text == 'v')
        return nothing;
    if (begins(what, "cvtsi2ss"))
        return one_alu;
    if (header && (begins(what, "cvtss2sd") || begins(what, "cvtsd2ss")))
        return nothing; // the header computes in float64 what a GPU computes in float32
    if (begins(what, "cvt"))
        return one_special;
    if (length > 3 && (begins(end, "ss") || begins(end, "ps")))
        return float_cost(what, 32);
    if (length > 3 && (begins(end, "sd") || begins(end, "pd")))
        return float_cost(what, 64);
    return *text == 'v' ? nothing : integer_cost(what, operands);
}
