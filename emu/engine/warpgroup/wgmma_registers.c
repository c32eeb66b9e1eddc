// SPDX-License-Identifier: MIT
//
// wgmma_registers.c: features that only wgmma as inline PTX has: A in registers, negated products,
// and registers of D that are not contiguous in memory.
#include <stdlib.h>
#include <string.h>

#include "warpgroup.h"
#include "../check/check.h"

void **registers_scattered(void *const d[], int n)
{
    int i = 1;
    while (i < n && (char *)d[i] == (char *)d[0] + (size_t)i * sizeof(uint32_t))
        i++;
    if (i == n)
        return NULL;
    const size_t bytes = (size_t)n * sizeof *d;
    void **list = malloc(bytes);
    if (!list)
        fatal("no memory to follow wgmma");
    memcpy(list, d, bytes);
    return list;
}

// The four registers of lane l of warp w hold bytes from 4 (l % 4) on of row 16 w + l / 4, of the
// row 8 below, and the same 16 bytes further on, as mma.sync's A of any type.
void registers_to_lines(const struct product *p, uint8_t *lines)
{
    for (unsigned i = 0; i < GROUP_THREADS; i++)
        for (unsigned r = 0; r < 4; r++) {
            const unsigned row = i / WARP * 16 + i % WARP / 4 + r % 2 * 8;
            memcpy(lines + (size_t)row * LINE_BYTES + (size_t)(i % 4 * 4 + r / 2 * VECTOR),
                   &p->a_of[i][r], 4);
        }
}

void lines_negate(const struct emu_wgmma *which, uint8_t *lines)
{
    const unsigned bytes = (unsigned)(LINE_BYTES / which->k);
    for (unsigned i = bytes - 1; i < MOST_ROWS * LINE_BYTES; i += bytes)
        lines[i] ^= 0x80; // the sign bit, in the last byte of an element
}

// All registers are looked at in a warpgroup's first products, later only two of them.
static void check_set(struct thread *first, const struct product *p, void *const d[])
{
    enum { FIRST_PRODUCTS = 8 };
    const struct warpgroup *g = &first->block->warpgroups->of[first->id / GROUP_THREADS];
    const size_t size = sizeof(uint32_t), last = (size_t)wgmma_registers_of_d(p->which) - 1;
    for (unsigned i = 0; i < GROUP_THREADS; i++)
        if (UNLIKELY(g->retired < FIRST_PRODUCTS
                         ? unset_any(d[i], (last + 1) * size)
                         : unset_any(d[i], size) || unset_any((char *)d[i] + last * size, size)))
            unset_report(first + i, "a register of D", p->pc);
}

void registers_multiply(struct thread *first, const struct product *p, const uint8_t *a,
                        const uint8_t *b)
{
    static __thread uint32_t(*gathered)[MOST_COLUMNS / 2];
    gathered = worker_buffer(gathered, GROUP_THREADS * sizeof *gathered);
    const int n = wgmma_registers_of_d(p->which);
    void *d[GROUP_THREADS];
    for (unsigned i = 0; i < GROUP_THREADS; i++) {
        d[i] = p->scattered[i] ? gathered[i] : p->d[i];
        for (int r = 0; p->scattered[i] && r < n; r++)
            memcpy(&gathered[i][r], p->scattered[i][r], sizeof(uint32_t));
    }
    if (p->add)
        check_set(first, p, d);
    wgmma_multiply(p->which, a, b, p->add, d);
    for (unsigned i = 0; i < GROUP_THREADS; i++)
        for (int r = 0; p->scattered[i] && r < n; r++)
            memcpy(p->scattered[i][r], &gathered[i][r], sizeof(uint32_t));
}
