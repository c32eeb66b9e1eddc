// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // open_memstream
#include "gallery_text.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Device addresses are the same in each run and shorter than this; masks of lanes have 8 digits.
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

// "loop.cu:17" becomes "loop.cu:..."
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

static char *read_expected(const char *file)
{
    FILE *stream = fopen(repository_path(file), "r");
    if (!stream)
        return NULL;
    enum { MOST = 1 << 16 };
    char *text = calloc(1, MOST);
    cr_assert(text != NULL);
    const size_t length = fread(text, 1, MOST - 1, stream);
    cr_assert(length < MOST - 1, "%s is too long", file);
    fclose(stream);
    return text;
}

bool gallery_text_is_expected(const char *text, const char *file, char *why, size_t size)
{
    if (getenv("GALLERY_EXPECT"))
        write_bytes(repository_path(file), text, strlen(text));
    char *expected = read_expected(file);
    if (!expected) {
        snprintf(why, size, "no text is expected of it: make gallery-expected");
        return false;
    }
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
    free(expected);
    return same;
}

static int is_text(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".txt") == 0;
}

int gallery_text_count(const char *folder)
{
    struct dirent **entries;
    const int count = scandir(repository_path(folder), &entries, is_text, alphasort);
    for (int i = 0; i < count; i++)
        free(entries[i]);
    if (count >= 0)
        free(entries);
    return count;
}
