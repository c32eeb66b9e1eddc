// SPDX-License-Identifier: MIT
//
// timeline.c: when the kernels, copies and collectives of chapter 11's steps run on the GPUs of one
// host. For comparison with the expected timelines (11_many_gpus --expect).
//
//     timeline COMMIT FOLDER    writes FOLDER/h200_timeline_4.tsv (GPU and number of GPUs)
//
// The linker replaces the calls that start work (--wrap, mk/many_gpus.mk): each of them records an
// event before the work and one after it. So the steps need no code for this. Times of one GPU are
// those of its events. All count from the end of a small all-gather, which comes at the same time
// to within some microseconds. %globaltimer cannot be used for this: that of one H200 was 300 us
// ahead of another's.
#include <nccl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../11_many_gpus/parts/collectives.h"
#include "../../11_many_gpus/parts/operands.h"
#include "../../11_many_gpus/parts/ranks.h"
#include "../../common/base/output.h"
#include "../../common/device/cuda_check.h"
#include "../all_gpus.h"

enum { MOST_MARKS = 64, RUNS = 9, WARM_UP = 3 };

// ---- Marks --------------------------------------------------------------------------------------

struct mark {
    char what[64];
    cudaStream_t stream;
    cudaEvent_t begin, end;
};

static struct gpu {
    int count; // of the marks
    struct mark marks[MOST_MARKS];
    cudaEvent_t zero; // the start of the run
    uint16_t *words;
} gpus[MANY_MOST];

static bool is_recording;

// Records the start of a piece of work of this thread's GPU. NULL if none is wanted.
static struct mark *begin(const char *what, cudaStream_t stream)
{
    int device = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    struct gpu *const gpu = &gpus[device];
    if (!is_recording)
        return NULL;
    if (gpu->count == MOST_MARKS) {
        fprintf(stderr, "timeline: more than %d pieces of work on a GPU\n", MOST_MARKS);
        exit(1);
    }
    struct mark *const m = &gpu->marks[gpu->count++];
    snprintf(m->what, sizeof m->what, "%s", what);
    m->stream = stream;
    CUDA_CHECK(cudaEventRecord(m->begin, stream));
    return m;
}

static void end(const struct mark *m)
{
    if (m)
        CUDA_CHECK(cudaEventRecord(m->end, m->stream));
}

// ---- The calls that start work ------------------------------------------------------------------

cudaError_t __real___cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                      size_t shared, cudaStream_t stream);
cudaError_t __wrap___cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                      size_t shared, cudaStream_t stream);
cudaError_t __wrap___cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                      size_t shared, cudaStream_t stream)
{
    const char *name = NULL;
    if (cudaFuncGetName(&name, kernel) != cudaSuccess || !name)
        name = "kernel";
    const struct mark *const m = begin(name, stream);
    const cudaError_t result =
        __real___cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
    end(m);
    return result;
}

cudaError_t __real_cudaMemcpyPeerAsync(void *to, int to_gpu, const void *from, int from_gpu,
                                       size_t bytes, cudaStream_t stream);
cudaError_t __wrap_cudaMemcpyPeerAsync(void *to, int to_gpu, const void *from, int from_gpu,
                                       size_t bytes, cudaStream_t stream);
cudaError_t __wrap_cudaMemcpyPeerAsync(void *to, int to_gpu, const void *from, int from_gpu,
                                       size_t bytes, cudaStream_t stream)
{
    char what[64];
    snprintf(what, sizeof what, "copy of %.1f MB from GPU %d to GPU %d", 1e-6 * (double)bytes,
             from_gpu, to_gpu);
    const struct mark *const m = begin(what, stream);
    const cudaError_t result =
        __real_cudaMemcpyPeerAsync(to, to_gpu, from, from_gpu, bytes, stream);
    end(m);
    return result;
}

ncclResult_t __real_ncclAllGather(const void *from, void *to, size_t count, ncclDataType_t type,
                                  ncclComm_t comm, cudaStream_t stream);
ncclResult_t __wrap_ncclAllGather(const void *from, void *to, size_t count, ncclDataType_t type,
                                  ncclComm_t comm, cudaStream_t stream);
ncclResult_t __wrap_ncclAllGather(const void *from, void *to, size_t count, ncclDataType_t type,
                                  ncclComm_t comm, cudaStream_t stream)
{
    const struct mark *const m = begin("ncclAllGather", stream);
    const ncclResult_t result = __real_ncclAllGather(from, to, count, type, comm, stream);
    end(m);
    return result;
}

ncclResult_t __real_ncclReduceScatter(const void *from, void *to, size_t count, ncclDataType_t type,
                                      ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream);
ncclResult_t __wrap_ncclReduceScatter(const void *from, void *to, size_t count, ncclDataType_t type,
                                      ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream);
ncclResult_t __wrap_ncclReduceScatter(const void *from, void *to, size_t count, ncclDataType_t type,
                                      ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream)
{
    const struct mark *const m = begin("ncclReduceScatter", stream);
    const ncclResult_t result = __real_ncclReduceScatter(from, to, count, type, op, comm, stream);
    end(m);
    return result;
}

// ---- A run --------------------------------------------------------------------------------------

struct row {
    int gpu, stream;
    char what[64];
    double begin_us, end_us;
};

struct run {
    double us; // of the slowest GPU
    int count;
    struct row rows[MANY_MOST * MOST_MARKS];
};

struct task {
    const struct many_gemm *g;
    many_fn *step;
};

