// SPDX-License-Identifier: MIT
//
// ptx_name.c: the names and numbers of PTX as C++.
#include "ptx.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// ---- Registers ----------------------------------------------------------------------------------

// Returns the C++ type of a register of type ".b32".
static const char *register_type(const char *type)
{
    if (strcmp(type, ".pred") == 0)
        return "bool";
    const char *bits = type + 1 + strcspn(type + 1, "0123456789");
    static const char *const types[][2] = {{"8", "uint8_t"},     {"16", "uint16_t"},
                                           {"32", "uint32_t"},   {"64", "uint64_t"},
                                           {"16x2", "uint32_t"}, {"32x2", "uint64_t"}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(bits, types[i][0]) == 0)
            return types[i][1];
    return NULL;
}

// type: in C++; ptx_type: ".b32"
static void declare_one(struct ptx *ptx, const char *type, const char *ptx_type, const char *name)
{
    char *plain = format_string("emu_reg_%zu_%s", ptx->names.count / 2, name + strspn(name, "%"));
    for (char *p = plain; *p != '\0'; p++)
        *p = isalnum((unsigned char)*p) ? *p : '_';
    list_add(&ptx->names, name + strspn(name, "%"));
    list_add(&ptx->names, plain);
    list_add(&ptx->types, ptx_type);
    text_add_format(&ptx->declared, " %s %s __attribute__((unused)) = 0;", type, plain);
    free(plain);
}

// a<4> declares a0 to a3.
static void declare_many(struct ptx *ptx, const char *type, const char *ptx_type, const char *name)
{
    char *count = ptx_word(ptx);
    long many = count ? strtol(count, NULL, 10) : 0;
    free(count);
    if (many < 1 || many > 1000 || !ptx_skip(ptx, '>')) {
        ptx_wrong(ptx, ptx->at, "%s<...>: a number from 1 to 1000 is expected", name);
        return;
    }
    for (long i = 0; i < many; i++) {
        char *one = format_string("%s%ld", name, i);
        declare_one(ptx, type, ptx_type, one);
        free(one);
    }
}

void ptx_declare(struct ptx *ptx)
{
    const char *start = ptx->at;
    char *word = ptx_word(ptx);
    const char *type = word ? register_type(word) : NULL;
    if (!type)
        ptx_wrong(ptx, start, ".reg %s: a register of this kind is not known", word ? word : "");
    do {
        char *name = ptx->wrong ? NULL : ptx_word(ptx);
        if (!name)
            ptx_wrong(ptx, ptx->at, ".reg: a register's name is missing");
        else if (ptx_skip(ptx, '<'))
            declare_many(ptx, type, word, name);
        else
            declare_one(ptx, type, word, name);
        free(name);
    } while (!ptx->wrong && ptx_skip(ptx, ','));
    free(word);
    if (!ptx_skip(ptx, ';'))
        ptx_wrong(ptx, ptx->at, "a ; is missing after .reg");
}

static char *find_register(const struct ptx *ptx, const char *name)
{
    name += strspn(name, "%");
    for (size_t i = ptx->names.count; i >= 2; i -= 2) // the innermost first
        if (strcmp(ptx->names.items[i - 2], name) == 0)
            return format_string("%s", ptx->names.items[i - 1]);
    return NULL;
}

// ---- Special registers --------------------------------------------------------------------------

