// SPDX-License-Identifier: MIT
//
// tv.c: thread-value layouts: of an instruction, or of one's own over a tensor.
#include <string.h>

#include "../../common/base/terminal.h"
#include "command.h"
#include "figures.h"

struct request {
    int format, colour, type, thread;
    const char *operand, *tensor;
    bool help;
};

static const char operand_names[] = "ABC";

enum { LAYOUT_LINE = 4096 }; // a line with two layouts

// ---- Text -------------------------------------------------------------------------------------------

static void say_inverse(const char *name, const struct layout *tv, int rows, int cols)
{
    struct layout inverse, threads;
    struct failure why;
    int64_t count = 0, size = 0, values = 0;
    if (!layout_right_inverse(&inverse, tv, &why) || !layout_size(&inverse, &size, &why) ||
        !layout_size(tv, &values, &why) || !layout_get(&threads, tv, 0, &why) ||
        !layout_size(&threads, &count, &why))
        return;
    if (size != (int64_t)rows * cols || values != size) {
        printf("  no inverse of %s: an element has no owner, or several threads share it\n", name);
        return;
    }
    char text[LAYOUT_LINE];
    snprintf(text, sizeof text,
             "inverse of %s: %s; element (i,j): x = inverse(i + j*%d), "
             "thread x %% %lld, value x / %lld",
             name, layout_text(&inverse), rows, (long long)count, (long long)count);
    terminal_fold_on_screen(stdout, printf("  "), text);
    putchar('\n');
}

// What one thread gets of data whose coordinates the TV layout gives.
static bool say_thread(const struct layout *composed, int64_t thread, struct failure *why)
{
    struct layout values;
    struct int_tuple coord;
    struct layout_offsets offsets;
    char text[40];
    int64_t begin;
    snprintf(text, sizeof text, "(%lld,_)", (long long)thread);
    if (!int_tuple_parse(&coord, text, why) ||
        !layout_slice_and_offset(&values, &begin, &coord, composed, why) ||
        !layout_offsets_prepare(&offsets, &values, why))
        return false;
    printf("  thread %2lld: %s at %lld:", (long long)thread, layout_text(&values),
           (long long)begin);
    for (int64_t v = 0; v < offsets.size && v < 16; v++) {
        const long long offset = begin + layout_offset(&offsets, v);
        printf(" %lld", offset);
    }
    printf("%s\n", offsets.size > 16 ? " ..." : "");
    return true;
}

// composition(tensor, tv), then its slices: --thread, or the first few.
static bool say_example(const struct layout *tensor, const struct layout *tv, const char *name,
                        int thread, struct failure *why)
{
    struct layout composed, threads;
    struct failure reason;
    int64_t count;
    if (!layout_composition(&composed, tensor, tv, &reason))
        return fail(why, "%s o %s: %.600s", layout_text(tensor), layout_text(tv), reason.text);
    if (!layout_get(&threads, &composed, 0, why) || !layout_size(&threads, &count, why))
        return false;
    if (thread >= count)
        return fail(why, "--thread %d: there are %lld", thread, (long long)count);
    char text[LAYOUT_LINE];
    snprintf(text, sizeof text, "%s in memory: %s; composition with the TV layout: %s", name,
             layout_text(tensor), layout_text(&composed));
    terminal_fold_on_screen(stdout, 0, text);
    putchar('\n');
    if (thread >= 0)
        return say_thread(&composed, thread, why);
    for (int64_t t = 0; t < count; t++) {
        if (count > 8 && t == 4) {
            printf("  ...\n");
            t = count - 1;
        }
        if (!say_thread(&composed, t, why))
            return false;
    }
    return true;
}

// ---- MMA atoms ----------------------------------------------------------------------------------------

static bool row_major_tile(struct layout *out, int rows, int cols, struct failure *why)
{
    struct int_tuple shape;
    int_tuple_flat(&shape, (int64_t[]){rows, cols}, 2);
    return layout_right(out, &shape, why);
}

static bool one_operand(struct picture *p, const struct mma_atom *atom, enum mma_operand operand,
                        const struct request *q, const struct shading *shading, struct failure *why)
{
    char caption[200];
    struct tile_figure tile = {.strong = q->thread};
    mma_extents(atom, operand, &tile.rows, &tile.cols);
    snprintf(caption, sizeof caption, "%c (%d x %d): thread and value of each element",
             operand_names[operand], tile.rows, tile.cols);
    return figure_tv(p, &atom->tv[operand], &tile, shading, caption, why);
}

