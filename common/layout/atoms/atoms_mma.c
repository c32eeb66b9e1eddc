// SPDX-License-Identifier: MIT
//
// atoms_mma.c: the instructions that multiply matrices.
#include "atoms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- mma.sync and what came before it ------------------------------------------------------------

// Instructions that differ in their element types only, or in what they do with them, share a row:
// a name is the prefix and one of the words.
struct row {
    const char *prefix, *words;
    int m, n, k;
    const char *thr_id, *a, *b, *c;
};

// A warp is 4 x 8 threads: t % 4 walks along a row of C, two values at a time, t / 4 down.
#define WARP "32:1"
#define QUAD_PAIR "(4,2):(1,16)"
#define C_16x8 "((4,8),(2,2)):((32,1),(16,8))"
#define C_8x8 "((4,8),2):((16,1),8)"
#define C_QUAD_PAIR "((2,2,2),(2,2,2)):((1,16,4),(8,2,32))"

static const struct row rows[] = {
    {"UniversalFMA<", "float>", 1, 1, 1, "1:0", "(1,1):(0,0)", "(1,1):(0,0)", "(1,1):(0,0)"},
    {"SM61_", "DP4A", 1, 1, 4, "1:0", "(1,4):(0,1)", "(1,4):(0,1)", "(1,1):(0,0)"},
    {"SM61_", "DP2A", 1, 1, 2, "1:0", "(1,2):(0,1)", "(1,2):(0,1)", "(1,1):(0,0)"},

    {"SM70_8x8x4_", "F16F16F16F16_TN", 8, 8, 4, QUAD_PAIR, "(8,4):(1,8)", "(8,4):(1,8)",
     "(8,8):(1,8)"},
    {"SM70_8x8x4_", "F16F16F16F16_NT", 8, 8, 4, QUAD_PAIR, "((4,2),4):((8,4),1)",
     "((4,2),4):((8,4),1)", "(8,8):(1,8)"},
    {"SM70_8x8x4_", "F16F16F16F16_NN", 8, 8, 4, QUAD_PAIR, "((4,2),4):((8,4),1)", "(8,4):(1,8)",
     "(8,8):(1,8)"},
    {"SM70_8x8x4_", "F16F16F16F16_TT", 8, 8, 4, QUAD_PAIR, "(8,4):(1,8)", "((4,2),4):((8,4),1)",
     "(8,8):(1,8)"},
    {"SM70_8x8x4_", "F32F16F16F32_TN", 8, 8, 4, QUAD_PAIR, "(8,4):(1,8)", "(8,4):(1,8)",
     C_QUAD_PAIR},
    {"SM70_8x8x4_", "F32F16F16F32_NT", 8, 8, 4, QUAD_PAIR, "((4,2),4):((8,4),1)",
     "((4,2),4):((8,4),1)", C_QUAD_PAIR},
    {"SM70_8x8x4_", "F32F16F16F32_NN", 8, 8, 4, QUAD_PAIR, "((4,2),4):((8,4),1)", "(8,4):(1,8)",
     C_QUAD_PAIR},
    {"SM70_8x8x4_", "F32F16F16F32_TT", 8, 8, 4, QUAD_PAIR, "(8,4):(1,8)", "((4,2),4):((8,4),1)",
     C_QUAD_PAIR},

    {"SM75_16x8x8_", "F32F16F16F32_TN F16F16F16F16_TN", 16, 8, 8, WARP,
     "((4,8),(2,2)):((32,1),(16,8))", "((4,8),2):((16,1),8)", C_16x8},
    {"SM75_8x8x16_", "S32S8S8S32_TN", 8, 8, 16, WARP, "((4,8),4):((32,1),8)",
     "((4,8),4):((32,1),8)", C_8x8},

    {"SM80_16x8x8_", "F16F16F16F16_TN F32F16F16F32_TN F32BF16BF16F32_TN", 16, 8, 8, WARP,
     "((4,8),(2,2)):((32,1),(16,8))", "((4,8),2):((16,1),8)", C_16x8},
    {"SM80_16x8x16_", "F16F16F16F16_TN F32F16F16F32_TN F32BF16BF16F32_TN", 16, 8, 16, WARP,
     "((4,8),(2,2,2)):((32,1),(16,8,128))", "((4,8),(2,2)):((16,1),(8,64))", C_16x8},
    {"SM80_16x8x4_", "F32TF32TF32F32_TN", 16, 8, 4, WARP, "((4,8),2):((16,1),8)",
     "((4,8),1):((8,1),0)", C_16x8},
    {"SM80_16x8x8_", "F32TF32TF32F32_TN", 16, 8, 8, WARP, "((4,8),(2,2)):((16,1),(8,64))",
     "((4,8),2):((8,1),32)", C_16x8},
    {"SM80_8x8x4_", "F64F64F64F64_TN C64C64C64C64_TN GC64C64C64GC64_TN", 8, 8, 4, WARP,
     "((4,8),1):((8,1),0)", "((4,8),1):((8,1),0)", C_8x8},
    {"SM80_8x8x16_", "S32S8S8S32_TN S32S8U8S32_TN S32U8S8S32_TN S32U8U8S32_TN", 8, 8, 16, WARP,
     "((4,8),4):((32,1),8)", "((4,8),4):((32,1),8)", C_8x8},
    {"SM80_16x8x16_", "S32S8S8S32_TN S32S8U8S32_TN S32U8S8S32_TN S32U8U8S32_TN", 16, 8, 16, WARP,
     "((4,8),(4,2)):((64,1),(16,8))", "((4,8),4):((32,1),8)", C_16x8},
    {"SM80_16x8x32_", "S32S8S8S32_TN S32S8U8S32_TN S32U8S8S32_TN S32U8U8S32_TN", 16, 8, 32, WARP,
     "((4,8),(4,2,2)):((64,1),(16,8,256))", "((4,8),(4,2)):((32,1),(8,128))", C_16x8},
    {"SM80_8x8x32_", "S32S4S4S32_TN S32S4U4S32_TN S32U4S4S32_TN S32U4U4S32_TN", 8, 8, 32, WARP,
     "((4,8),(8)):((64,1),(8))", "((4,8),(8)):((64,1),(8))", C_8x8},
    {"SM80_16x8x32_", "S32S4S4S32_TN S32S4U4S32_TN S32U4S4S32_TN S32U4U4S32_TN", 16, 8, 32, WARP,
     "((4,8),(8,2)):((128,1),(16,8))", "((4,8),(8)):((64,1),(8))", C_16x8},
    {"SM80_16x8x64_", "S32S4S4S32_TN S32S4U4S32_TN S32U4S4S32_TN S32U4U4S32_TN", 16, 8, 64, WARP,
     "((4,8),(8,2,2)):((128,1),(16,8,512))", "((4,8),(8,2)):((64,1),(8,256))", C_16x8},
    {"SM80_16x8x256_", "S32U1U1S32_TN_XORPOPC S32U1U1S32_TN_ANDPOPC", 16, 8, 256, WARP,
     "((4,8),(32,2,2)):((512,1),(16,8,2048))", "((4,8),(32,2)):((256,1),(8,1024))", C_16x8},
    {"SM80_8x8x128_", "S32U1U1S32_TN_XORPOPC S32U1U1S32_TN_ANDPOPC", 8, 8, 128, WARP,
     "((4,8),32):((256,1),8)", "((4,8),32):((256,1),8)", C_8x8},

    {"SM89_16x8x32_",
     "F32E4M3E4M3F32_TN F32E4M3E5M2F32_TN F32E5M2E5M2F32_TN F32E5M2E4M3F32_TN "
     "F16E4M3E4M3F16_TN F16E4M3E5M2F16_TN F16E5M2E5M2F16_TN F16E5M2E4M3F16_TN",
     16, 8, 32, WARP, "((4,8),(4,2,2)):((64,1),(16,8,256))", "((4,8),(4,2)):((32,1),(8,128))",
     C_16x8},

    {"SM90_16x8x4_", "F64F64F64F64_TN C64C64C64C64_TN", 16, 8, 4, WARP, "((4,8),2):((16,1),8)",
     "((4,8),1):((8,1),0)", C_16x8},
    {"SM90_16x8x8_", "F64F64F64F64_TN C64C64C64C64_TN", 16, 8, 8, WARP,
     "((4,8),(2,2)):((16,1),(8,64))", "((4,8),2):((8,1),32)", C_16x8},
    {"SM90_16x8x16_", "F64F64F64F64_TN C64C64C64C64_TN", 16, 8, 16, WARP,
     "((4,8),(2,4)):((16,1),(8,64))", "((4,8),4):((8,1),32)", C_16x8},
};
enum { ROWS = sizeof rows / sizeof *rows };

