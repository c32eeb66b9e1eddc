// SPDX-License-Identifier: MIT
//
// gemm.h: the parts of the benchmark: steps of the chapters beside cuBLAS, in one run.
//
//     main.c       command line; which steps and which shapes, one after the other
//     chapters.c   written by the build: the tables of all chapters
//     choose.c     entrants and shapes from the command line
//     check.cu     is a result right? each element against float64, on the GPU
//     timing.c     cool and hot times, in rounds of shuffled order
//     nvml.c       clock and power of the GPU, where its driver tells them
//     ceilings.cu  what this GPU can do at most, in the same run (bench/ceilings)
//     output.c     the table on the terminal, the results file
#ifndef BENCH_GEMM_H
#define BENCH_GEMM_H

#include <stdint.h>
#include <stdio.h>

#include "../../common/machine.h"
#include "../../common/matrix.h"
#include "../../common/options.h"
#include "../../common/step.h"
#include "../../common/timer.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { MAX_ENTRANTS = 128, MAX_SHAPES = 256, FEWEST_REPS = 5, MOST_REPS = 200 };

// Every chapter, in the order of the ladder.
extern const struct chapter *const course_chapters[];
extern const int course_chapter_count;

struct shape {
    int m, n, k;
    bool random; // one of --shapes
};

// How fast one entrant was on one shape, in one mode.
struct speed {
    int reps; // 0: not timed
    struct statistics ms;
    double tflops;
    double ratio, ratio_spread;   // cuBLAS's time / ours in the same round: median, and quartiles
                                  // apart over median; NAN without cuBLAS
    double clock_mhz, power_watt; // while it ran; NAN where the driver does not tell
};

enum entrant_status { ENTRANT_OK, ENTRANT_WRONG, ENTRANT_SKIPPED };

struct entrant {
    const char *chapter, *name; // "05_outer_product", "6_warp_tile"; a peer: "peer", "cublas"
    const struct step *step;    // NULL: a peer
    sgemm_nn_fn *sgemm;
    bool last_of_chapter;
    // About the shape at hand:
    enum entrant_status status;
    struct failure reason; // if skipped
    double error;          // the largest |error| / bound
    double estimate_ms;
    struct speed cool, hot;
    double cool_ms[MOST_REPS], hot_ms[MOST_REPS]; // by round; NAN where it did not take part
};

// ---- The request ---------------------------------------------------------------------------------

struct bench_request {
    const char *sizes; // "1024,2048", or "none"
    int random_shapes;
    struct texts steps, chapters;
    int reps;
    long long seed;
    bool cool, hot; // both where neither was asked for
    int l2;         // 0: as the kernel before left it; 1: emptied before each cool run
    bool check, once, predict, no_cublas, no_ceilings, help;
    bool timed; // none of the first three
    int budget; // seconds for the whole
    const char *out, *commit;
};

// The chosen steps on the GPU that compute in float32, in the order of the ladder. False, with one
// line, where a name is not known.
bool choose_entrants(const struct bench_request *q, struct entrant *entrants, int *count,
                     struct failure *why);
bool choose_shapes(const struct bench_request *q, struct shape *shapes, int *count,
                   struct failure *why);

// ---- One problem on the GPU ----------------------------------------------------------------------

struct problem {
    struct gemm_problem p; // alpha 1, beta 0, dense rows
    struct matrix A, B;    // host
    float *d_A, *d_B, *d_C;
    double *d_value, *d_magnitude; // of C, by check_prepare
};

// Both end the program where memory runs out.
void problem_create(struct problem *problem, const struct shape *shape, uint64_t seed);
void problem_free(struct problem *problem);
void launch(const struct problem *problem, const struct entrant *entrant);

// The largest error that is let pass is CHECK_FACTOR u (|A||B|), u = 2^-24, or what rounding can do
// at most where that is less (error_bound of common/verify.h). The factor is for data as here: sums
// of products of N(0,1) numbers wander, so that the j-th partial sum is about sqrt(j) and rounding
// it leaves about u sqrt(j) / 2; over k sums that makes 0.4 u k, or 0.65 u |A||B|, whatever k is.
// Some 6 standard deviations come up among 10^8 elements: 4 u |A||B|. A product that is missing,
// about 1, stands out to k = 10^5; so do inputs rounded to TF32.
enum { CHECK_FACTOR = 32 };

// Computes value and magnitude in float64 on the GPU, and holds a sample of them against the host's
// arithmetic. False where they are wrong.
bool check_prepare(struct problem *problem);

// Fills C with NaN, runs the entrant once, compares every element. Returns the largest |error| /
// bound: more than 1, Inf or NaN is wrong. The first wrong element comes into *why.
double check_entrant(const struct problem *problem, const struct entrant *entrant,
                     struct failure *why);

// Keeps the GPU waiting on one thread, about that many clock cycles, so that what the host launches
// next starts without waiting for the host.
void hold_gpu(long long cycles);

// ---- Timing --------------------------------------------------------------------------------------

// What the modes do is in timing.c; this is said about them in the results.
const char *cool_method(const struct bench_request *q);
const char *hot_method(void);

void timing_start(const struct bench_request *q, const struct machine *machine);
void timing_stop(void);

// One run, for choosing the number of repetitions; milliseconds.
double time_once(const struct problem *problem, const struct entrant *entrant);

// Time all entrants that are right, interleaved. Fill cool or hot.
void time_cool(const struct problem *problem, struct entrant *entrants, int count, int reps);
void time_hot(const struct problem *problem, struct entrant *entrants, int count);

// ---- The GPU's own instruments -------------------------------------------------------------------

// False where the library of NVIDIA's driver cannot be found.
bool nvml_start(void);
void nvml_stop(void);
double nvml_clock_mhz(void);  // of the SMs now; NAN: not known
double nvml_power_watt(void); // of the board now; NAN: not known

struct ceiling {
    const char *name, *unit; // "ffma", "TFLOP/s"
    double value, spread;
};

// Measures the ceilings of this GPU; returns their number, at most `most`. A few seconds.
int measure_ceilings(const struct machine *machine, struct ceiling *ceilings, int most);

// ---- Output --------------------------------------------------------------------------------------

struct output {
    FILE *file; // results, or NULL
    const struct bench_request *request;
    const struct machine *machine;
    bool has_cublas;
};

void print_heading(const struct output *output);
void print_ceilings(const struct output *output, const struct ceiling *ceilings, int count);
void print_shape(const struct output *output, const struct shape *shape,
                 const struct entrant *entrants, int count);
void print_random_shapes_heading(const struct output *output);
void print_skipped_shape(const struct output *output, const struct shape *shape, const char *why);
void print_end(const struct output *output, double seconds);
void print_predictions(const struct shape *shape, const struct entrant *entrants, int count);

#ifdef __cplusplus
}
#endif
#endif
