// SPDX-License-Identifier: MIT
// test_emu_async.c: on the emulated GPU an asynchronous copy is written exactly when it is waited
// for. Also the diagnoses of copies that are used wrongly.
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <stdlib.h>

#include "../support/kernel_trial.h"
#include "../support/program.h"

static void plain_environment(void)
{
    unsetenv("EMU_CHECK");
    unsetenv("EMU_REPORT");
    unsetenv("EMU_COUNTERS");
}

TestSuite(emu_async, .init = plain_environment, .fini = scratch_remove);

// ---- When a copy is written
// -----------------------------------------------------------------------

// Four copies: three groups, the second with two of them, the third empty; the last copy is not
// committed.
#define FOUR_COPIES \
    "volatile __shared__ int s[4];\n" \
    "for (int i = 0; i < 4; i++) s[i] = 0;\n" \
    "cp_async_ca_4((int *)&s[0], &in[0], 4); cp_async_commit_group();\n" \
    "cp_async_ca_4((int *)&s[1], &in[1], 4);\n" \
    "cp_async_ca_4((int *)&s[2], &in[2], 4); cp_async_commit_group();\n" \
    "cp_async_commit_group();\n" \
    "cp_async_ca_4((int *)&s[3], &in[3], 4);\n"
#define SUM "out[0] = s[0] + 10 * s[1] + 100 * s[2] + 1000 * s[3];"

Test(emu_async, is_written_when_waited_for)
{
    static const struct kernel_trial trials[] = {
        {FOUR_COPIES SUM, 1, " 0", {NULL}},
        {FOUR_COPIES "cp_async_wait_group(3);" SUM, 1, " 0", {NULL}},
        {FOUR_COPIES "cp_async_wait_group(2);" SUM, 1, " 1", {NULL}},
        {FOUR_COPIES "cp_async_wait_group(1);" SUM, 1, " 321", {NULL}},
        {FOUR_COPIES "cp_async_wait_group(0);" SUM, 1, " 321", {NULL}},
        {FOUR_COPIES "cp_async_wait_all();" SUM, 1, " 4321", {NULL}},
        {FOUR_COPIES "__syncthreads(); __syncwarp(); __threadfence();" SUM, 1, " 0", {NULL}},
        // A thread waits only for its own copies: lane 1 has waited, lane 0 has not.
        {"__shared__ int s[2]; int t = threadIdx.x; s[t] = 0;\n"
         "cp_async_ca_4(&s[t], &in[t], 4); cp_async_commit_group();\n"
         "if (t == 1) cp_async_wait_group(0);\n"
         "__syncthreads(); out[t] = s[t];",
         2,
         " 0 2",
         {NULL}},
        // The source is read when the copy is waited for.
        {"__shared__ int s[1]; out[0] = 5;\n"
         "cp_async_ca_4(s, out, 4); out[0] = 6; cp_async_wait_all(); out[0] = s[0];",
         1,
         " 6",
         {NULL}},
    };
    setenv("EMU_CHECK", "off", 1);
    TRY_KERNELS(trials);
}

Test(emu_async, correct_ones_are_silent)
{
    static const struct kernel_trial trials[] = {
        {"__shared__ __align__(16) int s[4]; for (int i = 0; i < 4; i++) s[i] = -1;\n"
         "cp_async_cg_16(s, in, 6); cp_async_wait_all();\n"
         "out[0] = s[0] + 10 * s[1] + 100 * s[2] + 1000 * s[3];",
         1,
         " 21",
         {NULL}},
        // An address is not checked if nothing is read.
        {"__shared__ __align__(16) int s[4]; for (int i = 0; i < 4; i++) s[i] = -1;\n"
         "cp_async_cg_16(s, (const int *)12345, 0); cp_async_wait_all();\n"
         "out[0] = s[0] + s[1] + s[2] + s[3];",
         1,
         " 0",
         {NULL}},
        // Many more copies than the engine can store at once.
        {"__shared__ int s[64]; int t = threadIdx.x, sum = 0;\n"
         "for (int r = 0; r < 2000; r++) {\n"
         "  cp_async_ca_4(&s[t + 32 * (r % 2)], &in[t], 4); cp_async_commit_group();\n"
         "  cp_async_wait_group(1); if (r > 0) sum += s[t + 32 * (1 - r % 2)];\n"
         "}\n"
         "out[t] = sum;",
         2,
         " 1999 3998",
         {NULL}},
        {"__shared__ int s[2000]; for (int i = 0; i < 2000; i++)\n"
         "  cp_async_ca_4(&s[i], &in[i % 64], 4);\n"
         "cp_async_wait_all(); out[0] = s[0] + s[1999];",
         1,
         " 17",
         {NULL}},
    };
    TRY_KERNELS(trials);
}

