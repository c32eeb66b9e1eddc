// SPDX-License-Identifier: MIT
//
// timing.c: cool and hot times of several entrants, side by side.
//
// In rounds (common/base/rounds.h). cuBLAS is one of the entrants, and its ratio to each of the
// other entrants is taken within a round.
//
// cool: an idle gap, then one run. The fair figure for one against the other.
// hot: back to back for a fifth of a second, the mean of that; what a long computation gets, at
// the clock that the limit on power leaves.
#include <math.h>

#include "../../common/device/cuda_check.h"
#include "../../common/base/progress.h"
#include "../../common/base/rounds.h"
#include "gemm.h"

static const double COOL_MS_EACH = 3000; // per shape and entrant, all repetitions together
static const double HOT_MS = 200, HOT_WARM_UP_MS = 50, HOT_LONGEST_RUN_MS = 40;
enum { HOT_ROUNDS = 3, MAX_SAMPLES = 1024 };

const char *cool_method(const struct bench_request *q)
{
    return q->l2
               ? "before each run the GPU idles 5 ms and waits the time of the run before, at most "
                 "50 ms more; order shuffled in each round; L2 cache emptied"
               : "before each run the GPU idles 5 ms and waits the time of the run before, at most "
                 "50 ms more; order shuffled in each round; L2 cache as the run before left it";
}

const char *hot_method(void)
{
    return "50 ms of runs back to back untimed, then 200 ms timed as one; 3 rounds, order shuffled "
           "in each; runs of more than 40 ms are left out";
}

// ---- State ---------------------------------------------------------------------------------------

static cudaEvent_t start, stop;
static void *flush; // twice the L2 cache, or NULL
static size_t flush_bytes;
static uint64_t random_state;
static long long hold_cycles;

void timing_start(const struct bench_request *q, const struct machine *machine)
{
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    if (q->l2) {
        flush_bytes = 2 * machine->l2_bytes;
        CUDA_CHECK(cudaMalloc(&flush, flush_bytes));
    }
    random_state = (uint64_t)q->seed;
    hold_cycles = 100000; // about 50 us: the host needs about 10 to launch a kernel
}

void timing_stop(void)
{
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(stop));
    if (flush)
        CUDA_CHECK(cudaFree(flush));
    flush = NULL;
}

// ---- Clock and power while something runs --------------------------------------------------------

struct samples {
    int count;
    double mhz[MAX_SAMPLES], watt[MAX_SAMPLES];
};

static void take_sample(struct samples *s)
{
    if (s->count == MAX_SAMPLES)
        return;
    s->mhz[s->count] = nvml_clock_mhz();
    s->watt[s->count] = nvml_power_watt();
    if (isfinite(s->mhz[s->count]) && isfinite(s->watt[s->count]))
        s->count++;
}

static double middle(double *values, int count)
{
    return count > 0 ? statistics_of(values, count).median : (double)NAN;
}

// ---- One run -------------------------------------------------------------------------------------

// The runtime remembers "not ready" as if it were an error of a launch: forget it.
static bool is_past(cudaEvent_t event)
{
    if (cudaEventQuery(event) != cudaErrorNotReady)
        return true;
    (void)cudaGetLastError();
    return false;
}

static double elapsed(void)
{
    float ms;
    CUDA_CHECK(cudaEventSynchronize(stop));
    CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
    return ms;
}

// A peer that cannot was found out when it was checked.
static void start_one(const struct problem *problem, const struct entrant *entrant)
{
    struct failure why;
    (void)launch(problem, entrant, &why);
}

// On an idle GPU the first event would be over before the host has launched the kernel, and the
// host's time would count as the kernel's. So one thread holds the GPU meanwhile; where it let go
// too early, again with more patience.
static double run_once(const struct problem *problem, const struct entrant *entrant,
                       struct samples *samples)
{
    enum { ATTEMPTS = 6 };
    double ms = 0;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        hold_gpu(hold_cycles);
        CUDA_CHECK(cudaEventRecord(start, NULL));
        start_one(problem, entrant);
        CUDA_CHECK(cudaEventRecord(stop, NULL));
        const bool in_time = !is_past(start);
        if (samples)
            take_sample(samples);
        ms = elapsed();
        if (in_time)
            break;
        hold_cycles *= 2;
    }
    return ms;
}

