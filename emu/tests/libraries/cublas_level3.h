// SPDX-License-Identifier: MIT
//
// cublas_level3.h: the part of cublas_each.h for products of matrices.

// C = alpha X Y + beta C as the formula has it; the rest of C stays.
static void MY(product)(const Z *X, cublasOperation_t op_x, const Z *Y, cublasOperation_t op_y,
                        int m, int n, int k, Z alpha, Z beta, Z *C)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            Z sum = 0;
            for (int p = 0; p < k; p++)
                sum += MY(op)(X, op_x, i, p) * MY(op)(Y, op_y, p, j);
            C[i + j * LD] = alpha * sum + beta * C[i + j * LD];
        }
}

static void MY(keep_triangle)(bool upper, const Z *before, Z *C, bool hermitian)
{
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            if (upper ? i > j : i < j)
                C[i + j * LD] = before[i + j * LD];
            else if (hermitian && i == j)
                C[i + j * LD] = C[i + j * LD].real();
        }
}

static void MY(general)()
{
    Z A[MOST], B[MOST], C[MOST];
    const Z alpha(0.5, COMPLEX ? 0.25 : 0), beta(2, COMPLEX ? -1 : 0);
    const T a = number(T(), alpha), b = number(T(), beta), zero = number(T(), 0),
            one = number(T(), 1);
    for (int turn = 0; turn < 9; turn++) {
        const cublasOperation_t ta = (cublasOperation_t)(turn % 3),
                                tb = (cublasOperation_t)(turn / 3);
        MY(fill)(MY(a)), MY(fill)(MY(b)), MY(fill)(MY(c));
        MY(read)(MY(a), A), MY(read)(MY(b), B), MY(read)(MY(c), C);
        OK(BLAS(gemm)(handle, ta, tb, M, N, 6, &a, MY(a), LD, MY(b), LD, &b, MY(c), LD));
        MY(product)(A, ta, B, tb, M, N, 6, alpha, beta, C);
        MY(expect)(MY(c), C, __LINE__);
        OK(BLAS(geam)(handle, ta, tb, M, N, &a, MY(a), LD, &b, MY(b), LD, MY(c), LD));
        for (int j = 0; j < N; j++)
            for (int i = 0; i < M; i++)
                C[i + j * LD] = alpha * MY(op)(A, ta, i, j) + beta * MY(op)(B, tb, i, j);
        MY(expect)(MY(c), C, __LINE__);
    }
    // With beta 0 what stands in C, a NaN say, is not read; with alpha 0 neither are A and B.
    for (int i = 0; i < MOST; i++)
        MY(c)[i] = nothing(T()), C[i] = wide(MY(c)[i]);
    OK(BLAS(gemm)(handle, CUBLAS_OP_N, CUBLAS_OP_N, M, N, 6, &one, MY(a), LD, MY(b), LD, &zero,
                  MY(c), LD));
    MY(product)(A, CUBLAS_OP_N, B, CUBLAS_OP_N, M, N, 6, 1, 0, B);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < M; i++)
            C[i + j * LD] = B[i + j * LD];
    OK(BLAS(gemm)(handle, CUBLAS_OP_N, CUBLAS_OP_N, M, 1, 6, &zero, NULL, LD, NULL, LD, &zero,
                  MY(c), LD));
    for (int i = 0; i < M; i++)
        C[i] = 0;
    cudaDeviceSynchronize();
    HOST_CHECK(std::isnan(wide(MY(c)[M]).real()) && near(wide(MY(c)[0]), 0, MY(eps)));
    OK(BLAS(dgmm)(handle, CUBLAS_SIDE_LEFT, M, N, MY(a), LD, MY(b), 1, MY(c), LD));
    cudaDeviceSynchronize();
    HOST_CHECK(near(wide(MY(c)[2 + 3 * LD]), wide(MY(a)[2 + 3 * LD]) * wide(MY(b)[2]), MY(eps)));
    OK(BLAS(dgmm)(handle, CUBLAS_SIDE_RIGHT, M, N, MY(a), LD, MY(b), 2, MY(c), LD));
    cudaDeviceSynchronize();
    HOST_CHECK(near(wide(MY(c)[2 + 3 * LD]), wide(MY(a)[2 + 3 * LD]) * wide(MY(b)[6]), MY(eps)));
}

// Two products of 2 x 2 x 2, 5 elements apart; and by lists of pointers, the other way around.
static void MY(batched)()
{
    Z A[MOST], B[MOST], C[MOST];
    const T one = number(T(), 1), zero = number(T(), 0);
    const T **lists;
    cudaMallocManaged(&lists, 6 * sizeof *lists);
    MY(fill)(MY(a)), MY(fill)(MY(b));
    MY(read)(MY(a), A), MY(read)(MY(b), B);
    for (int batch = 0; batch < 2; batch++) {
        lists[batch] = MY(a) + 5 * (1 - batch);
        lists[2 + batch] = MY(b) + 5 * (1 - batch);
        lists[4 + batch] = MY(c) + 5 * (1 - batch);
    }
    for (int turn = 0; turn < 2; turn++) {
        MY(fill)(MY(c));
        MY(read)(MY(c), C);
        if (turn == 0)
            OK(BLAS(gemmStridedBatched)(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, MY(a), 2,
                                        5, MY(b), 2, 5, &zero, MY(c), 2, 5, 2));
        else
            OK(BLAS(gemmBatched)(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, (const T **)lists,
                                 2, (const T **)lists + 2, 2, &zero, (T **)lists + 4, 2, 2));
        for (int batch = 0; batch < 2; batch++)
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++)
                    C[5 * batch + i + 2 * j] = A[5 * batch + i] * B[5 * batch + 2 * j] +
                                               A[5 * batch + i + 2] * B[5 * batch + 1 + 2 * j];
        MY(expect)(MY(c), C, __LINE__);
    }
    cudaFree(lists);
}

