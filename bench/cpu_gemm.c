// SPDX-License-Identifier: MIT
//
// cpu_gemm: chapter 01 beside OpenBLAS and BLIS.
//
//     cpu_gemm [--quick] [--runs R] [--csv FILE]      R runs (3) of 2 to 3 minutes
//     cpu_gemm --list                                 which libraries were found
//     cpu_gemm --once STEP M N K                      one call, for a profiler; STEP none: no call
//
// Every competitor is a process of its own, with its own threads and matrices, on the same
// processors, and sleeps (SIGSTOP) while another one is measured: the threads of a library go on
// spinning after a call and would take the cores from the next one. They take turns: in each round
// every one is asked for a batch of calls, and the figure is the median over rounds of the batches'
// medians. Whoever else uses the machine slows a round, and, if it is short, all in it about alike:
// so rounds are short and many, and the ratio to a library is the median of the ratios of the
// rounds. Random data. Libraries are found by their Debian paths, or through
// BENCH_LIBRARY=/path/to/libother.so.
#define _GNU_SOURCE // RTLD_*, CPU_SET, glob, kill, setenv
#include <dlfcn.h>
#include <glob.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../01_cpu/cpu.h"
#include "../01_cpu/micro_kernel.h"
#include "cpu_machine.h"

enum { COMPETITORS_MAX = 24, ROUNDS_MAX = 25 };
static const double BATCH_SECONDS = 0.02, SHAPE_SECONDS = 2;

// What makes a library slower than it is, or takes another number of threads than is asked for.
static const char *const cripplers[] = {
    "OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE", "OPENBLAS_NUM_THREADS", "OPENBLAS_DYNAMIC",
    "GOTO_NUM_THREADS",  "BLIS_ARCH_TYPE",   "BLIS_NUM_THREADS",     "BLIS_JC_NT",
    "BLIS_IC_NT",        "BLIS_JR_NT",       "BLIS_IR_NT",           "OMP_NUM_THREADS",
    "OMP_PROC_BIND",     "OMP_WAIT_POLICY",  "GOMP_CPU_AFFINITY",    "GOMP_SPINCOUNT",
    "CPU_TARGET",        "OMP_THREAD_LIMIT", "OMP_DYNAMIC"};

// ---- Problems ------------------------------------------------------------------------------------

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

struct matrices {
    struct shape shape;
    void *A, *B, *C;
    double seconds; // that the last call took
};

static size_t element(int type) { return type == 's' ? sizeof(float) : sizeof(double); }

// About N(0,1): the sum of four uniform numbers. The same for every process.
static void *random_matrix(int type, size_t count, uint32_t seed)
{
    void *data = NULL;
    if (posix_memalign(&data, 64, count * element(type) + 64) != 0)
        return NULL;
    uint64_t state = seed;
    for (size_t i = 0; i < count; i++) {
        double sum = -2;
        for (int j = 0; j < 4; j++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            sum += (double)(state >> 40) / (1 << 24);
        }
        if (type == 's')
            ((float *)data)[i] = (float)(sum * 1.732);
        else
            ((double *)data)[i] = sum * 1.732;
    }
    return data;
}

static bool prepare(struct matrices *x, struct shape s)
{
    struct shape old = x->shape;
    if (x->A && old.type == s.type && old.m == s.m && old.n == s.n && old.k == s.k) {
        x->shape.part = s.part;
        return true;
    }
    free(x->A);
    free(x->B);
    free(x->C);
    x->shape = s;
    x->seconds = 0;
    x->A = random_matrix(s.type, (size_t)s.m * (size_t)s.k, 1);
    x->B = random_matrix(s.type, (size_t)s.k * (size_t)s.n, 2);
    x->C = random_matrix(s.type, (size_t)s.m * (size_t)s.n, 3);
    return x->A && x->B && x->C;
}

// ---- A competitor, in its own process ------------------------------------------------------------

typedef void cblas_sgemm_fn(int order, int trans_a, int trans_b, int m, int n, int k, float alpha,
                            const float *A, int lda, const float *B, int ldb, float beta, float *C,
                            int ldc);
typedef void cblas_dgemm_fn(int order, int trans_a, int trans_b, int m, int n, int k, double alpha,
                            const double *A, int lda, const double *B, int ldb, double beta,
                            double *C, int ldc);
enum { CBLAS_ROW_MAJOR = 101, CBLAS_NO_TRANS = 111 };

struct competitor {
    const char *name;
    const char *path;   // of a library; NULL: a step of chapter 01, or the peak
    const char *env[2]; // an environment variable of its own
    char core[64];      // what it detected
    pid_t pid;
    FILE *to, *from;
};

