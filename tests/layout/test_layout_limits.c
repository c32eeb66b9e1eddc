// SPDX-License-Identifier: MIT
//
// test_layout_limits.c: layouts that are large, and what is too large.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "../../common/layout/eval/eval.h"
#include "../../common/layout/layout.h"

// One case by text; "error" means any refusal.
static void expect(const char *line, const char *expected)
{
    static char answer[LAYOUT_EVAL_TEXT];
    int status = layout_eval_line(line, strlen(line), answer, sizeof answer);
    if (strcmp(expected, "error") == 0)
        cr_expect_eq(status, 1, "%s: %s", line, answer);
    else
        cr_expect_str_eq(answer, expected, "%s: %s", line, answer);
}

Test(layout_limits, large, .description = "2^40 elements cost nothing")
{
    expect("size\t(1048576,1048576):(1,1048576)", "1099511627776");
    expect("coalesce\t(1048576,1048576):(1,1048576)", "1099511627776:1");
    expect("composition\t(1048576,1048576):(1048576,1)\t1099511627776:1",
           "(1048576,1048576):(1048576,1)");
    expect("complement\t1048576:1048576\t1099511627776", "1048576:1");
    expect("right_inverse\t(1048576,1048576):(1048576,1)", "(1048576,1048576):(1048576,1)");
    expect("left_inverse\t(1048576,1048576):(1048576,1)", "(1048576,1048576):(1048576,1)");
    expect("logical_divide\t1099511627776:1\t4096:1", "(4096,268435456):(1,4096)");
    expect("logical_product\t1048576:1\t1048576:1", "(1048576,1048576):(1,1048576)");
    expect("crd2idx\t1099511627775\t(1048576,1048576):(1048576,1)", "1099511627775");
    expect("idx2crd\t1099511627775\t(1048576,(1024,1024))", "(1048575,(1023,1023))");
    expect("slice_and_offset\t(_,1048575)\t(1048576,1048576):(1,1048576)",
           "(1048576):(1)\t1099510579200");
}

Test(layout_limits, overflow, .description = "what does not fit into 64 bits is refused")
{
    expect("size\t(4294967296,4294967296):(1,1)", "error");
    expect("size\t9223372036854775807:1", "9223372036854775807");
    expect("size\t9223372036854775808:1", "error");
    expect("cosize\t(4294967296,2):(4294967296,1)", "error");
    expect("cosize\t2:-9223372036854775808", "error");
    expect("make_layout\t(4294967296,4294967296,2)", "error");
    expect("composition\t4:4611686018427387904\t2:4", "error");
    expect("complement\t4294967296:4294967296\t8", "error");
    expect("logical_product\t4294967296:1\t4294967296:1", "error");
    expect("crd2idx\t9223372036854775807\t2:2", "error");
    expect("crd2idx\t3\t(2,2):(1,9223372036854775807)", "error");
    expect("inner_product\t(4294967296,1)\t(4294967296,1)", "error");
    expect("downcast\t4294967296\t(1,4294967296):(1,4294967296)", "error");
    expect("round_up\t9223372036854775807\t2", "error");
    expect("offsets\t(2,2):(9223372036854775807,1)", "error");
}

// `count` times a text after a line.
static void repeat(char *line, size_t size, const char *text, int count)
{
    for (size_t length = strlen(line); count > 0; count--, length = strlen(line))
        snprintf(line + length, size - length, "%s", text);
}

Test(layout_limits, room, .description = "more leaves or parentheses than there is room for")
{
    char line[1024] = "flatten\t", deep[256] = "";
    repeat(deep, sizeof deep, "(", LAYOUT_DEPTH);
    repeat(deep, sizeof deep, "7", 1);
    repeat(deep, sizeof deep, ")", LAYOUT_DEPTH);
    repeat(line, sizeof line, deep, 1);
    expect(line, "(7)");
    snprintf(line, sizeof line, "group\t%s\t0\t1", deep);
    expect(line, "error"); // one level too many

    snprintf(line, sizeof line, "product\t(1");
    repeat(line, sizeof line, ",1", LAYOUT_LEAVES - 1);
    repeat(line, sizeof line, ")", 1);
    expect(line, "1");
    snprintf(line, sizeof line, "product\t(1");
    repeat(line, sizeof line, ",1", LAYOUT_LEAVES);
    repeat(line, sizeof line, ")", 1);
    expect(line, "error");
}
