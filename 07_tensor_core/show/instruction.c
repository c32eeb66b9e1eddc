// SPDX-License-Identifier: MIT
//
// instruction.c: the instructions of common/device/ptx/ptx.h and CuTe's names for them.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "../../common/device/ptx/mma_traits.h"
#include "views.h"

// ---- Names --------------------------------------------------------------------------------------

static const struct {
    const char *function;
    struct mma_traits (*traits)(void);
} mmas[] = {
#define ROW(name, ...) {#name, name##_traits},
    MMA_INSTRUCTIONS(ROW)
#undef ROW
};
enum { MMAS = sizeof mmas / sizeof *mmas };

static const struct {
    const char *function, *atom;
} copies[] = {
    {"ldmatrix_x1", "SM75_U32x1_LDSM_N"},       {"ldmatrix_x2", "SM75_U32x2_LDSM_N"},
    {"ldmatrix_x4", "SM75_U32x4_LDSM_N"},       {"ldmatrix_x1_trans", "SM75_U16x2_LDSM_T"},
    {"ldmatrix_x2_trans", "SM75_U16x4_LDSM_T"}, {"ldmatrix_x4_trans", "SM75_U16x8_LDSM_T"},
};
enum { COPIES = sizeof copies / sizeof *copies };

// "mma_m16n8k16_f32_f16_f16_f32", for 8.0 -> "SM80_16x8x16_F32F16F16F32_TN".
static void cute_name(const char *function, unsigned needs, char name[ATOM_NAME])
{
    unsigned m, n, k;
    char types[ATOM_NAME], upper[ATOM_NAME] = "";
    if (sscanf(function, "mma_m%un%uk%u_%40s", &m, &n, &k, types) != 4)
        types[0] = '\0';
    size_t used = 0;
    for (const char *c = types; *c; c++)
        if (*c != '_')
            upper[used++] = (char)toupper((unsigned char)*c);
    snprintf(name, ATOM_NAME, "SM%u_%ux%ux%u_%.30s_TN", needs, m, n, k, upper);
}

static bool refuse_name(const char *name, struct failure *why)
{
    char known[600] = "";
    size_t used = 0;
    for (int i = 0; i < MMAS && used < sizeof known; i++)
        used += (size_t)snprintf(known + used, sizeof known - used, "%s, ", mmas[i].function);
    return fail(why,
                "--atom %.100s: no such instruction; known are %sldmatrix_x1, x2 and x4, each also "
                "with _trans, and CuTe's names for these and others (06_layouts atoms)",
                name, known);
}

bool instruction_find(struct instruction *out, const char *name, struct failure *why)
{
    char known[ATOM_NAME];
    *out = (struct instruction){.is_mma = true};
    for (int i = 0; i < MMAS; i++) {
        cute_name(mmas[i].function, mmas[i].traits().needs, known);
        if (strcmp(name, mmas[i].function) != 0 && strcmp(name, known) != 0)
            continue;
        snprintf(out->function, sizeof out->function, "%s", mmas[i].function);
        return mma_atom_find(&out->mma, known, why);
    }
    for (int i = 0; i < COPIES; i++) {
        if (strcmp(name, copies[i].function) != 0 && strcmp(name, copies[i].atom) != 0)
            continue;
        out->is_mma = false;
        snprintf(out->function, sizeof out->function, "%s", copies[i].function);
        return copy_atom_find(&out->copy, copies[i].atom, 16, why);
    }
    for (int i = 0; mma_atom_name(i, known); i++)
        if (strcmp(name, known) == 0)
            return mma_atom_find(&out->mma, name, why);
    return refuse_name(name, why);
}

// ---- Operands -----------------------------------------------------------------------------------

struct operand operand_of(const struct mma_atom *atom, enum mma_operand which)
{
    struct operand o = {.which = which,
                        .letter = "ABC"[which],
                        .row_letter = "mnm"[which],
                        .col_letter = "kkn"[which],
                        .bits = atom->bits[which + 1],
                        .tv = &atom->tv[which]};
    struct layout threads;
    struct failure why; // cannot happen: an atom's layouts have two modes
    int64_t size = 0, thread_count = 1;
    if (layout_size(o.tv, &size, &why) && layout_get(&threads, o.tv, 0, &why))
        layout_size(&threads, &thread_count, &why);
    mma_extents(atom, which, &o.rows, &o.cols);
    o.threads = (int)thread_count;
    o.values = (int)(size / thread_count);
    return o;
}

void operand_element(const struct operand *o, int thread, int value, int *row, int *col)
{
    int64_t place = 0;
    struct failure why;
    layout_at(o->tv, thread + (int64_t)value * o->threads, &place, &why);
    *row = (int)(place % o->rows);
    *col = (int)(place / o->rows);
}

int operand_register(const struct operand *o, int value, int *bit)
{
    const int size = o->bits > 32 ? o->bits : 32;
    *bit = value * o->bits % size;
    return value * o->bits / size;
}

// ---- Pictures -----------------------------------------------------------------------------------

bool operands_draw(const struct mma_atom *atom, int lane, const char *title, const char *path,
                   struct failure *why)
{
    const struct shading shading = {.colour = COLOUR_THREAD, .bits = 32};
    struct picture p = {.title = ""};
    bool ok = figure_mma(&p, atom, lane, &shading, why);
    snprintf(p.title, sizeof p.title, "%s", title);
    for (int which = MMA_A; which <= MMA_C && ok; which++) {
        const struct operand o = operand_of(atom, (enum mma_operand)which);
        struct panel *panel = &p.panels[which];
        int *const rows = which == MMA_B ? panel->col_group : panel->row_group;
        int *const cols = which == MMA_B ? panel->row_group : panel->col_group;
        rows[0] = 8;
        cols[0] = which == MMA_C ? 0 : 128 / o.bits;
        for (long i = 0; lane >= 0 && i < (long)panel->rows * panel->cols; i++) {
            int bit;
            const int in_register = operand_register(&o, (int)panel->cells[i].number[1], &bit);
            panel->cells[i].fill = picture_hue(in_register, operand_register(&o, o.values, &bit));
        }
    }
    ok = ok && picture_save(&p, path, why);
    picture_free(&p);
    return ok;
}
