// SPDX-License-Identifier: MIT
//
// test_emu_results.c: what becomes of results: the tables and plots for the lessons, the reader of
// machine code, ncu's counters of the steps.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../emu/tests/support/sampler.h"
#include "../support/chapters.h"
#include "../support/support.h"
#include "tools.h"

TestSuite(emu_results, .fini = scratch_remove);

// ---- Tables --------------------------------------------------------------------------------------

#define TABLE "bench/plots/ladder_table.py --results tests/bench/results.tsv "
#define TABLE_OF_TWO TABLE "--results tests/bench/results_f16.tsv "

Test(emu_results, table_is_as_recorded)
{
    must(shell(TABLE "print ladder 4096 | cmp - tests/bench/ladder.md"), 0, "", "");
    must(shell(TABLE "print sizes 02/2"), 0, "| 4096 | ", "");
    must(shell(TABLE "print shapes 02/2_coalesced"), 0, "| 656 × 722 × 1998 | ", "");
    must(shell(TABLE "print ceilings"), 0, "| `ffma` | 64.86 TFLOP/s |", "");
}

// Two runs of the same products: cuBLAS is that of a step's own run, and where it was right.
Test(emu_results, cublas_is_of_the_same_run)
{
    char path[200];
    snprintf(path, sizeof path, "%s", scratch_path("wrong.tsv"));
    must(shell("sed '/peer/s/\tok\t/\twrong\t/; s/1_tuned/2_tuned/'"
               " tests/bench/results_f16.tsv > %s; " TABLE_OF_TWO
               "--results %s print steps 4096 08/1 08/2",
               path, path),
         0,
         "| `08/1_tuned` | f16, sums in float32 | 490 | 700 | 70.0% | 600 | 81.7% |\n"
         "| `08/2_tuned` | f16, sums in float32 | 490 |  |  | 600 | 81.7% |\n",
         "");
}

// Of two runs, the second with types and transposes.
Test(emu_results, table_of_types_is_as_recorded)
{
    must(shell("{ " TABLE_OF_TWO "print ladder 4096; echo; " TABLE_OF_TWO
               "print types 4096; } | cmp - tests/bench/ladder_f16.md"),
         0, "", "");
    must(shell(TABLE_OF_TWO "print ladder 4096 02_naive | grep -c 07/"), 1, "0", "");
    must(shell(TABLE_OF_TWO "print steps 4096 02/2 08/1"), 0,
         "| `02/2_coalesced` | float32 | 5.20 | 51.3 | 10.1% | 64.9 | 8.0% |\n"
         "| `08/1_tuned` | f16, sums in float32 | 490 | 700 | 70.0% | 600 | 81.7% |\n",
         "");
    must(shell(TABLE_OF_TWO "print sizes 08/1 nt"), 0, "| `08/1_tuned` NT, m = n = k |", "");
    must(shell(TABLE_OF_TWO "print shapes 08/1"), 0, "| `08/1_tuned` NN, m × n × k |", "");
    must(shell(TABLE_OF_TWO "print ceilings"), 0, "| `mma_f16_f32` | 600 TFLOP/s |", "");
    must(shell("bench/plots/ladder_table.py --results bench/results/h200_gemm_f16.tsv print cycles "
               "4096"),
         0, "| NN: cycles of an SM | sectors |", "");
    must(shell(TABLE "print chains mma_i8_i32 | head -1"), 0,
         "| TOP/s: warps in an SM | chains: 1 |", "");
}

Test(emu_results, bad_tables_are_refused)
{
    must(shell(TABLE "print nosuch"), 2, "", "table nosuch: not known; there are ladder");
    must(shell(TABLE "print ladder"), 2, "", "wrong number of words");
    must(shell(TABLE "print ladder 77"), 2, "", "ladder 77: not a size");
    must(shell(TABLE "print ladder 4096 09_none"), 2, "", "no such rows");
    must(shell(TABLE "print types 4096"), 2, "", "types 4096 : no such rows");
    must(shell(TABLE "print steps 4096"), 2, "", "wrong number of words");
    must(shell(TABLE "print steps 4096 02/2 09/1"), 2, "", "09/1: no such step");
    must(shell(TABLE_OF_TWO "print steps 1024 08/1"), 2, "", "08/1: not timed at this size");
    must(shell(TABLE "print cycles 4096"), 2, "", "cycles 4096 : no such rows");
    must(shell(TABLE "print chains ffma"), 2, "", "chains ffma: no such rows");
    must(shell(TABLE "print sizes 02/2 tt"), 2, "", "02/2: no such step");
    must(shell(TABLE "print sizes 09/1"), 2, "", "09/1: no such step");
    must(shell("bench/plots/ladder_table.py --results nofile print ladder 4096"), 2, "",
         "nofile: No such file or directory");
    must(shell("bench/plots/ladder_table.py --results README.md print ladder 4096"), 2, "",
         "not a results file");
}

