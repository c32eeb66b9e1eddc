// SPDX-License-Identifier: MIT
// test_emu_report.c: the forms of diagnoses: text, JSON, exit status, and none.
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/json.h"
#include "../support/program.h"

enum { SECONDS = 30 };

static void plain_environment(void)
{
    unsetenv("EMU_CHECK");
    unsetenv("EMU_LEAKS");
    unsetenv("EMU_REPORT");
}

TestSuite(emu_report, .init = plain_environment, .fini = scratch_remove);

static bool starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static const char race[] = "emu/tests/mistakes/bad/shared_race_missing_barrier.cu";

static void compile(const char *source, const char *program)
{
    struct run run = run_program((const char *const[]){emucc_program(), WITHOUT_SPECIAL_FUNCTIONS,
                                                       "-I.", source, "-o", program, NULL});
    cr_assert(run.status == 0, "%s: emucc: %s", source, run.err);
    run_free(&run);
}

// Compiles a program of the repository and runs it with an environment variable set.
static struct run run_source(const char *relative, const char *variable, const char *value)
{
    const char *program = scratch_path("program");
    char source[1200];
    snprintf(source, sizeof source, "%s", repository_path(relative));
    compile(source, program);
    if (variable)
        setenv(variable, value, 1);
    struct run run = run_program_for((const char *const[]){program, NULL}, SECONDS, NULL);
    if (variable)
        unsetenv(variable);
    return run;
}

static struct run run_text(const char *text)
{
    char source[200];
    snprintf(source, sizeof source, "%s", scratch_path("text.cu"));
    write_bytes(source, text, strlen(text));
    const char *program = scratch_path("text");
    compile(source, program);
    return run_program_for((const char *const[]){program, NULL}, SECONDS, NULL);
}

// The lines of a race report, in this order; the file's header has the two lines of code.
Test(emu_report, one_form_of_message)
{
    struct run run = run_source(race, NULL, NULL);
    const char *const parts[] = {"emu: race in shared memory",
                                 "\n  at      ",
                                 "shared_race_missing_barrier.cu:",
                                 "\n  kernel  matmul<<<(4,4,1), (16,16,1)>>>",
                                 "\n  thread  block (",
                                 "\n  address ",
                                 "\n  other   ",
                                 "shared_race_missing_barrier.cu:",
                                 "\n  cure    "};
    const char *at = run.err;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        at = strstr(at, parts[i]);
        cr_assert(at != NULL, "\"%s\" is missing or out of place in\n%s", parts[i], run.err);
    }
    run_free(&run);
}

// Returns how often a text occurs in another.
static int count(const char *text, const char *part)
{
    int found = 0;
    while ((text = strstr(text, part)) != NULL)
        found++, text++;
    return found;
}

// Half a million accesses race: each line of code is reported twice at most, and the last line sums
// up.
Test(emu_report, repeats_are_counted_not_printed)
{
    struct run run = run_source(race, NULL, NULL);
    for (int line = 18; line <= 21; line++) {
        char at[100];
        snprintf(at, sizeof at, "shared_race_missing_barrier.cu:%d\n  kernel", line);
        cr_expect(count(run.err, at) <= 2, "%s", run.err);
    }
    const char *last = strstr(run.err, "emu: 1 kind of mistake, ");
    cr_expect(last && count_lines(last) == 1 && strstr(last, " times; first: race at ") != NULL &&
                  strstr(last, "shared_race_missing_barrier.cu:") != NULL,
              "%s", run.err);
    run_free(&run);
}

