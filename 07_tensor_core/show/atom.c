// SPDX-License-Identifier: MIT
//
// The experiment --atom NAME: which thread of an instruction holds which element, in both
// directions.
#include <stdio.h>

#include "../../common/base/terminal.h"
#include "../../common/driver/driver.h"
#include "views.h"

// ---- mma ----------------------------------------------------------------------------------------

// The right inverse, if each element has one owner.
static bool inverse_of(struct layout *out, const struct operand *o)
{
    struct failure why;
    int64_t size = 0;
    return o->threads * o->values == o->rows * o->cols && layout_right_inverse(out, o->tv, &why) &&
           layout_size(out, &size, &why) && size == (int64_t)o->rows * o->cols;
}

// A row for each thread: its elements, register by register.
static void print_values(const struct operand *o)
{
    const int width = snprintf(NULL, 0, "(%d,%d)", o->rows - 1, o->cols - 1);
    printf("  thread t has as value v the element (%c,%c)\n%5s", o->row_letter, o->col_letter, "");
    for (int v = 0; v < o->values; v++) {
        int bit;
        const int r = operand_register(o, v, &bit);
        char name[24];
        snprintf(name, sizeof name, "%c[%d]", o->letter - 'A' + 'a', r);
        printf(" %*s", -width, bit == 0 ? name : "");
    }
    printf("\n%5s", "");
    for (int v = 0; v < o->values; v++) {
        char name[24];
        snprintf(name, sizeof name, "V%d", v);
        printf(" %*s", -width, name);
    }
    printf("\n");
    for (int t = 0; t < o->threads; t++) {
        printf("  T%-2d", t);
        for (int v = 0; v < o->values; v++) {
            int row, col;
            char text[32];
            operand_element(o, t, v, &row, &col);
            snprintf(text, sizeof text, "(%d,%d)", row, col);
            printf(" %*s", -width, text);
        }
        printf("\n");
    }
}

static bool print_operand(const struct operand *o, struct failure *why)
{
    const struct tile_figure tile = {.rows = o->rows, .cols = o->cols, .strong = -1};
    const struct shading none = {.colour = COLOUR_NONE};
    struct layout inverse;
    struct picture p = {.title = ""};
    char what[60];
    printf("\n%c, %d x %d elements (%c,%c) of %d bits\n", o->letter, o->rows, o->cols,
           o->row_letter, o->col_letter, o->bits);
    snprintf(what, sizeof what, "(thread, value) -> %c + %d %c", o->row_letter, o->rows,
             o->col_letter);
    printf("  %-33s %s\n", what, layout_text(o->tv));
    if (!inverse_of(&inverse, o)) {
        printf("  no inverse: an element has no owner, or several threads share it\n");
        return true;
    }
    snprintf(what, sizeof what, "%c + %d %c -> thread + %d value", o->row_letter, o->rows,
             o->col_letter, o->threads);
    printf("  %-33s %s\n", what, layout_text(&inverse));
    print_values(o);
    printf("  element (%c,%c) is value V of thread T\n", o->row_letter, o->col_letter);
    const bool ok = figure_tv(&p, o->tv, &tile, &none, "", why);
    if (ok)
        picture_write_text(&p, stdout);
    picture_free(&p);
    return ok;
}

static bool show_mma(const struct instruction *i, const char *svg, struct failure *why)
{
    terminal_line(stdout, "%s%s%s: D = A B + C, A %d x %d, B %d x %d, C %d x %d", i->function,
                  i->function[0] ? ", in CuTe " : "", i->mma.name, i->mma.m, i->mma.k, i->mma.k,
                  i->mma.n, i->mma.m, i->mma.n);
    for (int which = MMA_A; which <= MMA_C; which++) {
        const struct operand o = operand_of(&i->mma, (enum mma_operand)which);
        if (!print_operand(&o, why))
            return false;
    }
    char title[120];
    snprintf(title, sizeof title, "%s: thread and value of each element",
             i->function[0] ? i->function : i->mma.name);
    return !svg || operands_draw(&i->mma, -1, title, svg, why);
}

// ---- ldmatrix -----------------------------------------------------------------------------------

static bool show_ldmatrix(const struct instruction *i, const char *svg, struct failure *why)
{
    const struct shading shading = {.colour = COLOUR_THREAD, .bits = 16};
    struct picture p = {.title = ""};
    printf("%s, in CuTe %s: 8 x 8 matrices of 16 bits, one below the other\n", i->function,
           i->copy.name);
    printf("  source (thread, value):      %s\n  destination (thread, value): %s\n\n",
           layout_text(&i->copy.src), layout_text(&i->copy.dst));
    const bool drawn = figure_copy(&p, &i->copy, -1, &shading,
                                   "in shared memory: element V of the row that lane T names",
                                   "in registers: half V % 2 of register V / 2 of lane T", why);
    for (int panel = 0; panel < p.panel_count; panel++) {
        struct panel *const matrices = &p.panels[panel];
        matrices->row_group[0] = 8;
        // In CuTe's layouts of x1 and x2, the lanes whose addresses are ignored point at the same
        // rows.
        for (int cell = 0; cell < matrices->rows * matrices->cols; cell++)
            matrices->cells[cell].many = false;
    }
    if (drawn)
        picture_write_text(&p, stdout);
    snprintf(p.title, sizeof p.title, "%s", i->function);
    const bool ok = drawn && (!svg || picture_save(&p, svg, why));
    picture_free(&p);
    return ok;
}

// ---- The experiment -----------------------------------------------------------------------------

int tc_show_atom(const struct gemm_problem *p, const struct setup *setup)
{
    struct instruction i;
    struct failure why;
    (void)p;
    if (!instruction_find(&i, setup->value, &why))
        return complain(setup->chapter, &why, EXIT_REQUEST);
    if (!(i.is_mma ? show_mma(&i, setup->svg, &why) : show_ldmatrix(&i, setup->svg, &why)))
        return complain(setup->chapter, &why, EXIT_WRONG);
    return EXIT_OK;
}
