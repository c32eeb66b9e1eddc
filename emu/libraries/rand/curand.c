// SPDX-License-Identifier: MIT
//
// curand.c: cuRAND's host functions.
//
// A generator has many streams: 4096 of XORWOW, 65536 of Philox, 81920 of MRG32k3a. In turn, each
// stream returns `width` consecutive results. That is cuRAND's default (legacy) order.
#include <stdlib.h>
#include <string.h>

#include "curand.h"
#include "emu/device/curand.h"
#include "../library.h"

enum { MOST_WIDTH = 4 };

struct curandGenerator_st {
    curandRngType_t type;
    bool on_host;
    cudaStream_t stream;
    unsigned long long seed, offset;
    union state {
        curandStateXORWOW_t xorwow;
        curandStatePhilox4_32_10_t philox;
        curandStateMRG32k3a_t mrg;
    } * states;  // NULL until first needed
    size_t turn; // the next stream
    int kind;    // of the results left from the last stream
    size_t left_count;
    double left[MOST_WIDTH];
};

enum kind {
    KIND_BITS,
    KIND_UNIFORM,
    KIND_UNIFORM_DOUBLE,
    KIND_NORMAL,
    KIND_NORMAL_DOUBLE,
    KIND_POISSON
};

struct job {
    curandGenerator_t generator;
    enum kind kind;
    bool exponential;
    void *to;
    size_t n;
    double mean, deviation;
};

static size_t stream_count(const struct curandGenerator_st *g)
{
    return g->type == CURAND_RNG_PSEUDO_PHILOX4_32_10 ? 65536
           : g->type == CURAND_RNG_PSEUDO_MRG32K3A    ? 81920
                                                      : 4096;
}

// ---- One stream's turn --------------------------------------------------------------------------

static unsigned int next(const struct curandGenerator_st *g, union state *s)
{
    switch (g->type) {
    case CURAND_RNG_PSEUDO_MRG32K3A: return emu_mrg_bits(&s->mrg);
    case CURAND_RNG_PSEUDO_PHILOX4_32_10: return emu_philox_next(&s->philox);
    default: return emu_xorwow_next(&s->xorwow);
    }
}

static double next_uniform(const struct curandGenerator_st *g, union state *s)
{
    return g->type == CURAND_RNG_PSEUDO_MRG32K3A ? emu_mrg_uniform(&s->mrg)
                                                 : (double)emu_uniform(next(g, s));
}

static double uniform_double(const struct curandGenerator_st *g, union state *s)
{
    if (g->type == CURAND_RNG_PSEUDO_MRG32K3A)
        return emu_mrg_uniform(&s->mrg);
    const unsigned int x = next(g, s), y = next(g, s);
    return emu_uniform_double(x, y);
}

static void normal_pair(const struct curandGenerator_st *g, union state *s, double out[2])
{
    float pair[2];
    if (g->type == CURAND_RNG_PSEUDO_MRG32K3A) {
        const float u = (float)emu_mrg_uniform(&s->mrg);
        emu_box_muller(u, (float)emu_mrg_uniform(&s->mrg) * 6.2831855f, pair);
    } else {
        const unsigned int x = next(g, s), y = next(g, s);
        emu_normal_pair(x, y, pair);
    }
    out[0] = (double)pair[0];
    out[1] = (double)pair[1];
}

static void normal_pair_double(const struct curandGenerator_st *g, union state *s, double out[2])
{
    if (g->type == CURAND_RNG_PSEUDO_MRG32K3A) {
        const double u = emu_mrg_uniform(&s->mrg);
        emu_box_muller_double(u, emu_mrg_uniform(&s->mrg) * 6.283185307179586, out);
        return;
    }
    unsigned int x[4];
    for (int i = 0; i < 4; i++)
        x[i] = next(g, s);
    emu_normal_pair_double(x, out);
}

static double poisson(const struct curandGenerator_st *g, union state *s, double mean)
{
    struct emu_poisson p = emu_poisson_begin(mean);
    while (!p.done)
        emu_poisson_draw(&p, next_uniform(g, s));
    return p.result;
}

