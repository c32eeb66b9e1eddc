// SPDX-License-Identifier: MIT
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "../../base/output.h"
#include "npy.h"

enum { HEADER_MULTIPLE = 64 }; // the data starts at a multiple of 64 bytes, as NumPy has it

// NumPy has no bfloat16, and a tf32 is a float32 to it.
static const struct {
    const char *descr, *name;
} numpy_types[DTYPE_COUNT] = {
    [DTYPE_F16] = {"f2", "float16"}, [DTYPE_TF32] = {"f4", "float32"},
    [DTYPE_F32] = {"f4", "float32"}, [DTYPE_F64] = {"f8", "float64"},
    [DTYPE_I8] = {"i1", "int8"},     [DTYPE_I32] = {"i4", "int32"},
};

static const char *descr_of(enum dtype type) { return numpy_types[type].descr; }

const char *npy_type_name(enum dtype type) { return numpy_types[type].name; }

static bool write_header(FILE *file, const struct matrix *M)
{
    const bool little_host = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
    const char order = dtype_size(M->type) == 1 ? '|' : little_host ? '<' : '>';
    enum { PREFIX = 10 }; // magic, version, length
    char text[2 * HEADER_MULTIPLE];
    const int written = snprintf(text, sizeof text,
                                 "{'descr': '%c%s', 'fortran_order': False, 'shape': (%d, %d), }",
                                 order, descr_of(M->type), M->rows, M->cols);
    // Spaces up to a multiple of 64, the last byte a newline: two rows of 64 always suffice.
    const size_t length = sizeof text - PREFIX;
    memset(text + written, ' ', length - (size_t)written);
    text[length - 1] = '\n';
    char prefix[PREFIX + 1] = "\x93NUMPY\x01"; // then version 1.0's second byte: 0
    prefix[8] = (char)(length & 0xFF);
    prefix[9] = (char)(length >> 8);
    return fwrite(prefix, 1, PREFIX, file) == PREFIX && fwrite(text, 1, length, file) == length;
}

static bool write_rows(FILE *file, const struct matrix *M)
{
    const size_t cols = (size_t)M->cols, size = dtype_size(M->type);
    for (int i = 0; i < M->rows && cols > 0; i++)
        if (fwrite(matrix_at(M, i, 0), size, cols, file) != cols)
            return false;
    return true;
}

bool npy_write(const char *path, const struct matrix *M, struct failure *why)
{
    struct output out;
    if (!descr_of(M->type))
        return fail(why, "%s: .npy has no element type for %s", path, dtype_name(M->type));
    if (!output_open(&out, path, why))
        return false;
    if (write_header(out.file, M) && write_rows(out.file, M))
        return output_close(&out, why);
    fail(why, "%s: %s", path, strerror(errno));
    output_drop(&out);
    return false;
}
