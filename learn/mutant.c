// SPDX-License-Identifier: MIT
//
// The mutants of an exercise, and the lists of checks that they and stubs name.
#define _XOPEN_SOURCE 700 // scandir, strdup, strtok_r
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "source.h"
#include "text.h"

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

// Two budgets of one counter, a lower and an upper one, have one label: it is said once.
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

// What stands behind the next "//@". Ends the lines before it. NULL: there is no more.
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

// The lines behind a mark, up to the next one.
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

bool mutant_read(struct mutant *m, const struct exercise *e, const char *path, struct failure *why)
{
    struct failure reason;
    *m = (struct mutant){.text = text_of_file(path, why)};
    if (!m->text)
        return false;
    const char *slash = strrchr(path, '/');
    snprintf(m->name, sizeof m->name, "%.*s", (int)strcspn(slash + 1, "."), slash + 1);
    char *fails = value_of(m->text, "// fails:"), *because = value_of(m->text, "// because:");
    char list[300] = "";
    if (fails)
        snprintf(list, sizeof list, "%.*s", (int)strcspn(fails, "\n"), fails);
    if (because)
        snprintf(m->because, sizeof m->because, "%.*s", (int)strcspn(because, "\n"), because);
    const bool good = (fails && because) || fail(&reason, "fails: and because: are needed");
    if (good && exercise_checks_named(e, list, &m->fails, &reason) &&
        read_changes(m, m->text, e->region_count, &reason)) {
        char *const made = exercise_mutant(e, m);
        free(made);
        if (made || fail(&reason, "the lines of a //@from stand once in the solution"))
            return true;
    }
    mutant_free(m);
    return fail(why, "%.300s: %.500s", path, reason.text);
}

void mutant_free(struct mutant *m)
{
    free(m->text);
    m->text = NULL;
}

static int is_source(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return entry->d_name[0] != '.' && dot && (strcmp(dot, ".cu") == 0 || strcmp(dot, ".c") == 0);
}

int mutant_paths(const struct exercise *e, char ***paths)
{
    char folder[300];
    struct dirent **entries;
    snprintf(folder, sizeof folder, "%.*s.mut", (int)(strrchr(e->path, '.') - e->path), e->path);
    const int count = scandir(folder, &entries, is_source, alphasort);
    *paths = count < 0 ? NULL : calloc((size_t)count + 1, sizeof **paths);
    for (int i = 0; i < count; i++) {
        char path[600];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (*paths)
            (*paths)[i] = strdup(path);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return *paths ? count : -1;
}
