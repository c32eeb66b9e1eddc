// SPDX-License-Identifier: MIT
//
// tile.c: CUTLASS's tile traits drawn, as a layout.
#include "../../common/layout/algebra/traits.h"

#include <string.h>

#include "command.h"
#include "figures.h"

// "16,16" -> the last numbers of D, H, W, C that are given: H and W of two.
static bool read_four(int out[TILE_DIMENSIONS], const char *flag, const char *text,
                      struct failure *why)
{
    int numbers[TILE_DIMENSIONS], count = 0, used = 0;
    const char *at = text;
    while (count < TILE_DIMENSIONS && sscanf(at, "%9d%n", &numbers[count], &used) == 1) {
        count++;
        at += used;
        if (*at != ',')
            break;
        at++;
    }
    if (*at != '\0' || (count != 2 && count != 4))
        return fail(why, "%s %.100s: not H,W or D,H,W,C", flag, text);
    for (int i = 0; i < TILE_DIMENSIONS; i++)
        if (count == 4)
            out[i] = numbers[i];
        else if (i == TILE_H || i == TILE_W)
            out[i] = numbers[i - TILE_H];
    return true;
}

int tile_command(int argc, char **argv)
{
    // The example of CUTLASS's documentation.
    struct tile_traits traits = {.tile = {1, 16, 16, 1},
                                 .delta = {1, 4, 1, 1},
                                 .iterations = {1, 4, 1, 1},
                                 .threads = {1, 4, 8, 1},
                                 .thread_step = {0, 1, 2, 0},
                                 .vector = 2};
    const char *four[5] = {NULL};
    int *const fields[5] = {traits.tile, traits.delta, traits.iterations, traits.threads,
                            traits.thread_step};
    int format = PICTURE_TEXT, colour = COLOUR_NONE, thread = 9;
    bool help = false, layout_only = false, covers = false;
    const struct option options[] = {
        OPTION_WORD("--tile", "H,W", "Tile, its extents (16,16); or D,H,W,C", &four[0]),
        OPTION_WORD("--delta", "H,W", "from one access of a thread to its next (4,1)", &four[1]),
        OPTION_WORD("--iterations", "H,W", "how many accesses (4,1)", &four[2]),
        OPTION_WORD("--threads", "H,W", "rows and columns of threads, W fastest (4,8)", &four[3]),
        OPTION_WORD("--step", "H,W", "from one thread to the next (1,2)", &four[4]),
        OPTION_NUMBER("--vector", "N", "elements of an access (2)", &traits.vector, 1, 64),
        OPTION_THREAD(&thread, "the thread that is framed (9)"),
        OPTION_YES("--layout", "only the layout, no picture", &layout_only),
        OPTION_COLOUR(&colour, "none (the default), thread, value or index"),
        OPTION_FORMAT(&format),
        OPTION_HELP(&help),
    };
    enum { COUNT = sizeof options / sizeof *options };
    struct words words;
    struct failure why;
    struct layout tv;
    static const struct usage usage = {
        "tile [flags]",
        "A tile shared out by CUTLASS's tile traits: Tile, Delta, Iterations "
        "and\nThreadOffset, as one thread-value layout over the row-major tile.",
        0, 0};
    int status;
    if (!command_begin(&words, &usage, options, COUNT, argc, argv, &status))
        return status;
    static const char *const flags[5] = {"--tile", "--delta", "--iterations", "--threads",
                                         "--step"};
    for (int i = 0; i < 5; i++)
        if (four[i] && !read_four(fields[i], flags[i], four[i], &why))
            return refuse(&why);
    if (!tile_traits_tv(&tv, &traits, &why) || !tile_traits_cover(&covers, &traits, &why))
        return refuse(&why);
    if (thread >= tile_traits_threads(&traits)) {
        fail(&why, "--thread %d: there are %d", thread, tile_traits_threads(&traits));
        return refuse(&why);
    }
    int begin[TILE_DIMENSIONS];
    tile_traits_offset(&traits, thread, begin);
    if (format == PICTURE_TEXT) {
        const int *t = traits.tile, *d = traits.delta, *n = traits.iterations;
        printf("Tile (%d,%d,%d,%d)  Delta (%d,%d,%d,%d)  Iterations (%d,%d,%d,%d)  vectors of %d\n",
               t[0], t[1], t[2], t[3], d[0], d[1], d[2], d[3], n[0], n[1], n[2], n[3],
               traits.vector);
        printf("as a layout (thread, value) -> element of the row-major tile:\n    %s\n",
               layout_text(&tv));
        printf("%d threads, %s\n", tile_traits_threads(&traits),
               covers ? "each element once" : "not each element once");
        printf("thread %d begins at (d,h,w,c) = (%d,%d,%d,%d)\n", thread, begin[0], begin[1],
               begin[2], begin[3]);
    }
    if (layout_only)
        return 0;
    // Row-major: the fastest dimension is drawn to the right.
    struct picture p = {.title = ""};
    const struct shading shading = {.colour = (enum colour)colour, .bits = 32};
    struct tile_figure tile = {.rows = traits.tile[TILE_W] * traits.tile[TILE_C],
                               .cols = traits.tile[TILE_D] * traits.tile[TILE_H],
                               .turned = true,
                               .strong = thread};
    if (format != PICTURE_TEXT)
        snprintf(p.title, sizeof p.title, "tile traits as a layout: %.900s", layout_text(&tv));
    if (!figure_tv(&p, &tv, &tile, &shading, "", &why))
        return figure_finish(&p, false, format, &why);
    struct panel *panel = &p.panels[0];
    for (int i = 0; i < panel->rows * panel->cols; i++)
        if (panel->cells[i].strong)
            panel->cells[i].fill = 0xfbe08d;
    return figure_finish(&p, true, format, &why);
}