double time_once(const struct problem *problem, const struct entrant *entrant)
{
    return run_once(problem, entrant, NULL);
}

// ---- Rounds --------------------------------------------------------------------------------------

static double tflops(const struct problem *problem, double ms)
{
    const struct gemm_problem *p = &problem->p;
    return 2.0 * p->m * p->n * p->k / (1e9 * ms);
}

// Median and spread of a peer's times over these, of the rounds in which both took part; false
// if there is none. A peer may be NULL.
static bool compare(const double *ms, const double *peer_ms, int rounds, struct statistics *s)
{
    double ratio[MOST_REPS];
    int pairs = 0;
    for (int r = 0; peer_ms && r < rounds; r++)
        if (!isnan(ms[r]) && !isnan(peer_ms[r]))
            ratio[pairs++] = peer_ms[r] / ms[r];
    if (pairs > 0)
        *s = statistics_of(ratio, pairs);
    return pairs > 0;
}

static void summarize(struct speed *speed, const struct problem *problem, const double *ms,
                      int rounds, struct samples *samples)
{
    double own[MOST_REPS];
    int count = 0;
    for (int r = 0; r < rounds; r++)
        if (!isnan(ms[r]))
            own[count++] = ms[r];
    speed->reps = count;
    if (count == 0)
        return;
    speed->ms = statistics_of(own, count);
    speed->tflops = tflops(problem, speed->ms.median);
    speed->clock_mhz = middle(samples->mhz, samples->count);
    speed->power_watt = middle(samples->watt, samples->count);
}

static struct speed *speed_of(struct entrant *e, bool hot) { return hot ? &e->hot : &e->cool; }

static const double *times_of(const struct entrant *e, bool hot)
{
    return e ? hot ? e->hot_ms : e->cool_ms : NULL;
}

// cuBLAS, or with `fastest` that or cuBLASLt, whichever took less. NULL: neither.
static struct entrant *find_peer(struct group *group, bool hot, bool fastest)
{
    struct entrant *found = NULL;
    for (int i = 0; i < group->count; i++) {
        struct entrant *e = &group->entrants[i];
        const bool meant = e->is_cublas || (fastest && e->peer == cublas_lt_gemm);
        if (meant && speed_of(e, hot)->reps > 0 &&
            (!found || speed_of(e, hot)->ms.median < speed_of(found, hot)->ms.median))
            found = e;
    }
    return found;
}

// What was measured in so many rounds; samples: of each entrant.
static void summarize_all(const struct problem *problem, struct group *group, bool hot, int rounds,
                          struct samples *samples)
{
    for (int i = 0; i < group->count; i++) {
        struct entrant *e = &group->entrants[i];
        summarize(speed_of(e, hot), problem, times_of(e, hot), rounds, &samples[i]);
    }
    const double *cublas_ms = times_of(find_peer(group, hot, false), hot);
    const double *best_ms = times_of(find_peer(group, hot, true), hot);
    for (int i = 0; i < group->count; i++) {
        struct speed *speed = speed_of(&group->entrants[i], hot);
        const double *ms = times_of(&group->entrants[i], hot);
        struct statistics s;
        if (compare(ms, cublas_ms, rounds, &s)) {
            speed->ratio = s.median;
            speed->ratio_spread = s.spread;
        }
        if (compare(ms, best_ms, rounds, &s))
            speed->of_best = s.median;
    }
}

static struct samples samples_of[MAX_ENTRANTS]; // large: not on the stack

// How often an entrant can run within its share of the time.
static int cool_reps(const struct entrant *entrant, int reps)
{
    const double each = GAP_MS + 2 * fmin(entrant->estimate_ms, LONGEST_GAP_MS) +
                        fmax(entrant->estimate_ms - LONGEST_GAP_MS, 0);
    const double fitting = COOL_MS_EACH / each;
    return entrant->is_cublas || fitting > reps ? reps : (int)fitting;
}

