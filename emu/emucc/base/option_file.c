// SPDX-License-Identifier: MIT
//
// option_file.c: the words of a file are separated by white space. Quotes and backslashes keep it,
// as in a shell. A file may name further files.
#include "option_file.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"

enum { MOST_DEEP = 10 };

static char *read_whole(const char *path)
{
    struct text text = {0};
    char bytes[4096];
    FILE *stream = fopen(path, "r");
    if (!stream)
        fail("%s: %s", path, strerror(errno));
    for (size_t size; (size = fread(bytes, 1, sizeof bytes, stream)) > 0;)
        text_add_bytes(&text, bytes, size);
    fclose(stream);
    text_add(&text, "");
    return text.data;
}

// Returns the next word and moves *at past it, or NULL at the end. The caller frees the word.
static char *next_word(const char **at)
{
    const char *c = *at;
    char quote = '\0';
    while (isspace((unsigned char)*c))
        c++;
    if (*c == '\0')
        return NULL;
    char *word = grow(NULL, strlen(c) + 1, 1), *end = word;
    for (; *c != '\0' && (quote || !isspace((unsigned char)*c)); c++) {
        if (*c == '\\' && c[1] != '\0' && quote != '\'')
            *end++ = *++c;
        else if (quote ? *c == quote : (*c == '"' || *c == '\''))
            quote = quote ? '\0' : *c;
        else
            *end++ = *c;
    }
    *end = '\0';
    *at = c;
    return word;
}

static void add_file(struct list *words, const char *path, int depth)
{
    struct list own = {0};
    if (depth > MOST_DEEP)
        fail("%s: files of options name each other", path);
    char *text = read_whole(path);
    const char *at = text;
    for (char *word; (word = next_word(&at)); free(word))
        list_add(&own, word);
    free(text);
    for (size_t i = 0; i < own.count; i++) {
        const char *word = own.items[i];
        const bool is_named = strcmp(word, "--options-file") == 0 || strcmp(word, "-optf") == 0;
        if (is_named && i + 1 < own.count)
            add_file(words, own.items[++i], depth + 1);
        else
            list_add(words, word);
    }
    list_free(&own);
}

// Returns the value of "NAME=value", or NULL.
static const char *value_of(const char *word, const char *name)
{
    const size_t length = strlen(name);
    return strncmp(word, name, length) == 0 && word[length] == '=' ? word + length + 1 : NULL;
}

void add_expanded(struct list *words, const char *word, const char *next, int *position)
{
    static const char *const names[] = {"--options-file", "-options-file", "-optf", "--optf"};
    FILE *file = word[0] == '@' ? fopen(word + 1, "r") : NULL;
    if (file) { // else it is the name of a file, as for gcc
        fclose(file);
        add_file(words, word + 1, 0);
        return;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = value_of(word, names[i]);
        if (strcmp(word, names[i]) == 0) {
            if (!next)
                fail("%s needs a value after it", word);
            value = next;
            ++*position;
        }
        if (value) {
            add_file(words, value, 0);
            return;
        }
    }
    list_add(words, word);
}
