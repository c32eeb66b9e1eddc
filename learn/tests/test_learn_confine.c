// SPDX-License-Identifier: MIT
//
// test_learn_confine.c: which requests to the system fail after confine(): by system calls, as
// machine code by hand would. The source check refuses such code; this is the second line.
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../child/child.h"
#include "../child/secret.h"
#include "../../tests/support/support.h"

struct asked {
    const char *what;
    long number, arguments[4];
};

enum { PARENT = -999 }; // stands for the parent's process number

static const struct asked denied[] = {
    {"traces its parent", SYS_ptrace, {PTRACE_SEIZE, PARENT, 0, 0}},
    {"creates a file", SYS_open, {(long)"confine.new", O_WRONLY | O_CREAT, 0644}},
    {"creates a file by openat", SYS_openat, {AT_FDCWD, (long)"confine.new", O_CREAT | O_RDWR}},
    {"a new session", SYS_setsid, {0}},
    {"kills its parent", SYS_kill, {PARENT, SIGTERM}},
    {"stops its parent's thread", SYS_tgkill, {PARENT, PARENT, SIGSTOP}},
    {"a socket", SYS_socket, {AF_INET, SOCK_STREAM, 0}},
    {"removes a file", SYS_unlink, {(long)"README.md"}},
    {"renames a file", SYS_rename, {(long)"README.md", (long)"other"}},
    {"its parent's limits", SYS_prlimit64, {PARENT, RLIMIT_CPU, 0, 0}},
    {"its parent's memory", SYS_process_vm_readv, {PARENT, 0, 0, 0}},
    {"a new process", SYS_fork, {0}},
    {"the same by clone", SYS_clone, {SIGCHLD, 0, 0, 0}},
    {"the same by vfork", SYS_vfork, {0}},
    {"a name space", SYS_unshare, {CLONE_NEWUSER}},
};

static int ask_all(void *context)
{
    (void)context;
    const long parent = getppid();
    if (!confine())
        return 77;
    for (size_t i = 0; i < sizeof denied / sizeof *denied; i++) {
        const struct asked *a = &denied[i];
        long values[4];
        for (int k = 0; k < 4; k++)
            values[k] = a->arguments[k] == PARENT ? parent : a->arguments[k];
        if (syscall(a->number, values[0], values[1], values[2], values[3]) >= 0 ||
            (errno != EPERM && errno != EACCES && errno != ENOSYS))
            return (int)i + 1;
    }
    return 0;
}

Test(learn_confine, what_an_exercise_may_not_ask)
{
    struct run run = run_function(ask_all, NULL);
    if (run.status == 77)
        cr_skip_test("this system has no seccomp");
    cr_expect(run.status == 0, "not denied: %s",
              run.status > 0 && run.status <= (int)(sizeof denied / sizeof *denied)
                  ? denied[run.status - 1].what
                  : "ended");
    run_free(&run);
}

// addr2line is started so. A shell that is started so starts nothing.
static int spawn(void *context)
{
    static char *const lists[][4] = {{"sh", "-c", "exit 5", NULL},
                                     {"sh", "-c", "(exit 6); exit 7", NULL}};
    const bool again = *(const bool *)context;
    pid_t child;
    int status;
    if (!confine())
        return 77;
    if (posix_spawnp(&child, "sh", NULL, NULL, lists[again], environ) != 0 ||
        waitpid(child, &status, 0) != child)
        return 1;
    return WEXITSTATUS(status);
}

Test(learn_confine, a_program_that_starts_no_other)
{
    for (int again = 0; again < 2; again++) {
        struct run run = run_function(spawn, &(bool){again != 0});
        cr_expect(run.status == 77 || (again ? run.status != 7 : run.status == 5), "%d: %d", again,
                  run.status);
        run_free(&run);
    }
}

static int work_on(void *context)
{
    (void)context;
    if (!confine())
        return 77;
    char *const memory = malloc(1 << 20);
    const bool has_memory = memory != NULL;
    free(memory);
    return has_memory && open("README.md", O_RDONLY) >= 0 && getpid() > 0 ? 0 : 1;
}

Test(learn_confine, what_it_needs)
{
    struct run run = run_function(work_on, NULL);
    cr_expect(run.status == 0 || run.status == 77, "%d", run.status);
    run_free(&run);
}

// What could forge a report (child/secret.h): to be read before and after exercise() alone.
static int read_secret(void *context)
{
    const bool hidden = *(const bool *)context;
    secret()->report_to = 5;
    secret_hide();
    if (!hidden)
        secret_show();
    return *(volatile int *)&secret()->report_to;
}

Test(learn_confine, the_order_is_hidden_from_exercises)
{
    for (int hidden = 0; hidden < 2; hidden++) {
        struct run run = run_function(read_secret, &(bool){hidden != 0});
        cr_expect(hidden ? run.status != 5 : run.status == 5, "%d: %d", hidden, run.status);
        run_free(&run);
    }
}