struct engine {
    sgemm_nn_fn *step;
    cblas_sgemm_fn *sgemm;
    cblas_dgemm_fn *dgemm;
    char core[64];
};

// dlsym returns an object pointer; POSIX lets a union turn it into a function's.
static void (*symbol(void *library, const char *name))(void)
{
    union {
        void *object;
        void (*function)(void);
    } x = {.object = dlsym(library, name)};
    return x.function;
}

static bool open_library(struct engine *e, const char *path, int threads)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return false;
    e->sgemm = (cblas_sgemm_fn *)symbol(library, "cblas_sgemm");
    e->dgemm = (cblas_dgemm_fn *)symbol(library, "cblas_dgemm");

    void (*openblas_threads)(int) = (void (*)(int))symbol(library, "openblas_set_num_threads");
    void (*blis_threads)(long) = (void (*)(long))symbol(library, "bli_thread_set_num_threads");
    if (openblas_threads)
        openblas_threads(threads);
    if (blis_threads)
        blis_threads(threads);

    const char *(*openblas_core)(void) =
        (const char *(*)(void))symbol(library, "openblas_get_corename");
    int (*blis_arch)(void) = (int (*)(void))symbol(library, "bli_arch_query_id");
    const char *(*blis_arch_name)(int) = (const char *(*)(int))symbol(library, "bli_arch_string");
    const char *core = openblas_core                 ? openblas_core()
                       : blis_arch && blis_arch_name ? blis_arch_name(blis_arch())
                                                     : "unknown";
    snprintf(e->core, sizeof e->core, "%s", core);
    return e->sgemm && e->dgemm;
}

static bool open_engine(struct engine *e, const char *name, const char *path, int threads)
{
    if (path)
        return open_library(e, path, threads);
    snprintf(e->core, sizeof e->core, "%s", micro_kernel_f32()->target);
    for (int i = 0; i < chapter_01_cpu.step_count; i++)
        if (strncmp(name, chapter_step(&chapter_01_cpu, i)->name,
                    strlen(chapter_step(&chapter_01_cpu, i)->name)) == 0)
            e->step = chapter_step(&chapter_01_cpu, i)->run.sgemm_nn;
    return e->step != NULL;
}

static void multiply(const struct engine *e, const struct matrices *x, int rows)
{
    struct shape s = x->shape;
    if (e->step && s.type == 's')
        e->step(rows, s.n, s.k, 1, x->A, s.k, x->B, s.n, 0, x->C, s.n);
    else if (e->step)
        cpu_tuned_f64(rows, s.n, s.k, 1, x->A, s.k, x->B, s.n, 0, x->C, s.n);
    else if (s.type == 's')
        e->sgemm(CBLAS_ROW_MAJOR, CBLAS_NO_TRANS, CBLAS_NO_TRANS, rows, s.n, s.k, 1, x->A, s.k,
                 x->B, s.n, 0, x->C, s.n);
    else
        e->dgemm(CBLAS_ROW_MAJOR, CBLAS_NO_TRANS, CBLAS_NO_TRANS, rows, s.n, s.k, 1, x->A, s.k,
                 x->B, s.n, 0, x->C, s.n);
}

// A number that a wrong element changes: a sum of all elements with random signs.
static void checksum(const struct matrices *x, struct answer *a)
{
    size_t count = (size_t)x->shape.m * (size_t)x->shape.n;
    uint32_t state = 7;
    for (size_t i = 0; i < count; i++) {
        double c = x->shape.type == 's' ? (double)((float *)x->C)[i] : ((double *)x->C)[i];
        state = state * 1664525u + 1013904223u;
        a->checksum += state >> 31 ? c : -c;
        a->norm += c * c;
    }
    a->norm = sqrt(a->norm);
}

static struct answer measure(const struct engine *e, struct matrices *x, bool first)
{
    enum { CALLS_MAX = 2000 };
    static double times[CALLS_MAX];
    struct shape s = x->shape;
    struct answer a = {0};
    int rows = s.m;
    if (s.part && s.m > 64) { // would a whole call take longer than a second?
        multiply(e, x, 32);
        double start = timer_seconds();
        multiply(e, x, 32);
        double whole = (timer_seconds() - start) * s.m / 32;
        rows = whole > 1 ? (int)(s.m / whole / 32 + 1) * 32 : s.m;
    } else if (first || x->seconds < 0.1) { // a long call warms itself
        multiply(e, x, s.m);
        if (first)
            checksum(x, &a);
    }
    int calls = 0;
    double end = timer_seconds() + BATCH_SECONDS;
    do {
        double start = timer_seconds();
        multiply(e, x, rows);
        times[calls++] = timer_seconds() - start;
    } while (timer_seconds() < end && calls < CALLS_MAX);
    a.ghz = clock_ghz();
    struct statistics t = statistics_of(times, calls);
    x->seconds = t.min;
    double work = 2.0 * rows * s.n * s.k / 1e9;
    a.gflops_median = work / t.median;
    a.gflops_best = work / t.min;
    return a;
}

