// SPDX-License-Identifier: MIT
//
// test_ptx_wgmma.c: wgmma reads the bytes that its descriptors name and adds as an H200 does, bit
// by bit; stmatrix, setmaxnreg, elect.sync and named barriers do what they say. On both machines,
// where the GPU is one of compute capability 9.0.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "../../bench/emu/mma_cases/record.h"
#include "../../bench/emu/wgmma_cases/inputs.h"
#include "../support/open_gpu.h"
#include "../support/support.h"
#include "test_ptx_wgmma.h"
#include "whole_number.h"

enum { RECORD_LINE = 400, LINE = 32, COLUMNS = 8 };

static const struct gpu_ops *open_hopper(void)
{
    const struct machine machine = open_machine(0);
    if (!machine.is_emulated && machine.compute_capability != 90)
        cr_skip("a GPU of compute capability 9.0 has wgmma");
    return gpu_ops();
}

// ---- Addresses ----------------------------------------------------------------------------------

static void addresses(const struct gpu_ops *ops, unsigned number, uint16_t *map)
{
    const size_t bytes = ptx_wgmma_probe_words() * sizeof *map;
    uint16_t *device = ops->alloc(bytes);
    ptx_wgmma_probe_run(number, device);
    ops->copy_out(map, device, bytes);
    ops->release(device);
}

// Line and place of k -> byte, written down once more by hand. Probes 0 to 6 of 26 begin at 0; of
// each 4 x 26 the swizzles are none, 128, 64, 32.
Test(ptx_wgmma, descriptors_of_tiles)
{
    const struct gpu_ops *ops = open_hopper();
    static const struct {
        unsigned number;
        unsigned line, p, byte;
    } cases[] = {
        {0, 9, 8, 256 + 16 + 128},            // A, none: leading 128, stride 256
        {26 + 2, 1, 0, 128 + 16},             // 128 bytes, stride 1024: row 1, vector 0 ^ 1
        {26 + 2, 9, 8, 1024 + 128},           // row 1 of the next 8, vector 1 ^ 1
        {26 + 7 + 2, 0, 0, 32},               // 16 elements of k further on
        {26 + 7 + 2, 3, 0, 3 * 128 + 1 * 16}, // 2 ^ 3
        {2 * 26 + 2, 2, 0, 128 + 16},         // 64 bytes: rows 2 and 3 exchange vectors by 1
        {3 * 26 + 2, 4, 8, 128},              // 32 bytes: rows 4 to 7
        {104 + 26 + 3, 9, 0, 18},             // MN-major, 128 bytes: line 9 stands in vector 1
        {104 + 26 + 3, 9, 1, 128 + 2},        // row 1 of k: vector 1 ^ 1
        {104 + 2 * 26 + 3, 40, 0, 2048 + 16}, // 64 bytes: lines 32 to 63 at leading 2048
        {104, 17, 9, 2 * 256 + 128 + 16 + 2}, // none: 8 lines at stride, 8 rows of k at leading
        {208 + 26 + 2, 63, 15, 7 * 1024 + 7 * 128 + 6 * 16 + 14}, // B
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint16_t map[64 * 16];
        addresses(ops, cases[i].number, map);
        const unsigned got = 2u * map[cases[i].line * 16 + cases[i].p];
        cr_expect(got == cases[i].byte, "probe %u, line %u, place %u: byte %u, should be %u",
                  cases[i].number, cases[i].line, cases[i].p, got, cases[i].byte);
    }
}

// ---- Sums ---------------------------------------------------------------------------------------