// Fills values and returns their number.
static size_t take_turn(const struct job *job, union state *s, double values[MOST_WIDTH])
{
    const struct curandGenerator_st *g = job->generator;
    const bool pairs = job->kind == KIND_NORMAL || job->kind == KIND_NORMAL_DOUBLE;
    const size_t width = g->type == CURAND_RNG_PSEUDO_PHILOX4_32_10 ? 4 : pairs ? 2 : 1;
    for (size_t i = 0; i < width; i += pairs ? 2 : 1)
        switch (job->kind) {
        case KIND_BITS: values[i] = next(g, s); break;
        case KIND_UNIFORM: values[i] = next_uniform(g, s); break;
        case KIND_UNIFORM_DOUBLE: values[i] = uniform_double(g, s); break;
        case KIND_NORMAL: normal_pair(g, s, values + i); break;
        case KIND_NORMAL_DOUBLE: normal_pair_double(g, s, values + i); break;
        case KIND_POISSON: values[i] = poisson(g, s, job->mean); break;
        }
    return width;
}

// ---- All of them --------------------------------------------------------------------------------

static void seed_streams(struct curandGenerator_st *g)
{
    const size_t count = stream_count(g);
    const bool philox = g->type == CURAND_RNG_PSEUDO_PHILOX4_32_10;
    const unsigned long long width = philox ? 4 : 1, turns = g->offset / width;
    g->states = library_memory(count, sizeof *g->states);
    for (size_t i = 0; i < count; i++) {
        const unsigned long long draws = (turns / count + (i < turns % count)) * width;
        switch (g->type) {
        case CURAND_RNG_PSEUDO_MRG32K3A: g->states[i].mrg = emu_mrg_init(g->seed, i, draws); break;
        case CURAND_RNG_PSEUDO_PHILOX4_32_10:
            g->states[i].philox = emu_philox_init(g->seed, i, draws);
            break;
        default: g->states[i].xorwow = emu_xorwow_init(g->seed, i, draws);
        }
    }
    g->turn = turns % count;
    g->left_count = 0;
    if (g->offset % width) { // within one group of results of a Philox stream
        for (unsigned i = 0; i < width; i++)
            g->left[i] = emu_philox_next(&g->states[g->turn].philox);
        g->left_count = width - g->offset % width;
        g->kind = KIND_BITS;
        g->turn = (g->turn + 1) % count;
    }
}

static void store(const struct job *job, size_t i, double value)
{
    const bool is_single = job->kind == KIND_NORMAL, is_double = job->kind == KIND_NORMAL_DOUBLE;
    if (is_single)
        value = (double)fmaf((float)value, (float)job->deviation, (float)job->mean);
    else if (is_double)
        value = fma(value, job->deviation, job->mean);
    if (job->exponential)
        value = is_single ? (double)expf((float)value) : exp(value);
    if (job->kind == KIND_BITS || job->kind == KIND_POISSON)
        ((unsigned int *)job->to)[i] = (unsigned int)value;
    else if (job->kind == KIND_UNIFORM_DOUBLE || is_double)
        ((double *)job->to)[i] = value;
    else
        ((float *)job->to)[i] = (float)value;
}

static void work(void *arg)
{
    const struct job *job = arg;
    struct curandGenerator_st *g = job->generator;
    const size_t element =
        job->kind == KIND_UNIFORM_DOUBLE || job->kind == KIND_NORMAL_DOUBLE ? 8 : 4;
    if (!g->on_host)
        library_touch("the output", STORE,
                      (struct pieces){job->to, job->n * element, 1, 0, element});
    if (!g->states)
        seed_streams(g);
    if (g->kind != (int)job->kind)
        g->left_count = 0;
    for (size_t i = 0; i < job->n;) {
        if (g->left_count == 0) {
            double values[MOST_WIDTH];
            const size_t width = take_turn(job, &g->states[g->turn], values);
            memcpy(g->left + MOST_WIDTH - width, values, width * sizeof *values);
            g->left_count = width;
            g->turn = (g->turn + 1) % stream_count(g);
        }
        store(job, i++, g->left[MOST_WIDTH - g->left_count--]);
    }
    g->kind = (int)job->kind;
}

