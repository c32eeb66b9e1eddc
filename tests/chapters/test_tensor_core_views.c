// SPDX-License-Identifier: MIT
//
// test_tensor_core_views.c: what the program of chapter 07 shows in addition to its steps.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "../../07_tensor_core/show/views.h"
#include "../../common/device/ptx/mma_traits.h"
#include "../support/cli.h"

TestSuite(tensor_core_views, .fini = scratch_remove);

static const char chapter[] = "07_tensor_core";

// ---- Elements and registers ---------------------------------------------------------------------

static void check_operand(const struct mma_atom *atom, enum mma_operand which,
                          struct tv_literal literal, unsigned registers, const char *name)
{
    const struct operand o = operand_of(atom, which);
    int bit;
    cr_assert(o.threads == 32 && (unsigned)o.values == literal_size(literal.value), "%s", name);
    const int words = o.bits > 32 ? o.bits / 32 : 1;
    cr_assert((unsigned)(operand_register(&o, o.values - 1, &bit) + 1) * (unsigned)words ==
                  registers,
              "%s: registers of %c", name, o.letter);
    for (int t = 0; t < o.threads; t++)
        for (int v = 0; v < o.values; v++) {
            int row, col;
            operand_element(&o, t, v, &row, &col);
            cr_assert(row + col * o.rows == tv_offset(literal, (unsigned)t, (unsigned)v),
                      "%s, %c: T%dV%d", name, o.letter, t, v);
        }
}

Test(tensor_core_views, elements_are_those_of_the_kernels)
{
    static const struct {
        const char *name;
        struct mma_traits (*traits)(void);
    } instructions[] = {
#define ROW(name, ...) {#name, name##_traits},
        MMA_INSTRUCTIONS(ROW)
#undef ROW
    };
    for (size_t n = 0; n < sizeof instructions / sizeof *instructions; n++) {
        const char *name = instructions[n].name;
        const struct mma_traits traits = instructions[n].traits();
        struct instruction i;
        struct failure why;
        cr_assert(instruction_find(&i, name, &why), "%s", why.text);
        cr_assert(i.is_mma && strcmp(i.function, name) == 0, "%s", name);
        check_operand(&i.mma, MMA_A, traits.a, traits.a_registers, name);
        check_operand(&i.mma, MMA_B, traits.b, traits.b_registers, name);
        check_operand(&i.mma, MMA_C, traits.c, traits.c_registers, name);
    }
}

// ---- What is printed ----------------------------------------------------------------------------