// D of problems 0 to count - 1; the caller frees it.
static uint32_t *run_problems(const struct gpu_ops *ops, unsigned instruction, unsigned count)
{
    const struct mma_traits t = ptx_wgmma_traits(instruction);
    const size_t a_bytes = (size_t)64 * LINE, b_bytes = (size_t)t.n * LINE,
                 c_words = (size_t)64 * t.n;
    unsigned char *a = malloc(count * a_bytes), *b = malloc(count * b_bytes);
    uint32_t *c = malloc(count * c_words * sizeof *c);
    cr_assert(a && b && c);
    for (unsigned p = 0; p < count; p++)
        wgmma_inputs(&t, instruction, p, a + p * a_bytes, b + p * b_bytes, c + p * c_words);
    void *d_a = ops->alloc(count * a_bytes), *d_b = ops->alloc(count * b_bytes),
         *d_c = ops->alloc(count * c_words * sizeof *c),
         *d_d = ops->alloc(count * c_words * sizeof *c);
    ops->copy_in(d_a, a, count * a_bytes);
    ops->copy_in(d_b, b, count * b_bytes);
    ops->copy_in(d_c, c, count * c_words * sizeof *c);
    ptx_wgmma_run(instruction, d_a, d_b, d_c, d_d, count);
    ops->copy_out(c, d_d, count * c_words * sizeof *c);
    ops->release(d_a);
    ops->release(d_b);
    ops->release(d_c);
    ops->release(d_d);
    free(a);
    free(b);
    return c;
}

// Small whole numbers, so that every sum is exact in every format.
Test(ptx_wgmma, products_of_whole_numbers)
{
    const struct gpu_ops *ops = open_hopper();
    static struct mma_operands in;
    for (unsigned i = 0; i < ptx_wgmma_count(); i++) {
        const struct mma_traits t = ptx_wgmma_traits(i);
        uint32_t *d = run_problems(ops, i, 2 * MMA_KINDS);
        for (unsigned number = MMA_INTEGERS; number < 2 * MMA_KINDS; number += MMA_KINDS) {
            mma_inputs(&t, WGMMA_SEED + i, number, &in);
            for (unsigned row = 0; row < 64; row++)
                for (unsigned j = 0; j < t.n; j++) {
                    const bool whole = t.a_type != PTX_S8; // of which the bits may be any
                    uint32_t want = whole ? (uint32_t)to_integer(t.c_type, in.c[row * t.n + j])
                                          : (uint32_t)in.c[row * t.n + j];
                    for (unsigned p = 0; p < t.k; p++)
                        want += (uint32_t)(to_integer(t.a_type, in.a[row * t.k + p]) *
                                           to_integer(t.b_type, in.b[j * t.k + p]));
                    const uint32_t bits =
                        whole ? (uint32_t)mma_integer(t.d_type, (int32_t)want) : want;
                    const uint32_t got =
                        d[(size_t)number * 64 * t.n + wgmma_register(row, j, t.n / 2)];
                    cr_assert(got == bits, "%s, problem %u: D[%u][%u] is %x, should be %x",
                              ptx_wgmma_name(i), number, row, j, got, bits);
                }
        }
        free(d);
    }
}

// ---- The same as an H200 ------------------------------------------------------------------------

static void compare_row(unsigned instruction, const char *line, const uint32_t *d)
{
    const struct mma_traits t = ptx_wgmma_traits(instruction);
    char *at;
    const unsigned problem = (unsigned)strtoul(line + strlen("row "), &at, 10);
    for (unsigned j = 0; j < COLUMNS; j++) {
        const uint32_t want = (uint32_t)strtoul(at, &at, 16);
        const uint32_t got = d[(size_t)problem * 64 * t.n + wgmma_register(0, j, t.n / 2)];
        cr_assert(got == want, "%s, problem %u (kind %u): D[0][%u] is %x, on an H200 %x",
                  ptx_wgmma_name(instruction), problem, problem % MMA_KINDS, j, got, want);
    }
}

