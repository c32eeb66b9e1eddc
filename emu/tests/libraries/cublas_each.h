// SPDX-License-Identifier: MIT
//
// cublas_each.h: the tests of cublas.cu for elements T, R their real type, P the letter in the
// names.
#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define BLAS(name) JOIN(JOIN(cublas, P), name)
#define MY(name) JOIN(JOIN(P, _), name)
#define OK(call) HOST_CHECK((call) == CUBLAS_STATUS_SUCCESS)

static const double MY(eps) = sizeof(R) == 4 ? 6e-8 : 1.2e-16;
static T *MY(a), *MY(b), *MY(c), *MY(x), *MY(y); // MOST elements of managed memory each

static Z MY(any)() { return Z(random_number(), COMPLEX ? random_number() : 0); }
static Z MY(conjugate)(bool yes, Z z) { return yes ? conj(z) : z; }

static void MY(fill)(T *to)
{
    cudaDeviceSynchronize();
    for (int i = 0; i < MOST; i++)
        to[i] = number(T(), MY(any)());
}

static void MY(read)(const T *from, Z *to)
{
    cudaDeviceSynchronize();
    for (int i = 0; i < MOST; i++)
        to[i] = wide(from[i]);
}

// op(A) of a matrix written out with leading dimension LD.
static Z MY(op)(const Z *A, cublasOperation_t op, int i, int j)
{
    return op == CUBLAS_OP_N ? A[i + j * LD] : MY(conjugate)(op == CUBLAS_OP_C, A[j + i * LD]);
}

static void MY(expect)(const T *got, const Z *expected, int line)
{
    cudaDeviceSynchronize();
    for (int i = 0; i < MOST; i++) {
        const bool both_nothing = std::isnan(expected[i].real()) && std::isnan(wide(got[i]).real());
        check_that_host(both_nothing || near(wide(got[i]), expected[i], MY(eps)), line, "a result");
    }
}

// ---- Matrices of which a part is stored ---------------------------------------------------------

enum MY(form) { MY(SYMMETRIC), MY(HERMITIAN), MY(TRIANGULAR) };

// A random one of order N: written out in `full`, and as the library wants it in `stored`.
// k: its diagonals next to the main one; packed: without gaps; else ld LD, in a band or not.
static void MY(make)(enum MY(form) form, bool upper, bool unit, int k, bool in_band, bool packed,
                     Z *full, T *stored)
{
    cudaDeviceSynchronize();
    for (int i = 0; i < MOST; i++) {
        full[i] = 0;
        stored[i] = nothing(T());
    }
    for (int j = 0, next = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            if ((upper ? i > j : i < j) || abs(i - j) > k)
                continue;
            Z value = MY(any)() * (i == j && form == MY(TRIANGULAR) ? 4.0 : 1.0);
            const int at = packed    ? next++
                           : in_band ? (upper ? k + i - j : i - j) + j * LD
                                     : i + j * LD;
            if (form == MY(HERMITIAN) && i == j)
                value = value.real();
            stored[at] = number(T(), value);
            if (form == MY(TRIANGULAR) && unit && i == j)
                value = 1;
            full[i + j * LD] = value;
            if (form == MY(SYMMETRIC))
                full[j + i * LD] = value;
            if (form == MY(HERMITIAN) && i != j)
                full[j + i * LD] = conj(value);
        }
}

// ---- Level 1 ------------------------------------------------------------------------------------

