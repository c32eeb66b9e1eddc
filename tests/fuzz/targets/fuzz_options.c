// SPDX-License-Identifier: MIT
//
// fuzz_options.c: any bytes as a command line, words at line ends: values within their limits, or
// one line that says why not.
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../../../common/driver/request/options.h"

static void must(bool good)
{
    if (!good)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { MOST = 40 };
    static const char *const formats[] = {"table", "csv", "json", NULL};
    int number = 5, format = 0;
    long long seed = 1;
    double alpha = 1;
    const char *file = NULL;
    bool list = false;
    struct texts steps = {.count = 0};
    const struct option options[] = {
        {"-m", "M", "rows", OPTION_INT, &number, 0, INT_MAX, NULL},
        {"--seed", "S", "seed", OPTION_LONG, &seed, 0, LLONG_MAX, NULL},
        {"--alpha", "A", "factor", OPTION_REAL, &alpha, 0, 0, NULL},
        {"--format", "F", "form", OPTION_CHOICE, &format, 0, 0, formats},
        {"--out", "FILE", "file", OPTION_TEXT, &file, 0, 0, NULL},
        {"--step", "NAME", "a step", OPTION_TEXTS, &steps, 0, 0, NULL},
        {"--list", NULL, "list", OPTION_SWITCH, &list, 0, 0, NULL},
    };
    char *text = malloc(size + 1), *argv[MOST] = {"program"};
    int argc = 1;
    must(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    for (char *word = text; word && argc < MOST; argc++) {
        argv[argc] = word;
        word = strchr(word, '\n');
        if (word)
            *word++ = '\0';
    }
    struct failure why = {""};
    if (options_parse(options, 7, argc, argv, &why)) {
        must(number >= 0 && seed >= 0 && isfinite(alpha) && format >= 0 && format < 3);
        must(steps.count <= MAX_TEXTS && (!file || *file));
    } else {
        must(why.text[0] != '\0');
    }
    free(text);
    return 0;
}
