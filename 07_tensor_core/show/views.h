// SPDX-License-Identifier: MIT
//
// views.h: what the program shows in addition to the steps: instructions and their fragments.
#ifndef TENSOR_CORE_VIEWS_H
#define TENSOR_CORE_VIEWS_H

#include "../../common/layout/draw/figure.h"
#include "../../common/step/step.h"

// The experiments --atom NAME and --fragment lane=N (of --atom's instruction).
int tc_show_atom(const struct gemm_problem *p, const struct setup *setup);
int tc_show_fragment(const struct gemm_problem *p, const struct setup *setup);
// The experiment --precision.
int tc_precision(const struct gemm_problem *p, const struct setup *setup);

// ---- Instructions by name -----------------------------------------------------------------------

// A function of common/device/ptx/ptx.h and the atom of CuTe that is the same instruction.
struct instruction {
    char function[ATOM_NAME]; // "mma_m16n8k16_f32_f16_f16_f32"; "" where ptx.h has none
    bool is_mma;              // else ldmatrix
    struct mma_atom mma;
    struct copy_atom copy; // in elements of 16 bits
};

// By either name. False with one line that lists the functions.
bool instruction_find(struct instruction *out, const char *name, struct failure *why);

// ---- An operand of an mma -----------------------------------------------------------------------

// A, B or C in the registers of a warp. In A, B and C, rows are m, n, m and columns k, k, n.
struct operand {
    enum mma_operand which;
    char letter, row_letter, col_letter; // 'B', 'n', 'k'
    int rows, cols;
    int bits;            // of an element
    int threads, values; // values of each thread
    const struct layout *tv;
};

struct operand operand_of(const struct mma_atom *atom, enum mma_operand which);
// Row and column of a value; the register that holds it, of 32 bits or of one element if that is
// wider, and its lowest bit there.
void operand_element(const struct operand *o, int thread, int value, int *row, int *col);
int operand_register(const struct operand *o, int value, int *bit);

// The three operands as a picture in a file, coloured by thread or, if a lane is framed (otherwise
// -1), by register. Lines separate the registers of the warp: 8 rows of 16 bytes.
bool operands_draw(const struct mma_atom *atom, int lane, const char *title, const char *path,
                   struct failure *why);

#endif
