// SPDX-License-Identifier: MIT
//
// The experiment --fragment lane=N: what one lane holds of A, B and C, bit by bit, and what it does
// in the ldmatrix that loads the fragments.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../common/base/terminal.h"
#include "../../common/driver/driver.h"
#include "views.h"

enum { LANES = 32, REGISTER = 32, ROW_BITS = 128, ROWS = 8 };

static char lower(const struct operand *o) { return (char)tolower((unsigned char)o->letter); }

// "B(k=2,n=1)": an element of the operand, with the coordinates of the product. B's layout counts
// (n,k).
static void name_element(const struct operand *o, int row, int col, char *text, size_t size)
{
    if (o->which == MMA_B)
        snprintf(text, size, "B(k=%d,n=%d)", col, row);
    else
        snprintf(text, size, "%c(%c=%d,%c=%d)", o->letter, o->row_letter, row, o->col_letter, col);
}

// ---- Registers ----------------------------------------------------------------------------------

static void print_registers(const struct operand *o, int lane)
{
    printf("\n%c %d x %d, elements of %d bits\n  register  bits    value  element\n", o->letter,
           o->which == MMA_B ? o->cols : o->rows, o->which == MMA_B ? o->rows : o->cols, o->bits);
    for (int v = 0; v < o->values; v++) {
        int row, col, bit;
        char element[40], name[24], bits[24], value[16];
        const int r = operand_register(o, v, &bit);
        operand_element(o, lane, v, &row, &col);
        name_element(o, row, col, element, sizeof element);
        snprintf(name, sizeof name, "%c[%d]", lower(o), r);
        snprintf(bits, sizeof bits, "%d-%d", bit, bit + o->bits - 1);
        snprintf(value, sizeof value, "V%d", v);
        printf("  %-9s %-7s %-6s %s\n", name, bits, value, element);
    }
}

// ---- ldmatrix -----------------------------------------------------------------------------------
//
// Matrix i of an ldmatrix fills register i of every lane. It has 8 rows of 16 bytes; lane 8 i + r
// passes the address of row r.

static int registers_of(const struct operand *o) { return o->values * o->bits / REGISTER; }

// Does ldmatrix give every lane what this operand needs, if `rows` are contiguous in shared memory?
// In each register lane t must hold neighbours of row t / 4.
static bool is_loaded_by_ldmatrix(const struct operand *o)
{
    const int in_register = REGISTER / o->bits, count = registers_of(o);
    if (o->bits > REGISTER || o->which == MMA_C || (count != 1 && count != 2 && count != 4))
        return false;
    for (int t = 0; t < LANES; t++)
        for (int v = 0; v < o->values; v++) {
            int row0, col0, row, col;
            operand_element(o, 0, v - v % in_register, &row0, &col0);
            operand_element(o, t, v, &row, &col);
            if (row != row0 + t / 4 || col != col0 + t % 4 * in_register + v % in_register)
                return false;
        }
    return true;
}

// The row that the lane names, then where each of its registers comes from. trans: B is stored k x
// n, so a row is a k, and a register holds neighbours of a column.
static void print_ldmatrix(const struct operand *o, int lane, bool trans)
{
    const int in_register = REGISTER / o->bits, in_row = ROW_BITS / o->bits;
    const int count = registers_of(o), matrix = lane / ROWS, row = lane % ROWS;
    int row0, col0;
    char first[40], last[40];
    printf("\nldmatrix_x%d%s loads it if %c is stored as %c x %c\n", count, trans ? "_trans" : "",
           o->letter, trans ? o->col_letter : o->row_letter, trans ? o->row_letter : o->col_letter);
    if (matrix < count) {
        operand_element(o, 0, matrix * in_register, &row0, &col0);
        name_element(o, trans ? row0 : row0 + row, trans ? col0 + row : col0, first, sizeof first);
        name_element(o, trans ? row0 + in_row - 1 : row0 + row,
                     trans ? col0 + row : col0 + in_row - 1, last, sizeof last);
        printf("  lane %d names row %d of matrix %d: %s to %s\n", lane, row, matrix, first, last);
    } else {
        printf("  lane %d names no row: x%d asks lanes 0 to %d\n", lane, count, count * ROWS - 1);
    }
    for (int i = 0; i < count; i++) {
        const int low = trans ? lane % 4 * 2 : lane / 4;
        char elements[400] = "";
        size_t used = 0;
        int begun = printf("  %c[%d] comes from the row%s that lane%s %d", lower(o), i,
                           trans ? "s" : "", trans ? "s" : "", i * ROWS + low);
        begun += printf(trans ? " and %d name: " : " names: ", i * ROWS + low + 1);
        for (int e = 0; e < in_register; e++) {
            int r, c;
            operand_element(o, lane, i * in_register + e, &r, &c);
            name_element(o, r, c, first, sizeof first);
            used += (size_t)snprintf(elements + used, sizeof elements - used, "%s%s",
                                     e > 0 ? " " : "", first);
        }
        terminal_fold_on_screen(stdout, begun, elements);
        printf("\n");
    }
}

