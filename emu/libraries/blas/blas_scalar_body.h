// SPDX-License-Identifier: MIT
//
// blas_scalar_body.h: alpha and its kind, for elements of one type; `real`: of the real type.

static T FN(scalar)(const struct blas_call *call, const char *name, const void *p, bool real)
{
    (void)real; // of real elements
#if COMPLEX
    if (real) {
        blas_touch_scalar(call, name, LOAD, p, sizeof(R));
        return *(const R *)p;
    }
#endif
    blas_touch_scalar(call, name, LOAD, p, sizeof(T));
    return *(const T *)p;
}
