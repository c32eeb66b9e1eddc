// SPDX-License-Identifier: MIT
//
// diverged.h: the requests of a diverged warp.
//
// A warp executes a load for all lanes that are at that instruction together. After a branch or a
// loop the GPU waits for the other lanes before it continues. So a loop costs as many requests as
// its longest lane has iterations, and an if/else costs both sides.
#ifndef BENCH_DIVERGED_H
#define BENCH_DIVERGED_H

#include "harness.h"

// ---- Loops --------------------------------------------------------------------------------------

// Lane l has l + 1 iterations: 32 requests. In iteration t, lanes t to 31 remain: 4 - t/8 sectors,
// 80 in all.
// predicted: global_load 2048/5120, global_store 64/256
__global__ void diverged_loop(float *out, const float *in)
{
    float sum = 0;
#pragma unroll 1
    for (int t = 0; t <= lane(); t++)
        sum += in[32 * t + lane()];
    out[global_index()] = sum;
}
LAUNCH(diverged_loop, BLOCKS, THREADS, h->out, h->in)

// 1 to 4 iterations, different for neighbours: 4 requests, each accesses all 4 sectors.
// predicted: global_load 256/1024, global_store 64/256
__global__ void diverged_loop_modulo(float *out, const float *in)
{
    float sum = 0;
#pragma unroll 1
    for (int t = 0; t <= lane() % 4; t++)
        sum += in[32 * t + lane()];
    out[global_index()] = sum;
}
LAUNCH(diverged_loop_modulo, BLOCKS, THREADS, h->out, h->in)

// All lanes of warp w have w + 1 iterations: no divergence. 1 + 2 + 3 + 4 iterations per block.
// predicted: global_load 160/640, global_store 64/256
__global__ void loop_by_warp(float *out, const float *in)
{
    float sum = 0;
#pragma unroll 1
    for (int t = 0; t <= (int)threadIdx.x / 32; t++)
        sum += in[32 * t + lane()];
    out[global_index()] = sum;
}
LAUNCH(loop_by_warp, BLOCKS, THREADS, h->out, h->in)

// Outer iterations 1 + l % 4, inner iterations 1 + l / 8: 4 x 4 requests. Inner iteration q
// accesses 4 - q sectors.
// predicted: global_load 1024/2560, global_store 64/256
__global__ void nested_diverged_loops(float *out, const float *in)
{
    float sum = 0;
#pragma unroll 1
    for (int o = 0; o <= lane() % 4; o++) {
#pragma unroll 1
        for (int q = 0; q <= lane() / 8; q++)
            sum += in[32 * (4 * o + q) + lane()];
    }
    out[global_index()] = sum;
}
LAUNCH(nested_diverged_loops, BLOCKS, THREADS, h->out, h->in)

// The second loop begins when the last lane has left the first: 32 + 32 requests.
// predicted: global_load 4096/10240, global_store 64/256
__global__ void two_diverged_loops(float *out, const float *in)
{
    float sum = 0;
#pragma unroll 1
    for (int t = 0; t <= lane(); t++)
        sum += in[32 * t + lane()];
#pragma unroll 1
    for (int t = 0; t <= 31 - lane(); t++)
        sum += 2 * in[32 * t + lane()];
    out[global_index()] = sum;
}
LAUNCH(two_diverged_loops, BLOCKS, THREADS, h->out, h->in)

// In each of 8 iterations a third of the lanes skips the load: one request per iteration.
// predicted: global_load 512/2048, global_store 64/256
__global__ void loop_continue(float *out, const float *in)
{
    float sum = 0;
#pragma unroll 1
    for (int t = 0; t < 8; t++) {
        if ((lane() + t) % 3 == 0)
            continue;
        sum += in[32 * t + lane()];
    }
    out[global_index()] = sum;
}
LAUNCH(loop_continue, BLOCKS, THREADS, h->out, h->in)

// Lanes 2t and 2t + 1 leave between the two loads of iteration t: 16 + 15 requests and 40 + 36
// sectors; then one load by all lanes.
// predicted: global_load 2048/5120, global_store 64/256
__global__ void loop_break(float *out, const float *in)
{
    float sum = 0;
#pragma unroll 1
    for (int t = 0; t < 16; t++) {
        sum += in[32 * t + lane()];
        if (t == lane() / 2)
            break;
        sum += 2 * in[32 * (t + 16) + lane()];
    }
    out[global_index()] = sum + in[global_index()];
}
LAUNCH(loop_break, BLOCKS, THREADS, h->out, h->in)

// The data determine when a lane leaves: as many requests as the slowest lane of each warp has
// iterations.
__global__ void loop_until_found(float *out, const float *in)
{
    int t;
#pragma unroll 1
    for (t = 0; t < 64; t++) {
        if (in[32 * t + global_index()] == 7)
            break;
    }
    out[global_index()] = (float)t;
}
LAUNCH(loop_until_found, BLOCKS, THREADS, h->out, h->in)

