// SPDX-License-Identifier: MIT
//
// test_numpy.c: matrices pass between NumPy and us through .npy files, in both directions.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "../../common/driver/npy/npy.h"
#include "../support/support.h"

TestSuite(numpy, .fini = scratch_remove);

static const enum dtype numpy_types[] = {DTYPE_F16, DTYPE_F32, DTYPE_F64, DTYPE_I8, DTYPE_I32};
static const char *const numpy_names[] = {"f2", "f4", "f8", "i1", "i4"};
enum { TYPES = 5 };

// Element (i, j) of the matrix that NumPy and we both know: integers, exact in every type.
static double known(int i, int j) { return (i * 5 + j * 3) % 23 - 11; }

// The same in Python. Each test starts Python once: NumPy takes a while to load.
static const char known_in_numpy[] = "i, j = np.indices((7, 9))\nX = (i * 5 + j * 3) % 23 - 11\n";

static void skip_without_numpy(void)
{
    if (!have_numpy()) {
        fprintf(stderr, "skipped: no Python with NumPy here (apt install python3-numpy)\n");
        cr_skip_test("no NumPy");
    }
}

// Runs the script in the scratch directory.
static void run_script(const char *lines)
{
    char script[3000];
    snprintf(script, sizeof script, "import os\nos.chdir('%s')\n%s%s", scratch_path(""),
             known_in_numpy, lines);
    struct run run = run_numpy(script);
    cr_assert(run.status == 0, "NumPy said: %s", run.err);
    run_free(&run);
}

static void check_known(const char *path, enum dtype type)
{
    struct matrix M;
    struct failure why;
    cr_assert(npy_read(path, &M, &why), "%s", why.text);
    cr_assert(M.type == type && M.rows == 7 && M.cols == 9);
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 9; j++)
            cr_assert(matrix_get(&M, i, j) == known(i, j), "%s: (%d, %d) is %g", path, i, j,
                      matrix_get(&M, i, j));
    matrix_free(&M);
}

Test(numpy, its_files_are_read)
{
    skip_without_numpy();
    run_script("for t in 'f2', 'f4', 'f8', 'i1', 'i4':\n"
               "    np.save(t + '_little', X.astype('<' + t))\n"
               "    np.save(t + '_big', X.astype('>' + t))\n"
               "    np.save(t + '_fortran', np.asfortranarray(X.astype(t)))\n"
               "    np.save(t + '_fortran_big', np.asfortranarray(X.astype('>' + t)))\n"
               "    with open(t + '_format2.npy', 'wb') as file:\n"
               "        np.lib.format.write_array(file, X.astype(t), version=(2, 0))\n");
    static const char *const kinds[] = {"little", "big", "fortran", "fortran_big", "format2"};
    for (int t = 0; t < TYPES; t++)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            char name[40];
            snprintf(name, sizeof name, "%s_%s.npy", numpy_names[t], kinds[k]);
            check_known(scratch_path(name), numpy_types[t]);
        }
}

static void fails_with(const char *path, const char *reason)
{
    struct matrix M;
    struct failure why;
    cr_assert(!npy_read(path, &M, &why), "%s was read; expected: %s", path, reason);
    cr_assert(strstr(why.text, reason) != NULL, "said '%s', expected '%s'", why.text, reason);
}

Test(numpy, its_files_that_are_no_matrices)
{
    skip_without_numpy();
    run_script("np.save('scalar', np.float32(3))\n"
               "np.save('vector', np.zeros(5, 'f4'))\n"
               "np.save('cube', np.zeros((2, 2, 2), 'f4'))\n"
               "np.save('complex', np.zeros((2, 2), 'c16'))\n"
               "np.save('record', np.zeros((2, 2), [('a', 'f4')]))\n");
    fails_with(scratch_path("scalar.npy"), "has 0 dimensions");
    fails_with(scratch_path("vector.npy"), "has 1 dimension;");
    fails_with(scratch_path("cube.npy"), "has 3 dimensions");
    fails_with(scratch_path("complex.npy"), "type '<c16'");
    fails_with(scratch_path("record.npy"), "named fields");
}

Test(numpy, it_reads_our_files)
{
    skip_without_numpy();
    for (int t = 0; t < TYPES; t++) {
        struct matrix M;
        struct failure why;
        char name[40];
        snprintf(name, sizeof name, "%s.npy", numpy_names[t]);
        cr_assert(matrix_alloc(&M, numpy_types[t], 7, 9, 12));
        for (int i = 0; i < 7; i++)
            for (int j = 0; j < 9; j++)
                matrix_set(&M, i, j, known(i, j));
        cr_assert(npy_write(scratch_path(name), &M, &why), "%s", why.text);
        matrix_free(&M);
    }
    run_script("for t in 'f2', 'f4', 'f8', 'i1', 'i4':\n"
               "    Y = np.load(t + '.npy')\n"
               "    assert Y.dtype == np.dtype(t), Y.dtype\n"
               "    assert Y.shape == (7, 9) and (Y == X).all(), Y\n");
}

Test(numpy, half_means_the_same)
{
    skip_without_numpy();
    // Every half, and the float64 that NumPy converts it to.
    run_script("H = np.arange(65536).astype('u2').view('f2').reshape(256, 256)\n"
               "np.save('h', H)\n"
               "np.save('d', H.astype('f8'))\n");
    struct matrix H, D;
    struct failure why;
    cr_assert(npy_read(scratch_path("h.npy"), &H, &why), "%s", why.text);
    cr_assert(npy_read(scratch_path("d.npy"), &D, &why), "%s", why.text);
    for (int i = 0; i < 256; i++)
        for (int j = 0; j < 256; j++) {
            const double ours = matrix_get(&H, i, j), theirs = matrix_get(&D, i, j);
            cr_assert(ours == theirs || (ours != ours && theirs != theirs), "%02x%02x", i, j);
        }
    matrix_free(&H);
    matrix_free(&D);
}
