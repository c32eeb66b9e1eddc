// SPDX-License-Identifier: MIT
#include "picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/output.h"

struct panel *picture_add(struct picture *p, long long rows, long long cols, struct failure *why)
{
    if (rows < 1 || cols < 1) {
        fail(why, "a picture of %lld x %lld cells shows nothing", rows, cols);
        return NULL;
    }
    if (rows > PICTURE_MAX_CELLS || cols > PICTURE_MAX_CELLS ||
        rows * cols > PICTURE_MAX_CELLS - p->cell_count) {
        fail(why, "a picture has at most %d cells; this would have %lld x %lld%s",
             PICTURE_MAX_CELLS, rows, cols, p->cell_count ? " and those before" : "");
        return NULL;
    }
    struct panel *panels = realloc(p->panels, (size_t)(p->panel_count + 1) * sizeof *panels);
    struct cell *cells = calloc((size_t)(rows * cols), sizeof *cells);
    if (panels)
        p->panels = panels;
    if (!panels || !cells) {
        free(cells);
        fail(why, "no memory for a picture of %lld x %lld cells", rows, cols);
        return NULL;
    }
    for (long long i = 0; i < rows * cols; i++)
        cells[i].fill = NO_FILL;
    struct panel *panel = &p->panels[p->panel_count++];
    *panel = (struct panel){.rows = (int)rows, .cols = (int)cols, .cells = cells};
    p->cell_count += (int)(rows * cols);
    return panel;
}

void picture_free(struct picture *p)
{
    for (int i = 0; i < p->panel_count; i++)
        free(p->panels[i].cells);
    free(p->panels);
    p->panels = NULL;
    p->panel_count = p->cell_count = 0;
}

bool picture_write(const struct picture *p, enum picture_format format, FILE *out,
                   struct failure *why)
{
    bool good = true;
    switch (format) {
    case PICTURE_TEXT: picture_write_text(p, out); break;
    case PICTURE_SVG: good = picture_write_svg(p, out); break;
    case PICTURE_LATEX: picture_write_latex(p, out); break;
    case PICTURE_JSON: picture_write_json(p, out); break;
    }
    return good || fail(why, "no memory for the picture");
}

bool picture_save(const struct picture *p, const char *path, struct failure *why)
{
    struct output out;
    if (!output_open(&out, path, why))
        return false;
    if (picture_write(p, PICTURE_SVG, out.file, why))
        return output_close(&out, why);
    output_drop(&out);
    return false;
}

void picture_label(const struct panel *panel, const struct cell *cell, int line, char *text,
                   size_t size)
{
    if (line >= cell->count)
        snprintf(text, size, "%s", "");
    else
        snprintf(text, size, "%s%lld%s", panel->prefix[line] ? panel->prefix[line] : "",
                 cell->number[line], line == 0 && cell->many ? "*" : "");
}

// One channel of a colour of that hue, light and not too strong.
static int channel(double hue, double lightness)
{
    const double saturation = 0.68;
    const double strength = saturation * (1 - fabs(2 * lightness - 1));
    const double position = fmod(hue, 6);
    const double slope = position < 1   ? position
                         : position < 3 ? 1
                         : position < 4 ? 4 - position
                                        : 0;
    return (int)lround(255 * (lightness - strength / 2 + strength * slope));
}

int picture_hue(long long index, int count)
{
    const int i = (int)((index % count + count) % count);
    const double hue = 6.0 * i / count;
    // Neighbours among many differ in lightness, too.
    const double lightness = count > 8 && i % 2 ? 0.74 : 0.83;
    return channel(hue + 2, lightness) << 16 | channel(hue, lightness) << 8 |
           channel(hue + 4, lightness);
}

int picture_grey(long long index)
{
    static const int percent[8] = {0, 40, 20, 60, 10, 50, 30, 70};
    const int white = 255 - percent[(index % 8 + 8) % 8] * 255 / 100;
    return white << 16 | white << 8 | white;
}

bool picture_is_dark(int fill)
{
    if (fill == NO_FILL)
        return false;
    return (fill >> 16 & 255) * 299 + (fill >> 8 & 255) * 587 + (fill & 255) * 114 < 110 * 1000;
}
