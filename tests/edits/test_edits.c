// SPDX-License-Identifier: MIT
//
// test_edits.c: the default command catches each of the mistakes in edits.c, says where, sums up in
// the last line and ends with status 1; about the unchanged steps it reports nothing. Each edit is
// compiled alone and linked with the rest of the course. EDIT=7 runs that one and shows all.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../../emu/tests/support/sampler.h"
#include "../support/cli.h"
#include "../support/support.h"
#include "edits.h"

TestSuite(edits, .fini = scratch_remove);

// What went wrong with the test of an edit, or "".
struct outcome {
    char text[3000];
};

static char *read_all(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 1 << 20);
    const size_t length = file && text ? fread(text, 1, (1 << 20) - 1, file) : 0;
    if (file)
        fclose(file);
    if (length == 0) {
        free(text);
        return NULL;
    }
    return text;
}

// The file's own name.
static const char *base_name(const struct edit *e) { return strrchr(e->file, '/') + 1; }

static bool is_header(const struct edit *e) { return strcmp(strrchr(e->file, '.'), ".h") == 0; }

static bool write_edited(const struct edit *e, const char *path)
{
    char *text = read_all(repository_path(e->file));
    const char *at = text ? strstr(text, e->from) : NULL;
    FILE *file = at ? fopen(path, "w") : NULL;
    if (file) {
        fprintf(file, "%.*s%s%s", (int)(at - text), text, e->to, at + strlen(e->from));
        fclose(file);
    }
    free(text);
    return file != NULL;
}

static struct run shell(const char *command)
{
    return run_program((const char *const[]){"/bin/sh", "-c", command, NULL});
}

// A step next to the edited header and the unchanged ones: its includes find them first.
static void copy_step(const struct edit *e, const char *folder, char *source, size_t size)
{
    const int chapter = (int)strcspn(e->file, "/");
    char command[2000];
    snprintf(source, size, "%s/step.cu", folder);
    snprintf(command, sizeof command,
             "mkdir -p %s/parts && cp %.*s/parts/*.h %s/parts && cp %.*s/%s_*.cu %s", folder,
             chapter, e->file, folder, chapter, e->file, e->step, source);
    struct run run = shell(command);
    run_free(&run);
}

static struct run build(const struct edit *e, const char *source, const char *program)
{
    const char *build = getenv("BUILD_DIR");
    const int chapter = (int)strcspn(e->file, "/");
    char command[6000];
    if (!build)
        build = "build/emu";
    snprintf(command, sizeof command,
             "set -e; %s -std=c++17 " WITHOUT_SPECIAL_FUNCTIONS
             " -I. -I%.*s -I%.*s/parts -O2 -g -c %s -o %s.o; "
             "%s -o %s %s/%.*s/main.o %s.o %s/libchapters.a %s/common/driver/gpu/gpu.o "
             "%s/common/libdevice.a %s/common/libcommon.a -lm -lpthread -ldl",
             emucc_program(), chapter, e->file, chapter, e->file, source, program, emucc_program(),
             program, build, chapter, e->file, program, build, build, build, build);
    return shell(command);
}

static const char *last_line(const char *text)
{
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == '\n')
        length--;
    while (length > 0 && text[length - 1] != '\n')
        length--;
    return text + length;
}

// What the default command has to say of a mistake: in the step's file, or called there; of one in
// a header also where the step uses it.
static void judge(const struct edit *e, const char *file, const struct run *run, struct outcome *o)
{
    char place[300], row[40];
    snprintf(place, sizeof place, "%s:", file);
    snprintf(row, sizeof row, "  %s ", e->status);
    const char *last = last_line(run->out); // both streams, as a terminal shows them
    const char *wrong = run->status != 1      ? "status is not 1"
                        : !has(run->out, row) ? "the row says something else"
                        : !has(run->out, place) && !(is_header(e) && has(run->out, "/step.cu:")) &&
                                !has(run->out, "first wrong element: C(") &&
                                !has(run->out, "written between the rows of C")
                            ? "no place is named"
                        : !has(run->out, "repeat    make ")  ? "nothing says how to repeat it"
                        : e->also && !has(run->out, e->also) ? "something is not said"
                        : !has(last, "; first: ")            ? "the last line is not a summary"
                                                             : NULL;
    if (wrong)
        snprintf(o->text, sizeof o->text, "%s, \"%s\" -> \"%s\": %s\n%.2500s", e->file, e->from,
                 e->to, wrong, run->out);
}

static void try_edit(size_t index, void *context)
{
    struct outcome *o = (struct outcome *)context + index;
    const struct edit *e = &edits[index];
    const char *only = getenv("EDIT");
    char name[200], source[400], edited[600], program[400], command[1000];
    if (only ? atoi(only) != (int)index
             : (!e->quick && !full_test()) || !in_turn((int)index, sampled(3, 1, 1)))
        return;
    snprintf(name, sizeof name, "e%zu_%s", index, base_name(e));
    snprintf(source, sizeof source, "%s", scratch_path(name));
    snprintf(program, sizeof program, "%.*s", (int)strlen(source) - 3, source);
    snprintf(edited, sizeof edited, "%s", source);
    if (is_header(e)) {
        char folder[300];
        snprintf(name, sizeof name, "e%zu", index);
        snprintf(folder, sizeof folder, "%s", scratch_path(name));
        copy_step(e, folder, source, sizeof source);
        snprintf(edited, sizeof edited, "%s/parts/%s", folder, base_name(e));
        snprintf(name, sizeof name, "%s", base_name(e));
    }
    if (!write_edited(e, edited)) {
        snprintf(o->text, sizeof o->text, "%s: has no \"%s\"", e->file, e->from);
        return;
    }
    struct run run = build(e, source, program);
    if (run.status != 0)
        snprintf(o->text, sizeof o->text, "%s, \"%s\": %.2500s", e->file, e->to, run.err);
    run_free(&run);
    if (o->text[0])
        return;
    snprintf(command, sizeof command, "%s --step %s 2>&1", program, e->step);
    run = shell(command);
    judge(e, name, &run, o);
    if (only)
        fputs(run.out, stderr);
    run_free(&run);
}

Test(edits, each_is_caught_by_the_default_command)
{
    struct outcome *outcomes = shared_memory((size_t)edit_count * sizeof *outcomes);
    cr_assert(edit_count >= 40);
    scratch_path("");
    run_side_by_side((size_t)edit_count, try_edit, outcomes);
    for (int i = 0; i < edit_count; i++)
        cr_expect(outcomes[i].text[0] == '\0', "EDIT=%d %s", i, outcomes[i].text);
    munmap(outcomes, (size_t)edit_count * sizeof *outcomes);
}

Test(edits, the_steps_as_they_are_give_none)
{
    for (int i = 0; i < edit_count; i++) {
        const struct edit *e = &edits[i];
        char words[100], chapter[100];
        const bool again = i > 0 && strcmp(e->file, edits[i - 1].file) == 0;
        snprintf(chapter, sizeof chapter, "%.*s", (int)strcspn(e->file, "/"), e->file);
        snprintf(words, sizeof words, "--step %s%s", e->step, full_test() ? "" : " --size 41");
        if (!again && (e->quick || full_test()))
            accepted_with(chapter, words, "  ok ");
    }
}
