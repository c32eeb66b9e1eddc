// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // fstat, fileno, fseeko
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "npy.h"

// NumPy's headers have about 120 bytes. A header of a megabyte is damaged or malicious.
enum { LONGEST_HEADER = 1 << 20 };

static const unsigned char magic[6] = {0x93, 'N', 'U', 'M', 'P', 'Y'};

// Reads the bytes before the dictionary: the length of the dictionary, then where it begins.
static bool read_prefix(FILE *file, size_t *length, size_t *begin, struct failure *why)
{
    unsigned char bytes[12];
    const size_t got = fread(bytes, 1, 8, file);
    if (memcmp(bytes, magic, got < 6 ? got : 6) != 0 || got == 0)
        return fail(why, got == 0 ? "empty file" : "not an .npy file");
    if (got < 8)
        return fail(why, "truncated in its first 8 bytes");
    const int major = bytes[6], minor = bytes[7];
    if (major < 1 || major > 3 || minor != 0)
        return fail(why, "format version %d.%d; known are 1.0, 2.0 and 3.0", major, minor);

    const size_t length_bytes = major == 1 ? 2 : 4; // little endian
    if (fread(bytes + 8, 1, length_bytes, file) != length_bytes)
        return fail(why, "truncated in its header");
    *length = 0;
    for (size_t i = 0; i < length_bytes; i++)
        *length |= (size_t)bytes[8 + i] << (8 * i);
    *begin = 8 + length_bytes;
    return true;
}

// Compares the size in the header with the bytes in the file.
static bool check_size(const struct npy_header *header, uintmax_t file_size, struct failure *why)
{
    const uintmax_t wanted = matrix_bytes_of(header->type, header->rows, header->cols);
    const uintmax_t there = file_size - header->data_offset;
    if (there < wanted)
        return fail(why, "truncated: %d x %d of %s need %ju bytes of data, the file has %ju",
                    header->rows, header->cols, dtype_name(header->type), wanted, there);
    if (there > wanted)
        return fail(why, "%d x %d of %s need %ju bytes of data, the file has %ju: too many",
                    header->rows, header->cols, dtype_name(header->type), wanted, there);
    return true;
}

static bool read_header(FILE *file, struct npy_header *header, struct failure *why)
{
    struct stat status;
    if (fstat(fileno(file), &status) != 0)
        return fail(why, "%s", strerror(errno));
    if (!S_ISREG(status.st_mode))
        return fail(why, "not a regular file");

    size_t length = 0, begin = 0;
    if (!read_prefix(file, &length, &begin, why))
        return false;
    if (length > LONGEST_HEADER)
        return fail(why, "a header of %zu bytes; at most %d make sense", length, LONGEST_HEADER);
    char *text = malloc(length + 1);
    if (!text)
        return fail(why, "no memory for a header of %zu bytes", length);
    const bool whole = fread(text, 1, length, file) == length;
    const bool good = whole ? npy_parse_dictionary(text, length, header, why)
                            : fail(why, "truncated in its header");
    free(text);
    header->data_offset = begin + length;
    return good && check_size(header, (uintmax_t)status.st_size, why);
}

static void swap_bytes(void *data, size_t count, size_t size)
{
    for (unsigned char *p = data; count-- > 0; p += size)
        for (size_t low = 0, high = size - 1; low < high; low++, high--) {
            const unsigned char byte = p[low];
            p[low] = p[high];
            p[high] = byte;
        }
}

// Stored by columns: reads one column at a time and distributes it over the rows.
static bool read_by_columns(FILE *file, struct matrix *M)
{
    const size_t size = dtype_size(M->type), rows = (size_t)M->rows;
    char *column = malloc(rows * size + 1);
    bool whole = column != NULL;
    for (int j = 0; whole && j < M->cols; j++) {
        whole = fread(column, size, rows, file) == rows;
        for (int i = 0; whole && i < M->rows; i++)
            memcpy(matrix_at(M, i, j), column + (size_t)i * size, size);
    }
    free(column);
    return whole;
}

static bool read_data(FILE *file, const struct npy_header *header, struct matrix *M,
                      struct failure *why)
{
    if (!matrix_alloc(M, header->type, header->rows, header->cols, header->cols))
        return fail(why, "no memory for %d x %d elements", header->rows, header->cols);
    const size_t size = dtype_size(M->type), count = matrix_bytes(M) / size;
    errno = 0;
    const bool whole = header->fortran_order ? read_by_columns(file, M)
                                             : fread(M->data, size, count, file) == count;
    if (!whole) {
        matrix_free(M);
        return fail(why, "cannot be read to its end: %s", errno ? strerror(errno) : "truncated");
    }
    if (header->swapped)
        swap_bytes(M->data, count, size);
    return true;
}

// Puts the name of the file before the reason.
static bool name_file(const char *path, struct failure *why)
{
    const struct failure reason = *why;
    return fail(why, "%.700s: %.300s", path, reason.text);
}

// Opens the file and reads its head; the caller closes *file. NULL in *file on failure.
static bool open_file(const char *path, FILE **file, struct npy_header *header, struct failure *why)
{
    // Without O_NONBLOCK the program would wait until another program writes to a FIFO.
    struct stat status;
    const int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    *file = NULL;
    if (descriptor < 0 || fstat(descriptor, &status) != 0)
        fail(why, "%s", strerror(errno));
    else if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
        fail(why, "is not a regular file");
    else if (!(*file = fdopen(descriptor, "rb")))
        fail(why, "%s", strerror(errno));
    if (!*file) {
        if (descriptor >= 0)
            close(descriptor);
        return name_file(path, why);
    }
    if (read_header(*file, header, why))
        return true;
    fclose(*file);
    *file = NULL;
    return name_file(path, why);
}

bool npy_read_header(const char *path, struct npy_header *header, struct failure *why)
{
    FILE *file;
    if (!open_file(path, &file, header, why))
        return false;
    fclose(file);
    return true;
}

bool npy_read(const char *path, struct matrix *M, struct failure *why)
{
    FILE *file;
    struct npy_header header;
    if (!open_file(path, &file, &header, why))
        return false;
    const bool good = read_data(file, &header, M, why);
    fclose(file);
    return good || name_file(path, why);
}
