// SPDX-License-Identifier: MIT
//
// test_many_processes.c: chapter 11 with a process for each GPU, started by mpirun, where MPI is
// installed: the same results as by threads, and no rank waits for one that has ended.
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../common/step/machine.h"
#include "../support/support.h"

#define CHAPTER "11_many_gpus"

// As `make mpi` has it (mk/many_gpus.mk), and Open MPI refuses to run for root.
static void allow_mpirun(void)
{
    const char *const variables[][2] = {
        {"OMPI_ALLOW_RUN_AS_ROOT", "1"},
        {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
        {"OMPI_MCA_rmaps_base_oversubscribe", "1"},
        {"PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe"},
        {"OMPI_MCA_hwloc_base_binding_policy", "none"},
        {"PRTE_MCA_hwloc_default_binding_policy", "none"},
        {"EMU_GPUS", "4"},
    };
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        setenv(variables[i][0], variables[i][1], 1);
}

TestSuite(many_processes, .init = allow_mpirun, .fini = scratch_remove);

static const char *mpi_program(void)
{
    static char path[1200];
    snprintf(path, sizeof path, "%s_mpi", chapter_program(CHAPTER));
    return path;
}

static void need_gpus(int count)
{
    struct machine machine;
    struct failure why;
    int there = 0;
    if (access(mpi_program(), X_OK) != 0)
        cr_skip_test("MPI is not installed: `make deps mpi`");
    if (!machine_of_gpu(&machine, &why) || machine_capability(&machine) != 90 ||
        cudaGetDeviceCount(&there) != cudaSuccess || there < count)
        cr_skip_test("%d GPUs of compute capability 9.0 are needed", count);
}

// The lines up to the row of 9_summa, without the times of a GPU; asserts that the result is right.
static size_t length_of_row(const struct run *run)
{
    const char *row = strstr(run->out, "9_summa,"), *ok = row ? strstr(row, ",ok,") : NULL;
    cr_assert(run->status == 0 && ok && !run->err[0], "status %d\n%s%s", run->status, run->out,
              run->err);
#ifdef EMU_GPU
    return (size_t)(strchr(row, '\n') - run->out);
#else
    return (size_t)(ok - run->out);
#endif
}

#define SIZES \
    "--step", "9", "-m", "37", "-n", "41", "-k", "2100", "--alpha", "0.5", "--beta", "-1.5", \
        "--reps", "1", "--format", "csv"

static void compare_with_threads(const char *ranks)
{
    need_gpus(atoi(ranks));
    struct run threads =
        run_program((const char *[]){chapter_program(CHAPTER), "--gpus", ranks, SIZES, NULL});
    struct run mpi =
        run_program((const char *[]){"mpirun", "-n", ranks, mpi_program(), SIZES, NULL});
    const size_t length = length_of_row(&mpi);
    cr_expect(length == length_of_row(&threads) && memcmp(mpi.out, threads.out, length) == 0,
              "%s processes: %sthreads: %s", ranks, mpi.out, threads.out);
    run_free(&mpi);
    run_free(&threads);
}

Test(many_processes, two_ranks) { compare_with_threads("2"); }
Test(many_processes, four_ranks) { compare_with_threads("4"); }

// Rank 1 is killed in the middle of it.
Test(many_processes, no_rank_waits_for_one_that_was_killed, .timeout = 120)
{
    static const char script[] = "test \"${OMPI_COMM_WORLD_RANK:-$PMI_RANK}\" != 1 || "
                                 "set -- timeout -s KILL 2 \"$@\"; exec \"$@\"";
    need_gpus(2);
    struct run run =
        run_program((const char *[]){"mpirun", "-n", "2", "sh", "-c", script, "sh", mpi_program(),
                                     "--step", "9", "--size", "8192", "--reps", "1000", NULL});
    cr_expect(run.status != 0 && strstr(run.err, "rank 1"), "status %d\n%s", run.status, run.err);
    run_free(&run);
}

Test(many_processes, a_program_without_mpi_says_so)
{
    need_gpus(2);
    struct run run =
        run_program((const char *[]){"mpirun", "-n", "2", chapter_program(CHAPTER), NULL});
    const char *line = strstr(run.err, "11_many_gpus: one of several processes, but built without "
                                       "MPI: `make mpi` builds 11_many_gpus_mpi\n");
    cr_expect(run.status == 2 && line && !strstr(strchr(line, '\n'), "MPI"), "status %d\n%s",
              run.status, run.err);
    run_free(&run);
}
