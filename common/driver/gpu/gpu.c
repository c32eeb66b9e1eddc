// SPDX-License-Identifier: MIT
//
// The GPU through the CUDA runtime; on a machine without a GPU, through the emulator's.
#include "gpu.h"

#include <cuda_runtime.h>
#include <stdlib.h>

#include "cublas.h"
#include "../../device/cuda_check.h"
#include "../../device/gemm/workspace.h"
#include "../../base/progress.h"
#include "../../base/rounds.h"

enum { WARM_UP = 2 };

static struct machine gpu; // filled by open

static bool gpu_open(struct machine *machine, struct failure *why)
{
    if (!machine_of_gpu(&gpu, why))
        return false;
    *machine = gpu;
    return true;
}

static size_t gpu_free_memory(void)
{
    size_t available, total;
    CUDA_CHECK(cudaMemGetInfo(&available, &total));
    return available;
}

static void *gpu_alloc(size_t bytes)
{
    void *device = NULL;
    CUDA_CHECK(cudaMalloc(&device, bytes > 0 ? bytes : 1));
    return device;
}

static void gpu_release(void *device) { CUDA_CHECK(cudaFree(device)); }

static void gpu_copy_in(void *device, const void *host, size_t bytes)
{
    CUDA_CHECK(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice));
}

static void gpu_copy_out(void *host, const void *device, size_t bytes)
{
    CUDA_CHECK(cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost));
}

static void gpu_copy_within(void *to, const void *from, size_t bytes)
{
    CUDA_CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, NULL));
}

static void gpu_wait(void) { CUDA_CHECK(cudaDeviceSynchronize()); }

static bool gpu_finish(struct failure *why)
{
    const cudaError_t error = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        return true;
    const struct counting *counting = counting_on_emulated_gpu();
    if (counting)
        counting->forget_error();
    return fail(why, "%s: %s", cudaGetErrorName(error), cudaGetErrorString(error));
}

// ---- Timing --------------------------------------------------------------------------------------

// A buffer of twice the size of the L2 cache: after it is written, no old line remains in the
// cache.
struct flush {
    void *buffer;
    size_t bytes;
};

static struct flush flush_start(bool cold)
{
    struct flush flush = {NULL, 2 * gpu.l2_bytes};
    if (cold)
        flush.buffer = gpu_alloc(flush.bytes);
    return flush;
}

static void prepare(const struct contender *contender)
{
    if (contender->prepare)
        contender->prepare(contender->context);
}

// Both the flush and the hot run keep the GPU busy while the host prepares the next launch. So the
// time between the events does not include waiting for the host.
static float time_once(const struct contender *contender, const struct flush *flush,
                       cudaEvent_t start, cudaEvent_t stop)
{
    if (!flush->buffer) { // hot: the same work directly before
        prepare(contender);
        contender->launch(contender->context);
    }
    prepare(contender);
    if (flush->buffer)
        CUDA_CHECK(cudaMemsetAsync(flush->buffer, 0, flush->bytes, NULL));
    CUDA_CHECK(cudaEventRecord(start, NULL));
    contender->launch(contender->context);
    CUDA_CHECK(cudaEventRecord(stop, NULL));
    CUDA_CHECK(cudaEventSynchronize(stop));
    float ms;
    CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
    return ms;
}

static void gpu_time(struct contender *contenders, int count, int reps, bool cold)
{
    cudaEvent_t start, stop;
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    const struct flush flush = flush_start(cold);
    int *order = malloc((size_t)count * sizeof *order);
    for (int i = 0; order && i < count; i++)
        order[i] = i;

    uint64_t random_state = 1;
    float ms = 0;
    for (int round = -WARM_UP; round < reps; round++) {
        if (order)
            shuffle(&random_state, order, count);
        for (int i = 0; i < count; i++) {
            const int turn = order ? order[i] : i;
            progress("timing: repetition %d of %d", round < 0 ? 0 : round + 1, reps);
            if (contenders[turn].rests && round >= 0)
                rest_after(ms);
            ms = time_once(&contenders[turn], &flush, start, stop);
            if (round >= 0)
                contenders[turn].ms[round] = ms;
        }
    }

    free(order);
    progress_clear();
    if (flush.buffer)
        gpu_release(flush.buffer);
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(stop));
}

static bool gpu_cublas(const struct step *step, const struct gemm_problem *p, const void *A,
                       const void *B, void *C, struct failure *why)
{
    why->text[0] = '\0';
    if (gpu.is_emulated || !cublas_sgemm()) // a real library cannot use emulated memory
        return false;
    return cublas_gemm(step->type_ab, step->type_c, p, A, B, C, why);
}

const struct gpu_ops *gpu_ops(void)
{
    static const struct gpu_ops ops = {
        .open = gpu_open,
        .choose = machine_choose_gpu,
        .free_memory = gpu_free_memory,
        .alloc = gpu_alloc,
        .release = gpu_release,
        .clear_workspaces = workspaces_clear,
        .copy_in = gpu_copy_in,
        .copy_out = gpu_copy_out,
        .copy_within = gpu_copy_within,
        .finish = gpu_finish,
        .wait = gpu_wait,
        .time = gpu_time,
        .cublas = gpu_cublas,
        .counting = counting_on_emulated_gpu,
    };
    return &ops;
}
