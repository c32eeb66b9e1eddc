// SPDX-License-Identifier: MIT
//
// gemm.h: the parts of the benchmark: steps of the chapters and cuBLAS, in one run.
//
//     main.c       command line; which steps and which shapes, one after the other
//     choose.c     groups of entrants, and shapes, from the command line
//     problem.c    one problem in the memory of host and device
//     check.cu     is a result right? each element against float64, on the GPU
//     peers.c      cuBLAS and cuBLASLt as entrants
//     cublas_lt.c  cuBLASLt, found at run time
//     cutlass/     CUTLASS, if you have it: PEER_CUTLASS=DIR
//     timing.c     cool and hot times, in rounds of shuffled order
//     nvml.c       clock and power of the GPU, where its driver tells them
//     ceilings.cu  what this GPU can do at most, in the same run (bench/ceilings)
//     output.c     the table on the terminal, the results file
#ifndef BENCH_GEMM_H
#define BENCH_GEMM_H

#include <stdint.h>
#include <stdio.h>

#include "../../common/step/machine.h"
#include "../../common/step/matrix.h"
#include "../../common/driver/request/options.h"
#include "../../common/step/step.h"
#include "../../common/base/timer.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { MAX_GROUPS = 64, MAX_ENTRANTS = 64, MAX_SHAPES = 256, FEWEST_REPS = 5, MOST_REPS = 200 };

struct bench_shape {
    int m, n, k;
    bool random; // one of --shapes
    bool hot;    // with hot runs, too (--hot-sizes)
};

// How fast one entrant was on one shape, in one mode.
struct speed {
    int reps; // 0: not timed
    struct statistics ms;
    double tflops;
    double ratio, ratio_spread;   // cuBLAS's time / ours in the same round: median, and quartiles
                                  // apart over median; NAN without cuBLAS
    double of_best;               // the same of cuBLAS or cuBLASLt, whichever is faster here
    double clock_mhz, power_watt; // while it ran; NAN where the driver does not report it
};

enum entrant_status { ENTRANT_OK, ENTRANT_WRONG, ENTRANT_SKIPPED };

struct problem;

// A library's product. False, with a line, where it has none for these types on this shape; else
// `why` may hold a remark, or nothing.
typedef bool peer_fn(const struct problem *problem, struct failure *why);

struct entrant {
    const char *chapter, *name; // "05_outer_product", "6_warp_tile"; a peer: "peer", "cublas"
    const struct step *step;    // NULL: a peer
    peer_fn *peer;              // NULL: a step
    bool is_cublas;             // the peer by whose time all times are divided
    double rounds;              // a peer rounds A and B, each by up to this share, or loses as much
    bool among_random;          // takes part on random shapes
    // About the current shape:
    enum entrant_status status;
    struct failure reason; // if skipped or wrong; else a peer's remark, or ""
    double error;          // the largest |error| / bound
    double estimate_ms;
    struct speed cool, hot;
    double cool_ms[MOST_REPS], hot_ms[MOST_REPS]; // by round; NAN where it did not take part
};

// Those that can be compared: element types and transposes are the same.
struct group {
    enum dtype type_ab, type_c;
    bool converts_to_f16; // A and B become f16 when they are loaded
    bool scaled;          // and have scales
    unsigned transpose;   // TRANSPOSE_NN ...
    char types[24]; // "f16-f32": of A and B, then of C; "f32-f16-f32" where they are converted
    struct entrant entrants[MAX_ENTRANTS]; // steps in the order of the ladder, then peers
    int count;
};

// ---- The request ---------------------------------------------------------------------------------

struct bench_request {
    const char *sizes;     // "1024,2048", or "none"
    const char *hot_sizes; // "1024,2048", "all" or "none"
    int random_shapes;
    struct texts steps, chapters, types, transposes, random_steps;
    int reps;
    long long seed;
    bool cool, hot; // both where neither was asked for
    int l2;         // 0: as the kernel before left it; 1: emptied before each cool run
    bool check, once, unchecked, predict, no_cublas, no_ceilings, fast_f32, help;
    bool timed;  // none of the first three
    int budget;  // seconds for the whole
    double beta; // with --once; else 0
    const char *out, *commit;
};

// The chosen GEMM steps on the GPU, each once for each of its transpositions, by group. False, with
// one line, where a name is not known.
bool choose_groups(const struct bench_request *q, struct group *groups, int *count,
                   struct failure *why);
bool choose_shapes(const struct bench_request *q, struct bench_shape *shapes, int *count,
                   struct failure *why);

// ---- One problem on the GPU ----------------------------------------------------------------------

struct problem {
    struct gemm_problem p; // alpha 1, beta 0 (but with --once), dense rows
    struct matrix A, B;    // host
    enum dtype type_c;
    void *d_A, *d_B, *d_C;
    float *d_a_scales, *d_b_scales; // of a scaled group
    double *d_value, *d_magnitude;  // of C, by check_prepare
    double slope, least;            // |error| <= slope |A||B| + least
};

// The problem of a group on a shape. Both end the program where memory runs out.
void problem_create(struct problem *problem, const struct group *group,
                    const struct bench_shape *shape, uint64_t seed);
void problem_free(struct problem *problem);
struct gemm_problem problem_of(const struct group *group, const struct bench_shape *shape);

