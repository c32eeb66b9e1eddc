// SPDX-License-Identifier: MIT
//
// The mutants of an exercise, and the lists of checks that they and stubs name.
#define _XOPEN_SOURCE 700 // strdup, strtok_r
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "source.h"

// ---- Lists of checks -----------------------------------------------------------------------------

bool exercise_checks_named(const struct exercise *e, const char *text, unsigned *checks,
                           struct failure *why)
{
    char *copy = strdup(text), *rest = NULL;
    bool good = copy || fail(why, "out of memory");
    *checks = 0;
    for (char *label = copy ? strtok_r(copy, ",", &rest) : NULL; label && good;
         label = strtok_r(NULL, ",", &rest)) {
        label += strspn(label, " ");
        label[strcspn(label, "\n")] = '\0';
        unsigned found = 0;
        for (int i = 0; i < e->check_count; i++)
            if (strcmp(label, e->checks[i].label) == 0)
                found |= 1u << i;
        good = found || fail(why, "there is no check \"%s\"", label);
        *checks |= found;
    }
    free(copy);
    return good && (*checks || fail(why, "names no check"));
}

// Two budgets of one counter, a lower and an upper one, have one label: it is printed once.
static bool is_first_of_label(const struct exercise *e, int check)
{
    for (int i = 0; i < check; i++)
        if (strcmp(e->checks[i].label, e->checks[check].label) == 0)
            return false;
    return true;
}

void exercise_name_checks(const struct exercise *e, unsigned checks, char *text, size_t size)
{
    size_t used = 0;
    snprintf(text, size, "nothing");
    for (int i = 0; i < e->check_count && used < size; i++)
        if (checks >> i & 1 && is_first_of_label(e, i))
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "",
                                     e->checks[i].label);
}

// ---- Mutants -------------------------------------------------------------------------------------

static char *value_of(char *text, const char *key)
{
    char *line = strstr(text, key);
    return line ? line + strlen(key) + strspn(line + strlen(key), " ") : NULL;
}

// The text after the next "//@". Ends the lines before it. NULL: no more.
static char *next_mark(char *text)
{
    char *mark = strstr(text, "//@"), *end = mark;
    if (!mark)
        return NULL;
    while (end > text && end[-1] == ' ')
        end--;
    *end = '\0';
    return mark + 3;
}

static bool is_mark(const char *mark, const char *word)
{
    return mark && strncmp(mark, word, strlen(word)) == 0;
}

// The lines after a mark, up to the next one.
static char *lines_behind(char *mark, char **next)
{
    char *const line_end = strchr(mark, '\n');
    *next = line_end ? next_mark(line_end + 1) : NULL;
    return line_end ? line_end + 1 : NULL;
}

// "//@1" to "//@end": what region 1 is here. "//@from", "//@to", "//@end": other lines for lines of
// the solution.
static bool read_changes(struct mutant *m, char *text, int count, struct failure *why)
{
    int changes = 0;
    for (char *mark = next_mark(text), *next; mark; mark = next_mark(next), changes++) {
        struct edit *const edit = &m->edits[m->edit_count % MAX_EDITS];
        const int number = *mark - '0';
        bool good = false;
        if (number >= 1 && number <= count) {
            m->region[number - 1] = lines_behind(mark, &next);
            good = true;
        } else if (is_mark(mark, "from") && m->edit_count < MAX_EDITS) {
            edit->from = lines_behind(mark, &next);
            good = is_mark(next, "to");
            if (good)
                edit->to = lines_behind(next, &next);
            m->edit_count++;
        }
        if (!good || !is_mark(next, "end"))
            return fail(why,
                        "//@%.*s: regions are //@1 to //@%d, %d edits //@from ... //@to; all end "
                        "with //@end",
                        (int)strcspn(mark, "\n"), mark, count, MAX_EDITS);
    }
    return changes || fail(why, "no region: //@1 ... //@end, and no edit: //@from ... //@to");
}

// One mutant: the lines between its "//@mutant NAME" and the next one.
static bool read_mutant(struct mutant *m, const struct exercise *e, char *text, struct failure *why)
{
    char *const fails = value_of(text, "// fails:"), *const because = value_of(text, "// because:");
    char list[300] = "";
    if (!fails || !because)
        return fail(why, "fails: and because: are needed");
    snprintf(list, sizeof list, "%.*s", (int)strcspn(fails, "\n"), fails);
    snprintf(m->because, sizeof m->because, "%.*s", (int)strcspn(because, "\n"), because);
    if (!exercise_checks_named(e, list, &m->fails, why) ||
        !read_changes(m, text, e->region_count, why))
        return false;
    char *const made = exercise_mutant(e, m);
    free(made);
    return made || fail(why, "the lines of a //@from must appear once in the solution");
}

// The text of the next mutant, after its name; NULL after the last one. Ends the text before it.
static char *next_mutant(char *text, char *name, size_t size)
{
    static const char mark[] = "\n//@mutant ";
    char *found = strstr(text, mark);
    if (!found)
        return NULL;
    *found = '\0';
    found += strlen(mark);
    snprintf(name, size, "%.*s", (int)strcspn(found, "\n"), found);
    return found + strcspn(found, "\n");
}

bool mutants_read(struct mutants *all, const struct exercise *e, struct failure *why)
{
    char names[2][64] = {"", ""};
    *all = (struct mutants){.text = strdup(e->mutants)};
    if (!all->text)
        return fail(why, "out of memory");
    char *text = next_mutant(all->text, names[0], sizeof *names);
    for (char *next; text; text = next) {
        // The next mark is found first: it ends this mutant's text.
        next = next_mutant(text, names[1], sizeof *names);
        struct failure reason;
        struct mutant *const m = &all->list[all->count];
        *m = (struct mutant){.name = ""};
        memcpy(m->name, names[0], sizeof m->name);
        if (++all->count == MAX_MUTANTS || !read_mutant(m, e, text, &reason)) {
            if (all->count == MAX_MUTANTS)
                fail(&reason, "fewer than %d are allowed", MAX_MUTANTS);
            mutants_free(all);
            return fail(why, "%s: %s: %.500s", e->path, names[0], reason.text);
        }
        memcpy(names[0], names[1], sizeof names[0]);
    }
    return true;
}

void mutants_free(struct mutants *all)
{
    free(all->text);
    *all = (struct mutants){.text = NULL};
}
