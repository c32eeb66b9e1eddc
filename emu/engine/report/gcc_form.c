// SPDX-License-Identifier: MIT
//
// gcc_form.c: a diagnosis in the form of gcc's errors, which editors and other tools read.
#include "printed.h"

static size_t add_note(char *text, size_t used, const char *at, const char *what)
{
    const struct place place = place_of(at);
    if (place.line > 0)
        used = add(text, used, "%s:%d: ", place.file, place.line);
    return add(text, used, "note: %s\n", what);
}

void write_gcc_form(char *text, const struct printed *p)
{
    const struct reporter *by = &p->by;
    const struct diagnosis *d = p->d;
    const char *line = p->line ? p->line : "", *kind = p->is_note ? "warning" : "error";
    const struct place place = place_of(line);
    char note[600];
    size_t used = 0;
    if (place.line > 0)
        used = add(text, used, "%s:%d: ", place.file, place.line);
    used = add(text, used, "%s: %s [%s]\n", kind, p->message, kind_facts[d->kind].word);
    if (place.caller)
        used = add_note(text, used, place.caller, "called here");
    if (by->launch) {
        snprintf(note, sizeof note, "in kernel %s, block (%u,%u,%u), thread (%u,%u,%u)",
                 by->launch->kernel, by->block.x, by->block.y, by->block.z, by->thread.x,
                 by->thread.y, by->thread.z);
        used = add_note(text, used, line, note);
    }
    if (d->address)
        used = add_note(text, used, line, d->address);
    if (d->other) {
        snprintf(note, sizeof note, "other %s", d->other->what);
        used = add_note(text, used, p->other_line, note);
    }
    if (d->detail) {
        snprintf(note, sizeof note, "%s: %s", d->detail_label, d->detail);
        used = add_note(text, used, line, note);
    }
    if (cure_of(d))
        add_note(text, used, line, cure_of(d));
}
