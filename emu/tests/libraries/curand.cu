// SPDX-License-Identifier: MIT
//
// curand.cu: sequences and distributions of cuRAND. The numbers that are expected are those of
// NVIDIA's library (10.4, its host generators, which are said to be equal to the device's), the
// first of Philox with seed 0 those that its authors publish.
#include <curand.h>
#include <curand_kernel.h>
#include <stdint.h>

#include "../headers/check.h"

enum { N = 100001 };
#define OK(call) HOST_CHECK((call) == CURAND_STATUS_SUCCESS)

static uint64_t digest(const unsigned *x, size_t n) // FNV-1a, a number a time
{
    uint64_t hash = 0xcbf29ce484222325ull;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ x[i]) * 0x100000001b3ull;
    return hash;
}

struct expected {
    curandRngType_t type;
    unsigned first;
    uint64_t all, with_offset;
    double normal[2], uniform;
    float log_normal;
};

static void sequences(const struct expected *e)
{
    curandGenerator_t g;
    unsigned *bits;
    double *numbers;
    float *single;
    cudaMallocManaged(&bits, N * sizeof *bits);
    cudaMallocManaged(&numbers, N * sizeof *numbers);
    cudaMallocManaged(&single, N * sizeof *single);
    OK(curandCreateGenerator(&g, e->type));
    OK(curandSetPseudoRandomGeneratorSeed(g, 77));
    OK(curandGenerate(g, bits, 5)); // in two calls as in one
    OK(curandGenerate(g, bits + 5, N - 5));
    cudaDeviceSynchronize();
    HOST_CHECK(bits[0] == e->first && digest(bits, N) == e->all);
    OK(curandSetPseudoRandomGeneratorSeed(g, 77));
    OK(curandGenerateNormalDouble(g, numbers, N - 1, 1, 2));
    cudaDeviceSynchronize();
    HOST_CHECK(fabs(numbers[0] - e->normal[0]) < 1e-12 &&
               fabs(numbers[N - 2] - e->normal[1]) < 1e-12);
    OK(curandSetPseudoRandomGeneratorSeed(g, 77));
    OK(curandGenerateLogNormal(g, single, N - 1, 1, 0.5f));
    cudaDeviceSynchronize();
    HOST_CHECK(fabsf(single[0] - e->log_normal) < 1e-5f);
    OK(curandSetPseudoRandomGeneratorSeed(g, 77));
    OK(curandGenerateUniformDouble(g, numbers, N - 1));
    OK(curandGenerateUniform(g, single, 1));
    cudaDeviceSynchronize();
    HOST_CHECK(numbers[N - 2] == e->uniform && single[0] > 0 && single[0] <= 1);
    OK(curandSetPseudoRandomGeneratorSeed(g, (1ull << 40) + 5));
    OK(curandSetGeneratorOffset(g, 12345));
    OK(curandGenerate(g, bits, 1001));
    cudaDeviceSynchronize();
    HOST_CHECK(digest(bits, 1001) == e->with_offset);
    // The mean and the variance of Poisson's numbers are equal.
    for (int large = 0; large < 2; large++) {
        const double mean = large ? 300 : 7;
        double sum = 0, squares = 0;
        OK(curandGeneratePoisson(g, bits, N, mean));
        cudaDeviceSynchronize();
        for (int i = 0; i < N; i++) {
            sum += bits[i];
            squares += (bits[i] - mean) * (bits[i] - mean);
        }
        HOST_CHECK(fabs(sum / N / mean - 1) < 0.01 && fabs(squares / N / mean - 1) < 0.03);
    }
    OK(curandDestroyGenerator(g));
    cudaFree(bits);
    cudaFree(numbers);
    cudaFree(single);
}

// ---- In kernels: thread i has stream i ------------------------------------------------------------------

enum { THREADS = 64, DRAWS = 4 };

__global__ void draw(curandState *x, curandStatePhilox4_32_10_t *p, curandStateMRG32k3a *m,
                     unsigned *bits)
{
    const int i = (int)threadIdx.x;
    curand_init(77, i, 0, &x[i]);
    curand_init(77, i, 0, &p[i]);
    curand_init(77, i, 0, &m[i]);
    bits[i] = curand(&x[i]);
    bits[THREADS + i] = curand(&p[i]);
    bits[2 * THREADS + i] = curand(&m[i]);
}

