// SPDX-License-Identifier: MIT
//
// test_ptx_mma.c: ldmatrix and mma.sync put every element where the layouts say, on both machines;
// and the emulated GPU answers as the tensor cores of an H200 did, bit by bit.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "../../bench/emu/mma_cases/inputs.h"
#include "../../bench/emu/mma_cases/record.h"
#include "../../common/layout/atoms/atoms.h"
#include "../../common/layout/core/coord.h"
#include "../../common/layout/core/literal.h"
#include "../../common/layout/core/offset.h"
#include "../../common/device/ptx/ldmatrix_layouts.h"
#include "../support/open_gpu.h"
#include "../support/support.h"
#include "test_ptx_mma.h"
#include "whole_number.h"

// ---- Literals -----------------------------------------------------------------------------------

static void same_literal(const char *what, const struct tv_literal *literal,
                         const struct layout *tv)
{
    struct tv_literal made;
    struct failure why;
    char by_hand[2][600], by_algebra[2][600];
    cr_assert(tv_literal_from(&made, tv, &why), "%s: %s", what, why.text);
    literal_print(&literal->thread, by_hand[0], sizeof by_hand[0]);
    literal_print(&literal->value, by_hand[1], sizeof by_hand[1]);
    literal_print(&made.thread, by_algebra[0], sizeof by_algebra[0]);
    literal_print(&made.value, by_algebra[1], sizeof by_algebra[1]);
    for (int i = 0; i < 2; i++)
        cr_assert(strcmp(by_hand[i], by_algebra[i]) == 0, "%s, mode %d: %s, should be %s", what, i,
                  by_hand[i], by_algebra[i]);
}

// In the order of MMA_INSTRUCTIONS.
static const char *const atoms[] = {
    "SM80_16x8x8_F32F16F16F32_TN",   "SM80_16x8x8_F16F16F16F16_TN",
    "SM80_16x8x8_F32BF16BF16F32_TN", "SM80_16x8x16_F32F16F16F32_TN",
    "SM80_16x8x16_F16F16F16F16_TN",  "SM80_16x8x16_F32BF16BF16F32_TN",
    "SM80_16x8x4_F32TF32TF32F32_TN", "SM80_16x8x8_F32TF32TF32F32_TN",
    "SM80_16x8x16_S32S8S8S32_TN",    "SM80_16x8x32_S32S8S8S32_TN",
    "SM80_8x8x4_F64F64F64F64_TN",    "SM90_16x8x4_F64F64F64F64_TN",
    "SM90_16x8x8_F64F64F64F64_TN",   "SM90_16x8x16_F64F64F64F64_TN",
};

// "mma_m16n8k16_f32_bf16_bf16_f32" of "SM80_16x8x16_F32BF16BF16F32_TN".
static void name_from(const struct mma_atom *atom, char *out, size_t size)
{
    int used = snprintf(out, size, "mma_m%dn%dk%d", atom->m, atom->n, atom->k);
    for (const char *c = strchr(strchr(atom->name, '_') + 1, '_') + 1; *c && *c != '_'; c++) {
        const int starts = strchr("FSTB", *c) && !(*c == 'F' && (c[-1] == 'T' || c[-1] == 'B'));
        used += snprintf(out + used, size - (size_t)used, "%s%c", starts ? "_" : "",
                         *c < 'A' ? *c : *c - 'A' + 'a');
    }
}

Test(ptx_mma, literals_are_the_atoms)
{
    cr_assert(ptx_mma_count() == sizeof atoms / sizeof *atoms);
    for (unsigned i = 0; i < ptx_mma_count(); i++) {
        const struct mma_traits t = ptx_mma_traits(i);
        struct mma_atom atom;
        struct failure why;
        char name[ATOM_NAME];
        cr_assert(mma_atom_find(&atom, atoms[i], &why), "%s", why.text);
        name_from(&atom, name, sizeof name);
        cr_assert_str_eq(ptx_mma_name(i), name);
        cr_assert(t.m == (unsigned)atom.m && t.n == (unsigned)atom.n && t.k == (unsigned)atom.k);
        const enum ptx_type types[] = {t.d_type, t.a_type, t.b_type, t.c_type};
        for (int o = 0; o < 4; o++)
            cr_assert(mma_bits_of(types[o]) == atom.bits[o], "%s: operand %d", name, o);
        struct layout_literal threads;
        cr_assert(literal_from(&threads, &atom.thr_id, &why), "%s", why.text);
        cr_assert(memcmp(&threads, &t.threads, sizeof threads) == 0, "%s: threads", name);
        same_literal(name, &t.a, &atom.tv[MMA_A]);
        same_literal(name, &t.b, &atom.tv[MMA_B]);
        same_literal(name, &t.c, &atom.tv[MMA_C]);
        cr_assert(t.a_registers * 32 == literal_size(t.a.value) * (unsigned)atom.bits[1]);
        cr_assert(t.b_registers * 32 == literal_size(t.b.value) * (unsigned)atom.bits[2]);
        cr_assert(t.c_registers * 32 == literal_size(t.c.value) * (unsigned)atom.bits[3]);
        cr_assert(t.needs >= 75 && t.needs <= 90);
    }
}

