// SPDX-License-Identifier: MIT
//
// test_layout_eval.c: `eval` never dies on a line, whatever it is; the fuzzer's inputs again.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../common/layout/eval/eval.h"
#include "../../common/layout/layout.h"
#include "fuzz/fuzz_layout_eval.c"

static char answer[LAYOUT_EVAL_TEXT];

// The reason that a line is refused for.
static const char *reason(const char *line)
{
    int status = layout_eval_line(line, strlen(line), answer, sizeof answer);
    cr_expect_eq(status, 1, "%s: %s", line, answer);
    cr_expect_eq(strncmp(answer, "error: ", 7), 0, "%s: %s", line, answer);
    return answer + 7;
}

static void expect(const char *line, const char *expected)
{
    int status = layout_eval_line(line, strlen(line), answer, sizeof answer);
    cr_expect_eq(status, 0, "%s: %s", line, answer);
    cr_expect_str_eq(answer, expected, "%s: %s", line, answer);
}

Test(layout_eval, lines, .description = "what a line may look like")
{
    expect("size\t(2,4):(1,2)", "8");
    expect("size\t(2,4):(1,2)\n", "8");
    expect("size\t(2,4):(1,2)\r\n", "8");
    expect("size\t ( 2 , 4 ) : (1,2) ", "8");
    expect("composition\t(_6,_2):(_8,_2)\t(_4,_3):(_3,_1)", "((2,2),3):((24,2),8)");
    expect("compatible\t24\t(4,6)", "true");
    expect("slice_and_offset\t(_,5)\t((3,2),(2,5,2)):((4,1),(2,13,100))", "((3,2)):((4,1))\t28");
    expect("offsets\tSw<1,0,1> o 0 o 4:1", "Sw<1,0,1> o 0 o 4:1\t[0,1,3,2]");
    expect("offsets\t8:-1", "8:-1\t[0,-1,-2,-3,-4,-5,-6,-7]");
    expect("slice\t(0,0)\t(2,4):(1,2)", "():()");
}

// What CuTe prints. Swizzle<1,4,3> of a 16-bit pointer leaves 8 elements of 16 bytes in place.
Test(layout_eval, cute, .description = "layouts and tensors as CuTe prints them")
{
    expect("size\t(_64,_16):(_16,_1)", "1024");
    expect("coalesce\tSw<1,4,3> o smem_ptr[16b](unset) o (_8,_16):(_16,_1)",
           "Sw<1,3,3> o 0 o (8,16):(16,1)");
    expect("upcast\t1\tSw<3,4,3> o smem_ptr[8b](0x7f0000000400) o (_8,_128):(_128,_1)",
           "Sw<3,4,3> o 0 o (8,128):(128,1)");
    expect("upcast\t1\tSw<2,4,3> o smem_ptr[4b](unset) o (_8,_128):(_128,_1)",
           "Sw<2,5,3> o 0 o (8,128):(128,1)");
    expect("upcast\t1\tSw<2,4,3> o smem_ptr[32b](unset) o (_8,_16):(_16,_1)",
           "Sw<2,2,3> o 0 o (8,16):(16,1)");
    expect("upcast\t1\tSw<3,3,3> o _0 o (_8,_64):(_64,_1)", "Sw<3,3,3> o 0 o (8,64):(64,1)");
    expect("size\tptr[32b](0x7ffe12345678) o (_4,_8):(_8,_1):", "32");
    expect("size\tgmem_ptr[16b](0x7ffe12345678) o (128,64):(64,_1)", "8192");
    cr_expect_not_null(strstr(reason("size\tsmem_ptr[16](unset) o 4:1"), "operand 1"));
    cr_expect_not_null(
        strstr(reason("upcast\t1\tSw<1,4,3> o smem_ptr[12b](unset) o 4:1"), "operand 2"));
    cr_expect_not_null(strstr(reason("upcast\t1\tSw<1,4,3> o smem_ptr[16b](unset) 4:1"),
                              "Sw<B,M,S> o offset o shape:stride"));
}

Test(layout_eval, close, .description = "an unknown operation names close ones")
{
    cr_expect_str_eq(reason("compose\t4:1\t2:1"),
                     "there is no operation 'compose'; close are composition, "
                     "compact_col_major, compact_row_major");
    cr_expect_not_null(strstr(reason("colaesce\t4:1"), "'colaesce'; close are coalesce"));
    cr_expect_not_null(strstr(reason("siez\t4:1"), "'siez'"));
    cr_expect_null(strstr(reason("nosuch\t4:1"), "close"));
}