// ---- wgmma: four warps, B (and perhaps A) in shared memory -----------------------------------------

static const struct {
    const char *types, *suffix;
    int k;
} wgmma_types[] = {
    {"F16F16F16", "", 16},     {"F32F16F16", "", 16},  {"F32BF16BF16", "", 16},
    {"F32TF32TF32", "_TN", 8}, {"S32S8S8", "_TN", 32}, {"F32E4M3E4M3", "_TN", 32},
};
static const int wgmma_n[] = {8, 16, 32, 64, 128, 256};
enum {
    WGMMA_TYPES = sizeof wgmma_types / sizeof *wgmma_types,
    WGMMA_WIDTHS = sizeof wgmma_n / sizeof *wgmma_n,
    WGMMAS = WGMMA_TYPES * WGMMA_WIDTHS * 2,
    WGMMA_M = 64,
};

// Number i: widths, types, then A in shared memory (SS) or in registers (RS).
static void wgmma_name(int i, char name[ATOM_NAME])
{
    const int type = i / 2 % WGMMA_TYPES;
    snprintf(name, ATOM_NAME, "SM90_%dx%dx%d_%s_%s%s", WGMMA_M, wgmma_n[i / (2 * WGMMA_TYPES)],
             wgmma_types[type].k, wgmma_types[type].types, i % 2 ? "RS" : "SS",
             wgmma_types[type].suffix);
}