static char *find_special(const char *name)
{
    static const char *const specials[][2] = {
        {"tid.x", "threadIdx.x"},
        {"tid.y", "threadIdx.y"},
        {"tid.z", "threadIdx.z"},
        {"ntid.x", "blockDim.x"},
        {"ntid.y", "blockDim.y"},
        {"ntid.z", "blockDim.z"},
        {"ctaid.x", "blockIdx.x"},
        {"ctaid.y", "blockIdx.y"},
        {"ctaid.z", "blockIdx.z"},
        {"nctaid.x", "gridDim.x"},
        {"nctaid.y", "gridDim.y"},
        {"nctaid.z", "gridDim.z"},
        {"dynamic_smem_size", "emu_dynamic_shared_bytes()"},
        {"laneid", "emu_ptx_lane()"},
        {"warpid", "emu_ptx_warp()"},
        {"nwarpid", "64u"},
        {"smid", "emu_ptx_sm()"},
        {"nsmid", "emu_ptx_sms()"},
        {"gridid", "1u"},
        {"cluster_ctarank", "emu_cluster_rank()"},
        {"cluster_nctarank", "emu_cluster_blocks()"},
        {"cluster_ctaid.x", "(blockIdx.x % emu_cluster_dim(0))"},
        {"cluster_ctaid.y", "(blockIdx.y % emu_cluster_dim(1))"},
        {"cluster_ctaid.z", "(blockIdx.z % emu_cluster_dim(2))"},
        {"cluster_nctaid.x", "emu_cluster_dim(0)"},
        {"cluster_nctaid.y", "emu_cluster_dim(1)"},
        {"cluster_nctaid.z", "emu_cluster_dim(2)"},
        {"clusterid.x", "(blockIdx.x / emu_cluster_dim(0))"},
        {"clusterid.y", "(blockIdx.y / emu_cluster_dim(1))"},
        {"clusterid.z", "(blockIdx.z / emu_cluster_dim(2))"},
        {"nclusterid.x", "(gridDim.x / emu_cluster_dim(0))"},
        {"nclusterid.y", "(gridDim.y / emu_cluster_dim(1))"},
        {"nclusterid.z", "(gridDim.z / emu_cluster_dim(2))"},
        {"is_explicit_cluster", "(emu_cluster_blocks() > 1)"},
        {"lanemask_eq", "(1u << emu_ptx_lane())"},
        {"lanemask_lt", "((1u << emu_ptx_lane()) - 1)"},
        {"lanemask_le", "((2u << emu_ptx_lane()) - 1)"},
        {"lanemask_gt", "~((2u << emu_ptx_lane()) - 1)"},
        {"lanemask_ge", "~((1u << emu_ptx_lane()) - 1)"},
        {"clock", "(uint32_t)emu_clock()"},
        {"clock_hi", "(uint32_t)((uint64_t)emu_clock() >> 32)"},
        {"clock64", "(uint64_t)emu_clock()"},
        {"globaltimer", "emu_ptx_nanoseconds()"},
        {"globaltimer_lo", "(uint32_t)emu_ptx_nanoseconds()"},
        {"globaltimer_hi", "(uint32_t)(emu_ptx_nanoseconds() >> 32)"},
    };
    name += strspn(name, "%");
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
        if (strcmp(name, specials[i][0]) == 0)
            return format_string("%s", specials[i][1]);
    return NULL;
}

// ---- Values -------------------------------------------------------------------------------------

static char *argument(struct ptx *ptx, const char *word, const char *at)
{
    char *end;
    long number = strtol(word + 1, &end, 10);
    if (*end == '\0' && number < ptx->arguments)
        return format_string("emu_%ld", number);
    ptx_wrong(ptx, at, "%s: the asm statement has %d operands", word, ptx->arguments);
    return NULL;
}

// 12, 0x1F, 0b11, 017, 12U; 0f3F800000 and 0d3FF0000000000000 are bit patterns, 1.5 is a number.
static char *number(struct ptx *ptx, const char *word, const char *at)
{
    size_t length = strlen(word);
    bool is_float = (word[0] == '0' && tolower((unsigned char)word[1]) == 'f' && length == 10),
         is_double = (word[0] == '0' && tolower((unsigned char)word[1]) == 'd' && length == 18);
    if (is_float || is_double) {
        if (strspn(word + 2, "0123456789abcdefABCDEF") == length - 2)
            return format_string("0x%s%s", word + 2, is_float ? "u" : "ull");
    } else if (strchr(word, '.')) {
        char *end;
        strtod(word, &end);
        if (*end == '\0')
            return format_string("%s", word);
    } else {
        bool is_binary = word[0] == '0' && tolower((unsigned char)word[1]) == 'b';
        char *end;
        unsigned long long value = strtoull(is_binary ? word + 2 : word, &end, is_binary ? 2 : 0);
        if (strcmp(end, "") == 0 || strcmp(end, "U") == 0)
            return format_string(value >> 31 ? "%lluull" : "%llu", value);
    }
    ptx_wrong(ptx, at, "%s is not a number in PTX", word);
    return NULL;
}

static char *value_of_name(struct ptx *ptx, const char *word, const char *at)
{
    char *value = find_register(ptx, word);
    if (!value)
        value = find_special(word);
    if (!value && strcmp(word, "WARP_SZ") == 0)
        value = format_string("32");
    if (!value && strcmp(word, "_") == 0)
        value = format_string("%s", "");
    if (!value && word[0] == '%')
        ptx_wrong(ptx, at, "the special register %s is not known to the emulated GPU",
                  word + (word[1] == '%'));
    else if (!value)
        ptx_wrong(
            ptx, at,
            "%s is not a register of this asm statement: .reg must declare it here, in the same "
            "statement",
            word);
    return value;
}

char *ptx_value(struct ptx *ptx)
{
    static const char *const signs[] = {"!", "-", "~"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (ptx_skip(ptx, *signs[i])) {
            char *inner = ptx_value(ptx);
            char *value = inner ? format_string("(%s%s)", signs[i], inner) : NULL;
            free(inner);
            return value;
        }
    ptx_skip_blanks(ptx);
    const char *at = ptx->at;
    char *word = ptx_word(ptx), *value;
    if (!word) {
        ptx_refuse_expression(ptx, "(");
        ptx_wrong(ptx, at, "an operand is missing");
        return NULL;
    }
    if (word[0] == '%' && isdigit((unsigned char)word[1]))
        value = argument(ptx, word, at);
    else if (isdigit((unsigned char)word[0]))
        value = number(ptx, word, at);
    else
        value = value_of_name(ptx, word, at);
    free(word);
    return value;
}
