// SPDX-License-Identifier: MIT
//
// report.h: diagnoses: what is wrong, where, in which thread, and what to do about it.
#ifndef REPORT_H
#define REPORT_H

#include <stdio.h>

#include "kinds.h"
#include "../base/base.h"

// ---- allocation_name.c --------------------------------------------------------------------------

// The program's name for what cudaMalloc at `place` ("file.cu:12") allocated. Returns false if it
// is unknown.
bool allocation_name(const char *place, char *name, size_t size);

// ---- call_stack.c -------------------------------------------------------------------------------

// Returns pc itself, or if it is inside the engine or a library, the nearest caller that is not.
const char *nearest_of_program(const char *pc);
// source_location() knows the callers of inlined functions only. find_callers() finds where the
// function was called in which the current thread executes `pc`, and so on up to the kernel, and
// add_callers() appends these lines. The thread must not have left the function.
void find_callers(const char *pc, uint32_t places[CALLERS]); // place numbers; 0: none
void add_callers(const uint32_t places[CALLERS], char *text, size_t size);

// ---- diagnosis.c --------------------------------------------------------------------------------

// The access of another thread that a diagnosis also mentions.
struct other_access {
    const char *what; // "write", "TMA load"
    const char *pc;
    // The known properties: only its location; also its thread; also its block.
    enum { OTHER_PLACE, OTHER_THREAD, OTHER_BLOCK } detail;
    struct uint3 block, thread;
    const char *suffix; // appended to the same line, or NULL
};

// The thread that a diagnosis is about. It may have ended.
struct reporter {
    const struct launch *launch; // NULL: the host
    struct uint3 block, thread;
    unsigned id; // of the thread in its block
};
struct reporter reporter_of(const struct thread *t); // NULL: the host

// One diagnosis. Printing it adds the source location.
struct diagnosis {
    enum diagnosis_kind kind;
    const struct reporter *by; // NULL: the running thread
    const char *pc;            // in the program, or NULL
    const uint32_t
        *callers; // of its function, found earlier (find_callers()); NULL: the current callers
    const char *address; // the array and element, or the distance from an allocation; or NULL
    const struct other_access *other;  // NULL: no other thread is involved
    const char *detail_label, *detail; // one more line, or NULL
    const char *cure;                  // NULL: the cure of the kind (kinds.h)
};

// Prints a diagnosis to stderr in one write, as text or as JSON, and sets the program's exit status
// to 1. `what` is the format of its first line.
void report_diagnosis(const struct diagnosis *diagnosis, const char *what, ...)
    __attribute__((format(printf, 2, 3)));
void report(enum diagnosis_kind kind, const char *pc, const char *address, const char *cure,
            const char *what, ...) __attribute__((format(printf, 5, 6)));
// Was this reported before at this location? Then it is counted, and the caller does not have to
// describe it again.
bool report_is_old(const char *pc, const char *what);
bool report_wants_json(void); // EMU_REPORT=json
// Like report(), for the running thread, and then ends its launch with `error`.
void report_and_stop(cudaError_t error, enum diagnosis_kind kind, const char *pc,
                     const char *address, const char *cure, const char *what, ...)
    __attribute__((format(printf, 6, 7), noreturn));
// "byte 4100 of the 4096 bytes from cudaMalloc at main.c:12". size: the size of the accessed
// element; 0 if unknown.
char *describe_address(uintptr_t address, size_t size, char *text, size_t text_size);
// The same for one allocation.
struct allocation;
char *describe_in(const struct allocation *a, uintptr_t address, size_t size, char *text,
                  size_t text_size);
// Reports a launch that was refused: sets the error for cudaGetLastError and prints the reason.
void launch_refused(cudaError_t error, const char *pc, const char *kernel, const char *why);
// Reports a call that was refused, and why: "cuTensorMapEncodeTiled refused (...)". Printed at once
// as a note.
void call_refused(const char *pc, const char *call, const char *why);
// Reports an allocation that this PC cannot provide, once for each location.
void allocation_refused(const char *pc, const char *function, size_t bytes, const char *why);
// Registers functions that are called before any text is printed, to clear a progress line, and at
// the end of the program.
void report_before_text(void (*clear)(void));
void report_at_end(void (*say)(void));
// Prints one line that is not a diagnosis and does not change the exit status. pc: the location, or
// NULL; kind: for JSON.
void remark(const char *kind, const char *pc, const char *what, ...)
    __attribute__((format(printf, 3, 4)));
// Prints the summary if the program ends without running at_exit.
void report_sum_up(void);

// ---- sarif.c ------------------------------------------------------------------------------------

void sarif_begin(void); // writes the file of EMU_SARIF, without diagnoses so far

// ---- summary.c: called under the lock of diagnosis.c --------------------------------------------

// Was a diagnosis with this format reported at this location? Then counts it and returns true; also
// if the table of diagnoses is full.
bool summary_counts_again(const char *pc, const char *what);
// Adds a new diagnosis. Returns whether to print it: at most two of one kind are printed for a
// line.
bool summary_add(enum diagnosis_kind kind, const char *pc, const char *what, const char *line);
bool summary_any(void);
// "emu: 3 kinds of mistakes, 25,204 times; first: race at 1_panel.cu:41"
void summary_print(bool json, FILE *out);

// ---- leaks.c ------------------------------------------------------------------------------------

void leaks_report(void);  // each leak as a diagnosis
void leaks_at_exit(void); // as EMU_LEAKS selects, at the end of the program

// ---- matrix_name.c ------------------------------------------------------------------------------

// "A is 100 x 100 (ld 100); this is row 100, column 3". Returns false unless the program has
// described the array that begins at `base` (emu_name_array).
bool matrix_name_place(uintptr_t base, uintptr_t address, char *text, size_t size);

#endif