static bool has_generator(const char *pc, const char *name, curandGenerator_t generator)
{
    return library_has_handle(pc, name, "CURAND_STATUS_NOT_INITIALIZED",
                              (struct library_maker){"handle", "curandCreateGenerator"}, generator);
}

static curandStatus_t generate(const char *pc, const char *name, struct job job)
{
    if (!has_generator(pc, name, job.generator))
        return CURAND_STATUS_NOT_INITIALIZED;
    if ((job.kind == KIND_NORMAL || job.kind == KIND_NORMAL_DOUBLE) && job.n % 2) {
        library_refuse(pc, name, "CURAND_STATUS_LENGTH_NOT_MULTIPLE",
                       "%zu numbers are asked for: normal ones come in pairs", job.n);
        return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    }
    if (job.kind == KIND_POISSON && !(job.mean > 0))
        return CURAND_STATUS_OUT_OF_RANGE;
    if (job.n == 0)
        return CURAND_STATUS_SUCCESS;
    if (job.generator->on_host) {
        work(&job);
        return CURAND_STATUS_SUCCESS;
    }
    return library_run(pc, name, job.generator->stream, work, &job, sizeof job)
               ? CURAND_STATUS_SUCCESS
               : CURAND_STATUS_LAUNCH_FAILURE;
}

// ---- Calls --------------------------------------------------------------------------------------

static curandStatus_t create(const char *pc, const char *name, curandGenerator_t *generator,
                             curandRngType_t type, bool on_host)
{
    engine_init();
    if (!generator)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (type == CURAND_RNG_PSEUDO_DEFAULT)
        type = CURAND_RNG_PSEUDO_XORWOW;
    if (type != CURAND_RNG_PSEUDO_XORWOW && type != CURAND_RNG_PSEUDO_MRG32K3A &&
        type != CURAND_RNG_PSEUDO_PHILOX4_32_10) {
        library_refuse(pc, name, "CURAND_STATUS_TYPE_ERROR",
                       "the emulated GPU has XORWOW, MRG32K3A and PHILOX4_32_10, no generator %d",
                       (int)type);
        return CURAND_STATUS_TYPE_ERROR;
    }
    *generator = calloc(1, sizeof **generator);
    if (!*generator)
        return CURAND_STATUS_ALLOCATION_FAILED;
    (*generator)->type = type;
    (*generator)->on_host = on_host;
    library_add_handle(*generator);
    return CURAND_STATUS_SUCCESS;
}

#define HERE ((const char *)__builtin_return_address(0) - 1)

curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type)
{
    return create(HERE, "curandCreateGenerator", generator, type, false);
}

curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type)
{
    return create(HERE, "curandCreateGeneratorHost", generator, type, true);
}

