// foreign: several files: what the C main and the two CUDA files agree on
#ifndef SHARED_H
#define SHARED_H

#ifdef __cplusplus
extern "C" {
#endif

enum { BLOCK = 128 };

/* All pointers are host pointers; the functions return 0, or a CUDA error number. */
int gpu_axpy(int n, float a, const float *x, float *y);
int gpu_matvec(int rows, int cols, const float *A, const float *x, float *y);
const char *gpu_error(int code);
int gpu_launches(void);

#ifdef __cplusplus
}
#endif

#endif
