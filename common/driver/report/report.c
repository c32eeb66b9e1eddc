// SPDX-License-Identifier: MIT
#include "report.h"

#include "../../base/terminal.h"
#include "../../step/kind.h"
#include "table.h"

void report_begin(struct report *report)
{
    if (report->format == FORMAT_TABLE)
        table_begin(report);
    else if (report->format == FORMAT_CSV)
        csv_header(report->out);
}

void report_result(struct report *report, const struct result *result)
{
    switch (report->format) {
    case FORMAT_TABLE: table_result(report, result); break;
    case FORMAT_CSV: csv_result(result, report->out); break;
    case FORMAT_JSON: json_result(result, report->out); break;
    }
    fflush(report->out); // a row appears as soon as its step is done
}

void report_legend(const struct report *report)
{
    if (report->format == FORMAT_TABLE)
        table_legend(report);
}

static void list_row(const struct step *step, const char *place, FILE *out)
{
    int used = fprintf(out, "  %-20s %s  ", step->name, place);
    used += print_types(step, out);
    used += fprintf(out, "  ");
    used += print_transposes(step, out);
    used += step_transposes(step) ? fprintf(out, "  ") : 0;
    terminal_fold_on_screen(out, used, step->teaches);
    fputc('\n', out);
}

static void list_step(enum report_format format, const struct chapter *chapter,
                      const struct step *step, FILE *out)
{
    const char *place = step->place == STEP_ON_CPU ? "CPU" : "GPU";
    switch (format) {
    case FORMAT_TABLE: list_row(step, place, out); break;
    case FORMAT_CSV:
        fprintf(out, "%s,%s,%s,", chapter->name, step->name, place);
        print_types(step, out);
        fputc(',', out);
        print_transposes(step, out);
        fputc(',', out);
        csv_string(step->teaches, out);
        fputc('\n', out);
        break;
    case FORMAT_JSON:
        fprintf(out, "{\"chapter\":\"%s\",\"step\":\"%s\",\"place\":\"%s\",\"types\":\"",
                chapter->name, step->name, place);
        print_types(step, out);
        fputs("\",\"transposes\":\"", out);
        print_transposes(step, out);
        fputs("\",\"teaches\":", out);
        json_string(step->teaches, out);
        fputs("}\n", out);
        break;
    }
}

void report_steps(enum report_format format, const struct chapter *chapter, FILE *out)
{
    if (format == FORMAT_TABLE)
        terminal_line(out, "%s: %s", chapter->name, chapter->title);
    else if (format == FORMAT_CSV)
        fputs("chapter,step,place,types,transposes,teaches\n", out);
    for (int i = 0; i < chapter->step_count; i++)
        list_step(format, chapter, chapter_step(chapter, i), out);
    for (int i = 0; i < chapter->experiment_count && format == FORMAT_TABLE; i++)
        if (chapter->experiments[i].step) {
            terminal_fold_on_screen(out,
                                    fprintf(out, "  %-20s GPU  ", chapter->experiments[i].step),
                                    chapter->experiments[i].help);
            fputc('\n', out);
        }
}