// ---- ldmatrix -----------------------------------------------------------------------------------

static const struct {
    const char *atom;
    struct tv_literal (*rows)(void), (*registers)(void);
    unsigned matrices;
} copies[PTX_LDMATRICES] = {
    {"SM75_U32x1_LDSM_N", ldmatrix_x1_rows, ldmatrix_x1_registers, 1},
    {"SM75_U32x2_LDSM_N", ldmatrix_x2_rows, ldmatrix_x2_registers, 2},
    {"SM75_U32x4_LDSM_N", ldmatrix_x4_rows, ldmatrix_x4_registers, 4},
    {"SM75_U16x2_LDSM_T", ldmatrix_x1_rows, ldmatrix_x1_trans_registers, 1},
    {"SM75_U16x4_LDSM_T", ldmatrix_x2_rows, ldmatrix_x2_trans_registers, 2},
    {"SM75_U16x8_LDSM_T", ldmatrix_x4_rows, ldmatrix_x4_trans_registers, 4},
};

// The atoms of 16-bit elements have leaves of extent 1, which the literals leave out.
static void same_function(const char *what, const struct tv_literal *literal,
                          const struct layout *tv, unsigned values)
{
    cr_assert(literal_size(literal->thread) == 32 && literal_size(literal->value) == values);
    for (unsigned v = 0; v < values; v++)
        for (unsigned t = 0; t < 32; t++) {
            struct failure why;
            int64_t at;
            cr_assert(layout_at(tv, t + (int64_t)32 * v, &at, &why), "%s: %s", what, why.text);
            cr_assert(at == tv_offset(*literal, t, v), "%s: thread %u, value %u", what, t, v);
        }
}

Test(ptx_mma, ldmatrix_literals_are_the_atoms)
{
    for (int i = 0; i < PTX_LDMATRICES; i++) {
        struct copy_atom atom;
        struct failure why;
        const struct tv_literal rows = copies[i].rows(), registers = copies[i].registers();
        cr_assert(copy_atom_find(&atom, copies[i].atom, 16, &why), "%s", why.text);
        same_function(atom.name, &rows, &atom.src, 8);
        same_function(atom.name, &registers, &atom.dst, 2 * copies[i].matrices);
    }
}

// Rows anywhere, also one for several matrices; the lanes that are not asked name other rows.
Test(ptx_mma, ldmatrix_moves_rows_as_the_layouts_say)
{
    const struct gpu_ops *ops = open_gpu(0);
    int *d_rows = ops->alloc(32 * sizeof *d_rows);
    uint32_t *d_out = ops->alloc(128 * sizeof *d_out);
    for (int which = 0; which < PTX_LDMATRICES; which++)
        for (int turn = 0; turn < 8; turn++) {
            struct copy_atom atom;
            struct failure why;
            int rows[32], owner[32];
            uint32_t out[128];
            cr_assert(copy_atom_find(&atom, copies[which].atom, 16, &why), "%s", why.text);
            for (int lane = 0; lane < 32; lane++)
                rows[lane] = turn == 0 ? lane : rand() % PTX_ROWS;
            ops->copy_in(d_rows, rows, sizeof rows);
            ptx_ldmatrix_run((enum ptx_ldmatrix)which, d_rows, d_out);
            ops->copy_out(out, d_out, sizeof out);
            // The row of the tile that each row of the matrices is: the lowest lane names it.
            for (int lane = 31; lane >= 0; lane--) {
                int64_t first;
                cr_assert(layout_at(&atom.src, lane, &first, &why), "%s", why.text);
                owner[first / 8] = lane;
            }
            for (unsigned lane = 0; lane < 32; lane++)
                for (unsigned v = 0; v < 2 * copies[which].matrices; v++) {
                    int64_t at;
                    cr_assert(layout_at(&atom.dst, lane + (int64_t)32 * v, &at, &why), "%s",
                              why.text);
                    const int64_t want = (int64_t)rows[owner[at / 8]] * 8 + at % 8;
                    const unsigned got = out[4 * lane + v / 2] >> 16 * (v % 2) & 0xFFFF;
                    cr_assert(got == want, "%s, lane %u, value %u: got element %u, want %lld",
                              atom.name, lane, v, got, (long long)want);
                }
        }
    ops->release(d_rows);
    ops->release(d_out);
}

