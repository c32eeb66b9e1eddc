// SPDX-License-Identifier: MIT
//
// environment.c: validates the variables EMU_... that a user sets: an invalid value ends the
// program with a message that names the variable. An empty variable counts as unset. Code that
// needs a variable reads it where it needs it, with environment_value().
//
// What the user has set, the program cannot change. A variable that was not set is read as usual,
// with one exception: constructors, which run before main(), cannot choose what is checked.
// Otherwise any file that is linked into a program could switch the checks off. If the engine is in
// a shared library, main() may have begun when the library is loaded, and what it has set counts.
#include "device.h"
#include "types.h"
#include "emu_api.h"

#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

static char *at_start; // the environment of the process when it began: "A=1", 0, "B=2", 0
static size_t start_size;

static void read_start(void)
{
    enum { MORE = 1 << 14 };
    FILE *in = fopen("/proc/self/environ", "re");
    size_t got = 1;
    while (in && got > 0) {
        char *larger = realloc(at_start, start_size + MORE + 1);
        if (!larger)
            break;
        at_start = larger;
        got = fread(at_start + start_size, 1, MORE, in);
        start_size += got;
        at_start[start_size] = '\0';
    }
    if (in)
        fclose(in);
}

static const char *value_at_start(const char *name)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const size_t length = strlen(name);
    pthread_once(&once, read_start);
    for (const char *at = at_start; at < at_start + start_size; at += strlen(at) + 1)
        if (strncmp(at, name, length) == 0 && at[length] == '=' && at[length + 1])
            return at + length + 1;
    return NULL;
}

static const char *const of_checks[] = {"EMU_CHECK", "EMU_PROXY"};
enum { OF_CHECKS = sizeof of_checks / sizeof *of_checks };
static bool main_begins; // all constructors of the program have ended, or main() has begun

// A signal handler may call execve(), which needs the environment, but must not allocate memory.
static void __attribute__((constructor(101))) read_start_early(void)
{
    (void)value_at_start(of_checks[0]);
}

static bool is_in_executable(void)
{
    const ElfW(Ehdr) *own = (const void *)__ehdr_start;
    return getauxval(AT_PHDR) == (uintptr_t)__ehdr_start + own->e_phoff;
}

// The linker places the engine after the program's files, so in an executable this is the last
// constructor. In a shared library it may run after main() has begun: dlopen() calls it then.
static void __attribute__((constructor)) forget_what_constructors_set(void)
{
    for (int i = 0; i < OF_CHECKS && is_in_executable(); i++)
        if (!value_at_start(of_checks[i]))
            unsetenv(of_checks[i]);
    main_begins = true;
}

// Returns the variable of that name if it says what is checked, otherwise NULL.
static const char *find_of_checks(const char *name, size_t length)
{
    for (int i = 0; i < OF_CHECKS; i++)
        if (strlen(of_checks[i]) == length && strncmp(of_checks[i], name, length) == 0)
            return of_checks[i];
    return NULL;
}

const char *environment_value(const char *name)
{
    const char *value = value_at_start(name);
    if (!value && (main_begins || !find_of_checks(name, strlen(name))))
        value = getenv(name);
    return value && *value ? value : NULL;
}

// "NAME=value": may the program pass it on? A setting of checks only if it is main()'s own.
static bool may_pass(const char *variable)
{
    const char *name = find_of_checks(variable, strcspn(variable, "="));
    return !name || (main_begins && !value_at_start(name));
}

size_t environment_most_for_exec(char *const *environment)
{
    size_t count = 0;
    while (environment && environment[count])
        count++;
    return count + OF_CHECKS + 1;
}

void environment_for_exec(char *const *environment, const char **copy)
{
    for (; environment && *environment; environment++)
        if (may_pass(*environment))
            *copy++ = *environment;
    for (int i = 0; i < OF_CHECKS; i++) {
        const char *value = value_at_start(of_checks[i]);
        if (value)
            *copy++ = value - strlen(of_checks[i]) - 1;
    }
    *copy = NULL;
}