static void MY(level1)()
{
    Z x[MOST], y[MOST];
    const Z alpha(0.5, COMPLEX ? -0.25 : 0);
    const T a = number(T(), alpha);
    T result;
    R real;
    int index;
    MY(fill)(MY(x));
    MY(fill)(MY(y));
    MY(read)(MY(x), x);
    MY(read)(MY(y), y);
    OK(BLAS(axpy)(handle, N, &a, MY(x), 2, MY(y), -3));
    for (int i = 0; i < N; i++)
        y[3 * (N - 1 - i)] += alpha * x[2 * i];
    MY(expect)(MY(y), y, __LINE__);
    OK(BLAS(swap)(handle, N, MY(x), 1, MY(y), 1));
    for (int i = 0; i < N; i++)
        std::swap(x[i], y[i]);
    OK(BLAS(copy)(handle, N, MY(x), 1, MY(y) + 20, 2));
    OK(BLAS(scal)(handle, N, &a, MY(x), 3));
    for (int i = 0; i < N; i++)
        y[20 + 2 * i] = x[i];
    for (int i = 0; i < N; i++)
        x[3 * i] *= alpha;
    MY(expect)(MY(x), x, __LINE__);
    MY(expect)(MY(y), y, __LINE__);

    Z dot = 0, dotc = 0;
    double asum = 0, squares = 0;
    int largest = 0, smallest = 0;
    for (int i = 0; i < N; i++) {
        const double size = fabs(x[i].real()) + fabs(x[i].imag());
        dot += x[i] * y[i];
        dotc += conj(x[i]) * y[i];
        asum += size;
        squares += std::norm(x[i]);
        if (size > fabs(x[largest].real()) + fabs(x[largest].imag()))
            largest = i;
        if (size < fabs(x[smallest].real()) + fabs(x[smallest].imag()))
            smallest = i;
    }
    OK(JOIN(AMAX_, P)(handle, N, MY(x), 1, &index));
    HOST_CHECK(index == largest + 1);
    OK(JOIN(AMIN_, P)(handle, N, MY(x), 1, &index));
    HOST_CHECK(index == smallest + 1);
#if COMPLEX
#define REAL_C cublasSc
#define REAL_Z cublasDz
#define REALS(name) JOIN(JOIN(REAL_, P), name)
    OK(BLAS(dotu)(handle, N, MY(x), 1, MY(y), 1, &result));
    HOST_CHECK(near(wide(result), dot, MY(eps)));
    OK(BLAS(dotc)(handle, N, MY(x), 1, MY(y), 1, &result));
    HOST_CHECK(near(wide(result), dotc, MY(eps)));
    OK(sizeof(R) == 4 ? cublasScasum(handle, N, (cuComplex *)MY(x), 1, (float *)&real)
                      : cublasDzasum(handle, N, (cuDoubleComplex *)MY(x), 1, (double *)&real));
    HOST_CHECK(near(real, asum, MY(eps)));
    OK(sizeof(R) == 4 ? cublasScnrm2(handle, N, (cuComplex *)MY(x), 1, (float *)&real)
                      : cublasDznrm2(handle, N, (cuDoubleComplex *)MY(x), 1, (double *)&real));
#else
    OK(BLAS(dot)(handle, N, MY(x), 1, MY(y), 1, &result));
    HOST_CHECK(near(wide(result), dot, MY(eps)));
    OK(BLAS(asum)(handle, N, MY(x), 1, &real));
    HOST_CHECK(near(real, asum, MY(eps)));
    OK(BLAS(nrm2)(handle, N, MY(x), 1, &real));
#endif
    HOST_CHECK(near(real, sqrt(squares), MY(eps)));

    // A rotation turns (f, g) into (r, 0).
    const Z f = x[1], g = x[2];
    T first = number(T(), f), second = number(T(), g), s;
    OK(BLAS(rotg)(handle, &first, &second, &real, &s));
    MY(x)[0] = number(T(), f), MY(y)[0] = number(T(), g);
    OK(BLAS(rot)(handle, 1, MY(x), 1, MY(y), 1, &real, &s));
    cudaDeviceSynchronize();
    HOST_CHECK(near(wide(MY(x)[0]), wide(first), MY(eps)) && near(wide(MY(y)[0]), 0, MY(eps)));
}

// ---- Level 2 ------------------------------------------------------------------------------------

static void MY(check_mv)(const Z *A, cublasOperation_t op, int m, int n, int line, int incx)
{
    Z x[MOST], y[MOST];
    MY(read)(MY(x), x);
    MY(read)(MY(b), y); // as y was
    const int rows = op == CUBLAS_OP_N ? m : n, cols = op == CUBLAS_OP_N ? n : m;
    for (int i = 0; i < rows; i++) {
        Z sum = 0;
        for (int j = 0; j < cols; j++)
            sum += MY(op)(A, op, i, j) * x[j * incx];
        y[i] = Z(0.5) * sum + Z(2) * y[i];
    }
    MY(expect)(MY(y), y, line);
    OK(BLAS(copy)(handle, MOST, MY(b), 1, MY(y), 1));
}