Test(layout_eval, reasons, .description = "a refusal says which condition failed, and where")
{
    cr_expect_not_null(strstr(reason(""), "empty line"));
    cr_expect_not_null(strstr(reason("compose\t4:1\t2:1"), "no operation 'compose'"));
    cr_expect_not_null(strstr(reason("size"), "size takes the operands A; there are 0"));
    cr_expect_not_null(strstr(reason("size\t"), "operand 1: expected an integer"));
    cr_expect_not_null(strstr(reason("composition\t4:1\t(2,2:1"), "operand 2"));
    cr_expect_not_null(strstr(reason("size\t(2,4):(1,(2,3))"), "different parentheses"));
    cr_expect_not_null(strstr(reason("size\t(2,4)):(1,2)"), "')' without its '('"));
    cr_expect_not_null(strstr(reason("size\t99999999999999999999:1"), "64 bits"));
    cr_expect_not_null(strstr(reason("size\t(2,-4):(1,2)"), "an extent is -4"));
    cr_expect_not_null(strstr(reason("composition\t(2,173):(1,4)\t16:23"),
                              "stride 23 of the right layout is neither a multiple of extent 2 of "
                              "leaf 0 of the left layout nor below it"));
    cr_expect_not_null(strstr(reason("composition\t(8,8):(8,1)\t4:3"),
                              "extent 4 of the right layout is not a multiple of the 3 steps"));
    cr_expect_not_null(
        strstr(reason("composition\t(6,2):(1,7)\t(3,2):(2,3)"), "carries into the next leaf"));
    cr_expect_not_null(strstr(reason("upcast\t2\t1:15"), "stride 15"));
    cr_expect_not_null(strstr(reason("flat_divide\t4:1\t<()>"), "an empty tuple is not a tile"));
    cr_expect_not_null(strstr(reason("upcast\t0\t4:1"), "a factor of 0"));
    cr_expect_not_null(strstr(reason("swizzle_apply\tSw<3,0,2>\t4"), "at least its 3 bits"));
    cr_expect_not_null(strstr(reason("complement\t4:-1\t24"), "negative stride"));
    cr_expect_not_null(strstr(reason("get_flat_coord\t3\t(4,2):(0,1)"), "is not defined"));
    cr_expect_not_null(strstr(reason("zipped_divide\t(8,6):(1,8)\t<_,3>"), "'_' needs a mode"));
    // Shifted to the left, the bits leave the domain of the left layout: 28 goes to 43, not to 11.
    cr_expect_not_null(strstr(reason("composition\t(8,4):(4,1)\tSw<2,3,-3> o 0 o (4,4,2):(1,4,16)"),
                              "cannot be moved"));
    cr_expect_not_null(
        strstr(reason("left_inverse\tSw<3,3,-3> o 0 o (16,4):(4,1)"), "cannot be moved"));
    // Not a quotient nor a sum that no 64 bits hold.
    cr_expect_not_null(strstr(reason("idx2crd\t-9223372036854775808\t(-1,4)"), "an extent is -1"));
    cr_expect_not_null(
        strstr(reason("idx2crd\t-9223372036854775808\t(-1,4)\t(1,1)"), "leaf 0 is -1:1"));
    cr_expect_not_null(
        strstr(reason("slice_and_offset\t(1,3)\tSw<2,0,-3> o 9223372036854775807 o (2,8):(1,2)"),
               "64 bits"));
}