// ---- mma: who holds what ------------------------------------------------------------------------

// Runs problems first, first + step ... of an instruction; the caller frees the registers of D.
static uint32_t *run_problems(unsigned instruction, unsigned first, unsigned step, unsigned count)
{
    const struct gpu_ops *ops = gpu_ops();
    const struct mma_traits t = ptx_mma_traits(instruction);
    const size_t a_words = (size_t)32 * t.a_registers, b_words = (size_t)32 * t.b_registers,
                 c_words = (size_t)32 * t.c_registers;
    static struct mma_operands in;
    uint32_t *a = malloc(count * a_words * sizeof *a), *b = malloc(count * b_words * sizeof *b);
    uint32_t *c = malloc(count * c_words * sizeof *c);
    cr_assert(a && b && c);
    for (unsigned p = 0; p < count; p++) {
        mma_inputs(&t, instruction, first + p * step, &in);
        mma_to_registers(t.a, t.a_type, t.m, t.k, t.a_registers, in.a, a + p * a_words);
        mma_to_registers(t.b, t.b_type, t.n, t.k, t.b_registers, in.b, b + p * b_words);
        mma_to_registers(t.c, t.c_type, t.m, t.n, t.c_registers, in.c, c + p * c_words);
    }
    uint32_t *d_a = ops->alloc(count * a_words * sizeof *a),
             *d_b = ops->alloc(count * b_words * sizeof *b),
             *d_c = ops->alloc(count * c_words * sizeof *c),
             *d_d = ops->alloc(count * c_words * sizeof *c);
    ops->copy_in(d_a, a, count * a_words * sizeof *a);
    ops->copy_in(d_b, b, count * b_words * sizeof *b);
    ops->copy_in(d_c, c, count * c_words * sizeof *c);
    ptx_mma_run(instruction, d_a, d_b, d_c, d_d, count);
    ops->copy_out(c, d_d, count * c_words * sizeof *c);
    ops->release(d_a);
    ops->release(d_b);
    ops->release(d_c);
    ops->release(d_d);
    free(a);
    free(b);
    return c;
}

// Whole numbers, so that every sum is exact: one-hot problems, which show each element of A and of
// B alone, and random ones. Operands are spread over the lanes by the literals, which are the
// atoms.
static void check_integers(unsigned instruction, enum mma_kind kind, unsigned turns)
{
    static struct mma_operands in;
    const struct mma_traits t = ptx_mma_traits(instruction);
    uint32_t *d = run_problems(instruction, kind, MMA_KINDS, turns);
    for (unsigned turn = 0; turn < turns; turn++) {
        uint64_t got[MMA_MOST_C];
        mma_inputs(&t, instruction, kind + turn * MMA_KINDS, &in);
        mma_from_registers(t.c, t.d_type, t.m, t.n, t.c_registers,
                           d + (size_t)32 * turn * t.c_registers, got);
        for (unsigned i = 0; i < t.m; i++)
            for (unsigned j = 0; j < t.n; j++) {
                int want = to_integer(t.c_type, in.c[i * t.n + j]);
                for (unsigned p = 0; p < t.k; p++)
                    if (in.a[i * t.k + p] && in.b[j * t.k + p])
                        want += to_integer(t.a_type, in.a[i * t.k + p]) *
                                to_integer(t.b_type, in.b[j * t.k + p]);
                const uint64_t bits = mma_integer(t.d_type, want);
                cr_assert(got[i * t.n + j] == bits,
                          "%s, kind %d, turn %u: D[%u][%u] is %llx, should be %d = %llx",
                          ptx_mma_name(instruction), kind, turn, i, j,
                          (unsigned long long)got[i * t.n + j], want, (unsigned long long)bits);
            }
    }
    free(d);
}

