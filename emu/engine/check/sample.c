// SPDX-License-Identifier: MIT
//
// sample.c: only some blocks of a launch are checked fully; the other blocks are checked for bounds
// only. Sampling starts at once with EMU_CHECK=sample, and by default after the checks have taken
// some seconds.
//
// A checked block is checked completely, so mistakes between its own threads are found. Between
// blocks fewer mistakes are found, and none is reported that does not exist: memory counts as
// unknown once an unchecked block may have written it, and so does the order that flags of
// unchecked blocks create (race.c).
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sample.h"
#include "../memory/memory.h"
#include "../report/report.h"

// After the first block of each multiprocessor, one block in 64 is checked.
enum { ONE_OF = 64 };
// Seconds of kernels that are checked completely by default.
static const double ENOUGH = 15;

static double enough;
static bool asked_for, can_begin;
static atomic_bool sampling, left_out;
static atomic_uint_fast64_t checked, all;

void sample_init(void)
{
    const char *wanted = environment_value("EMU_CHECK");
    asked_for = wanted && strcmp(wanted, "sample") == 0;
    can_begin = !wanted || !*wanted || strpbrk(wanted, "0123456789");
    enough = can_begin ? environment_seconds("EMU_CHECK", ENOUGH) : ENOUGH;
    sampling = asked_for;
    if (asked_for)
        cells_use_small_pages();
}

double sample_begins_in(double spent)
{
    if (can_begin && spent >= enough && !atomic_exchange(&sampling, true))
        cells_use_small_pages();
    return !can_begin ? INFINITY : spent < enough ? enough - spent : 0;
}

double sample_after(void)
{
    const char *wanted = environment_value("EMU_CHECK");
    return wanted && strcmp(wanted, "on") == 0 ? INFINITY : enough;
}

void sample_leaves_out(uint64_t blocks)
{
    all += check_is_on() ? blocks : 0;
    left_out = check_is_on();
}

// Selects the same blocks in each run but different ones in each launch. (The finalizer of Steele's
// and Vigna's splitmix64.)
static uint64_t scramble(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

// How many blocks of this kernel have been checked so far. If a program has very many kernels, some
// share a counter.
enum { MOST_KERNELS = 256 };
static struct {
    void (*body)(void *);
    atomic_uint_fast64_t blocks;
} kernels[MOST_KERNELS];

void sample_begins(struct launch *launch)
{
    size_t i = scramble((uintptr_t)launch->body) % MOST_KERNELS;
    for (int k = 0; k < 8 && kernels[i].body && kernels[i].body != launch->body; k++)
        i = (i + 1) % MOST_KERNELS;
    kernels[i].body = launch->body;
    launch->kernel_checked = &kernels[i].blocks;
}

// Checked first: with EMU_CHECK=sample one block for each multiprocessor in every launch; otherwise
// that number for each kernel.
static bool is_first(const struct launch *launch, uint64_t first)
{
    return (asked_for ? first : *launch->kernel_checked) < (uint64_t)gpu_model()->sms;
}

bool sample_takes(const struct launch *launch, uint64_t first)
{
    if (!launch->checked)
        return false;
    const bool taken = !sampling || launch->cooperative || is_first(launch, first) ||
                       scramble((first << 16) + launch->stamp) % ONE_OF == 0;
    all += launch->cluster_blocks;
    checked += taken ? launch->cluster_blocks : 0;
    *launch->kernel_checked += taken ? launch->cluster_blocks : 0;
    if (!taken)
        left_out = true;
    return taken;
}

bool sample_is_on(void) { return sampling; }

bool sample_is_possible(void) { return asked_for || can_begin; }

bool sample_left_out(void) { return left_out; }

void sample_at_exit(void)
{
    char some[32], of_all[32], when[80];
    snprintf(when, sizeof when, "after %g seconds only some of each launch; EMU_CHECK=on: all",
             enough);
    if (asked_for ? all > 0 : left_out)
        remark("sample", NULL, "checked %s of %s blocks (%s)", grouped(some, checked),
               grouped(of_all, all), asked_for ? "EMU_CHECK=sample" : when);
}

void sample_checks_end(size_t size, const char *pc)
{
    char text[32];
    remark("memory", pc,
           "%s bytes more cannot be checked with this computer's memory: from here on races and "
           "unwritten memory are not looked for",
           grouped(text, size));
}
