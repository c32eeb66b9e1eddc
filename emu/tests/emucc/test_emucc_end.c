// SPDX-License-Identifier: MIT
// test_emucc_end.c: a signal that ends emucc also ends its children and removes its files.
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../support/emucc_folder.h"

TestSuite(emucc_end, .init = emucc_folder_enter, .fini = emucc_folder_remove);

static void nap(void) { nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL); }

static void end_by(int number, const char *temporary)
{
    remove("started");
    pid_t child = fork();
    if (child == 0) {
        signal(number, SIG_DFL); // a test in the background ignores SIGINT
        execl(emucc_compiler, emucc_compiler, "-c", "a.cu", (char *)NULL);
        _exit(127);
    }
    char *text = NULL;
    int started = 0;
    for (int i = 0; i < 30000 && started == 0; i++) {
        nap();
        text = exists("started") ? read_text("started") : NULL;
        started = text ? atoi(text) : 0;
        free(text);
    }
    cr_assert(started > 0 && files_in(temporary) > 0);
    int status;
    kill(child, number);
    cr_assert(waitpid(child, &status, 0) == child);
    cr_expect(WIFSIGNALED(status) && WTERMSIG(status) == number, "signal %d", number);
    cr_expect(files_in(temporary) == 0, "signal %d", number);
    cr_expect(!exists("a.o"), "signal %d", number);
    for (int i = 0; i < 3000 && kill(started, 0) == 0; i++) // until its new parent has reaped it
        nap();
    cr_expect(kill(started, 0) != 0, "signal %d leaves the compiler's own child", number);
}

Test(emucc_end, by_any_signal)
{
    static const int numbers[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGALRM};
    const char *temporary = temporary_folder();
    // A slow compiler, in a child process, started after emucc has created temporary files.
    write_text(
        "slow",
        "#!/bin/sh\ncase \" $* \" in *' -E '* | *' -dumpversion '*) exec g++ \"$@\" ;; esac\n"
        "sleep 600 >/dev/null 2>&1 &\necho $! >starting && mv starting started\nwait\n");
    cr_assert(chmod(scratch_path("slow"), 0755) == 0);
    setenv("CXX", scratch_path("slow"), 1);
    write_text("a.cu", "__global__ void store(int *out) { *out = 3; }\n");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        end_by(numbers[i], temporary);
}
