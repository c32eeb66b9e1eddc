// SPDX-License-Identifier: MIT
//
// code.h: the machine code of the program that runs, as objdump prints it (it comes with the
// compiler): what a thread computes between two requests of its warp.
//
// Nothing is added to a program for it: it is read when an expected time is asked for.
#ifndef CODE_H
#define CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../expect/requests.h"

enum code_kind {
    CODE_PLAIN,
    CODE_JUMP,
    CODE_BRANCH, // a conditional jump
    CODE_CALL,
    CODE_END // the function returns, or a diagnosis is made
};

struct code {         // one instruction
    uintptr_t at, to; // to: of a jump
    uint32_t text;    // "addss %xmm1,%xmm0", in code_texts
    uint8_t kind;
    bool begins;     // a function
    bool skipped;    // a check, which no GPU makes
    struct mix cost; // what a GPU executes in its place
};

extern struct code *code_at;
extern size_t code_count;
extern char *code_texts;

// ---- code_read.c --------------------------------------------------------------------------------

// The instructions of these places in the program's file and of the functions around them.
void code_read(uintptr_t low, uintptr_t high);
size_t code_index(uintptr_t at); // of the instruction that holds this byte; code_count: none

// ---- code_units.c -------------------------------------------------------------------------------

// What nvcc writes for this instruction; header: the function of the CUDA headers that it is part
// of, or NULL.
struct mix code_cost(const char *text, const char *header);

// ---- code.c -------------------------------------------------------------------------------------

// Fills in what stands before each request, where that can be found, and drops meetings.
void code_mixes(struct traced_block *block, bool wanted);

#endif