// ---- Names ----------------------------------------------------------------------------------------

// Copies the index-th of the words; false beyond the last.
static bool word_at(const char *words, int index, char *out, size_t size)
{
    for (; index > 0; index--) {
        words = strchr(words, ' ');
        if (!words)
            return false;
        words++;
    }
    snprintf(out, size, "%.*s", (int)strcspn(words, " "), words);
    return true;
}

// Name i, and the row it is from (NULL: wgmma).
static bool name_at(int i, char name[ATOM_NAME], const struct row **row)
{
    char word[ATOM_NAME / 2];
    for (int r = 0; r < ROWS; r++)
        for (int w = 0; word_at(rows[r].words, w, word, sizeof word); w++)
            if (i-- == 0) {
                snprintf(name, ATOM_NAME, "%.30s%s", rows[r].prefix, word);
                *row = &rows[r];
                return true;
            }
    *row = NULL;
    if (i < WGMMAS)
        wgmma_name(i, name);
    return i < WGMMAS;
}

bool mma_atom_name(int i, char name[ATOM_NAME])
{
    const struct row *row;
    return name_at(i, name, &row);
}

// ---- Widths ---------------------------------------------------------------------------------------

// The width of the type that the text begins with, and its length.
static int type_width(const char *text, size_t *length)
{
    static const struct {
        const char *name;
        int bits;
    } types[] = {{"TF32", 32}, {"BF16", 16}, {"GC64", 192}, {"E4M3", 8}, {"E5M2", 8}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strncmp(text, types[i].name, 4) == 0) {
            *length = 4;
            return types[i].bits;
        }
    char *end;
    const int bits = (int)strtol(text + 1, &end, 10); // F16, S8, U4, C64: a complex double
    *length = (size_t)(end - text);
    return text[0] == 'C' ? 2 * bits : bits;
}

// D, A, B and C stand in the name in that order; wgmma names no C, which is as D.
static void find_widths(const char *types, int bits[4])
{
    size_t length;
    for (int i = 0; i < 4; i++) {
        if (*types == '_') {
            bits[3] = bits[0];
            return;
        }
        bits[i] = type_width(types, &length);
        types += length;
    }
}