// Worked out by hand: lane 5 is (1,1) of 8 x 4.
Test(tensor_core_views, fragment_of_lane_5)
{
    struct run run = accepted(chapter, "--fragment lane=5");
    static const char *const lines[] = {
        "  a[0]      0-15    V0     A(m=1,k=2)\n",
        "  a[1]      16-31   V3     A(m=9,k=3)\n",
        "  a[2]      0-15    V4     A(m=1,k=10)\n",
        "  b[1]      16-31   V3     B(k=11,n=1)\n",
        "  c[3]      0-31    V3     C(m=9,n=3)\n",
        "  lane 5 names row 5 of matrix 0: A(m=5,k=0) to A(m=5,k=7)\n",
        "  a[3] comes from the row that lane 25 names: A(m=9,k=10) A(m=9,k=11)\n",
        "  lane 5 names row 5 of matrix 0: B(k=0,n=5) to B(k=7,n=5)\n",
        "  lane 5 names row 5 of matrix 0: B(k=5,n=0) to B(k=5,n=7)\n",
        "  b[1] comes from the rows that lanes 10 and 11 name: B(k=10,n=1) B(k=11,n=1)\n",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        cr_assert(has(run.out, lines[i]), "no '%s' in %s", lines[i], run.out);
    run_free(&run);
    accepted_with(chapter, "--fragment 20", "lane 20 names no row: x2 asks lanes 0 to 15");
    accepted_with(chapter, "--fragment lane=5 --atom mma_m16n8k32_s32_s8_s8_s32",
                  "A(m=5,k=0) to A(m=5,k=15)");
    accepted_with(chapter, "--atom mma_m16n8k32_s32_s8_s8_s32 --fragment lane=5",
                  "not possible, .trans moves elements of 16 bits only");
    accepted_with(chapter, "--fragment=lane=31 --atom mma_m8n8k4_f64_f64_f64_f64",
                  "ldmatrix does not load A");
}

Test(tensor_core_views, atoms_by_either_name)
{
    static const char owner[] = "11  | T12V2 | T12V3 | T13V2 | T13V3 | T14V2 | T14V3 ";
    accepted_with(chapter, "--atom mma_m16n8k16_f32_f16_f16_f32", owner);
    accepted_with(chapter, "--atom SM80_16x8x16_F32F16F16F32_TN", owner);
    accepted_with(chapter, "--atom mma_m16n8k16_f32_f16_f16_f32",
                  "  T31 (7,6)   (7,7)   (15,6)  (15,7)  (7,14)");
    accepted_with(chapter, "--atom SM90_64x8x16_F16F16F16_SS", "no inverse");
    accepted_with(chapter, "--atom ldmatrix_x4", "SM75_U32x4_LDSM_N");
    accepted_with(chapter, "--atom SM75_U16x8_LDSM_T", "ldmatrix_x4_trans");
}

// One picture for each of the two, and both are SVG to the end.
Test(tensor_core_views, pictures)
{
    static const char *const views[] = {"--atom mma_m16n8k8_f32_tf32_tf32_f32", "--fragment lane=7",
                                        "--atom ldmatrix_x2_trans"};
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        char words[300];
        const char *svg = scratch_path("view.svg");
        snprintf(words, sizeof words, "%s --svg %s", views[i], svg);
        struct run run = accepted(chapter, words);
        run_free(&run);
        FILE *file = fopen(svg, "r");
        char text[8];
        cr_assert(file && fseek(file, -7, SEEK_END) == 0 && fread(text, 1, 7, file) == 7);
        cr_assert(memcmp(text, "</svg>\n", 7) == 0, "%s", views[i]);
        fclose(file);
    }
}

Test(tensor_core_views, bad_requests)
{
    refused(chapter, "--atom mma", "--atom mma: no such instruction; known are mma_m16n8k8_f32_");
    refused(chapter, "--atom", "--atom: needs a value, NAME");
    refused(chapter, "--fragment", "--fragment: needs a value, lane=N");
    refused(chapter, "--fragment lane=32", "--fragment lane=32: no lane; allowed are lane=0 to");
    refused(chapter, "--fragment lane=-1", "--fragment lane=-1: no lane");
    refused(chapter, "--fragment lane=5x", "--fragment lane=5x: no lane");
    refused(chapter, "--fragment lane=", "--fragment lane=: no lane");
    refused(chapter, "--fragment lane=1 --atom ldmatrix_x4", "--atom ldmatrix_x4: no mma");
    refused(chapter, "--fragment lane=1 --atom SM90_64x8x16_F16F16F16_SS",
            "executed by 128 threads");
    refused(chapter, "--fragment lane=1 --atom SM70_8x8x4_F16F16F16F16_TN",
            "executed by 8 threads");
    refused(chapter, "--atom ldmatrix_x4 --svg /no/such/x.svg", "--svg /no/such/x.svg");
    refused(chapter, "--atom ldmatrix_x4 --counters", "--counters: not together with --atom");
    refused(chapter, "--atom ldmatrix_x4 --banks", "--banks: not together with --atom");
    refused(chapter, "--fragment lane=5 --out C.npy", "--out C.npy: --fragment computes no C");
}

// ---- Banks --------------------------------------------------------------------------------------