// Blocks on several cores get stuck at the same time: the report of each contains only its own
// state.
Test(emu_report, blocks_that_are_stuck_together)
{
    static const char text[] = "#include <cuda_runtime.h>\n"
                               "#include \"emu/tests/ptx/sm90.h\"\n"
                               "__global__ void stuck(void)\n"
                               "{\n"
                               "    __shared__ __align__(8) uint64_t full, empty;\n"
                               "    if (threadIdx.x == 0) {\n"
                               "        mbarrier_init(&full, 1);\n"
                               "        mbarrier_init(&empty, 128);\n"
                               "        fence_mbarrier_init();\n"
                               "    }\n"
                               "    __syncthreads();\n"
                               "    for (int t = 0; t < 2; t++)\n"
                               "        if (threadIdx.x < 128) {\n"
                               "            mbarrier_wait_parity(&full, t);\n"
                               "            if (threadIdx.x % 32 == 0)\n"
                               "                mbarrier_arrive(&empty);\n"
                               "        } else if (threadIdx.x == 128) {\n"
                               "            mbarrier_wait_parity(&empty, t ^ 1);\n"
                               "            mbarrier_arrive(&full);\n"
                               "        }\n"
                               "}\n"
                               "int main(void)\n"
                               "{\n"
                               "    stuck<<<8, 160>>>();\n"
                               "    return cudaDeviceSynchronize() == cudaSuccess;\n"
                               "}\n";
    struct run run = run_text(text);
    cr_expect(count(run.err, "\n  barrier full: ") == 1 &&
                  count(run.err, "\n  barrier empty: ") == 1 &&
                  count(run.err, "waited for by ") == 2,
              "%s", run.err);
    run_free(&run);
}

Test(emu_report, check_off_is_silent)
{
    struct run run = run_source(race, "EMU_CHECK", "off");
    cr_expect(!run.err[0], "%s", run.err);
    run_free(&run);

    run = run_source("emu/tests/mistakes/bad/global_race_scatter.cu", "EMU_CHECK", "off");
    cr_expect(!run.err[0], "%s", run.err);
    run_free(&run);
}

// Bounds are always checked, because an invalid store must not corrupt the program's own memory.
Test(emu_report, check_off_still_keeps_bounds)
{
    struct run run =
        run_source("emu/tests/mistakes/bad/global_oob_off_by_one.cu", "EMU_CHECK", "off");
    cr_expect(run.status != 0 && starts(run.err, "emu: "), "exit status %d\n%s", run.status,
              run.err);
    run_free(&run);
}

// ---- Exit statuses -------------------------------------------------------------------------------

// Memory that is not freed is one line of advice, unless the user asks for an error.
Test(emu_report, a_leak_is_advice_or_a_mistake)
{
    static const char advice[] =
        "emu: 4088 bytes of device memory in 9 allocations were never freed "
        "(EMU_LEAKS=error: a mistake), at ";
    const char *const leak = "emu/tests/mistakes/bad/leak_in_loop.cu";
    struct run run = run_source(leak, NULL, NULL);
    cr_expect(run.status == 0 && starts(run.err, advice) &&
                  strstr(run.err, "leak_in_loop.cu:22\n") && count_lines(run.err) == 1,
              "exit status %d\n%s", run.status, run.err);
    run_free(&run);
    run = run_source(leak, "EMU_LEAKS", "error");
    cr_expect(run.status == 1 && starts(run.err, "emu: leak: ") && count_lines(run.err) == 4,
              "exit status %d\n%s", run.status, run.err);
    run_free(&run);
    run = run_source(leak, "EMU_LEAKS", "off");
    cr_expect(run.status == 0 && !run.err[0], "exit status %d\n%s", run.status, run.err);
    run_free(&run);
    setenv("EMU_REPORT", "json", 1);
    run = run_source(leak, NULL, NULL);
    cr_expect(run.status == 0 && is_json_object(run.err) &&
                  starts(run.err, "{\"emu\": \"advice\", \"what\": \""),
              "exit status %d\n%s", run.status, run.err);
    run_free(&run);
}

// ---- Advice --------------------------------------------------------------------------------------

