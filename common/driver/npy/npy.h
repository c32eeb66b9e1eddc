// SPDX-License-Identifier: MIT
//
// npy.h: matrices in NumPy's .npy files.
//
// Read: format 1.0, 2.0 and 3.0; f2 f4 f8 i1 i4 in either byte order; C and Fortran order; exactly
// two dimensions. Written: format 1.0, C order, the byte order of this machine.
// Format: numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#ifndef COMMON_NPY_H
#define COMMON_NPY_H

#include "../../base/failure.h"
#include "../../step/matrix.h"

// The contents of a file's header.
struct npy_header {
    enum dtype type;
    int rows, cols;
    bool fortran_order; // stored by columns
    bool swapped;       // not in this machine's byte order
    size_t data_offset; // bytes before the first element
};

// Reads the header and compares it with the size of the file, so that a caller knows the shape
// before it allocates memory for the data. False with a reason that names the file.
bool npy_read_header(const char *path, struct npy_header *header, struct failure *why);

// Reads a file into a new matrix with ld == cols, which the caller frees. False with a reason that
// names the file; then nothing is allocated.
bool npy_read(const char *path, struct matrix *M, struct failure *why);

// NumPy's name of the type, "float32" for f32 and tf32; NULL if it has none (bf16).
const char *npy_type_name(enum dtype type);

// Writes the elements of M, not the memory between its rows. The file gets its name only when it is
// complete: after a failure the old file is unchanged.
bool npy_write(const char *path, const struct matrix *M, struct failure *why);

// Parses the dictionary between the magic bytes and the data, such as
//     {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
// Fills all of *header except data_offset. The reason does not name the file.
bool npy_parse_dictionary(const char *text, size_t length, struct npy_header *header,
                          struct failure *why);

#endif
