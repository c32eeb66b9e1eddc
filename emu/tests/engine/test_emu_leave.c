// SPDX-License-Identifier: MIT
// test_emu_leave.c: events that would end a program on a PC and do not on a GPU: divisions without
// a result; host functions that a kernel cannot call; a child that was forked too late; Ctrl-C.
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../support/cuda_text.h"

enum { SECONDS = 30 };

TestSuite(emu_leave, .fini = scratch_remove);

// ---- Divisions ----------------------------------------------------------------------------------

// One kernel for each type; prints the quotient and the remainder, and the statements after them.
static const char divisions[] =
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "#define KERNEL(name, type) \\\n"
    "    __global__ void name(const type *x, type *out) \\\n"
    "    { \\\n"
    "        out[0] = x[0] / x[1]; \\\n"
    "        out[1] = x[0] % x[1]; \\\n"
    "        out[2] = 5; \\\n"
    "    } \\\n"
    "    static void run_##name(const char *dividend, const char *divisor) \\\n"
    "    { \\\n"
    "        type h[3] = {(type)strtoll(dividend, 0, 0), (type)strtoll(divisor, 0, 0)}, *x, *out; "
    "\\\n"
    "        cudaMalloc(&x, sizeof h); \\\n"
    "        cudaMalloc(&out, sizeof h); \\\n"
    "        cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice); \\\n"
    "        name<<<1, 1>>>(x, out); \\\n"
    "        cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost); \\\n"
    "        printf(\"%lld %lld %lld\\n\", (long long)h[0], (long long)h[1], (long long)h[2]); \\\n"
    "        cudaFree(x), cudaFree(out); \\\n"
    "    }\n"
    "KERNEL(s8, signed char)\n"
    "KERNEL(u8, unsigned char)\n"
    "KERNEL(s16, short)\n"
    "KERNEL(s32, int)\n"
    "KERNEL(u32, unsigned)\n"
    "KERNEL(s64, long long)\n"
    "KERNEL(u64, unsigned long long)\n"
    "int main(int argc, char **argv)\n"
    "{\n"
    "    char type[8], dividend[30], divisor[8];\n"
    "    if (sscanf(argv[1], \"%7s %29s %7s\", type, dividend, divisor) != 3) return 3;\n"
    "    if (!strcmp(type, \"s8\")) run_s8(dividend, divisor);\n"
    "    if (!strcmp(type, \"u8\")) run_u8(dividend, divisor);\n"
    "    if (!strcmp(type, \"s16\")) run_s16(dividend, divisor);\n"
    "    if (!strcmp(type, \"s32\")) run_s32(dividend, divisor);\n"
    "    if (!strcmp(type, \"u32\")) run_u32(dividend, divisor);\n"
    "    if (!strcmp(type, \"s64\")) run_s64(dividend, divisor);\n"
    "    if (!strcmp(type, \"u64\")) run_u64(dividend, divisor);\n"
    "}\n";

static const char by_zero[] =
    "emu: integer division by zero; a GPU goes on, with all bits of the quotient set, or "
    "the dividend as the remainder\n"
    "  at      %s\n"
    "  kernel  %s<<<(1,1,1), (1,1,1)>>>\n"
    "  thread  block (0,0,0), thread (0,0,0): warp 0, lane 0\n"
    "  cure    test the divisor first: is it a size or a count that can be 0?\n";
static const char overflow[] =
    "emu: integer division overflows: the smallest value by -1; a GPU goes on, with that value as "
    "the quotient and 0 as the remainder\n"
    "  at      %s\n"
    "  kernel  %s<<<(1,1,1), (1,1,1)>>>\n"
    "  thread  block (0,0,0), thread (0,0,0): warp 0, lane 0\n"
    "  cure    test for -1 first, or divide in a wider type\n";

// The text is the expected one, with any line of that file.
static void expect_text(const char *got, const char *wanted, const char *kernel)
{
    char at[300] = "", whole[2000];
    const char *place = strstr(got, "  at      ");
    if (place)
        sscanf(place, "  at      %299s", at);
    snprintf(whole, sizeof whole, wanted, at, kernel);
    cr_expect(strncmp(got, whole, strlen(whole)) == 0, "got\n%swant\n%s", got, whole);
    cr_expect(strstr(at, "divisions.cu:") != NULL, "%s", at);
}

