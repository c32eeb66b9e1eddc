// SPDX-License-Identifier: MIT
//
// matrix.c: ldmatrix, stmatrix and mma.sync: all 32 lanes arrive, and the last one computes the
// results of all lanes.
//
// PTX calls them "sync.aligned": every lane of the warp must execute the same instruction.
// Otherwise the behaviour is undefined, so the engine ends the launch with a diagnosis.
#include "access.h"
#include "../check/check.h"
#include "../count/count.h"
#include "../memory/memory.h"
#include "../program/program.h"
#include "../report/report.h"
#include "../sync/sync.h"
#include "../tensor/tensor.h"

#include <stdio.h>
#include <string.h>

// The operands of a lane; `collective.bytes` points here.
struct mma_call {
    const struct emu_mma *which;
    void *d;
    const void *a, *b, *c;
};

// ldmatrix or stmatrix.
struct move_call {
    uint32_t *registers;
    void *row;
    int matrices, transposed;
};

// ---- Divergence ---------------------------------------------------------------------------------

static void name_of(const struct thread *t, char *text, size_t size)
{
    if (t->collective.op == OP_MMA) {
        snprintf(text, size, "%s", ((const struct mma_call *)t->collective.bytes)->which->name);
    } else {
        const struct move_call *call = t->collective.bytes;
        snprintf(text, size, "%s_x%d%s", t->collective.op == OP_LDMATRIX ? "ldmatrix" : "stmatrix",
                 call->matrices, call->transposed ? "_trans" : "");
    }
}

// Reports that only the lanes in `here` of t's warp have arrived.
static void report_diverged(struct thread *t, unsigned here)
{
    char name[80];
    struct thread *before = emu_current;
    emu_current = t;
    name_of(t, name, sizeof name);
    report(KIND_DIVERGED, t->collective.pc, NULL,
           "a warp executes it as one: no lane may have returned or be inside a branch or a loop "
           "that other lanes are not in, and the block must be whole warps; let lanes outside the "
           "matrix take part, with zeros",
           "%s by a diverged warp: lanes %#010x are here, %#010x are not", name, here, ~here);
    emu_current = before;
    struct launch *launch = t->block->launch;
    cudaError_t none = cudaSuccess;
    atomic_compare_exchange_strong(&launch->error, &none, cudaErrorLaunchFailure);
    atomic_store(&launch->stop, true);
}

bool matrix_report_stuck(struct block *b)
{
    for (unsigned id = 0; id < b->launch->threads_per_block; id++) {
        struct thread *t = &b->threads[id];
        if (t->state != THREAD_AT_WARP_OP || !t->collective.complete)
            continue;
        unsigned here = 0;
        for (unsigned other = id - id % WARP; other < b->launch->threads_per_block; other++)
            if (other / WARP == id / WARP && b->threads[other].state == THREAD_AT_WARP_OP &&
                b->threads[other].collective.pc == t->collective.pc)
                here |= 1u << other % WARP;
        report_diverged(t, here);
        return true;
    }
    return false;
}

// The compiler may have duplicated a call, so calls are compared by source line.
static bool same_place(const struct thread *t, const struct thread *u)
{
    char mine[400], other[400];
    if (t->collective.pc == u->collective.pc)
        return true;
    return strcmp(source_line(t->collective.pc, mine, sizeof mine),
                  source_line(u->collective.pc, other, sizeof other)) == 0;
}

static bool same_instruction(const struct thread *t, const struct thread *u)
{
    if (t->collective.op == OP_MMA)
        return ((const struct mma_call *)t->collective.bytes)->which->name ==
                   ((const struct mma_call *)u->collective.bytes)->which->name ||
               strcmp(((const struct mma_call *)t->collective.bytes)->which->name,
                      ((const struct mma_call *)u->collective.bytes)->which->name) == 0;
    const struct move_call *mine = t->collective.bytes, *other = u->collective.bytes;
    return mine->matrices == other->matrices && mine->transposed == other->transposed;
}

// ---- Completion ---------------------------------------------------------------------------------

// The registers of C and D of one lane; of C if they differ.
static size_t bytes_of_sum(const struct emu_mma *which)
{
    enum { VALUES_OF_QUARTERS = 8 };
    if (UNLIKELY(tensor_has_quarters(which)))
        return VALUES_OF_QUARTERS *
               (size_t)(which->sum == EMU_F16 || which->layout & EMU_C_IN_F16 ? 2 : 4);
    const size_t size = which->sum == EMU_F16 ? 2 : which->sum == EMU_F64 ? 8 : 4;
    return size * (size_t)(which->m * which->n / WARP);
}

