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

#include "../../timing/requests.h"

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
    bool is_request; // in the block that is looked at
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

// ---- code_turns.c -------------------------------------------------------------------------------

enum { MOST_LOOPS = 64 };
void turns_begin(const void *function); // before a launch that is traced
void turns_count(bool wanted);          // the first warp of its first block runs, or others do
bool turns_counted(void);               // is there a loop?
int turns_index(uintptr_t jump); // of the loop that ends there; -1: none, or its requests show it
// The warp came by each loop so often. False: it turned too often to be counted.
bool turns_share(const uint32_t *times);
double turns_of(uintptr_t at); // how often this instruction is executed when it is come by
// The turns of the loop that ends with this jump, and where it begins; 0: none.
double turns_that_end(uintptr_t jump, uintptr_t *head);

// ---- code_way.c ---------------------------------------------------------------------------------

// Ways never need more than a window of so many instructions.
enum { CODE_WINDOW = 1 << 14 };
// The instructions from one to before another; how many, 0: no way without a request.
size_t code_way(size_t from, size_t to, uint32_t *list);
bool code_leads(size_t from, size_t to); // forward, requests or not

// ---- code_flow.c --------------------------------------------------------------------------------

enum { MOST_NAMES = 80, NAME_BYTES = 24 };

// Registers and places in the stack frame, by name; %eax, %rax and %al are one.
struct names {
    char of[MOST_NAMES][NAME_BYTES];
    bool loaded[MOST_NAMES]; // holds what comes from the load before
    int deep[MOST_NAMES];    // so many additions and multiplications one after another
    int count;
};

struct flow {
    struct names names;
    bool waits; // for the instruction that takes what was loaded
    int deepest;
};

// Returns what the turns of loops that ask nothing of memory add to what is deepest: each what it
// takes of the one before.
double flow_follow(struct flow *f, const uint32_t *list, size_t n, bool waits);
bool flow_is_loaded(struct flow *f, const char *name);

// ---- code.c -------------------------------------------------------------------------------------

// Fills in what stands before each request, where that can be found, and drops
// meetings.
void code_mixes(struct traced_block *block, bool wanted);

#endif
