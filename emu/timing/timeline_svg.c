// SPDX-License-Identifier: MIT
//
// timeline_svg.c: draws the warps of one SM over a few loop iterations, and below them the blocks
// of the whole launch. Only rectangles, paths and text, which every renderer draws in the same way.
#include "timeline.h"

enum { LEFT = 100, WIDTH = 720, RIGHT = 34, COLUMNS = 360, TOP = 100, GAP = 6 };
enum { ENOUGH_CYCLES = 1500, MOST_TURNS = 6 };

// How a cycle of a warp is drawn. The bar is higher the closer the warp is to issuing, so that the
// picture can also be read in grey: it issues, it waits for a unit, it waits for a result.
static const struct {
    const char *name, *colour;
    enum why why;
    int height; // in thirds of a row
} looks[] = {
    {"issues an instruction", "#3f7a3c", WHY_ISSUED, 3},
    {"its turn at a busy pipe", "#a9d8a5", WHY_MATH, 2},
    {"room in the memory queue", "#c28a3c", WHY_QUEUE, 2},
    {"a result of arithmetic", "#d4d8de", WHY_RESULT, 1},
    {"a load from shared memory", "#f2b56b", WHY_SHORT, 1},
    {"asynchronous copies", "#6f9fd0", WHY_COPIES, 1},
    {"a load from global memory", "#b0413e", WHY_LONG, 1},
    {"other warps at a barrier", "#1f2d4d", WHY_BARRIER, 1},
};
enum { LOOKS = sizeof looks / sizeof *looks };

// ---- Axes ---------------------------------------------------------------------------------------

// A step of 1, 2 or 5 times a power of ten, so that about eight steps fill the span.
static double step_of(double span)
{
    double step = 1e-3;
    for (int i = 0; step * 10 < span; i++)
        step *= i % 3 == 1 ? 2.5 : 2;
    return step;
}

static void axis(int y, double from, double to, const char *unit, FILE *out)
{
    const double step = step_of(to - from);
    fprintf(out, "<path d=\"M%d %dh%d\" stroke=\"#555\"/>\n", LEFT, y, WIDTH);
    for (double at = 0; from + at <= to; at += step) {
        const double x = LEFT + at * WIDTH / (to - from);
        fprintf(out, "<path d=\"M%.1f %dv4\" stroke=\"#555\"/>", x, y);
        fprintf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.6g</text>\n", x, y + 16,
                at);
    }
    fprintf(out, "<text x=\"%d\" y=\"%d\">%s</text>\n", LEFT, y + 31, unit);
}

// ---- The warps of an SM -------------------------------------------------------------------------

struct window {
    int64_t from, to;
    int64_t turns[MOST_TURNS + 1]; // where iterations begin
    int count;
};

// The location that separates iterations: the first barrier after the middle of the first block, or
// without barriers the location that its first warp reaches there.
static const struct mark *anchor_of(const struct timeline *t)
{
    const struct mark *found = &t->marks[t->mark_count / 2];
    for (long i = t->mark_count / 2; i < t->mark_count; i++)
        if (t->marks[i].kind == IN_BARRIER)
            return &t->marks[i];
    return found;
}

static struct window window_of(const struct timeline *t)
{
    struct window w = {0, t->blocks[0].to, {0}, 0};
    const struct mark *anchor = anchor_of(t);
    for (const struct mark *m = anchor; m < t->marks + t->mark_count; m++)
        if (m->place == anchor->place && m->kind == anchor->kind && w.count <= MOST_TURNS) {
            w.turns[w.count++] = m->at;
            if (w.count > 2 && m->at - anchor->at >= ENOUGH_CYCLES)
                break;
        }
    if (w.count < 2) {
        w.count = 0; // no loop: the whole block
        return w;
    }
    w.from = w.turns[0];
    w.to = w.turns[w.count - 1];
    return w;
}

