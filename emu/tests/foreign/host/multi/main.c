// foreign: several files: a C program that calls extern "C" launchers in kernels.cu and more.cu
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "shared.h"

static int fail(const char *what, int code)
{
    printf("FAIL: %s: %s\n", what, gpu_error(code));
    return EXIT_FAILURE;
}

int main(void)
{
    const int rows = 77, cols = 301, n = 5000;
    float *A = malloc((size_t)rows * cols * sizeof *A);
    float *x = malloc((size_t)n * sizeof *x);
    float *y = malloc((size_t)n * sizeof *y);
    int wrong = 0, rc;
    if (!A || !x || !y) return EXIT_FAILURE;

    for (int i = 0; i < n; i++) {
        x[i] = (float)(i % 10);
        y[i] = 1.0f;
    }
    if ((rc = gpu_axpy(n, 0.5f, x, y)) != 0) return fail("axpy", rc);
    for (int i = 0; i < n; i++) wrong += y[i] != 0.5f * x[i] + 1.0f;

    for (int i = 0; i < rows * cols; i++) A[i] = (float)(i % 3) - 1.0f;
    if ((rc = gpu_matvec(rows, cols, A, x, y)) != 0) return fail("matvec", rc);
    for (int r = 0; r < rows; r++) {
        float s = 0;
        for (int c = 0; c < cols; c++) s += A[r * cols + c] * x[c];
        wrong += fabsf(s - y[r]) > 1e-3f;
    }
    if (gpu_launches() != 2) wrong++;

    free(A);
    free(x);
    free(y);
    printf("%s (%d wrong)\n", wrong ? "FAIL" : "PASS", wrong);
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