// ---- Diagnoses
// ------------------------------------------------------------------------------------

// The same in every thread of a warp: s, one int per thread, and t.
#define OWN "__shared__ int s[32]; int t = threadIdx.x;\n"

Test(emu_async, accessed_in_flight)
{
    static const struct kernel_trial trials[] = {
        {OWN "cp_async_ca_4(&s[t], &in[t], 4);\n"
             "cp_async_commit_group();\n"
             "cp_async_commit_group();\n"
             "cp_async_wait_group(2);\n"
             "out[t] = s[t];",
         32,
         NULL,
         {"emu: read of 4 bytes of shared memory before the asynchronous copy into them",
          "\n  at      body.cu:6\n  kernel  k0<<<(1,1,1), (32,1,1)>>>",
          "\n  thread  block (0,0,0), thread (0,0,0)", "\n  address s[0]; s is int [32]",
          "\n  copy    started at body.cu:2 by thread (0,0,0), followed by 1 committed group\n",
          ("  cure    let this thread wait for it: __pipeline_wait_prior(1) (cp.async.wait_group "
           "1)")}},
        {OWN "cp_async_ca_4(&s[t], &in[t], 4);\n"
             "s[t] = 1;",
         32,
         NULL,
         {"emu: write of 4 bytes of shared memory that an asynchronous copy is filling",
          "body.cu:3", "body.cu:2 by thread (0,0,0), not committed to a group",
          "cure    end the group with __pipeline_commit()"}},
        {OWN "cp_async_ca_4(&s[t], &in[t], 4);\n"
             "atomicAdd(&s[t], 1);",
         32,
         NULL,
         {" bytes of shared memory", "body.cu:3", "body.cu:2 by thread (0,0,0)"}},
        {OWN "cp_async_ca_4(&s[t], &in[t], 4);\n"
             "cp_async_ca_4(&s[t], &in[t + 32], 4);",
         32,
         NULL,
         {"emu: asynchronous copy into 4 bytes of shared memory that another", "body.cu:3",
          "body.cu:2 by thread (0,0,0)", "cure    the buffer is not free yet"}},
        {OWN "out[t] = t; __syncthreads();\n"
             "cp_async_ca_4(&s[t], &out[t], 4);\n"
             "__syncthreads();\n"
             "out[31 - t] = 5;",
         32,
         NULL,
         {"emu: write of 4 bytes of global memory that an asynchronous copy is reading",
          "body.cu:5", "byte ", "body.cu:3 by thread ("}},
        // Some of the 16 bytes that are read, and a part of a word.
        {"__shared__ __align__(16) int s[4]; s[0] = s[1] = s[2] = 0;\n"
         "cp_async_ca_4(&s[3], in, 4);\n"
         "int4 v = *(int4 *)s; out[0] = v.x + v.w;",
         1,
         NULL,
         {" before the asynchronous copy into them", "body.cu:3", "body.cu:2"}},
        {OWN "cp_async_ca_4(&s[t], &in[t], 2);\n"
             "out[t] = ((volatile unsigned char *)s)[4 * t + 3];",
         32,
         NULL,
         {"emu: read of 1 bytes of shared memory before", "body.cu:3", "body.cu:2"}},
    };
    TRY_KERNELS(trials);
}

