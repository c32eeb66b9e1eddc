// SPDX-License-Identifier: MIT
//
// cpu_gemm: chapter 01 compared with OpenBLAS and BLIS.
//
//     cpu_gemm [--quick] [--runs R] [--csv FILE]      R runs (3) of 2 to 3 minutes
//     cpu_gemm --list                                 which libraries were found
//     cpu_gemm --once STEP M N K                      one call, for a profiler; STEP none: no call
//
// Every competitor is a separate process, with its own threads and matrices, on the same
// processors, and sleeps (SIGSTOP) while another one is measured: the threads of a library go on
// spinning after a call and would take the cores from the next one. They take turns: in each round
// every one is asked for a batch of calls, and the figure is the median over rounds of the batches'
// medians. Other users of the machine slow a round, and, if it is short, all in it about equally:
// so rounds are short and many, and the ratio to a library is the median of the ratios of the
// rounds. Random data. Libraries are found by their Debian paths, or through
// BENCH_LIBRARY=/path/to/libother.so.
#define _GNU_SOURCE // glob, setenv, strdup
#include <glob.h>
#include <string.h>

#include "../../01_cpu/cpu.h"
#include "cpu_machine.h"
#include "gemm.h"

// What makes a library slower than it is, or takes another number of threads than is asked for.
static const char *const cripplers[] = {
    "OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE", "OPENBLAS_NUM_THREADS", "OPENBLAS_DYNAMIC",
    "GOTO_NUM_THREADS",  "BLIS_ARCH_TYPE",   "BLIS_NUM_THREADS",     "BLIS_JC_NT",
    "BLIS_IC_NT",        "BLIS_JR_NT",       "BLIS_IR_NT",           "OMP_NUM_THREADS",
    "OMP_PROC_BIND",     "OMP_WAIT_POLICY",  "GOMP_CPU_AFFINITY",    "GOMP_SPINCOUNT",
    "CPU_TARGET",        "OMP_THREAD_LIMIT", "OMP_DYNAMIC"};

static FILE *csv;

static void csv_row(int run, const char *table, struct shape s, int threads,
                    const struct competitor *c, double median, double best, double ghz,
                    double ratio)
{
    if (csv) {
        fprintf(csv, "%d,%s,%cgemm,%d,%d,%d,%d,%s,%s,%.2f,%.2f,%.3f,%.3f\n", run, table, s.type,
                s.m, s.n, s.k, threads, c->name, c->core, median, best, ghz, ratio);
        fflush(csv);
    }
}

static char *first_match(const char *pattern)
{
    glob_t found;
    char *path = NULL;
    if (glob(pattern, 0, NULL, &found) == 0)
        path = strdup(found.gl_pathv[0]);
    globfree(&found);
    return path;
}

// The libraries of this machine, after the first `count` competitors.
static int add_libraries(struct competitor *c, int count, int threads)
{
    char *pthread = first_match("/usr/lib/*/openblas-pthread/libopenblas.so.0");
    char *openmp = first_match("/usr/lib/*/openblas-openmp/libopenblas.so.0");
    char *blis = first_match("/usr/lib/*/blis-pthread/libblis.so.4");
    if (!blis)
        blis = first_match("/usr/lib/*/blis-openmp/libblis.so.4");
    if (pthread)
        c[count++] = (struct competitor){.name = "openblas-pthread", .path = pthread};
    if (openmp && threads != 1) // they differ in nothing but their threads
        c[count++] = (struct competitor){.name = "openblas-openmp", .path = openmp};
    else
        free(openmp);
    if (blis)
        c[count++] = (struct competitor){.name = "blis", .path = blis};
    // Libraries know only the processors of their day, and take a newer one for an old one.
    if (pthread && vector_bits() == 512)
        c[count++] = (struct competitor){
            .name = "openblas-skx", .path = pthread, .env = {"OPENBLAS_CORETYPE", "SkylakeX"}};
    if (blis && vector_bits() == 512)
        c[count++] =
            (struct competitor){.name = "blis-skx", .path = blis, .env = {"BLIS_ARCH_TYPE", "skx"}};
    char *other = getenv("BENCH_LIBRARY");
    if (other)
        c[count++] = (struct competitor){.name = "other", .path = other};
    return count;
}

// Is there a competitor with this library, and the same core, by default?
static bool is_repeated(const struct competitor *c, int count, const struct competitor *x)
{
    for (int i = 0; x->env[0] && i < count; i++)
        if (c[i].path && strcmp(c[i].path, x->path) == 0 && strcmp(c[i].core, x->core) == 0)
            return true;
    return false;
}

