// SPDX-License-Identifier: MIT
// test_emu_gallery.c: the emulated GPU reports the mistake in every program of
// emu/tests/mistakes/bad/ and variants/ with its line, and reports nothing for those in good/.
//
// A mistake is detected if the emulator's own text contains one of the lines in the program's
// header, and the exit status is not 0. A compiler error with the line counts too. Output of the
// program itself never counts. A kernel that only the time limit ends counts as missed.
//
// The complete text of each diagnosis is compared, too: gallery_text.h.
//
//     TEST_MORE=1          all of them; else one mistake of a category, and one correct program
//     GALLERY_TSV=file     writes all verdicts there (emu/tests/mistakes/table.py reads them)
//     GALLERY_EXPECT=1     stores the programs' output as the expected text
//     GALLERY_OPT=-O1      compiles the programs with this option, not with -O2; texts may differ
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../support/gallery_text.h"
#include "../support/program.h"
#include "../support/sampler.h"

#define MISTAKES "emu/tests/mistakes/"
// Endless loops end after seconds of CPU time, of which a busy computer gives few.
enum { SECONDS = 600, MOST_LINES = 16, MOST_PROGRAMS = 600 };

// The programs ignore the user's settings, stop their endless loops soon, and use one core each.
static void plain_environment(void)
{
    const char *const wishes[] = {"EMU_CHECK", "EMU_PROXY", "EMU_REPORT",   "EMU_COUNTERS",
                                  "EMU_LINES", "EMU_HEAT",  "EMU_GPU_NAME", "EMU_ADVICE"};
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++)
        unsetenv(wishes[i]);
    setenv("EMU_LEAKS", "error", 1);
    // Seconds: much longer than a deadlock's limit of 5, also on a busy computer.
    setenv("EMU_TIMEOUT", "9", 1);
    setenv("EMU_CORES", "1", 1);
    setenv("LC_ALL", "C", 1); // quotation marks in the compiler's messages depend on the language
}

TestSuite(emu_gallery, .init = plain_environment, .fini = scratch_remove);

// ---- Programs ------------------------------------------------------------------------------------

struct program {
    char name[64];  // "shared_race_scan_in_place"
    char path[128]; // in the repository
    char category[64], mistake[256];
    int lines[MOST_LINES], line_count;
    bool bad, hangs;
};

// The verdict of a process about its program. Texts are empty if the emulator did not print them.
struct verdict {
    bool judged, as_wanted, refused, timed_out;
    int status, line; // line: of the reported mistake; 0 for none
    char first[256];  // first line of its first diagnosis
    char right[256];  // first line of the diagnosis with the right line
    char other[700];  // how the whole text differs from the expected one
};

struct gallery {
    struct program *programs;
    struct verdict *verdicts;
    size_t count;
};

// Reads "// category: shared-race" and so on, until the first line that is not a comment.
static void read_header(struct program *p)
{
    char line[512];
    FILE *stream = fopen(repository_path(p->path), "r");
    cr_assert(stream != NULL, "%s cannot be read", p->name);
    while (fgets(line, sizeof line, stream) && strncmp(line, "//", 2) == 0) {
        sscanf(line, "// category: %63s", p->category);
        sscanf(line, "// mistake: %255[^\n]", p->mistake);
        p->hangs |= strncmp(line, "// hangs: yes", 13) == 0;
        if (strncmp(line, "// line:", 8) != 0)
            continue;
        char *rest = line + 8;
        for (char *end; p->line_count < MOST_LINES; rest = end) {
            const int number = (int)strtol(rest, &end, 10);
            if (end == rest)
                break;
            p->lines[p->line_count++] = number;
        }
    }
    fclose(stream);
    cr_assert(p->category[0] && (!p->bad || (p->mistake[0] && p->line_count > 0)),
              "%s: its header lacks a category, or a mistake and its line", p->name);
}

static int is_cuda_source(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".cu") == 0;
}

static void add_folder(struct gallery *gallery, const char *folder, bool bad)
{
    struct dirent **entries;
    const int count = scandir(repository_path(folder), &entries, is_cuda_source, alphasort);
    cr_assert(count > 0, "%s is empty", folder);
    for (int i = 0; i < count; i++) {
        cr_assert(gallery->count < MOST_PROGRAMS);
        struct program *p = &gallery->programs[gallery->count++];
        p->bad = bad;
        snprintf(p->name, sizeof p->name, "%.*s", (int)strlen(entries[i]->d_name) - 3,
                 entries[i]->d_name);
        snprintf(p->path, sizeof p->path, "%s/%.100s", folder, entries[i]->d_name);
        read_header(p);
        free(entries[i]);
    }
    free(entries);
}