Test(emu_async, races)
{
    static const struct kernel_trial trials[] = {
        // A thread waits for its own copies, but no barrier orders the other threads' copies.
        {OWN "cp_async_ca_4(&s[t], &in[t], 4);\n"
             "cp_async_wait_all();\n"
             "out[t] = s[31 - t];",
         32,
         NULL,
         {"emu: race in shared memory: ", "not ordered with another thread's", "__syncthreads()"}},
        // The buffer is filled again while other threads may still read it.
        {OWN "s[t] = t; __syncthreads();\n"
             "out[t] = s[31 - t];\n"
             "cp_async_ca_4(&s[t], &in[t], 4);\n"
             "cp_async_wait_all();",
         32,
         NULL,
         {"emu: race in shared memory: ", "asynchronous copy", "body.cu:"}},
        // Another thread writes the source, without synchronization.
        {OWN "out[31 - t] = t;\n"
             "cp_async_ca_4(&s[t], &out[t], 4);\n"
             "cp_async_wait_all();",
         32,
         NULL,
         {"emu: r", "body.cu:3"}},
    };
    TRY_KERNELS(trials);
}

#define TILE "__shared__ __align__(16) int s[8];\n"

Test(emu_async, invalid_copies)
{
    static const struct kernel_trial trials[] = {
        {TILE "cp_async_cg_16(s, in, 17);",
         1,
         NULL,
         {"emu: asynchronous copy of 16 bytes of which 17 are read", "body.cu:2"}},
        {TILE "cp_async_cg_16(s + 1, in, 16);",
         1,
         NULL,
         {"emu: misaligned: asynchronous copy of 16 bytes to shared memory", "body.cu:2"}},
        {TILE "cp_async_ca_8(s, in + 1, 8);",
         1,
         NULL,
         {"emu: misaligned: asynchronous copy of 8 bytes from global memory", "body.cu:2"}},
        {TILE "cp_async_ca_8(s + 8, in, 8);",
         1,
         NULL,
         {"emu: out of bounds: asynchronous copy of 8 bytes to shared memory", "s is int [8]"}},
        {TILE "cp_async_cg_16(s, in + 60, 16); cp_async_wait_all();\n"
              "cp_async_cg_16(s + 4, in + 64, 4);",
         1,
         NULL,
         {"emu: out of bounds: asynchronous copy of 4 bytes from global memory", "body.cu:3"}},
        {TILE "cp_async_ca_4(out, in, 4);",
         1,
         NULL,
         {"emu: wrong memory: asynchronous copy of 4 bytes to global memory"}},
        {TILE "s[0] = 0; cp_async_ca_4(s + 4, s, 4);",
         1,
         NULL,
         {"emu: wrong memory: asynchronous copy of 4 bytes from shared memory"}},
        {TILE "int local[4] = {0}; cp_async_ca_4(s, &local[threadIdx.x], 4); out[0] = local[0];",
         1,
         NULL,
         {"emu: wrong memory: asynchronous copy of 4 bytes from a thread's local memory"}},
        {TILE "cp_async_ca_4(s, NULL, 4);",
         1,
         NULL,
         {"emu: wrong memory: asynchronous copy of 4 bytes from a null pointer"}},
        {"cp_async_wait_group(9);", 1, NULL, {"emu: wait for asynchronous copies", "body.cu:1"}},
    };
    TRY_KERNELS(trials);
}

Test(emu_async, counters)
{
    static const struct kernel_trial trials[] = {
        {OWN "cp_async_ca_4(&s[t], &in[t], t < 16 ? 4 : 0);\n"
             "cp_async_wait_all(); out[t] = s[t];",
         32,
         NULL,
         {"  global_load_requests                      1  ",
          "  global_load_sectors                       2  ",
          "  global_load_bytes                        64  ",
          "  cp_async_requests                         1  ",
          "  cp_async_wavefronts                       1  ",
          "  cp_async_bytes                          128  "}},
    };
    setenv("EMU_COUNTERS", "1", 1);
    TRY_KERNELS(trials);
}
