// SPDX-License-Identifier: MIT
// refused: R
// forges the end of the report
#include "learn/exercise.h"
#include "learn/run/job.h"
#include <unistd.h>
extern "C" void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                         int ldb, float beta, float *C, int ldc)
{
    struct chunk end = {};
    end.kind = CHUNK_END;
    if (write(REPORT_FD, &end, sizeof end) > 0)
        _exit(0);
}