static bool show_mma(const struct mma_atom *atom, const struct request *q, struct picture *p,
                     struct failure *why)
{
    const struct shading shading = {.colour = (enum colour)q->colour, .bits = 32};
    int first = MMA_A;
    if (q->operand && !read_operand(&first, q->operand, why))
        return false;
    const int last = q->operand ? first : MMA_C;
    snprintf(p->title, sizeof p->title, "%s", atom->name);
    if (q->format != PICTURE_TEXT && !q->operand)
        return figure_mma(p, atom, -1, &shading, why);
    if (q->format != PICTURE_TEXT) {
        snprintf(p->title, sizeof p->title, "%s %c: %s", atom->name, operand_names[first],
                 layout_text(&atom->tv[first]));
        return one_operand(p, atom, (enum mma_operand)first, q, &shading, why);
    }
    printf("MMA_Atom %s\n", atom->name);
    printf("  ThrID:      %s\n  Shape_MNK:  (%d,%d,%d)\n", layout_text(&atom->thr_id), atom->m,
           atom->n, atom->k);
    for (int i = first; i <= last; i++)
        printf("  Layout%c_TV: %s\n", operand_names[i], layout_text(&atom->tv[i]));
    for (int i = first; i <= last; i++) {
        int rows, cols;
        mma_extents(atom, (enum mma_operand)i, &rows, &cols);
        say_inverse((char[]){operand_names[i], '\0'}, &atom->tv[i], rows, cols);
    }
    p->title[0] = '\0';
    for (int i = first; i <= last; i++) {
        struct layout tile;
        int rows, cols;
        mma_extents(atom, (enum mma_operand)i, &rows, &cols);
        if (!one_operand(p, atom, (enum mma_operand)i, q, &shading, why) ||
            !row_major_tile(&tile, rows, cols, why))
            return false;
        picture_write_text(p, stdout);
        picture_free(p);
        printf("an example: ");
        if (!say_example(&tile, &atom->tv[i], (char[]){operand_names[i], '\0'}, q->thread, why))
            return false;
    }
    return true;
}

// ---- Copy atoms -----------------------------------------------------------------------------------------

static bool show_copy(const struct copy_atom *atom, const struct request *q, struct picture *p,
                      struct failure *why)
{
    const struct shading shading = {.colour = (enum colour)q->colour, .bits = atom->bits};
    const struct layout *sides[2] = {&atom->src, &atom->dst};
    static const char *const names[2] = {"source", "destination"};
    char captions[2][200];
    snprintf(p->title, sizeof p->title, "%s of %s", atom->name, type_names[q->type]);
    if (q->format == PICTURE_TEXT)
        printf("Copy_Atom %s, elements of %d bits\n"
               "  ThrID:        %s\n  ValLayoutSrc: %s\n  ValLayoutDst: %s\n  ValLayoutRef: %s\n",
               atom->name, atom->bits, layout_text(&atom->thr_id), layout_text(&atom->src),
               layout_text(&atom->dst), layout_text(&atom->ref));
    for (int i = 0; i < 2; i++) {
        struct tile_figure tile;
        if (!figure_copy_tile(&tile, atom, sides[i], why))
            return false;
        if (q->format == PICTURE_TEXT)
            say_inverse(names[i], sides[i], tile.rows, tile.cols);
        snprintf(captions[i], sizeof captions[i],
                 "%s: rows of %d elements, in the order of the elements", names[i], tile.rows);
    }
    return figure_copy(p, atom, q->thread, &shading, captions[0], captions[1], why);
}

// ---- A layout of one's own ------------------------------------------------------------------------------

