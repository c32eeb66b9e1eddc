// SPDX-License-Identifier: MIT
//
// competitor.c: what a competitor's process does: it opens a step or a library, and times batches
// of calls.
#define _POSIX_C_SOURCE 200809L // posix_memalign
#include <dlfcn.h>
#include <math.h>

#include "../../01_cpu/cpu.h"
#include "../../01_cpu/parts/processor.h"
#include "cpu_machine.h"
#include "gemm.h"

static const double BATCH_SECONDS = 0.02;

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

typedef void cblas_sgemm_fn(int order, int trans_a, int trans_b, int m, int n, int k, float alpha,
                            const float *A, int lda, const float *B, int ldb, float beta, float *C,
                            int ldc);
typedef void cblas_dgemm_fn(int order, int trans_a, int trans_b, int m, int n, int k, double alpha,
                            const double *A, int lda, const double *B, int ldb, double beta,
                            double *C, int ldc);
enum { CBLAS_ROW_MAJOR = 101, CBLAS_NO_TRANS = 111 };

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
    snprintf(e->core, sizeof e->core, "%s", target_name());
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

int compete(const char *name, const char *path, int threads)
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

int once(const char *step, int m, int n, int k)
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
