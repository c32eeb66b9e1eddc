// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE // realpath, TIOCGWINSZ
#include "screen.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "../../common/base/terminal.h"
#include "../source/text.h"

#define RED "\033[31m"
#define GREEN "\033[32m"
#define PLAIN "\033[0m"

bool screen_has_colours(void) { return getenv("TERM") && terminal_has_colour(stdout); }

// The marks are at the start of a line, after blanks.
static const char *print_mark(const char *line, FILE *out)
{
    static const struct {
        const char *word, *colour;
    } marks[] = {{"FAIL ", RED}, {"ok ", GREEN}, {"won ", GREEN}, {"passed", GREEN}};
    const char *at = line + strspn(line, " ");
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const size_t length = strlen(marks[i].word);
        if (at - line <= 4 && strncmp(at, marks[i].word, length) == 0) {
            fprintf(out, "%.*s%s%s" PLAIN, (int)(at - line), line, marks[i].colour, marks[i].word);
            return at + length;
        }
    }
    return line;
}

// Returns what follows the place "my/04_pad.cu:31" that begins here, or NULL: none does.
static const char *print_link(const char *at, const char *path, const char *whole, FILE *out)
{
    const size_t length = strlen(path);
    if (!*whole || strncmp(at, path, length) != 0 || at[length] != ':')
        return NULL;
    const size_t digits = strspn(at + length + 1, "0123456789");
    if (digits == 0)
        return NULL;
    const int place = (int)(length + 1 + digits);
    fprintf(out, "\033]8;;file://%s#%.*s\033\\%.*s\033]8;;\033\\", whole, (int)digits,
            at + length + 1, place, at);
    return at + place;
}

void screen_print(const char *text, const char *path, FILE *out)
{
    char whole[PATH_MAX];
    if (!screen_has_colours()) {
        fputs(text, out);
        return;
    }
    if (!realpath(path, whole))
        *whole = '\0';
    for (const char *at = text; *at;) {
        if (at == text || at[-1] == '\n') {
            const char *const behind = print_mark(at, out);
            if (behind != at) {
                at = behind;
                continue;
            }
        }
        const char *const behind = print_link(at, path, whole, out);
        if (behind)
            at = behind;
        else
            fputc(*at++, out);
    }
}

int screen_columns(void)
{
    enum { LEAST_COLUMNS = 40 };
    struct winsize size;
    const char *const asked = getenv("COLUMNS");
    int wide = asked ? atoi(asked) : 0;
    if (wide <= 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        wide = size.ws_col;
    return wide >= LEAST_COLUMNS ? wide : 0;
}

// How much of a line goes on this one: all, or up to its last blank that fits.
static int part_of_line(const char *line, int length, int room)
{
    if (length <= room)
        return length;
    for (int i = room; i > room / 2; i--)
        if (line[i] == ' ')
            return i;
    return room;
}

char *screen_fold(const char *text)
{
    enum { FURTHER_IN = 4 };
    struct text folded;
    const int wide = screen_columns();
    if (wide == 0 || !text_begin(&folded))
        return strdup(text);
    for (const char *line = text; *line; line += *line == '\n') {
        int left = (int)strcspn(line, "\n"), indent = (int)strspn(line, " ");
        const int inner = (indent < wide / 2 ? indent : wide / 2) + FURTHER_IN;
        for (int before = 0; left > 0; before = inner) {
            const int part = part_of_line(line, left, wide - before);
            fprintf(folded.file, "%*s%.*s\n", before, "", part, line);
            line += part, left -= part;
            while (left > 0 && *line == ' ') // the blank where it was broken
                line++, left--;
        }
        if (line == text || line[-1] == '\n')
            fputc('\n', folded.file); // an empty line
    }
    return text_end(&folded);
}

void screen_bar(int done, int all, int width, FILE *out)
{
    const int filled = all > 0 ? done * width / all : 0;
    const bool colours = screen_has_colours();
    fprintf(out, "[%s", colours ? GREEN : "");
    for (int i = 0; i < width; i++)
        fputs(i == filled && colours ? PLAIN "-" : i < filled ? "#" : "-", out);
    fprintf(out, "%s] %d of %d", colours ? PLAIN : "", done, all);
}
