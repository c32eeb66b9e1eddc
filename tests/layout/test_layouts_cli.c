// SPDX-License-Identifier: MIT
//
// test_layouts_cli.c: the program of chapter 06: what it prints, what it refuses.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "layouts_program.h"

// ---- Grids ----------------------------------------------------------------------------------------------

Test(layouts_cli, grids_are_those_of_cute)
{
    static const struct {
        const char *layout, *grid;
    } grids[] = {
        {"(2,4):(1,2)", "(2,4):(1,2)\n"
                        "      0   1   2   3 \n"
                        "    +---+---+---+---+\n"
                        " 0  | 0 | 2 | 4 | 6 |\n"
                        "    +---+---+---+---+\n"
                        " 1  | 1 | 3 | 5 | 7 |\n"
                        "    +---+---+---+---+\n"},
        // The width is that of the cosize, 10 here.
        {"(3,3):(3,1)", "(3,3):(3,1)\n"
                        "      0   1   2 \n"
                        "    +---+---+---+\n"
                        " 0  | 0 | 1 | 2 |\n"
                        "    +---+---+---+\n"
                        " 1  | 3 | 4 | 5 |\n"
                        "    +---+---+---+\n"
                        " 2  | 6 | 7 | 8 |\n"
                        "    +---+---+---+\n"},
        {"(1,2):(0,9)", "(1,2):(0,9)\n"
                        "       0    1 \n"
                        "    +----+----+\n"
                        " 0  |  0 |  9 |\n"
                        "    +----+----+\n"},
        {"Sw<1,0,1> o 0 o (2,2):(1,2)", "Sw<1,0,1> o 0 o (2,2):(1,2)\n"
                                        "      0   1 \n"
                                        "    +---+---+\n"
                                        " 0  | 0 | 3 |\n"
                                        "    +---+---+\n"
                                        " 1  | 1 | 2 |\n"
                                        "    +---+---+\n"},
        // Rank 3: a grid for each slab.
        {"(1,2,2):(0,1,2)", "(1,2,2):(0,1,2)\n"
                            "(_,_,0)\n"
                            "      0   1 \n"
                            "    +---+---+\n"
                            " 0  | 0 | 1 |\n"
                            "    +---+---+\n"
                            "(_,_,1)\n"
                            "      0   1 \n"
                            "    +---+---+\n"
                            " 0  | 2 | 3 |\n"
                            "    +---+---+\n"},
        // Signs need room.
        {"(2,2):(-10,1)", "(2,2):(-10,1)\n"
                          "        0     1 \n"
                          "    +-----+-----+\n"
                          " 0  |   0 |   1 |\n"
                          "    +-----+-----+\n"
                          " 1  | -10 |  -9 |\n"
                          "    +-----+-----+\n"},
    };
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++) {
        char *out = prints(&(struct call){{"show", grids[i].layout}});
        cr_assert(strcmp(out, grids[i].grid) == 0, "%s:\n%s\nnot\n%s", grids[i].layout, out,
                  grids[i].grid);
        free(out);
    }
}

// ---- Requests that work -----------------------------------------------------------------------------------