static void print_loads(const struct operand *o, int lane)
{
    if (o->which == MMA_C)
        return;
    if (!is_loaded_by_ldmatrix(o)) {
        printf("\nldmatrix does not load %c: it gives each lane 32 bits of a row, and here a lane "
               "wants %d\n",
               o->letter, o->bits);
        return;
    }
    print_ldmatrix(o, lane, false);
    if (o->which == MMA_B && o->bits == 16)
        print_ldmatrix(o, lane, true);
    else if (o->which == MMA_B)
        printf("  if B is stored as k x n: not possible, .trans moves elements of 16 bits only\n");
}

// ---- The experiment -----------------------------------------------------------------------------

static bool read_lane(const char *text, int *lane, struct failure *why)
{
    const char *number = strncmp(text, "lane=", 5) == 0 ? text + 5 : text;
    const size_t digits = strspn(number, "0123456789");
    *lane = digits > 0 && digits < 4 ? atoi(number) : LANES;
    if (number[digits] != '\0' || *lane >= LANES)
        return fail(why, "--fragment %.100s: no lane; allowed are lane=0 to lane=%d", text,
                    LANES - 1);
    return true;
}

static bool find_warp_mma(struct instruction *out, const char *name, struct failure *why)
{
    if (!instruction_find(out, name, why))
        return false;
    if (!out->is_mma)
        return fail(why, "--atom %s: no mma; --fragment shows the mma's that a warp executes",
                    name);
    const struct operand a = operand_of(&out->mma, MMA_A), c = operand_of(&out->mma, MMA_C);
    if (a.threads != LANES || c.threads != LANES || a.rows * a.cols != LANES * a.values)
        return fail(why,
                    "--atom %s: executed by %d threads; --fragment shows instructions of one warp",
                    name, c.threads);
    return true;
}

static bool draw(const struct instruction *i, int lane, const char *svg, struct failure *why)
{
    char title[120];
    snprintf(title, sizeof title, "%s: what lane %d holds, a colour for each register",
             i->function[0] ? i->function : i->mma.name, lane);
    return operands_draw(&i->mma, lane, title, svg, why);
}

int tc_show_fragment(const struct gemm_problem *p, const struct setup *setup)
{
    struct instruction i;
    struct failure why;
    int lane;
    (void)p;
    if (!read_lane(setup->value, &lane, &why) ||
        !find_warp_mma(&i, setup->beside ? setup->beside : "mma_m16n8k16_f32_f16_f16_f32", &why))
        return complain(setup->chapter, &why, EXIT_REQUEST);
    printf("lane %d of %s: lane / 4 = %d, lane %% 4 = %d\n", lane,
           i.function[0] ? i.function : i.mma.name, lane / 4, lane % 4);
    for (int which = MMA_A; which <= MMA_C; which++) {
        const struct operand o = operand_of(&i.mma, (enum mma_operand)which);
        print_registers(&o, lane);
        print_loads(&o, lane);
    }
    if (setup->svg && !draw(&i, lane, setup->svg, &why))
        return complain(setup->chapter, &why, EXIT_WRONG);
    return EXIT_OK;
}
