// SPDX-License-Identifier: MIT
//
// schedule_text.c: the schedule as text: a chart of all streams over one axis, and for the GPU that
// ends last what each piece of work waits for.
#include "schedule.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../memory.h"

enum { TEXT = 200, LABEL = 17, MOST_LISTED = 30 };

// ---- Names --------------------------------------------------------------------------------------

bool schedule_shows(const struct stream_work *w)
{
    return w->kind == WORK_KERNEL || w->kind == WORK_COPY || w->kind == WORK_COLLECTIVE;
}

bool schedule_is_in(const struct stream_work *w, struct schedule_row row)
{
    return schedule_shows(w) && w->device == row.device && w->stream == row.stream;
}

int schedule_rows(const struct schedule *s, struct schedule_row rows[SCHEDULE_ROWS])
{
    int count = 0;
    for (int device = 0; device < SCHEDULE_GPUS; device++)
        for (int i = 0; i < s->count; i++) {
            const struct stream_work *w = &s->work[i];
            bool is_new = w->device == device && schedule_shows(w);
            for (int r = 0; r < count && is_new; r++)
                is_new = !schedule_is_in(w, rows[r]);
            if (is_new && count < SCHEDULE_ROWS)
                rows[count++] = (struct schedule_row){device, w->stream};
        }
    return count;
}

static void place_of(int device, char *text, size_t size)
{
    if (device == SCHEDULE_HOST)
        snprintf(text, size, "the host");
    else
        snprintf(text, size, "GPU %d", device);
}

static void size_of(double bytes, char *text, size_t size)
{
    const char *const units[] = {"B", "kB", "MB", "GB"};
    int unit = 0;
    for (; bytes >= 1000 && unit < 3; unit++)
        bytes /= 1000;
    snprintf(text, size, "%.3g %s", bytes, units[unit]);
}

const char *schedule_name(const struct stream_work *w, char *text, size_t size)
{
    char from[20], to[20], bytes[20];
    size_of(w->bytes, bytes, sizeof bytes);
    place_of(w->from, from, sizeof from);
    place_of(w->to, to, sizeof to);
    if (w->kind == WORK_COPY && w->from != w->to && w->to == w->device)
        snprintf(text, size, "%s from %s", bytes, from);
    else if (w->kind == WORK_COPY && w->from != w->to)
        snprintf(text, size, "%s to %s", bytes, to);
    else if (w->kind == WORK_COPY)
        snprintf(text, size, "%s, %s", w->name, bytes);
    else
        snprintf(text, size, "%s", w->name);
    return text;
}

const char *schedule_stream_name(int stream, char *text, size_t size)
{
    if (stream == 0)
        snprintf(text, size, "default");
    else
        snprintf(text, size, "stream %d", stream);
    return text;
}

// Events are followed back to the work that they record.
static int work_behind(const struct schedule *s, int work)
{
    while (work >= 0 && !schedule_shows(&s->work[work]) && s->work[work].kind != WORK_WRITE &&
           s->work[work].waited_for != work)
        work = s->work[work].waited_for;
    return work;
}

const char *schedule_reason(const struct schedule *s, const struct stream_work *w, char *text,
                            size_t size)
{
    char name[TEXT];
    const int of = work_behind(s, w->waited_for);
    if (of == WAITED_FOR_HOST)
        snprintf(text, size, "the host's call");
    else if (of < 0)
        snprintf(text, size, "-");
    else if (s->work[of].device != w->device)
        snprintf(text, size, "GPU %d: %s", s->work[of].device,
                 schedule_name(&s->work[of], name, sizeof name));
    else
        snprintf(text, size, "%s", schedule_name(&s->work[of], name, sizeof name));
    return text;
}

// ---- The chart ----------------------------------------------------------------------------------

static void fill(char *chart, int columns, double from, double to, double us, enum work_kind kind)
{
    static const char marks[WORK_KINDS] = {
        [WORK_KERNEL] = '=', [WORK_COPY] = '-', [WORK_COLLECTIVE] = '~'};
    int a = (int)(from / us * columns), b = (int)(to / us * columns);
    a = a < columns ? a : columns - 1;
    b = b > a ? b : a + 1;
    for (int i = a; i < b && i < columns; i++)
        chart[i] = marks[kind];
    if (b - a > 2) // so that neighbours can be told apart
        chart[a] = '[', chart[b - 1 < columns ? b - 1 : columns - 1] = ']';
}

// Between its parts a kernel waits.
static void fill_waits(char *chart, int columns, const struct schedule *s,
                       const struct stream_work *w)
{
    double end = w->begin;
    for (int p = w->first_part; p < w->first_part + w->parts; p++) {
        for (int c = (int)(end / s->us * columns) + 1;
             c < (int)(s->parts[p].begin / s->us * columns); c++)
            chart[c] = ':';
        end = s->parts[p].end;
    }
}

