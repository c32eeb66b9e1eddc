// SPDX-License-Identifier: MIT
//
// code_turns.c: counts iterations of loops that make no memory requests, which a trace does not
// show.
//
// While the first warp of a traced block runs, the backward jump of each loop is a breakpoint. Its
// handler counts and then emulates the jump. The breakpoint is removed if an iteration makes a
// request.
#include "code.h"
#include "../count/count.h"
#include "../program/program.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

// This many traps take about half a second; after that only the lanes counted so far are used.
// ENOUGH: after so many ends of a loop, its iterations are known.
// Of the other traced blocks a tenth must do.
enum { MOST_TRAPS = 400000, ENOUGH = 1000, BREAKPOINT = 0xCC, PAGE = 4096 };

struct loop {
    uintptr_t head, jump; // in the program's file
    struct {
        uint32_t taken;
        const uint64_t *notes; // position in the thread's notes one iteration earlier, and requests
                               // of its warp
        uint32_t requests;
    } of[WARP];
    int asked, silent; // iterations with a request, and without
    bool asks;         // most iterations make requests
    long all, left;    // iterations of all lanes; how often the loop ended at its jump
    double turns;      // iterations each time that it begins
};
// Of each traced block: its loops, the traps so far, and the number of lanes counted.
static struct counts {
    struct loop loops[MOST_LOOPS];
    int traps, lanes;
} counts[MOST_TRACED_BLOCKS], *now = counts;
static struct back { // a backward jump
    uint8_t *at;
    uintptr_t to, behind; // addresses in memory
    int loop;
    uint8_t was, condition;
    bool always;
} backs[MOST_LOOPS];
static int back_count;
static int loop_count;
static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER; // one block at a time
static const struct trace *counted;
static __thread bool is_counting; // the mutex
static bool is_set;

// ---- Which loops --------------------------------------------------------------------------------

static void add_back(size_t jump, size_t head, uintptr_t bias)
{
    // Out-of-line code also jumps back, but is not a loop.
    if (back_count == MOST_LOOPS || jump + 1 == code_count || !code_leads(head, jump))
        return;
    struct back b = {.at = (uint8_t *)(code_at[jump].at + bias),
                     .always = code_at[jump].kind == CODE_JUMP,
                     .to = code_at[head].at + bias,
                     .behind = code_at[jump + 1].at + bias};
    b.was = *b.at;
    b.condition = (b.was == 0x0F ? b.at[1] : b.was) & 0xF;
    if (b.always ? b.was != 0xEB && b.was != 0xE9 : (b.was & 0xF0) != 0x70 && b.was != 0x0F)
        return; // an unknown encoding, such as one with a prefix
    for (int i = 0; i < MOST_TRACED_BLOCKS; i++)
        counts[i].loops[loop_count] =
            (struct loop){.head = code_at[head].at, .jump = code_at[jump].at};
    b.loop = loop_count++;
    backs[back_count++] = b;
}

// Finds the loops of a function, and of those that it calls.
static void find_loops(size_t entry, uintptr_t bias, int depth)
{
    static size_t seen[MOST_LOOPS];
    static int seen_count;
    if (depth == 0)
        seen_count = 0;
    for (int i = 0; i < seen_count; i++)
        if (seen[i] == entry)
            return;
    if (entry >= code_count || seen_count == MOST_LOOPS)
        return;
    seen[seen_count++] = entry;
    for (size_t i = entry; i < code_count && (i == entry || !code_at[i].begins); i++) {
        const struct code *c = &code_at[i];
        const char *name = strchr(code_texts + c->text, '<');
        if (c->kind == CODE_CALL && name && strncmp(name, "<_Z", 3) == 0)
            find_loops(code_index(c->to), bias, depth + 1);
        if ((c->kind == CODE_BRANCH || c->kind == CODE_JUMP) && c->to <= c->at &&
            c->to >= code_at[entry].at && !c->skipped)
            add_back(i, code_index(c->to), bias);
    }
}

// ---- Breakpoints --------------------------------------------------------------------------------

static bool holds(uint8_t condition, greg_t flags)
{
    const bool carry = flags & 1, parity = flags & 4, zero = flags & 0x40, sign = flags & 0x80,
               overflow = flags & 0x800;
    const bool of[] = {overflow,
                       carry,
                       zero,
                       carry || zero,
                       sign,
                       parity,
                       sign != overflow,
                       zero || sign != overflow};
    return of[condition / 2] != (condition & 1);
}

static bool has_enough(void) { return now->traps > (now == counts ? MOST_TRAPS : MOST_TRAPS / 10); }

// Must the loop still be counted?
static bool is_open(const struct loop *l) { return !l->asks && l->left < ENOUGH; }

static void write_all(bool set)
{
    for (int i = 0; i < back_count; i++) {
        uint8_t *page = (uint8_t *)((uintptr_t)backs[i].at & ~(uintptr_t)(PAGE - 1));
        if (mprotect(page, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC) != 0)
            continue;
        *(volatile uint8_t *)backs[i].at =
            set && is_open(&now->loops[backs[i].loop]) ? BREAKPOINT : backs[i].was;
        mprotect(page, PAGE, PROT_READ | PROT_EXEC);
    }
    is_set = set;
}

