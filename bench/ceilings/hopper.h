// SPDX-License-Identifier: MIT
//
// hopper.h: what a program that measures Hopper's own instructions begins with.
#ifndef BENCH_CEILINGS_HOPPER_H
#define BENCH_CEILINGS_HOPPER_H

#include <stdio.h>
#include <stdlib.h>

#include "bench/driver_version.h"
#include "common/step/machine.h"

// The GPU, its heading printed; ends the program where it is not of compute capability 9.0.
static struct machine hopper(const char *program, int argc, char **argv)
{
    struct machine machine;
    struct failure why;
    char driver[64];
    if (!machine_of_gpu(&machine, &why)) {
        fprintf(stderr, "%s: %s\n", program, why.text);
        exit(1);
    }
    if (machine.is_emulated || machine.compute_capability != 90) {
        fprintf(stderr, "%s: needs a GPU of compute capability 9.0\n", program);
        exit(0);
    }
    driver_version(driver, sizeof driver);
    printf("# GPU: %s, %d SMs; driver: %s; commit: %s\n", machine.name, machine.sm_count, driver,
           argc > 1 ? argv[1] : "unknown");
    return machine;
}

#endif
