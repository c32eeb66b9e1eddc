// SPDX-License-Identifier: MIT
//
// tiled.c: instructions side by side (TiledMMA) and the thread-value layouts that come of it.
#include "../../common/layout/atoms/tiled.h"

#include "command.h"
#include "figures.h"

struct request {
    int format, colour, thread;
    const char *threads, *tile, *operand, *tensor;
    bool help;
};

static const char operand_names[] = "ABC";

static bool make(struct tiled_mma *out, const char *name, const struct request *q,
                 struct failure *why)
{
    struct mma_atom atom;
    struct layout threads;
    struct tiler tile;
    struct failure reason;
    if (!mma_atom_find(&atom, name, why) ||
        !read_shape_or_layout(&threads, "--threads", q->threads, why))
        return false;
    if (q->tile && !tiler_parse(&tile, q->tile, &reason))
        return fail(why, "--tile %.200s: %.300s", q->tile, reason.text);
    return make_tiled_mma(out, &atom, &threads, q->tile ? &tile : NULL, why);
}

static bool show(const struct tiled_mma *mma, const struct request *q, struct picture *p,
                 struct failure *why)
{
    static const int modes[3][2] = {{0, 2}, {1, 2}, {0, 1}};
    int chosen = MMA_C;
    if (q->operand && !read_operand(&chosen, q->operand, why))
        return false;
    const char letter = operand_names[chosen];
    struct layout tv[3];
    for (int i = MMA_A; i <= MMA_C; i++)
        if (!tiled_mma_tv(&tv[i], mma, (enum mma_operand)i, why))
            return false;
    if (q->format == PICTURE_TEXT) {
        printf("TiledMMA of %s\n  ThrLayoutVMNK: %s, %lld threads\n  tile (M,N,K):  "
               "(%lld,%lld,%lld)\n",
               mma->atom.name, layout_text(&mma->thr_vmnk), (long long)mma->threads,
               (long long)mma->tile[0], (long long)mma->tile[1], (long long)mma->tile[2]);
        for (int i = MMA_A; i <= MMA_C; i++)
            printf("  Layout%c_TV: %s\n", operand_names[i], layout_text(&tv[i]));
    }
    if (q->tensor) {
        struct layout tensor, part;
        int64_t offset;
        const int thread = q->thread < 0 ? 0 : q->thread;
        if (!read_plain(&tensor, q->tensor, why) ||
            !tiled_mma_partition(&part, &offset, mma, (enum mma_operand)chosen, &tensor, thread,
                                 why))
            return false;
        printf("  partition_%c of %s for thread %d: %s at %lld\n", letter, layout_text(&tensor),
               thread, layout_text(&part), (long long)offset);
    }
    if (q->format == PICTURE_TEXT && !q->operand)
        return true;
    char caption[200];
    const struct shading shading = {.colour = (enum colour)q->colour, .bits = 32};
    const struct tile_figure tile = {.rows = (int)mma->tile[modes[chosen][0]],
                                     .cols = (int)mma->tile[modes[chosen][1]],
                                     .strong = q->thread};
    snprintf(caption, sizeof caption, "%c (%d x %d)", letter, tile.rows, tile.cols);
    if (q->format != PICTURE_TEXT)
        snprintf(p->title, sizeof p->title, "%s, threads %.200s", mma->atom.name, q->threads);
    return figure_tv(p, &tv[chosen], &tile, &shading, caption, why);
}

int tiled_command(int argc, char **argv)
{
    struct request q = {.threads = "(1,1,1)", .colour = COLOUR_THREAD, .thread = -1};
    const struct option options[] = {
        OPTION_WORD("--threads", "L", "instructions side by side in M, N, K: (1,1,1)", &q.threads),
        OPTION_WORD("--tile", "T", "sizes or permutations of M, N, K: <32,32,16>", &q.tile),
        OPTION_WORD("--operand", "A", "draw this one: A, B or C", &q.operand),
        OPTION_WORD("--tensor", "L", "a tensor to share out: partition_A, _B, _C", &q.tensor),
        OPTION_THREAD(&q.thread, "this thread's part (0)"),
        OPTION_COLOUR(&q.colour, "thread (the default), value, index or none"),
        OPTION_FORMAT(&q.format),
        OPTION_HELP(&q.help),
    };
    enum { COUNT = sizeof options / sizeof *options };
    struct words words;
    struct failure why;
    struct tiled_mma mma;
    struct picture p = {.title = ""};
    static const struct usage usage = {
        "tiled_mma ATOM [--threads '(2,2,1)'] [--tile '<32,32,16>']",
        "Several instructions side by side, as CuTe's make_tiled_mma.", 1, 1};
    int status;
    if (!command_begin(&words, &usage, options, COUNT, argc, argv, &status))
        return status;
    const bool drawn = make(&mma, words.word[0], &q, &why) && show(&mma, &q, &p, &why);
    return figure_finish(&p, drawn, q.format, &why);
}