// False, with a line, where a peer has no such product; a step always starts.
bool launch(const struct problem *problem, const struct entrant *entrant, struct failure *why);

// The largest error that is let pass is FACTOR u |A||B|, u = epsilon / 2 of C's type, or what
// rounding can do at most where that is less (common/step/verify.h). Integers are exact. The
// factors are for data as here: sums of products of N(0,1) numbers wander, so that the j-th partial
// sum is about sqrt(j).
//
// Sums that are rounded to the nearest: rounding the j-th leaves about u sqrt(j) / 2; over k sums
// that makes 0.4 u k, or 0.65 u |A||B|, whatever k is. About 6 standard deviations occur among
// 10^8 elements: 4 u |A||B|. A missing product, about 1, is larger up to k = 10^5; so are
// inputs rounded to TF32.
//
// Sums that tensor cores cut (common/device/ptx/README.md): towards zero, after each instruction,
// by up to 2 u of the sum. All errors of a large sum have the same sign. With 8 products an
// instruction and a sum that ends at 6 standard deviations, the k / 8 errors add up to
//     sum of u 6 sqrt(8 j) = 0.5 u k^1.5 = 0.8 u sqrt(k) |A||B|
// which is 100 u |A||B| at k = 16384. A missing product is larger there, too.
//
// Sums in f16: one rounding an instruction, 0.8 u |A||B| for 8 products an instruction and 6
// standard deviations; more where the sum wanders far.
enum { FACTOR_ROUNDED = 32, FACTOR_CUT = 128, FACTOR_F16 = 8 };

// Computes value and magnitude in float64 on the GPU, and holds a sample of them against the host's
// arithmetic. False where they are wrong.
bool check_prepare(struct problem *problem);

// Fills C with NaN, runs the entrant once, compares every element. *error: the largest |error| /
// bound; more than 1, Inf or NaN is wrong, and the first wrong element comes into *why. False, with
// a line, where a peer has no such product.
bool check_entrant(const struct problem *problem, const struct entrant *entrant, double *error,
                   struct failure *why);

// Keeps the GPU waiting on one thread, about that many clock cycles, so that what the host launches
// next starts without waiting for the host.
void hold_gpu(long long cycles);

// ---- Timing --------------------------------------------------------------------------------------

// What the modes do is in timing.c; this describes them in the results.
const char *cool_method(const struct bench_request *q);
const char *hot_method(void);

void timing_start(const struct bench_request *q, const struct machine *machine);
void timing_stop(void);

// One run, for choosing the number of repetitions; milliseconds.
double time_once(const struct problem *problem, const struct entrant *entrant);

// Time all entrants that are right, interleaved. Fill cool or hot.
void time_cool(const struct problem *problem, struct group *group, int reps);
void time_hot(const struct problem *problem, struct group *group);

// ---- Peers ---------------------------------------------------------------------------------------

// Adds the libraries' products on the group's types, if they are installed. fast_f32: cuBLAS's
// modes for float32 on tensor cores, too. Those that round A and B may have an error above the
// bound, by what the rounding costs at most.
enum { CUTLASS_PRODUCTS = 8, MOST_PEERS = 6 + CUTLASS_PRODUCTS };
void add_peers(struct group *group, bool fast_f32);
// "cuBLAS: 13.1.0, cuBLASLt: 13.1.0"; and the libraries that are not installed. After add_peers().
void describe_peers(char *text, size_t size);

// cuBLASLt: the fastest of the first CUBLAS_LT_ALGORITHMS that its heuristic names, with
// CUBLAS_LT_WORKSPACE bytes, in CUBLAS_LT_TURNS cool runs each.
enum { CUBLAS_LT_WORKSPACE = 32 << 20, CUBLAS_LT_ALGORITHMS = 8, CUBLAS_LT_TURNS = 5 };
bool cublas_lt_open(int *version);
bool cublas_lt_has(const struct group *group);
peer_fn cublas_lt_gemm;
peer_fn cublas_lt_gemm_fast; // of fp8: its sums are not promoted

// CUTLASS 2's kernels, in a program that was built with them (PEER_CUTLASS): those on the group's
// types, at most CUTLASS_PRODUCTS, and their number. version: 40200 is 4.2.0; 0 without CUTLASS.
struct cutlass_product {
    const char *name; // "cutlass_128x256", after the block's tile
    peer_fn *run;
};
int cutlass_products(const struct group *group, struct cutlass_product *found);
int cutlass_version(void);

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
    bool has_peers;
};

void print_heading(const struct output *output);
void print_ceilings(const struct output *output, const struct ceiling *ceilings, int count);
void print_shape(const struct output *output, const struct bench_shape *shape,
                 const struct group *group);
void print_random_shapes_heading(const struct output *output);
void print_skipped_shape(const struct output *output, const struct bench_shape *shape,
                         const struct group *group, const char *why);
void print_end(const struct output *output, double seconds);
void print_predictions(const struct bench_shape *shape, const struct group *groups, int count);

// What an entrant is called: "05_outer_product/6_warp_tile", "07_tensor_core/3_ldmatrix/NT" where a
// step takes transposes, "cublas".
const char *entrant_name(const struct group *group, const struct entrant *entrant, char *text,
                         size_t size);

#ifdef __cplusplus
}
#endif
#endif
