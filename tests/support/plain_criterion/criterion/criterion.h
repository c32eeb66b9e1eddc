// SPDX-License-Identifier: MIT
//
// criterion.h: as much of Criterion as tests/chapters/test_cpu_sweep.c uses, in one file, for
// machines and compilers that have no Criterion: a foreign processor under QEMU, the sanitizers.
// All tests run in one process, in the order of the file; the first failed assertion ends
// the program.
#ifndef PLAIN_CRITERION_H
#define PLAIN_CRITERION_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct plain_test {
    const char *name;
    void (*run)(void);
};

enum { PLAIN_TESTS_MAX = 64 };
static struct plain_test plain_tests[PLAIN_TESTS_MAX];
static int plain_test_count;

static void plain_add(const char *name, void (*run)(void))
{
    if (plain_test_count == PLAIN_TESTS_MAX)
        abort();
    plain_tests[plain_test_count++] = (struct plain_test){name, run};
}

__attribute__((format(printf, 4, 5), noreturn)) static void
plain_fail(const char *file, int line, const char *what, const char *format, ...)
{
    fprintf(stderr, "%s:%d: failed: %s: ", file, line, what);
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(1);
}

int main(void)
{
    for (int i = 0; i < plain_test_count; i++) {
        printf("%s ...\n", plain_tests[i].name);
        fflush(stdout);
        plain_tests[i].run();
    }
    printf("%d tests passed\n", plain_test_count);
    return 0;
}

#define Test(suite, test, ...) \
    static void suite##_##test(void); \
    __attribute__((constructor)) static void suite##_##test##_add(void) \
    { \
        plain_add(#suite "/" #test, suite##_##test); \
    } \
    static void suite##_##test(void)

#define cr_assert(condition, ...) \
    do { \
        if (!(condition)) \
            plain_fail(__FILE__, __LINE__, #condition, " " __VA_ARGS__); \
    } while (0)
#define cr_assert_eq(x, y, ...) cr_assert((x) == (y), __VA_ARGS__)
#define cr_assert_neq(x, y, ...) cr_assert((x) != (y), __VA_ARGS__)
#define cr_assert_leq(x, y, ...) cr_assert((x) <= (y), __VA_ARGS__)
#define cr_assert_gt(x, y, ...) cr_assert((x) > (y), __VA_ARGS__)
#define cr_assert_fail(...) plain_fail(__FILE__, __LINE__, "the result", " " __VA_ARGS__)

#endif
