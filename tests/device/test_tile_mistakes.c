// SPDX-License-Identifier: MIT
//
// test_tile_mistakes.c: the emulated GPU says of each program in tests/device/tile_mistakes/ which
// tile operation some threads of the block leave out, word for word; nothing of the correct one.
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../emu/tests/support/gallery_text.h"
#include "../support/support.h"

#define FOLDER "tests/device/tile_mistakes"
enum { SECONDS = 60 };

TestSuite(tile_mistakes, .fini = scratch_remove);

static struct run compile_and_run(const char *name)
{
    char relative[100], source[1200], frames[1200]; // whose header says whose line is named
    snprintf(relative, sizeof relative, FOLDER "/%s.cu", name);
    snprintf(source, sizeof source, "%s", repository_path(relative));
    snprintf(frames, sizeof frames, "%s", repository_path("common/base/frames.h"));
    const char *program = scratch_path(name);
    struct run run =
        run_program((const char *const[]){emucc_program(), "-O2", WITHOUT_SPECIAL_FUNCTIONS,
                                          "-include", frames, source, "-o", program, NULL});
    cr_assert(run.status == 0, "%s", run.err);
    run_free(&run);
    return run_program_for((const char *const[]){program, NULL}, SECONDS, NULL);
}

Test(tile_mistakes, are_reported_by_their_operation)
{
    static const char *const names[] = {"tile_in_branch", "tile_loop_by_thread",
                                        "tile_two_branches"};
    setenv("EMU_CORES", "1", 1);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char file[100], why[700];
        struct run run = compile_and_run(names[i]);
        char *text = gallery_text(&run);
        snprintf(file, sizeof file, FOLDER "/%s.cu", names[i]);
        cr_expect(gallery_text_is_expected(text, file, why, sizeof why), "%s: %s", names[i], why);
        free(text);
        run_free(&run);
    }
}

Test(tile_mistakes, a_branch_of_the_whole_block_is_none)
{
    struct run run = compile_and_run("uniform_branch");
    cr_expect(run.status == 0 && !run.err[0], "%s", run.err);
    run_free(&run);
}