static void trap(int signal, siginfo_t *info, void *context)
{
    (void)info;
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    const uintptr_t at = (uintptr_t)registers[REG_RIP] - 1;
    const struct back *b = backs;
    while (b < backs + back_count && (uintptr_t)b->at != at)
        b++;
    if (b == backs + back_count) { // a breakpoint of the program: raise it again
        struct sigaction none = {.sa_handler = SIG_DFL};
        sigaction(signal, &none, NULL);
        registers[REG_RIP] -= 1;
        return;
    }
    const bool taken = b->always || holds(b->condition, registers[REG_EFL]);
    registers[REG_RIP] = (greg_t)(taken ? b->to : b->behind);
    const struct thread *t = emu_current;
    if (!t || !is_traced(t->block) || t->block->trace != counted)
        return;
    struct loop *l = &now->loops[b->loop];
    const size_t id = (size_t)(t - t->block->threads);
    if (id >= WARP || has_enough())
        return;
    const uint32_t requests = trace_block(t->block->trace)->count[0];
    const bool same = l->of[id].notes == t->trace_at && l->of[id].requests == requests;
    l->asked += l->of[id].notes && !same;
    l->silent += l->of[id].notes && same;
    if (!l->asks && l->asked > 1 && l->asked > l->silent) {
        l->asks = true;
        write_all(true);
    }
    l->of[id].notes = taken ? t->trace_at : NULL; // an iteration begins, or none
    l->of[id].requests = requests;
    l->of[id].taken += taken;
    l->all += taken;
    l->left += !taken;
    if (l->left == ENOUGH)
        write_all(true);
    now->traps++;
    if (has_enough()) {
        now->lanes = (int)id;
        write_all(false);
    }
}

void turns_count_begin(const struct trace *trace)
{
    if (loop_count == 0)
        return;
    pthread_mutex_lock(&counting);
    is_counting = true;
    counted = trace;
    turns_select(trace_number(trace));
    if (!has_enough())
        write_all(true);
}

void turns_count_end(void)
{
    if (!is_counting)
        return;
    if (is_set)
        write_all(false);
    counted = NULL;
    is_counting = false;
    pthread_mutex_unlock(&counting);
}

void turns_select(int number) { now = &counts[number]; }

bool turns_differ(int a, int b)
{
    for (int i = 0; i < loop_count; i++)
        if (counts[a].loops[i].all != counts[b].loops[i].all && counts[a].lanes == WARP &&
            counts[b].lanes == WARP)
            return true;
    return false;
}

static void find_all_loops(const void *function)
{
    const uintptr_t at = function ? address_in_file(function) : 0;
    loop_count = back_count = 0;
    for (int i = 0; i < MOST_TRACED_BLOCKS; i++) {
        counts[i].traps = 0;
        counts[i].lanes = WARP;
    }
    if (!at || module_of(function))
        return;
    code_read(at, at);
    find_loops(code_index(at), (uintptr_t)function - at, 0);
    if (loop_count == 0)
        return;
    struct sigaction action = {.sa_sigaction = trap, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigaction(SIGTRAP, &action, NULL);
}

void turns_begin(const void *function)
{
    pthread_mutex_lock(&counting); // no breakpoint of another launch is set now
    find_all_loops(function);
    pthread_mutex_unlock(&counting);
}

// A warp iterates as often as its lane with the most iterations. An outer loop ends after its inner
// ones, so outer loops come first here.
bool turns_share(const uint32_t *times)
{
    bool is_exact = true;
    for (int i = 0; i < loop_count; i++)
        now->loops[i].turns = 1;
    for (int i = loop_count - 1; i >= 0; i--) {
        uint32_t most = 0;
        if (now->loops[i].asks || times[i] == 0)
            continue;
        for (int lane = 0; lane < now->lanes; lane++)
            most = now->loops[i].of[lane].taken > most ? now->loops[i].of[lane].taken : most;
        now->loops[i].turns = (double)most / times[i] / turns_of(now->loops[i].head) + 1;
        if (now->loops[i].left >= ENOUGH) {
            now->loops[i].turns = (double)now->loops[i].all / (double)now->loops[i].left + 1;
            continue;
        }
        // If lanes were not counted, they must belong to a loop that all lanes execute once.
        is_exact &= now->lanes == WARP || (now->lanes > 0 && times[i] == 1);
    }
    return is_exact;
}

bool turns_counted(void) { return loop_count > 0; }

int turns_index(uintptr_t at)
{
    for (int i = 0; i < loop_count; i++)
        if (now->loops[i].jump == at && !now->loops[i].asks)
            return i;
    return -1;
}

double turns_of(uintptr_t at)
{
    double turns = 1;
    for (int i = 0; i < loop_count; i++)
        if (at >= now->loops[i].head && at <= now->loops[i].jump)
            turns *= now->loops[i].turns;
    return turns;
}

double turns_that_end(uintptr_t jump, uintptr_t *head)
{
    const int i = turns_index(jump);
    if (i >= 0)
        *head = now->loops[i].head;
    return i >= 0 ? now->loops[i].turns : 0;
}