// What a warp does for most of the time from `from` to `to`: index into looks, -1: nothing.
static int most_of(const struct warp_history *w, long *first, int64_t from, int64_t to)
{
    int64_t sum[WHYS] = {0};
    while (*first + 1 < w->count && w->changes[*first + 1].at <= from)
        ++*first;
    for (long i = *first; i < w->count && w->changes[i].at < to; i++) {
        const int64_t begin = w->changes[i].at > from ? w->changes[i].at : from;
        const int64_t end =
            i + 1 < w->count && w->changes[i + 1].at < to ? w->changes[i + 1].at : to;
        sum[w->changes[i].why] += end - begin;
    }
    int most = -1;
    for (int i = 0; i < LOOKS; i++)
        if (sum[looks[i].why] > (most < 0 ? 0 : sum[looks[most].why]))
            most = i;
    return most;
}

static int row_top(int warp, int per_block, int row)
{
    return TOP + warp * row + warp / per_block * GAP;
}

// Draws all rectangles of one look as one path.
static void draw_look(const struct launch_timeline *l, int look, const struct window *w, int row,
                      FILE *out)
{
    const struct timeline *t = l->group[0].of;
    const int height = (row - 1) * looks[look].height / 3 + (looks[look].height < 3);
    bool any = false;
    for (int warp = 0; warp < l->warps_per_block * l->resident && warp < TIMELINE_WARPS; warp++) {
        const int y = row_top(warp, l->warps_per_block, row) + row - 1 - height;
        long at = 0;
        int begun = -1;
        for (int c = 0; c <= COLUMNS; c++) {
            const int64_t span = w->to - w->from;
            const bool is = c < COLUMNS &&
                            most_of(&t->warps[warp], &at, w->from + span * c / COLUMNS,
                                    w->from + span * (c + 1) / COLUMNS + (span < COLUMNS)) == look;
            if (is && begun < 0)
                begun = c;
            if (is || begun < 0)
                continue;
            fprintf(out, "%sM%d %dh%dv%dh-%dz", any ? "" : "<path d=\"",
                    LEFT + begun * WIDTH / COLUMNS, y, (c - begun) * WIDTH / COLUMNS, height,
                    (c - begun) * WIDTH / COLUMNS);
            any = true;
            begun = -1;
        }
    }
    if (any)
        fprintf(out, "\" fill=\"%s\"/>\n", looks[look].colour);
}

// Returns the y coordinate of its end.
static int draw_warps(const struct launch_timeline *l, FILE *out)
{
    const struct window w = window_of(l->group[0].of);
    const int warps = l->warps_per_block * l->resident, row = warps > 32 ? 7 : warps > 16 ? 9 : 14;
    const int bottom = row_top(warps, l->warps_per_block, row);
    for (int look = 0; look < LOOKS; look++)
        draw_look(l, look, &w, row, out);
    for (int i = 0; i < w.count; i++) {
        const double x = LEFT + (double)(w.turns[i] - w.from) * WIDTH / (double)(w.to - w.from);
        fprintf(out, "<path d=\"M%.1f %dV%d\" stroke=\"#555\" stroke-dasharray=\"3 3\"/>\n", x,
                TOP - 4, bottom);
    }
    for (int b = 0; b < l->resident; b++) {
        const int y = row_top(b * l->warps_per_block, l->warps_per_block, row);
        fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">block %d</text>\n", LEFT - 8,
                y + 9, b);
        if (l->warps_per_block > 1 && row * l->warps_per_block >= 26)
            fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%d warps</text>\n", LEFT - 8,
                    y + 22, l->warps_per_block);
    }
    char unit[160];
    if (w.count)
        snprintf(unit, sizeof unit,
                 "cycles, from the middle of the first block on; between two dashed lines: one "
                 "turn of the loop, about %lld cycles",
                 (long long)(w.to - w.from) / (w.count - 1));
    else
        snprintf(unit, sizeof unit, "cycles of the first blocks (they have no loop)");
    axis(bottom + 2, 0, (double)(w.to - w.from), unit, out);
    return bottom + 40;
}

// ---- The blocks of the launch -------------------------------------------------------------------

static void bar(double from, double to, double y, double height, const char *colour, FILE *out)
{
    const double gap = to - from > 1.5 ? 0.5 : 0;
    fprintf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n",
            LEFT + from, y, to - from - gap, height - 0.5, colour);
}

