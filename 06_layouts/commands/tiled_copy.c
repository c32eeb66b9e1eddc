// SPDX-License-Identifier: MIT
//
// tiled_copy.c: threads that copy a tile together (TiledCopy): which thread reads, which receives.
#include "../../common/layout/atoms/tiled.h"
#include "command.h"
#include "figures.h"

struct request {
    int format, colour, type, thread;
    const char *threads, *values, *tensor;
    bool help;
};

static bool show_side(struct picture *p, const struct tiled_copy *copy, enum copy_side side,
                      const struct request *q, struct failure *why)
{
    static const char *const names[2] = {"source", "destination"};
    const struct shading shading = {.colour = (enum colour)q->colour, .bits = copy->atom.bits};
    struct tile_figure tile = {.strong = q->thread};
    struct layout tv;
    char caption[200];
    int64_t size = 1;
    if (!tiled_copy_tv(&tv, copy, side, why) || !int_tuple_product(&copy->tiler, &size, why))
        return false;
    if (copy->tiler.count < 1 || size < 1 || size > PICTURE_MAX_CELLS)
        return fail(why, "a tile of %lld elements cannot be drawn", (long long)size);
    tile.rows = (int)copy->tiler.value[0];
    tile.cols = (int)(size / tile.rows);
    if (q->format == PICTURE_TEXT) {
        struct layout tensor, part;
        int64_t offset;
        printf("  %s TV: %s\n", names[side], layout_text(&tv));
        if (!q->tensor)
            return true;
        const int thread = q->thread < 0 ? 0 : q->thread;
        if (!read_plain(&tensor, q->tensor, why) ||
            !tiled_copy_partition(&part, &offset, copy, side, &tensor, thread, why))
            return false;
        printf("  thread %d of %s: %s at %lld\n", thread, layout_text(&tensor), layout_text(&part),
               (long long)offset);
        return true;
    }
    snprintf(caption, sizeof caption, "%s: %.150s", names[side], layout_text(&tv));
    return figure_tv(p, &tv, &tile, &shading, caption, why);
}

static bool run(const char *name, const struct request *q, struct picture *p, struct failure *why)
{
    struct copy_atom atom;
    struct layout threads, values;
    struct tiled_copy copy;
    char tiler[LAYOUT_TEXT];
    if (!copy_atom_find(&atom, name, type_bits(q->type), why) ||
        !read_shape_or_layout(&threads, "--threads", q->threads, why) ||
        !read_shape_or_layout(&values, "--values", q->values, why) ||
        !make_tiled_copy(&copy, &atom, &threads, &values, why))
        return false;
    int_tuple_print(&copy.tiler, tiler, sizeof tiler);
    if (q->format == PICTURE_TEXT)
        printf("TiledCopy of %s, elements of %d bits\n  tile: %s, %lld threads\n  (thread, value) "
               "-> element: %s\n",
               name, atom.bits, tiler, (long long)copy.threads, layout_text(&copy.tv));
    else
        snprintf(p->title, sizeof p->title, "%s: threads %.200s, values %.200s", name, q->threads,
                 q->values);
    return show_side(p, &copy, COPY_SRC, q, why) && show_side(p, &copy, COPY_DST, q, why);
}

int tiled_copy_command(int argc, char **argv)
{
    struct request q = {
        .threads = "(32,1)", .values = "(1,1)", .colour = COLOUR_THREAD, .thread = -1};
    const struct option options[] = {
        OPTION_WORD("--threads", "L", "the threads over the tile: (16,8):(8,1), or a shape",
                    &q.threads),
        OPTION_WORD("--values", "L", "the arrangement of a thread's values: (1,8), or a layout",
                    &q.values),
        OPTION_WORD("--tensor", "L", "a tensor to share out: partition_S and partition_D",
                    &q.tensor),
        OPTION_THREAD(&q.thread, "this thread's part (0), framed in a picture"),
        OPTION_COLOUR(&q.colour, "thread (the default), value, index or none"),
        OPTION_TYPE(&q.type),
        OPTION_FORMAT(&q.format),
        OPTION_HELP(&q.help),
    };
    enum { COUNT = sizeof options / sizeof *options };
    struct words words;
    struct failure why;
    struct picture p = {.title = ""};
    static const struct usage usage = {
        "tiled_copy ATOM --threads L --values L [--type T]",
        "Threads that copy a tile together, as CuTe's make_tiled_copy. "
        "`06_layouts atoms Copy`\nand `atoms LDSM` list the instructions.",
        1, 1};
    int status;
    if (!command_begin(&words, &usage, options, COUNT, argc, argv, &status))
        return status;
    return figure_finish(&p, run(words.word[0], &q, &p, &why), q.format, &why);
}