// What a peer refuses or cannot express, and has an exact answer.
Test(layout_eval, beyond_peers, .description = "right answers that peers refuse")
{
    expect("composition\t(8,8):(8,1)\t3:3", "3:24");
    expect("composition\t(5,3):(7,1)\t2:3", "2:21");
    expect("composition\t(4,3):(3,1)\t1:5", "1:4");
    expect("make_ordered_layout\t(2,3,4)\t(0,0,1)", "(2,3,4):(1,2,6)");
    expect("complement\t(3,4):(1,3)\t(3,3,2)", "2:12");
    // A swizzle of bits that no offset has: moved, it would do something.
    expect("right_inverse\tSw<2,3,3> o 0 o (2,8):(8,1)", "(8,2):(2,1)");
    expect("left_inverse\tSw<3,2,3> o 0 o (4,4):(4,1)", "(4,4):(4,1)");
    expect("composition\t(8,8):(8,1)\tSw<3,4,3> o 0 o 64:1", "(8,8):(8,1)");
    expect("make_identity_layout\t(4,(2,3))", "(4,(2,3)):(1@0,(1@0@1,1@1@1))");
    expect("composition\t(4,8):(1,10)\t(2,4):(1@1,1@0)", "(2,4):(10,1)");
    expect("crd2idx\t(1,(0,2))\t(4,(2,3)):(1@0,(1@0@1,1@1@1))", "(1,(0,2))");
    expect("crd2idx\t13\t(4,(2,3)):(1@0,(1@0@1,1@1@1))", "(1,(1,1))");
}

Test(layout_eval, anything, .description = "no bytes do harm")
{
    static char line[1 << 20];
    uint64_t state = 7;
    // A very long line, of each of a few bytes.
    const char fill[] = {'(', ')', ',', '9', '_', '<', '>', ':', '\t', '@', '\0', '-', ' ', 'o'};
    for (size_t i = 0; i < sizeof fill; i++) {
        memset(line, fill[i], sizeof line);
        snprintf(line, 13, "composition\t");
        line[12] = fill[i];
        cr_expect_eq(layout_eval_line(line, sizeof line, answer, sizeof answer), 1);
    }
    // Random bytes, and random characters of the grammar, after random operations.
    static const char grammar[] = "0123456789(),:<>_@-\tSwo ";
    for (int round = 0; round < 20000; round++) {
        size_t length = 0;
        state = state * 6364136223846793005U + 1442695040888963407U;
        const struct layout_operation *op = layout_operation(state >> 33 & 127);
        if (op != NULL)
            length = (size_t)snprintf(line, 200, "%s\t", op->name);
        size_t end = length + (state >> 50 & 63);
        for (; length < end; length++) {
            state = state * 6364136223846793005U + 1442695040888963407U;
            line[length] = (round & 3) == 0 ? (char)(state >> 40)
                                            : grammar[(state >> 33) % (sizeof grammar - 1)];
        }
        LLVMFuzzerTestOneInput((const uint8_t *)line, length);
    }
    // Every size of the answer.
    const char *request = "offsets\t(4,8):(8,1)";
    for (size_t size = 0; size < 160; size++) {
        char *small = malloc(size > 0 ? size : 1);
        layout_eval_line(request, strlen(request), small, size);
        cr_expect(size == 0 || memchr(small, '\0', size) != NULL);
        free(small);
    }
}

// One input a line, \xNN for unprintable bytes: tests/layout/fuzz/corpus.py.
static size_t unescape(char *line)
{
    size_t n = 0;
    for (const char *p = line; *p != '\0' && *p != '\n'; n++)
        if (p[0] == '\\' && p[1] == 'x') {
            char hex[3] = {p[2], p[3], '\0'};
            line[n] = (char)strtol(hex, NULL, 16);
            p += 4;
        } else {
            line[n] = *p++;
        }
    return n;
}

Test(layout_eval, corpus, .description = "what the fuzzer kept")
{
    static char line[1 << 14];
    char path[1100];
    const char *root = getenv("REPO_ROOT");
    snprintf(path, sizeof path, "%s/tests/layout/fuzz/corpus.txt", root != NULL ? root : ".");
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file, "cannot open %s", path);
    int inputs = 0;
    for (; fgets(line, sizeof line, file) != NULL; inputs++)
        LLVMFuzzerTestOneInput((const uint8_t *)line, unescape(line));
    fclose(file);
    cr_expect_gt(inputs, 100);
}

Test(layout_eval, table, .description = "operations are in alphabetical order and described")
{
    const struct layout_operation *op, *before = NULL;
    for (size_t i = 0; (op = layout_operation(i)) != NULL; before = op, i++) {
        cr_expect(strlen(op->operands) > 0 && strlen(op->about) > 0, "%s", op->name);
        if (before != NULL)
            cr_expect_lt(strcmp(before->name, op->name), 0, "%s", op->name);
    }
}
