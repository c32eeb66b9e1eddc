// SPDX-License-Identifier: MIT
//
// form.h: which function the file of an exercise defines: exercise.h declares each.
#ifndef LEARN_SOURCE_FORM_H
#define LEARN_SOURCE_FORM_H

enum form {
    FORM_NONE, // answers alone
    FORM_SGEMM,
    FORM_PROGRAM, // sgemm with host pointers
    FORM_GEMM,
    FORM_VECTOR,
    FORM_ROW_SUM,
    FORM_SUM_SQUARES,
    FORM_TRANSPOSE,
    FORM_OFFSET,
    FORM_COUNT
};

#endif