Test(emu_leave, divisions_without_a_result_continue)
{
    static const struct {
        const char *what, *result, *told;
    } cases[] = {
        {"s32 7 2", "3 1 5\n", NULL},
        {"s32 7 0", "-1 7 5\n", by_zero},
        {"s32 -7 0", "-1 -7 5\n", by_zero},
        {"s32 -2147483648 0", "-1 -2147483648 5\n", by_zero},
        {"s32 -2147483648 -1", "-2147483648 0 5\n", overflow},
        {"u32 7 0", "4294967295 7 5\n", by_zero},
        {"s64 7 0", "-1 7 5\n", by_zero},
        {"s64 -9223372036854775808 -1", "-9223372036854775808 0 5\n", overflow},
        {"u64 7 0", "-1 7 5\n", by_zero},
        {"u8 7 0", "255 7 5\n", by_zero},
        {"s16 7 0", "-1 7 5\n", by_zero},
        {"s8 -128 -1", "-128 0 5\n", NULL}, // an int holds 128
    };
    char program[200];
    snprintf(program, sizeof program, "%s", compile_text("divisions", divisions));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run run = run_for(program, cases[i].what, SECONDS);
        char kernel[8];
        sscanf(cases[i].what, "%7s", kernel);
        cr_expect(strcmp(run.out, cases[i].result) == 0, "%s: %s", cases[i].what, run.out);
        cr_expect(run.status == (cases[i].told != NULL), "%s: %d", cases[i].what, run.status);
        if (cases[i].told)
            expect_text(run.err, cases[i].told, kernel);
        else
            cr_expect(!run.err[0], "%s: %s", cases[i].what, run.err);
        run_free(&run);
    }
}

// A division in host code behaves as on any PC.
Test(emu_leave, a_division_on_the_host_ends_the_program)
{
    const char *program = compile_text("host", "__global__ void nothing() {}\n"
                                               "int main(int argc, char **argv)\n"
                                               "{\n"
                                               "    nothing<<<1, 1>>>();\n"
                                               "    volatile int zero = argc - 1;\n"
                                               "    return 7 / zero;\n"
                                               "}\n");
    struct run run = run_for(program, NULL, SECONDS);
    cr_expect(run.status == 128 + 8 && !run.err[0], "status %d: %s", run.status, run.err);
    run_free(&run);
}

// ---- Settings that the program changes ------------------------------------------------------------

// Constructors run before the first call of the engine. EARLY is what this one does.
static const char race_after[] = "#include <stdlib.h>\n"
                                 "#include <unistd.h>\n"
                                 "__attribute__((constructor(101))) static void early() { EARLY }\n"
                                 "__global__ void race(int *p) { *p = threadIdx.x; }\n"
                                 "int main()\n"
                                 "{\n"
                                 "    if (getenv(\"BY_MAIN\")) setenv(\"EMU_CHECK\", \"off\", 1);\n"
                                 "    int *p;\n"
                                 "    cudaMalloc(&p, 4);\n"
                                 "    race<<<1, 64>>>(p);\n"
                                 "    cudaDeviceSynchronize();\n"
                                 "}\n";

static const char *compile_race_after(const char *early)
{
    char text[1500];
    snprintf(text, sizeof text, "#define EARLY %s\n%s", early, race_after);
    return compile_text("settings", text);
}

static bool finds_race(const char *program)
{
    struct run run = run_for(program, NULL, SECONDS);
    const bool found = run.status == 1 && strstr(run.err, "race in") && !strstr(run.err, "freed");
    cr_expect(found || run.status == 0, "status %d: %s", run.status, run.err);
    run_free(&run);
    return found;
}

static const char race_library[] = "__global__ void race(int *p) { *p = threadIdx.x; }\n"
                                   "extern \"C\" int run_race()\n"
                                   "{\n"
                                   "    int *p;\n"
                                   "    cudaMalloc(&p, 4);\n"
                                   "    race<<<1, 64>>>(p);\n"
                                   "    return cudaDeviceSynchronize();\n"
                                   "}\n";
static const char loads_library[] =
    "#include <dlfcn.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "int main(int argc, char **argv)\n"
    "{\n"
    "    setenv(\"EMU_CHECK\", argv[2], 1);\n"
    "    void *library = dlopen(argv[1], RTLD_NOW);\n"
    "    int (*run)(void) = library ? (int (*)(void))dlsym(library, \"run_race\") : 0;\n"
    "    if (!run || run()) return 3;\n"
    "    return getenv(\"EMU_CHECK\") && !strcmp(getenv(\"EMU_CHECK\"), argv[2]) ? 0 : 4;\n"
    "}\n";