// Sums the first `columns` of the 6 in each row, and of each block's `warps` partial sums.
static const char sums[] =
    "__global__ void sums(const float *a, float *out, int columns, int warps)\n"
    "{\n"
    "    __shared__ float part[4];\n"
    "    float sum = 0;\n"
    "    for (int k = 0; k < columns; k++) sum += a[threadIdx.x * 6 + k];\n"
    "    atomicAdd(out, sum);\n"
    "    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;\n"
    "    __syncthreads();\n"
    "    if (threadIdx.x < warps) atomicAdd(out, part[threadIdx.x]);\n"
    "}\n"
    "int main(int argc, char **argv)\n"
    "{\n"
    "    static float h[128 * 6];\n"
    "    float *a, *out;\n"
    "    cudaStream_t stream = 0;\n"
    "    if (argc > 3) cudaStreamCreate(&stream);\n"
    "    cudaMalloc(&a, sizeof h);\n"
    "    cudaMalloc(&out, 4);\n"
    "    cudaMemset(out, 0, 4);\n"
    "    cudaMemcpyAsync(a, h, sizeof h, cudaMemcpyHostToDevice, stream);\n"
    "    sums<<<2, 128, 0, stream>>>(a, out, argv[1][0] - '0', argv[2][0] - '0');\n"
    "    cudaStreamSynchronize(stream);\n"
    "    if (stream) cudaStreamDestroy(stream);\n"
    "    cudaFree(a);\n"
    "    cudaFree(out);\n"
    "}\n";

static const char unread_columns[] =
    "emu: no kernel has read 1024 of the 3072 bytes that were copied to a: 8 of every 24 bytes, "
    "from byte 16 on, at ";
static const char unread_sum[] =
    "emu: sums never reads 4 bytes of shared memory that it stores here; the first are in part[3], "
    "at ";

// What EMU_ADVICE=1 says is not a mistake: the status stays 0.
static void expect_advice(const char *const args[], const char *columns, const char *sum)
{
    const char *program = scratch_path("sums");
    struct run run = run_program_for(
        (const char *const[]){program, args[0], args[1], args[2], NULL}, SECONDS, NULL);
    const char *found_sum = strstr(run.err, unread_sum);
    cr_expect(run.status == 0 && !strstr(run.err, unread_columns) == !columns &&
                  !found_sum == !sum && (!columns || strstr(run.err, columns)) &&
                  (!sum || strstr(found_sum, sum)) &&
                  count_lines(run.err) == (columns != NULL) + (sum != NULL),
              "%s columns, %s sums: exit status %d\n%s", args[0], args[1], run.status, run.err);
    run_free(&run);
}

Test(emu_report, advice_names_what_is_never_read)
{
    char source[200];
    snprintf(source, sizeof source, "%s", scratch_path("sums.cu"));
    write_bytes(source, sums, sizeof sums - 1);
    compile(source, scratch_path("sums"));
    unsetenv("EMU_ADVICE");
    expect_advice((const char *const[]){"4", "3", NULL}, NULL, NULL);
    setenv("EMU_ADVICE", "1", 1);
    expect_advice((const char *const[]){"4", "3", NULL}, "sums.cu:20\n", "sums.cu:7\n");
    expect_advice((const char *const[]){"4", "4", "s"}, "sums.cu:20\n", NULL);
    expect_advice((const char *const[]){"6", "3", "s"}, NULL, "sums.cu:7\n");
    expect_advice((const char *const[]){"6", "4", NULL}, NULL, NULL);
    unsetenv("EMU_ADVICE");
}

// A leak, a barrier in one branch: the programs return 0 from main.
Test(emu_report, a_diagnosis_makes_the_status_1)
{
    setenv("EMU_LEAKS", "error", 1);
    const char *const sources[] = {"emu/tests/mistakes/bad/leak_never_freed.cu",
                                   "emu/tests/mistakes/bad/global_race_stencil_in_place.cu",
                                   "emu/tests/mistakes/bad/divergent_barrier_half.cu"};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        struct run run = run_source(sources[i], NULL, NULL);
        cr_expect(run.status == 1, "%s: exit status %d\n%s", sources[i], run.status, run.err);
        run_free(&run);
    }
}

Test(emu_report, without_one_the_status_is_the_program_s)
{
    struct run run = run_text("__global__ void nothing() {}\n"
                              "int main() { nothing<<<1, 32>>>(); return 7; }\n");
    cr_expect(run.status == 7 && !run.err[0], "exit status %d\n%s", run.status, run.err);
    run_free(&run);
}

