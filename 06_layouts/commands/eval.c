// SPDX-License-Identifier: MIT
//
// eval.c: batch mode: a case on each line of stdin, its answer on a line of stdout.
#include "../../common/layout/eval/eval.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"

// A program that sends one case and waits must get its answer; one that sends a million should not
// pay for a million writes. So answers are written when no more input is available.
struct input {
    char *buffer;
    size_t size, begin, end;
    bool over;
};

// Reads more after what was read. False at the end of the input.
static bool fill(struct input *in)
{
    if (in->begin > 0) {
        memmove(in->buffer, in->buffer + in->begin, in->end - in->begin);
        in->end -= in->begin;
        in->begin = 0;
    }
    if (in->end == in->size) {
        // A longer line than any so far. Beyond a limit only its end is searched for.
        char *larger = realloc(in->buffer, 2 * in->size);
        if (!larger)
            return false;
        in->buffer = larger;
        in->size *= 2;
    }
    fflush(stdout);
    ssize_t got;
    do
        got = read(STDIN_FILENO, in->buffer + in->end, in->size - in->end);
    while (got < 0 && errno == EINTR);
    if (got > 0)
        in->end += (size_t)got;
    return got > 0;
}

enum { LONGEST_LINE = 1 << 20 };

static void answer_too_long(void)
{
    printf("error: a line of more than %d characters\n", LONGEST_LINE);
}

static void answer(const char *line, size_t length, char *out)
{
    if (length > LONGEST_LINE) {
        answer_too_long();
        return;
    }
    if (length > 0 && line[length - 1] == '\r')
        length--;
    layout_eval_line(line, length, out, LAYOUT_EVAL_TEXT);
    puts(out);
}

static bool evaluate_all(char *out)
{
    struct input in = {.buffer = malloc(1 << 16), .size = 1 << 16};
    size_t skipped = 0; // characters of a line that is too long to keep
    if (!in.buffer)
        return false;
    for (;;) {
        char *line = in.buffer + in.begin;
        char *end = memchr(line, '\n', in.end - in.begin);
        if (end) {
            if (skipped)
                answer_too_long();
            else
                answer(line, (size_t)(end - line), out);
            skipped = 0;
            in.begin = (size_t)(end - in.buffer) + 1;
            continue;
        }
        if (in.end - in.begin > LONGEST_LINE) {
            skipped += in.end - in.begin;
            in.begin = in.end = 0;
        }
        if (!fill(&in))
            break;
    }
    if (skipped)
        answer_too_long();
    else if (in.end > in.begin) // the last line needs no newline
        answer(in.buffer + in.begin, in.end - in.begin, out);
    free(in.buffer);
    return true;
}

int eval_command(int argc, char **argv)
{
    bool help = false;
    const struct option options[] = {OPTION_HELP(&help)};
    struct words words;
    struct failure why;
    static const struct usage usage = {
        "eval < CASES",
        "Each line of stdin is OPERATION<TAB>OPERAND<TAB>OPERAND..., each line "
        "of stdout\nits result: a layout, a tuple, a number, true or false; "
        "<TAB>OFFSET after the\nresult of slices; or \"error: REASON\". "
        "06_layouts --help lists the operations.",
        0, 0};
    int status;
    if (!command_begin(&words, &usage, options, 1, argc, argv, &status))
        return status;
    char *out = malloc(LAYOUT_EVAL_TEXT);
    if (!out || !evaluate_all(out)) {
        free(out);
        fail(&why, "no memory");
        return refuse(&why);
    }
    free(out);
    return 0;
}
