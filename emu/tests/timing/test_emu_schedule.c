// SPDX-License-Identifier: MIT
//
// test_emu_schedule.c: when the work of streams runs on several GPUs, and EMU_TIMELINE.
#define _POSIX_C_SOURCE 200809L // setenv, open_memstream
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../timing/streams/schedule.h"
#include "../support/program.h"

TestSuite(emu_schedule, .fini = scratch_remove);

// Round numbers: a call takes 1 us of the host, and work begins at once.
static const struct link_time links = {.key = "test",
                                       .measured = true,
                                       .launch = {1, 0, 0},
                                       .copy = {1, 0, 0},
                                       .collective = {1, 0, 0},
                                       .event = {0, 0, 0},
                                       .flag = {1, 0, 0},
                                       .across = 2,
                                       .collective_us = 10,
                                       .collective_rate = 1,
                                       .collective_sms = 0.5,
                                       .peer_rate = 1,
                                       .host_rate = 0.5,
                                       .memory_rate = 1};

static int kernel(struct schedule *s, int device, int stream, double us, double sms)
{
    return schedule_add(s, &(struct stream_work){.kind = WORK_KERNEL,
                                                 .name = "k<1>",
                                                 .device = device,
                                                 .stream = stream,
                                                 .thread = device,
                                                 .us = us,
                                                 .sms = sms});
}

static int copy(struct schedule *s, int device, int from, int to, double bytes)
{
    return schedule_add(s, &(struct stream_work){.kind = WORK_COPY,
                                                 .name = "copy",
                                                 .device = device,
                                                 .thread = device,
                                                 .from = from,
                                                 .to = to,
                                                 .bytes = bytes});
}

static void runs(struct schedule *s, int work, double begin, double end)
{
    cr_expect(fabs(s->work[work].begin - begin) < 1e-3 && fabs(s->work[work].end - end) < 1e-3,
              "from %g to %g, not from %g to %g", s->work[work].begin, s->work[work].end, begin,
              end);
}

Test(emu_schedule, copies_share_links_and_engines)
{
    struct schedule *s = schedule_new(&links);
    const int a = copy(s, 1, 0, 1, 100), b = copy(s, 2, 0, 2, 100); // out of GPU 0
    const int c = copy(s, 1, 3, 1, 50), d = copy(s, 3, SCHEDULE_HOST, 3, 100);
    cr_assert(schedule_run(s));
    runs(s, a, 1, 201);
    runs(s, b, 1, 201);
    runs(s, c, 201, 251); // of one GPU: one after another
    runs(s, d, 1, 201);
    cr_expect(s->work[c].waited_for == a);
    cr_expect(s->us == s->work[c].end);
    schedule_free(s);
}

Test(emu_schedule, kernels_share_the_sms)
{
    struct schedule *s = schedule_new(&links);
    const int a = kernel(s, 0, 1, 10, 0.5), b = kernel(s, 0, 2, 10, 0.5),
              c = kernel(s, 0, 3, 10, 1);
    cr_assert(schedule_run(s));
    runs(s, a, 1, 11);
    runs(s, b, 2, 12);
    runs(s, c, 12, 22);
    cr_expect(s->work[c].waited_for == b);
    schedule_free(s);
}

Test(emu_schedule, work_waits_for_other_gpus_and_the_host)
{
    struct schedule *s = schedule_new(&links);
    const int a = kernel(s, 0, 0, 10, 1);
    const int b = kernel(s, 1, 0, 10, 1);
    schedule_after(s, a);
    const int sync = schedule_add(s, &(struct stream_work){.kind = WORK_SYNC, .name = "sync"});
    schedule_after(s, b);
    const int c = kernel(s, 0, 0, 10, 1); // after the host has waited
    cr_assert(schedule_run(s));
    runs(s, b, 13, 23);
    runs(s, sync, 25, 25);
    runs(s, c, 26, 36);
    cr_expect(s->work[b].waited_for == a && s->work[c].waited_for == WAITED_FOR_HOST);
    schedule_free(s);
}

static int collective(struct schedule *s, int device, int members)
{
    return schedule_add(s, &(struct stream_work){.kind = WORK_COLLECTIVE,
                                                 .name = "ncclAllGather",
                                                 .device = device,
                                                 .thread = device,
                                                 .bytes = 5,
                                                 .sms = links.collective_sms,
                                                 .meets = 1,
                                                 .members = members});
}

Test(emu_schedule, ranks_begin_a_collective_together)
{
    struct schedule *s = schedule_new(&links);
    kernel(s, 1, 1, 20, 1);
    const int a = collective(s, 0, 2), b = collective(s, 1, 2);
    cr_assert(schedule_run(s));
    runs(s, a, 21, 36);
    runs(s, b, 21, 36);
    schedule_free(s);
    s = schedule_new(&links);
    collective(s, 0, 2);
    cr_expect(!schedule_run(s));
    cr_expect_str_eq(s->why_not, "ncclAllGather on GPU 0: waits for what never comes");
    schedule_free(s);
}