static void set_widths(struct mma_atom *atom)
{
    static const struct {
        const char *name;
        int bits[4];
    } special[] = {{"UniversalFMA<float>", {32, 32, 32, 32}},
                   {"SM61_DP4A", {32, 8, 8, 32}},
                   {"SM61_DP2A", {32, 16, 16, 32}}};
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        if (strcmp(atom->name, special[i].name) == 0) {
            memcpy(atom->bits, special[i].bits, sizeof atom->bits);
            return;
        }
    find_widths(strchr(strchr(atom->name, '_') + 1, '_') + 1, atom->bits);
}

// ---- Layouts --------------------------------------------------------------------------------------

static bool build_wgmma(struct mma_atom *atom, struct failure *why)
{
    char a[100], b[100], c[100];
    const bool in_registers = strstr(atom->name, "_RS") != NULL;
    if (sscanf(atom->name, "SM90_%dx%dx%d", &atom->m, &atom->n, &atom->k) != 3)
        return fail(why, "%s: not a wgmma", atom->name);
    // In shared memory all 128 threads see all elements.
    snprintf(a, sizeof a, "(128,(%d,%d)):(0,(1,%d))", WGMMA_M, atom->k, WGMMA_M);
    snprintf(b, sizeof b, "(128,(%d,%d)):(0,(1,%d))", atom->n, atom->k, atom->n);
    snprintf(c, sizeof c, "((4,8,4),(2,2,%d)):((128,1,16),(64,8,512))", atom->n / 8);
    // A register holds 32 / width neighbours along k.
    const int each = 32 / atom->bits[1];
    if (in_registers && each > 1)
        snprintf(a, sizeof a, "((4,8,4),(%d,2,2)):((%d,1,16),(64,8,%d))", each, 64 * each,
                 256 * each);
    else if (in_registers)
        snprintf(a, sizeof a, "((4,8,4),(2,2)):((64,1,16),(8,256))");
    layout_leaf(&atom->thr_id, 128, 1);
    return layout_parse(&atom->tv[MMA_A], a, why) && layout_parse(&atom->tv[MMA_B], b, why) &&
           layout_parse(&atom->tv[MMA_C], c, why);
}

static bool no_such_atom(const char *name, struct failure *why)
{
    char close[3 * (ATOM_NAME + 2)] = "", known[ATOM_NAME];
    const size_t most = strlen(name) < ATOM_NAME ? strlen(name) : ATOM_NAME;
    int found = 0;
    // The more of the beginning agrees, the better.
    for (size_t length = most; length >= 4 && found == 0; length--)
        for (int i = 0; found < 3 && mma_atom_name(i, known); i++)
            if (strncmp(known, name, length) == 0) {
                snprintf(close + strlen(close), sizeof close - strlen(close), "%s%s",
                         found ? ", " : "; close are ", known);
                found++;
            }
    return fail(why, "no MMA atom is called '%.100s'%s", name, close);
}

bool mma_atom_find(struct mma_atom *out, const char *name, struct failure *why)
{
    const struct row *row;
    char known[ATOM_NAME];
    for (int i = 0; name_at(i, known, &row); i++) {
        if (strcmp(known, name) != 0)
            continue;
        memcpy(out->name, known, sizeof out->name);
        set_widths(out);
        if (!row)
            return build_wgmma(out, why);
        out->m = row->m;
        out->n = row->n;
        out->k = row->k;
        return layout_parse(&out->thr_id, row->thr_id, why) &&
               layout_parse(&out->tv[MMA_A], row->a, why) &&
               layout_parse(&out->tv[MMA_B], row->b, why) &&
               layout_parse(&out->tv[MMA_C], row->c, why);
    }
    return no_such_atom(name, why);
}

void mma_extents(const struct mma_atom *atom, enum mma_operand operand, int *rows_out, int *cols)
{
    *rows_out = operand == MMA_B ? atom->n : atom->m;
    *cols = operand == MMA_C ? atom->n : atom->k;
}
