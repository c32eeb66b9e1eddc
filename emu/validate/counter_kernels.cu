// SPDX-License-Identifier: MIT
//
// counter_kernels: small kernels with fixed shapes, each launched once, for comparing Nsight
// Compute's counters on a GPU with those of the emulated GPU (ncu_compare.py). Each kernel measures
// the cost of one access pattern. The comment above it predicts the cost from the rules;
// ncu_compare.py reads it, too.
//
// The program prints a checksum of each kernel's results, the same on every machine.
// The kernels in the order in which they run.
#include "counter_kernels/global.h"
#include "counter_kernels/diverged.h"
#include "counter_kernels/matmul.h"
#include "counter_kernels/transpose.h"
#include "counter_kernels/block.h"
#include "counter_kernels/atomics.h"
#include "counter_kernels/shared_load.h"
#include "counter_kernels/shared_load_128.h"
#include "counter_kernels/shared_store.h"
#include "counter_kernels/async_copy.h"
#include "counter_kernels/ldmatrix.h"

// Integers from 0 to 15, without a pattern that an access could coincide with.
static void fill(float *values, unsigned seed)
{
    for (int i = 0; i < LENGTH; i++) {
        seed = seed * 1664525u + 1013904223u; // a linear congruential generator (Numerical Recipes)
        values[i] = (float)(seed >> 28);
    }
}

static float *on_device(const float *values)
{
    float *d = NULL;
    CUDA_CHECK(cudaMalloc((void **)&d, LENGTH * sizeof *d));
    CUDA_CHECK(cudaMemcpy(d, values, LENGTH * sizeof *d, cudaMemcpyHostToDevice));
    return d;
}

static void allocate(struct harness *h)
{
    h->h_out = (float *)malloc(LENGTH * sizeof *h->h_out);
    h->h_counts = (int *)malloc(LENGTH * sizeof *h->h_counts);
    if (!h->h_out || !h->h_counts) {
        fprintf(stderr, "counter_kernels: out of memory\n");
        exit(1);
    }
    fill(h->h_out, 1);
    h->in = on_device(h->h_out);
    fill(h->h_out, 2);
    h->b = on_device(h->h_out);
    CUDA_CHECK(cudaMalloc((void **)&h->out, LENGTH * sizeof *h->out));
    CUDA_CHECK(cudaMalloc((void **)&h->counts, LENGTH * sizeof *h->counts));
    const struct weights w = zero_to_31();
    CUDA_CHECK(cudaMemcpyToSymbol(coefficients, w.value, sizeof w.value));
}

static void release(struct harness *h)
{
    CUDA_CHECK(cudaFree(h->in));
    CUDA_CHECK(cudaFree(h->b));
    CUDA_CHECK(cudaFree(h->out));
    CUDA_CHECK(cudaFree(h->counts));
    free(h->h_out);
    free(h->h_counts);
}

static const char usage[] =
    "usage: counter_kernels [options]\n"
    "  --list         print the kernels' names and end\n"
    "  --kernel NAME  run this kernel only\n"
    "  --ldmatrix     run those of ldmatrix, which are recorded by themselves\n"
    "  --help         this text\n";

int main(int argc, char **argv)
{
    struct harness h = {};
    bool ldmatrix = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--list") == 0) {
            h.list = true;
        } else if (strcmp(argv[i], "--kernel") == 0 && i + 1 < argc) {
            h.only = argv[++i];
        } else if (strcmp(argv[i], "--ldmatrix") == 0) {
            ldmatrix = true;
        } else if (strcmp(argv[i], "--help") == 0) {
            fputs(usage, stdout);
            return 0;
        } else {
            fprintf(
                stderr,
                "counter_kernels: %s: no such flag, or its value is missing; --help lists all\n",
                argv[i]);
            return 2;
        }
    }

    if (!h.list)
        allocate(&h);
    for (const struct launch *l = first_launch; l; l = l->next) {
        const bool of_ldmatrix = strncmp(l->kernel, "ldmatrix", strlen("ldmatrix")) == 0;
        if (of_ldmatrix == ldmatrix && begin(&h, l->kernel)) {
            l->run(&h);
            end(&h, l->kernel);
        }
    }
    if (!h.list)
        release(&h);
    if (h.found == 0) {
        fprintf(stderr, "--kernel %s: no such kernel; --list names them\n", h.only);
        return 2;
    }
    return 0;
}
