// SPDX-License-Identifier: MIT
#include "counters.h"

#include <stddef.h>
#include <string.h>

// #field: a name and its place in the struct cannot diverge.
#define FIELD(field) \
    { \
#field, offsetof(struct counts, field) \
    }
static const struct {
    const char *name;
    size_t offset;
} fields[] = {
    FIELD(global_load_requests),
    FIELD(global_load_sectors),
    FIELD(global_load_bytes),
    FIELD(global_store_requests),
    FIELD(global_store_sectors),
    FIELD(global_store_bytes),
    FIELD(global_atomic_requests),
    FIELD(shared_load_requests),
    FIELD(shared_load_wavefronts),
    FIELD(shared_load_conflicts),
    FIELD(shared_load_bytes),
    FIELD(shared_store_requests),
    FIELD(shared_store_wavefronts),
    FIELD(shared_store_conflicts),
    FIELD(shared_store_bytes),
    FIELD(shared_atomic_requests),
    FIELD(cp_async_requests),
    FIELD(cp_async_wavefronts),
    FIELD(cp_async_conflicts),
    FIELD(cp_async_bytes),
    FIELD(ldmatrix_requests),
    FIELD(ldmatrix_wavefronts),
    FIELD(ldmatrix_conflicts),
    FIELD(ldmatrix_bytes),
    FIELD(mma_instructions),
    FIELD(wgmma_instructions),
    FIELD(wgmma_operations),
    FIELD(tma_load_requests),
    FIELD(tma_load_sectors),
    FIELD(tma_load_bytes),
    FIELD(tma_store_requests),
    FIELD(tma_store_sectors),
    FIELD(tma_store_bytes),
    FIELD(mbarrier_arrivals),
    FIELD(barriers),
    FIELD(active_lanes),
    FIELD(blocks),
    FIELD(warps),
    FIELD(threads),
};
enum { FIELDS = sizeof fields / sizeof *fields };
_Static_assert(sizeof(struct counts) == FIELDS * sizeof(long long), "every field has its row");

int counts_number(void) { return FIELDS; }

const char *counts_name(int number) { return fields[number].name; }

long long counts_get(const struct counts *counts, int number)
{
    long long value;
    memcpy(&value, (const char *)counts + fields[number].offset, sizeof value);
    return value;
}

void counts_set(struct counts *counts, int number, long long value)
{
    memcpy((char *)counts + fields[number].offset, &value, sizeof value);
}

void counts_add(struct counts *sum, const struct counts *more, long long times)
{
    for (int i = 0; i < FIELDS; i++)
        counts_set(sum, i, counts_get(sum, i) + times * counts_get(more, i));
}

struct counts counts_unknown(void)
{
    struct counts counts;
    for (int i = 0; i < FIELDS; i++)
        counts_set(&counts, i, COUNT_UNKNOWN);
    return counts;
}

static long long sum(long long a, long long b)
{
    return a == COUNT_UNKNOWN || b == COUNT_UNKNOWN ? COUNT_UNKNOWN : a + b;
}

long long counts_global_requests(const struct counts *c)
{
    return sum(sum(c->global_load_requests, c->global_store_requests),
               sum(c->tma_load_requests, c->tma_store_requests));
}

long long counts_load_sectors(const struct counts *c)
{
    return sum(c->global_load_sectors, c->tma_load_sectors);
}

long long counts_store_sectors(const struct counts *c)
{
    return sum(c->global_store_sectors, c->tma_store_sectors);
}

long long counts_global_sectors(const struct counts *c)
{
    return sum(counts_load_sectors(c), counts_store_sectors(c));
}

long long counts_shared_wavefronts(const struct counts *c)
{
    return sum(sum(c->shared_load_wavefronts, c->shared_store_wavefronts),
               sum(c->cp_async_wavefronts, c->ldmatrix_wavefronts));
}

long long counts_shared_conflicts(const struct counts *c)
{
    return sum(sum(c->shared_load_conflicts, c->shared_store_conflicts),
               sum(c->cp_async_conflicts, c->ldmatrix_conflicts));
}
