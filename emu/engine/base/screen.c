// SPDX-License-Identifier: MIT
//
// screen.c: the width of the output; messages folded at words.
#include "screen.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int screen_columns(FILE *to)
{
    enum { FEWEST = 20, USUAL = 80 };
    const char *wanted = getenv("COLUMNS");
    struct winsize size;
    if (wanted && atoi(wanted) >= FEWEST)
        return atoi(wanted);
    if (ioctl(fileno(to), TIOCGWINSZ, &size) == 0 && size.ws_col >= FEWEST)
        return size.ws_col;
    return USUAL;
}

bool screen_is(FILE *to) { return isatty(fileno(to)) || getenv("COLUMNS"); }

static void put(const char *text, size_t length)
{
    while (length > 0) {
        const ssize_t written = write(STDERR_FILENO, text, length);
        if (written <= 0)
            return;
        text += written;
        length -= (size_t)written;
    }
}

// Where the text of a line begins: "  label   text" has a label of at most 7 letters.
static int text_begin(const char *line, int length)
{
    enum { LABELLED = 10, AFTER_EMU = 5 };
    if (length > LABELLED && strncmp(line, "  ", 2) == 0 && line[2] != ' ')
        return LABELLED;
    return strncmp(line, "emu: ", AFTER_EMU) == 0 ? AFTER_EMU : (int)strspn(line, " ");
}

static void put_folded(const char *line, int length, int columns)
{
    static const char blanks[] = "\n                    ";
    int indent = text_begin(line, length);
    indent = indent > 20 || indent > columns / 2 ? 4 : indent;
    int at = 0;
    for (const char *word = line, *end = line + length; word < end;) {
        const int gap = (int)strspn(word, " ");
        int size = gap + (int)strcspn(word + gap, " \n");
        size = size < end - word ? size : (int)(end - word);
        if (at + size > columns && at > indent) {
            put(blanks, 1 + (size_t)indent);
            put(word + gap, (size_t)(size - gap));
            at = indent + size - gap;
        } else {
            put(word, (size_t)size);
            at += size;
        }
        word += size;
    }
}

void screen_message(const char *text)
{
    if (!screen_is(stderr)) {
        put(text, strlen(text));
        return;
    }
    const int columns = screen_columns(stderr);
    while (*text) {
        const int length = (int)strcspn(text, "\n");
        put_folded(text, length, columns);
        text += length;
        if (*text == '\n')
            put(text++, 1);
    }
}