// Draws the successive blocks of one slot, alternately darker and lighter.
static void draw_place(const struct timeline *t, int place, double y, double height, double scale,
                       FILE *out)
{
    int nth = 0;
    int64_t shift = 0;
    for (long i = 0; i < t->block_count; i++) {
        const struct block_life *b = &t->blocks[i];
        if (b->place != place)
            continue;
        if (i >= t->behind && t->extra > 0 && shift == 0) {
            shift = t->extra;
            bar((double)b->from * scale, (double)(b->from + shift) * scale, y, height, "#dbe9f7",
                out);
        }
        bar((double)(b->from + shift) * scale, (double)(b->to + shift) * scale, y, height,
            nth++ % 2 ? "#9ec5e8" : "#2a6fb8", out);
    }
}

static void label_left_out(const struct timeline *t, int resident, double y, double scale,
                           FILE *out)
{
    if (t->left_out > 0 && t->behind < t->block_count)
        fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%ld more</text>\n",
                LEFT + ((double)t->blocks[t->behind].from + (double)t->extra / 2) * scale, y,
                t->left_out / resident);
}

static int draw_launch(const struct launch_timeline *l, double cycles, int top, FILE *out)
{
    enum { HEIGHT = 132 };
    double y = top + 20;
    fprintf(
        out,
        "<text x=\"%d\" y=\"%d\" font-weight=\"bold\">The whole launch: %ld blocks, %d at once on "
        "each of %d SMs</text>\n",
        LEFT, top, l->blocks, l->resident, l->sms);
    const double scale = WIDTH / (double)l->group[0].of->cycles;
    for (int g = 0; g < 2; g++) {
        if (l->group[g].sms == 0)
            continue;
        const double height = 14 + (double)(HEIGHT - 28) * l->group[g].sms / l->sms;
        const struct timeline *t = l->group[g].of;
        const int places =
            t && l->group[g].blocks < l->resident ? (int)l->group[g].blocks : l->resident;
        fprintf(out,
                "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d SMs</text>"
                "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%ld block%s each</text>\n",
                LEFT - 8, y + height / 2 - 2, l->group[g].sms, LEFT - 8, y + height / 2 + 10,
                l->group[g].blocks, l->group[g].blocks == 1 ? "" : "s");
        for (int p = 0; t && p < places; p++)
            draw_place(t, p, y + height * p / places, height / places, scale, out);
        if (t)
            label_left_out(t, l->resident, y + height / 2 + 4, scale, out);
        y += height + GAP;
    }
    axis((int)y, 0, cycles / 1000,
         "thousands of cycles; each bar a block; empty: no block left to run", out);
    return (int)y + 42;
}

// ---- The picture --------------------------------------------------------------------------------

static void draw_legend(FILE *out)
{
    for (int i = 0; i < LOOKS; i++) {
        const int x = LEFT + i % 4 * 184, y = 48 + i / 4 * 20;
        const int height = 4 * looks[i].height;
        fprintf(out,
                "<rect x=\"%d\" y=\"%d\" width=\"14\" height=\"%d\" fill=\"%s\"/>"
                "<text x=\"%d\" y=\"%d\">%s</text>\n",
                x, y + 12 - height, height, looks[i].colour, x + 19, y + 11, looks[i].name);
    }
}

void launch_timeline_draw(const struct launch_timeline *l, double cycles, FILE *out)
{
    const int warps = l->warps_per_block * l->resident, row = warps > 32 ? 7 : warps > 16 ? 9 : 14;
    const int first = row_top(warps, l->warps_per_block, row) + 40 + 30;
    const int height = first + 20 + 132 + 2 * GAP + 46;
    const int width = LEFT + WIDTH + RIGHT;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d "
            "%d\" font-family=\"sans-serif\" font-size=\"11\">\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n"
            "<text x=\"%d\" y=\"20\" font-size=\"13\" font-weight=\"bold\">%s: what the warps of "
            "an SM wait for</text>\n"
            "<text x=\"%d\" y=\"36\" fill=\"#555\">expected on the %s: simulated, not "
            "measured</text>\n",
            width, height, width, height, width, height, LEFT, l->kernel, LEFT, l->gpu);
    draw_legend(out);
    draw_warps(l, out);
    draw_launch(l, cycles, first, out);
    fputs("</svg>\n", out);
}