// Answers requests until its standard input ends.
static int compete(const char *name, const char *path, int threads)
{
    omp_set_num_threads(threads);
    struct engine e = {0};
    bool peak = strncmp(name, "peak", 4) == 0;
    if (!peak && !open_engine(&e, name, path, threads)) {
        printf("none\n");
        return 1;
    }
    printf("%s\n", peak ? "registers" : e.core);
    fflush(stdout);
    struct matrices x = {0};
    struct shape s = {0};
    int part, first, m, n, k;
    char type;
    while (scanf(" %c %d %d %d %d %d", &type, &m, &n, &k, &part, &first) == 6) {
        s.type = (unsigned char)type, s.m = m, s.n = n, s.k = k, s.part = part;
        struct answer a = {0};
        if (peak) // n == 0: m is the width of a vector in bits
            a.gflops_median = a.gflops_best =
                fma_peak(n ? vector_bits() : m, threads, 0.02) / (type == 'd' ? 2 : 1);
        else if (prepare(&x, s))
            a = measure(&e, &x, first);
        printf("%.17g %.17g %.17g %.17g %.17g\n", a.gflops_median, a.gflops_best, a.ghz, a.checksum,
               a.norm);
        fflush(stdout);
    }
    return 0;
}

// ---- The referee ---------------------------------------------------------------------------------

// The competitors that live: one that is asleep would outlive an interrupted referee for good.
static volatile sig_atomic_t pids[COMPETITORS_MAX];

// Kills them all, then dies of the same signal. (They need not wake up for that.)
static void die_with_competitors(int number)
{
    for (int i = 0; i < COMPETITORS_MAX; i++)
        if (pids[i] > 0)
            kill((pid_t)pids[i], SIGKILL);
    signal(number, SIG_DFL);
    raise(number);
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

static void start_competitor(struct competitor *c, int threads)
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

static void stop_competitor(struct competitor *c)
{
    kill(c->pid, SIGCONT);
    fclose(c->to);
    fclose(c->from);
    enlist(c->pid, 0); // its input has ended: so does it
    waitpid(c->pid, NULL, 0);
}

static struct answer ask(struct competitor *c, struct shape s, bool first)
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

struct result {
    double median[COMPETITORS_MAX], best[COMPETITORS_MAX], ghz[COMPETITORS_MAX];
    double ratio[COMPETITORS_MAX]; // of the first one's speed to this one's
};

// All competitors, in turns: at least `least` rounds, and up to `most` while there is time. A wrong
// result is said aloud and counts as no speed.
static struct result compare(struct competitor *c, int count, struct shape s, int least, int most)
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

// ---- Tables --------------------------------------------------------------------------------------

static char *first_match(const char *pattern)
{
    glob_t found;
    char *path = NULL;
    if (glob(pattern, 0, NULL, &found) == 0)
        path = strdup(found.gl_pathv[0]);
    globfree(&found);
    return path;
}

// The libraries of this machine, after `count` competitors that are there already.
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

// Is there a competitor with this library, and the same core, without being told?
static bool is_repeated(const struct competitor *c, int count, const struct competitor *x)
{
    for (int i = 0; x->env[0] && i < count; i++)
        if (c[i].path && strcmp(c[i].path, x->path) == 0 && strcmp(c[i].core, x->core) == 0)
            return true;
    return false;
}

// Starts all, and leaves out those that do not load and those that are there twice. Returns how
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
        if (threads == 1 || i >= chapter_01_cpu.step_count - 2) // the others know no threads
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

// The same program on a processor with shorter vectors, beside the peak of those.
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

static int once(const char *step, int m, int n, int k)
{
    struct engine e = {0};
    struct matrices x = {0};
    omp_set_num_threads(1);
    bool none = strcmp(step, "none") == 0;
    if ((!none && !open_engine(&e, step, NULL, 1)) || !prepare(&x, (struct shape){'s', m, n, k, 0}))
        return 2;
    if (!none)
        multiply(&e, &x, m);
    return 0;
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
    signal(SIGPIPE, SIG_IGN); // a library that crashes must not end the others
    signal(SIGINT, die_with_competitors);
    signal(SIGTERM, die_with_competitors);
    signal(SIGHUP, die_with_competitors);
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
