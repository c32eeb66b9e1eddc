// SPDX-License-Identifier: MIT
//
// test_ptx.c: the functions of ptx.h do what the PTX ISA says, on both machines.
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdlib.h>

#include "../support/open_gpu.h"
#include "test_ptx.h"

static void *on_device(const struct gpu_ops *ops, const void *values, size_t bytes)
{
    void *device = ops->alloc(bytes);
    ops->copy_in(device, values, bytes);
    return device;
}

static int *numbers(int count)
{
    int *values = malloc((size_t)count * sizeof *values);
    cr_assert_not_null(values);
    for (int i = 0; i < count; i++)
        values[i] = 1 + rand();
    return values;
}

Test(ptx, cp_async_reads_src_bytes_and_fills_with_zeros)
{
    enum { BYTES = PTX_PLACES * PTX_PLACE };
    static const int sizes[PTX_COPIES] = {4, 8, 16, 16};
    const struct gpu_ops *ops = open_gpu(0);
    unsigned char in[BYTES], out[BYTES];
    for (int i = 0; i < BYTES; i++)
        in[i] = (unsigned char)(1 + i % 255);
    void *d_in = on_device(ops, in, sizeof in), *d_out = on_device(ops, in, sizeof in);
    for (int copy = 0; copy < PTX_COPIES; copy++) {
        ptx_copy_bytes((enum ptx_copy)copy, d_in, d_out);
        ops->copy_out(out, d_out, sizeof out);
        for (int i = 0; i < BYTES; i++) {
            const int place = i / PTX_PLACE, at = i % PTX_PLACE;
            const unsigned char want = (unsigned char)(at >= sizes[copy] ? 0xee
                                                       : at < place      ? in[i]
                                                                         : 0);
            cr_assert(out[i] == want, "copy %d, %d bytes, byte %d: got %02x, want %02x", copy,
                      place, at, out[i], want);
        }
    }
    ops->release(d_in);
    ops->release(d_out);
}

ParameterizedTestParameters(ptx, cp_async_pipeline)
{
    static int groups[] = {0, 1, 2, 3, 4, 5, 6, PTX_MOST_GROUPS};
    return cr_make_param_array(int, groups, sizeof groups / sizeof *groups);
}

// Fewer pieces than stages, as many, and many more.
ParameterizedTest(int *groups, ptx, cp_async_pipeline)
{
    static const int pieces[] = {1, 2, 9, 50};
    const struct gpu_ops *ops = open_gpu(0);
    for (size_t p = 0; p < sizeof pieces / sizeof *pieces; p++) {
        const int count = pieces[p] * PTX_THREADS;
        const size_t bytes = (size_t)count * sizeof(int);
        int *in = numbers(count), *out = numbers(count);
        int *d_in = on_device(ops, in, bytes), *d_out = on_device(ops, out, bytes);
        ptx_pipeline(*groups, d_in, d_out, pieces[p]);
        ops->copy_out(out, d_out, bytes);
        for (int i = 0; i < count; i++) {
            const int piece = i / PTX_THREADS, at = i % PTX_THREADS;
            cr_assert(out[i] == in[piece * PTX_THREADS + PTX_THREADS - 1 - at],
                      "%d groups, piece %d of %d, element %d", *groups, piece, pieces[p], at);
        }
        ops->release(d_in);
        ops->release(d_out);
        free(in);
        free(out);
    }
}

Test(ptx, cp_async_groups_are_a_threads_own)
{
    enum { COUNT = PTX_THREADS * PTX_OWN };
    const struct gpu_ops *ops = open_gpu(0);
    int *in = numbers(COUNT), wrong = 0;
    int *d_in = on_device(ops, in, COUNT * sizeof *in),
        *d_wrong = on_device(ops, &wrong, sizeof wrong);
    ptx_own_groups(d_in, d_wrong);
    ops->copy_out(&wrong, d_wrong, sizeof wrong);
    cr_expect(wrong == 0, "%d elements", wrong);
    ops->release(d_in);
    ops->release(d_wrong);
    free(in);
}

Test(ptx, cp_async_wait_all_needs_no_group)
{
    enum { COUNT = 4 * PTX_THREADS };
    const struct gpu_ops *ops = open_gpu(0);
    int *in = numbers(COUNT), *out = numbers(COUNT);
    int *d_in = on_device(ops, in, COUNT * sizeof *in),
        *d_out = on_device(ops, out, COUNT * sizeof *out);
    ptx_wait_all(d_in, d_out);
    ops->copy_out(out, d_out, COUNT * sizeof *out);
    for (int i = 0; i < COUNT; i++)
        cr_assert(out[i] == in[COUNT - 1 - i], "element %d", i);
    ops->release(d_in);
    ops->release(d_out);
    free(in);
    free(out);
}
