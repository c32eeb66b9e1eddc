// SPDX-License-Identifier: MIT
//
// time_kernels: times of the kernels in time_kernels.h: measured on a GPU, expected on the emulated
// one. `make expect-kinds` writes both, next to each other, if there is a GPU.
#include "time_kernels.h"

#ifdef __EMU_GPU__
#include <math.h>

#include "emu_api.h"

static double microseconds(const struct kind *k, const struct time_arrays *on)
{
    struct emu_expected e;
    emu_expect_begin(NULL, 0, 0, 0);
    time_kernel_launch(k, on);
    CUDA_CHECK(cudaDeviceSynchronize());
    return emu_expect_end(&e) == 0 ? e.us : (double)NAN;
}
#else
enum { REPS = 15 };

static int by_time(const void *a, const void *b)
{
    return (*(const float *)a > *(const float *)b) - (*(const float *)a < *(const float *)b);
}

static float milliseconds(const struct kind *k, const struct time_arrays *on, int launches,
                          cudaEvent_t begin, cudaEvent_t end)
{
    float ms;
    CUDA_CHECK(cudaEventRecord(begin));
    for (int i = 0; i < launches; i++)
        time_kernel_launch(k, on);
    CUDA_CHECK(cudaEventRecord(end));
    CUDA_CHECK(cudaEventSynchronize(end));
    CUDA_CHECK(cudaEventElapsedTime(&ms, begin, end));
    return ms;
}

// Between two events there is also the launch, which takes microseconds. So the time of a kernel is
// what MORE launches add.
static double microseconds(const struct kind *k, const struct time_arrays *on)
{
    enum { MORE = 8 };
    float ms[REPS];
    cudaEvent_t begin, end;
    CUDA_CHECK(cudaEventCreate(&begin));
    CUDA_CHECK(cudaEventCreate(&end));
    milliseconds(k, on, 2, begin, end); // warms L2
    for (int i = 0; i < REPS; i++)
        ms[i] =
            (milliseconds(k, on, 1 + MORE, begin, end) - milliseconds(k, on, 1, begin, end)) / MORE;
    qsort(ms, REPS, sizeof *ms, by_time);
    CUDA_CHECK(cudaEventDestroy(begin));
    CUDA_CHECK(cudaEventDestroy(end));
    return 1e3 * ms[REPS / 2];
}
#endif

int main(void)
{
    printf("kernel\tus\tleast\tmost\tbecause\n");
    for (int i = 0; i < KINDS; i++) {
        struct time_arrays on = time_arrays_new(&kinds[i]);
        printf("%s\t%.4g\t%g\t%g\t%s\n", kinds[i].name, microseconds(&kinds[i], &on),
               kinds[i].least, kinds[i].most, kinds[i].because);
        fflush(stdout);
        time_arrays_free(&on);
    }
    return 0;
}
