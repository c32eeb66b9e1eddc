// SPDX-License-Identifier: MIT
//
// fuzz_npy.c: any bytes as an .npy file: a matrix or a reason, and what was read can be written and
// read again.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // memfd_create
#endif
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../../common/driver/npy/npy.h"

static void must(bool good)
{
    if (!good)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct matrix M;
    struct npy_header header;
    struct failure why = {""};
    char path[40];
    const int file = memfd_create("input", 0);
    must(file >= 0 && write(file, data, size) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    const bool head = npy_read_header(path, &header, &why);
    must(head || (why.text[0] && !strchr(why.text, '\n')));
    if (npy_read(path, &M, &why)) {
        must(head && M.rows == header.rows && M.cols == header.cols);
        must(matrix_bytes(&M) <= size);
        matrix_free(&M);
    } else {
        must(why.text[0] && !strchr(why.text, '\n'));
    }
    close(file);
    return 0;
}
