// SPDX-License-Identifier: MIT
//
// summary.c: what has been told. One line of code that is wrong is wrong in thousands of threads,
// and after unrolling at many addresses: it is told twice at most, and counted.
#include "report.h"

#include <string.h>

#include "emu_api.h"

enum { MAX_TOLD = 20, TWICE = 2 };

struct told {
    const char *pc, *what; // the format: one kind of diagnosis
    const char *kind;
    char line[256];
};

static struct told all[MAX_TOLD];
static int count;
static long long times; // those that were not printed, too

// Since emu_take_found.
static const struct told *first_found;
static long long found;

// The words by which a diagnosis is known, the more special first.
static const char *kind_of(const char *message)
{
    static const struct {
        const char *part, *kind;
    } kinds[] = {
        {"race", "race"},
        {"before the asynchronous copy", "unwaited"},
        {"before the TMA load", "unwaited"},
        {"TMA store is still to read", "unwaited"},
        {"the block ends before a TMA", "unwaited"},
        {"TMA load is filling", "race"},
        {"before its wgmma", "unwaited"},
        {"that a wgmma is still to read", "race"},
        {"asynchronous copy is", "race"},
        {"asynchronous copy may", "race"},
        {"may still be using", "race"},
        {"nothing has written", "unwritten"},
        {"out of bounds", "bounds"},
        {"do not fit", "bounds"},
        {"variable has", "bounds"},
        {"leak", "leak"},
        {"free", "free"},
        {"cudaFree", "free"},
        {"misaligned", "misaligned"},
        {"descriptor", "descriptor"},
        {"wgmma_fence", "fence"},
        {"setmaxnreg", "registers"},
        {"no access to that peer", "peer"},
        {"reserved addresses", "mapping"},
        {"deadlock", "deadlock"},
        {"without a fence", "fence"},
        {"has fenced", "fence"},
        {"writer's fence", "fence"},
        {"was not fenced", "fence"},
        {"mbarrier", "mbarrier"},
        {"cluster", "cluster"},
        {"tensor map", "tensor map"},
        {"endless", "endless"},
        {"barrier", "barrier"},
        {"grid.sync", "barrier"},
        {"diverged", "diverged"},
        {"tile operation", "diverged"},
        {"different products", "diverged"},
        {"shuffle", "warp"},
        {"warp operation", "warp"},
        {"division", "division"},
        {"function of the host", "host"},
        {"in host code", "host"},
        {"assertion", "assertion"},
        {"__trap", "trap"},
        {"null pointer", "memory"},
        {"memory", "memory"},
        {"pointer", "memory"},
        {"host's address", "memory"},
        {"symbol", "memory"},
        {"error", "error"},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strstr(message, kinds[i].part))
            return kinds[i].kind;
    return "mistake";
}

static void note(const struct told *t)
{
    times++;
    if (found++ == 0)
        first_found = t;
}

bool told_again(const char *pc, const char *what)
{
    for (int i = 0; i < count; i++)
        if (all[i].pc == pc && all[i].what == what) {
            note(&all[i]);
            return true;
        }
    if (count < MAX_TOLD)
        return false;
    note(&all[MAX_TOLD - 1]); // as good as any: its place is not looked for
    return true;
}

bool told_first(const char *pc, const char *what, const char *message, const char *line)
{
    struct told *t = &all[count];
    *t = (struct told){.pc = pc, .what = what, .kind = kind_of(message)};
    snprintf(t->line, sizeof t->line, "%s", line);
    int alike = 0;
    for (int i = 0; i < count; i++)
        alike += strcmp(all[i].kind, t->kind) == 0 && strcmp(all[i].line, t->line) == 0;
    count++;
    note(t);
    return alike < TWICE;
}

bool told_any(void) { return count > 0; }

static int kinds_told(void)
{
    int kinds = 0;
    for (int i = 0; i < count; i++) {
        int same = 0;
        while (strcmp(all[same].kind, all[i].kind) != 0)
            same++;
        kinds += same == i;
    }
    return kinds;
}

void told_sum_up(bool json, FILE *out)
{
    const int kinds = kinds_told();
    const struct told *first = &all[0];
    char often[32];
    grouped(often, (unsigned long long)times);
    if (json)
        fprintf(out,
                "{\"emu\": \"summary\", \"kinds\": %d, \"times\": %lld, \"first\": \"%s\", "
                "\"at\": \"%s\"}\n",
                kinds, times, first->kind, first->line);
    else
        fprintf(out, "emu: %d kind%s of mistake%s, %s%s; first: %s%s%s\n", kinds,
                kinds == 1 ? "" : "s", kinds == 1 ? "" : "s", times == 1 ? "once" : often,
                times == 1 ? "" : " times", first->kind, first->line[0] ? " at " : "", first->line);
}

void emu_take_found(struct emu_found *taken)
{
    *taken = (struct emu_found){.times = found, .kind = found > 0 ? first_found->kind : ""};
    if (found > 0)
        snprintf(taken->place, sizeof taken->place, "%s", first_found->line);
    first_found = NULL;
    found = 0;
}