// The rows in full are compared first, as they say more. Returns whether another instruction
// follows.
static bool compare_instruction(const struct gpu_ops *ops, unsigned instruction, FILE *record,
                                char *line)
{
    const struct mma_traits t = ptx_wgmma_traits(instruction);
    // Of the wide ones enough for every kind in every swizzle: they only have more columns.
    const unsigned problems = t.n == 8 ? wgmma_problems(&t) : 4 * MMA_KINDS, words = 64 * t.n;
    uint64_t digests[MMA_KINDS * WGMMA_ROUNDS / MMA_BATCH] = {0};
    uint32_t *d = run_problems(ops, instruction, problems);
    unsigned found = 0;
    bool more = false;
    while (!more && fgets(line, RECORD_LINE, record)) {
        more = strncmp(line, "instruction ", 12) == 0;
        if (strncmp(line, "row ", 4) == 0)
            compare_row(instruction, line, d);
        else if (!more)
            for (char *at = line, *end; found < problems / MMA_BATCH; at = end) {
                const uint64_t digest = strtoull(at, &end, 16);
                if (at == end || *end == '\0')
                    break;
                digests[found++] = digest;
            }
    }
    cr_assert(found == problems / MMA_BATCH, "%s: %u digests", ptx_wgmma_name(instruction), found);
    for (unsigned i = 0; i < found; i++)
        cr_assert(mma_digest(MMA_DIGEST_START, d + (size_t)i * MMA_BATCH * words,
                             MMA_BATCH * words) == digests[i],
                  "%s: problems %u to %u are not as on an H200", ptx_wgmma_name(instruction),
                  i * MMA_BATCH, i * MMA_BATCH + MMA_BATCH - 1);
    free(d);
    return more;
}

Test(ptx_wgmma, the_same_as_an_h200)
{
    const struct gpu_ops *ops = open_hopper();
    char line[RECORD_LINE];
    FILE *record = fopen(repository_path("bench/results/wgmma_h200.txt"), "r");
    if (!record)
        cr_skip("not recorded yet");
    unsigned probes = 0, seen = 0;
    bool more = false;
    while (!more && fgets(line, sizeof line, record)) {
        unsigned number;
        char digits[20];
        more = strncmp(line, "instruction ", 12) == 0;
        if (sscanf(line, "probe %u %16s", &number, digits) != 2)
            continue;
        cr_assert(number == probes++);
        if (!ptx_wgmma_probe_is_legal(number))
            continue;
        uint32_t map[64 * 16 / 2];
        addresses(ops, number, (uint16_t *)map);
        cr_assert(mma_digest(MMA_DIGEST_START, map, sizeof map / sizeof *map) ==
                      strtoull(digits, NULL, 16),
                  "probe %u reads other bytes than on an H200", number);
    }
    cr_assert(probes == ptx_wgmma_probes(), "%u probes", probes);
    while (more) {
        line[strcspn(line, "\n")] = '\0';
        cr_assert_str_eq(line + strlen("instruction "), ptx_wgmma_name(seen));
        more = compare_instruction(ops, seen++, record, line);
    }
    fclose(record);
    cr_assert(seen == ptx_wgmma_count(), "%u instructions", seen);
}

// ---- stmatrix, setmaxnreg, elect.sync, named barriers -------------------------------------------

Test(ptx_wgmma, stmatrix_stores_fragments)
{
    const struct gpu_ops *ops = open_hopper();
    uint16_t *device = ops->alloc(sizeof *device * 32 * 8), tile[32][8];
    for (int which = 0; which < PTX_STMATRICES; which++) {
        const int matrices = which == PTX_STMATRIX_X2 ? 2 : 4;
        ptx_stmatrix_run((enum ptx_stmatrix)which, device);
        ops->copy_out(tile, device, sizeof tile);
        for (int row = 0; row < 32; row++)
            for (int column = 0; column < 8; column++) {
                const int m = row / 8, r = row % 8;
                const int want = m >= matrices                    ? 0xFFFF
                                 : which == PTX_STMATRIX_X4_TRANS ? 64 * m + 8 * column + r
                                                                  : 64 * m + 8 * r + column;
                cr_assert(tile[31 - row][column] == want, "%d, row %d, column %d: %d, want %d",
                          which, row, column, tile[31 - row][column], want);
            }
    }
    ops->release(device);
}

Test(ptx_wgmma, warps_of_different_roles)
{
    const struct gpu_ops *ops = open_hopper();
    int *device = ops->alloc(384 * sizeof *device), out[384];
    ptx_warpgroup_run(device);
    ops->copy_out(out, device, sizeof out);
    ops->release(device);
    for (int warp = 0; warp < 12; warp++) {
        int elected = 0;
        for (int lane = 0; lane < 32; lane++) {
            const int value = out[32 * warp + lane];
            elected += value != -1;
            cr_expect(value == -1 || value == 100 + warp, "warp %d: %d", warp, value);
        }
        cr_expect(elected == 1, "warp %d: %d lanes elected", warp, elected);
    }
}