Test(emu_results, tables_in_lessons_are_written_and_checked)
{
    static const char lesson[] = "# Lesson\n\n<!-- table: ladder 4096 -->\n<!-- end -->\n\nText.\n";
    char path[200];
    snprintf(path, sizeof path, "%s", scratch_path("lesson.md"));
    write_bytes(path, lesson, sizeof lesson - 1);
    must(shell(TABLE "check %s", path), 1, "", "`make tables` writes it");
    must(shell(TABLE "write %s", path), 0, "wrote the tables of", "");
    must(shell(TABLE "check %s", path), 0, "", "");
    must(shell("cat %s", path), 0, "| `02/2_coalesced` | 5.20 | 10.1% | 5.35 × |", "");
    must(shell("sed -i s/5.20/5.21/ %s", path), 0, "", "");
    must(shell(TABLE "check %s", path), 1, "", "a table is not what");
    must(shell("sed -i /end/d %s", path), 0, "", "");
    must(shell(TABLE "check %s", path), 2, "", "without its `<!-- end -->`");
}

// ---- Plots, where matplotlib is ------------------------------------------------------------------

Test(emu_results, plots_are_the_same_each_time)
{
    char path[200];
    snprintf(path, sizeof path, "%s", scratch_path("once"));
    must(shell("for python in python3 /usr/bin/python3; do"
               "    $python -c 'import matplotlib' 2>/dev/null || continue;"
               "    for name in a b; do"
               "        $python bench/plots/plot_ladder.py --results tests/bench/results.tsv"
               "            --results tests/bench/results_f16.tsv"
               "            --out $(dirname %s) --name $name >/dev/null || exit 1;"
               "    done;"
               "    cd $(dirname %s) && for p in ladder sizes roofline; do"
               "        cmp ${p}_a.svg ${p}_b.svg || exit 1; done; exit 0; done",
               path, path),
         0, "", "");
}

// ---- Machine code --------------------------------------------------------------------------------

Test(emu_results, loops_of_recorded_machine_code)
{
    must(shell("bench/code/sass.py --sass tests/bench/tiny.sass --usage tests/bench/tiny.usage | "
               "cmp - tests/bench/tiny.txt"),
         0, "", "");
    must(shell("bench/code/sass.py --sass tests/bench/tiny.sass --dump"), 0,
         "    0220  @!P0 BRA 0x180\n", "");
    must(shell("bench/code/sass.py --sass tests/bench/tiny.sass --kernel nosuch"), 2, "",
         "no kernel nosuch");
    must(shell("bench/code/sass.py --sass nofile"), 2, "", "nofile: No such file");
    must(shell("bench/code/sass.py"), 2, "", "say an object file");
    must(shell("bench/code/sass.py --cuobjdump ./nosuch file.o"), 2, "",
         "./nosuch: not found; cuobjdump and nvdisasm");
}

Test(emu_results, facts_without_a_toolkit_leave_no_file)
{
    char path[200];
    snprintf(path, sizeof path, "%s", scratch_path("facts"));
    must(shell("bench/code/kernel_facts.py --nvcc ./nosuch --out %s 02_naive/2_coalesced.cu", path),
         2, "", "kernel_facts.py: ./nosuch: not found");
    must(shell("test ! -e %s", path), 0, "", "");
}

#define FACTS \
    "PYTHONPATH=bench/code python3 -B -c 'import sass, kernel_facts as facts\n" \
    "kernels = sass.parse_sass(open(\"tests/bench/facts.sass\").read())\n" \
    "print(*(facts.of_kernel(kernel) for kernel in kernels.values()), sep=\"\\n\")'"