Test(emu_report, a_program_s_own_failure_stays)
{
    struct run run = run_text("__global__ void store(int *x) { x[threadIdx.x] = 1; }\n"
                              "int main()\n"
                              "{\n"
                              "    int *x;\n"
                              "    cudaMalloc(&x, 31 * sizeof *x);\n"
                              "    store<<<1, 32>>>(x);\n"
                              "    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 5;\n"
                              "}\n");
    cr_expect(run.status == 5 && starts(run.err, "emu: "), "exit status %d\n%s", run.status,
              run.err);
    run_free(&run);
}

// ---- JSON ----------------------------------------------------------------------------------------

Test(emu_report, the_reader_of_json)
{
    cr_expect(is_json_object("{\"a\": \"b\\\"c\\n\", \"d\": [1, -2.5, 3], \"e\": {}}\n"));
    cr_expect(!is_json_object("{\"a\": \"b"));
    cr_expect(!is_json_object("{\"a\" 1}"));
    cr_expect(!is_json_object("{\"a\": [1, 2}"));
    cr_expect(!is_json_object("{\"a\": 1} x"));
    cr_expect(!is_json_object("[1]"));
}

// Lines other than diagnoses.
static bool is_note(const char *line) { return strstr(line, "\"emu\": \"summary\"") != NULL; }

// Each diagnosis is an object on its own line with the members that a grader needs. For a kernel it
// also has the indices of block and thread.
static void expect_json(const char *source, bool in_kernel)
{
    struct run run = run_source(source, "EMU_REPORT", "json");
    int objects = 0;
    for (const char *line = run.err; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        char copy[10000];
        snprintf(copy, sizeof copy, "%.*s", (int)strcspn(line, "\n"), line);
        if (is_note(copy))
            continue;
        objects++;
        cr_expect(is_json_object(copy), "%s: not an object: %s", source, copy);
        const char *const members[] = {
            "\"emu\": \"diagnosis\"", "\"kind\": \"", "\"what\": \"", "\"at\": \"",
            "\"kernel\": \"",         "\"block\": [", "\"thread\": ["};
        for (size_t i = 0; i < (in_kernel ? sizeof members / sizeof *members : 4); i++)
            cr_expect(strstr(copy, members[i]) != NULL, "%s: no %s: %s", source, members[i], copy);
    }
    cr_expect(objects > 0, "%s: nothing was said", source);
    cr_expect(run.status != 0, "%s: exit status 0", source);
    run_free(&run);
}

Test(emu_report, json_is_one_object_a_line)
{
    setenv("EMU_LEAKS", "error", 1);
    expect_json(race, true);
    expect_json("emu/tests/mistakes/bad/global_oob_off_by_one.cu", true);
    expect_json("emu/tests/mistakes/bad/divergent_barrier_half.cu", true);
    expect_json("emu/tests/mistakes/bad/leak_never_freed.cu", false);
    expect_json("emu/tests/mistakes/bad/double_free_swapped.cu", false);
}

// ---- Names and source locations
// -------------------------------------------------------------------

// Code that the program compiles at run time has line numbers, too.
Test(emu_report, names_lines_of_modules)
{
    char source[1200], program[200];
    snprintf(source, sizeof source, "%s", repository_path("emu/tests/libraries/nvrtc.cu"));
    snprintf(program, sizeof program, "%s", scratch_path("nvrtc"));
    compile(source, program);
    struct run run = run_program_for((const char *const[]){program, "race", NULL}, SECONDS, NULL);
    cr_expect(run.status == 1 && starts(run.err, "emu: race in global memory") &&
                  strstr(run.err, "at      made.cu:19\n  kernel  all_write<<<"),
              "%d: %s", run.status, run.err);
    run_free(&run);
}

static void must_say(const char *text, const char *first, const char *second)
{
    struct run run = run_text(text);
    cr_assert(run.status == 1 && strstr(run.err, first) && strstr(run.err, second),
              "\"%s\" or \"%s\" is missing (status %d) in\n%s", first, second, run.status, run.err);
    run_free(&run);
}

