// SPDX-License-Identifier: MIT
#include "processes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct processes us = {1, 0, 1, 0};

const struct processes *processes(void) { return &us; }

#ifdef HAVE_MPI
#include <mpi.h>

bool processes_open(int *argc, char ***argv, struct failure *why)
{
    MPI_Comm host;
    MPI_Init(argc, argv);
    MPI_Comm_size(MPI_COMM_WORLD, &us.count);
    MPI_Comm_rank(MPI_COMM_WORLD, &us.number);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
    MPI_Comm_size(host, &us.on_host);
    MPI_Comm_rank(host, &us.number_on_host);
    MPI_Comm_free(&host);
    if (us.number > 0 && !freopen("/dev/null", "w", stdout))
        return fail(why, "process %d: cannot open /dev/null", us.number);
    return true;
}

void processes_close(void) { MPI_Finalize(); }

void processes_broadcast(void *data, size_t bytes)
{
    MPI_Bcast(data, (int)bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static double reduce(double value, MPI_Op op)
{
    double all;
    MPI_Allreduce(&value, &all, 1, MPI_DOUBLE, op, MPI_COMM_WORLD);
    return all;
}

double processes_sum(double value) { return reduce(value, MPI_SUM); }
double processes_max(double value) { return reduce(value, MPI_MAX); }

bool processes_agree(bool fine, struct failure *why)
{
    const int first = (int)reduce(fine ? us.count : us.number, MPI_MIN);
    if (first < us.count)
        MPI_Bcast(why->text, sizeof why->text, MPI_CHAR, first, MPI_COMM_WORLD);
    return first == us.count;
}

#else

// Does a variable of the environment say that there are several processes?
static bool is_one_of_several(const char *name)
{
    const char *count = getenv(name);
    return count && atoi(count) > 1;
}

// Open MPI, MPICH and srun set these. Process 0 speaks for all.
bool processes_open(int *argc, char ***argv, struct failure *why)
{
    const char *const open_mpi = getenv("OMPI_COMM_WORLD_RANK"), *const pmi = getenv("PMI_RANK");
    (void)argc, (void)argv;
    if (!is_one_of_several("OMPI_COMM_WORLD_SIZE") && !is_one_of_several("PMI_SIZE") &&
        !is_one_of_several("SLURM_STEP_NUM_TASKS"))
        return true;
    us.number = open_mpi ? atoi(open_mpi) : pmi ? atoi(pmi) : 0;
    return fail(why, "one of several processes, but built without MPI: `make mpi` builds "
                     "11_many_gpus_mpi");
}

void processes_close(void) {}

void processes_broadcast(void *data, size_t bytes) { (void)data, (void)bytes; }

double processes_sum(double value) { return value; }
double processes_max(double value) { return value; }

bool processes_agree(bool fine, struct failure *why)
{
    (void)why;
    return fine;
}
#endif