static void MY(level2)()
{
    Z A[MOST], x[MOST], expected[MOST];
    const T alpha = number(T(), 0.5), beta = number(T(), 2);
    MY(fill)(MY(x));
    MY(fill)(MY(b));
    OK(BLAS(copy)(handle, MOST, MY(b), 1, MY(y), 1));
    for (int op = CUBLAS_OP_N; op <= CUBLAS_OP_C; op++) {
        const cublasOperation_t trans = (cublasOperation_t)op;
        MY(fill)(MY(a));
        MY(read)(MY(a), A);
        OK(BLAS(gemv)(handle, trans, M, N, &alpha, MY(a), LD, MY(x), 2, &beta, MY(y), 1));
        MY(check_mv)(A, trans, M, N, __LINE__, 2);
        // A band of 1 diagonal below the main one and 2 above: row 2 of its storage is the main
        // one.
        for (int j = 0; j < N; j++)
            for (int i = 0; i < M; i++)
                A[i + j * LD] = i - j > 1 || j - i > 2 ? 0 : wide(MY(a)[2 + i - j + j * LD]);
        OK(BLAS(gbmv)(handle, trans, M, N, 1, 2, &alpha, MY(a), LD, MY(x), 1, &beta, MY(y), 1));
        MY(check_mv)(A, trans, M, N, __LINE__, 1);
    }
    for (int upper = 0; upper < 2; upper++) {
        const cublasFillMode_t uplo = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
        MY(make)(MY(SYMMETRIC), upper, false, N, false, false, A, MY(a));
        OK(BLAS(symv)(handle, uplo, N, &alpha, MY(a), LD, MY(x), 1, &beta, MY(y), 1));
        MY(check_mv)(A, CUBLAS_OP_N, N, N, __LINE__, 1);
#if COMPLEX
        MY(make)(MY(HERMITIAN), upper, false, N, false, false, A, MY(a));
        OK(BLAS(hemv)(handle, uplo, N, &alpha, MY(a), LD, MY(x), 1, &beta, MY(y), 1));
        MY(check_mv)(A, CUBLAS_OP_N, N, N, __LINE__, 1);
        MY(make)(MY(HERMITIAN), upper, false, BAND, true, false, A, MY(a));
        OK(BLAS(hbmv)(handle, uplo, N, BAND, &alpha, MY(a), LD, MY(x), 1, &beta, MY(y), 1));
        MY(check_mv)(A, CUBLAS_OP_N, N, N, __LINE__, 1);
        MY(make)(MY(HERMITIAN), upper, false, N, false, true, A, MY(a));
        OK(BLAS(hpmv)(handle, uplo, N, &alpha, MY(a), MY(x), 1, &beta, MY(y), 1));
        MY(check_mv)(A, CUBLAS_OP_N, N, N, __LINE__, 1);
#else
        MY(make)(MY(SYMMETRIC), upper, false, BAND, true, false, A, MY(a));
        OK(BLAS(sbmv)(handle, uplo, N, BAND, &alpha, MY(a), LD, MY(x), 1, &beta, MY(y), 1));
        MY(check_mv)(A, CUBLAS_OP_N, N, N, __LINE__, 1);
        MY(make)(MY(SYMMETRIC), upper, false, N, false, true, A, MY(a));
        OK(BLAS(spmv)(handle, uplo, N, &alpha, MY(a), MY(x), 1, &beta, MY(y), 1));
        MY(check_mv)(A, CUBLAS_OP_N, N, N, __LINE__, 1);
#endif
        // What a triangle did to x its solver undoes.
        for (int turn = 0; turn < 18; turn++) {
            const int storage = turn % 3;
            const bool unit = turn / 3 % 2;
            const cublasOperation_t op = (cublasOperation_t)(turn / 6);
            const cublasDiagType_t diag = unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
            MY(make)
            (MY(TRIANGULAR), upper, unit, storage == 1 ? BAND : N, storage == 1, storage == 2, A,
             MY(a));
            MY(fill)(MY(x));
            MY(read)(MY(x), x);
            for (int i = 0; i < MOST; i++)
                expected[i] = x[i];
            for (int i = 0; i < N; i++) {
                expected[2 * i] = 0;
                for (int j = 0; j < N; j++)
                    expected[2 * i] += MY(op)(A, op, i, j) * x[2 * j];
            }
            OK(storage == 0   ? BLAS(trmv)(handle, uplo, op, diag, N, MY(a), LD, MY(x), 2)
               : storage == 1 ? BLAS(tbmv)(handle, uplo, op, diag, N, BAND, MY(a), LD, MY(x), 2)
                              : BLAS(tpmv)(handle, uplo, op, diag, N, MY(a), MY(x), 2));
            MY(expect)(MY(x), expected, __LINE__);
            OK(storage == 0   ? BLAS(trsv)(handle, uplo, op, diag, N, MY(a), LD, MY(x), 2)
               : storage == 1 ? BLAS(tbsv)(handle, uplo, op, diag, N, BAND, MY(a), LD, MY(x), 2)
                              : BLAS(tpsv)(handle, uplo, op, diag, N, MY(a), MY(x), 2));
            if (!unit) // else the numbers grow
                MY(expect)(MY(x), x, __LINE__);
        }
    }
}

