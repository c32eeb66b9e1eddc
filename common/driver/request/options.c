// SPDX-License-Identifier: MIT
#include "options.h"

#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/terminal.h"

// What values the option takes, for messages.
static void describe_allowed(const struct option *o, char *text, size_t size)
{
    size_t used;
    switch (o->kind) {
    case OPTION_INT:
    case OPTION_LONG:
        snprintf(text, size, "allowed are integers from %lld to %lld", o->min, o->max);
        break;
    case OPTION_REAL:
        snprintf(text, size, "allowed are finite numbers up to %.8g, the largest float", FLT_MAX);
        break;
    case OPTION_CHOICE:
        used = (size_t)snprintf(text, size, "allowed are ");
        for (const char *const *c = o->choices; *c && used < size; c++)
            used += (size_t)snprintf(text + used, size - used, "%s%s", *c, c[1] ? ", " : "");
        break;
    case OPTION_TEXT:
    case OPTION_TEXTS:
    case OPTION_SWITCH: snprintf(text, size, "%s", o->help); break;
    }
}

static bool refuse(const struct option *o, const char *value, const char *problem,
                   struct failure *why)
{
    char allowed[300];
    describe_allowed(o, allowed, sizeof allowed);
    return fail(why, "%s %.300s: %s; %s", o->flag, value, problem, allowed);
}

static bool parse_integer(const struct option *o, const char *value, struct failure *why)
{
    char *end;
    errno = 0;
    const long long number = strtoll(value, &end, 10);
    // strtoll skips white space and stops at the first unexpected character; we accept neither.
    if (end == value || *end != '\0' || isspace((unsigned char)*value))
        return refuse(o, value, "not an integer", why);
    if (errno == ERANGE || number < o->min || number > o->max)
        return refuse(o, value, "out of range", why);
    if (o->kind == OPTION_INT)
        *(int *)o->value = (int)number;
    else
        *(long long *)o->value = number;
    return true;
}

static bool parse_real(const struct option *o, const char *value, struct failure *why)
{
    char *end;
    const double number = strtod(value, &end);
    if (end == value || *end != '\0' || isspace((unsigned char)*value))
        return refuse(o, value, "not a number", why);
    if (!(fabs(number) <= (double)FLT_MAX))
        return refuse(o, value, "out of range", why);
    *(double *)o->value = number;
    return true;
}

static bool parse_choice(const struct option *o, const char *value, struct failure *why)
{
    for (int i = 0; o->choices[i]; i++)
        if (strcmp(value, o->choices[i]) == 0) {
            *(int *)o->value = i;
            return true;
        }
    return refuse(o, value, "not known", why);
}

static bool add_text(const struct option *o, const char *value, struct failure *why)
{
    struct texts *texts = o->value;
    if (texts->count == MAX_TEXTS)
        return fail(why, "%s %.300s: given more than %d times", o->flag, value, MAX_TEXTS);
    texts->text[texts->count++] = value;
    return true;
}

static bool set_value(const struct option *o, const char *value, struct failure *why)
{
    if (*value == '\0') {
        char allowed[300];
        describe_allowed(o, allowed, sizeof allowed);
        return fail(why, "%s: needs a value, %s; %s", o->flag, o->argument, allowed);
    }
    switch (o->kind) {
    case OPTION_INT:
    case OPTION_LONG: return parse_integer(o, value, why);
    case OPTION_REAL: return parse_real(o, value, why);
    case OPTION_CHOICE: return parse_choice(o, value, why);
    case OPTION_TEXTS: return add_text(o, value, why);
    case OPTION_TEXT: *(const char **)o->value = value; return true;
    case OPTION_SWITCH: break;
    }
    return fail(why, "%s %.300s: takes no value", o->flag, value);
}

// The option of that flag; `length` excludes a "=value" after it.
static const struct option *find(const struct option *options, int count, const char *flag,
                                 size_t length)
{
    for (int i = 0; i < count; i++)
        if (strlen(options[i].flag) == length && memcmp(options[i].flag, flag, length) == 0)
            return &options[i];
    return NULL;
}

// Is that option in front of argv[end]? The value of another option does not count.
static bool is_among(const struct option *wanted, const struct option *options, int count, int end,
                     char **argv)
{
    for (int i = 1; i < end; i++) {
        const char *equals = strchr(argv[i], '=');
        const size_t length = equals ? (size_t)(equals - argv[i]) : strlen(argv[i]);
        const struct option *o = find(options, count, argv[i], length);
        if (o == wanted)
            return true;
        if (o && !equals && o->kind != OPTION_SWITCH)
            i++;
    }
    return false;
}

bool options_parse(const struct option *options, int count, int argc, char **argv,
                   struct failure *why)
{
    for (int i = 1; i < argc; i++) {
        const char *argument = argv[i], *equals = strchr(argument, '=');
        const size_t length = equals ? (size_t)(equals - argument) : strlen(argument);
        const struct option *o = find(options, count, argument, length);
        if (!o && argument[0] == '-' && argument[1] == '-' &&
            find(options, count, argument + 1, length - 1))
            return fail(why, "%.300s: unknown flag; meant is %.*s, with one dash", argument,
                        (int)length - 1, argument + 1);
        if (!o)
            return fail(why, "%.300s: %s; --help lists the flags", argument,
                        argument[0] == '-' ? "unknown flag" : "not a flag");
        if (o->kind != OPTION_TEXTS && is_among(o, options, count, i, argv))
            return fail(why, "%s: given twice; which of them is meant?", o->flag);
        if (equals) {
            if (!set_value(o, equals + 1, why))
                return false;
        } else if (o->kind == OPTION_SWITCH) {
            *(bool *)o->value = true;
        } else {
            // In `--out --list` the value was forgotten; in `-m -1` it is just wrong.
            const char *next = i + 1 < argc ? argv[i + 1] : "";
            const bool is_flag = find(options, count, next, strlen(next)) != NULL;
            if (!set_value(o, is_flag ? "" : next, why))
                return false;
            i++;
        }
    }
    return true;
}

void options_print(const struct option *options, int count, FILE *out)
{
    for (int i = 0; i < count; i++) {
        char flag[64];
        snprintf(flag, sizeof flag, "%s%s%s", options[i].flag, options[i].argument ? " " : "",
                 options[i].argument ? options[i].argument : "");
        terminal_fold(out, fprintf(out, "  %-26s ", flag), options[i].help);
        fputc('\n', out);
    }
}
