// SPDX-License-Identifier: MIT
#include "workload.h"

#include <setjmp.h>
#include <stddef.h>

// Launchers are C functions: leaving one early skips no cleanup.
static jmp_buf back;
static struct failure *under_way; // of the current attempt, or NULL

// Called by cuda_check.h. That header needs CUDA's headers, which a program without GPU steps does
// not have.
void cuda_check_failed(const char *text);

void cuda_check_failed(const char *text)
{
    if (!under_way)
        return;
    fail(under_way, "%s", text);
    longjmp(back, 1);
}

bool attempt(void (*work)(void *context), void *context, struct failure *why)
{
    under_way = why;
    const bool done = setjmp(back) == 0;
    if (done)
        work(context);
    under_way = NULL;
    return done;
}