// Starts all, and leaves out those that do not load and duplicates. Returns how
// many there are.
static int start_all(struct competitor *c, int count, int threads)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        struct competitor x = c[i];
        start_competitor(&x, threads);
        if (strcmp(x.core, "none") == 0) {
            stop_competitor(&x);
            printf("%s is not here (%s)\n", x.name, x.path ? x.path : "a step");
        } else if (is_repeated(c, kept, &x)) {
            stop_competitor(&x);
        } else {
            c[kept++] = x;
        }
    }
    return kept;
}

static const struct shape shapes[] = {
    {'s', 256, 256, 256, false},    {'s', 512, 512, 512, false},    {'s', 1000, 1000, 1000, false},
    {'s', 1024, 1024, 1024, false}, {'s', 2048, 2048, 2048, false}, {'s', 4096, 4096, 4096, false},
    {'s', 2048, 2048, 64, false},   {'s', 64, 2048, 2048, false},   {'s', 16, 4096, 4096, false},
    {'s', 513, 1025, 257, false},   {'s', 1, 4096, 4096, false},    {'s', 4096, 1, 4096, false},
    {'d', 1000, 1000, 1000, false}, {'d', 1024, 1024, 1024, false}, {'d', 2048, 2048, 2048, false},
};

// Chapter 01's last step, the libraries and the peak, at all shapes.
static void peers(int run, int threads, bool quick)
{
    struct competitor c[COMPETITORS_MAX] = {{.name = "11_tuned"}, {.name = "peak"}};
    int count = start_all(c, add_libraries(c, 2, threads), threads);

    printf("\nrun %d, %d thread%s, GFLOP/s (median of 3 to %d interleaved batches)\n", run, threads,
           threads == 1 ? "" : "s", ROUNDS_MAX);
    printf("%-22s", "m x n x k");
    for (int i = 0; i < count; i++)
        printf(" %16s", c[i].name);
    printf("  %-7s %s\n%-22s", "of best", "of peak", "");
    for (int i = 0; i < count; i++)
        printf(" %16s", c[i].core);
    printf("\n");

    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        if (quick && shapes[s].m > 1100)
            continue;
        struct result r = compare(c, count, shapes[s], 3, ROUNDS_MAX);
        double of_best = 0;
        for (int i = 0; i < count; i++) {
            bool library = i > 1;
            if (library && r.ratio[i] > 0 && (of_best == 0 || r.ratio[i] < of_best))
                of_best = r.ratio[i];
            csv_row(run, "peers", shapes[s], threads, &c[i], r.median[i], r.best[i], r.ghz[i],
                    r.ratio[i]);
        }
        printf("%c %6d %6d %6d", shapes[s].type, shapes[s].m, shapes[s].n, shapes[s].k);
        for (int i = 0; i < count; i++)
            printf(" %16.1f", r.median[i]);
        printf("  %6.3f  %6.1f%%\n", of_best, 100 * r.ratio[1]);
        fflush(stdout);
    }
    for (int i = 0; i < count; i++)
        stop_competitor(&c[i]);
}

// Every step of the chapter.
static void ladder(int run, int threads)
{
    static const int sizes[] = {512, 1024, 2048};
    struct competitor c[COMPETITORS_MAX] = {0};
    int count = 0;
    for (int i = 0; i < chapter_01_cpu.step_count && count < COMPETITORS_MAX; i++)
        if (threads == 1 || i >= chapter_01_cpu.step_count - 2) // the other steps have no threads
            c[count++].name = chapter_step(&chapter_01_cpu, i)->name;
    count = start_all(c, count, threads);

    printf("\nrun %d, %d thread%s, every step, GFLOP/s\n%-22s", run, threads,
           threads == 1 ? "" : "s", "step");
    struct result r[3];
    for (int s = 0; s < 3; s++) {
        struct shape shape = {'s', sizes[s], sizes[s], sizes[s], true};
        r[s] = compare(c, count, shape, 1, 1); // the median is taken over the runs
        printf(" %10d", sizes[s]);
        for (int i = 0; i < count; i++)
            csv_row(run, "ladder", shape, threads, &c[i], r[s].median[i], r[s].best[i], r[s].ghz[i],
                    r[s].ratio[i]);
    }
    printf("\n");
    for (int i = 0; i < count; i++) {
        printf("%-22s", c[i].name);
        for (int s = 0; s < 3; s++)
            printf(" %10.2f", r[s].median[i]);
        printf("\n");
        stop_competitor(&c[i]);
    }
    fflush(stdout);
}