Test(layouts_cli, requests)
{
    static const struct {
        struct call call;
        const char *part;
    } good[] = {
        {{{NULL}}, "one notation for matrices"},
        {{{"tour"}}, "06_layouts show '(2,4):(4,1)'"},
        {{{"--help"}}, "composition A"},
        {{{"show", "--help"}}, "usage: 06_layouts show"},
        {{{"eval", "--help"}}, "TAB"},
        {{{"composition", "--help"}}, "usage: 06_layouts composition"},
        {{{"composition", "(10,2):(16,4)", "(5,4):(1,5)"}}, "(5,(2,2)):(16,(80,4))\n"},
        {{{"composition", "(10,2):(16,4)", "(5,4):(1,5)", "--explain"}}, "take 2\n"},
        {{{"--explain", "composition"}}, NULL}, // flags follow the command
        {{{"composition", "--explain", "(10,2):(16,4)", "(5,4):(1,5)"}}, "take 2\n"},
        {{{"compatible", "24", "(4,6)"}}, "true\n"},
        {{{"slice_and_offset", "(2,_)", "((3,2),(2,5,2)):((4,1),(2,13,100))"}}, "  at 8\n"},
        {{{"offsets", "4:2"}}, "[0,2,4,6]\n"},
        {{{"show", "logical_divide", "8:1", "2:2"}}, "logical_divide(A, B) = (2,(2,2)):(2,(1,4))"},
        {{{"show", "composition", "8:1", "-4:-1"}}, NULL},
        {{{"show", "4:-1"}}, "-3"},
        {{{"tv", "SM80_16x8x16_F16F16F16F16_TN"}},
         "LayoutA_TV: ((4,8),(2,2,2)):((32,1),(16,8,128))"},
        {{{"tv", "SM80_16x8x16_F16F16F16F16_TN", "--operand", "c"}}, "| T31V2 | T31V3 |"},
        {{{"tv", "SM90_64x8x16_F16F16F16_SS"}}, "no inverse of A"},
        {{{"tv", "SM75_U32x4_LDSM_N", "--type", "f16"}}, "ValLayoutDst: (32,(2,4)):(2,(1,64))"},
        {{{"tv", "((2,4),(2,2)):((8,1),(4,16))", "--tensor", "(4,8):(8,1)", "--thread", "3"}},
         "thread  3: ((2,2)):((1,4)) at 10: 10 11 14 15"},
        {{{"tiled_mma", "SM80_16x8x16_F16F16F16F16_TN", "--threads", "(2,2,1)", "--tensor",
           "(64,32):(32,1)", "--thread", "17"}},
         "thread 17: ((2,2),2,2):((1,256),1024,16) at 130"},
        {{{"tiled_copy", "UniversalCopy<uint128_t>", "--type", "f16", "--threads", "(16,8):(8,1)",
           "--values", "(1,8)", "--tensor", "(32,128):(128,1)", "--thread", "5"}},
         "((8,1),2,2):((1,0),2048,64) at 40"},
        {{{"show", "local_tile", "(8,12):(12,1)", "<4,6>", "(1,1)"}}, "|[54]|[55]|"},
        {{{"banks", "(8,64):(64,1)", "--type", "f16", "--access", "16"}}, "28 bank conflicts"},
        {{{"banks", "(8,64):(64,1)", "--type", "f16", "--access", "16", "--swizzle", "3,3,3"}},
         "4 passes, no bank conflicts"},
        {{{"banks", "(32,32):(32,1)", "--along=1"}}, "1 pass, no bank conflicts"},
        {{{"banks", "(32,33):(33,1)"}}, "1 pass, no bank conflicts"},
        {{{"banks", "(32,32):(32,1)"}}, // 80 columns: two lines of 16 banks
         "\n 0-31   32  .  .  .  .  .  .  .  .  .  .  .  .  .  .  . \n         .  .  .  .  .  ."},
        {{{"banks", "32:1", "--access", "8"}}, "1 pass, no bank conflicts"},
        {{{"banks", "1:0"}}, "1 lanes load 4 bytes"},
        {{{"banks", "Layout_K_SW128", "--type", "f16", "--access", "16"}}, "no bank conflicts"},
        {{{"tile"}}, "((8,4),(2,4)):((2,16),(1,64))"},
        {{{"tile", "--tile", "1,8,8,4", "--threads", "1,2,8,1", "--step", "0,1,1,0", "--delta",
           "1,2,1,1", "--iterations", "1,4,1,1", "--vector", "4", "--thread", "3"}},
         "16 threads, each element once"},
        {{{"literal", "((2,4),(3,5)):((3,6),(1,24))"}},
         "{.rank = 4, .shape = {2, 4, 3, 5}, .stride = {3, 6, 1, 24}}\n"},
        {{{"literal", "--tv", "((4,8),2):((2,16),1)"}}, ".value = {.rank = 1, .shape = {2}"},
        {{{"atoms", "LDSM"}}, "  SM75_U16x8_LDSM_T\n"},
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        if (!good[i].part)
            continue;
        char *out = prints(&good[i].call);
        cr_assert(strstr(out, good[i].part), "%s printed\n%.500s\nexpected '%s'",
                  good[i].call.argument[0] ? good[i].call.argument[0] : "", out, good[i].part);
        free(out);
    }
}

