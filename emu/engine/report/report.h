// SPDX-License-Identifier: MIT
//
// report.h: what went wrong, for the one who wrote the program: where, who, what to do.
#ifndef REPORT_H
#define REPORT_H

#include <stdio.h>

#include "kinds.h"
#include "../base/base.h"

// ---- allocation_name.c -----------------------------------------------------------------------------------------

// What the program calls that which cudaMalloc at `place` ("file.cu:12") made; false: not known.
bool allocation_name(const char *place, char *name, size_t size);

// ---- diagnosis.c -----------------------------------------------------------------------------------

// What another thread did, which this diagnosis is about, too.
struct other_access {
    const char *what; // "write", "TMA load"
    const char *pc;
    enum { OTHER_PLACE, OTHER_THREAD, OTHER_BLOCK } known; // the place alone, its thread, its block
    struct uint3 block, thread;
    const char *more; // follows in the same line, or NULL
};

// One diagnosis. Its source location and the running thread are added when it is printed.
struct diagnosis {
    enum diagnosis_kind kind;
    const char *pc; // of the program, or NULL
    const char
        *address; // which memory: an array and its element, or how far from which end; or NULL
    const struct other_access *other;  // NULL: nobody else has part in it
    const char *detail_label, *detail; // one more line, or NULL
    const char *cure;                  // NULL: the one of the kind (kinds.h)
};

// Prints a diagnosis to stderr in one piece, as text or as JSON; the program's exit status becomes
// 1. `what` is the format of its first line.
void report_diagnosis(const struct diagnosis *diagnosis, const char *what, ...)
    __attribute__((format(printf, 2, 3)));
void report(enum diagnosis_kind kind, const char *pc, const char *address, const char *cure,
            const char *what, ...) __attribute__((format(printf, 5, 6)));
// Was this reported before, at this place? Then it is counted, and need not be described again.
bool report_is_old(const char *pc, const char *what);
bool report_wants_json(void); // EMU_REPORT=json
// As above for the running thread, then ends its launch with `error`.
void report_and_stop(cudaError_t error, enum diagnosis_kind kind, const char *pc,
                     const char *address, const char *cure, const char *what, ...)
    __attribute__((format(printf, 6, 7), noreturn));
// "allocation of 4096 bytes by cudaMalloc at main.c:12, 4 bytes past its end"
// size: of the element that was meant, 0 where none was.
char *describe_address(uintptr_t address, size_t size, char *text, size_t text_size);
// The same for one allocation.
struct allocation;
char *describe_in(const struct allocation *a, uintptr_t address, size_t size, char *text,
                  size_t text_size);
// A launch that never began: remembered for cudaGetLastError, and explained.
void launch_refused(cudaError_t error, const char *pc, const char *kernel, const char *why);
// A call that was refused, and why: "cuTensorMapEncodeTiled refused (...)". Told at once as a note.
void call_refused(const char *pc, const char *call, const char *why);
// An allocation that this PC cannot back: told once for each place that asks for one.
void allocation_refused(const char *pc, const char *function, size_t bytes, const char *why);
// Registers what is called before any text is printed, to clear a line of progress; and what is
// called at the end of the program.
void report_before_text(void (*clear)(void));
void report_at_end(void (*say)(void));
// One line that is no diagnosis: the exit status stays. pc: where, or NULL; kind: in JSON.
void remark(const char *kind, const char *pc, const char *what, ...)
    __attribute__((format(printf, 3, 4)));
// The last line, where the program ends without running at_exit: after what it has printed.
void report_sum_up(void);

// ---- summary.c: under the lock of diagnosis.c ---------------------------------------------------

// Was a diagnosis with this format reported at this place? Then it is counted. So it is when there
// were too many to tell one more apart.
bool summary_counts_again(const char *pc, const char *what);
// It was not: remembers it. Returns whether to print it: two of one kind are printed for a line.
bool summary_add(enum diagnosis_kind kind, const char *pc, const char *what, const char *line);
bool summary_any(void);
// "emu: 3 kinds of mistakes, 25,204 times; first: race at 1_panel.cu:41"
void summary_print(bool json, FILE *out);

// ---- leaks.c ------------------------------------------------------------------------------------

void leaks_report(void); // each as a diagnosis
void leaks_tell(void);   // as EMU_LEAKS says, where the program ends

// ---- matrix_name.c ------------------------------------------------------------------------------------

// "A is 100 x 100 (ld 100); this is row 100, column 3", where the program has named the array that
// begins at `base` (emu_name_array); else false.
bool matrix_name_place(uintptr_t base, uintptr_t address, char *text, size_t size);

#endif
