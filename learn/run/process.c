// SPDX-License-Identifier: MIT
//
// Programs that are run with their output in files: compilers, and a learner's code with its
// limits.
#define _GNU_SOURCE // personality, setenv
#include <fcntl.h>
#include <signal.h>
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

int limit_cpu_seconds(void)
{
    const char *text = getenv("LEARN_SECONDS");
    const int seconds = text ? atoi(text) : 0;
    return seconds > 0 ? seconds : LIMIT_CPU_SECONDS;
}

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

// The emulated GPU as everyone has it, whatever the user's shell says.
static void set_switches(void)
{
    static const char *const switches[] = {"EMU_CHECK", "EMU_LEAKS", "EMU_REPORT",   "EMU_COUNTERS",
                                           "EMU_LINES", "EMU_HEAT",  "EMU_HEAT_SVG", "EMU_GPU_NAME",
                                           "EMU_PROXY", "LD_PRELOAD"};
    char seconds[16];
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++)
        unsetenv(switches[i]);
    snprintf(seconds, sizeof seconds, "%d",
             limit_cpu_seconds() < LIMIT_KERNEL_SECONDS ? limit_cpu_seconds()
                                                        : LIMIT_KERNEL_SECONDS);
    setenv("EMU_TIMEOUT", seconds, 1);
}

// In the child: the files to their numbers, all others closed. Two steps, since they may stand at
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

static int wait_for(pid_t child, double seconds, bool *late)
{
    const double end = timer_seconds() + seconds;
    int status;
    pid_t got;
    while ((got = waitpid(child, &status, seconds > 0 ? WNOHANG : 0)) == 0) {
        if (timer_seconds() > end && !*late) {
            *late = true;
            kill(-child, SIGKILL);
        }
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    return got == child ? status : -1;
}

int run_command(const char *const *argv, FILE *out, FILE *err, FILE *order, FILE *report,
                bool *late)
{
    bool unused = false;
    late = late ? late : &unused;
    *late = false;
    fflush(NULL);
    const pid_t child = fork();
    if (child < 0)
        return -1;
    if (child == 0) {
        if (order) {
            setpgid(0, 0);
            prctl(PR_SET_PDEATHSIG, SIGKILL); // whoever ends the runner ends this, too
            limit(RLIMIT_CPU, (rlim_t)limit_cpu_seconds());
            limit(RLIMIT_CORE, 0);
            limit(RLIMIT_FSIZE, (rlim_t)64 << 20);
            set_switches();
            personality(ADDR_NO_RANDOMIZE); // older thread sanitizers end where it is on
        }
        place_files(out, err, order, report);
        execvp(argv[0], (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    if (!order)
        return wait_for(child, 0, late);
    setpgid(child, child);
    const int status = wait_for(child, limit_seconds(), late);
    kill(-child, SIGKILL); // what it may have started itself
    return status;
}