// Rank-1 and rank-2 updates, of a whole matrix and of triangles.
static void MY(updates)()
{
    Z A[MOST], x[MOST], y[MOST];
    const Z alpha(0.5, COMPLEX ? 0.75 : 0);
    const T a = number(T(), alpha);
    const R real = 0.5;
    MY(fill)(MY(x));
    MY(fill)(MY(y));
    MY(read)(MY(x), x);
    MY(read)(MY(y), y);
    for (int turn = 0; turn < 12; turn++) {
        const int kind = turn % 6; // ger, gerc, syr, syr2, her, her2
        const bool upper = turn / 6, hermitian = kind == 1 || kind >= 4,
                   both = kind == 3 || kind == 5;
        const cublasFillMode_t uplo = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
        if (hermitian && !COMPLEX)
            continue;
        MY(fill)(MY(a));
        MY(read)(MY(a), A);
        const Z *second = kind == 2 || kind == 4 ? x : y;
        for (int j = 0; j < N; j++)
            for (int i = 0; i < (kind < 2 ? M : N); i++) {
                if (kind >= 2 && (upper ? i > j : i < j))
                    continue;
                A[i + j * LD] +=
                    (kind == 4 ? real : alpha) * x[i] * MY(conjugate)(hermitian, second[j]);
                if (both)
                    A[i + j * LD] +=
                        MY(conjugate)(hermitian, alpha) * y[i] * MY(conjugate)(hermitian, x[j]);
                if (kind >= 4 && i == j)
                    A[i + j * LD] = A[i + j * LD].real();
            }
        switch (kind) {
#if COMPLEX
        case 0: OK(BLAS(geru)(handle, M, N, &a, MY(x), 1, MY(y), 1, MY(a), LD)); break;
        case 1: OK(BLAS(gerc)(handle, M, N, &a, MY(x), 1, MY(y), 1, MY(a), LD)); break;
        case 4: OK(BLAS(her)(handle, uplo, N, &real, MY(x), 1, MY(a), LD)); break;
        case 5: OK(BLAS(her2)(handle, uplo, N, &a, MY(x), 1, MY(y), 1, MY(a), LD)); break;
#else
        case 0: OK(BLAS(ger)(handle, M, N, &a, MY(x), 1, MY(y), 1, MY(a), LD)); break;
#endif
        case 2: OK(BLAS(syr)(handle, uplo, N, &a, MY(x), 1, MY(a), LD)); break;
        default: OK(BLAS(syr2)(handle, uplo, N, &a, MY(x), 1, MY(y), 1, MY(a), LD));
        }
        MY(expect)(MY(a), A, __LINE__);
    }
}

#include "cublas_level3.h"

static void MY(all)()
{
    T **each[] = {&MY(a), &MY(b), &MY(c), &MY(x), &MY(y)};
    for (int i = 0; i < 5; i++)
        cudaMallocManaged(each[i], MOST * sizeof(T));
    MY(level1)();
    MY(level2)();
    MY(updates)();
    MY(level3)();
    for (int i = 0; i < 5; i++)
        cudaFree(*each[i]);
}
