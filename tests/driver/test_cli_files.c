// SPDX-License-Identifier: MIT
//
// test_cli_files.c: --a, --b and --out of the built programs.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "../../common/driver/npy.h"
#include "../support/cli.h"
#include "../support/support.h"

TestSuite(cli_files, .fini = scratch_remove);

static const char *save_random(const char *name, enum dtype type, int rows, int cols)
{
    struct matrix M;
    struct failure why;
    const char *path = scratch_path(name);
    cr_assert(matrix_alloc(&M, type, rows, cols, cols));
    matrix_fill_random(&M, 1);
    cr_assert(npy_write(path, &M, &why), "%s", why.text);
    matrix_free(&M);
    return path;
}

Test(cli_files, files_that_do_not_fit)
{
    const char *A = save_random("A.npy", DTYPE_F32, 6, 5),
               *B = save_random("B.npy", DTYPE_F32, 4, 7);
    const char *D = save_random("D.npy", DTYPE_F64, 6, 5), *bad = scratch_path("bad.npy");
    char words[600];
    write_bytes(bad, "no matrix", 9);
    for (int c = 0; c < CLI_CHAPTERS; c++) {
        snprintf(words, sizeof words, "--a %s --b %s", A, B);
        refused(cli_chapters[c], words, "has 4 rows, but ");
        snprintf(words, sizeof words, "--a %s -k 4", A);
        refused(cli_chapters[c], words, "says k = 5, but k = 4 was asked for");
        snprintf(words, sizeof words, "--b %s --size 4", B);
        refused(cli_chapters[c], words, "says n = 7, but n = 4 was asked for");
        snprintf(words, sizeof words, "--a %s", D);
        refused(cli_chapters[c], words, "elements of type f64, but 1_");
        snprintf(words, sizeof words, "--b %s", bad);
        refused(cli_chapters[c], words, "not an .npy file");
    }
}

Test(cli_files, sizes_come_from_the_files)
{
    const char *A = save_random("A.npy", DTYPE_F32, 6, 5),
               *B = save_random("B.npy", DTYPE_F32, 5, 7);
    char words[600];
    for (int c = 0; c < CLI_CHAPTERS; c++) {
        snprintf(words, sizeof words, "--a %s --b %s --reps 1", A, B);
        accepted_with(cli_chapters[c], words, "m = 6, n = 7, k = 5");
        snprintf(words, sizeof words, "--a %s -n 3 -k 5 --reps 1", A);
        accepted_with(cli_chapters[c], words, "m = 6, n = 3, k = 5");
    }
}

Test(cli_files, numpy_agrees)
{
    if (!have_numpy()) {
        fprintf(stderr, "skipped: no Python with NumPy here (apt install python3-numpy)\n");
        cr_skip_test("no NumPy");
    }
    const char *A = scratch_path("A.npy"), *B = scratch_path("B.npy"), *C = scratch_path("C.npy");
    char text[2000];
    for (int c = 0; c < CLI_CHAPTERS; c++) {
        snprintf(text, sizeof text,
                 "r = np.random.default_rng(5)\n"
                 "np.save('%s', r.standard_normal((70, 45), dtype='f4'))\n"
                 "np.save('%s', np.asfortranarray(r.standard_normal((45, 33), dtype='f4')))\n",
                 A, B);
        struct run run = run_numpy(text);
        cr_assert(run.status == 0, "%s", run.err);
        run_free(&run);

        snprintf(text, sizeof text, "--a %s --b %s --out %s --reps 1", A, B, C);
        accepted_with(cli_chapters[c], text, "C of ");

        snprintf(text, sizeof text,
                 "A, B, C = (np.load(p).astype('f8') for p in ('%s', '%s', '%s'))\n"
                 "assert C.shape == (70, 33)\n"
                 "bound = (45 + 3) * 2.0**-24 * (1 + 2.0**-22) * (abs(A) @ abs(B))\n"
                 "assert (abs(C - A @ B) <= bound).all()\n",
                 A, B, C);
        run = run_numpy(text);
        cr_assert(run.status == 0, "%s", run.err);
        run_free(&run);
    }
}
