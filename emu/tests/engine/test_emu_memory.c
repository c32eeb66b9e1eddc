// SPDX-License-Identifier: MIT
// test_emu_memory.c: freed memory costs nothing, however often it is freed, and a pointer to it is
// still recognised. Requests that the system cannot satisfy are refused with a message.
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../../engine/memory/memory.h"
#include "../support/cuda_text.h"
#include "../support/sampler.h"

TestSuite(emu_memory, .fini = scratch_remove);

static bool starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

// Allocates and frees `turns` times: argv[1] bytes each, or with argv[2] up to that many bytes,
// keeping argv[2] allocations at once. Prints the maximum memory that it used, in KiB.
static const char churn[] =
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "#include <sys/resource.h>\n"
    "int main(int argc, char **argv)\n"
    "{\n"
    "    long turns, most, kept = 1;\n"
    "    static void *p[64];\n"
    "    unsigned random = 1;\n"
    "    if (sscanf(argv[1], \"%ld %ld %ld\", &turns, &most, &kept) < 2) return 3;\n"
    "    for (long i = 0; i < turns; i++) {\n"
    "        random = random * 1664525u + 1013904223u;\n"
    "        void **slot = &p[kept > 1 ? (random >> 8) % kept : 0];\n"
    "        cudaFree(*slot);\n"
    "        if (cudaMalloc(slot, kept > 1 ? 1 + (random >> 4) % most : most)) return 2;\n"
    "    }\n"
    "    for (int i = 0; i < 64; i++) cudaFree(p[i]);\n"
    "    struct rusage used;\n"
    "    getrusage(RUSAGE_SELF, &used);\n"
    "    printf(\"%ld\\n\", used.ru_maxrss);\n"
    "}\n";

// "turns bytes kept": uses at most `most` KiB of memory. Quadratic time would exceed the time
// limit.
static void expect_flat(const char *program, const char *what, long most)
{
    struct run run = run_for(program, what, 240);
    cr_expect(run.status == 0 && !run.err[0], "%s: status %d: %s", what, run.status, run.err);
    cr_expect(atol(run.out) > 0 && atol(run.out) < most, "%s: %s KiB", what, run.out);
    run_free(&run);
}

Test(emu_memory, churn_is_flat)
{
    char program[200];
    snprintf(program, sizeof program, "%s", compile_text("churn", churn));
    const bool full = full_test();
    expect_flat(program, full ? "3000 16777216" : "100 16777216", 100 << 10);
    expect_flat(program, full ? "1000000 4096" : "50000 4096", 100 << 10);
    expect_flat(program, full ? "300000 60000 60" : "30000 60000 60", 150 << 10);
    expect_flat(program, full ? "100000 3 60" : "10000 3 60", 100 << 10);
}

// The time of a call does not depend on thousands of other allocations.
Test(emu_memory, many_at_once)
{
    const char *program =
        compile_text("many", "#include <stdlib.h>\n"
                             "int main()\n"
                             "{\n"
                             "    enum { N = 20000 };\n"
                             "    static void *p[N];\n"
                             "    char h[16] = {0};\n"
                             "    for (int i = 0; i < N; i++)\n"
                             "        if (cudaMalloc(&p[i], 4096) ||\n"
                             "            cudaMemcpy(p[i], h, sizeof h, cudaMemcpyHostToDevice))\n"
                             "            return 2;\n"
                             "    for (int i = 0; i < N; i += 2) cudaFree(p[i]);\n"
                             "    for (int i = N - 1; i >= 0; i -= 2) cudaFree(p[i]);\n"
                             "}\n");
    struct run run = run_for(program, NULL, 30);
    cr_expect(run.status == 0 && !run.err[0], "status %d: %s", run.status, run.err);
    run_free(&run);
}

