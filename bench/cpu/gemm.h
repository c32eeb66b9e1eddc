// SPDX-License-Identifier: MIT
//
// gemm.h: the files of cpu_gemm: competitor.c is what each competitor runs, referee.c lets
// them take turns, main.c has the tables.
#ifndef BENCH_CPU_GEMM_H
#define BENCH_CPU_GEMM_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

enum { COMPETITORS_MAX = 24, ROUNDS_MAX = 25 };

struct shape {
    int type; // 's': float32, 'd': float64
    int m, n, k;
    bool part; // a slow step may compute the first rows only
};

struct answer {
    double gflops_median, gflops_best; // of one batch
    double ghz;                        // the clock just after it
    double checksum, norm;             // of the result
};

struct competitor {
    const char *name;
    const char *path;   // of a library; NULL: a step of chapter 01, or the peak
    const char *env[2]; // its own environment variable
    char core[64];      // what it detected
    pid_t pid;
    FILE *to, *from;
};

struct result {
    double median[COMPETITORS_MAX], best[COMPETITORS_MAX], ghz[COMPETITORS_MAX];
    double ratio[COMPETITORS_MAX]; // of the first one's speed to this one's
};

// ---- competitor.c --------------------------------------------------------------------------------

// Answers requests, a shape each, until its standard input ends. Returns an exit status.
int compete(const char *name, const char *path, int threads);

// One call of a step ("none": no call), on one thread. Returns an exit status.
int once(const char *step, int m, int n, int k);

// ---- referee.c -----------------------------------------------------------------------------------

// Ends all competitors when this process is interrupted.
void watch_signals(void);

// A process for c, asleep; c->core is "none" where it could not open its library. End it by
// stop_competitor().
void start_competitor(struct competitor *c, int threads);
void stop_competitor(struct competitor *c);

// One batch of calls; `first`: with a checksum.
struct answer ask(struct competitor *c, struct shape s, bool first);

// All competitors, in turns: at least `least` rounds, and up to `most` while there is time. A wrong
// result is printed and gets no speed.
struct result compare(struct competitor *c, int count, struct shape s, int least, int most);

#endif
