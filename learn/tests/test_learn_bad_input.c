// SPDX-License-Identifier: MIT
//
// test_learn_bad_input.c: whatever a learner's folder holds: one clear line or one screen, a status
// that is not 0, and progress that is never lost.
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "learner.h"

TestSuite(learn_bad_input, .fini = desk_remove);

// A request that cannot be met: status 2, one line on stderr that holds `message`.
static void refused(const char *before, const char *words, const char *message)
{
    struct run run = learn(before, words);
    cr_expect(run.status == 2, "%s %s: status %d: %s%s", before, words, run.status, run.out,
              run.err);
    cr_expect(count_lines(run.err) == 1 && strncmp(run.err, "learn: ", 7) == 0, "%s", run.err);
    cr_expect(strstr(run.err, message) != NULL, "%s: said %s", words, run.err);
    run_free(&run);
}

// A file that is not a solution: status 1, a screen that holds `message`.
static void fails(const char *text, const char *before, const char *message)
{
    hand_in("02_product", text);
    struct run run = learn(before, "check 02_product");
    cr_expect(run.status == 1, "%.60s: status %d: %s%s", text, run.status, run.out, run.err);
    cr_expect(strstr(run.out, message) != NULL, "%.60s: said %s", text, run.out);
    cr_expect(count_lines(run.out) <= 30 && strlen(run.out) < 5000, "%s", run.out);
    run_free(&run);
}

Test(learn_bad_input, no_such_exercise)
{
    refused("", "check 02_prodct", "nearest: 02_product");
    refused("", "check product", "nearest: 02_product");
    refused("", "hint nothing_like_it", "no exercise is called");
    refused("", "solution ''", "which exercise? EX=02_product");
    refused("", "check-all xml", "text, json, gradescope or junit");
    refused("SEED=abc", "check 02_product", "SEED=abc");
    refused("cd / &&", "check 02_product", "no exercises here");
}

Test(learn_bad_input, files_that_are_no_solution)
{
    fails("this is not C\n", "", "does not compile");
    fails("\n", "", "no function exercise()");
    char *line = malloc((1 << 20) + 100);
    cr_assert(line != NULL);
    memset(line, 'x', 1 << 20);
    memcpy(line + (1 << 20), "\n", 2);
    fails(line, "", "does not compile");
    free(line);
}

#define EXERCISE \
    "extern \"C\" void exercise(int m, int n, int k, float alpha, const float *A, int lda, " \
    "const float *B, int ldb, float beta, float *C, int ldc)\n"

Test(learn_bad_input, loops_and_crashes)
{
    fails(EXERCISE "{ for (volatile int i = 0;; i++); }\n", "LEARN_SECONDS=1", "an endless loop?");
    fails("__global__ void turn() { for (volatile int i = 0;; i++); }\n" EXERCISE
          "{ turn<<<1, 1>>>(); }\n",
          "LEARN_SECONDS=3", "endless");
    fails(EXERCISE "{ *(volatile int *)16 = 0; }\n", "", "");
    fails(EXERCISE "{ for (;;) asm volatile(\"syscall\" : : \"a\"(34) : \"rcx\", \"r11\"); }\n", "",
          "without machine code");
}

Test(learn_bad_input, a_file_without_an_end)
{
    char zeros[64] = "int x;";
    write_bytes(desk_path("my/02_product.cu"), zeros, sizeof zeros);
    refused("", "check 02_product", "zero byte");
    cr_assert(unlink(desk_path("my/02_product.cu")) == 0);
    cr_assert(mkdir(desk_path("my/02_product.cu"), 0777) == 0);
    refused("", "check 02_product", "02_product.cu: is not a file");
    cr_assert(rmdir(desk_path("my/02_product.cu")) == 0);
    static const char *const endless[] = {"/dev/zero", "/dev/tty", "02_product.cu"};
    for (size_t i = 0; i < sizeof endless / sizeof *endless; i++) {
        cr_assert(symlink(endless[i], desk_path("my/02_product.cu")) == 0);
        refused("", "check 02_product", "02_product.cu: ");
        cr_assert(unlink(desk_path("my/02_product.cu")) == 0);
    }
    cr_assert(mkfifo(desk_path("my/02_product.cu"), 0666) == 0);
    refused("timeout 20", "check 02_product", "02_product.cu: is not a file");
}

