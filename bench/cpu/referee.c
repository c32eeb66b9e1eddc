// SPDX-License-Identifier: MIT
//
// referee.c: starts the competitors, lets them take turns, and compares.
#define _GNU_SOURCE // CPU_SET, kill, setenv
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../common/base/timer.h"
#include "gemm.h"

static const double SHAPE_SECONDS = 2;

// The competitors that live: one that is asleep would outlive an interrupted referee for good.
static volatile sig_atomic_t pids[COMPETITORS_MAX];

// Kills them all, then dies of the same signal. (They do not have to wake up for that.)
static void die_with_competitors(int number)
{
    for (int i = 0; i < COMPETITORS_MAX; i++)
        if (pids[i] > 0)
            kill((pid_t)pids[i], SIGKILL);
    signal(number, SIG_DFL);
    raise(number);
}

void watch_signals(void)
{
    signal(SIGPIPE, SIG_IGN); // a library that crashes must not end the other ones
    signal(SIGINT, die_with_competitors);
    signal(SIGTERM, die_with_competitors);
    signal(SIGHUP, die_with_competitors);
}

static void enlist(pid_t old, pid_t new)
{
    for (int i = 0; i < COMPETITORS_MAX; i++)
        if (pids[i] == old) {
            pids[i] = new;
            return;
        }
}

// This process runs on the last `threads` of the processors that it may use: the same for all
// competitors, as one may have a busier neighbour than the next.
static void pin(int threads)
{
    cpu_set_t allowed, chosen;
    CPU_ZERO(&chosen);
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return;
    for (int cpu = CPU_SETSIZE - 1; cpu >= 0 && threads > 0; cpu--)
        if (CPU_ISSET((size_t)cpu, &allowed)) {
            CPU_SET((size_t)cpu, &chosen);
            threads--;
        }
    sched_setaffinity(0, sizeof chosen, &chosen);
}

void start_competitor(struct competitor *c, int threads)
{
    int request[2], reply[2];
    if (pipe(request) != 0 || pipe(reply) != 0) {
        perror("pipe");
        exit(1);
    }
    fflush(NULL);
    // No signal between the birth of a process and its entry in the list.
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    const pid_t referee = getpid();
    c->pid = fork();
    if (c->pid > 0)
        enlist(0, c->pid);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (c->pid < 0) {
        perror("fork");
        exit(1);
    }
    if (c->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); // also where the referee is killed
        if (getppid() != referee)
            _exit(1);
        pin(threads);
        dup2(request[0], 0);
        dup2(reply[1], 1);
        for (int fd = 3; fd < 256; fd++)
            close(fd);
        char count[16];
        snprintf(count, sizeof count, "%d", threads);
        setenv("OMP_NUM_THREADS", count, 1);
        if (c->env[0])
            setenv(c->env[0], c->env[1], 1);
        execl("/proc/self/exe", "cpu_gemm", "--compete", c->name, c->path ? c->path : "-", count,
              (char *)NULL);
        _exit(127);
    }
    close(request[0]);
    close(reply[1]);
    c->to = fdopen(request[1], "w");
    c->from = fdopen(reply[0], "r");
    if (!c->from || fscanf(c->from, "%63s", c->core) != 1)
        snprintf(c->core, sizeof c->core, "none");
    kill(c->pid, SIGSTOP);
}

void stop_competitor(struct competitor *c)
{
    kill(c->pid, SIGCONT);
    fclose(c->to);
    fclose(c->from);
    enlist(c->pid, 0); // its input has ended: so does it
    waitpid(c->pid, NULL, 0);
}

struct answer ask(struct competitor *c, struct shape s, bool first)
{
    struct answer a = {0};
    kill(c->pid, SIGCONT);
    fprintf(c->to, "%c %d %d %d %d %d\n", s.type, s.m, s.n, s.k, s.part, first);
    fflush(c->to);
    if (fscanf(c->from, "%lf %lf %lf %lf %lf", &a.gflops_median, &a.gflops_best, &a.ghz,
               &a.checksum, &a.norm) != 5)
        fprintf(stderr, "%s gave no answer\n", c->name);
    kill(c->pid, SIGSTOP);
    return a;
}

struct result compare(struct competitor *c, int count, struct shape s, int least, int most)
{
    static double medians[COMPETITORS_MAX][ROUNDS_MAX], clocks[COMPETITORS_MAX][ROUNDS_MAX];
    struct result r = {0};
    struct answer first[COMPETITORS_MAX] = {0};
    int rounds = 0;
    double end = 0; // the first round has matrices to fill, too
    for (; rounds < least || (rounds < most && timer_seconds() < end); rounds++) {
        if (rounds == 1)
            end = timer_seconds() + SHAPE_SECONDS;
        for (int i = 0; i < count; i++) {
            struct answer a = ask(&c[i], s, rounds == 0);
            if (rounds == 0)
                first[i] = a;
            medians[i][rounds] = a.gflops_median;
            clocks[i][rounds] = a.ghz;
            r.best[i] = a.gflops_best > r.best[i] ? a.gflops_best : r.best[i];
        }
    }
    for (int i = 0; i < count; i++) { // before the medians, which sort the rounds
        double ratios[ROUNDS_MAX];
        for (int round = 0; round < rounds; round++)
            ratios[round] = medians[0][round] / medians[i][round];
        r.ratio[i] = statistics_of(ratios, rounds).median;
    }
    for (int i = 0; i < count; i++) {
        r.median[i] = statistics_of(medians[i], rounds).median;
        r.ghz[i] = statistics_of(clocks[i], rounds).median;
        double off = fabs(first[i].checksum - first[0].checksum);
        if (!s.part && first[i].norm > 0 && !(off <= 1e-4 * first[0].norm)) {
            printf("%s: WRONG result for %d x %d x %d\n", c[i].name, s.m, s.n, s.k);
            r.median[i] = r.best[i] = r.ratio[i] = 0;
        }
    }
    return r;
}
