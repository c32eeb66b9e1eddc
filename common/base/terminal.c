// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE // TIOCGWINSZ
#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { DEFAULT_COLUMNS = 80, FEWEST_COLUMNS = 20 };

int terminal_columns(FILE *out)
{
    const char *asked = getenv("COLUMNS");
    const int columns = asked ? atoi(asked) : 0;
    if (columns >= FEWEST_COLUMNS)
        return columns;
    struct winsize size;
    if (ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col >= FEWEST_COLUMNS)
        return size.ws_col;
    return DEFAULT_COLUMNS;
}

bool terminal_has_colour(FILE *out)
{
    const char *off = getenv("NO_COLOR"), *term = getenv("TERM"), *on = getenv("CLICOLOR_FORCE");
    return (isatty(fileno(out)) || (on && strcmp(on, "1") == 0)) && !(off && *off) &&
           !(term && strcmp(term, "dumb") == 0);
}
