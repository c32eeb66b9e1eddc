// SPDX-License-Identifier: MIT
#include "attempt.h"

#include <setjmp.h>
#include <stddef.h>

// Launchers are C functions: nothing is left undone when one is left early.
static jmp_buf back;
static struct failure *under_way; // of the attempt that is, or NULL

// What cuda_check.h calls; that header needs CUDA's, which a program without GPU steps has not.
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
