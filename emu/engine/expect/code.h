// SPDX-License-Identifier: MIT
//
// code.h: the machine code of the running program, as objdump (of the compiler's binutils) prints
// it, and from it the instructions between two requests of a warp.
//
// Programs contain nothing for this purpose: the code is read when an expected time is requested.
#ifndef CODE_H
#define CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../timing/requests.h"

struct trace;

enum code_kind {
    CODE_PLAIN,
    CODE_JUMP,
    CODE_BRANCH, // a conditional jump
    CODE_CALL,
    CODE_END // the function returns, or a diagnosis is made
};

struct code {         // one instruction
    uintptr_t at, to; // to: target of a jump
    uint32_t text;    // "addss %xmm1,%xmm0", offset in code_texts
    uint8_t kind;
    bool begins;     // first instruction of a function
    bool is_request; // of the traced block
    bool skipped;    // part of a check, which a GPU does not execute
    struct mix cost; // the instructions that a GPU executes instead
};

extern struct code *code_at;
extern size_t code_count;
extern char *code_texts;

// ---- code_read.c --------------------------------------------------------------------------------

// Reads the instructions of this address range of the program's file, and of the functions around
// it.
void code_read(uintptr_t low, uintptr_t high);
size_t code_index(uintptr_t at); // index of the instruction that contains this byte; code_count:
                                 // none
size_t code_entry(size_t i);     // the first instruction of the function that contains this one
// Bytes of the local variables of that function.
size_t code_frame(size_t i);

// ---- code_units.c -------------------------------------------------------------------------------

// The instructions that nvcc generates for this one. header: the function of the CUDA headers that
// contains it, or NULL.
struct mix code_cost(const char *text, const char *header);

// ---- code_turns.c -------------------------------------------------------------------------------

enum { MOST_LOOPS = 64 };
void turns_begin(const void *function); // before a traced launch
// While the first warp of a traced block runs.
void turns_count_begin(const struct trace *trace);
void turns_count_end(void);
bool turns_differ(int a, int b); // between two traces
void turns_select(int number);   // of the trace to which the calls below refer
bool turns_counted(void);        // is there a loop?
int turns_index(uintptr_t jump); // index of the loop that ends there; -1: none, or its requests
                                 // show its iterations
// times: how often the warp passed each loop. Returns false if a loop had too many iterations to be
// counted.
bool turns_share(const uint32_t *times);
double turns_of(uintptr_t at); // executions of this instruction each time it is reached
// The iterations of the loop that ends with this jump, and its head; 0: no loop.
double turns_that_end(uintptr_t jump, uintptr_t *head);

// ---- code_way.c ---------------------------------------------------------------------------------

// Paths never need more than a window of so many instructions.
enum { CODE_WINDOW = 1 << 14 };
// Lists the instructions from `from` to before `to`. Returns their number; 0: no path without a
// request.
size_t code_way(size_t from, size_t to, uint32_t *list);
bool code_leads(size_t from, size_t to); // forward, with or without requests

// ---- code_flow.c --------------------------------------------------------------------------------

enum { MOST_NAMES = 80, NAME_BYTES = 24 };

// Registers and stack slots, by name; %eax, %rax and %al are the same.
struct names {
    char of[MOST_NAMES][NAME_BYTES];
    bool loaded[MOST_NAMES]; // depends on the load before
    int deep[MOST_NAMES];    // length of the chain of additions and multiplications
    int count;
};

struct flow {
    struct names names;
    bool waits;         // for the instruction that uses the loaded value
    bool indexes_local; // the loaded value is the index of a local array
    int deepest;
};

// Returns the latency that iterations of loops without memory requests add to the longest chain:
// for each iteration, what depends on the one before.
double flow_follow(struct flow *f, const uint32_t *list, size_t n, bool waits);
bool flow_is_loaded(struct flow *f, const char *name);
// Does the path end an iteration of a loop whose counter grows by a variable?
bool flow_varies(struct flow *f, const uint32_t *list, size_t count);

// ---- code.c -------------------------------------------------------------------------------------

// Fills in the instructions before each request, where they can be found, and removes meetings.
void code_mixes(struct traced_block *block, bool wanted);

#endif
