// SPDX-License-Identifier: MIT
//
// cublas.cu: each function of cuBLAS, in all four types, against the plain formula with every
// matrix written out in full (cublas_each.h).
#include <complex>
#include <cublas_v2.h>

#include "../headers/check.h"

typedef std::complex<double> Z;

enum { N = 7, M = 5, LD = 9, BAND = 2, MOST = LD * LD };

static cublasHandle_t handle;
static unsigned seed = 1;

static double random_number()
{
    seed = seed * 1664525u + 1013904223u;
    return (int)(seed >> 20) / 2048.0 - 1;
}

static float number(float, Z z) { return (float)z.real(); }
static double number(double, Z z) { return z.real(); }
static cuComplex number(cuComplex, Z z) { return make_float2((float)z.real(), (float)z.imag()); }
static cuDoubleComplex number(cuDoubleComplex, Z z) { return make_double2(z.real(), z.imag()); }
static Z wide(float x) { return x; }
static Z wide(double x) { return x; }
static Z wide(cuComplex x) { return Z(x.x, x.y); }
static Z wide(cuDoubleComplex x) { return Z(x.x, x.y); }

// What the library does not read.
static float nothing(float) { return NAN; }
static double nothing(double) { return NAN; }
static cuComplex nothing(cuComplex) { return make_float2(NAN, NAN); }
static cuDoubleComplex nothing(cuDoubleComplex) { return make_double2(NAN, NAN); }

static bool near(Z a, Z b, double eps) { return std::abs(a - b) <= 200 * eps * (1 + std::abs(b)); }

// The letter stands in another place, and is small.
#define AMAX_S cublasIsamax
#define AMAX_D cublasIdamax
#define AMAX_C cublasIcamax
#define AMAX_Z cublasIzamax
#define AMIN_S cublasIsamin
#define AMIN_D cublasIdamin
#define AMIN_C cublasIcamin
#define AMIN_Z cublasIzamin

#define P S
#define T float
#define R float
#define COMPLEX 0
#include "cublas_each.h"
#undef P
#undef T
#undef R
#define P D
#define T double
#define R double
#include "cublas_each.h"
#undef P
#undef T
#undef R
#undef COMPLEX
#define P C
#define T cuComplex
#define R float
#define COMPLEX 1
#include "cublas_each.h"
#undef P
#undef T
#undef R
#define P Z
#define T cuDoubleComplex
#define R double
#include "cublas_each.h"

int main()
{
    HOST_CHECK(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS);
    S_all();
    D_all();
    C_all();
    Z_all();
    HOST_CHECK(cublasDestroy(handle) == CUBLAS_STATUS_SUCCESS);
    return check_result();
}