// A lane leaves the loop to store and to end. The code of the store follows the loop, so all lanes
// wait there for the last one and store together.
// predicted: global_load 2048/5120, global_store 64/256
__global__ void loop_return(float *out, const float *in)
{
    float sum = 0;
#pragma unroll 1
    for (int t = 0; t < 32; t++) {
        sum += in[32 * t + lane()];
        if (t == lane()) {
            out[global_index()] = sum;
            return;
        }
    }
}
LAUNCH(loop_return, BLOCKS, THREADS, h->out, h->in)

// A branch inside a loop: both sides load in each of 4 iterations.
// predicted: global_load 512/2048, global_store 64/256
__global__ void loop_with_branch(float *out, const float *in)
{
    float sum = 0;
#pragma unroll 1
    for (int t = 0; t < 4; t++) {
        if ((lane() + t) % 2)
            sum += 2 * in[32 * t + lane()];
        else
            sum -= in[32 * (t + 4) + lane()] * in[32 * (t + 4) + lane()];
    }
    out[global_index()] = sum;
}
LAUNCH(loop_with_branch, BLOCKS, THREADS, h->out, h->in)

// The warp barrier reconverges the lanes in each iteration.
// predicted: global_load 256/1024, global_store 64/256
__global__ void loop_with_syncwarp(float *out, const float *in)
{
    float sum = 0;
#pragma unroll 1
    for (int t = 0; t < 4; t++) {
        if (lane() % 4 <= t)
            sum += in[32 * t + lane()];
        __syncwarp();
    }
    out[global_index()] = sum;
}
LAUNCH(loop_with_syncwarp, BLOCKS, THREADS, h->out, h->in)

// ---- Branches -----------------------------------------------------------------------------------

// Odd and even lanes load from different arrays: 2 requests, 4 sectors each.
// predicted: global_load 128/512, global_store 64/256
__global__ void if_else_loads(float *out, const float *in, const float *b)
{
    float value;
    if (lane() % 2)
        value = 2 * in[global_index()];
    else
        value = b[global_index()] + 1;
    out[global_index()] = value;
}
LAUNCH(if_else_loads, BLOCKS, THREADS, h->out, h->in, h->b)

// Each whole warp takes one of the two paths: 1 request each.
// predicted: global_load 64/256, global_store 64/256
__global__ void if_else_by_warp(float *out, const float *in, const float *b)
{
    float value;
    if (threadIdx.x / 32 % 2)
        value = 2 * in[global_index()];
    else
        value = b[global_index()] + 1;
    out[global_index()] = value;
}
LAUNCH(if_else_by_warp, BLOCKS, THREADS, h->out, h->in, h->b)

// After a branch that only half of the lanes take (2 sectors), all load together (4).
// predicted: global_load 128/384, global_store 64/256
__global__ void if_then_together(float *out, const float *in, const float *b)
{
    float value = 0;
    if (lane() < 16)
        value = in[global_index()];
    out[global_index()] = value + b[global_index()];
}
LAUNCH(if_then_together, BLOCKS, THREADS, h->out, h->in, h->b)

// An if in an if: 32, 16 and 8 lanes.
// predicted: global_load 192/448, global_store 64/256
__global__ void nested_ifs(float *out, const float *in)
{
    float value = in[global_index()];
    if (lane() < 16) {
        value += 2 * in[global_index() + N];
        if (lane() < 8)
            value += 3 * in[global_index() + 2 * N];
    }
    out[global_index()] = value;
}
LAUNCH(nested_ifs, BLOCKS, THREADS, h->out, h->in)

// Four cases, each with its own load: 4 requests, 4 sectors each.
// predicted: global_load 256/1024, global_store 64/256
__global__ void switch_of_4(float *out, const float *in, const float *b)
{
    float value;
    switch (lane() % 4) {
    case 0: value = 2 * in[global_index()]; break;
    case 1: value = b[global_index()] + 1; break;
    case 2: value = 30 - in[global_index() + N]; break;
    default: value = b[global_index() + N] > 3 ? 5 : 7; break;
    }
    out[global_index()] = value;
}
LAUNCH(switch_of_4, BLOCKS, THREADS, h->out, h->in, h->b)

// The second condition is only evaluated if the first holds.
__global__ void short_circuit(float *out, const float *in, const float *b)
{
    bool both = in[global_index()] > 7 && b[global_index()] > 7;
    out[global_index()] = both ? 1 : 2;
}
LAUNCH(short_circuit, BLOCKS, THREADS, h->out, h->in, h->b)

static __device__ __noinline__ float load_from(const float *p) { return p[global_index()]; }

// Both sides call one function: two calls, two requests, although the load is one instruction.
// predicted: global_load 128/512, global_store 64/256
__global__ void diverged_calls(float *out, const float *in, const float *b)
{
    float value;
    if (lane() % 2)
        value = 2 * load_from(in);
    else
        value = load_from(b) + 1;
    out[global_index()] = value;
}
LAUNCH(diverged_calls, BLOCKS, THREADS, h->out, h->in, h->b)

#endif
