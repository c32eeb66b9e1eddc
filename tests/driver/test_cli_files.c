// SPDX-License-Identifier: MIT
//
// test_cli_files.c: --a, --b, --out and --svg of the built programs.
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../support/cli.h"
#include "../support/support.h"

TestSuite(cli_files, .fini = scratch_remove);

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

// What is read must not be overwritten, whatever its name; a FIFO is not waited for.
Test(cli_files, files_that_are_not_touched)
{
    const char *A = save_random("A.npy", DTYPE_F32, 6, 5);
    char link[200], fifo[200], words[800];
    snprintf(link, sizeof link, "%s", scratch_path("link.npy"));
    snprintf(fifo, sizeof fifo, "%s", scratch_path("fifo.npy"));
    cr_assert(symlink("A.npy", link) == 0 && mkfifo(fifo, 0600) == 0);
    for (int c = 0; c < CLI_CHAPTERS; c++) {
        snprintf(words, sizeof words, "--a %s --out %s", A, A);
        refused(cli_chapters[c], words, "would overwrite the A that is read");
        snprintf(words, sizeof words, "--a %s --out %s", A, link);
        refused(cli_chapters[c], words, "would overwrite the A that is read");
        snprintf(words, sizeof words, "--a %s", fifo);
        refused(cli_chapters[c], words, "fifo.npy: is not a regular file");
        snprintf(words, sizeof words, "--out %s", fifo);
        refused(cli_chapters[c], words, "not a regular file");
    }
}

Test(cli_files, timelines_are_drawn_and_bad_paths_refused)
{
    char words[300], text[200] = "";
    snprintf(words, sizeof words, "--step 2 --size 64 --timeline %s", scratch_path("timeline.svg"));
    struct run run = run_words(chapter_program("02_naive"), words);
    if (has(run.err, "only the emulated GPU")) {
        run_free(&run);
        return;
    }
    cr_expect(run.status == 0 && has(run.out, "Where the cycles"), "%s", run.err);
    run_free(&run);
    FILE *stream = fopen(scratch_path("timeline.svg"), "r");
    cr_assert(stream && fgets(text, sizeof text, stream) && has(text, "<svg"));
    fclose(stream);
    refused("02_naive", "--step 2 --timeline /nowhere/t.svg", "--timeline /nowhere/t.svg: ");
    refused("02_naive", "--timeline t.svg", "for one step alone");
}

// A picture that cannot be written, or shows nothing, is a failure, and the old one stays.
Test(cli_files, pictures_are_whole_or_not_there)
{
    char path[200], command[2000];
    snprintf(path, sizeof path, "%s", scratch_path("picture.svg"));
    write_bytes(path, "old", 3);
    snprintf(command, sizeof command,
             "ulimit -f 1; exec %s --size 32 --reps 1 --step 1 --banks --svg %s 2>&1 >/dev/null",
             chapter_program("04_shared"), path);
    struct run run = run_program((const char *const[]){"/bin/sh", "-c", command, NULL});
    cr_expect(run.status == 1 && has(run.out, "picture.svg: cannot be written: File too large"),
              "status %d: %s", run.status, run.out);
    run_free(&run);
    snprintf(command, sizeof command, "--size 8 --reps 1 --step 1 --banks --svg %s", path);
    run = run_words(chapter_program("02_naive"), command);
    cr_expect(run.status == 1 && has(run.err, "picture.svg: no access to shared memory to draw"),
              "status %d: %s", run.status, run.err);
    run_free(&run);
    char text[10] = "";
    FILE *stream = fopen(path, "r");
    cr_assert(stream && fgets(text, sizeof text, stream));
    fclose(stream);
    cr_expect_str_eq(text, "old");
    cr_expect_eq(scratch_file_count(), 1);
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