// A file that was deleted or renamed comes back as the stub; an existing file is never
// touched.
Test(learn_bad_input, a_file_that_is_gone)
{
    char *stub = stub_of("02_product");
    struct run run = learn("", "check 02_product");
    cr_expect(run.status == 1 && strstr(run.out, "is new"), "%s%s", run.out, run.err);
    run_free(&run);
    char *made = read_all_of(desk_path("my/02_product.cu"));
    cr_expect_str_eq(made, stub);
    free(made);
    hand_in("02_product", "// mine\n");
    run = learn("", "check 02_product");
    run_free(&run);
    made = read_all_of(desk_path("my/02_product.cu"));
    cr_expect_str_eq(made, "// mine\n");
    free(made);
    free(stub);
}

Test(learn_bad_input, folders_that_cannot_be_written)
{
    refused("LEARN_MY=/proc/my", "check 02_product", "/proc/my");
    refused("LEARN_MY=02_test/README.md", "check 02_product", "README.md");
    refused("BUILD_DIR=/proc/build", "check 02_product", "/proc/build");
    refused("BUILD_DIR=/nowhere", "check 02_product", "/nowhere");
    if (geteuid() == 0)
        return; // root may write anywhere
    chmod(desk_path("my"), 0555);
    refused("", "check 02_product", "my/02_product.cu");
    chmod(desk_path("my"), 0777);
}

// As on a full disk: no file may grow beyond a few bytes.
Test(learn_bad_input, no_room)
{
    FILE *file = fopen(desk_path("my/progress"), "w");
    cr_assert(file != NULL);
    for (int i = 0; i < 200; i++)
        fprintf(file, "02_exercise_%d passed 1\n", i);
    fclose(file);
    char *before = read_all_of(desk_path("my/progress"));
    hand_in("02_product", "\n");
    struct run run = learn("trap '' XFSZ; ulimit -f 1;", "hint 02_product");
    cr_expect(run.status == 2 && strstr(run.err, "my/progress: cannot be written"), "%d %s",
              run.status, run.err);
    run_free(&run);
    char *after = read_all_of(desk_path("my/progress"));
    cr_expect_str_eq(after, before);
    free(before), free(after);
}

// ---- Progress ------------------------------------------------------------------------------------

Test(learn_bad_input, progress_that_means_nothing)
{
    static const char text[] =
        "\x01\x02\n02_gone passed 3\nthree words here, and more\n02_product open "
        "x\n\n02_predict open 1\nno newline";
    write_bytes(desk_path("my/progress"), text, sizeof text - 1);
    struct run run = learn("", "hint 02_predict");
    cr_expect(run.status == 0 && strstr(run.out, "hint 2 of 3"), "%s%s", run.out, run.err);
    run_free(&run);
    char *after = read_all_of(desk_path("my/progress"));
    cr_expect(strstr(after, "02_gone passed 3\n") && strstr(after, "02_predict open 2\n") &&
                  strstr(after, "three words here, and more\n") && strstr(after, "no newline\n"),
              "%s", after);
    free(after);
}

// What was there, or the whole of what was to be.
Test(learn_bad_input, killed_while_progress_is_written)
{
    hand_in("02_predict", "\n");
    write_bytes(desk_path("my/progress"), "02_product passed 1\n02_predict open 0\n", 38);
    for (int i = 0; i < 40; i++) {
        char line[400];
        snprintf(line, sizeof line,
                 "cd '%s' && exec env BUILD_DIR=build build/bin/learn hint 02_predict "
                 ">out",
                 desk());
        const pid_t child = fork();
        cr_assert(child >= 0);
        if (child == 0) {
            execl("/bin/sh", "sh", "-c", line, (char *)NULL);
            _exit(127);
        }
        nanosleep(&(struct timespec){.tv_nsec = 250000L * i}, NULL);
        kill(child, SIGKILL);
        cr_assert(waitpid(child, NULL, 0) == child);
        char *text = read_all_of(desk_path("my/progress"));
        int hints = -1, used = 0;
        sscanf(text, "02_product passed 1\n02_predict open %d%n", &hints, &used);
        cr_expect(hints >= 0 && hints <= 3 && strcmp(text + used, "\n") == 0, "%s", text);
        free(text);
    }
}
