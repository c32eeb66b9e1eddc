// SPDX-License-Identifier: MIT
//
// sample.c: EMU_CHECK=sample: some blocks of a launch are checked as ever, the others only for
// bounds.
//
// Each checked block is checked whole: what goes wrong between its own threads is found. Between
// blocks less is found, and nothing that is not there: what the other blocks write, nobody knows
// from then on, and where they write flags, nobody knows what these put in order (race.c).
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "device.h"
#include "report.h"

// Of the blocks behind the first one for each multiprocessor, one of so many.
enum { ONE_OF = 64 };

static bool sampling;
static atomic_bool left_out;
static atomic_uint_fast64_t checked, all;

void sample_init(void)
{
    const char *wanted = getenv("EMU_CHECK");
    sampling = wanted && strcmp(wanted, "sample") == 0;
}

// The same blocks in each run; others in each launch. (The finalizer of Steele's and Vigna's
// splitmix64.)
static uint64_t scramble(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

bool sample_takes(const struct launch *launch, uint64_t first)
{
    if (!sampling || !launch->checked)
        return launch->checked;
    const bool taken = launch->cooperative || first < (uint64_t)gpu_model()->sms ||
                       scramble((first << 16) + launch->stamp) % ONE_OF == 0;
    all += launch->cluster_blocks;
    checked += taken ? launch->cluster_blocks : 0;
    if (!taken)
        left_out = true;
    return taken;
}

bool sample_is_on(void) { return sampling; }

bool sample_left_out(void) { return left_out; }

void sample_tell(void)
{
    char some[32], of_all[32];
    if (all > 0)
        remark("sample", NULL, "checked %s of %s blocks (EMU_CHECK=sample)", grouped(some, checked),
               grouped(of_all, all));
}
