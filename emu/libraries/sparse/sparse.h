// SPDX-License-Identifier: MIT
//
// sparse.h: declarations shared by the files of cuSPARSE.
#ifndef SPARSE_H
#define SPARSE_H

#include "cusparse.h"
#include "../library.h"

struct cusparseContext {
    cudaStream_t stream;
    cusparsePointerMode_t pointers;
};

struct cusparseSpMatDescr { // CSR
    int64_t rows, cols, nnz;
    const void *offsets, *columns, *values;
    cusparseIndexType_t offset_type, column_type;
    cusparseIndexBase_t base;
    cudaDataType type;
};

struct cusparseDnMatDescr {
    int64_t rows, cols, ld;
    void *values;
    cudaDataType type;
    cusparseOrder_t order;
};

struct cusparseDnVecDescr {
    int64_t size;
    void *values;
    cudaDataType type;
};

// One call: its address in the program, and its name.
struct sparse_call {
    const char *pc, *name;
};
#define SPARSE_CALL(function) \
    { \
        (const char *)__builtin_return_address(0) - 1, function \
    }

// Reports that a call is refused, and returns the status.
cusparseStatus_t sparse_refuse(const struct sparse_call *call, cusparseStatus_t status,
                               const char *why);
// Reports a handle or description that is not one, and returns false.
bool sparse_has_handle(const struct sparse_call *call, const void *handle);
bool sparse_has(const struct sparse_call *call, const char *maker, const void *description);
#define CSR_MAKER "cusparseCreateCsr or cusparseCreateConstCsr"
#define VECTOR_MAKER "cusparseCreateDnVec or cusparseCreateConstDnVec"
#define MATRIX_MAKER "cusparseCreateDnMat or cusparseCreateConstDnMat"

#endif