// The same program on a processor with shorter vectors, compared with the peak of those.
static void shorter_vectors(int run)
{
    if (vector_bits() != 512)
        return;
    struct competitor c[2] = {{.name = "11_tuned-avx2", .env = {"CPU_TARGET", "avx2"}},
                              {.name = "peak-256"}};
    if (start_all(c, 2, 1) != 2)
        return;
    struct shape shape = {'s', 2048, 2048, 2048, false}, bits = {'s', 256, 0, 0, false};
    enum { ROUNDS = 9 };
    double speed[ROUNDS], peak[ROUNDS], ratio[ROUNDS], clock[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        struct answer a = ask(&c[0], shape, false);
        speed[round] = a.gflops_median;
        clock[round] = a.ghz;
        peak[round] = ask(&c[1], bits, false).gflops_median;
        ratio[round] = speed[round] / peak[round];
    }
    double s = statistics_of(speed, ROUNDS).median, p = statistics_of(peak, ROUNDS).median;
    double g = statistics_of(clock, ROUNDS).median;
    double of_peak = statistics_of(ratio, ROUNDS).median;
    printf("\nAVX2 at 2048: %.1f GFLOP/s, %.1f%% of the 256-bit peak of %.1f\n", s, 100 * of_peak,
           p);
    csv_row(run, "avx2", shape, 1, &c[0], s, s, g, 1);
    csv_row(run, "avx2", shape, 1, &c[1], p, p, 0, of_peak);
    stop_competitor(&c[0]);
    stop_competitor(&c[1]);
}

int main(int argc, char **argv)
{
    if (argc == 5 && strcmp(argv[1], "--compete") == 0)
        return compete(argv[2], strcmp(argv[3], "-") == 0 ? NULL : argv[3], atoi(argv[4]));
    if (argc == 6 && strcmp(argv[1], "--once") == 0)
        return once(argv[2], atoi(argv[3]), atoi(argv[4]), atoi(argv[5]));

    bool quick = false, list = false;
    int runs = 3;
    const char *csv_path = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--quick") == 0)
            quick = true;
        else if (strcmp(argv[i], "--list") == 0)
            list = true;
        else if (strcmp(argv[i], "--runs") == 0 && i + 1 < argc && atoi(argv[i + 1]) > 0)
            runs = atoi(argv[++i]);
        else if (strcmp(argv[i], "--csv") == 0 && i + 1 < argc)
            csv_path = argv[++i];
        else {
            fprintf(stderr,
                    "cpu_gemm: %s: expected --quick, --list, --runs N (1 or more) or "
                    "--csv FILE\n",
                    argv[i]);
            return 2;
        }
    }
    watch_signals();
    for (size_t i = 0; i < sizeof cripplers / sizeof *cripplers; i++)
        if (getenv(cripplers[i])) {
            printf("%s=%s is set in the environment: ignored here\n", cripplers[i],
                   getenv(cripplers[i]));
            unsetenv(cripplers[i]);
        }
    if (list) {
        struct competitor c[COMPETITORS_MAX] = {0};
        int count = start_all(c, add_libraries(c, 0, 0), 1);
        for (int i = 0; i < count; i++) {
            printf("%-18s %-12s %s\n", c[i].name, c[i].core, c[i].path);
            stop_competitor(&c[i]);
        }
        return 0;
    }
    if (csv_path && !(csv = fopen(csv_path, "w"))) {
        perror(csv_path);
        return 1;
    }
    write_header(stdout, "cpu_gemm");
    if (csv) {
        write_header(csv, "cpu_gemm: GFLOP/s, medians of interleaved batches, random data");
        fprintf(csv, "run,table,routine,m,n,k,threads,name,core,median,best,ghz_after,ratio\n");
    }
    int cores = omp_get_num_procs();
    for (int run = 1; run <= (quick ? 1 : runs); run++) {
        for (int threads = 1; threads <= cores; threads = threads < cores ? cores : cores + 1) {
            if (!quick)
                ladder(run, threads);
            peers(run, threads, quick);
        }
        if (!quick)
            shorter_vectors(run);
    }
    if (csv)
        fclose(csv);
    return 0;
}
