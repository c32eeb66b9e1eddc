// SPDX-License-Identifier: MIT
#include "command.h"

#include <ctype.h>
#include <string.h>

#include "../../common/base/terminal.h"

const char *const format_names[] = {"text", "svg", "latex", "json", NULL};
const char *const colour_names[] = {"none", "index", "bank", "thread", "value", NULL};

const char *const type_names[] = {"f32",  "f64", "tf32", "f16", "bf16", "e4m3",
                                  "e5m2", "s32", "s8",   "u8",  NULL};
static const int bits[] = {32, 64, 32, 16, 16, 8, 8, 32, 8, 8};
int type_bits(int type) { return bits[type]; }

int refuse(const struct failure *why)
{
    terminal_fold_on_screen(stderr, fprintf(stderr, "06_layouts: "), why->text);
    fputc('\n', stderr);
    return 2;
}

static bool is_flag(const char *word)
{
    return word[0] == '-' && !isdigit((unsigned char)word[1]) && word[1] != '\0';
}

// Whether the flag takes the word after it.
static bool takes_next(const struct option *options, int count, const char *flag)
{
    for (int i = 0; i < count; i++)
        if (strcmp(options[i].flag, flag) == 0)
            return options[i].kind != OPTION_SWITCH;
    return false;
}

static bool parse(struct words *words, const struct option *options, int count, int argc,
                  char **argv, struct failure *why)
{
    char *flags[2 * MAX_WORDS];
    int flag_count = 1;
    flags[0] = argv[0];
    words->count = 0;
    for (int i = 1; i < argc; i++) {
        if (is_flag(argv[i])) {
            const bool both = i + 1 < argc && takes_next(options, count, argv[i]);
            if (flag_count + 2 > 2 * MAX_WORDS)
                return fail(why, "%.300s: too many flags", argv[i]);
            flags[flag_count++] = argv[i];
            if (both)
                flags[flag_count++] = argv[++i];
        } else if (words->count == MAX_WORDS) {
            return fail(why, "%.300s: too many arguments", argv[i]);
        } else {
            words->word[words->count++] = argv[i];
        }
    }
    return options_parse(options, count, flag_count, flags, why);
}

static bool count_words(const struct words *words, const struct usage *usage, struct failure *why)
{
    if (words->count < usage->min_words)
        return fail(why, "%s: something is missing; usage: 06_layouts %s",
                    words->count ? words->word[words->count - 1] : "nothing given", usage->call);
    if (words->count > usage->max_words)
        return fail(why, "%.300s: one argument too many; usage: 06_layouts %s",
                    words->word[usage->max_words], usage->call);
    return true;
}

bool command_begin(struct words *words, const struct usage *usage, const struct option *options,
                   int count, int argc, char **argv, int *status)
{
    struct failure why;
    const bool *help = options[count - 1].value;
    if (!parse(words, options, count, argc, argv, &why)) {
        *status = refuse(&why);
        return false;
    }
    if (*help) {
        printf("usage: 06_layouts %s\n\n%s\n\n", usage->call, usage->what);
        options_print(options, count, stdout);
        *status = 0;
        return false;
    }
    if (!count_words(words, usage, &why)) {
        *status = refuse(&why);
        return false;
    }
    return true;
}