// In a sample launch the results are not used. The sum only has to differ from all other sums.
static void mark(const struct emu_mma *which, const struct tensor_lanes *registers)
{
    uint32_t a, b, sum;
    for (int i = 0; i < WARP; i++)
        memmove(registers->d[i], registers->c[i], bytes_of_sum(which));
    memcpy(&a, registers->a[0], sizeof a);
    memcpy(&b, registers->b[0], sizeof b);
    memcpy(&sum, registers->c[0], sizeof sum);
    sum = (sum ^ a) * 2654435761u + b;
    memcpy(registers->d[0], &sum, sizeof sum);
}

static const char *sum_of(const struct emu_mma *which)
{
    return strncmp(which->name, "wmma", 4) == 0 ? "an element of the accumulator"
                                                : "a register of C";
}

static void multiply(struct thread *const lanes[WARP])
{
    struct tensor_lanes registers;
    const struct mma_call *call = NULL;
    for (int i = 0; i < WARP; i++) {
        call = lanes[i]->collective.bytes;
        if (UNLIKELY(unset_any(call->c, bytes_of_sum(call->which))))
            unset_report(lanes[i], sum_of(call->which), lanes[i]->collective.pc);
        registers.a[i] = call->a;
        registers.b[i] = call->b;
        registers.c[i] = call->c;
        registers.d[i] = call->d;
    }
    const struct block *block = lanes[0]->block;
    const unsigned warp = lanes[0]->id / WARP;
    uint32_t added_to, sum;
    memcpy(&added_to, registers.c[0], sizeof added_to);
    if (UNLIKELY(block->launch->is_sample))
        mark(call->which, &registers);
    else
        tensor_multiply(call->which, &registers);
    memcpy(&sum, registers.d[0], sizeof sum);
    if (UNLIKELY(tensor_has_quarters(call->which)))
        trace_unknown(block, "mma.m8n8k4 is not simulated");
    else if (UNLIKELY(is_traced(block)))
        trace_mma(block, warp, call->which, registers.a[0], registers.b[0], added_to, sum);
}

static void load(struct thread *const lanes[WARP])
{
    const struct move_call *call = lanes[0]->collective.bytes;
    for (int matrix = 0; matrix < call->matrices; matrix++) {
        uint16_t rows[8][8];
        for (int row = 0; row < 8; row++) {
            const struct move_call *owner = lanes[8 * matrix + row]->collective.bytes;
            memcpy(rows[row], owner->row, sizeof rows[row]);
        }
        for (int lane = 0; lane < WARP; lane++) {
            const struct move_call *mine = lanes[lane]->collective.bytes;
            const int line = lane / 4, along = lane % 4 * 2;
            const uint32_t low = call->transposed ? rows[along][line] : rows[line][along],
                           high = call->transposed ? rows[along + 1][line] : rows[line][along + 1];
            mine->registers[matrix] = low | high << 16;
        }
    }
    if (UNLIKELY(is_traced(lanes[0]->block)))
        trace_ldmatrix(lanes[0]->block, lanes[0]->id / WARP, call->registers, call->matrices);
}

static void store(struct thread *const lanes[WARP])
{
    const struct move_call *call = lanes[0]->collective.bytes;
    for (int matrix = 0; matrix < call->matrices; matrix++) {
        uint16_t rows[8][8];
        for (int lane = 0; lane < WARP; lane++) {
            const struct move_call *mine = lanes[lane]->collective.bytes;
            const int line = lane / 4, along = lane % 4 * 2;
            const uint32_t both = mine->registers[matrix];
            for (int i = 0; i < 2; i++) {
                const uint16_t element = (uint16_t)(both >> 16 * i);
                if (call->transposed)
                    rows[along + i][line] = element;
                else
                    rows[line][along + i] = element;
            }
        }
        for (int row = 0; row < 8; row++) {
            const struct move_call *owner = lanes[8 * matrix + row]->collective.bytes;
            memcpy(owner->row, rows[row], sizeof rows[row]);
        }
    }
}

static void complete(struct thread *const lanes[WARP], unsigned here)
{
    struct thread *first = lanes[__builtin_ctz(here)];
    unsigned same = 0;
    for (unsigned i = 0; i < WARP; i++)
        if (here >> i & 1 && same_instruction(first, lanes[i]) && same_place(first, lanes[i]))
            same |= 1u << i;
    if (same != ~0u)
        report_diverged(first, same);
    else if (first->collective.op == OP_MMA)
        multiply(lanes);
    else if (first->collective.op == OP_STMATRIX)
        store(lanes);
    else
        load(lanes);
}

// ---- The instructions ---------------------------------------------------------------------------

// An older GPU does not have the instruction, so it cannot be emulated there. (ldmatrix needs 7.5,
// which every emulated GPU has.)
static void need_capability(const struct emu_mma *which, const char *pc)
{
    const int there = 10 * gpu_model()->major + gpu_model()->minor;
    if (LIKELY(there >= which->needs))
        return;
    report_and_stop(cudaErrorLaunchFailure, KIND_MISTAKE, pc, NULL,
                    "ask for the capability before the launch (cudaDeviceGetAttribute), and use "
                    "instructions that this GPU has",
                    "%s needs compute capability %d.%d; this GPU has %d.%d", which->name,
                    which->needs / 10, which->needs % 10, there / 10, there % 10);
}

