// SPDX-License-Identifier: MIT
// blas_scalar_body.h: reads a scalar such as alpha, for elements of one type; `real`: of their real
// type.

static T FN(scalar)(const struct blas_call *call, const char *name, const void *p, bool real)
{
    (void)real; // true for real elements in any case
#if COMPLEX
    if (real) {
        blas_touch_scalar(call, name, LOAD, p, sizeof(R));
        return *(const R *)p;
    }
#endif
    blas_touch_scalar(call, name, LOAD, p, sizeof(T));
    return *(const T *)p;
}
