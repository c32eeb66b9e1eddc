// SPDX-License-Identifier: MIT
//
// test_shared.c: what chapter 04 states: where 1_panel stops, and what bank conflicts cost.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../04_shared/shared.h"
#include "../../common/driver/gpu/gpu.h"
#include "../support/cli.h"

TestSuite(shared, .fini = scratch_remove);

// ---- The limit of 1_panel ------------------------------------------------------------------------

// No GPU has 25 million bytes of shared memory in an SM.
static const char too_deep[] = "--step 1_panel: needs 25600000 bytes of shared memory for panels "
                               "of k = 100000, a block of this GPU has at most ";

Test(shared, a_panel_that_does_not_fit_is_refused)
{
    refused("04_shared", "--step 1_panel -k 100000", too_deep);
    refused("04_shared", "--step panel -m 3 -n 3 -k 100000 --predict", too_deep);
    refused("04_shared", "--step 2 --step 1 -m 3 -n 3 -k 100000", too_deep);
}

// 48 KiB need no asking, and are enough for k = 192; 227 KiB, the most there is, for k = 908.
Test(shared, among_all_steps_it_is_skipped_aloud)
{
    struct run run = accepted("04_shared", "-m 33 -n 33 -k 909 --reps 1");
    cr_expect(has(run.out, "1_panel           skipped: needs 232704 bytes"), "%s", run.out);
    cr_expect(has(run.out, "4_swizzled        ok"), "%s", run.out);
    run_free(&run);
    run = accepted("04_shared", "--predict --size 4096");
    cr_expect(has(run.out, "1_panel           skipped: needs 1048576 bytes"), "%s", run.out);
    cr_expect(has(run.out, "2_bank_conflicts  predicted"), "%s", run.out);
    run_free(&run);
}

Test(shared, the_limit_is_exact)
{
    struct machine machine;
    struct failure why;
    cr_assert(gpu_ops()->open(&machine, &why), "%s", why.text);
    const int deepest = (int)(machine.shared_per_block_optin / shared_panel_bytes(1));
    char words[100], message[100];
    snprintf(words, sizeof words, "--step 1 -m 33 -n 2 -k %d --reps 1", deepest);
    accepted_with("04_shared", words, "1_panel         ok");
    snprintf(words, sizeof words, "--step 1 -m 33 -n 2 -k %d", deepest + 1);
    snprintf(message, sizeof message, "at most %zu: enough for k <= %d",
             machine.shared_per_block_optin, deepest);
    refused("04_shared", words, message);
}

Test(shared, without_products_no_panel_is_needed)
{
    accepted_with("04_shared", "--step 1 -m 3 -n 3 -k 100000 --alpha 0 --reps 1", " ok ");
    accepted_with("04_shared", "--step 1 -m 0 -n 3 -k 100000", " ok ");
}

// On a GPU m and n are 4096, and k is what 1_panel can do.
Test(shared, has_a_default_k_of_its_own)
{
    accepted_with("04_shared", "--help", "256 on the emulated GPU, 4096 on a GPU (k: 512).");
}

static int launch_too_deep(void *k)
{
    static float element;
    shared_panel(1, 1, *(int *)k, 1, &element, *(int *)k, &element, 1, 0, &element, 1);
    return 0;
}

// The launcher, called with what the driver would have refused: also where bytes exceed an int.
Test(shared, the_launcher_refuses_it_too)
{
    int depths[] = {100000, 2147483647};
    for (int i = 0; i < 2; i++) {
        struct run run = run_function(launch_too_deep, &depths[i]);
        cr_expect(run.status == 1, "exit status %d", run.status);
        cr_expect(has(run.err, "1_panel: needs ") && count_lines(run.err) == 1, "%s", run.err);
        run_free(&run);
    }
}

// ---- What the counters show ----------------------------------------------------------------------

static struct counts count(sgemm_nn_fn *sgemm, int size)
{
    const struct gpu_ops *gpu = gpu_ops();
    const size_t bytes = sizeof(float) * (size_t)size * (size_t)size;
    float *A = gpu->alloc(bytes), *B = gpu->alloc(bytes), *C = gpu->alloc(bytes);
    float *zeros = calloc(1, bytes);
    cr_assert_not_null(zeros);
    gpu->copy_in(A, zeros, bytes);
    gpu->copy_in(B, zeros, bytes);
    struct counts counts;
    gpu->counting()->begin();
    sgemm(size, size, size, 1, A, size, B, size, 0, C, size);
    gpu->wait();
    gpu->counting()->end(&counts);
    gpu->release(A);
    gpu->release(B);
    gpu->release(C);
    free(zeros);
    return counts;
}

static void open_emulated(void)
{
    struct machine machine;
    struct failure why;
    cr_assert(gpu_ops()->open(&machine, &why), "%s", why.text);
    if (!gpu_ops()->counting())
        cr_skip_test("a real GPU counts for Nsight Compute only");
}

Test(shared, stores_to_as_conflict_32_ways_and_both_cures_help)
{
    enum { SIZE = 128 };
    open_emulated();
    const struct counts bad = count(shared_bank_conflicts, SIZE);
    const struct counts padded = count(shared_padded, SIZE),
                        swizzled = count(shared_swizzled, SIZE);
    // Half of the requests store to As, with 31 wavefronts too many each; the other half has none.
    cr_expect(bad.shared_store_conflicts == 31 * bad.shared_store_requests / 2);
    cr_expect(bad.shared_load_conflicts == 0);
    cr_expect(counts_shared_conflicts(&padded) == 0 && counts_shared_conflicts(&swizzled) == 0);
    cr_expect(padded.shared_store_wavefronts == padded.shared_store_requests);
    // Nothing else differs.
    cr_expect(bad.global_load_sectors == padded.global_load_sectors);
    cr_expect(swizzled.global_load_sectors == padded.global_load_sectors);
}

// The README: chapters 02 and 03 ask for 4 sectors for each 32 multiply-adds, this one for 1/4.
Test(shared, sixteen_times_fewer_sectors)
{
    enum { SIZE = 128 };
    open_emulated();
    const struct counts counts = count(shared_panel, SIZE);
    cr_expect(counts.global_load_sectors * 128 == (long long)SIZE * SIZE * SIZE);
}
