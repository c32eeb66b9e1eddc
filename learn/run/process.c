// SPDX-License-Identifier: MIT
//
// Programs that are run with their output in files: compilers, and a learner's code with its
// limits.
#define _GNU_SOURCE // personality, setenv
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../../common/base/timer.h"
#include "run.h"

extern char **environ;

static int seconds_of(const char *variable, int otherwise)
{
    const char *text = getenv(variable);
    const int seconds = text ? atoi(text) : 0;
    return seconds > 0 ? seconds : otherwise;
}

int limit_cpu_seconds(void) { return seconds_of("LEARN_SECONDS", LIMIT_CPU_SECONDS); }

int limit_compile_seconds(void) { return seconds_of("LEARN_COMPILE_SECONDS", COMPILE_CPU_SECONDS); }

static void limit(int resource, rlim_t most)
{
    struct rlimit now;
    if (getrlimit(resource, &now) != 0)
        return;
    if (now.rlim_max == RLIM_INFINITY || now.rlim_max > most)
        now.rlim_max = most;
    now.rlim_cur = now.rlim_max;
    setrlimit(resource, &now);
}

// Gives every learner the same emulated GPU, whatever the user's shell sets. EMU_CORES is kept: it
// is a property of the computer.
static void set_switches(void)
{
    static const char *const switches[] = {
        "EMU_CHECK",    "EMU_LEAKS",    "EMU_REPORT",       "EMU_COUNTERS", "EMU_LINES",
        "EMU_HEAT",     "EMU_HEAT_SVG", "EMU_GPU_NAME",     "EMU_GPUS",     "EMU_PROXY",
        "EMU_ADVICE",   "EMU_TRACE",    "EMU_TRACE_BLOCKS", "EMU_EXPECT",   "EMU_EXPECT_L2",
        "EMU_TIMELINE", "EMU_SARIF",    "LD_PRELOAD"};
    char seconds[16];
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++)
        unsetenv(switches[i]);
    snprintf(seconds, sizeof seconds, "%d",
             limit_cpu_seconds() < LIMIT_KERNEL_SECONDS ? limit_cpu_seconds()
                                                        : LIMIT_KERNEL_SECONDS);
    setenv("EMU_TIMEOUT", seconds, 1);
    unsetenv("COLUMNS"); // the verdict folds a diagnosis; folded twice, its lines are ragged
}

// In the child: the files to their numbers, all other files closed. Two steps, since they may be at
// each other's numbers: first to numbers that none of them has.
static void place_files(FILE *out, FILE *err, FILE *order, FILE *report)
{
    enum { FILES = 5, MOST = 256 };
    FILE *const files[FILES] = {stdin, out, err, order, report};
    const int count = order ? FILES : 3;
    int apart[FILES] = {fcntl(open("/dev/null", O_RDONLY), F_DUPFD, MOST)};
    for (int i = 1; i < count; i++)
        apart[i] = fcntl(fileno(files[i]), F_DUPFD, MOST);
    for (int i = 0; i < count; i++) {
        dup2(apart[i], i);
        close(apart[i]);
    }
    for (int i = count; i < MOST; i++)
        close(i);
}

unsigned run_as_user(void)
{
    const char *text = getenv("LEARN_UID");
    return text && geteuid() == 0 ? (unsigned)strtoul(text, NULL, 10) : 0;
}

// In the child: another user, without groups. Nothing of the learner's runs as root where LEARN_UID
// says who is to run it.
static void become_user(void)
{
    const unsigned user = run_as_user();
    if (user && (setgroups(0, NULL) != 0 || setgid(user) != 0 || setuid(user) != 0))
        _exit(127);
}

// What is in memory, in MiB; 0 where the system does not say.
static long resident_mib(pid_t process)
{
    char path[40];
    long all, resident = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)process);
    FILE *file = fopen(path, "r");
    if (file) {
        if (fscanf(file, "%ld %ld", &all, &resident) != 2)
            resident = 0;
        fclose(file);
    }
    return resident * (sysconf(_SC_PAGESIZE) / 1024) / 1024;
}

static int wait_for(pid_t child, double seconds, bool *late, bool *memory)
{
    enum { LOOK_AT_MEMORY = 16 };
    const double end = timer_seconds() + seconds;
    int status;
    pid_t got;
    for (int turn = 1; (got = waitpid(child, &status, WNOHANG)) == 0; turn++) {
        const bool large = memory && turn % LOOK_AT_MEMORY == 0 && !*memory &&
                           resident_mib(child) > LIMIT_MEMORY_MIB;
        if ((timer_seconds() > end && !*late) || large) {
            if (large)
                *memory = true;
            else
                *late = true;
            kill(-child, SIGKILL);
        }
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    return got == child ? status : -1;
}

// In its own process group, which ends with it.
static pid_t begin(void)
{
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        setpgid(0, 0);
        prctl(PR_SET_PDEATHSIG, SIGKILL); // ends with the runner
        limit(RLIMIT_CORE, 0);
        unsetenv("SEED");
    } else if (child > 0) {
        setpgid(child, child);
    }
    return child;
}

int run_tool(const char *const *argv, FILE *out, FILE *err)
{
    fflush(NULL);
    const pid_t child = fork();
    int status = -1;
    if (child == 0) {
        place_files(out, err, NULL, NULL);
        execvp(argv[0], (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    return child > 0 && waitpid(child, &status, 0) == child ? status : -1;
}

int run_in_terminal(const char *const *argv)
{
    fflush(NULL);
    const pid_t child = fork();
    int status = -1;
    if (child == 0) {
        execvp(argv[0], (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    return child > 0 && waitpid(child, &status, 0) == child ? status : -1;
}

int run_compiler(const char *const *argv, FILE *messages, bool *late)
{
    *late = false;
    const pid_t child = begin();
    if (child < 0)
        return -1;
    if (child == 0) {
        limit(RLIMIT_CPU, (rlim_t)limit_compile_seconds());
        limit(RLIMIT_AS, (rlim_t)COMPILE_MEMORY_MIB << 20);
        limit(RLIMIT_FSIZE, (rlim_t)256 << 20);
        place_files(messages, messages, NULL, NULL);
        become_user();
        execvp(argv[0], (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    const int status = wait_for(child, COMPILE_SECONDS, late, NULL);
    kill(-child, SIGKILL);
    *late = *late || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU);
    return status;
}

int run_confined(const char *const *argv, FILE *out, FILE *err, FILE *order, FILE *report,
                 bool *late, bool *memory)
{
    *late = *memory = false;
    const pid_t child = begin();
    if (child < 0)
        return -1;
    if (child == 0) {
        limit(RLIMIT_CPU, (rlim_t)limit_cpu_seconds());
        limit(RLIMIT_FSIZE, (rlim_t)64 << 20);
        set_switches();
        personality(ADDR_NO_RANDOMIZE); // older thread sanitizers end where it is on
        place_files(out, err, order, report);
        become_user();
        execvp(argv[0], (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    const int status = wait_for(child, limit_seconds(), late, memory);
    kill(-child, SIGKILL); // what it may have started itself
    return status;
}
