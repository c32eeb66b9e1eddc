// SPDX-License-Identifier: MIT
//
// test_npy.c: .npy files, good ones and bad ones. test_numpy.c has NumPy's own.
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../common/driver/npy/npy.h"
#include "../support/support.h"

TestSuite(npy, .fini = scratch_remove);

static const enum dtype numpy_types[] = {DTYPE_F16, DTYPE_F32, DTYPE_F64, DTYPE_I8, DTYPE_I32};
enum { TYPES = 5 };

static bool equal(const struct matrix *M, const struct matrix *N)
{
    if (M->type != N->type || M->rows != N->rows || M->cols != N->cols)
        return false;
    for (int i = 0; i < M->rows; i++)
        if (memcmp(matrix_at(M, i, 0), matrix_at(N, i, 0), (size_t)M->cols * dtype_size(M->type)) !=
            0)
            return false;
    return true;
}

// A file made of a prefix, a dictionary and `data` zero bytes.
static const char *make_file(const char *version, const char *dictionary, size_t data)
{
    const char *path = scratch_path("made.npy");
    char bytes[4000] = "\x93NUMPY";
    const size_t length = strlen(dictionary), prefix = version[0] == 1 ? 10 : 12;
    memcpy(bytes + 6, version, 2);
    for (size_t i = 8; i < prefix; i++)
        bytes[i] = (char)(length >> (8 * (i - 8)));
    memcpy(bytes + prefix, dictionary, length + 1);
    write_bytes(path, bytes, prefix + length + data);
    return path;
}

static void must_fail(const char *path, const char *reason)
{
    struct matrix M;
    struct failure why;
    cr_assert(!npy_read(path, &M, &why), "%s was read; expected: %s", path, reason);
    cr_assert(strstr(why.text, reason) != NULL, "said '%s', expected '%s'", why.text, reason);
    cr_assert(strncmp(why.text, path, strlen(path)) == 0, "does not name the file: %s", why.text);
    cr_assert(strchr(why.text, '\n') == NULL);
}

// ---- Round trips ---------------------------------------------------------------------------------

Test(npy, written_files_read_back)
{
    const int shapes[][2] = {{1, 1}, {3, 5}, {64, 17}, {0, 4}, {4, 0}, {0, 0}};
    for (int t = 0; t < TYPES; t++)
        for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
            struct matrix M, N;
            struct failure why;
            const char *path = scratch_path("M.npy");
            const int rows = shapes[s][0], cols = shapes[s][1];
            cr_assert(matrix_alloc(&M, numpy_types[t], rows, cols, cols + 3));
            matrix_fill_random(&M, s);
            cr_assert(npy_write(path, &M, &why), "%s", why.text);
            cr_assert(npy_read(path, &N, &why), "%s", why.text);
            cr_assert(equal(&M, &N) && N.ld == cols);
            cr_assert(scratch_file_count() == 1, "a temporary file was left");
            matrix_free(&M);
            matrix_free(&N);
        }
}

Test(npy, header_is_aligned_and_public)
{
    struct matrix M;
    struct failure why;
    struct npy_header header;
    const char *path = scratch_path("M.npy");
    cr_assert(matrix_alloc(&M, DTYPE_F32, 2, 3, 3));
    matrix_fill(&M, 1);
    umask(022);
    cr_assert(npy_write(path, &M, &why) && npy_read_header(path, &header, &why));
    cr_assert(header.data_offset % 64 == 0);
    struct stat status;
    cr_assert(stat(path, &status) == 0 && (status.st_mode & 0777) == 0644);
    matrix_free(&M);
}

// ---- Dictionaries --------------------------------------------------------------------------------

static bool parses(const char *dictionary, struct npy_header *header)
{
    struct failure why;
    return npy_parse_dictionary(dictionary, strlen(dictionary), header, &why);
}

Test(npy, dictionaries_in_any_spelling)
{
    static const char *const good[] = {
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }      \n",
        "{'shape': (3, 4), 'fortran_order': False, 'descr': '<f4'}",
        "{\"descr\":\"<f4\",\"fortran_order\":False,\"shape\":(3,4,)}",
        " { 'descr' : '=f4' , 'fortran_order' : False , 'shape' : ( 3L , 4L ) } ",
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct npy_header h;
        cr_assert(parses(good[i], &h), "%s", good[i]);
        cr_assert(h.type == DTYPE_F32 && h.rows == 3 && h.cols == 4 && !h.fortran_order &&
                      !h.swapped,
                  "%s", good[i]);
    }
}

Test(npy, damaged_dictionaries)
{
    static const char *const bad[] = {
        "",
        "{",
        "{}",
        "{'descr'",
        "{'descr': '<f4'",
        "{'descr': '<f4', 'fortran_order': False}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4)",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3 4)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (-3, 4)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': [3, 4]}",
        "{'descr': '<f4', 'fortran_order': Maybe, 'shape': (3, 4)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4)} x",
        "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (3, 4)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), 'more': 1}",
        "{'descr': f4, 'fortran_order': False, 'shape': (3, 4)}",
        "{'descr': '', 'fortran_order': False, 'shape': (3, 4)}",
        "{'descr': '|f4', 'fortran_order': False, 'shape': (3, 4)}",
        "{'descr: <f4, fortran_order: False, shape: (3, 4)}",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct npy_header h;
        cr_assert(!parses(bad[i], &h), "accepted %s", bad[i]);
    }
}

// ---- Bad files -----------------------------------------------------------------------------------