void emu_mma(const struct emu_mma *which, void *d, const void *a, const void *b, const void *c)
{
    struct thread *t = emu_current;
    if (!t)
        return;
    const char *pc = CALLER();
    need_capability(which, pc);
    if (t->trace_at != t->trace_end)
        count_note(t, (const void *)(ARENA_BASE + 8), 1, NOTE_MMA, pc);
    const struct mma_call call = {which, d, a, b, c};
    warp_join(&(struct collective){
        .op = OP_MMA, .mask = ~0u, .bytes = &call, .pc = pc, .complete = complete});
}

// On compute capability 7.5 the addresses of all lanes must be valid, used or not.
static void check_unused_row(const void *row, int matrices, const char *pc)
{
    static const char what[] = "ldmatrix.x%d on compute capability 7.5 with an invalid address in "
                               "lane %u, whose row it does not use";
    const uintptr_t offset = arena_offset(row);
    const bool is_valid = emu_space_of(row) == EMU_SPACE_SHARED && offset % 16 == 0 &&
                          SHADOW(offset) == SHADOW_ALL && SHADOW(offset + 8) == SHADOW_ALL;
    char text[512];
    if (is_valid || 10 * gpu_model()->major + gpu_model()->minor > 75 || report_is_old(pc, what))
        return;
    report(KIND_MEMORY, pc, describe_address((uintptr_t)row, 16, text, sizeof text),
           "give the upper lanes the addresses of the lower ones (lane % 8, lane % 16)", what,
           matrices, emu_current->id % WARP);
}

void emu_wmma_check(const void *address, uint64_t row_bytes)
{
    enum { ADDRESS_ALIGN = 32, ROW_ALIGN = 16 };
    static const char of_rows[] = "misaligned: wmma of a matrix whose rows are %llu bytes apart";
    static const char of_address[] = "misaligned: wmma of a matrix at no multiple of 32 bytes";
    struct thread *t = emu_current;
    const char *pc = CALLER();
    char text[512];
    if (!t || !t->checked ||
        (row_bytes % ROW_ALIGN == 0 && (uintptr_t)address % ADDRESS_ALIGN == 0))
        return;
    describe_address((uintptr_t)address, 0, text, sizeof text);
    if (row_bytes % ROW_ALIGN && !report_is_old(pc, of_rows))
        report(
            KIND_MISALIGNED, pc, text,
            "the leading dimension is a multiple of 16 bytes: 8 elements of 16 bits, or 4 floats",
            of_rows, (unsigned long long)row_bytes);
    if ((uintptr_t)address % ADDRESS_ALIGN && !report_is_old(pc, of_address))
        report(
            KIND_MISALIGNED, pc, text,
            "align the array (__align__(32)), and begin at a multiple of 16 elements of 16 bits, "
            "or 8 floats",
            of_address);
}

static void move(const struct move_call *call, enum access_kind kind, const char *pc)
{
    struct thread *t = emu_current;
    // A row is accessed by the lane that passes its address; addresses of the other lanes are
    // ignored.
    const bool asked = (int)(t->id % WARP) < 8 * call->matrices;
    if (asked)
        access_row(call->row, kind, pc);
    else if (kind == LOAD && t->checked)
        check_unused_row(call->row, call->matrices, pc);
    if (t->trace_at != t->trace_end)
        count_note(t, asked ? call->row : (const void *)(ARENA_BASE + 8), 16,
                   kind == LOAD ? NOTE_LDMATRIX : NOTE_STMATRIX, pc);
    warp_join(&(struct collective){.op = kind == LOAD ? OP_LDMATRIX : OP_STMATRIX,
                                   .mask = ~0u,
                                   .bytes = call,
                                   .pc = pc,
                                   .complete = complete});
}

void emu_ldmatrix(uint32_t *registers, const void *row, int matrices, int transposed)
{
    if (!emu_current)
        return;
    const struct move_call call = {registers, (void *)(uintptr_t)row, matrices, transposed};
    move(&call, LOAD, CALLER());
}

// A GPU older than 9.0 does not have this instruction.
void emu_stmatrix(void *row, const uint32_t *registers, int matrices, int transposed)
{
    static const struct emu_mma instruction = {.name = "stmatrix", .needs = 90};
    const char *pc = CALLER();
    if (!emu_current)
        return;
    need_capability(&instruction, pc);
    const struct move_call call = {(uint32_t *)(uintptr_t)registers, row, matrices, transposed};
    move(&call, STORE, pc);
}
