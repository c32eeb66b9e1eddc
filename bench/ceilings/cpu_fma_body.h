// SPDX-License-Identifier: MIT
//
// cpu_fma_body.h: loops that do nothing but what a core is best at, for one width of vectors.
// Included by cpu_machine.h with VECTOR_BYTES, CHAINS, TARGET and NAME(x) defined.

typedef float NAME(vector) __attribute__((vector_size(VECTOR_BYTES), aligned(4), may_alias));

// count times CHAINS independent multiply-adds, all in registers. x and y hold random numbers:
// constants that settle (0.5 x + 0.5 tends to 1) toggle no bits, draw less power and flatter the
// clock. A core with two units and a latency of four cycles needs at least eight chains.
TARGET static void NAME(fma_run)(long count, const float *numbers, float *sink)
{
    NAME(vector) x = *(const NAME(vector) *)numbers, y = *(const NAME(vector) *)(numbers + 16);
    NAME(vector) acc[CHAINS];
    UNROLL
    for (int i = 0; i < CHAINS; i++)
        acc[i] = x * (float)i;
    for (long c = 0; c < count; c++) {
        UNROLL
        for (int i = 0; i < CHAINS; i++)
            acc[i] = acc[i] * x + y;
    }
    NAME(vector) sum = acc[0];
    UNROLL
    for (int i = 1; i < CHAINS; i++)
        sum += acc[i];
    *sink = sum[0] + sum[VECTOR_BYTES / 4 - 1];
}

// The sum of `count` floats, a multiple of 8 vectors: reads and hardly anything else.
TARGET static float NAME(read_run)(const float *data, size_t count)
{
    enum { LANES = VECTOR_BYTES / 4 };
    const size_t step = 8 * (size_t)LANES;
    NAME(vector) acc[8];
    UNROLL
    for (int i = 0; i < 8; i++)
        acc[i] = (NAME(vector)){0};
    for (size_t p = 0; p + step <= count; p += step) {
        UNROLL
        for (int i = 0; i < 8; i++)
            acc[i] += *(const NAME(vector) *)(data + p + (size_t)i * LANES);
    }
    float sum = 0;
    for (int i = 0; i < 8; i++)
        sum += acc[i][0] + acc[i][LANES - 1];
    return sum;
}

#undef VECTOR_BYTES
#undef CHAINS
#undef TARGET
#undef NAME