// words: the allowed values, such as "on|off|sample".
static void check_word(const char *name, const char *words)
{
    const char *value = environment_value(name);
    if (!value)
        return;
    const size_t length = strlen(value);
    for (const char *word = words; word; word = strchr(word, '|')) {
        word += *word == '|';
        if (strcspn(word, "|") == length && strncmp(word, value, length) == 0)
            return;
    }
    fatal("%s=%s: no such value; known: %s", name, value, words);
}

static void check_number(const char *name, long least, long most, const char *meaning)
{
    const char *value = environment_value(name);
    if (!value)
        return;
    char *end;
    const long number = strtol(value, &end, 10);
    if (strspn(value, "0123456789") != strlen(value) || number < least || number > most)
        fatal("%s=%s: must be a whole number of %s from %ld to %ld", name, value, meaning, least,
              most);
}

// Parses "20" or "0.5" with a decimal point in every locale.
static double number_of_seconds(const char *value)
{
    double seconds = 0, unit = 0; // value of the next digit after the point
    for (; *value; value++) {
        if (*value == '.') {
            unit = 0.1;
        } else if (unit > 0) {
            seconds += (*value - '0') * unit;
            unit /= 10;
        } else {
            seconds = seconds * 10 + (*value - '0');
        }
    }
    return seconds;
}

double environment_seconds(const char *name, double otherwise)
{
    const char *value = environment_value(name);
    return value ? number_of_seconds(value) : otherwise;
}

static void check_seconds(const char *name)
{
    static const double most = 1e9;
    const char *value = environment_value(name), *point = value ? strchr(value, '.') : NULL;
    if (value && (strspn(value, "0123456789.") != strlen(value) || strcmp(value, ".") == 0 ||
                  (point && strchr(point + 1, '.')) || number_of_seconds(value) > most))
        fatal("%s=%s: must be a number of seconds from 0 to %.0f", name, value, most);
}

static void check_place(const char *name)
{
    const char *value = environment_value(name), *colon = value ? strrchr(value, ':') : NULL;
    if (value && (!colon || colon == value || !colon[1] ||
                  strspn(colon + 1, "0123456789") != strlen(colon + 1)))
        fatal("%s=%s: must be a line of a file, such as kernel.cu:12", name, value);
}

void environment_check(void)
{
    if (strspn(environment_value("EMU_CHECK") ? environment_value("EMU_CHECK") : "x",
               "0123456789."))
        check_seconds("EMU_CHECK");
    else
        check_word("EMU_CHECK", "on|off|sample");
    check_word("EMU_LEAKS", "advice|error|off");
    check_word("EMU_PROXY", "0|writes");
    check_word("EMU_ADVICE", "0|1");
    check_word("EMU_REPORT", "text|json|gcc");
    check_word("EMU_COUNTERS", "0|1|launch");
    check_word("EMU_LINES", "0|1");
    check_word("EMU_EXPECT", "0|1|lines");
    check_word("EMU_EXPECT_L2", "warm|cold");
    check_word("EMU_GPU_NAME", emu_gpu_names());
    check_seconds("EMU_TIMEOUT");
    check_number("EMU_CORES", 1, 256, "cores");
    check_number("EMU_GPUS", 1, MAX_GPUS, "GPUs");
    check_number("EMU_TRACE_BLOCKS", 1, 65536, "blocks");
    check_place("EMU_HEAT");
    if (environment_value("EMU_TRACE_BLOCKS") && !environment_value("EMU_TRACE"))
        fatal(
            "EMU_TRACE_BLOCKS=%s: sets how many blocks EMU_TRACE records, but EMU_TRACE is not set",
            environment_value("EMU_TRACE_BLOCKS"));
    if (environment_value("EMU_HEAT_SVG") && !environment_value("EMU_HEAT"))
        fatal("EMU_HEAT_SVG=%s: draws the line of EMU_HEAT=file.cu:12, but EMU_HEAT is not set",
              environment_value("EMU_HEAT_SVG"));
}

bool environment_has(const char *name)
{
    const char *value = environment_value(name);
    return value && strcmp(value, "0") != 0;
}