#define MAIN(variables, allocation, pointer, freed) \
    "int main() { " variables " " allocation "\n" \
    "k<<<1, 1>>>(" pointer "); cudaDeviceSynchronize(); " freed " }\n"

Test(emu_report, elements_have_the_name_of_the_variable)
{
    static const char kernel[] = "__global__ void k(float *x) { x[10] = 1; }\n";
    static const struct {
        const char *main, *element;
    } cases[] = {
        {MAIN("float *d_x;", "cudaMalloc(&d_x, 40);", "d_x", "cudaFree(d_x);"),
         ": d_x[10] of 10 elements of 4 bytes"},
        {MAIN("float *d_x;", "cudaMalloc((void **)&d_x, 40);", "d_x", "cudaFree(d_x);"),
         ": d_x[10] of 10"},
        {MAIN("struct { float *p; } m;", "cudaMallocManaged(&m.p, 40);", "m.p", "cudaFree(m.p);"),
         ": m.p[10] of 10"},
        {MAIN("float *p[2], **q = p;", "cudaMalloc(q, 40);", "p[0]", "cudaFree(p[0]);"),
         ": *q[10] of 10"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1000];
        snprintf(text, sizeof text, "%s%s", kernel, cases[i].main);
        must_say(text, "out of bounds: write of 4 bytes", cases[i].element);
    }
}

// The program declares the folders: emu_frames.h.
Test(emu_report, a_line_of_helpers_is_followed_by_its_caller)
{
    must_say("#include <emu_frames.h>\n"
             "EMU_FRAMES(common, EMU_FRAMES_SHOW_CALLER, \"/helpers/\")\n"
             "#line 7 \"/a/helpers/put.cu\"\n"
             "static __device__ __forceinline__ void put(float *x, int i) { x[i] = 1; }\n"
             "#line 20 \"mine.cu\"\n"
             "__global__ void k(float *x) { put(x, 10); }\n" //
             MAIN("float *d;", "cudaMalloc(&d, 40);", "d", "cudaFree(d);"),
             "helpers/put.cu:7, called at ", "mine.cu:20");
}

// An operation's line is replaced by its caller's.
Test(emu_report, a_line_of_an_operation_is_its_callers)
{
    must_say("#include <emu_frames.h>\n"
             "EMU_FRAMES(ops, EMU_FRAMES_ARE_OPERATIONS, \"/ops/\")\n"
             "#line 7 \"/a/ops/put.h\"\n"
             "static __device__ __forceinline__ void put(float *x, int i) { x[i] = 1; }\n"
             "#line 20 \"mine.cu\"\n"
             "__global__ void k(float *x) { put(x, 10); }\n" //
             MAIN("float *d;", "cudaMalloc(&d, 40);", "d", "cudaFree(d);"),
             "out of bounds: write of 4 bytes", "mine.cu:20\n  kernel ");
}

// The same for any header, but not if the kernel itself is in it.
Test(emu_report, a_line_of_a_header_is_followed_by_its_caller)
{
    static const char main_text[] = MAIN("float *d;", "cudaMalloc(&d, 40);", "d", "cudaFree(d);");
    char text[1000];
    snprintf(text, sizeof text, "%s%s",
             "#line 7 \"/a/05/parts/put.h\"\n"
             "static __device__ __forceinline__ void put(float *x, int i) { x[i] = 1; }\n"
             "static __device__ __forceinline__ void twice(float *x, int i) { put(x, i); }\n"
             "#line 20 \"mine.cu\"\n"
             "__global__ void k(float *x) { twice(x, 10); }\n",
             main_text);
    must_say(text, "05/parts/put.h:7, called at ", "mine.cu:20");
    static const char body[] = "\n__global__ void k(float *x) { x[10] = 1; }\n";
    write_bytes(scratch_path("body.h"), body, strlen(body));
    snprintf(text, sizeof text, "#include \"body.h\"\n%s", main_text);
    must_say(text, "out of bounds: write of 4 bytes", "/body.h:2\n  kernel ");
}