Test(tensor_core_views, banks)
{
    struct run run = run_words(chapter_program("04_shared"), "--size 32 --step 3 --banks");
    if (run.status == 2) { // a real GPU
        cr_assert(count_lines(run.err) == 1 && has(run.err, "only the emulated GPU counts"), "%s",
                  run.err);
        run_free(&run);
        cr_skip_test("only the emulated GPU counts");
    }
    cr_assert(has(run.out, "store of 4 bytes to As") && has(run.out, "ideal 1.00 =\n"), "%s",
              run.out);
    run_free(&run);
    // A column of As: all lanes in one bank.
    run = accepted("04_shared", "--size 32 --step 2 --banks");
    cr_assert(has(run.out, "wavefronts of each: 32.00, ideal 1.00\n") &&
                  has(run.out, "#...............................  32\n"),
              "%s", run.out);
    run_free(&run);
    accepted_with("02_naive", "--size 20 --step 2 --banks", "no access to shared memory");
    refused("01_cpu", "--banks", "--banks: only the emulated GPU counts");
    refused("04_shared", "--banks --format json", "--banks: text for people");
    refused("04_shared", "--banks --predict", "--predict: runs nothing; not together with --banks");
    refused("04_shared", "--banks --svg x.svg", "one picture for --banks and one step alone");
}

// What the lesson shows of steps 3 and 5: rows of 128 bytes, plain and swizzled.
Test(tensor_core_views, banks_of_ldmatrix)
{
    struct run run =
        run_words(chapter_program(chapter), "--size 64 --step 3 --step 5 --banks --trans-b");
    if (run.status == 2)
        cr_skip_test("only the emulated GPU counts");
    const char *const swizzled = strstr(run.out, "5_swizzled");
    cr_assert(swizzled && has(run.out, "wavefronts of each: 32.00, ideal 4.00\n"), "%s", run.out);
    cr_assert(has(run.out, "8888............................  8\n"), "%s", run.out);
    cr_assert(!has(swizzled, "8888") && has(swizzled, "wavefronts of each: 4.00, ideal 4.00 =\n"),
              "%s", swizzled);
    run_free(&run);
}

// ---- Precision ----------------------------------------------------------------------------------

// The rows of one way: inputs and adding at k = 4096, numbers of one sign.
static void read_errors(const char *csv, const char *types, double *inputs, double *adding)
{
    char start[100];
    snprintf(start, sizeof start, "precision,%s,\"uniform in [0,1)\",4096,", types);
    const char *row = strstr(csv, start);
    cr_assert(row && sscanf(row + strlen(start), "%lf,%lf", inputs, adding) == 2, "no %s in %s",
              start, csv);
}

// What the lesson states about them, if it follows from the types.
Test(tensor_core_views, precision)
{
    double inputs, adding, fma_adding, cut_inputs;
    struct run run = accepted(chapter, "--precision --format csv");
    read_errors(run.out, "f32->f32 FFMA", &inputs, &fma_adding);
    cr_assert(inputs < 0x1p-24 && fma_adding < 1e-5, "%g %g", inputs, fma_adding);
    read_errors(run.out, "f16->f32", &inputs, &adding);
    cr_assert(inputs < 0x1p-11 && adding > fma_adding && adding < 1e-4, "%g %g", inputs, adding);
    read_errors(run.out, "tf32->f32", &inputs, &adding);
    read_errors(run.out, "tf32->f32 bits cut", &cut_inputs, &adding);
    cr_assert(inputs < 0x1p-11 && cut_inputs > 10 * inputs && cut_inputs < 0x1p-9, "%g %g", inputs,
              cut_inputs);
    read_errors(run.out, "i8->i32", &inputs, &adding);
    cr_assert(adding == 0, "%g", adding);
    run_free(&run);
    refused(chapter, "--precision --counters", "--counters: not together with --precision");
    refused(chapter, "--precision --svg x.svg", "--svg x.svg: draws what another flag shows");
}
