// SPDX-License-Identifier: MIT
//
// blas_lu_body.h: the functions of blas_lu.c for one type.
#define FN(function) GLUE(P, _, function)
#define AT(x, ld, i, j) x[(i) + (ptrdiff_t)(j) * (ld)]

// Overwrites A by L, whose unit diagonal is not stored, and U. Returns the first column without a
// pivot, from 1, or 0 if there is none.
static int FN(factor)(T *A, int n, int lda, int *pivots)
{
    int singular = 0;
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; pivots && i < n; i++)
            if (absolute1(AT(A, lda, i, k)) > absolute1(AT(A, lda, best, k)))
                best = i;
        if (pivots)
            pivots[k] = best + 1;
        for (int j = 0; j < n && best != k; j++) {
            const T kept = AT(A, lda, k, j);
            AT(A, lda, k, j) = AT(A, lda, best, j);
            AT(A, lda, best, j) = kept;
        }
        if (AT(A, lda, k, k) == 0) {
            singular = singular ? singular : k + 1;
            continue;
        }
        for (int i = k + 1; i < n; i++)
            AT(A, lda, i, k) /= AT(A, lda, k, k);
        for (int j = k + 1; j < n; j++)
            for (int i = k + 1; i < n; i++)
                AT(A, lda, i, j) -= AT(A, lda, i, k) * AT(A, lda, k, j);
    }
    return singular;
}

// x = inverse of op(A) times x: exchanges rows, solves with L, then with U; for the transposed
// matrix in reverse order.
static void FN(solve)(const T *A, int n, int lda, const int *pivots, cublasOperation_t op, T *x)
{
    const bool turned = op != CUBLAS_OP_N, conjugate = op == CUBLAS_OP_C;
    (void)conjugate; // of real elements
    for (int half = 0; half < 2; half++) {
        const bool lower = turned == (half == 1), down = half == 0;
        for (int k = 0; k < n && half == 0 && !turned && pivots; k++) {
            const T kept = x[k];
            x[k] = x[pivots[k] - 1];
            x[pivots[k] - 1] = kept;
        }
        for (int step = 0; step < n; step++) {
            const int i = down ? step : n - 1 - step;
            WIDE sum = x[i];
            for (int j = down ? 0 : i + 1; j < (down ? i : n); j++)
                sum -=
                    (WIDE)conj_if(conjugate, turned ? AT(A, lda, j, i) : AT(A, lda, i, j)) * x[j];
            x[i] = (T)(lower ? sum : sum / (WIDE)conj_if(conjugate, AT(A, lda, i, i)));
        }
    }
    for (int k = n - 1; k >= 0 && turned && pivots; k--) {
        const T kept = x[k];
        x[k] = x[pivots[k] - 1];
        x[pivots[k] - 1] = kept;
    }
}

static void FN(getrf)(void *arg)
{
    const struct lu *job = arg;
    const int n = job->n;
    touch_ints("infoArray", STORE, job->info, job->batch);
    if (job->pivots)
        touch_ints("PivotArray", STORE, job->pivots, n * job->batch);
    for (int b = 0; b < job->batch; b++) {
        T *A = (T *)(uintptr_t)nth("Aarray", job->a, b);
        blas_touch_matrix("A", LOAD, A, n, n, job->lda, sizeof(T));
        blas_touch_matrix("A", STORE, A, n, n, job->lda, sizeof(T));
        job->info[b] =
            FN(factor)(A, n, job->lda, job->pivots ? job->pivots + (ptrdiff_t)b * n : NULL);
    }
}

// C contains the right-hand sides; for the inverse, they are the unit matrix.
static void FN(getrs)(void *arg)
{
    const struct lu *job = arg;
    const int n = job->n;
    const bool inverts = job->inverts;
    if (inverts)
        touch_ints("infoArray", STORE, job->info, job->batch);
    if (job->pivots)
        check_pivots(job);
    for (int b = 0; b < job->batch; b++) {
        const T *A = nth("Aarray", job->a, b);
        T *C = (T *)(uintptr_t)nth(inverts ? "Carray" : "Barray", (const void *const *)job->c, b);
        const int *pivots = job->pivots ? job->pivots + (ptrdiff_t)b * n : NULL;
        int singular = 0;
        blas_touch_matrix("A", LOAD, A, n, n, job->lda, sizeof(T));
        blas_touch_matrix("B", LOAD, C, inverts ? 0 : n, job->columns, job->ldc, sizeof(T));
        blas_touch_matrix(inverts ? "C" : "B", STORE, C, n, job->columns, job->ldc, sizeof(T));
        for (int k = n; k > 0 && inverts; k--)
            singular = AT(A, job->lda, k - 1, k - 1) == 0 ? k : singular;
        for (int j = 0; j < job->columns && !singular; j++) {
            for (int i = 0; i < n && inverts; i++)
                AT(C, job->ldc, i, j) = i == j;
            FN(solve)(A, n, job->lda, pivots, job->op, C + (ptrdiff_t)j * job->ldc);
        }
        if (inverts)
            job->info[b] = singular;
    }
}

cublasStatus_t NAME(getrfBatched)(cublasHandle_t handle, int n, CU *const Aarray[], int lda,
                                  int *PivotArray, int *infoArray, int batchSize)
{
    CALL(getrfBatched);
    struct lu job = {.call = call,
                     .n = n,
                     .lda = lda,
                     .ldc = lda,
                     .batch = batchSize,
                     .a = (const void *const *)(uintptr_t)Aarray,
                     .pivots = PivotArray,
                     .info = infoArray};
    return run_lu(&job, FN(getrf));
}

cublasStatus_t NAME(getriBatched)(cublasHandle_t handle, int n, const CU *const Aarray[], int lda,
                                  const int *PivotArray, CU *const Carray[], int ldc,
                                  int *infoArray, int batchSize)
{
    CALL(getriBatched);
    struct lu job = {.call = call,
                     .n = n,
                     .columns = n,
                     .lda = lda,
                     .ldc = ldc,
                     .batch = batchSize,
                     .a = (const void *const *)(uintptr_t)Aarray,
                     .c = (void *const *)(uintptr_t)Carray,
                     .pivots = (int *)(uintptr_t)PivotArray,
                     .info = infoArray,
                     .inverts = true};
    return run_lu(&job, FN(getrs));
}

// *info, in host memory, refers only to the arguments.
cublasStatus_t NAME(getrsBatched)(cublasHandle_t handle, cublasOperation_t trans, int n, int nrhs,
                                  const CU *const Aarray[], int lda, const int *devIpiv,
                                  CU *const Barray[], int ldb, int *info, int batchSize)
{
    CALL(getrsBatched);
    struct lu job = {.call = call,
                     .op = trans,
                     .n = n,
                     .columns = nrhs,
                     .lda = lda,
                     .ldc = ldb,
                     .batch = batchSize,
                     .a = (const void *const *)(uintptr_t)Aarray,
                     .c = (void *const *)(uintptr_t)Barray,
                     .pivots = (int *)(uintptr_t)devIpiv};
    if (!info)
        return CUBLAS_STATUS_INVALID_VALUE;
    const cublasStatus_t status = run_lu(&job, FN(getrs));
    *info = status == CUBLAS_STATUS_INVALID_VALUE ? -1 : 0;
    return status;
}
#undef AT
#undef FN
