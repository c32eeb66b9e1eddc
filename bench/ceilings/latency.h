// SPDX-License-Identifier: MIT
//
// latency.h: how long one load takes, by a chain of loads of which each gives the next address.
//
// One thread follows a ring of nodes in random order. How large the ring is decides which memory
// answers: a small one stays in L1, a larger one in L2, a very large one comes from DRAM.
#ifndef BENCH_CEILINGS_LATENCY_H
#define BENCH_CEILINGS_LATENCY_H

#include "bench.h"

// One node: the address of the next. The rest of its line is not used.
typedef unsigned long long node;

struct chase_result {
    node *last;
    long long cycles;
};

enum chase_kind { CHASE_SHARED, CHASE_L1, CHASE_L2, CHASE_DRAM };

struct chase_work {
    enum chase_kind kind;
    node *first; // where this launch begins
    int warm_up; // steps before the clock starts: one round of the ring, or none
    int steps;
    struct chase_result *result;
};

// Writes the ring: the k-th node in order[] points to the one after it. `stride` in nodes.
__global__ void link_nodes(node *nodes, const unsigned *order, unsigned n, unsigned stride)
{
    unsigned k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < n)
        nodes[(size_t)order[k] * stride] = (node)&nodes[(size_t)order[(k + 1) % n] * stride];
}

// Through L1: ld.global.ca. (A plain *p would be a generic load, since p itself came from memory.)
__global__ void chase_global(node *p, int warm_up, int steps, struct chase_result *result)
{
#pragma unroll 1
    for (int i = 0; i < warm_up; i++)
        p = (node *)__ldca(p);
    long long begin = clock64();
#pragma unroll 16
    for (int i = 0; i < steps; i++)
        p = (node *)__ldca(p);
    result->last = p; // the clock below waits for the last load
    result->cycles = clock64() - begin;
}

// Past L1: ld.global.cg.
__global__ void chase_past_l1(node *p, int warm_up, int steps, struct chase_result *result)
{
#pragma unroll 1
    for (int i = 0; i < warm_up; i++)
        p = (node *)__ldcg(p);
    long long begin = clock64();
#pragma unroll 16
    for (int i = 0; i < steps; i++)
        p = (node *)__ldcg(p);
    result->last = p;
    result->cycles = clock64() - begin;
}

enum { SHARED_NODES = 1024, SHARED_JUMP = 263 }; // odd: the ring meets every node

// Offsets in bytes, so that a step is a load and nothing else.
__global__ void chase_shared(int steps, struct chase_result *result)
{
    __shared__ unsigned next[SHARED_NODES];
    for (unsigned i = 0; i < SHARED_NODES; i++)
        next[i] = (i + SHARED_JUMP) % SHARED_NODES * (unsigned)sizeof *next;
    __syncthreads();
    unsigned at = 0;
    long long begin = clock64();
#pragma unroll 16
    for (int i = 0; i < steps; i++)
        at = *(const unsigned *)((const char *)next + at);
    result->last = (node *)(size_t)at;
    result->cycles = clock64() - begin;
}

static void launch_chase(const struct chase_work *w)
{
    switch (w->kind) {
    case CHASE_SHARED: chase_shared<<<1, 1>>>(w->steps, w->result); break;
    case CHASE_L1: chase_global<<<1, 1>>>(w->first, w->warm_up, w->steps, w->result); break;
    default: chase_past_l1<<<1, 1>>>(w->first, w->warm_up, w->steps, w->result); break;
    }
    CUDA_CHECK_LAUNCH();
}

// A random order of 0..n-1 (Fisher and Yates), always the same one.
static unsigned *random_order(unsigned n)
{
    unsigned *order = (unsigned *)host_memory(n * sizeof *order);
    unsigned long long seed = 1;
    for (unsigned i = 0; i < n; i++)
        order[i] = i;
    for (unsigned i = n - 1; i > 0; i--) {
        seed = seed * 6364136223846793005u + 1442695040888963407u; // Knuth's MMIX generator
        unsigned j = (unsigned)((seed >> 33) % (i + 1)), swapped = order[i];
        order[i] = order[j];
        order[j] = swapped;
    }
    return order;
}

// REPETITIONS launches. In a ring that memory must not remember (DRAM), each begins where the last
// one ended. Prints cycles and nanoseconds of one step.
static void chase(struct bench *b, const char *name, enum chase_kind kind, size_t ring_bytes,
                  size_t stride_bytes, int steps)
{
    unsigned n = (unsigned)(ring_bytes / stride_bytes), at = 0;
    unsigned *order = NULL, *d_order = NULL;
    node *nodes = NULL;
    struct chase_result result, *d_result = (struct chase_result *)device_memory(sizeof *d_result);
    struct chase_work w = {};
    w.kind = kind;
    w.steps = steps;
    w.result = d_result;
    if (kind != CHASE_SHARED) {
        order = random_order(n);
        nodes = (node *)device_memory(ring_bytes);
        d_order = (unsigned *)device_memory(n * sizeof *d_order);
        CUDA_CHECK(cudaMemcpy(d_order, order, n * sizeof *order, cudaMemcpyHostToDevice));
        link_nodes<<<(n + 255) / 256, 256>>>(nodes, d_order, n,
                                             (unsigned)(stride_bytes / sizeof *nodes));
        CUDA_CHECK_LAUNCH();
    }
    double cycles[REPETITIONS];
    bool right = true;
    for (int i = 0; i < REPETITIONS; i++) {
        if (kind != CHASE_SHARED) {
            w.first = nodes + order[at] * (stride_bytes / sizeof *nodes);
            w.warm_up = kind == CHASE_DRAM ? 0 : (int)n;
            at = (unsigned)((at + (size_t)w.warm_up + (size_t)steps) % n);
        }
        launch_chase(&w);
        CUDA_CHECK(cudaMemcpy(&result, d_result, sizeof result, cudaMemcpyDeviceToHost));
        node *expected = kind == CHASE_SHARED
                             ? (node *)((size_t)steps * SHARED_JUMP % SHARED_NODES * sizeof(int))
                             : nodes + order[at] * (stride_bytes / sizeof *nodes);
        right = right && result.last == expected;
        cycles[i] = (double)result.cycles / steps;
    }
    expect(b, right, name);
    struct statistics s = statistics_of(cycles, REPETITIONS);
    char in_ns[64];
    snprintf(in_ns, sizeof in_ns, "%s_ns", name);
    double kib = (double)ring_bytes / 1024;
    print_figure(b, name, s.median, "cycles", s.spread, "ring of %.0f KiB, a node every %zu bytes",
                 kib, stride_bytes);
    print_figure(b, in_ns, s.median / b->clock_hz * 1e9, "ns", s.spread,
                 "at the measured sm_clock");
    CUDA_CHECK(cudaFree(d_result));
    if (nodes) {
        CUDA_CHECK(cudaFree(nodes));
        CUDA_CHECK(cudaFree(d_order));
        free(order);
    }
}

static void bench_latency(struct bench *b)
{
    size_t large = (size_t)1 << 30;
    while (large > b->machine.memory_bytes / 8)
        large /= 2;
    print_section(b, "Latency: one load after the other");
    chase(b, "latency_shared", CHASE_SHARED, SHARED_NODES * sizeof(unsigned), sizeof(unsigned),
          1 << 16);
    chase(b, "latency_l1", CHASE_L1, 16 << 10, 128, 1 << 16);
    chase(b, "latency_l2", CHASE_L2, b->machine.l2_bytes / 8, 128, 1 << 14);
    chase(b, "latency_dram", CHASE_DRAM, large, 2048, 1 << 14);
}

#endif
