// SPDX-License-Identifier: MIT
//
// summary.c: which diagnoses were reported. One wrong line affects thousands of threads and, after
// unrolling, many addresses. It is printed twice at most, and counted.
#include "kinds.h"
#include "report.h"
#include "../base/base.h"

#include <string.h>

#include "emu_api.h"

enum { MAX_REPORTED = 20, TWICE = 2 };

struct reported {
    const char *pc, *what; // what: the format of its message
    enum diagnosis_kind kind;
    char line[256];
};

static struct reported all[MAX_REPORTED];
static int count;
static long long times; // including those that were not printed

// Since the last emu_take_found(): sealed.found, and the first of them.
static void note(const struct reported *t)
{
    times++;
    sealed_open();
    if (sealed.found++ == 0)
        sealed.first_found = t;
    sealed_close();
}

bool summary_counts_again(const char *pc, const char *what)
{
    for (int i = 0; i < count; i++)
        if (all[i].pc == pc && all[i].what == what) {
            note(&all[i]);
            return true;
        }
    if (count < MAX_REPORTED)
        return false;
    note(&all[MAX_REPORTED - 1]); // any entry will do: the location is not looked up
    return true;
}

bool summary_add(enum diagnosis_kind kind, const char *pc, const char *what, const char *line)
{
    struct reported *t = &all[count];
    *t = (struct reported){.pc = pc, .what = what, .kind = kind};
    snprintf(t->line, sizeof t->line, "%s", line);
    int alike = 0;
    for (int i = 0; i < count; i++)
        alike += all[i].kind == t->kind && strcmp(all[i].line, t->line) == 0;
    count++;
    note(t);
    return alike < TWICE;
}

bool summary_any(void) { return count > 0; }

static int kinds_found(void)
{
    int different = 0;
    for (int i = 0; i < count; i++) {
        int same = 0;
        while (all[same].kind != all[i].kind)
            same++;
        different += same == i;
    }
    return different;
}

void summary_print(bool json, FILE *out)
{
    const int different = kinds_found();
    const struct reported *first = &all[0];
    char often[32];
    grouped(often, (unsigned long long)times);
    if (json)
        fprintf(out,
                "{\"emu\": \"summary\", \"kinds\": %d, \"times\": %lld, \"first\": \"%s\", "
                "\"at\": \"%s\"}\n",
                different, times, kind_facts[first->kind].word, first->line);
    else
        fprintf(out, "emu: %d kind%s of mistake%s, %s%s; first: %s%s%s\n", different,
                different == 1 ? "" : "s", different == 1 ? "" : "s", times == 1 ? "once" : often,
                times == 1 ? "" : " times", kind_facts[first->kind].word,
                first->line[0] ? " at " : "", first->line);
}

void emu_take_found(struct emu_found *taken)
{
    const struct reported *const first = sealed.first_found;
    *taken = (struct emu_found){.times = sealed.found,
                                .kind = first ? kind_facts[first->kind].word : ""};
    if (first)
        snprintf(taken->place, sizeof taken->place, "%s", first->line);
    sealed_open();
    sealed.first_found = NULL;
    sealed.found = 0;
    sealed_close();
}