// The address range of freed memory is not reused for a while, and the diagnosis of an access to it
// names the freed allocation.
Test(emu_memory, use_after_free_is_reported_after_many_others)
{
    const char *program =
        compile_text("late", "__global__ void touch(int *x) { x[threadIdx.x] = 1; }\n"
                             "int main()\n"
                             "{\n"
                             "    int *x;\n"
                             "    void *other;\n"
                             "    cudaMalloc(&x, 128);\n"
                             "    cudaFree(x);\n"
                             "    for (int i = 0; i < 1000; i++) {\n"
                             "        cudaMalloc(&other, 100 << 10);\n"
                             "        cudaFree(other);\n"
                             "    }\n"
                             "    touch<<<1, 32>>>(x);\n"
                             "    cudaDeviceSynchronize();\n"
                             "}\n");
    struct run run = run_for(program, NULL, 30);
    cr_expect(run.status == 1 && strstr(run.err, "emu: use after free: write of 4 bytes") &&
                  strstr(run.err, "late.cu:1") && strstr(run.err, "freed at ") &&
                  strstr(run.err, "late.cu:7"),
              "status %d: %s", run.status, run.err);
    run_free(&run);
}

// Reused memory counts as new: it is unwritten, and its accesses do not race with those of the
// previous owner.
Test(emu_memory, reused_memory_is_new)
{
    const char *program =
        compile_text("again", "#include <stdio.h>\n"
                              "__global__ void use(int *x, int read)\n"
                              "{\n"
                              "    if (read) x[threadIdx.x + 32] = x[threadIdx.x];\n"
                              "    else x[threadIdx.x] = 1;\n"
                              "}\n"
                              "int main()\n"
                              "{\n"
                              "    int *x, *first = NULL, found = 0;\n"
                              "    for (int i = 0; i < 20000; i++) {\n"
                              "        cudaMalloc(&x, 256);\n"
                              "        if (i == 0) use<<<1, 32>>>(first = x, 0);\n"
                              "        if (i > 0 && x == first) found++, use<<<1, 32>>>(x, 1);\n"
                              "        cudaFree(x);\n"
                              "    }\n"
                              "    printf(\"%d\\n\", found > 0);\n"
                              "}\n");
    struct run run = run_for(program, NULL, 30);
    cr_expect(
        run.status == 1 && strcmp(run.out, "1\n") == 0 &&
            strstr(run.err, "emu: read of 4 bytes of global memory that nothing has written") &&
            strstr(run.err, "again.cu:4"),
        "status %d: %s%s", run.status, run.out, run.err);
    run_free(&run);
}

// malloc and free in a kernel, by threads that reuse each other's memory.
Test(emu_memory, heap_of_kernels)
{
    const char *program = compile_text(
        "heap", "__global__ void churn()\n"
                "{\n"
                "    for (int i = 0; i < 200; i++) {\n"
                "        int *x = (int *)emu_malloc(40 + threadIdx.x);\n"
                "        for (int j = 0; j < 10; j++) x[j] = i;\n"
                "        emu_free(x);\n"
                "    }\n"
                "}\n"
                "int main() { churn<<<8, 64>>>(); return cudaDeviceSynchronize(); }\n");
    struct run run = run_for(program, NULL, 60);
    cr_expect(run.status == 0 && !run.err[0], "status %d: %s", run.status, run.err);
    run_free(&run);
}

// ---- Limits of the computer's memory
// -------------------------------------------------------------

// Allocates all memory that the GPU reports as free, or one byte more; or loops until allocation
// fails.
static const char greedy[] =
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "__global__ void touch(char *p, size_t last) { p[0] = p[last] = 1; }\n"
    "int main(int argc, char **argv)\n"
    "{\n"
    "    const int more = atoi(argv[1]);\n"
    "    size_t free_bytes, total;\n"
    "    char *p;\n"
    "    void *all[1000];\n"
    "    int count = 0;\n"
    "    cudaMemGetInfo(&free_bytes, &total);\n"
    "    if (more < 0) {\n"
    "        while (count < 1000 && cudaMalloc(&all[count], 1 << 30) == cudaSuccess) count++;\n"
    "        printf(\"%d\\n\", count == 1000 ? -1 : (int)cudaGetLastError());\n"
    "        while (count > 0) cudaFree(all[--count]);\n"
    "        return 0;\n"
    "    }\n"
    "    cudaError_t error = cudaMalloc(&p, more ? total - 1 : free_bytes / 100 * 95);\n"
    "    printf(\"%d %d\\n\", error, free_bytes < total);\n"
    "    cudaGetLastError();\n"
    "    if (error) return 0;\n"
    "    touch<<<1, 1>>>(p, free_bytes / 100 * 95 - 1);\n"
    "    cudaFree(p);\n"
    "}\n";