static bool finds_race_with(const char *program, const char *library, const char *check)
{
    struct run run = run_program((const char *const[]){program, library, check, NULL});
    const bool found = run.status == 1 && strstr(run.err, "race in");
    cr_expect(found || run.status == 0, "status %d: %s", run.status, run.err);
    run_free(&run);
    return found;
}

Test(emu_leave, a_program_cannot_change_what_the_environment_sets)
{
    setenv("EMU_LEAKS", "off", 1);
    setenv("EMU_CHECK", "on", 1);
    cr_expect(finds_race(compile_race_after("setenv(\"EMU_CHECK\", \"off\", 1);"
                                            "unsetenv(\"EMU_LEAKS\");")));
    unsetenv("EMU_CHECK");
    unsetenv("EMU_LEAKS");
}

Test(emu_leave, only_main_can_switch_the_checks_off)
{
    static const char *const early[] = {
        "setenv(\"EMU_CHECK\", \"off\", 1);", "setenv(\"EMU_CHECK\", \"off\", 1); cudaFree(0);",
        "if (!getenv(\"AGAIN\")) { setenv(\"AGAIN\", \"1\", 1); setenv(\"EMU_CHECK\", \"off\", 1);"
        "    char *args[] = {(char *)\"again\", nullptr}; execv(\"/proc/self/exe\", args); }",
        "if (!getenv(\"AGAIN\")) { char again[] = \"AGAIN=1\", off[] = \"EMU_CHECK=off\","
        "    leaks[] = \"EMU_LEAKS=off\";"
        "    char *args[] = {(char *)\"again\", nullptr}, *with[] = {again, off, leaks, nullptr};"
        "    execve(\"/proc/self/exe\", args, with); }"};
    setenv("EMU_LEAKS", "off", 1);
    for (size_t i = 0; i < sizeof early / sizeof *early; i++) {
        cr_expect(finds_race(compile_race_after(early[i])), "%s", early[i]);
    }
    setenv("BY_MAIN", "1", 1);
    cr_expect(!finds_race(compile_race_after("")));
    unsetenv("BY_MAIN");
    unsetenv("EMU_LEAKS");
}

// A library that main() loads finds what main() has set, and main() still finds it afterwards.
Test(emu_leave, a_loaded_library_keeps_what_main_sets)
{
    const char *source = scratch_path("race.cu"), *library = scratch_path("race.so");
    write_bytes(source, race_library, strlen(race_library));
    struct run run = run_program((const char *const[]){emucc_program(), "-w", "-shared", "-fPIC",
                                                       source, "-o", library, NULL});
    cr_assert(run.status == 0, "%s", run.err);
    run_free(&run);
    const char *c_source = scratch_path("loads.c"), *program = scratch_path("loads");
    const char *cc = getenv("CC") ? getenv("CC") : "cc";
    write_bytes(c_source, loads_library, strlen(loads_library));
    run = run_program((const char *const[]){cc, c_source, "-o", program, "-ldl", NULL});
    cr_assert(run.status == 0, "%s", run.err);
    run_free(&run);
    setenv("EMU_LEAKS", "off", 1);
    cr_expect(finds_race_with(program, library, "on"));
    cr_expect(!finds_race_with(program, library, "off"));
    unsetenv("EMU_LEAKS");
}

// The handler interrupts malloc() in a thread that does nothing else, so that it often holds the
// heap's lock. (The C library locks the heap only if there is a second thread.)
Test(emu_leave, a_signal_handler_may_replace_the_program)
{
    setenv("EMU_CHECK", "on", 1);
    const char *program = compile_text(
        "handler",
        "#include <csignal>\n"
        "#include <cstdlib>\n"
        "#include <cstring>\n"
        "#include <sys/time.h>\n"
        "#include <thread>\n"
        "#include <unistd.h>\n"
        "static void *volatile kept;\n"
        "static char again[] = \"AGAIN=1\", off[] = \"EMU_CHECK=off\";\n"
        "static void on_alarm(int)\n"
        "{\n"
        "    char *args[] = {(char *)\"again\", nullptr}, *with[] = {again, off, nullptr};\n"
        "    execve(\"/proc/self/exe\", args, with);\n"
        "}\n"
        "int main()\n"
        "{\n"
        "    if (getenv(\"AGAIN\"))\n"
        "        return strcmp(getenv(\"EMU_CHECK\"), \"on\") == 0 ? 5 : 6;\n"
        "    const itimerval soon = {{0, 0}, {0, 20000}};\n"
        "    std::thread([] { pause(); }).detach();\n"
        "    signal(SIGALRM, on_alarm);\n"
        "    setitimer(ITIMER_REAL, &soon, nullptr);\n"
        "    for (;;) kept = malloc(100000), free(kept);\n"
        "}\n");
    for (int i = 0; i < 20; i++) {
        struct run run = run_for(program, NULL, SECONDS);
        cr_expect(run.status == 5 && !run.err[0], "status %d: %s", run.status, run.err);
        run_free(&run);
    }
    unsetenv("EMU_CHECK");
}

