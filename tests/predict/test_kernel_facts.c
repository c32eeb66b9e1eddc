// SPDX-License-Identifier: MIT
//
// test_kernel_facts.c: what is known of the kernels' machine code belongs to the current sources,
// and is found by step and kernel.
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "../../common/predict/kernel_facts.h"
#include "../../emu/timing/facts.h"

TestSuite(kernel_facts, .init = kernel_facts_register);

Test(kernel_facts, facts_are_those_of_todays_sources)
{
    char line[200] = "", wanted[200] = "", told[40] = "";
    FILE *facts = fopen("common/predict/kernel_facts.inc", "r");
    FILE *hash = popen("bench/code/facts_hash.sh", "r");
    cr_assert(facts && hash);
    cr_expect(fgets(line, sizeof line, facts) != NULL);
    cr_expect(fscanf(hash, "%39s", told) == 1);
    fclose(facts);
    pclose(hash);
    snprintf(wanted, sizeof wanted, "// sources %s,", told);
    cr_expect(strncmp(line, wanted, strlen(wanted)) == 0,
              "the kernels have changed since their machine code was read: make kernel-facts\n%s%s",
              line, wanted);
    cr_expect(facts_find("05_outer_product/6_warp_tile", "sgemm_warp_tile") != NULL);
    cr_expect(facts_find("05_outer_product/6_warp_tile", "another") == NULL);
    cr_expect(facts_find("04_shared/1_panel", "sgemm_warp_tile") == NULL, "another chapter's");
}

Test(kernel_facts, facts_are_of_the_file_named_most_like_the_step)
{
    const struct kernel_facts *tuned =
        facts_find("05_outer_product/8_tuned", "sgemm_tuned_128x256_4");
    cr_assert(tuned != NULL, "a step's kernels may stand in other files");
    cr_expect_str_eq(tuned->source, "05_outer_product/tuned_width_4");
    const struct kernel_facts *split =
        facts_find("10_shapes_and_types/2_split_k_turns", "segments_nn_128x128");
    cr_assert(split != NULL);
    cr_expect_str_eq(split->source, "10_shapes_and_types/2_split_k");
}