Test(emu_memory, no_more_than_available)
{
    char program[200];
    snprintf(program, sizeof program, "%s", compile_text("greedy", greedy));
    setenv("EMU_CHECK", "on", 1); // otherwise the checks are switched off first
    struct run run = run_for(program, "0", 60);
    cr_expect(run.status == 0 && strcmp(run.out, "0 1\n") == 0 && !run.err[0], "%s%s", run.out,
              run.err);
    run_free(&run);
    const char *const too_much[] = {"1", "-1"};
    for (int i = 0; i < 2; i++) {
        run = run_for(program, too_much[i], 60);
        cr_expect(run.status == 0 && run.out[0] == '2', "%s", run.out);
        cr_expect(strncmp(run.err, "emu: cudaMalloc of ", 19) == 0 &&
                      strstr(run.err, "refused (cudaErrorMemoryAllocation): this computer can "
                                      "back ") &&
                      strstr(run.err, "greedy.cu:") && count_lines(run.err) == 2,
                  "%s", run.err);
        run_free(&run);
    }
}

// Writes a file below the fake root of a system.
static void put(const char *root, const char *path, const char *text)
{
    char whole[400];
    for (const char *at = path; (at = strchr(at + 1, '/')) != NULL;) {
        snprintf(whole, sizeof whole, "%s%.*s", root, (int)(at - path), path);
        mkdir(whole, 0700);
    }
    snprintf(whole, sizeof whole, "%s%s", root, path);
    write_bytes(whole, text, strlen(text));
}

static void clear(const char *root)
{
    run_program((const char *const[]){"rm", "-rf", root, NULL});
    mkdir(root, 0700);
    put(root, "/proc/meminfo", "MemTotal: 900 kB\nMemFree: 7 kB\nMemAvailable:     500 kB\n");
}

Test(emu_memory, limits_of_control_groups)
{
    char root[200];
    snprintf(root, sizeof root, "%s", scratch_path("root"));
    clear(root);
    cr_expect(memory_available(root) == (size_t)500 * 1024);

    // cgroup version 2: the group's limit minus the used memory, of which file pages can be
    // reclaimed.
    put(root, "/proc/self/cgroup", "0::/a/b\n");
    put(root, "/sys/fs/cgroup/a/b/memory.max", "300000\n");
    put(root, "/sys/fs/cgroup/a/b/memory.current", "100000\n");
    cr_expect(memory_available(root) == 200000);
    put(root, "/sys/fs/cgroup/a/b/memory.stat", "anon 5\ninactive_file 40000\nactive_file 9\n");
    cr_expect(memory_available(root) == 240000);
    put(root, "/sys/fs/cgroup/a/memory.max", "50000\n"); // the one above it
    put(root, "/sys/fs/cgroup/a/memory.current", "60000\n");
    cr_expect(memory_available(root) == 0);
    put(root, "/sys/fs/cgroup/a/memory.max", "max\n");
    put(root, "/sys/fs/cgroup/a/b/memory.max", "max\n");
    cr_expect(memory_available(root) == (size_t)500 * 1024);

    // cgroup version 1, in a container that sees its own group as the root.
    clear(root);
    put(root, "/proc/self/cgroup", "9:cpu:/x\n4:memory:/docker/1234\n0::/\n");
    put(root, "/sys/fs/cgroup/memory/memory.limit_in_bytes", "400000\n");
    put(root, "/sys/fs/cgroup/memory/memory.usage_in_bytes", "150000\n");
    put(root, "/sys/fs/cgroup/memory/memory.stat", "cache 1\ntotal_inactive_file 1000\n");
    cr_expect(memory_available(root) == 251000);
    run_program((const char *const[]){"rm", "-rf", root, NULL});
}

