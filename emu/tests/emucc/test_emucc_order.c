// SPDX-License-Identifier: MIT
// test_emucc_order.c: if code is not in control-flow order, a table contains the position of each
// call (emucc/order/order.h). The compiler here is a script that writes the given assembly.
#define _XOPEN_SOURCE 700 // chmod, setenv
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../support/emucc_folder.h"

TestSuite(emucc_order, .init = emucc_folder_enter, .fini = emucc_folder_remove);

// Returns the table of a function with this body: "1>0 2>1" if call 1 counts as call 0, and call 2
// as call 1.
static const char *table_of(const char *body)
{
    static char table[400];
    char assembly[2000];
    table[0] = '\0';
    snprintf(assembly, sizeof assembly,
             "\t.text\n\t.type\tf, @function\nf:\n.LFB1:\n%s.LFE1:\n\t.size\tf, .-f\n", body);
    write_text("given.s", assembly);
    write_text(
        "cxx",
        "#!/bin/sh\n"
        "case \" $*\" in\n"
        "*-dumpversion) echo 12 ;;\n"
        "*\" -S \"*) while [ $# -gt 1 ]; do [ \"$1\" = -o ] && cp given.s \"$2\"; shift; done ;;\n"
        "*) exec g++ \"$@\" ;;\n"
        "esac\n");
    write_text("a.cu", "");
    cr_assert(chmod("cxx", 0755) == 0);
    setenv("CXX", "./cxx", 1);
    succeeds("-S a.cu -o a.s");
    succeeds("-c a.cu -o a.o"); // the assembler takes it
    char *text = read_text("a.s"), *at = strstr(text, "emu_order, \"a?\"");
    int call, place, read = 0;
    while (at && (at = strstr(at + read, ".long .Lemu_order")) &&
           sscanf(at, ".long .Lemu_order%d-. .long .Lemu_order%d-.%n", &call, &place, &read) == 2) {
        const size_t length = strlen(table);
        snprintf(table + length, sizeof table - length, "%s%d>%d", length ? " " : "", call, place);
    }
    free(text);
    return table;
}

// A copied loop: the end of its iteration precedes its body.
#define LOOP_END_FIRST \
    "\tjmp\t.L4\n" \
    ".L2:\n" \
    "\tcall\temu_round@PLT\n" \
    "\tsubl\t$1, %ebx\n" \
    "\tje\t.L5\n" \
    ".L4:\n" \
    "\tcall\t__tsan_read4@PLT\n" \
    "\ttestl\t%eax, %eax\n" \
    "\tjne\t.L2\n" \
    "\tcall\t__tsan_write4@PLT\n" \
    "\tjmp\t.L2\n" \
    ".L5:\n" \
    "\tcall\t__tsan_read8@PLT\n" \
    "\tret\n"

Test(emucc_order, an_iteration_ends_after_its_body)
{
    cr_assert_str_eq(table_of(LOOP_END_FIRST), "1>0 2>1 0>2");
}

Test(emucc_order, code_in_order_has_no_table)
{
    cr_assert_str_eq(table_of("\tjmp\t.L3\n" // while, and a break in its middle
                              ".L2:\n"
                              "\tcall\t__tsan_read4@PLT\n"
                              "\tjne\t.L4\n"
                              "\tcall\t__tsan_write8@PLT\n"
                              "\tjmp\t.L5\n"
                              ".L4:\n"
                              "\tcall\t__tsan_write4@PLT\n"
                              ".L3:\n"
                              "\tcall\temu_round\n"
                              "\tjne\t.L2\n"
                              ".L5:\n"
                              "\tcall\t__tsan_read8@PLT\n"
                              "\tret\n"),
                     "");
}

// The iteration of a `while` loop ends where its condition begins.
Test(emucc_order, a_while_loop_ends_with_its_condition)
{
    cr_assert_str_eq(table_of(".L2:\n"
                              "\tcall\temu_round@PLT\n"
                              "\tje\t.L3\n"
                              "\tcall\t__tsan_write4@PLT\n"
                              "\tjmp\t.L2\n"
                              ".L3:\n"
                              "\tret\n"),
                     "1>0 0>1");
}

// A branch that follows the loop it belongs to, and a jump table.
Test(emucc_order, branches_precede_their_join)
{
    static const char body[] = "\tcall\t__tsan_read1@PLT\n"
                               "\tjmp\t*.L9(,%rax,8)\n"
                               "\t.section\t.rodata\n"
                               ".L9:\n"
                               "\t.quad\t.L2\n"
                               "\t.quad\t.L4\n"
                               "\t.text\n"
                               ".L2:\n"
                               "\tcall\t__tsan_read2@PLT\n"
                               ".L3:\n"
                               "\tcall\t__tsan_write4@PLT\n"
                               "\tret\n"
                               ".L4:\n"
                               "\tcall\t__tsan_read4@PLT\n"
                               "\tjmp\t.L3\n";
    cr_assert_str_eq(table_of(body), "3>2 2>3");
}

Test(emucc_order, unknown_jumps_leave_the_code_as_it_is)
{
    cr_assert_str_eq(table_of("\tjmp\t*%rax\n" LOOP_END_FIRST), "");
}
