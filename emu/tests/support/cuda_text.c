// SPDX-License-Identifier: MIT
#include "cuda_text.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

const char *compile_text(const char *name, const char *text)
{
    char source[200], file[80];
    snprintf(file, sizeof file, "%s.cu", name);
    snprintf(source, sizeof source, "%s", scratch_path(file));
    const char *program = scratch_path(name);
    write_bytes(source, text, strlen(text));
    struct run run = run_program((const char *const[]){
        emucc_program(), "-w", WITHOUT_SPECIAL_FUNCTIONS, source, "-o", program, NULL});
    cr_assert(run.status == 0, "emucc %s: %s", file, run.err);
    run_free(&run);
    return program;
}

struct run run_for(const char *program, const char *argument, double seconds)
{
    return run_program_for((const char *const[]){program, argument, NULL}, seconds, NULL);
}