static void create_marks(struct rank *me, void *unused)
{
    struct gpu *const gpu = &gpus[me->number];
    (void)unused;
    for (int i = 0; i < MOST_MARKS; i++) {
        CUDA_CHECK(cudaEventCreate(&gpu->marks[i].begin));
        CUDA_CHECK(cudaEventCreate(&gpu->marks[i].end));
    }
    CUDA_CHECK(cudaEventCreate(&gpu->zero));
    CUDA_CHECK(cudaMalloc((void **)&gpu->words, 8 * (size_t)(me->count + 1) * sizeof *gpu->words));
}

static void run_once(struct rank *me, void *context)
{
    const struct task *task = context;
    struct gpu *const gpu = &gpus[me->number];
    gpu->count = 0;
    CUDA_CHECK(cudaDeviceSynchronize());
    ranks_barrier(me->all);
    collectives_all_gather(me, gpu->words, gpu->words + 8, 8);
    CUDA_CHECK(cudaEventRecord(gpu->zero, me->compute));
    CUDA_CHECK(cudaStreamSynchronize(me->compute));
    ranks_barrier(me->all);
    if (me->number == 0)
        is_recording = true;
    ranks_barrier(me->all);
    task->step(me, task->g);
    ranks_barrier(me->all);
    if (me->number == 0)
        is_recording = false;
    CUDA_CHECK(cudaDeviceSynchronize());
}

// 0 is the default stream, as in the expected timelines; the others in the order of their first
// work.
static int number_of(cudaStream_t stream, cudaStream_t *streams, int *count)
{
    if (!stream)
        return 0;
    for (int i = 0; i < *count; i++)
        if (streams[i] == stream)
            return i + 1;
    streams[(*count)++] = stream;
    return *count;
}

// The clock begins with the first work.
static void read_marks(struct run *run, int count)
{
    double first = 0;
    run->count = 0, run->us = 0;
    for (int r = 0; r < count; r++) {
        const struct gpu *gpu = &gpus[r];
        cudaStream_t streams[MOST_MARKS];
        int known = 0;
        for (int i = 0; i < gpu->count; i++) {
            const struct mark *m = &gpu->marks[i];
            struct row *const row = &run->rows[run->count++];
            float begin_ms = 0, end_ms = 0;
            CUDA_CHECK(cudaEventElapsedTime(&begin_ms, gpu->zero, m->begin));
            CUDA_CHECK(cudaEventElapsedTime(&end_ms, gpu->zero, m->end));
            *row = (struct row){.gpu = r,
                                .stream = number_of(m->stream, streams, &known),
                                .begin_us = 1e3 * (double)begin_ms,
                                .end_us = 1e3 * (double)end_ms};
            memcpy(row->what, m->what, sizeof row->what);
            if (run->count == 1 || row->begin_us < first)
                first = row->begin_us;
        }
    }
    for (int i = 0; i < run->count; i++) {
        run->rows[i].begin_us -= first;
        run->rows[i].end_us -= first;
        if (run->rows[i].end_us > run->us)
            run->us = run->rows[i].end_us;
    }
}

static int by_us(const void *a, const void *b)
{
    const double x = ((const struct run *)a)->us, y = ((const struct run *)b)->us;
    return (x > y) - (x < y);
}

// Writes the run of median length.
static void record(struct ranks *all, const struct many_step *step, const struct many_gemm *g,
                   FILE *out)
{
    static struct run runs[RUNS];
    struct task task = {g, step->run};
    for (int i = -WARM_UP; i < RUNS; i++) {
        ranks_run(all, run_once, &task);
        read_marks(&runs[i < 0 ? 0 : i], all->count);
    }
    qsort(runs, RUNS, sizeof *runs, by_us);
    const struct run *const median = &runs[RUNS / 2];
    for (int i = 0; i < median->count; i++) {
        const struct row *row = &median->rows[i];
        fprintf(out, "%s\t%d\t%d\t%d\t%d\t%d\t%s\t%.1f\t%.1f\n", step->name, g->m, g->n, g->k,
                row->gpu, row->stream, row->what, row->begin_us, row->end_us);
    }
}

// ---- The record ---------------------------------------------------------------------------------

// Of Llama-70B: n of an all-gather and k of a reduce-scatter are those of all GPUs together.
static const struct many_gemm shapes[] = {
    {.operation = MANY_ALL_GATHER, .m = 8192, .n = 10240, .k = 8192, .alpha = 1},
    {.operation = MANY_ALL_GATHER, .m = 2048, .n = 10240, .k = 8192, .alpha = 1},
    {.operation = MANY_REDUCE_SCATTER, .m = 8192, .n = 8192, .k = 8192, .alpha = 1},
};

int main(int argc, char **argv)
{
    static struct all_gpus all;
    char date[32];
    const time_t now = time(NULL);
    const int status = all_gpus_open(&all, "timeline", argc, argv);
    if (status != 0)
        return status;
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    ranks_run(&all.ranks, create_marks, NULL);
    fprintf(all.record.file,
            "# %d x %s, %s, commit %s; make GPU=cuda bench-timeline\n"
            "# stream 0: the default stream. us since the first work of all GPUs, by events; the "
            "run of median length of %d\n"
            "step\tm\tn\tk\tgpu\tstream\twhat\tbegin_us\tend_us\n",
            all.ranks.count, all.gpu.name, date, argv[1], RUNS);
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        struct many_gemm g = shapes[s];
        operands_create(&all.ranks, &g, 0);
        for (int i = 0; i < many_step_count; i++)
            if (many_steps[i].operation == g.operation)
                record(&all.ranks, &many_steps[i], &g, all.record.file);
        operands_free(&all.ranks, &g);
    }
    if (all_gpus_close(&all, "timeline") != 0)
        return 1;
    fprintf(stderr, "written: %s\n", all.path);
    return 0;
}
