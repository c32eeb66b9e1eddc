// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // open_memstream
#include "gallery_text.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Device addresses are the same in each run and shorter than this; lane masks have 8 digits.
enum { HOST_ADDRESS_DIGITS = 11 };

static bool starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static const char *add_address(FILE *out, const char *at)
{
    const size_t digits = strspn(at + 2, "0123456789abcdef");
    if (digits >= HOST_ADDRESS_DIGITS)
        fputs("0x...", out);
    else
        fprintf(out, "%.*s", (int)digits + 2, at);
    return at + 2 + digits;
}

// Replaces "loop.cu:17" by "loop.cu:..."
static const char *add_place(FILE *out, const char *at)
{
    fputs(".cu:...", out);
    at += strlen(".cu:");
    return at + strspn(at, "0123456789");
}

char *gallery_text(const struct run *run)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    cr_assert(out != NULL);
    const bool endless = strstr(run->err, "endless loop?") != NULL;
    for (const char *at = run->err; *at;) {
        if (starts(at, "0x"))
            at = add_address(out, at);
        else if (endless && starts(at, ".cu:"))
            at = add_place(out, at);
        else if (endless && starts(at, "\n  thread  "))
            fputs("\n  thread  ...", out), at += 1 + strcspn(at + 1, "\n");
        else
            fputc(*at++, out);
    }
    fprintf(out, "exit status %d\n", run->status);
    fclose(out);
    return text;
}

// ---- Expected texts ------------------------------------------------------------------------------

static const char EXPECTED[] = "\n// expected:\n";

// Returns NULL if the file does not exist.
static char *read_file(const char *file)
{
    FILE *stream = fopen(repository_path(file), "r");
    if (!stream)
        return NULL;
    enum { MOST = 1 << 18 };
    char *text = calloc(1, MOST);
    cr_assert(text != NULL);
    const size_t length = fread(text, 1, MOST - 1, stream);
    cr_assert(length < MOST - 1, "%s is too long", file);
    fclose(stream);
    return text;
}

// Adds "// " to each line, or removes it.
static char *as_comment(const char *text, bool add)
{
    char *made = NULL;
    size_t size;
    FILE *out = open_memstream(&made, &size);
    cr_assert(out != NULL);
    for (const char *line = text; *line; line += *line == '\n') {
        const size_t length = strcspn(line, "\n");
        if (add)
            fprintf(out, length ? "// %.*s\n" : "//\n", (int)length, line);
        else if (length > 3)
            fprintf(out, "%.*s\n", (int)length - 3, line + 3);
        else
            fputc('\n', out);
        line += length;
    }
    fclose(out);
    return made;
}

static bool is_same(const char *text, const char *expected, char *why, size_t size)
{
    const char *is = text, *should = expected;
    int line = 1;
    while (*is && strcspn(is, "\n") == strcspn(should, "\n") &&
           strncmp(is, should, strcspn(is, "\n") + 1) == 0) {
        is += strcspn(is, "\n") + 1;
        should += strcspn(should, "\n") + 1;
        line++;
    }
    const bool same = *is == '\0' && *should == '\0';
    if (!same)
        snprintf(why, size, "line %d of what it says is\n      %.*s\n    and should be\n      %.*s",
                 line, (int)strcspn(is, "\n"), is, (int)strcspn(should, "\n"), should);
    return same;
}

// Writes the file with the text between two positions replaced. Frees `held`, the file's text.
static char *replace(char *held, const char *from, const char *to, const char *with,
                     const char *file)
{
    char *made = NULL;
    size_t size;
    FILE *out = open_memstream(&made, &size);
    cr_assert(out != NULL);
    fprintf(out, "%.*s%s%s", (int)(from - held), held, with, to);
    fclose(out);
    write_bytes(repository_path(file), made, size);
    free(held);
    return made;
}

bool gallery_text_is_expected(const char *text, const char *file, char *why, size_t size)
{
    char *program = read_file(file);
    cr_assert(program != NULL, "%s cannot be read", file);
    char *mark = strstr(program, EXPECTED);
    if (getenv("GALLERY_EXPECT")) {
        char *const comment = as_comment(text, true);
        char *end = mark ? mark + strlen(EXPECTED) : program + strlen(program);
        if (!mark)
            program = replace(program, end, end, EXPECTED, file), end = program + strlen(program);
        free(replace(program, end, "", comment, file));
        free(comment);
        return true;
    }
    char *const expected = mark ? as_comment(mark + strlen(EXPECTED), false) : NULL;
    const bool same = expected && is_same(text, expected, why, size);
    if (!mark)
        snprintf(why, size, "no text is expected of it: make gallery-expected");
    free(expected);
    free(program);
    return same;
}

// Returns where "== name" begins in a file's text, from `at` on; without a name: the next section.
// NULL if there is none.
static char *find_section(const char *held, char *at, const char *name)
{
    char mark[100];
    snprintf(mark, sizeof mark, "== %s%s", name, name[0] ? "\n" : "");
    while ((at = strstr(at, mark)) != NULL && at > held && at[-1] != '\n')
        at++;
    return at;
}

bool gallery_section_is_expected(const char *text, const char *file, const char *name, char *why,
                                 size_t size)
{
    char *held = read_file(file);
    cr_assert(held != NULL, "%s cannot be read", file);
    char *const section = find_section(held, held, name);
    char *begin = NULL, *end = NULL;
    if (section) {
        begin = section + strcspn(section, "\n") + 1;
        end = find_section(held, begin, "");
    }
    if (getenv("GALLERY_EXPECT")) {
        char *named = NULL;
        size_t length;
        FILE *out = open_memstream(&named, &length);
        cr_assert(out != NULL);
        fprintf(out, "== %s\n%s", name, text);
        fclose(out);
        free(replace(held, section ? section : held + strlen(held), end ? end : "", named, file));
        free(named);
        return true;
    }
    if (end)
        *end = '\0';
    bool same = false;
    if (section)
        same = is_same(text, begin, why, size);
    else
        snprintf(why, size, "%s has no section of it: make gallery-expected", file);
    free(held);
    return same;
}

int gallery_section_count(const char *file)
{
    char *const held = read_file(file);
    int count = 0;
    for (char *at = held; at && (at = find_section(held, at, "")) != NULL; at++)
        count++;
    free(held);
    return count;
}