Test(ptx_mma, every_element_is_where_the_layouts_say)
{
    open_gpu(0);
    for (unsigned i = 0; i < ptx_mma_count(); i++) {
        const struct mma_traits t = ptx_mma_traits(i);
        check_integers(i, MMA_ONE_HOT, 4 * t.k);
        if (t.a_type != PTX_S8) // whose problems of other kinds are any bits
            check_integers(i, MMA_INTEGERS, 8);
    }
}

// ---- mma: the same bits as an H200 --------------------------------------------------------------

enum { RECORD_LINE = 400 };

static void compare_rows(unsigned instruction, const char *line, const uint32_t *d)
{
    const struct mma_traits t = ptx_mma_traits(instruction);
    char *at;
    const unsigned problem = (unsigned)strtoul(line + strlen("row "), &at, 10);
    uint64_t got[MMA_MOST_C];
    mma_from_registers(t.c, t.d_type, t.m, t.n, t.c_registers,
                       d + (size_t)problem * 32 * t.c_registers, got);
    for (unsigned j = 0; j < t.n; j++) {
        const uint64_t want = strtoull(at, &at, 16);
        cr_assert(got[j] == want, "%s, problem %u (kind %u): D[0][%u] is %llx, on an H200 %llx",
                  ptx_mma_name(instruction), problem, problem % MMA_KINDS, j,
                  (unsigned long long)got[j], (unsigned long long)want);
    }
}

// One instruction of the record: the rows in full are compared first, as they say more. Returns
// whether the next line begins another.
static bool compare_instruction(unsigned instruction, unsigned problems, FILE *record, char *line)
{
    const struct mma_traits t = ptx_mma_traits(instruction);
    uint64_t *digests = malloc(problems / MMA_BATCH * sizeof *digests);
    uint32_t *d = run_problems(instruction, 0, 1, problems);
    unsigned found = 0;
    bool more = false;
    cr_assert_not_null(digests);
    while (!more && fgets(line, RECORD_LINE, record)) {
        more = strncmp(line, "instruction ", 12) == 0;
        if (strncmp(line, "row ", 4) == 0)
            compare_rows(instruction, line, d);
        else if (!more)
            for (char *at = line, *end; found < problems / MMA_BATCH; at = end) {
                const uint64_t digest = strtoull(at, &end, 16);
                if (at == end || *end == '\0')
                    break;
                digests[found++] = digest;
            }
    }
    cr_assert(found == problems / MMA_BATCH, "%s: %u digests", ptx_mma_name(instruction), found);
    const unsigned words = 32 * t.c_registers;
    for (unsigned i = 0; i < found; i++)
        cr_assert(mma_digest(MMA_DIGEST_START, d + (size_t)i * MMA_BATCH * words,
                             MMA_BATCH * words) == digests[i],
                  "%s: problems %u to %u are not as on an H200", ptx_mma_name(instruction),
                  i * MMA_BATCH, i * MMA_BATCH + MMA_BATCH - 1);
    free(digests);
    free(d);
    return more;
}

// Other GPUs keep other bits: Ampere fewer, Volta and Turing add fewer products at once.
Test(ptx_mma, the_same_bits_as_an_h200)
{
    const struct machine machine = open_machine(0);
    char line[RECORD_LINE];
    unsigned problems = 0, cases = 0, seen = 0;
    if (!machine.is_emulated && machine.compute_capability != 90)
        cr_skip("recorded on compute capability 9.0");
    FILE *record = fopen(repository_path("bench/results/mma_h200.txt"), "r");
    cr_assert_not_null(record);
    bool more = false;
    while (!more && fgets(line, sizeof line, record)) {
        sscanf(line, "problems %u", &problems);
        more = strncmp(line, "instruction ", 12) == 0;
    }
    while (more) {
        line[strcspn(line, "\n")] = '\0';
        cr_assert_str_eq(line + strlen("instruction "), ptx_mma_name(seen));
        const struct mma_traits t = ptx_mma_traits(seen);
        more = compare_instruction(seen++, problems, record, line);
        cases += problems * t.m * t.n;
    }
    fclose(record);
    cr_assert(seen == ptx_mma_count() && cases >= 100000 * seen, "%u cases of %u instructions",
              cases, seen);
}