static bool show_own(const struct layout *tv, const struct request *q, struct picture *p,
                     struct failure *why)
{
    struct shading shading = {.colour = (enum colour)q->colour, .bits = type_bits(q->type)};
    struct layout tensor, mode, composed;
    int64_t rows, size;
    struct tile_figure tile = {.strong = q->thread, .data = &tensor};
    if (layout_rank(tv) != 2)
        return fail(why, "%s: a thread-value layout has two modes, threads and values",
                    layout_text(tv));
    if (!q->tensor) {
        struct composed_layout plain;
        if (shading.colour == COLOUR_THREAD || shading.colour == COLOUR_VALUE)
            shading.colour = COLOUR_INDEX;
        composed_plain(&plain, tv);
        snprintf(p->title, sizeof p->title, "%.900s: a row for each thread (--tensor: over a tile)",
                 layout_text(tv));
        return figure_layout(p, &plain, &shading, "", why);
    }
    if (!read_plain(&tensor, q->tensor, why) || !layout_get(&mode, &tensor, 0, why) ||
        !layout_size(&mode, &rows, why) || !layout_size(&tensor, &size, why))
        return false;
    if (size < 1 || size > PICTURE_MAX_CELLS)
        return fail(why, "--tensor %.200s: has %lld elements; from 1 to %d can be drawn", q->tensor,
                    (long long)size, PICTURE_MAX_CELLS);
    tile.rows = (int)rows;
    tile.cols = (int)(size / rows);
    if (q->format == PICTURE_TEXT) {
        printf("TV layout %s over a tile of %d x %d\n", layout_text(tv), tile.rows, tile.cols);
        say_inverse("TV", tv, tile.rows, tile.cols);
        if (!say_example(&tensor, tv, "the tile", q->thread, why))
            return false;
    } else {
        snprintf(p->title, sizeof p->title, "%.400s over a tile %.400s", layout_text(tv),
                 layout_text(&tensor));
    }
    if (!figure_tv(p, tv, &tile, &shading, "who owns each element of the tile", why))
        return false;
    if (q->format == PICTURE_TEXT)
        return true;
    // What the composition gives: a row for each thread, coloured as the tile is.
    struct composed_layout plain;
    char caption[200];
    if (!layout_composition(&composed, &tensor, tv, why))
        return false;
    composed_plain(&plain, &composed);
    snprintf(caption, sizeof caption, "composition %.150s: row t has thread t's offsets",
             layout_text(&composed));
    const struct shading none = {.colour = COLOUR_NONE};
    if (!figure_layout(p, &plain, &none, caption, why))
        return false;
    struct panel *table = &p->panels[p->panel_count - 1];
    table->digits = 0;
    for (int i = 0; i < table->rows; i++)
        for (int j = 0; j < table->cols; j++) {
            struct cell *cell = panel_cell(table, i, j);
            cell->fill = shading.colour == COLOUR_THREAD  ? picture_hue(i % 8, 8)
                         : shading.colour == COLOUR_VALUE ? picture_hue(j, table->cols)
                                                          : NO_FILL;
            cell->strong = i == q->thread;
        }
    return true;
}

// ---- The command ----------------------------------------------------------------------------------------

static bool run(const char *name, const struct request *q, struct picture *p, struct failure *why)
{
    struct mma_atom mma;
    struct copy_atom copy;
    struct layout tv;
    if (mma_atom_find(&mma, name, why))
        return show_mma(&mma, q, p, why);
    char known[ATOM_NAME];
    for (int i = 0; copy_atom_name(i, known); i++)
        if (strcmp(known, name) == 0)
            return copy_atom_find(&copy, name, type_bits(q->type), why) &&
                   show_copy(&copy, q, p, why);
    if (!strchr(name, ':'))
        return false; // mma_atom_find said why
    return read_plain(&tv, name, why) && show_own(&tv, q, p, why);
}

int tv_command(int argc, char **argv)
{
    struct request q = {.colour = COLOUR_THREAD, .thread = -1};
    const struct option options[] = {
        OPTION_WORD("--operand", "A", "A, B or C of an MMA atom alone", &q.operand),
        OPTION_WORD("--tensor", "L", "the layout of the tile that is shared out", &q.tensor),
        OPTION_THREAD(&q.thread, "show this thread, and frame what it has"),
        OPTION_COLOUR(&q.colour, "thread (the default), value, index, bank or none"),
        OPTION_TYPE(&q.type),
        OPTION_FORMAT(&q.format),
        OPTION_HELP(&q.help),
    };
    enum { COUNT = sizeof options / sizeof *options };
    struct words words;
    struct failure why;
    struct picture p = {.title = ""};
    static const struct usage usage = {
        "tv ATOM, or tv LAYOUT --tensor LAYOUT",
        "Which element each value of each thread is. ATOM is the name of an\n"
        "instruction (06_layouts atoms lists them), LAYOUT has threads as mode 0"
        " and\nvalues as mode 1.",
        1, 1};
    int status;
    if (!command_begin(&words, &usage, options, COUNT, argc, argv, &status))
        return status;
    const bool drawn = run(words.word[0], &q, &p, &why);
    if (q.format == PICTURE_TEXT && q.tensor)
        p.title[0] = '\0';
    return figure_finish(&p, drawn, q.format, &why);
}