// Two loads are in flight at a time where parts are added up. A DMMA's NOPs, and what a load
// or a branch waits before one, are the tensor cores' time: 4 and 2 cycles of two
// instructions are left.
Test(emu_results, facts_of_recorded_machine_code)
{
    must(shell(FACTS), 0, "(4, 1, 4, 1, 96, 0, 80, 2)\n(3, 2, 3, 2, 64, 0, 48, 0)\n", "");
}

Test(emu_results, step_of_machine_code_must_exist)
{
    must(shell("mk/step_file.sh 02/9 01_cpu 02_naive"), 2, "", "STEP=02/9: say chapter/step");
    must(shell("mk/step_file.sh 02/1 01_cpu 02_naive"), 0, "/dev/null 02_naive/1_uncoalesced.cu\n",
         "");
    must(shell("mk/step_file.sh 05/8 05_outer_product"), 0,
         "05_outer_product/7_double_buffer.cu 05_outer_product/8_tuned/8_tuned.cu 05_outer", "");
    must(shell("mk/diff.sh 02/1 02_naive"), 0, "02_naive begins with this step", "");
}

// nvcc and cuobjdump, where both are installed.
Test(emu_results, loops_of_a_step)
{
    struct run run = shell("PATH=$PATH:/usr/local/cuda/bin; command -v nvcc >/dev/null && "
                           "command -v cuobjdump >/dev/null || exit 77; "
                           "make -s GPU=cuda sass STEP=02/2");
    if (run.status == 77)
        run_free(&run);
    else
        must(run, 0, "sgemm_coalesced: ", "");
}

// ---- Records and their kernels -------------------------------------------------------------------

#define RECORDS "\"$root/bench/code/records.py\" "

// A tree of one step, in a header of common/device and a file of its folder, with one record of it.
static void in_a_toy_tree(const char *then, int status, const char *out_has, const char *err_has)
{
    char path[200];
    snprintf(path, sizeof path, "%s", scratch_path("toy"));
    must(
        shell("root=$PWD; rm -rf '%s'; mkdir -p '%s' && cd '%s' && mkdir -p 02_toy/1_step"
              " common/device bench/results && echo '#include \"../../common/device/x.h\"'"
              " > 02_toy/1_step/1_step.cu && echo 'int a; // one' > common/device/x.h &&"
              " echo 'int b;' > 02_toy/1_step/body.h && echo 'int c;' > 02_toy/1_step/1_other.cu &&"
              " printf '# commit 1234567, 2026-11-27\\nchapter\\tstep\\n02_toy\\t1_step_f16\\n'"
              " > bench/results/r.tsv && " RECORDS "stamp bench/results/r.tsv && %s",
              path, path, path, then),
        status, out_has, err_has);
}

Test(emu_results, a_record_older_than_its_kernel_is_named)
{
    in_a_toy_tree("cat bench/results/r.tsv", 0, "2026-11-27\n# sources: 02/1_step_f16 ", "");
    in_a_toy_tree(RECORDS "write && cat bench/results/records.md", 0,
                  "| [r.tsv](r.tsv) | 2026-11-27 | 1234567 | current |", "");
    // Comments, line breaks and other steps change nothing.
    in_a_toy_tree("printf 'int\\na; /* 1 */' > common/device/x.h; echo > 02_toy/1_step/1_other.cu;"
                  " echo 'int x;' > common/device/y.h; " RECORDS "write",
                  0, "1 of the current kernels, 0 older, 0 before hashes", "");
    in_a_toy_tree("echo 'int d;' > common/device/x.h; " RECORDS "write", 0,
                  "r.tsv: older than 02/1_step_f16\n", "");
    in_a_toy_tree("echo 'int d;' > common/device/x.c; " RECORDS "write", 0, "1 older", "");
    in_a_toy_tree("echo 'int d;' > 02_toy/1_step/body.h; " RECORDS "write", 0, "1 older", "");
    in_a_toy_tree(RECORDS "stamp bench/results/r.tsv 02/1_step && " RECORDS
                          "stamp bench/results/r.tsv && grep -c sources bench/results/r.tsv",
                  0, "1\n", "");
    in_a_toy_tree("echo '# 2026-11-20' > bench/results/old.txt; " RECORDS
                  "write; cat bench/results/*.md",
                  0, "| [old.txt](old.txt) | 2026-11-20 |  | before hashes |", "");
    // A part of a record has its own row.
    in_a_toy_tree("{ echo '# NVIDIA H200, 2026-11-20'; cat bench/results/r.tsv; echo;"
                  " echo '# 2 x NVIDIA H200, 2026-11-21'; } > bench/results/of_two.txt; " RECORDS
                  "write; grep -o 'of_two.txt).*' bench/results/records.md",
                  0,
                  "of_two.txt) | 2026-11-20 | 1234567 | current |\n"
                  "of_two.txt) | 2026-11-21 |  | before hashes |\n",
                  "");
    in_a_toy_tree(RECORDS "check", 1, "", "not current; run `make records`");
    in_a_toy_tree(RECORDS "stamp bench/results/r.tsv 02/7", 1, "", "02/7: no such step");
    in_a_toy_tree(RECORDS "stamp bench/results/no.tsv", 1, "", "no.tsv: no such file");
}