Test(emu_schedule, parts_of_a_kernel_wait_for_flags)
{
    static const int flag;
    struct schedule *s = schedule_new(&links);
    const int k = kernel(s, 0, 0, 0, 1);
    schedule_part(s, &(struct work_part){.us = 10});
    schedule_part(s, &(struct work_part){.us = 10, .flag = &flag, .value = 7});
    schedule_part(s, &(struct work_part){.us = 10, .not_before = 100});
    copy(s, 0, 1, 0, 30);
    const int write = schedule_add(
        s, &(struct stream_work){
               .kind = WORK_WRITE, .name = "cuStreamWriteValue32", .flag = &flag, .value = 7});
    schedule_after(s, 1);
    cr_assert(schedule_run(s));
    runs(s, write, 32, 32);
    runs(s, k, 1, 111);
    s->work[write].value = 6;
    cr_expect(!schedule_run(s));
    cr_expect(strstr(s->why_not, "no stream writes the flag"), "%s", s->why_not);
    schedule_free(s);
}

Test(emu_schedule, pictures_fit_and_are_well_formed)
{
    struct schedule *s = schedule_new(&links);
    const int a = copy(s, 1, 0, 1, 1e6);
    kernel(s, 1, 1, 1e6, 1);
    schedule_after(s, a);
    cr_assert(schedule_run(s));
    for (int columns = 60; columns <= 120; columns += 20) {
        char *text;
        size_t size;
        FILE *to = open_memstream(&text, &size);
        schedule_print(s, "2 x GPU", columns, to);
        fclose(to);
        for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
            cr_expect(strcspn(line, "\n") <= (size_t)columns, "%d: %s", columns, line);
        cr_expect(strstr(text, "GPU 1 default    |[---") && strstr(text, "1 MB from GPU"), "%s",
                  text);
        free(text);
    }
    char *svg;
    size_t size;
    FILE *to = open_memstream(&svg, &size);
    schedule_draw(s, "2 x GPU", to);
    fclose(to);
    cr_expect(strstr(svg, "k&lt;1&gt;: 1000001.0 to 2000001.0 us; begins after: 1 MB from GPU 0"),
              "%s", svg);
    free(svg);
    schedule_free(s);
}

// ---- EMU_TIMELINE -------------------------------------------------------------------------------

static struct run run_with_timeline(const char *source)
{
    const char *const path = scratch_path("p.cu"), *const program = scratch_path("p");
    write_bytes(path, source, strlen(source));
    const char *const compile[] = {
        emucc_program(), WITHOUT_SPECIAL_FUNCTIONS, path, "-o", program, NULL};
    struct run run = run_program(compile);
    cr_assert(run.status == 0, "%s", run.err);
    run_free(&run);
    setenv("EMU_GPUS", "2", 1);
    setenv("EMU_TIMELINE", "1", 1);
    run = run_program((const char *const[]){program, NULL});
    unsetenv("EMU_TIMELINE");
    unsetenv("EMU_GPUS");
    return run;
}

#define PROGRAM(work) \
    "__global__ void add(float *x) { x[blockIdx.x * 256 + threadIdx.x] += 1; }\n" \
    "int main(void) { float *x, *y; cudaStream_t s; cudaEvent_t e; const int bytes = 1 << 20;\n" \
    "cudaMalloc(&x, bytes); cudaEventCreate(&e); cudaMemset(x, 0, bytes);\n" \
    "add<<<1024, 256>>>(x); cudaEventRecord(e, 0);\n" \
    "cudaSetDevice(1); cudaMalloc(&y, bytes);\n" \
    "cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); cudaStreamWaitEvent(s, e, 0);\n" work \
    "cudaStreamSynchronize(s); cudaStreamDestroy(s); cudaEventDestroy(e);\n" \
    "cudaFree(x); cudaFree(y); }\n"

Test(emu_schedule, a_program_has_a_timeline)
{
    struct run run = run_with_timeline(PROGRAM("cudaMemcpyPeerAsync(y, 1, x, 0, bytes, s);\n"
                                               "add<<<1024, 256, 0, s>>>(y);\n"));
    cr_expect(run.status == 0 && strstr(run.err, "Expected: ") == run.err, "%s", run.err);
    cr_expect(strstr(run.err, "\nGPU 0 default    |") && strstr(run.err, "\nGPU 1 stream 1   |"),
              "%s", run.err);
    cr_expect(strstr(run.err, "1.05 MB from GPU 0"), "%s", run.err);
    run_free(&run);
}

// Each thread waits until another block has stored.
Test(emu_schedule, what_is_not_modelled_has_no_timeline)
{
    struct run run = run_with_timeline(
        "__global__ void wait(volatile int *x) { if (blockIdx.x) *x = 1; else while (!*x); }\n"
        "int main(void) { int *x; cudaMalloc(&x, 4); cudaMemset(x, 0, 4); wait<<<2, 1>>>(x);\n"
        "cudaDeviceSynchronize(); cudaFree(x); }\n");
    cr_expect(strstr(run.err, "emu: timeline: not modelled: wait on GPU 0: "), "%s", run.err);
    cr_expect(!strstr(run.err, "Expected: "), "%s", run.err);
    run_free(&run);
}
