// SPDX-License-Identifier: MIT
//
// cublas_old.cu: the interface of cuBLAS without handles.
#include <cublas.h>

#include "../headers/check.h"

int main()
{
    const float a[] = {1, 2, 3, 4}, b[] = {5, 6, 7, 8};
    float c[4], *da, *db, *dc;
    HOST_CHECK(cublasInit() == CUBLAS_STATUS_SUCCESS);
    HOST_CHECK(cublasAlloc(4, sizeof *da, (void **)&da) == CUBLAS_STATUS_SUCCESS);
    cublasAlloc(4, sizeof *db, (void **)&db);
    cublasAlloc(4, sizeof *dc, (void **)&dc);
    cublasSetMatrix(2, 2, sizeof *da, a, 2, da, 2);
    cublasSetMatrix(2, 2, sizeof *db, b, 2, db, 2);
    cublasSgemm('n', 'T', 2, 2, 2, 1.0f, da, 2, db, 2, 0.0f, dc, 2);
    cublasSaxpy(4, 2.0f, da, 1, dc, 1);
    HOST_CHECK(cublasGetError() == CUBLAS_STATUS_SUCCESS);
    cublasGetMatrix(2, 2, sizeof *dc, dc, 2, c, 2);
    HOST_CHECK(c[0] == 26 + 2 && c[1] == 38 + 4 && c[2] == 30 + 6 && c[3] == 44 + 8);
    HOST_CHECK(cublasSdot(4, da, 1, db, 1) == 70);
    HOST_CHECK(cublasIsamax(4, dc, 1) == 4);
    cublasFree(da);
    cublasFree(db);
    cublasFree(dc);
    HOST_CHECK(cublasShutdown() == CUBLAS_STATUS_SUCCESS);
    return check_result();
}
