// SPDX-License-Identifier: MIT
//
// write_value.c: streams that write a flag, or wait for one (cuStreamWriteValue32 and its family).
//
// A write publishes what the stream has done before it, to all GPUs. Work that follows a wait has
// observed what was published before the flag was written.
#include "host.h"
#include "stream_parts.h"
#include "../access/access.h"
#include "../check/check.h"
#include "../memory/memory.h"

#include <stdlib.h>
#include <string.h>

#include "cuda.h"

struct flag {
    const char *function;
    void *p;
    size_t bytes;
    uint64_t value;
    unsigned flags;
    cudaStream_t stream;
    const char *pc;
};

static bool is_valid(const struct flag *f, unsigned flags)
{
    const uintptr_t at = (uintptr_t)f->p;
    engine_init();
    return (f->flags & ~flags) == 0 && at % f->bytes == 0 &&
           (arena_is_valid(at, f->bytes) || host_is_registered(at, f->bytes) ||
            image_allows(at, f->bytes, true));
}

static CUresult add(struct flag *f, void (*run)(void *), bool (*is_ready)(const void *))
{
    const struct pending_call waiting = {.run = run,
                                         .is_ready = is_ready,
                                         .data = f,
                                         .what = f->function,
                                         .pc = f->pc,
                                         .writes = is_ready ? NULL : f->p,
                                         .waits_for = is_ready ? f->p : NULL,
                                         .bytes = f->bytes};
    pending_add_copy(f->stream, &waiting, sizeof *f);
    return CUDA_SUCCESS;
}

// ---- Write --------------------------------------------------------------------------------------

static void write(void *arg)
{
    const struct flag *f = arg;
    if (emu_current->checked)
        order_release(emu_current, EMU_SCOPE_SYSTEM);
    emu_current->scope = EMU_SCOPE_SYSTEM;
    access_atomic(f->p, f->bytes, true, f->pc);
    if (f->bytes == sizeof(uint32_t))
        __atomic_store_n((uint32_t *)f->p, (uint32_t)f->value, __ATOMIC_SEQ_CST);
    else
        __atomic_store_n((uint64_t *)f->p, f->value, __ATOMIC_SEQ_CST);
}

static void run_write(void *data)
{
    const struct flag *f = data;
    const struct emu_config one = {{1, 1, 1}, {1, 1, 1}, 0, f->stream};
    const int before = gpu_current();
    cudaSetDevice(stream_device(f->stream));
    launch_library(f->pc, &one, f->function, write, f, sizeof *f, false);
    cudaSetDevice(before);
}

static CUresult write_value(struct flag f)
{
    if (!is_valid(&f, CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER))
        return CUDA_ERROR_INVALID_VALUE;
    if (schedule_flag(f.function, f.stream, false, f.p, f.value))
        return CUDA_SUCCESS;
    if (pending_blocks(f.stream))
        return add(&f, run_write, NULL);
    run_write(&f);
    return (CUresult)sticky_error();
}

// ---- Wait ---------------------------------------------------------------------------------------

// With the engine's lock.
static bool is_set(const void *data)
{
    const struct flag *f = data;
    uint64_t value = 0;
    arena_open_range(f->p, f->bytes, true);
    memcpy(&value, f->p, f->bytes);
    arena_open_range(f->p, f->bytes, false);
    const uint64_t difference = value - f->value;
    switch (f->flags & CU_STREAM_WAIT_VALUE_NOR) {
    case CU_STREAM_WAIT_VALUE_GEQ: // of numbers that may wrap around
        return f->bytes == sizeof(uint32_t) ? (int32_t)(uint32_t)difference >= 0
                                            : (int64_t)difference >= 0;
    case CU_STREAM_WAIT_VALUE_EQ: return value == f->value;
    case CU_STREAM_WAIT_VALUE_AND: return (value & f->value) != 0;
    default: return (uint64_t) ~(value | f->value) << (64 - 8 * f->bytes) != 0;
    }
}

static void run_wait(void *data)
{
    const uint32_t time = order_time();
    const struct vector_clock observed = {.acquired = {time, time, time}};
    stream_join(((const struct flag *)data)->stream, &observed);
}

static CUresult wait_value(struct flag f)
{
    if (!is_valid(&f, CU_STREAM_WAIT_VALUE_NOR | CU_STREAM_WAIT_VALUE_FLUSH))
        return CUDA_ERROR_INVALID_VALUE;
    if (schedule_flag(f.function, f.stream, true, f.p, f.value))
        return CUDA_SUCCESS;
    return add(&f, run_wait, is_set);
}

// ---- The driver's functions ---------------------------------------------------------------------

#define FLAG(bits) \
    (struct flag) { __func__, (void *)p, (bits) / 8, value, flags, stream, CALLER() }

CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr p, cuuint32_t value, unsigned flags)
{
    return write_value(FLAG(32));
}
CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr p, cuuint64_t value, unsigned flags)
{
    return write_value(FLAG(64));
}
CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr p, cuuint32_t value, unsigned flags)
{
    return wait_value(FLAG(32));
}
CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr p, cuuint64_t value, unsigned flags)
{
    return wait_value(FLAG(64));
}
