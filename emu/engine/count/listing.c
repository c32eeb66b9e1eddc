// SPDX-License-Identifier: MIT
//
// listing.c: what EMU_LINES and EMU_HEAT print when the program ends.
#include "notes.h"
#include "emu_api.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- EMU_LINES=1, EMU_HEAT=file:line, EMU_HEAT_SVG=picture.svg ----------------------------------

// Written under a temporary name and renamed when it is complete.
static void print_heat(const char *place, const char *path)
{
    char temporary[4096];
    if (!path || !*path) {
        emu_print_heat(place, stderr, NULL);
        return;
    }
    snprintf(temporary, sizeof temporary, "%s.part", path);
    FILE *svg = fopen(temporary, "wx");
    const bool opened = svg != NULL;
    if (opened && emu_print_heat(place, stderr, svg) != 0) {
        fclose(svg);
        unlink(temporary);
        return;
    }
    const bool whole = opened && !ferror(svg);
    if (opened && fclose(svg) == 0 && whole && rename(temporary, path) == 0)
        return;
    fprintf(stderr, "emu: EMU_HEAT_SVG=%s: cannot be written: %s\n", path, strerror(errno));
    if (opened)
        unlink(temporary);
    fflush(NULL);
    _exit(1);
}

static void at_end(void)
{
    if (environment_has("EMU_LINES"))
        emu_print_lines(stderr);
    const char *place = environment_value("EMU_HEAT");
    if (place)
        print_heat(place, environment_value("EMU_HEAT_SVG"));
}

bool listing_init(void)
{
    bool wanted = environment_has("EMU_LINES") || environment_has("EMU_HEAT");
    if (wanted)
        atexit(at_end);
    return wanted;
}