// ---- Requests that make no sense ----------------------------------------------------------------------------

Test(layouts_cli, bad_requests_are_refused)
{
    static const struct {
        struct call call;
        const char *message;
    } bad[] = {
        {{{"nosuch"}}, "nosuch: no such command or operation; --help lists them"},
        {{{"--nosuch"}}, "--nosuch: unknown flag; --help lists the flags"},
        {{{""}}, ": no such command"},
        {{{"tiledmma"}}, "tiledmma: no such command or operation; close are tiled_mma, tiled_copy"},
        {{{"tour", "x"}}, "tour: takes no arguments"},
        {{{"show"}}, "something is missing; usage: 06_layouts show LAYOUT"},
        {{{"show", "(2,4)"}}, "(2,4): a layout is written shape:stride"},
        {{{"show", "(2,4):(1,2"}}, "(2,4):(1,2: "},
        {{{"show", "(2,4):(1,2,3)"}}, "(2,4):(1,2,3): "},
        {{{"show", "(2,4):(1@0,1@1)"}}, "coordinates instead of offsets"},
        {{{"show", "(0,4):(1,2)"}}, "no elements to show"},
        {{{"show", "(100000,1000000):(1,1)"}}, "a picture has at most 65536 cells"},
        {{{"show", "(2,9223372036854775807,2):(1,1,1)"}}, ""},
        {{{"show", "4:1", "--format", "xml"}}, "--format xml: not known; allowed are text, svg"},
        {{{"show", "4:1", "--color", "thread"}}, "--color thread: a layout alone has no threads"},
        {{{"show", "4:1", "--nosuch"}}, "--nosuch: unknown flag"},
        {{{"show", "4:1", "--format"}}, "--format: needs a value"},
        {{{"show", "nosuch", "4:1"}}, "nosuch"},
        {{{"show", "size", "4:1"}}, "size: the result, 4, is not a layout and cannot be drawn"},
        {{{"composition", "(8,8):(8,1)", "4:3"}}, "composition: "},
        {{{"composition", "4:1"}}, "composition"},
        {{{"composition", "4:1", "2:1", "1:0"}}, "composition"},
        {{{"composition", "4:1", "2:1", "--format", "svg", "--color", "value"}}, "--color value"},
        {{{"tv"}}, "something is missing"},
        {{{"tv", "SM80_16x8x16"}}, "no MMA atom is called 'SM80_16x8x16'; close are SM80_16x8x16_"},
        {{{"tv", "SM80_16x8x16_F16F16F16F16_TN", "--operand", "D"}},
         "--operand D: allowed are A, B"},
        {{{"tv", "SM80_16x8x16_F16F16F16F16_TN", "--thread", "32"}}, "--thread 32: there are 32"},
        {{{"tv", "SM75_U32x1_LDSM_N", "--type", "f64"}}, "no whole elements of 64 bits"},
        {{{"tv", "4:1", "--tensor", "4:1"}}, "a thread-value layout has two modes"},
        {{{"tv", "(4,4):(1,4)", "--tensor", "(2,2):(1,2)"}}, ""},
        {{{"tv", "(4,1):(1,0)", "--tensor", "x"}}, "x: "},
        {{{"tiled_mma", "SM80_16x8x16_F16F16F16F16_TN", "--threads", "(2,"}}, "--threads (2,: "},
        {{{"tiled_mma", "SM80_16x8x16_F16F16F16F16_TN", "--tile", "<1"}}, "--tile <1: "},
        {{{"tiled_mma", "SM80_16x8x16_F16F16F16F16_TN", "--tile", "<32,32>"}}, "three modes"},
        {{{"tiled_copy", "nosuch"}}, "no copy atom is called 'nosuch'"},
        {{{"tiled_copy", "UniversalCopy<uint128_t>", "--threads", "(8"}}, "--threads (8: "},
        {{{"tiled_copy", "UniversalCopy<uint128_t>"}}, "1 values a thread"},
        {{{"tiled_copy", "SM75_U32x4_LDSM_N", "--threads", "(3,1)"}}, "3 threads"},
        {{{"banks", "x"}}, "x: "},
        {{{"banks", "32:1", "--access", "3"}}, "--access 3: allowed are 1, 2, 4, 8 and 16 bytes"},
        {{{"banks", "32:1", "--access", "2"}}, "--access 2: an element has 4 bytes"},
        {{{"banks", "32:1", "--access", "32"}}, "--access 32: out of range"},
        {{{"banks", "32:1", "--along", "1"}}, "--along 1: the layout has 1 mode"},
        {{{"banks", "32:1", "--lanes", "33"}}, "--lanes 33: out of range"},
        {{{"banks", "(8,8):(1,8)", "--access", "16"}}, "one access cannot join them"},
        {{{"banks", "(8,8):(9,1)", "--access", "16"}}, "no multiple of 16"},
        {{{"banks", "(8,2):(2,1)", "--access", "16"}},
         "--access 16: takes 4 elements, mode 1 has 2"},
        {{{"banks", "8:-4"}}, "begins at byte -16"},
        {{{"banks", "32:1", "--swizzle", "3,3"}}, "--swizzle 3,3: "},
        {{{"banks", "32:1", "--swizzle", "3,3,1"}}, "--swizzle 3,3,1: "},
        {{{"banks", "Sw<1,0,1> o 0 o 8:1", "--swizzle", "3,3,3"}}, "has a swizzle already"},
        {{{"literal", "8:1", "--tv"}}, "two modes"},
        {{{"literal", "(2,2)"}}, "(2,2): "},
        {{{"tile", "--tile", "16"}}, "--tile 16: not H,W or D,H,W,C"},
        {{{"tile", "--tile", "16,x"}}, "--tile 16,x: not H,W"},
        {{{"tile", "--tile", "8,16"}}, "H: the last access is at 15, the tile ends at 8"},
        {{{"tile", "--thread", "32"}}, "--thread 32: there are 32"},
        {{{"tile", "x"}}, "x: one argument too many"},
        {{{"eval", "x"}}, "x: one argument too many"},
        {{{"atoms", "a", "b"}}, "b: one argument too many"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct run run = run_layouts(&bad[i].call);
        const char *name = bad[i].call.argument[0];
        const char *next = bad[i].call.argument[1] ? bad[i].call.argument[1] : "";
        cr_assert(run.status == 2, "%s %s: status %d: %s%s", name, next, run.status, run.out,
                  run.err);
        cr_assert(count_lines(run.err) == 1, "%s %s: %s", name, next, run.err);
        cr_assert(strncmp(run.err, "06_layouts: ", 12) == 0, "%s", run.err);
        cr_assert(strstr(run.err, bad[i].message), "%s %s: said %s, expected '%s'", name, next,
                  run.err, bad[i].message);
        run_free(&run);
    }
}

// ---- Answers with a warning ------------------------------------------------------------------------------

Test(layouts_cli, gaps_are_told)
{
    static const struct {
        const char *words, *answer;
    } cases[] = {
        {"complement (3,3):(1,5) 53",
         "4:15\nwith gaps, as CuTe computes it: a stride of A is not a multiple of what the "
         "smaller ones cover, and some offsets are reached by neither\n"},
        {"logical_divide 16:1 (2,2):(1,3)",
         "((2,2),3):((1,3),6)\nwith gaps, as CuTe computes it: a stride of T is not a multiple of "
         "what the smaller ones cover, and some elements of A are in no tile\n"},
        {"complement 4:1 24", "6:4\n"},
        {"complement 4:1 10", "3:4\n"},
        {"complement (2,0):(1,0) 8", NULL},
        {"logical_divide 16:1 (2,2):(1,4)", "((2,2),(2,2)):((1,4),(2,8))\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run run = run_words(chapter_program("06_layouts"), cases[i].words);
        if (cases[i].answer)
            cr_expect_str_eq(run.out, cases[i].answer);
        cr_expect(run.status < 3);
        run_free(&run);
    }
}

Test(layouts_cli, no_such_atom)
{
    struct run run = run_words(chapter_program("06_layouts"), "atoms NOSUCH");
    cr_expect(run.status == 2 && !run.out[0] && strstr(run.err, "atoms NOSUCH: no name holds that"),
              "status %d: %s%s", run.status, run.out, run.err);
    run_free(&run);
}