// Writes the programs of variants/ as files in made/.
static void make_variants(void)
{
    const char *python = getenv("PYTHON");
    struct run run = run_program((const char *const[]){
        python ? python : "python3", repository_path("emu/tests/tools/gallery.py"), "make", NULL});
    cr_assert(run.status == 0, "%s%s", run.out, run.err);
    run_free(&run);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct program *)a)->name, ((const struct program *)b)->name);
}

// Keeps the first mistake and the first correct program of each category, and of these every
// third.
static void leave_out_others(struct gallery *gallery)
{
    struct program *const programs = gallery->programs;
    size_t firsts = 0;
    for (size_t i = 0; i < gallery->count; i++) {
        int earlier = 0;
        for (size_t k = 0; k < firsts; k++)
            earlier += programs[k].bad == programs[i].bad &&
                       strcmp(programs[k].category, programs[i].category) == 0;
        if (earlier == 0)
            programs[firsts++] = programs[i];
    }
    gallery->count = keep_in_turn(programs, firsts, sizeof *programs, 3);
}

// Programs that take long run first, so that none is still running when the other ones have ended.
static int hanging_first(const void *a, const void *b)
{
    const struct program *p = a, *q = b;
    if (p->hangs != q->hangs)
        return p->hangs ? -1 : 1;
    if (p->bad != q->bad)
        return p->bad ? -1 : 1;
    return strcmp(p->name, q->name);
}

// ---- The emulator's text
// -------------------------------------------------------------------------

// Returns the line of file.cu:LINE in the text from `from` to `end` if it is one of the program's
// lines, else 0.
static int line_named(const struct program *p, const char *from, const char *end)
{
    char file[80];
    const int length = snprintf(file, sizeof file, "%s.cu:", p->name);
    for (const char *at = from; (at = strstr(at, file)) && at < end; at++) {
        const int number = atoi(at + length);
        for (int i = 0; i < p->line_count; i++)
            if (p->lines[i] == number)
                return number;
    }
    return 0;
}

static bool starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static void copy_line(char *to, size_t size, const char *line)
{
    snprintf(to, size, "%.*s", (int)strcspn(line, "\n"), line);
}

// Returns the end of the diagnosis that starts here: a line of text, and indented details.
static const char *end_of_diagnosis(const char *start)
{
    const char *end = start + strcspn(start, "\n");
    while (starts(end, "\n  "))
        end += 1 + strcspn(end + 1, "\n");
    return end;
}

static bool is_note(const char *line)
{
    return starts(line, "emu: event times are times of this PC") ||
           strstr(line, "; first: ") != NULL;
}

static void read_diagnoses(const struct program *p, struct verdict *v, const char *text)
{
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        char head[256];
        copy_line(head, sizeof head, line);
        if (!starts(head, "emu: ") || is_note(head))
            continue;
        if (!v->first[0])
            snprintf(v->first, sizeof v->first, "%s", head + 5);
        const int named = line_named(p, line, end_of_diagnosis(line));
        if (named && !v->line) {
            v->line = named;
            snprintf(v->right, sizeof v->right, "%s", head + 5);
        }
    }
}

// A compiler error: "file.cu:12:5: error: ...".
static void read_errors(const struct program *p, struct verdict *v, const char *text)
{
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        char head[256];
        copy_line(head, sizeof head, line);
        const char *error = strstr(head, "error: ");
        if (!error)
            continue;
        const int named = line_named(p, head, head + strlen(head));
        if (!v->first[0])
            snprintf(v->first, sizeof v->first, "%s", error);
        if (named && !v->line) {
            v->line = named;
            snprintf(v->right, sizeof v->right, "%s", error);
        }
    }
}

static struct run compile(const char *source, const char *program, bool *timed_out)
{
    const char *option = getenv("GALLERY_OPT");
    if (!option)
        option = "-O2"; // as a learner gets it; -O1 takes as long
    return run_program_for((const char *const[]){emucc_program(), option, WITHOUT_SPECIAL_FUNCTIONS,
                                                 source, "-o", program, NULL},
                           SECONDS, timed_out);
}

// Checks that the whole text is the expected one. A program of good/ prints nothing.
static void judge_text(const struct program *p, struct verdict *v, const struct run *run)
{
    if (!p->bad || v->timed_out || getenv("GALLERY_OPT"))
        return;
    char *text = gallery_text(run);
    gallery_text_is_expected(text, p->path, v->other, sizeof v->other);
    free(text);
}

