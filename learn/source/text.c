// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // open_memstream
#include "text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../../common/base/output.h"

char *text_of_file(const char *path, struct failure *why)
{
    struct stat status;
    // A pipe would be waited for.
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        fail(why, "%s: is not a file", path);
        return NULL;
    }
    FILE *file = fopen(path, "r");
    char *text = file ? malloc(LARGEST_SOURCE + 1) : NULL;
    if (!text) {
        fail(why, "%s: %s", path, strerror(errno));
        if (file)
            fclose(file);
        return NULL;
    }
    const size_t length = fread(text, 1, LARGEST_SOURCE, file);
    const bool failed = ferror(file) != 0, whole = fgetc(file) == EOF;
    fclose(file);
    text[length] = '\0';
    if (!failed && whole && strlen(text) == length)
        return text;
    fail(why, "%s: %s", path,
         failed   ? "cannot be read"
         : !whole ? "is too large: 4 MiB at most"
                  : "is not text: it holds a zero byte");
    free(text);
    return NULL;
}

char *text_of_stream(FILE *file)
{
    long length = 0;
    if (fflush(file) == 0 && fseek(file, 0, SEEK_END) == 0)
        length = ftell(file);
    if (length < 0 || length > LARGEST_SOURCE)
        length = LARGEST_SOURCE;
    char *text = malloc((size_t)length + 1);
    if (!text)
        return NULL;
    rewind(file);
    text[fread(text, 1, (size_t)length, file)] = '\0';
    return text;
}

bool text_begin(struct text *t)
{
    t->file = open_memstream(&t->chars, &t->length);
    return t->file != NULL;
}

char *text_end(struct text *t)
{
    if (fclose(t->file) == 0)
        return t->chars;
    free(t->chars);
    return NULL;
}

bool text_save(const char *path, const char *text, struct failure *why)
{
    struct output out;
    if (!output_open(&out, path, why))
        return false;
    fputs(text, out.file);
    return output_close(&out, why);
}

char *text_grouped(long long number, char digits[32])
{
    char plain[24];
    const int length = snprintf(plain, sizeof plain, "%lld", number);
    int used = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0 && plain[i - 1] != '-')
            digits[used++] = ',';
        digits[used++] = plain[i];
    }
    digits[used] = '\0';
    return digits;
}

FILE *text_nameless_file(struct failure *why)
{
    FILE *file = tmpfile();
    if (!file)
        fail(why, "no temporary file: %s", strerror(errno));
    return file;
}

int text_character(const char *at)
{
    const unsigned char first = (unsigned char)at[0], second = (unsigned char)at[1];
    const int length = first < 0x80                    ? 1
                       : first >= 0xC2 && first < 0xE0 ? 2
                       : first >= 0xE0 && first < 0xF0 ? 3
                       : first >= 0xF0 && first < 0xF5 ? 4
                                                       : 0;
    for (int i = 1; i < length; i++)
        if (((unsigned char)at[i] & 0xC0) != 0x80)
            return 0;
    // Longer than needed, a surrogate, or beyond the last character.
    const bool odd = (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
                     (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
    return odd ? 0 : length;
}
