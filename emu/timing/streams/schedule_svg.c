// SPDX-License-Identifier: MIT
//
// schedule_svg.c: the schedule as a picture. A line leads from the end of what a piece of work
// waited for to its begin. The tooltip of a rectangle has its name and times.
#include "schedule.h"

enum { LEFT = 130, WIDTH = 720, RIGHT = 30, TOP = 56, ROW = 24, BAR = 16, TEXT = 200 };

static const struct {
    const char *name, *colour;
} looks[WORK_KINDS] = {[WORK_KERNEL] = {"kernel", "#3f7a3c"},
                       [WORK_COPY] = {"copy", "#6f9fd0"},
                       [WORK_COLLECTIVE] = {"collective", "#c28a3c"}};

static double x_of(const struct schedule *s, double us) { return LEFT + us / s->us * WIDTH; }

static void escaped(const char *text, FILE *out)
{
    for (; *text; text++)
        switch (*text) {
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '&': fputs("&amp;", out); break;
        default: fputc(*text, out);
        }
}

static int row_of(const struct schedule_row *rows, int count, const struct stream_work *w)
{
    for (int r = 0; r < count; r++)
        if (schedule_is_in(w, rows[r]))
            return r;
    return -1;
}

static void draw_axis(const struct schedule *s, int bottom, FILE *out)
{
    double step = 1e-2;
    for (int i = 0; step * 10 < s->us; i++)
        step *= i % 3 == 1 ? 2.5 : 2;
    fprintf(out, "<path d=\"M%d %dh%d\" stroke=\"#555\"/>\n", LEFT, bottom, WIDTH);
    for (int i = 0; i * step <= s->us; i++)
        fprintf(out,
                "<path d=\"M%.1f %dv4\" stroke=\"#555\"/><text x=\"%.1f\" y=\"%d\" "
                "text-anchor=\"middle\">%.6g</text>\n",
                x_of(s, i * step), bottom, x_of(s, i * step), bottom + 16, i * step);
    fprintf(out, "<text x=\"%d\" y=\"%d\">us</text>\n", LEFT + WIDTH + 8, bottom + 4);
}

static void draw_work(const struct schedule *s, const struct stream_work *w, int row, FILE *out)
{
    char name[TEXT], why[TEXT];
    const double wide = x_of(s, w->end) - x_of(s, w->begin);
    fprintf(out, "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"><title>",
            x_of(s, w->begin), TOP + row * ROW, wide > 1.5 ? wide - 0.5 : 1.0, BAR,
            looks[w->kind].colour);
    escaped(schedule_name(w, name, sizeof name), out);
    fprintf(out, ": %.1f to %.1f us; begins after: ", w->begin, w->end);
    escaped(schedule_reason(s, w, why, sizeof why), out);
    fputs("</title></rect>\n", out);
    double end = w->begin; // between its parts a kernel waits
    for (int p = w->first_part; p < w->first_part + w->parts; p++) {
        const struct work_part *part = &s->parts[p];
        if (x_of(s, part->begin) - x_of(s, end) > 1)
            fprintf(out, "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>\n",
                    x_of(s, end), TOP + row * ROW, x_of(s, part->begin) - x_of(s, end), BAR,
                    "#a9d8a5");
        end = part->end;
    }
}

// From the work that it waited for, if that is in another row. Events lead to the work they record.
static void draw_wait(const struct schedule *s, const struct stream_work *w,
                      const struct schedule_row *rows, int count, FILE *out)
{
    int of = w->waited_for;
    while (of >= 0 && !schedule_shows(&s->work[of]))
        of = s->work[of].waited_for;
    if (of < 0 || row_of(rows, count, &s->work[of]) == row_of(rows, count, w))
        return;
    fprintf(out, "<path d=\"M%.1f %dL%.1f %d\" stroke=\"#b0413e\" fill=\"none\"/>\n",
            x_of(s, s->work[of].end), TOP + row_of(rows, count, &s->work[of]) * ROW + BAR / 2,
            x_of(s, w->begin), TOP + row_of(rows, count, w) * ROW + BAR / 2);
}

void schedule_draw(const struct schedule *s, const char *machine, FILE *svg)
{
    struct schedule_row rows[SCHEDULE_ROWS];
    const int count = schedule_rows(s, rows), bottom = TOP + count * ROW + 4;
    char name[40];
    fprintf(svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
            "font-family=\"sans-serif\" font-size=\"12\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n"
            "<text x=\"10\" y=\"20\">Expected: %.*f us on ",
            LEFT + WIDTH + RIGHT, bottom + 30, s->us < 1000, s->us);
    escaped(machine, svg);
    fputs("</text>\n", svg);
    for (int kind = 0, x = LEFT; kind < WORK_KINDS; kind++)
        if (looks[kind].name) {
            fprintf(svg,
                    "<rect x=\"%d\" y=\"32\" width=\"12\" height=\"12\" fill=\"%s\"/>"
                    "<text x=\"%d\" y=\"42\">%s</text>\n",
                    x, looks[kind].colour, x + 18, looks[kind].name);
            x += 110;
        }
    fprintf(svg, "<text x=\"%d\" y=\"42\" fill=\"#b0413e\">what it waited for</text>\n",
            LEFT + 330);
    for (int r = 0; r < count; r++)
        fprintf(svg, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">GPU %d %s</text>\n", LEFT - 8,
                TOP + r * ROW + 12, rows[r].device,
                schedule_stream_name(rows[r].stream, name, sizeof name));
    for (int r = 0; r < count; r++) // row by row: host threads make their calls in any order
        for (int i = 0; i < s->count; i++)
            if (schedule_is_in(&s->work[i], rows[r])) {
                draw_work(s, &s->work[i], r, svg);
                draw_wait(s, &s->work[i], rows, count, svg);
            }
    draw_axis(s, bottom, svg);
    fputs("</svg>\n", svg);
}
