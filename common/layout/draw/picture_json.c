// SPDX-License-Identifier: MIT
//
// picture_json.c: a picture as one JSON object on one line. A cell is a number, a list of two
// numbers (thread and value), or an empty list.
#include "picture.h"

static void quoted(const char *text, FILE *out)
{
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void write_cell(const struct cell *cell, FILE *out)
{
    if (cell->count == 0)
        fprintf(out, "[]");
    else if (cell->count == 1)
        fprintf(out, "%lld", cell->number[0]);
    else
        fprintf(out, "[%lld,%lld]", cell->number[0], cell->number[1]);
}

void picture_write_json(const struct picture *p, FILE *out)
{
    fprintf(out, "{\"title\":");
    quoted(p->title, out);
    fprintf(out, ",\"panels\":[");
    for (int i = 0; i < p->panel_count; i++) {
        const struct panel *panel = &p->panels[i];
        fprintf(out, "%s{\"caption\":", i ? "," : "");
        quoted(panel->caption, out);
        fprintf(out, ",\"rows\":%d,\"cols\":%d,\"cells\":[", panel->rows, panel->cols);
        for (long c = 0; c < (long)panel->rows * panel->cols; c++) {
            fprintf(out, "%s", c == 0 ? "[" : c % panel->cols == 0 ? "],[" : ",");
            write_cell(&panel->cells[c], out);
        }
        fprintf(out, "]]}");
    }
    fprintf(out, "]}\n");
}