// ---- Functions of the host ----------------------------------------------------------------------

Test(emu_leave, functions_that_end_the_program)
{
    static const char *const names[] = {"abort", "exit", "pthread_exit"};
    char program[200], what[200];
    snprintf(program, sizeof program, "%s",
             compile_text("leave", "#include <pthread.h>\n"
                                   "#include <stdlib.h>\n"
                                   "__host__ __device__ void end(int how)\n" // not refused
                                   "{\n"
                                   "    if (how == 0) abort();\n"
                                   "    if (how == 1) exit(0);\n"
                                   "    if (how == 2) pthread_exit(0);\n"
                                   "}\n"
                                   "__global__ void leave(int how, int *out)\n"
                                   "{\n"
                                   "    if (threadIdx.x == 40) end(how);\n"
                                   "    out[threadIdx.x] = 1;\n"
                                   "}\n"
                                   "int main(int argc, char **argv)\n"
                                   "{\n"
                                   "    int *out;\n"
                                   "    cudaMalloc(&out, 256);\n"
                                   "    leave<<<1, 64>>>(atoi(argv[1]), out);\n"
                                   "    return cudaDeviceSynchronize() == 719 ? 7 : 0;\n"
                                   "}\n"));
    for (int how = 0; how < 3; how++) {
        snprintf(what, sizeof what, "%d", how);
        struct run run = run_for(program, what, SECONDS);
        snprintf(what, sizeof what,
                 "emu: %s() in a kernel: it is a function of the host, and nvcc refuses it\n"
                 "  at      ",
                 names[how]);
        cr_expect(strncmp(run.err, what, strlen(what)) == 0, "%s", run.err);
        snprintf(what, sizeof what, "leave.cu:%d, called at ", 5 + how);
        cr_expect(strstr(run.err, what) != NULL, "%s", run.err);
        snprintf(what, sizeof what,
                 "leave.cu:11\n"
                 "  kernel  leave<<<(1,1,1), (64,1,1)>>>\n"
                 "  thread  block (0,0,0), thread (40,0,0): warp 1, lane 8\n"
                 "  cure    end one thread with return, the whole kernel with __trap() or "
                 "assert()\n");
        cr_expect(strstr(run.err, what) != NULL && count_lines(run.err) == 6, "%s", run.err);
        cr_expect(run.status == 7, "status %d", run.status);
        run_free(&run);
    }
}

// In host code the same functions work as usual.
Test(emu_leave, the_host_may_call_them)
{
    const char *program = compile_text("end", "#include <stdio.h>\n"
                                              "#include <stdlib.h>\n"
                                              "__global__ void nothing() {}\n"
                                              "static void say(void) { puts(\"bye\"); }\n"
                                              "int main(int argc, char **argv)\n"
                                              "{\n"
                                              "    nothing<<<1, 1>>>();\n"
                                              "    atexit(say);\n"
                                              "    if (argv[1][0] == 'a') abort();\n"
                                              "    exit(9);\n"
                                              "}\n");
    struct run run = run_for(program, "e", SECONDS);
    cr_expect(run.status == 9 && strcmp(run.out, "bye\n") == 0 && !run.err[0], "%d %s", run.status,
              run.err);
    run_free(&run);
    run = run_for(program, "a", SECONDS);
    cr_expect(run.status == 128 + 6 && !run.out[0] && !run.err[0], "%d %s", run.status, run.err);
    run_free(&run);
}

// ---- Fork ---------------------------------------------------------------------------------------