// Runs in its own process.
static void judge(size_t index, void *context)
{
    const struct gallery *gallery = context;
    const struct program *p = &gallery->programs[index];
    struct verdict *v = &gallery->verdicts[index];
    char source[1200], name[80];
    snprintf(source, sizeof source, "%s", repository_path(p->path));
    snprintf(name, sizeof name, "%s.%s", p->bad ? "bad" : "good", p->name);
    const char *program = scratch_path(name);

    struct run run = compile(source, program, &v->timed_out);
    v->refused = run.status != 0;
    if (v->refused) {
        read_errors(p, v, run.err);
    } else {
        run_free(&run);
        if (p->hangs && strcmp(p->category, "infinite-loop") == 0)
            setenv("EMU_TIMEOUT", "0.3",
                   1); // it runs until this limit, which needs no time to detect a deadlock
        run = run_program_for((const char *const[]){program, NULL}, SECONDS, &v->timed_out);
        read_diagnoses(p, v, run.err);
    }
    v->status = run.status;
    v->as_wanted =
        p->bad ? v->line && v->status != 0 && !v->timed_out : v->status == 0 && !v->first[0];
    judge_text(p, v, &run);
    v->judged = true;
    remove(program);
    run_free(&run);
}

// ---- The gallery ---------------------------------------------------------------------------------

static void write_verdicts(const struct gallery *gallery, const char *path)
{
    FILE *stream = fopen(path, "w");
    cr_assert(stream != NULL, "%s cannot be written", path);
    fprintf(stream, "program\tkind\tas wanted\tstatus\tline\tdiagnosis\tfirst diagnosis\n");
    for (size_t i = 0; i < gallery->count; i++) {
        const struct program *p = &gallery->programs[i];
        const struct verdict *v = &gallery->verdicts[i];
        fprintf(stream, "%s\t%s\t%s\t", p->name, p->bad ? "bad" : "good",
                v->as_wanted ? "yes" : "no");
        if (v->timed_out)
            fprintf(stream, "timeout");
        else
            fprintf(stream, "%s %d", v->refused ? "refused" : "exit", v->status);
        fprintf(stream, "\t%d\t%s\t%s\n", v->line, v->right, v->first);
    }
    cr_assert(fclose(stream) == 0, "%s cannot be written", path);
}

static void print_other(const struct program *p, const struct verdict *v)
{
    char lines[80] = "";
    for (int i = 0, used = 0; i < p->line_count && used < 70; i++)
        used += snprintf(lines + used, sizeof lines - (size_t)used, " %d", p->lines[i]);
    printf("  %s %s%s%s: %s%s %d; %s\n", p->bad ? "missed" : "false alarm", p->name,
           p->bad ? ", line" : "", lines, v->timed_out ? "ended by the time limit, " : "",
           !v->judged   ? "not judged"
           : v->refused ? "does not compile, status"
                        : "exit status",
           v->status, v->first[0] ? v->first : "no diagnosis");
}

Test(emu_gallery, every_mistake_and_no_false_alarm)
{
    static struct program programs[MOST_PROGRAMS];
    const size_t size = MOST_PROGRAMS * sizeof(struct verdict);
    struct gallery gallery = {.programs = programs, .verdicts = shared_memory(size)};
    make_variants();
    add_folder(&gallery, MISTAKES "bad", true);
    add_folder(&gallery, MISTAKES "made", true);
    qsort(programs, gallery.count, sizeof *programs, by_name);
    const size_t wrong = gallery.count;
    add_folder(&gallery, MISTAKES "good", false);
    add_folder(&gallery, MISTAKES "made_good", false);
    qsort(programs + wrong, gallery.count - wrong, sizeof *programs, by_name);
    if (!more_tests())
        leave_out_others(&gallery);
    size_t bad = 0;
    for (size_t i = 0; i < gallery.count; i++)
        bad += programs[i].bad;
    const size_t good = gallery.count - bad;
    qsort(programs, gallery.count, sizeof *programs, hanging_first);

    scratch_path(""); // makes the directory here, once
    run_side_by_side(gallery.count, judge, &gallery);

    size_t caught = 0, alarms = 0, others = 0;
    for (size_t i = 0; i < gallery.count; i++) {
        caught += programs[i].bad && gallery.verdicts[i].as_wanted;
        alarms += !programs[i].bad && !gallery.verdicts[i].as_wanted;
        others += gallery.verdicts[i].other[0] != '\0';
    }
    printf("mistakes caught with the right line: %zu of %zu; false alarms: %zu of %zu\n", caught,
           bad, alarms, good);
    for (size_t i = 0; i < gallery.count; i++)
        if (!gallery.verdicts[i].as_wanted)
            print_other(&programs[i], &gallery.verdicts[i]);
        else if (gallery.verdicts[i].other[0])
            printf("  %s: %s\n", programs[i].name, gallery.verdicts[i].other);
    fflush(stdout);

    const char *path = getenv("GALLERY_TSV");
    if (path)
        write_verdicts(&gallery, path);
    munmap(gallery.verdicts, size);
    cr_expect(caught == bad, "%zu mistakes missed", bad - caught);
    cr_expect(alarms == 0, "%zu false alarms", alarms);
    cr_expect(others == 0, "%zu texts differ (if they should: make gallery-expected)", others);
}
