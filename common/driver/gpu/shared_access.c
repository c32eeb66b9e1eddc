// SPDX-License-Identifier: MIT
#include "shared_access.h"

#include <string.h>

#include "../../base/terminal.h"
#include "../../layout/draw/figure_banks.h"

// "cp.async of 16 bytes into As".
static void describe(const struct shared_access *a, char *text, size_t size)
{
    static const char *const what[] = {"load of %d byte%s from %s", "store of %d byte%s to %s",
                                       "cp.async of %d byte%s into %s",
                                       "ldmatrix, rows of %d byte%s of %s"};
    snprintf(text, size, what[a->kind], a->first.bytes, a->first.bytes == 1 ? "" : "s",
             a->array ? a->array : "dynamic shared memory");
}

// One character per bank: how many different words are requested from it.
static void print_part(const struct bank_part *part, FILE *out)
{
    fprintf(out, "    lanes %2d-%-2d  ", part->first, part->first + part->count - 1);
    for (int bank = 0; bank < BANKS; bank++)
        if (part->words[bank] == 0)
            fputc('.', out);
        else
            fputc(part->words[bank] < 10 ? '0' + part->words[bank] : '#', out);
    fprintf(out, "  %d\n", part->passes);
}

void shared_accesses_print(const struct shared_access *accesses, int count, FILE *out)
{
    if (count == 0)
        fprintf(out, "no access to shared memory\n");
    for (int i = 0; i < count; i++) {
        const struct shared_access *a = &accesses[i];
        const struct bank_passes passes = bank_passes_of(&a->first);
        const double requests = (double)a->requests;
        char text[120];
        describe(a, text, sizeof text);
        fprintf(out, "%s:%d  %s\n", a->file, a->line, text);
        fprintf(out, "    %lld requests, wavefronts of each: %.2f, ideal %.2f%s\n", a->requests,
                (double)a->wavefronts / requests, (double)a->ideal / requests,
                a->wavefronts > a->ideal ? "" : " =");
        for (int p = 0; p < passes.part_count; p++)
            print_part(&passes.part[p], out);
        if (a->kind == SHARED_CP_ASYNC && a->wavefronts > a->ideal && passes.conflicts == 0)
            terminal_line(out, "    (not the banks: lanes that go together fetch from several "
                               "lines of 128 bytes of global memory)");
    }
}

bool shared_accesses_draw(const struct shared_access *accesses, int count, const char *title,
                          const char *path, struct failure *why)
{
    struct picture p = {.title = ""};
    bool ok = count > 0 || fail(why, "%s: no access to shared memory to draw", path);
    snprintf(p.title, sizeof p.title, "%s", title);
    for (int i = 0; i < count && ok; i++) {
        const struct bank_passes passes = bank_passes_of(&accesses[i].first);
        char text[120], caption[140];
        describe(&accesses[i], text, sizeof text);
        snprintf(caption, sizeof caption, "%s: ", text);
        ok = figure_banks(&p, &accesses[i].first, &passes, caption, why);
    }
    ok = ok && picture_save(&p, path, why);
    picture_free(&p);
    return ok;
}