__global__ void distributions(curandState *x, curandStatePhilox4_32_10_t *p, curandStateMRG32k3a *m)
{
    const int i = (int)threadIdx.x;
    curandState s = x[i], ahead = x[i];
    for (int draw = 0; draw < DRAWS; draw++)
        curand(&s);
    skipahead(DRAWS, &ahead);
    CHECK(curand(&s) == curand(&ahead));
    curandStateMRG32k3a ms = m[i], mahead = m[i];
    for (int draw = 0; draw < DRAWS; draw++)
        curand(&ms);
    skipahead(DRAWS, &mahead);
    CHECK(curand(&ms) == curand(&mahead));
    curandStatePhilox4_32_10_t ps = p[i], pahead = p[i];
    for (int draw = 0; draw < DRAWS + 1; draw++)
        curand(&ps);
    skipahead(DRAWS + 1, &pahead);
    CHECK(curand(&ps) == curand(&pahead));
    pahead = ps;
    const uint4 four = curand4(&pahead);
    CHECK(four.x == curand(&ps) && four.y == curand(&ps) && four.z == curand(&ps) &&
          four.w == curand(&ps));
    pahead = ps;
    const float2 pair = curand_normal2(&pahead);
    CHECK(pair.x == curand_normal(&ps) && pair.y == curand_normal(&ps));
    const double u = curand_uniform_double(&ps), v = curand_uniform_double(&ms);
    CHECK(u > 0 && u <= 1 && v > 0 && v <= 1 && curand_log_normal(&s, 0, 1) > 0);
    CHECK(curand_poisson(&s, 5) < 40 && abs((int)curand_poisson(&ps, 400) - 400) < 200);
    const float4 uniform = curand_uniform4(&ps);
    CHECK(uniform.x > 0 && uniform.w <= 1 && isfinite(curand_normal_double(&ms)));
}

static void on_the_device(const struct expected *e)
{
    curandState *x;
    curandStatePhilox4_32_10_t *p;
    curandStateMRG32k3a *m;
    unsigned *bits, same[THREADS];
    curandGenerator_t g;
    cudaMalloc(&x, THREADS * sizeof *x);
    cudaMalloc(&p, THREADS * sizeof *p);
    cudaMalloc(&m, THREADS * sizeof *m);
    cudaMallocManaged(&bits, 3 * THREADS * sizeof *bits);
    draw<<<1, THREADS>>>(x, p, m, bits);
    distributions<<<1, THREADS>>>(x, p, m);
    cudaDeviceSynchronize();
    HOST_CHECK(bits[0] == e[0].first && bits[THREADS] == e[2].first &&
               bits[2 * THREADS] == e[1].first);
    for (int i = 0; i < 2; i++) { // the host's generators go from stream to stream
        OK(curandCreateGeneratorHost(&g,
                                     i ? CURAND_RNG_PSEUDO_MRG32K3A : CURAND_RNG_PSEUDO_DEFAULT));
        OK(curandSetPseudoRandomGeneratorSeed(g, 77));
        OK(curandGenerate(g, same, THREADS));
        HOST_CHECK(digest(same, THREADS) == digest(bits + 2 * i * THREADS, THREADS));
        OK(curandDestroyGenerator(g));
    }
    cudaFree(x);
    cudaFree(p);
    cudaFree(m);
    cudaFree(bits);
}

int main()
{
    static const struct expected all[] = {{CURAND_RNG_PSEUDO_XORWOW,
                                           760051865,
                                           0x5d28bf83819ee50aull,
                                           0xfd575bf147c8703bull,
                                           {3.5629355844055604, 3.6183055563720568},
                                           0.47586221489556285,
                                           6.585275650024414f},
                                          {CURAND_RNG_PSEUDO_MRG32K3A,
                                           1070940377,
                                           0x3947e8f3ec9a56adull,
                                           0x2b9cd0ca9a99b29full,
                                           {-1.8789561541188258, -2.1834602255664013},
                                           0.10358107594038474,
                                           1.3234748840332031f},
                                          {CURAND_RNG_PSEUDO_PHILOX4_32_10,
                                           885466479,
                                           0x7c5917eeb3165da3ull,
                                           0xd8cf007ac363f48cull,
                                           {-0.31520094398984555, -1.7071833308060547},
                                           0.565504264934507,
                                           6.499047756195068f}};
    for (int i = 0; i < 3; i++)
        sequences(&all[i]);
    on_the_device(all);
    unsigned first[4];
    curandGenerator_t g;
    OK(curandCreateGeneratorHost(&g, CURAND_RNG_PSEUDO_PHILOX4_32_10));
    OK(curandGenerate(g, first, 4));
    HOST_CHECK(first[0] == 0x6627e8d5 && first[1] == 0xe169c58d && first[2] == 0xbc57ac4c &&
               first[3] == 0x9b00dbd8);
    OK(curandDestroyGenerator(g));
    return check_result();
}