static void MY(level3)()
{
    Z A[MOST], B[MOST], C[MOST], before[MOST];
    const Z alpha(0.5, COMPLEX ? 0.25 : 0), beta(2, COMPLEX ? -1 : 0);
    const T a = number(T(), alpha), b = number(T(), beta);
    const R real_alpha = 0.5, real_beta = 2;
    MY(general)();
    MY(batched)();
    for (int turn = 0; turn < 4; turn++) { // symm, hemm: of order N, at the left or the right
        const bool upper = turn % 2, right = turn / 2;
        const cublasFillMode_t uplo = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
        const cublasSideMode_t side = right ? CUBLAS_SIDE_RIGHT : CUBLAS_SIDE_LEFT;
        const int m = right ? M : N, n = right ? N : M;
        for (int hermitian = 0; hermitian <= COMPLEX; hermitian++) {
            MY(make)
            (hermitian ? MY(HERMITIAN) : MY(SYMMETRIC), upper, false, N, false, false, A, MY(a));
            MY(fill)(MY(b)), MY(fill)(MY(c));
            MY(read)(MY(b), B), MY(read)(MY(c), C);
#if COMPLEX
            OK((hermitian ? BLAS(hemm) : BLAS(symm))(handle, side, uplo, m, n, &a, MY(a), LD, MY(b),
                                                     LD, &b, MY(c), LD));
#else
            OK(BLAS(symm)(handle, side, uplo, m, n, &a, MY(a), LD, MY(b), LD, &b, MY(c), LD));
#endif
            MY(product)
            (right ? B : A, CUBLAS_OP_N, right ? A : B, CUBLAS_OP_N, m, n, N, alpha, beta, C);
            MY(expect)(MY(c), C, __LINE__);
        }
        for (int how = 0; how < 6; how++) { // trmm and trsm
            const cublasOperation_t op = (cublasOperation_t)(how % 3);
            const cublasDiagType_t diag = how / 3 ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
            const T one = number(T(), 1);
            MY(make)(MY(TRIANGULAR), upper, how / 3, N, false, false, A, MY(a));
            MY(fill)(MY(b)), MY(fill)(MY(c));
            MY(read)(MY(b), B), MY(read)(MY(c), C);
            OK(BLAS(trmm)(handle, side, uplo, op, diag, m, n, &a, MY(a), LD, MY(b), LD, MY(c), LD));
            MY(product)
            (right ? B : A, right ? CUBLAS_OP_N : op, right ? A : B, right ? op : CUBLAS_OP_N, m, n,
             N, alpha, 0, C);
            MY(expect)(MY(c), C, __LINE__);
            OK(BLAS(trsm)(handle, side, uplo, op, diag, m, n, &one, MY(a), LD, MY(c), LD));
            for (int j = 0; j < n; j++)
                for (int i = 0; i < m; i++)
                    C[i + j * LD] = alpha * B[i + j * LD];
            if (diag == CUBLAS_DIAG_NON_UNIT) // else the numbers grow
                MY(expect)(MY(c), C, __LINE__);
        }
    }
    for (int turn = 0; turn < 16; turn++) { // syrk, syr2k, herk, her2k
        const bool upper = turn % 2, turned = turn / 2 % 2, both = turn / 4 % 2,
                   hermitian = turn / 8;
        const cublasFillMode_t uplo = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
        const cublasOperation_t other = hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
        const cublasOperation_t op = turned ? other : CUBLAS_OP_N,
                                opposite = turned ? CUBLAS_OP_N : other;
        if (hermitian && !COMPLEX)
            continue;
        MY(fill)(MY(a)), MY(fill)(MY(b)), MY(fill)(MY(c));
        MY(read)(MY(a), A), MY(read)(MY(b), B), MY(read)(MY(c), C), MY(read)(MY(c), before);
        MY(product)
        (A, op, both ? B : A, opposite, N, N, M, hermitian && !both ? Z(real_alpha) : alpha,
         hermitian ? Z(real_beta) : beta, C);
        if (both)
            MY(product)(B, op, A, opposite, N, N, M, hermitian ? conj(alpha) : alpha, 1, C);
        MY(keep_triangle)(upper, before, C, hermitian);
        if (!hermitian)
            OK(both ? BLAS(syr2k)(handle, uplo, op, N, M, &a, MY(a), LD, MY(b), LD, &b, MY(c), LD)
                    : BLAS(syrk)(handle, uplo, op, N, M, &a, MY(a), LD, &b, MY(c), LD));
#if COMPLEX
        else
            OK(both ? BLAS(her2k)(handle, uplo, op, N, M, &a, MY(a), LD, MY(b), LD, &real_beta,
                                  MY(c), LD)
                    : BLAS(herk)(handle, uplo, op, N, M, &real_alpha, MY(a), LD, &real_beta, MY(c),
                                 LD));
#endif
        MY(expect)(MY(c), C, __LINE__);
    }
}
