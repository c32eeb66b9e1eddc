// SPDX-License-Identifier: MIT
//
// workload.h: one problem with its matrices on host and device, on which steps are run.
//
//     workload_create(&w, &problem, step, ...)   A and B (files or random), reference
//     workload_run(&w, step, &why)               one run; its result stands in w.C
//     workload_verify(&w)                        is it right?
//     workload_time(&w, &setup, results, count)  many runs of each, timed
//     workload_free(&w)
#ifndef COMMON_WORKLOAD_H
#define COMMON_WORKLOAD_H

#include "../gpu/gpu.h"
#include "../../step/matrix.h"
#include "../../step/reference.h"
#include "../report/report.h"
#include "../request/request.h"

// Where A and B come from.
struct data {
    const char *a, *b; // files of NumPy's; NULL: made here
    long long seed;
    bool integers; // small integers, for which every step must compute the exact result
};

struct workload {
    struct gemm_problem problem;
    struct matrix A, B;
    struct matrix C_before; // beta multiplies this; empty if beta is 0
    struct matrix C;        // the result of the last run
    struct reference reference;
    const struct gpu_ops *gpu;          // NULL: only CPU steps can run
    void *d_A, *d_B, *d_C, *d_C_before; // device copies, only those that a step on the GPU needs
};

// Is the memory of host and device sufficient? False with a line that names the needed and the
// available memory.
bool workload_fits(const struct gemm_problem *p, const struct step *step, const struct setup *setup,
                   struct failure *why);

// For the step's element types, with the problem's leading dimensions. Between the rows of A and B
// are NaNs, or large integers, which spoil the result of a step that reads them. False with a line
// for stderr if a file cannot be read or memory runs out; then nothing must be freed.
bool workload_create(struct workload *w, const struct gemm_problem *p, const struct step *step,
                     const struct data *data, const struct setup *setup, struct failure *why);
void workload_free(struct workload *w);

// Runs the step once. If beta == 0, C holds NaN before, so that a step that reads C or omits an
// element cannot pass. False, with the error's name, if the GPU could not do it: then w->C is
// unchanged.
bool workload_run(struct workload *w, const struct step *step, struct failure *why);

// Compares the result of the last run with the reference, and the memory between its rows with its
// old contents.
struct verdict workload_verify(const struct workload *w);
// Is that element of C unchanged by the run?
bool workload_kept(const struct workload *w, int row, int col);

// Fills in the times of the results that have them; all run on the GPU or all on the CPU.
// setup->reps == 0 chooses the number of runs. On a GPU the steps run alternately, with cuBLAS. Not
// for an emulated GPU, nor for an empty C.
void workload_time(struct workload *w, const struct setup *setup, struct result *results,
                   int count);

// ---- attempt.c, reference_on_gpu.c --------------------------------------------------------------

// A launch that the machine rejects ends its step, not the program: calls work(context). False,
// with cuda_check.h's message, if a CUDA call in it failed: then work has ended there.
bool attempt(void (*work)(void *context), void *context, struct failure *why);

// Large references by cuBLAS in float64: a CPU of 16 cores needs seconds for each problem of 4096,
// and a chapter has up to ten of them. reference_gemm() uses the GPU from now on, if it is a real
// one with cuBLAS and room for the operands.
void reference_on_gpu(const struct setup *setup);

#endif
