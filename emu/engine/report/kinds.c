// SPDX-License-Identifier: MIT
//
// kinds.c: titles, default cures and help anchors of the kinds of diagnoses.
#include "kinds.h"

#include <stddef.h>

const struct kind_facts kind_facts[KINDS] = {
    [KIND_RACE] =
        {"race",
         "two threads access the same memory, at least one of them writes, and nothing orders them",
         NULL, "races"},
    [KIND_UNWAITED] = {"unwaited",
                       "the result of an asynchronous operation is used before it was waited for",
                       NULL, "asynchronous-copies"},
    [KIND_UNWRITTEN] = {"unwritten", "memory is read that nothing has written", NULL,
                        "values-that-nothing-has-set"},
    [KIND_BOUNDS] = {"bounds", "an access or a copy outside the memory that it belongs to", NULL,
                     "every-load-and-store"},
    [KIND_LEAK] = {"leak", "device memory that was never freed",
                   "call cudaFree when the memory is no longer needed", "memory"},
    [KIND_FREE] = {"free",
                   "memory is used or freed after it was freed, or freed by the wrong function",
                   NULL, "memory"},
    [KIND_MISALIGNED] = {"misaligned", "an address that is not a multiple of what the access needs",
                         NULL, "every-load-and-store"},
    [KIND_DESCRIPTOR] = {"descriptor",
                         "a wgmma descriptor that does not describe the tile in shared memory",
                         NULL, "warpgroups"},
    [KIND_FENCE] = {"fence", "a fence is missing between two accesses", NULL,
                    "barriers-in-shared-memory-clusters-the-copy-engine"},
    [KIND_REGISTERS] = {"registers", "setmaxnreg with a number of registers that cannot be had",
                        NULL, "warpgroups"},
    [KIND_PEER] = {"peer", "a kernel accesses memory of a GPU that its own may not reach", NULL,
                   "several-gpus"},
    [KIND_COLLECTIVE] =
        {"collective", "the calls that ranks of NCCL make do not match, or name what they may not",
         "every rank must make the same calls, with the same counts and types, in "
         "the same order",
         "several-gpus"},
    [KIND_MAPPING] = {"mapping", "reserved addresses without memory, or without access",
                      "cuMemMap puts memory there, and cuMemSetAccess opens it", "memory"},
    [KIND_DEADLOCK] = {"deadlock", "no thread can continue", NULL, "threads"},
    [KIND_MBARRIER] = {"mbarrier", "an mbarrier that is used wrongly", NULL,
                       "barriers-in-shared-memory-clusters-the-copy-engine"},
    [KIND_CLUSTER] = {"cluster", "an operation on blocks of a cluster that cannot work", NULL,
                      "barriers-in-shared-memory-clusters-the-copy-engine"},
    [KIND_TENSOR_MAP] = {"tensor map", "a tensor map that cannot be used", NULL,
                         "barriers-in-shared-memory-clusters-the-copy-engine"},
    [KIND_ENDLESS] = {"endless", "no block has ended for a long time",
                      "does every loop come to its end, for every thread's index? "
                      "(EMU_TIMEOUT=seconds allows more time, 0 any)",
                      "threads"},
    [KIND_BARRIER] = {"barrier", "threads of one block wait at different barriers", NULL,
                      "threads"},
    [KIND_DIVERGED] = {"diverged", "threads that must execute an instruction together do not", NULL,
                       "matrices"},
    [KIND_WARP] = {"warp", "a warp operation whose lanes do not match its mask", NULL, "threads"},
    [KIND_DIVISION] = {"division", "an integer division without a result", NULL, NULL},
    [KIND_HOST] = {"host", "host code and kernel use what belongs to the other", NULL, NULL},
    [KIND_ASSERTION] = {"assertion", "an assertion failed", NULL, NULL},
    [KIND_TRAP] = {"trap", "the kernel called __trap()", NULL, NULL},
    [KIND_MEMORY] = {"memory", "an address in memory of the wrong kind", NULL,
                     "every-load-and-store"},
    [KIND_ERROR] = {"error", "an error that the program never looked at",
                    "test what each call returns, and cudaGetLastError() after each launch", NULL},
    [KIND_MISTAKE] = {"mistake", "any other mistake", NULL, NULL},
};