// In the same file, too, whether the compiler inlines a function or calls it.
Test(emu_report, a_line_of_a_device_function_is_followed_by_its_callers)
{
    static const char main_text[] = MAIN("float *d;", "cudaMalloc(&d, 40);", "d", "cudaFree(d);");
    static const char *const kinds[] = {"__forceinline__", "__noinline__"};
    char text[1000];
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        snprintf(text, sizeof text,
                 "#line 7 \"mine.cu\"\n"
                 "static __device__ %s void put(float *x, int i) { x[i] = 1; }\n"
                 "static __device__ %s void twice(float *x, int i)\n{\n    put(x, i);\n}\n"
                 "#line 20\n"
                 "__global__ void k(float *x)\n{\n    twice(x, 1);\n    twice(x, 10);\n}\n%s",
                 kinds[i], kinds[1 - i], main_text);
        must_say(text, "out of bounds: write of 4 bytes", "mine.cu:23\n  kernel ");
        must_say(text, "mine.cu:7, called at ", "mine.cu:10, called at ");
    }
    // At most three callers.
    snprintf(text, sizeof text,
             "#line 7 \"mine.cu\"\n"
             "static __device__ __noinline__ float f(float *x, int i)\n{\n"
             "    return i == 10 ? x[i] :\n"
             "        i * f(x, i + 1) + x[0];\n}\n"
             "__global__ void k(float *x) { x[0] = 1, x[0] = f(x, 1); }\n%s",
             main_text);
    must_say(text, "mine.cu:9, called at ", "mine.cu:10\n  kernel ");
    // The kernel and its helper in one header.
    static const char body[] = "\nstatic __device__ void put(float *x, int i) { x[i] = 1; }\n"
                               "__global__ void k(float *x) { put(x, 10); }\n";
    write_bytes(scratch_path("body.h"), body, strlen(body));
    snprintf(text, sizeof text, "#include \"body.h\"\n%s", main_text);
    must_say(text, "/body.h:2, called at ", "/body.h:3\n  kernel ");
}

// A race of two stores is reported after the second one. Its callers are those of that time.
Test(emu_report, callers_of_a_race_are_those_of_its_access)
{
    must_say("#line 7 \"mine.cu\"\n"
             "static __device__ __noinline__ void put(float *x, int i) { x[i] = i; }\n"
             "__global__ void k(float *x)\n{\n"
             "    put(x, 1);\n"
             "    put(x, 2 + threadIdx.x);\n"
             "}\n"
             "int main()\n{\n    float *d;\n    cudaMalloc(&d, 40);\n    k<<<1, 2>>>(d);\n"
             "    cudaDeviceSynchronize();\n    cudaFree(d);\n}\n",
             "mine.cu:7, called at ", "mine.cu:10\n  kernel ");
}

Test(emu_report, invalid_pointers_are_distinguished)
{
    static const char kernel[] = "__global__ void k(float *x) { x[(long long)-1 << 42] = 1; }\n";
    char text[1000];
    snprintf(text, sizeof text, "%s%s", kernel,
             MAIN("float *d;", "cudaMalloc(&d, 40);", "d", "cudaFree(d);"));
    must_say(text, "far out of bounds: write of 4 bytes", "before the start of the 40 bytes");
    snprintf(text, sizeof text, "%s%s", "__global__ void k(float *x) { x[5000] = 1; }\n",
             MAIN("float *d = 0;", "", "d", ""));
    must_say(text, "through a null pointer", ":1");
    snprintf(text, sizeof text, "%s%s", "__global__ void k(float *x) { x[1] = 1; }\n",
             MAIN("static float d[2];", "", "d", ""));
    must_say(text, "of host memory in a kernel", "a variable of the host program");
    snprintf(text, sizeof text, "%s%s", "__global__ void k(float *x) { x[1] = 1; }\n",
             MAIN("float *d = (float *)0x7700000000;", "", "d", ""));
    must_say(text, "where there is no memory", "was the pointer ever set?");
}

