// SPDX-License-Identifier: MIT
//
// fuzz_layout_eval.c: any bytes as a line of `eval`, for libFuzzer (`make fuzz-layout`). The inputs
// it kept in tests/layout/fuzz/corpus.txt are replayed by tests/layout/test_layout_eval.c.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../../../common/layout/composed/composed.h"
#include "../../../common/layout/core/trace.h"
#include "../../../common/layout/eval/eval.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(int condition)
{
    if (!condition)
        abort();
}

static void ignore(void *context, int depth, const char *text)
{
    (void)context;
    must(depth >= 0 && strchr(text, '\n') == NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char answer[LAYOUT_EVAL_TEXT], again[LAYOUT_EVAL_TEXT], cut[40];
    const char *line = (const char *)data;
    int status = layout_eval_line(line, size, answer, sizeof answer);
    must((status == 1) == (strncmp(answer, "error: ", 7) == 0));
    must(strchr(answer, '\n') == NULL && answer[0] != '\0');

    // Telling the steps changes nothing; a buffer that is too small is not overrun.
    struct layout_trace trace = {ignore, NULL};
    layout_trace_to(&trace);
    must(layout_eval_line(line, size, again, sizeof again) == status);
    layout_trace_to(NULL);
    must(strcmp(answer, again) == 0);
    layout_eval_line(line, size, cut, size % sizeof cut);

    // What is printed can be read, and is printed the same again.
    struct composed_layout l;
    struct failure why;
    answer[strcspn(answer, "\t")] = '\0';
    if (status == 0 && strchr(answer, ':') != NULL && strncmp(answer, "():", 3) != 0) {
        must(composed_parse(&l, answer, &why));
        composed_print(&l, again, sizeof again);
        must(strcmp(answer, again) == 0 || strncmp(answer, "Sw<0,", 5) == 0);
    }
    return 0;
}
