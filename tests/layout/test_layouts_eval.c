// SPDX-License-Identifier: MIT
//
// test_layouts_eval.c: batch mode of the program of chapter 06: a case on each line, an answer on
// each.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../common/layout/eval/eval.h"
#include "../support/support.h"

TestSuite(layouts_eval, .fini = scratch_remove);

static char *evaluate_file(const char *text, size_t size)
{
    char command[600];
    write_bytes(scratch_path("cases"), text, size);
    snprintf(command, sizeof command, "'%s' eval < '%s'", chapter_program("06_layouts"),
             scratch_path("cases"));
    const char *const argv[] = {"/bin/sh", "-c", command, NULL};
    struct run run = run_program(argv);
    cr_assert(run.status == 0 && run.err[0] == '\0', "status %d: %s", run.status, run.err);
    free(run.err);
    return run.out;
}

Test(layouts_eval, answers_each_line)
{
    static const char cases[] = "size\t(2,4):(1,2)\n"
                                "compatible\t24\t32\r\n"
                                "\n"
                                "nosuch\t1\n"
                                "slice_and_offset\t(2,_)\t((3,2),(2,5,2)):((4,1),(2,13,100))\n"
                                "offsets\t4:2\n"
                                "size\t\xff\x01\n"
                                "composition\t20:2\t(5,4):(4,1)"; // no newline at the end
    char *out = evaluate_file(cases, sizeof cases - 1);
    const char *line = out;
    static const char *const answers[] = {"8\n",
                                          "false\n",
                                          "error: ",
                                          "error: ",
                                          "((2,5,2)):((2,13,100))\t8\n",
                                          "4:2\t[0,2,4,6]\n",
                                          "error: ",
                                          "(5,4):(8,2)\n"};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        cr_assert(strncmp(line, answers[i], strlen(answers[i])) == 0, "line %zu: %.60s", i + 1,
                  line);
        line = strchr(line, '\n') + 1;
    }
    cr_assert(*line == '\0', "more than the answers: %s", line);
    free(out);
    free(evaluate_file("", 0));
}

// A line with a zero byte, and lines longer than any buffer, each get one answer.
Test(layouts_eval, survives_long_lines)
{
    const size_t size = 3 << 20;
    char *text = malloc(size);
    cr_assert(text);
    memset(text, '(', size);
    text[5] = '\0';
    text[10] = '\n';
    text[(1 << 20) + 100] = '\n'; // longer than the limit, by a little
    memcpy(text + size - 11, "\nsize\t8:1\n", 10);
    text[size - 1] = 'x';
    char *out = evaluate_file(text, size);
    cr_assert(count_lines(out) == 5, "%d lines: %.300s", count_lines(out), out);
    cr_assert(strstr(out, "error: a line of more than 1048576 characters\n8\nerror: "), "%.300s",
              out);
    free(out);
    free(text);
}

// A program that writes a line and waits gets its answer before it writes the next.
Test(layouts_eval, answers_at_once, .timeout = 600)
{
    char command[600];
    snprintf(command, sizeof command,
             "pipes='%s'; mkfifo \"$pipes.q\" \"$pipes.a\" && "
             "{ '%s' eval < \"$pipes.q\" > \"$pipes.a\" & } && "
             "exec 3> \"$pipes.q\" 4< \"$pipes.a\" && "
             "echo 'size\t8:1' >&3 && read -r answer <&4 && echo \"$answer\" && "
             "echo 'size\t9:1' >&3 && exec 3>&- && cat <&4",
             scratch_path("pipe"), chapter_program("06_layouts"));
    const char *const argv[] = {"/bin/sh", "-c", command, NULL};
    struct run run = run_program(argv);
    cr_assert(run.status == 0, "%s", run.err);
    cr_assert(strcmp(run.out, "8\n9\n") == 0, "%s", run.out);
    run_free(&run);
}

Test(layouts_eval, many_cases)
{
    const int count = 100000;
    char *text = malloc((size_t)count * 40), *at = text;
    cr_assert(text);
    for (int i = 0; i < count; i++)
        at += sprintf(at, "crd2idx\t%d\t((4,8),(2,2,2))\n", i);
    char *out = evaluate_file(text, (size_t)(at - text));
    cr_assert(count_lines(out) == count);
    free(out);
    free(text);
}

// Each operation by name, with nothing and with rubbish: refused, and the program lives.
Test(layouts_eval, every_operation_refuses_rubbish)
{
    const struct layout_operation *o;
    size_t used = 0, lines = 0;
    char *text = malloc(1 << 20);
    cr_assert(text);
    for (size_t i = 0; (o = layout_operation(i)) != NULL; i++) {
        used += (size_t)sprintf(text + used, "%s\n%s\tx\n%s\t(\t)\t_\n", o->name, o->name, o->name);
        lines += 3;
    }
    char *out = evaluate_file(text, used);
    cr_assert((size_t)count_lines(out) == lines);
    for (char *line = strtok(out, "\n"); line; line = strtok(NULL, "\n"))
        cr_assert(strncmp(line, "error: ", 7) == 0, "%s", line);
    free(out);
    free(text);
}