// For a person (COLUMNS is set) lines are folded at words, and the rest begins below their text.
// Otherwise, and as JSON, they are whole.
Test(emu_report, lines_follow_the_width)
{
    struct run whole = run_source("emu/tests/mistakes/bad/wgmma_proxy_missing.cu", NULL, NULL);
    setenv("COLUMNS", "60", 1);
    struct run folded = run_source("emu/tests/mistakes/bad/wgmma_proxy_missing.cu", NULL, NULL);
    struct run json =
        run_source("emu/tests/mistakes/bad/wgmma_proxy_missing.cu", "EMU_REPORT", "json");
    unsetenv("COLUMNS");
    cr_expect(strstr(folded.err, "\n  cure    ") && strstr(folded.err, "\n          "), "%s",
              folded.err);
    for (const char *line = folded.err; *line; line += strcspn(line, "\n") + 1) {
        const int length = (int)strcspn(line, "\n");
        const bool has_path =
            strstr(line, "emu/tests/") && strstr(line, "emu/tests/") < line + length;
        cr_expect(length <= 60 || has_path, "%d columns: %.*s", length, length, line);
    }
    // The same words in the same order.
    const char *a = whole.err, *b = folded.err;
    while (*a || *b) {
        a += strspn(a, " \n"), b += strspn(b, " \n");
        const size_t length = strcspn(a, " \n");
        cr_assert(strcspn(b, " \n") == length && strncmp(a, b, length) == 0, "%.40s: %.40s", a, b);
        a += length, b += length;
    }
    cr_expect(count_lines(json.err) <= 3 && starts(json.err, "{"), "%s", json.err);
    run_free(&whole);
    run_free(&folded);
    run_free(&json);
}

// One object per launch, by a correct program.
Test(emu_report, expected_times_as_json)
{
    setenv("EMU_EXPECT", "1", 1);
    struct run run =
        run_source("emu/tests/mistakes/good/dynamic_shared_carved.cu", "EMU_REPORT", "json");
    unsetenv("EMU_EXPECT");
    cr_expect(run.status == 0, "%s", run.err);
    cr_expect(is_json_object(run.err), "not an object: %s", run.err);
    cr_expect(starts(run.err, "{\"emu\": \"expected\", \"kernel\": \""), "%s", run.err);
    cr_expect(strstr(run.err, "\"us\": ") && strstr(run.err, "\"barrier\": 0."), "%s", run.err);
    run_free(&run);
}

// What the simulation does not cover gets no number, but a reason.
Test(emu_report, what_is_not_modelled_has_no_expected_time)
{
    static const struct {
        const char *source, *reason;
    } cases[] = {
        {"emu/tests/mistakes/good/cooperative_grid_sync.cu", "barriers of the grid"},
        {"emu/tests/mistakes/good/grid_barrier_few_blocks.cu", "wait in loops for memory"},
    };
    setenv("EMU_EXPECT", "1", 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run run = run_source(cases[i].source, NULL, NULL);
        cr_expect(run.status == 0, "%s", run.err);
        cr_expect(strstr(run.err, "not modelled: ") && strstr(run.err, cases[i].reason), "%s",
                  run.err);
        run_free(&run);
    }
    struct run run = run_source(cases[0].source, "EMU_REPORT", "json");
    cr_expect(is_json_object(run.err) && strstr(run.err, "\"not_modelled\": \""), "%s", run.err);
    run_free(&run);
    unsetenv("EMU_EXPECT");
}

static void expect_reason(const char *kernel, const char *reason)
{
    char text[2000];
    snprintf(text, sizeof text,
             "%s\nint main()\n{\n    int *x, *r;\n    cudaMalloc(&x, 1 << 16);\n"
             "    cudaMalloc(&r, 1 << 16);\n    cudaMemset(x, 0, 1 << 16);\n"
             "    k<<<1, 128>>>(x, r);\n    cudaDeviceSynchronize();\n"
             "    cudaFree(x);\n    cudaFree(r);\n}\n",
             kernel);
    setenv("EMU_EXPECT", "1", 1);
    struct run run = run_text(text);
    unsetenv("EMU_EXPECT");
    cr_expect(run.status == 0 && strstr(run.err, reason ? "not modelled: " : "emu: expected ") &&
                  (!reason || strstr(run.err, reason)),
              "%s", run.err);
    run_free(&run);
}

