// SPDX-License-Identifier: MIT
//
// accumulators.c: the accumulators of wgmma. They are local arrays that no thread may access
// between a wgmma and its wait, nor between wgmma_fence() and the wgmma. The registers of A, if it
// is in registers, may be read, but not written before the wait.
//
// Accesses to local variables are normally not checked and cost nothing. Those of a thread that has
// executed wgmma_fence() are checked (access.c calls this file if stack_open is 0).
#include <stdio.h>

#include "warpgroup.h"
#include "../program/program.h"
#include "../report/report.h"

static bool overlap(uintptr_t a, size_t a_size, uintptr_t b, size_t b_size)
{
    return a < b + b_size && b < a + a_size;
}

// ---- Accesses -----------------------------------------------------------------------------------

static void report_early(const struct accumulator *a, size_t index, enum access_kind kind,
                         const char *pc)
{
    static const char what[] = "%s of an accumulator before its wgmma was waited for";
    char line[400], text[600];
    if (report_is_old(pc, what))
        return;
    snprintf(text, sizeof text, "register %zu of %u of D\n  wgmma   started at %s", index,
             a->size / 4, source_location(a->product, line, sizeof line));
    report(KIND_UNWAITED, pc, text,
           "end the group with wgmma.commit_group and execute wgmma.wait_group 0, or with the "
           "number of later groups, before this access: before the wait the wgmma may not have "
           "read or written the register",
           what, kind == LOAD ? "read" : "write");
}

static void report_factor(const struct product *p, int index, const char *pc)
{
    static const char what[] = "write to a register of A before its wgmma was waited for";
    char line[400], text[600];
    if (report_is_old(pc, what))
        return;
    snprintf(text, sizeof text, "register %d of 4 of A\n  wgmma   started at %s", index,
             source_location(p->pc, line, sizeof line));
    report(
        KIND_UNWAITED, pc, text,
        "execute wgmma.wait_group before this write, so that the group of the wgmma is complete, "
        "or write to other registers: before the wait the wgmma may still read this one",
        "%s", what);
}

// A thread writes a local variable: is it a register of A that a product is still to read?
static void check_factors(const struct thread *t, uintptr_t address, size_t size, const char *pc)
{
    const struct warpgroup *g = &t->block->warpgroups->of[t->id / GROUP_THREADS];
    const unsigned member = member_of(t);
    for (unsigned n = 0; n < g->count; n++) {
        const struct product *p = g->products[n];
        for (int i = 0; p->a_in_registers && p->d[member] && i < 4; i++)
            if (p->a_at[member][i] && overlap(p->a_at[member][i], 4, address, size)) {
                report_factor(p, i, pc);
                return;
            }
    }
}

void accumulators_touched(struct thread *t, uintptr_t address, size_t size, enum access_kind kind,
                          const char *pc)
{
    if (!t->block->grouped)
        return;
    struct member *m = &t->block->warpgroups->of[t->id / GROUP_THREADS].members[member_of(t)];
    for (int i = 0; i < m->count; i++) {
        struct accumulator *a = &m->accumulators[i];
        if (!overlap(a->at, a->size, address, size))
            continue;
        if (a->under_way)
            report_early(a, (address - a->at) / 4, kind, pc);
        else if (!a->touched)
            a->touched = pc;
    }
    if (kind == STORE)
        check_factors(t, address, size, pc);
    m->recent[m->touches++ % RECENT] = (struct recent){address, pc};
}

// ---- Fences -------------------------------------------------------------------------------------

void accumulators_fence(struct thread *t, struct member *m)
{
    m->fenced = true;
    m->touches = 0;
    for (int i = 0; i < m->count; i++)
        m->accumulators[i].touched = NULL;
    if (t->checked)
        t->stack_open = 0;
}

static struct accumulator *find(struct member *m, uintptr_t at, unsigned size)
{
    for (int i = 0; i < m->count; i++)
        if (m->accumulators[i].at == at && m->accumulators[i].size == size)
            return &m->accumulators[i];
    // Other accumulators at this address are variables of a function that has returned.
    int kept = 0;
    for (int i = 0; i < m->count; i++)
        if (m->accumulators[i].under_way ||
            !overlap(m->accumulators[i].at, m->accumulators[i].size, at, size))
            m->accumulators[kept++] = m->accumulators[i];
    m->count = kept;
    if (m->count == MOST_ACCUMULATORS) { // evict the oldest one that is not in flight
        int old = 0;
        while (old < MOST_ACCUMULATORS - 1 && m->accumulators[old].under_way)
            old++;
        for (int i = old; i + 1 < m->count; i++)
            m->accumulators[i] = m->accumulators[i + 1];
        m->count--;
    }
    m->accumulators[m->count] = (struct accumulator){.at = at, .size = size};
    return &m->accumulators[m->count++];
}

static void report_unfenced(const char *touched, const char *name, const char *pc)
{
    static const char what[] = "%s without wgmma.fence since its accumulators were touched";
    char line[400], text[500];
    if (report_is_old(pc, what))
        return;
    snprintf(text, sizeof text, "the accumulators\n  touched at %s",
             source_location(touched, line, sizeof line));
    report(
        KIND_FENCE, pc, text,
        "execute wgmma.fence after the last ordinary access to the registers of D and before the "
        "first wgmma: nothing else puts them in order",
        what, name);
}

// A thread needs registers for the accumulators of all products in flight.
static void check_registers(const struct thread *t, const struct member *m, const char *name,
                            const char *pc)
{
    const int have = t->block->warpgroups->of[t->id / GROUP_THREADS].registers;
    int used = 0;
    for (int i = 0; i < m->count; i++)
        used += m->accumulators[i].under_way ? (int)m->accumulators[i].size / 4 : 0;
    if (have && used > have)
        report(KIND_REGISTERS, pc, NULL,
               "give this warpgroup more registers: as many as its accumulators, and about twenty "
               "more",
               "%s with %d accumulators a thread in a warpgroup that setmaxnreg.dec left %d "
               "registers",
               name, used, have);
}

void accumulators_issue(struct thread *t, struct member *m, const struct emu_wgmma *which, void *d,
                        const char *pc)
{
    const unsigned size = (unsigned)wgmma_registers_of_d(which) * 4;
    const uintptr_t at = (uintptr_t)d;
    struct accumulator *a = d ? find(m, at, size) : NULL;
    const char *touched = a ? a->touched : NULL;
    for (unsigned i = 0; a && i < m->touches && i < RECENT && !touched; i++)
        if (m->recent[i].at - at < size)
            touched = m->recent[i].pc;
    if (!m->fenced && !(a && a->under_way))
        report(KIND_FENCE, pc, NULL,
               "execute wgmma.fence before the first wgmma, and again whenever the registers of D "
               "were touched in between: nothing else puts them in order",
               "%s without wgmma.fence before it", which->name);
    else if (touched)
        report_unfenced(touched, which->name, pc);
    if (!a)
        return;
    a->touched = NULL;
    a->under_way++;
    a->product = pc;
    check_registers(t, m, which->name, pc);
}

void accumulators_retire(struct member *m, const void *d)
{
    for (int i = 0; i < m->count; i++)
        if (m->accumulators[i].at == (uintptr_t)d && m->accumulators[i].under_way) {
            m->accumulators[i].under_way--;
            return;
        }
}