// ---- ncu's counters of the steps -----------------------------------------------------------------

#define NCU "bench/results/ncu_steps_h200.tsv"
#define JOIN \
    "emu/validate/ncu_compare.py join --common --ncu " NCU \
    " $(test -f bench/results/ncu_steps_explained.tsv &&" \
    " echo --explained bench/results/ncu_steps_explained.tsv) --emu "

// The size and whether the record names steps (older ones name kernels only).
static int recorded_size(bool *has_steps)
{
    struct run run = shell("sed -n 's/^# program: .*--sizes* \\([0-9]*\\).*/\\1/p' " NCU "; "
                           "grep '^index' " NCU " | tr '\\t' '\\n' | grep -x step");
    const int size = atoi(run.out);
    *has_steps = has(run.out, "step");
    run_free(&run);
    cr_assert(size > 0, NCU " does not say its size");
    return size;
}

// The formulas agree with the emulator (test_counters_predicted), and cost no time: so all steps.
Test(emu_results, formulas_equal_what_ncu_counted)
{
    bool has_steps;
    const int size = recorded_size(&has_steps);
    if (!has_steps)
        return;
    char predicted[200], words[200];
    snprintf(predicted, sizeof predicted, "%s", scratch_path("predicted.tsv"));
    snprintf(words, sizeof words, "--predict --shapes 0 --sizes %d", size);
    struct run run = run_gemm(words);
    write_bytes(predicted, run.out, strlen(run.out));
    run_free(&run);
    must(shell(JOIN "%s", predicted), 0, " 0 different", "");
}

// Where boxes of the copy engine reach over the edges.
Test(emu_results, formulas_equal_what_ncu_counted_at_edges)
{
    char predicted[200];
    snprintf(predicted, sizeof predicted, "%s", scratch_path("edges.tsv"));
    struct run run = run_gemm("--predict --shapes 0 --sizes 200 --chapter 09");
    write_bytes(predicted, run.out, strlen(run.out));
    run_free(&run);
    must(shell("emu/validate/ncu_compare.py join --common --ncu "
               "bench/results/ncu_edges_h200.tsv "
               "--explained bench/results/ncu_edges_explained.tsv --emu %s",
               predicted),
         0, " 0 different", "");
}

// The emulator itself, on the last step of each chapter: seconds in all. Without TEST_MORE those of
// the first chapters represent the others.
Test(emu_results, emulator_counts_what_ncu_counted)
{
    enum { FIRST_CHAPTERS = 4 };
    bool has_steps;
    const int size = recorded_size(&has_steps);
    char words[1000], counted[200];
    int used = snprintf(words, sizeof words, "--once --shapes 0 --sizes %d", size);
    for (int c = 0; c < (more_tests() ? course_chapter_count : FIRST_CHAPTERS); c++) {
        const struct chapter *chapter = course_chapters[c];
        if (chapter->step_count == 0)
            continue;
        const struct step *last = chapter_step(chapter, chapter->step_count - 1);
        // A tensor core's work takes the emulator longer: the formulas replace the counts of those
        // steps.
        if (last->place == STEP_ON_GPU && last->kind == STEP_GEMM && !last->on_tensor_cores)
            used += snprintf(words + used, sizeof words - (size_t)used, " --step %s/%s",
                             chapter->name, last->name);
    }
    snprintf(counted, sizeof counted, "%s", scratch_path("counted.tsv"));
    must(shell("EMU_CHECK=off emu/validate/ncu_compare.py emulate --out %s -- "
               "${BUILD_DIR:-build/emu}/bench/gemm/gemm "
               "%s && " JOIN "%s",
               counted, words, counted),
         0, " 0 different", "");
}