// Fewer turns than rounds: spread evenly over them.
static bool has_turn(int turns, int round, int rounds)
{
    return turns * (round + 1) / rounds != turns * round / rounds;
}

static void announce(const struct problem *problem, const struct group *group, const char *mode,
                     int round, int rounds)
{
    const struct gemm_problem *p = &problem->p;
    progress("%d x %d x %d, %s: %s, round %d of %d", p->m, p->n, p->k, group->types, mode,
             round + 1, rounds);
}

void time_cool(const struct problem *problem, struct group *group, int reps)
{
    struct entrant *const entrants = group->entrants;
    const int count = group->count;
    int turns[MAX_ENTRANTS] = {0};
    for (int i = 0; i < count; i++) {
        struct entrant *e = &entrants[i];
        samples_of[i].count = 0;
        if (e->status != ENTRANT_OK)
            continue;
        turns[i] = cool_reps(e, reps);
        if (turns[i] < FEWEST_REPS && turns[i] < reps) {
            turns[i] = 0;
            e->status = ENTRANT_SKIPPED;
            fail(&e->reason, "right, but a run takes %.0f ms: fewer than %d in %.0f s",
                 e->estimate_ms, FEWEST_REPS, 1e-3 * COOL_MS_EACH);
        }
    }
    double last_ms = 0;
    for (int round = 0; round < reps; round++) {
        int order[MAX_ENTRANTS], taking_part = 0;
        for (int i = 0; i < count; i++) {
            entrants[i].cool_ms[round] = NAN;
            if (has_turn(turns[i], round, reps))
                order[taking_part++] = i;
        }
        shuffle(&random_state, order, taking_part);
        announce(problem, group, "cool", round, reps);
        for (int o = 0; o < taking_part; o++) {
            struct entrant *e = &entrants[order[o]];
            if (flush)
                CUDA_CHECK(cudaMemset(flush, 0, flush_bytes));
            CUDA_CHECK(cudaDeviceSynchronize());
            rest_after(last_ms);
            // Reading the clock takes about a millisecond: a shorter run is over by then.
            last_ms = run_once(problem, e, e->estimate_ms > 1 ? &samples_of[order[o]] : NULL);
            e->cool_ms[round] = last_ms;
        }
    }
    summarize_all(problem, group, false, reps, samples_of);
}

static void sample_until_done(struct samples *samples)
{
    while (!is_past(stop)) {
        take_sample(samples);
        idle(5);
    }
}

static double run_hot(const struct problem *problem, const struct entrant *entrant,
                      struct samples *samples)
{
    const int warm_up = (int)ceil(HOT_WARM_UP_MS / entrant->estimate_ms);
    const int runs = (int)ceil(HOT_MS / entrant->estimate_ms);
    for (int i = 0; i < warm_up; i++)
        start_one(problem, entrant);
    CUDA_CHECK(cudaEventRecord(start, NULL));
    for (int i = 0; i < runs; i++)
        start_one(problem, entrant);
    CUDA_CHECK(cudaEventRecord(stop, NULL));
    sample_until_done(samples);
    return elapsed() / runs;
}

void time_hot(const struct problem *problem, struct group *group)
{
    struct entrant *const entrants = group->entrants;
    const int count = group->count;
    for (int i = 0; i < count; i++)
        samples_of[i].count = 0;
    for (int round = 0; round < HOT_ROUNDS; round++) {
        int order[MAX_ENTRANTS], taking_part = 0;
        for (int i = 0; i < count; i++) {
            entrants[i].hot_ms[round] = NAN;
            if (entrants[i].status == ENTRANT_OK && entrants[i].estimate_ms <= HOT_LONGEST_RUN_MS)
                order[taking_part++] = i;
        }
        shuffle(&random_state, order, taking_part);
        for (int o = 0; o < taking_part; o++) {
            struct entrant *e = &entrants[order[o]];
            announce(problem, group, "hot", round, HOT_ROUNDS);
            e->hot_ms[round] = run_hot(problem, e, &samples_of[order[o]]);
        }
    }
    summarize_all(problem, group, true, HOT_ROUNDS, samples_of);
}