Test(emu_leave, a_launch_in_a_forked_child)
{
    const char *program = compile_text(
        "child", "#include <stdio.h>\n"
                 "#include <sys/wait.h>\n"
                 "#include <unistd.h>\n"
                 "__global__ void one(int *x) { if (threadIdx.x == 0) x[blockIdx.x] = 1; }\n"
                 "int main()\n"
                 "{\n"
                 "    int *x, state;\n"
                 "    cudaMalloc(&x, 256);\n"
                 "    one<<<64, 64>>>(x);\n"
                 "    cudaDeviceSynchronize();\n"
                 "    if (fork() == 0) {\n"
                 "        one<<<64, 64>>>(x);\n"
                 "        return cudaGetLastError() == 3 && cudaMalloc(&x, 4) == 3 &&\n"
                 "               cudaGetLastError() == 3 ? 5 : 6;\n"
                 "    }\n"
                 "    wait(&state);\n"
                 "    printf(\"%d\\n\", WEXITSTATUS(state));\n"
                 "    one<<<64, 64>>>(x);\n"
                 "    cudaFree(x);\n"
                 "    return cudaDeviceSynchronize();\n"
                 "}\n");
    struct run run = run_for(program, NULL, SECONDS);
    cr_expect(run.status == 0 && strcmp(run.out, "5\n") == 0, "status %d: %s", run.status, run.out);
    cr_expect(strncmp(run.err,
                      "emu: launch of one refused (cudaErrorInitializationError): this process was "
                      "forked from one that had begun to use the GPU; fork before the first CUDA "
                      "call\n  at      ",
                      149) == 0 &&
                  strstr(run.err, "child.cu:12\n") && count_lines(run.err) == 2,
              "%s", run.err);
    run_free(&run);
}

// ---- Ctrl-C -------------------------------------------------------------------------------------

// Starts the program with its stderr in a file, interrupts it after it has printed "ready", in the
// kernel or after it, and waits. Returns the signal that ended it, or 0.
static int interrupt(const char *program, const char *argument, char *said, size_t size)
{
    const char *file = scratch_path("said");
    int out[2], state = 0;
    cr_assert(pipe(out) == 0);
    const pid_t child = fork();
    if (child == 0) {
        signal(SIGINT, SIG_DFL); // a test in the background ignores SIGINT
        dup2(out[1], STDOUT_FILENO);
        if (freopen(file, "w", stderr))
            execl(program, program, argument, (char *)NULL);
        _exit(127);
    }
    close(out[1]);
    char ready[8];
    cr_expect(read(out[0], ready, sizeof ready) > 0);
    kill(child, SIGINT);
    waitpid(child, &state, 0);
    close(out[0]);
    FILE *stream = fopen(file, "r");
    const size_t length = stream ? fread(said, 1, size - 1, stream) : 0;
    if (stream)
        fclose(stream);
    said[length] = '\0';
    return WIFSIGNALED(state) ? WTERMSIG(state) : 0;
}

Test(emu_leave, an_interrupted_kernel_is_named)
{
    const char *program =
        compile_text("spin", "#include <signal.h>\n"
                             "#include <stdio.h>\n"
                             "#include <unistd.h>\n"
                             "__global__ void spin(long turns, int *x)\n"
                             "{\n"
                             "    for (long i = 0; i < turns; i++) {\n"
                             "        if (i == 1 && threadIdx.x == 0) write(1, \"ready\", 5);\n"
                             "        x[threadIdx.x] += i;\n"
                             "    }\n"
                             "}\n"
                             "static void mine(int number) { _exit(7); }\n"
                             "int main(int argc, char **argv)\n"
                             "{\n"
                             "    int *x;\n"
                             "    cudaMalloc(&x, 256);\n"
                             "    cudaMemset(x, 0, 256);\n"
                             "    if (argv[1][0] == 'm') signal(SIGINT, mine);\n"
                             "    spin<<<1, 64>>>(argv[1][0] == 'h' ? 1 : 1L << 60, x);\n"
                             "    cudaDeviceSynchronize();\n"
                             "    cudaFree(x);\n"
                             "    write(1, \"ready\", 5);\n"
                             "    pause();\n"
                             "}\n");
    char said[1000];
    cr_expect(interrupt(program, "kernel", said, sizeof said) == SIGINT);
    cr_expect_str_eq(said, "emu: interrupted in spin<<<(1,1,1), (64,1,1)>>>: 1 of 1 blocks had "
                           "begun\n");
    cr_expect(interrupt(program, "host", said, sizeof said) == SIGINT);
    cr_expect_str_eq(said, ""); // no kernel is running: the default action
    cr_expect(interrupt(program, "mine", said, sizeof said) == 0);
    cr_expect_str_eq(said, "");
}