curandStatus_t curandDestroyGenerator(curandGenerator_t g)
{
    if (!has_generator(HERE, "curandDestroyGenerator", g))
        return CURAND_STATUS_NOT_INITIALIZED;
    pending_drain_device(gpu_current()); // its memory on the GPU is freed, as by cudaFree
    library_drop_handle(g);
    free(g->states);
    free(g);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetVersion(int *version)
{
    *version = CURAND_VERSION;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetProperty(libraryPropertyType type, int *value)
{
    static const int version[] = {CURAND_VER_MAJOR, CURAND_VER_MINOR, CURAND_VER_PATCH};
    if (!value || type > PATCH_LEVEL)
        return CURAND_STATUS_OUT_OF_RANGE;
    *value = version[type];
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetStream(curandGenerator_t g, cudaStream_t stream)
{
    if (!has_generator(HERE, "curandSetStream", g))
        return CURAND_STATUS_NOT_INITIALIZED;
    g->stream = stream;
    return CURAND_STATUS_SUCCESS;
}

struct restart {
    curandGenerator_t generator;
    bool is_offset; // otherwise the seed
    unsigned long long value;
};

static void run_restart(void *data)
{
    const struct restart *r = data;
    struct curandGenerator_st *g = r->generator;
    free(g->states);
    g->states = NULL;
    *(r->is_offset ? &g->offset : &g->seed) = r->value;
}

// Restarts the streams, for later calls only.
static curandStatus_t restart(const char *pc, const char *name, struct restart r)
{
    const struct pending_call waiting = {.run = run_restart, .data = &r, .what = name, .pc = pc};
    if (!has_generator(pc, name, r.generator))
        return CURAND_STATUS_NOT_INITIALIZED;
    if (!r.generator->on_host && pending_blocks(r.generator->stream))
        pending_add_copy(r.generator->stream, &waiting, sizeof r);
    else
        run_restart(&r);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t g, unsigned long long seed)
{
    return restart(HERE, "curandSetPseudoRandomGeneratorSeed", (struct restart){g, false, seed});
}

curandStatus_t curandSetGeneratorOffset(curandGenerator_t g, unsigned long long offset)
{
    return restart(HERE, "curandSetGeneratorOffset", (struct restart){g, true, offset});
}

curandStatus_t curandSetGeneratorOrdering(curandGenerator_t g, curandOrdering_t order)
{
    if (!has_generator(HERE, "curandSetGeneratorOrdering", g))
        return CURAND_STATUS_NOT_INITIALIZED;
    if (order == CURAND_ORDERING_PSEUDO_BEST || order == CURAND_ORDERING_PSEUDO_DEFAULT ||
        order == CURAND_ORDERING_PSEUDO_LEGACY)
        return CURAND_STATUS_SUCCESS;
    library_refuse(HERE, "curandSetGeneratorOrdering", "CURAND_STATUS_OUT_OF_RANGE",
                   "the emulated GPU has the legacy order of results, which is the default, no "
                   "order %d",
                   (int)order);
    return CURAND_STATUS_OUT_OF_RANGE;
}

curandStatus_t curandGenerateSeeds(curandGenerator_t g)
{
    return has_generator(HERE, "curandGenerateSeeds", g)
               ? CURAND_STATUS_SUCCESS // the first generation call seeds the streams
               : CURAND_STATUS_NOT_INITIALIZED;
}

#define GENERATE(name, type, ...) \
    return generate(HERE, name, \
                    (struct job){.generator = g, .kind = type, .to = to, .n = n, __VA_ARGS__})

curandStatus_t curandGenerate(curandGenerator_t g, unsigned int *to, size_t n)
{
    GENERATE("curandGenerate", KIND_BITS, .mean = 0);
}

curandStatus_t curandGenerateUniform(curandGenerator_t g, float *to, size_t n)
{
    GENERATE("curandGenerateUniform", KIND_UNIFORM, .mean = 0);
}

curandStatus_t curandGenerateUniformDouble(curandGenerator_t g, double *to, size_t n)
{
    GENERATE("curandGenerateUniformDouble", KIND_UNIFORM_DOUBLE, .mean = 0);
}

curandStatus_t curandGenerateNormal(curandGenerator_t g, float *to, size_t n, float mean,
                                    float deviation)
{
    GENERATE("curandGenerateNormal", KIND_NORMAL, .mean = (double)mean,
             .deviation = (double)deviation);
}

curandStatus_t curandGenerateNormalDouble(curandGenerator_t g, double *to, size_t n, double mean,
                                          double deviation)
{
    GENERATE("curandGenerateNormalDouble", KIND_NORMAL_DOUBLE, .mean = mean,
             .deviation = deviation);
}

curandStatus_t curandGenerateLogNormal(curandGenerator_t g, float *to, size_t n, float mean,
                                       float deviation)
{
    GENERATE("curandGenerateLogNormal", KIND_NORMAL, .mean = (double)mean,
             .deviation = (double)deviation, .exponential = true);
}

curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t g, double *to, size_t n, double mean,
                                             double deviation)
{
    GENERATE("curandGenerateLogNormalDouble", KIND_NORMAL_DOUBLE, .mean = mean,
             .deviation = deviation, .exponential = true);
}

curandStatus_t curandGeneratePoisson(curandGenerator_t g, unsigned int *to, size_t n, double mean)
{
    GENERATE("curandGeneratePoisson", KIND_POISSON, .mean = mean);
}