#define DICTIONARY(descr, shape) "{'descr': " descr ", 'fortran_order': False, 'shape': " shape "}"

Test(npy, files_that_are_no_npy_files)
{
    must_fail(scratch_path("missing.npy"), "No such file");
    must_fail("/tmp", "not a regular file");
    const char *path = scratch_path("bad.npy");
    write_bytes(path, "", 0);
    must_fail(path, "empty file");
    write_bytes(path, "PK\3\4 this is an .npz file", 26);
    must_fail(path, "not an .npy file");
    write_bytes(path, "\x93NUM", 4);
    must_fail(path, "truncated");
    write_bytes(path, "\x93NUMPY\1\0\x76", 9);
    must_fail(path, "truncated in its header");
    write_bytes(path, "\x93NUMPY\1\0\x76\0{'descr'", 18);
    must_fail(path, "truncated in its header");
    write_bytes(path, "\x93NUMPY\2\0\xFF\xFF\xFF\xFF{", 13);
    must_fail(path, "a header of 4294967295 bytes");
    must_fail(make_file("\4\0", DICTIONARY("'<f4'", "(1, 1)"), 4), "format version 4.0");
    must_fail(make_file("\1\1", DICTIONARY("'<f4'", "(1, 1)"), 4), "format version 1.1");
}

Test(npy, files_of_the_wrong_kind)
{
    must_fail(make_file("\1\0", DICTIONARY("'<c8'", "(1, 1)"), 8), "type '<c8'");
    must_fail(make_file("\1\0", DICTIONARY("'<i8'", "(1, 1)"), 8), "type '<i8'");
    must_fail(make_file("\1\0", DICTIONARY("'|O'", "(1, 1)"), 8), "type '|O'");
    must_fail(make_file("\1\0", DICTIONARY("[('x', '<f4')]", "(1, 1)"), 4), "named fields");
    must_fail(make_file("\1\0", DICTIONARY("'<f4'", "()"), 4), "has 0 dimensions");
    must_fail(make_file("\1\0", DICTIONARY("'<f4'", "(3,)"), 12), "has 1 dimension;");
    must_fail(make_file("\1\0", DICTIONARY("'<f4'", "(1, 2, 3)"), 24), "has 3 dimensions");
}

Test(npy, files_of_the_wrong_size)
{
    must_fail(make_file("\1\0", DICTIONARY("'<f4'", "(2, 3)"), 23), "the file has 23");
    must_fail(make_file("\1\0", DICTIONARY("'<f4'", "(2, 3)"), 25), "too many");
    must_fail(make_file("\1\0", DICTIONARY("'<f4'", "(2, 0)"), 1), "too many");
    must_fail(make_file("\1\0", DICTIONARY("'<f4'", "(3000000000, 1)"), 4), "rows");
    must_fail(make_file("\1\0", DICTIONARY("'<f4'", "(1, 99999999999999999999999999)"), 4),
              "columns");
    // 2^62 elements of 8 bytes: the product does not fit 64 bits.
    must_fail(make_file("\1\0", DICTIONARY("'<f8'", "(2147483647, 2147483647)"), 8), "truncated");
}

Test(npy, all_three_formats)
{
    const char *const versions[] = {"\1\0", "\2\0", "\3\0"};
    for (int v = 0; v < 3; v++) {
        struct matrix M;
        struct failure why;
        cr_assert(npy_read(make_file(versions[v], DICTIONARY("'<i4'", "(2, 3)"), 24), &M, &why),
                  "%s", why.text);
        cr_assert(M.type == DTYPE_I32 && M.rows == 2 && M.cols == 3);
        matrix_free(&M);
    }
}

// ---- Failing to write ----------------------------------------------------------------------------

Test(npy, nothing_is_written_where_nothing_can_be)
{
    struct matrix M;
    struct failure why;
    cr_assert(matrix_alloc(&M, DTYPE_F32, 2, 2, 2));
    matrix_fill(&M, 1);
    cr_assert(!npy_write("/no/such/directory/C.npy", &M, &why));
    cr_assert(strstr(why.text, "/no/such/directory/C.npy") != NULL, "%s", why.text);
    // A rename onto a device would put a plain file in its place.
    cr_assert(!npy_write("/dev/null", &M, &why) && !npy_write("/tmp", &M, &why));
    struct stat status;
    cr_assert(stat("/dev/null", &status) == 0 && S_ISCHR(status.st_mode));
    M.type = DTYPE_BF16;
    cr_assert(!npy_write(scratch_path("C.npy"), &M, &why) && scratch_file_count() == 0);
    matrix_free(&M);
}

Test(npy, a_full_disk_leaves_the_old_file)
{
    struct matrix small, large, M;
    struct failure why;
    const char *path = scratch_path("C.npy");
    cr_assert(matrix_alloc(&small, DTYPE_F32, 2, 2, 2));
    cr_assert(matrix_alloc(&large, DTYPE_F32, 200, 200, 200));
    matrix_fill_random(&small, 1);
    matrix_fill_random(&large, 1);
    cr_assert(npy_write(path, &small, &why));

    // No file may grow beyond 4 KiB now; the write that would fails as on a full disk.
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){4096, 4096});
    cr_assert(!npy_write(path, &large, &why));
    cr_assert(scratch_file_count() == 1, "a temporary file was left");
    cr_assert(npy_read(path, &M, &why) && equal(&M, &small), "%s", why.text);
    matrix_free(&small);
    matrix_free(&large);
    matrix_free(&M);
}