// ---- Limits of the system
// ------------------------------------------------------------------------

static struct run run_limited(const char *program, const char *limit)
{
    char command[300];
    snprintf(command, sizeof command, "ulimit %s && exec %s", limit, program);
    return run_program_for((const char *const[]){"/bin/sh", "-c", command, NULL}, 30, NULL);
}

// If the system counts reserved memory as used (vm.overcommit_memory=2), there must be room for the
// program's allocations, but not for the whole address range. A limit of the address space shows
// that on any system.
Test(emu_memory, reserves_only_what_is_used)
{
    static const char text[] =
        "#include <cstdio>\n"
        "__global__ void one(int *out) { *out = 1; }\n"
        "int main()\n"
        "{\n"
        "    int *out, *large;\n"
        "    if (cudaMallocManaged(&out, 4) || cudaMalloc(&large, 8 << 20))\n"
        "        return 2;\n"
        "    one<<<1, 1>>>(out);\n"
        "    cudaDeviceSynchronize();\n"
        "    printf(\"%d\\n\", *out);\n"
        "    cudaFree(out), cudaFree(large);\n"
        "}\n";
    char program[200];
    snprintf(program, sizeof program, "%s", compile_text("used", text));
    struct run run = run_for(program, NULL, 30);
    cr_assert(run.status == 0 && strcmp(run.out, "1\n") == 0, "%s", run.err);
    run_free(&run);

    run = run_limited(program, "-d 400000"); // KiB; 72 MiB are for the check of the large one
    cr_expect(run.status == 0 && strcmp(run.out, "1\n") == 0 && !run.err[0], "%s", run.err);
    run_free(&run);
    run = run_limited(program, "-d 50000");
    cr_expect(run.status == 2 &&
                  starts(run.err, "emu: cudaMalloc of 8388608 bytes refused "
                                  "(cudaErrorMemoryAllocation): no memory ") &&
                  strstr(run.err, "ulimit -d") && count_lines(run.err) == 2,
              "%s", run.err);
    run_free(&run);
    run = run_limited(program, "-v 1000000");
    cr_expect(run.status == 1 && starts(run.err, "emu: cannot reserve ") &&
                  strstr(run.err, "ulimit -v") && count_lines(run.err) == 1,
              "%s", run.err);
    run_free(&run);
}

// If the PC's memory is too small for the checks, the program runs unchecked unless the user
// requires the checks.
Test(emu_memory, checks_are_off_without_memory)
{
    static const char text[] = "#include <cstdio>\n"
                               "int main()\n"
                               "{\n"
                               "    size_t left, all;\n"
                               "    char *p;\n"
                               "    cudaMemGetInfo(&left, &all);\n"
                               "    if (3 * left > all) return 3;\n" // more than a GPU's
                               "    if (cudaMalloc(&p, 3 * left)) return 2;\n"
                               "    cudaFree(p);\n"
                               "}\n";
    char program[200];
    snprintf(program, sizeof program, "%s", compile_text("more", text));
    unsetenv("EMU_CHECK");
    struct run run = run_for(program, NULL, 30);
    cr_expect(run.status == 3 ||
                  (run.status == 0 && count_lines(run.err) == 1 &&
                   strstr(run.err, " cannot be checked with this computer's memory")),
              "%d: %s", run.status, run.err);
    run_free(&run);
    setenv("EMU_CHECK", "on", 1);
    run = run_for(program, NULL, 30);
    cr_expect(run.status == 3 ||
                  (run.status == 2 && strstr(run.err, "refused (cudaErrorMemoryAllocation)")),
              "%d: %s", run.status, run.err);
    run_free(&run);
}