// Local arrays in memory have no expected time; those that fit in registers have one.
Test(emu_report, local_memory_has_no_expected_time)
{
    expect_reason("__global__ void k(const int *x, int *r)\n{\n"
                  "    int bins[16] = {0};\n"
                  "    for (int i = threadIdx.x; i < 4096; i += blockDim.x)\n"
                  "        bins[x[i] & 15]++;\n"
                  "    for (int i = 0; i < 16; i++)\n"
                  "        r[threadIdx.x * 16 + i] = bins[i];\n}\n",
                  "an index of a local array comes from memory");
    expect_reason("__global__ void k(const int *x, int *r)\n{\n"
                  "    int keep[2000], sum = 0;\n"
                  "    for (int i = 0; i < 2000; i++)\n"
                  "        keep[i] = x[(threadIdx.x + i) % 4096];\n"
                  "    for (int i = 0; i < 2000; i += 3)\n"
                  "        sum += keep[i * 7 % 2000];\n"
                  "    r[threadIdx.x] = sum;\n}\n",
                  "its local arrays do not fit in registers");
    expect_reason("__global__ void k(const int *x, int *r)\n{\n"
                  "    int sums[8][8] = {{0}};\n"
                  "    for (int p = 0; p < 64; p++)\n"
                  "        for (int i = 0; i < 8; i++)\n"
                  "            for (int j = 0; j < 8; j++)\n"
                  "                sums[i][j] += x[p * 8 + i] * x[p * 8 + j + 1024];\n"
                  "    for (int i = 0; i < 64; i++)\n"
                  "        r[threadIdx.x * 64 + i] = sums[i / 8][i % 8];\n}\n",
                  NULL);
}

Test(emu_report, an_expected_time_says_what_is_in_l2)
{
    static const char source[] = "emu/tests/mistakes/good/dynamic_shared_carved.cu";
    setenv("EMU_EXPECT", "1", 1);
    struct run warm = run_source(source, NULL, NULL),
               cold = run_source(source, "EMU_EXPECT_L2", "cold");
    unsetenv("EMU_EXPECT");
    cr_expect(strstr(warm.err, ", L2 warm,"), "%s", warm.err);
    cr_expect(strstr(cold.err, ", L2 cold,"), "%s", cold.err);
    run_free(&warm);
    run_free(&cold);
}

// Each block reads as many elements as its number says.
Test(emu_report, an_expected_time_says_how_much_blocks_differ)
{
    char text[1000];
    snprintf(
        text, sizeof text, "%s%s",
        "__global__ void k(float *x) { float sum = 0;\n"
        "for (int i = 0; i <= blockIdx.x * 16; i++) sum += x[i]; x[4096 + blockIdx.x] = sum; }\n",
        "int main(void) { float *x; cudaMalloc(&x, 40000); cudaMemset(x, 0, 40000);\n"
        "k<<<200, 1>>>(x); cudaDeviceSynchronize(); cudaFree(x); }\n");
    setenv("EMU_EXPECT", "1", 1);
    setenv("EMU_REPORT", "json", 1);
    struct run run = run_text(text);
    unsetenv("EMU_EXPECT");
    unsetenv("EMU_REPORT");
    const char *least = strstr(run.err, "\"least_work\": "),
               *most = strstr(run.err, "\"most_work\": ");
    cr_assert(run.status == 0 && least && most, "%s", run.err);
    cr_expect(strstr(run.err, "\"traced_blocks\": 9"), "%s", run.err);
    cr_expect(strtod(strchr(least, ':') + 1, NULL) < 0.1, "%s", run.err);
    const double largest = strtod(strchr(most, ':') + 1, NULL);
    cr_expect(largest > 1.8 && largest < 2.1, "%g", largest);
    run_free(&run);
}