static void print_row(const struct schedule *s, struct schedule_row row, int columns, FILE *to)
{
    char chart[512], name[40], label[60];
    double last = 0;
    memset(chart, ' ', sizeof chart);
    for (int i = 0; i < s->count; i++) {
        const struct stream_work *w = &s->work[i];
        if (!schedule_is_in(w, row))
            continue;
        const int from = (int)(fmax(w->issued, last) / s->us * columns);
        for (int c = from; c < (int)(w->begin / s->us * columns); c++)
            if (chart[c] == ' ')
                chart[c] = '.';
        fill(chart, columns, w->begin, w->end, s->us, w->kind);
        fill_waits(chart, columns, s, w);
        last = w->end;
    }
    chart[columns] = '\0';
    while (columns > 0 && chart[columns - 1] == ' ')
        chart[--columns] = '\0';
    snprintf(label, sizeof label, "GPU %d %s", row.device,
             schedule_stream_name(row.stream, name, sizeof name));
    fprintf(to, "%-*.*s|%s\n", LABEL, LABEL, label, chart);
}

// ---- The list -----------------------------------------------------------------------------------

struct listed {
    double begin;
    int work;
};

static int by_begin(const void *a, const void *b)
{
    const struct listed *x = a, *y = b;
    const int later = (x->begin > y->begin) - (x->begin < y->begin);
    return later ? later : x->work - y->work;
}

// Of several the first.
static int last_device(const struct schedule *s)
{
    static const double SAME = 1e-3; // us
    double last = -1;
    int device = 0;
    for (int i = 0; i < s->count; i++) {
        const struct stream_work *w = &s->work[i];
        if (schedule_shows(w) &&
            (w->end > last + SAME || (w->end > last - SAME && w->device < device)))
            last = w->end, device = w->device;
    }
    return device;
}

// Times are in us, or in ms if they are long.
struct unit {
    const char *name;
    double us;
};

static struct unit unit_of(const struct schedule *s)
{
    return s->us < 1e5 ? (struct unit){"us", 1} : (struct unit){"ms", 1e3};
}

static void print_list(const struct schedule *s, int columns, FILE *to)
{
    const int device = last_device(s), wide = (columns - 32) / 2;
    const struct unit unit = unit_of(s);
    struct listed *list = must(calloc((size_t)s->count + 1, sizeof *list));
    char what[TEXT], why[TEXT], stream[40];
    int count = 0;
    for (int i = 0; i < s->count; i++)
        if (s->work[i].device == device && schedule_shows(&s->work[i]))
            list[count++] = (struct listed){s->work[i].begin, i};
    qsort(list, (size_t)count, sizeof *list, by_begin);
    fprintf(to, "\nGPU %d, which ends last:\n%5s %s %5s %s  %-9s  %-*.*s  %s\n", device, "from",
            unit.name, "to", unit.name, "stream", wide, wide, "work", "begins after");
    for (int i = 0; i < count && i < MOST_LISTED; i++) {
        const struct stream_work *w = &s->work[list[i].work];
        fprintf(to, "%8.1f %8.1f  %-9.9s  %-*.*s  %.*s\n", w->begin / unit.us, w->end / unit.us,
                schedule_stream_name(w->stream, stream, sizeof stream), wide, wide,
                schedule_name(w, what, sizeof what), wide - 1,
                schedule_reason(s, w, why, sizeof why));
    }
    if (count > MOST_LISTED)
        fprintf(to, "%d more\n", count - MOST_LISTED);
    free(list);
}

void schedule_print(const struct schedule *s, const char *machine, int columns, FILE *to)
{
    struct schedule_row rows[SCHEDULE_ROWS];
    const int count = schedule_rows(s, rows);
    columns = columns < 50 ? 50 : columns > 200 ? 200 : columns;
    const int wide = columns - LABEL - 1;
    char end[40];
    const struct unit unit = unit_of(s);
    snprintf(end, sizeof end, "%.*f %s", s->us / unit.us < 1000, s->us / unit.us, unit.name);
    fprintf(to, "Expected: %s on %s%s\n\n", end, machine,
            s->links->measured ? "" : " (not measured)");
    fprintf(to, "%*s0%*s\n", LABEL, "", wide, end);
    for (int r = 0; r < count && s->us > 0; r++)
        print_row(s, rows[r], wide, to);
    fprintf(to, "[=] kernel  : waits  [-] copy  [~] collective  . not begun\n");
    print_list(s, columns, to);
}
