// SPDX-License-Identifier: MIT
//
// blas_view_body.h: reads an element of a view (blas_view.h), for elements of one type.

static inline __attribute__((unused)) T GLUE(P, element, )(const struct view *v, int i, int j)
{
    bool conjugate = false;
    if (v->mirror != GENERAL && (v->upper ? i > j : i < j)) {
        if (v->mirror == TRIANGULAR)
            return 0;
        const int kept = i;
        i = j;
        j = kept;
        conjugate = v->mirror == HERMITIAN;
    }
    if (v->storage == BAND && (i - j > v->below || j - i > v->above))
        return 0;
    if (v->mirror == TRIANGULAR && v->unit && i == j)
        return 1;
    const T value = ((const T *)v->start)[view_offset(v, i, j)];
    if (v->mirror == HERMITIAN && i == j)
        return real_of(value);
    (void)conjugate; // no effect on real elements
    return conj_if(conjugate, value);
}

// Element (i, j) of op(A).
static inline __attribute__((unused)) T GLUE(P, operated, )(const struct view *v,
                                                            cublasOperation_t op, int i, int j)
{
    const T value = op == CUBLAS_OP_N || op == CUBLAS_OP_CONJG ? GLUE(P, element, )(v, i, j)
                                                               : GLUE(P, element, )(v, j, i);
    return conj_if(op >= CUBLAS_OP_C, value);
}
