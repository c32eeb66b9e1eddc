// SPDX-License-Identifier: MIT
//
// count.c: what the loads and stores of a kernel cost: requests, sectors, wavefronts.
//
// On a GPU the 32 lanes of a warp execute a load together: one request. Here each lane runs alone
// and notes its accesses. When no lane of the warp can continue, the notes are merged:
//
//   The next request consists of the lanes whose next access is at the lowest address of the
//   program's code; all lanes that are at this address take part.
//
// Code is stored in the order of its control flow, or has a table of that order (count_order.c). So
// lanes inside a branch or a loop come before those that are already past it, which wait for them
// there. This is the order in which a GPU reconverges diverged lanes. Locations where lanes
// reconverge without accessing memory are noted, too, and cost nothing. These are warp operations,
// and the end of each iteration of a loop that contains branches (emucc inserts emu_round() there),
// because the code of the next iteration is at lower addresses.
#include "notes.h"
#include "record.h"
#include "tally.h"
#include "trace.h"
#include "../fiber/fiber.h"
#include "../memory/memory.h"
#include "../program/program.h"

#include <stdlib.h>

_Static_assert(STACK_END + ((uint64_t)1 << 32) <= (uint64_t)1 << ADDRESS_BITS,
               "a note must have room for every offset, and for those of the program after them");
#define ADDRESS(note) ((note) & (((uint64_t)1 << ADDRESS_BITS) - 1))
#define PLACE(note) ((note) >> ADDRESS_BITS)

struct place count_places[MAX_PLACES];
_Atomic int count_places_used = 1;
_Atomic uint16_t *count_place_of; // by distance from the start of the program
static pthread_mutex_t places_lock = PTHREAD_MUTEX_INITIALIZER;
static __thread struct worker_counts *mine;

struct worker_counts *my_counts(void)
{
    if (!mine) {
        sealed_open();
        struct worker_counts *const counts = sealed_allocate(sizeof *mine);
        if (!counts)
            fatal("no memory to count with");
        pthread_mutex_lock(&places_lock);
        counts->next = sealed.workers;
        counts->owner = pthread_self();
        sealed.workers = counts;
        pthread_mutex_unlock(&places_lock);
        sealed_close();
        mine = counts;
    }
    return mine;
}

// Host code can change memory that is not sealed.
void count_find_mine(void)
{
    mine = NULL;
    for (struct worker_counts *c = count_workers(); c; c = c->next)
        if (pthread_equal(c->owner, pthread_self()))
            mine = c;
}

// ---- Notes --------------------------------------------------------------------------------------

static void __attribute__((noinline))
add_place(uint64_t at, unsigned size, int kind, const char *pc)
{
    if (at >> PLACE_BITS)
        fatal("a program of more than %d MiB of code cannot be counted", 1 << (PLACE_BITS - 20));
    pthread_mutex_lock(&places_lock);
    if (count_place_of[at] == 0) {
        int id = count_places_used;
        if (id == MAX_PLACES)
            fatal("more than %d loads and stores in the program: too many to count", MAX_PLACES);
        count_places[id].pc = pc;
        count_places[id].size = size;
        count_places[id].kind = kind;
        count_place_of[at] = (uint16_t)id;
        count_places_used = id + 1;
    }
    pthread_mutex_unlock(&places_lock);
}

void count_note(struct thread *t, const void *p, unsigned size, int kind, const char *pc)
{
    uint64_t at = place_number(pc);
    uintptr_t offset = arena_offset(p);
    if (UNLIKELY(offset >= STACK_END)) { // a variable of the program
        if (image_section_of((uintptr_t)p) != EMU_SPACE_GLOBAL)
            return; // constants are read through their own cache
        offset = STACK_END + (uint32_t)((uintptr_t)p - (uintptr_t)__ehdr_start);
    }
    if (UNLIKELY(at >> PLACE_BITS || count_place_of[at] == 0))
        add_place(at, size, kind, pc);
    *t->trace_at = at << ADDRESS_BITS | offset;
    t->trace_at += WARP;
    if (t->trace_at == t->trace_end)
        thread_wait(THREAD_READY); // resumed after the notes are merged
}

void count_note_copy(struct thread *t, const void *to, const void *from, unsigned size,
                     unsigned bytes, bool past_l1, const char *pc)
{
    const uint32_t place = (uint32_t)((const char *)to - t->block->window);
    mine->copies_noted = true;
    (&mine->copies[0][0])[t->trace_at - &mine->notes[0][0]] =
        (struct copy_note){place, (uint8_t)size, (uint8_t)bytes, past_l1};
    // A copy that reads nothing has no source address; any counted one will do.
    count_note(t, bytes > 0 ? from : (const void *)ARENA_BASE, size, NOTE_COPY, pc);
}

void count_meeting(struct thread *t, const char *pc)
{
    if (t->trace_at != t->trace_end)
        count_note(t, (const void *)(ARENA_BASE + 8), 1, NOTE_MEETING, pc);
}

void emu_round(void)
{
    if (emu_current)
        count_meeting(emu_current, CALLER());
}

void count_barrier(void) { my_counts()->barriers++; }
void count_arrival(void) { my_counts()->mbarrier_arrivals++; }
void count_wgmma(long long operations) { my_counts()->wgmma_operations += operations; }

void count_block(const struct launch *launch)
{
    struct worker_counts *c = my_counts();
    c->blocks++;
    c->threads += launch->threads_per_block;
    c->warps += (launch->threads_per_block + WARP - 1) / WARP;
}

void count_begin_warp(struct block *b, unsigned warp)
{
    struct worker_counts *c = my_counts();
    for (unsigned lane = 0; lane < WARP; lane++) {
        unsigned id = warp * WARP + lane;
        if (id >= b->launch->threads_per_block)
            break;
        b->threads[id].trace_at = &c->notes[0][lane];
        b->threads[id].trace_end = &c->notes[TRACE][lane];
    }
}

// ---- One request --------------------------------------------------------------------------------

#ifndef __clang__ // clang 14 gives a cloned function no name that other files could call
__attribute__((target_clones("avx2", "default")))
#endif
unsigned
count_sectors(const uint64_t *addresses, unsigned count, uint64_t low, uint64_t high)
{
    low /= SECTOR;
    if (high / SECTOR - low < 64) {
        uint64_t seen = 0;
        for (unsigned i = 0; i < count; i++)
            seen |= (uint64_t)1 << (addresses[i] / SECTOR - low);
        return (unsigned)__builtin_popcountll(seen);
    }
    unsigned found = 0;
    uint64_t kept[WARP], largest = 0;
    for (unsigned i = 0; i < count; i++) {
        uint64_t sector = addresses[i] / SECTOR;
        unsigned j = found; // higher than all before: must be new
        if (sector <= largest)
            for (j = 0; j < found && kept[j] != sector; j++)
                ;
        if (j == found)
            kept[found++] = sector;
        largest = sector > largest ? sector : largest;
    }
    return found;
}

void count_bank_passes(const uint64_t *addresses, unsigned count, unsigned size, unsigned *passes,
                       unsigned *ideal)
{
    uint64_t words[BANKS][2 * WARP];
    unsigned used[BANKS] = {0}, most = 1, different = 0;
    unsigned each = size > 4 ? size / 4 : 1;
    for (unsigned i = 0; i < count; i++) {
        for (unsigned w = 0; w < each; w++) {
            uint64_t word = addresses[i] / 4 + w;
            unsigned bank = (unsigned)(word % BANKS), j = 0;
            while (j < used[bank] && words[bank][j] != word)
                j++;
            if (j == used[bank]) {
                words[bank][used[bank]++] = word;
                most = used[bank] > most ? used[bank] : most;
                different++;
            }
        }
    }
    *passes += most;
    *ideal += (different + BANKS - 1) / BANKS;
}

// Does each lane access the same address as the lane whose number differs by `step` (1 or 2),
// unless one of the two is absent?
static bool pairs_agree(const uint64_t *addresses, const unsigned *lanes, unsigned count,
                        unsigned step)
{
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = i + 1; j < count && lanes[j] <= lanes[i] + step; j++)
            if (lanes[j] == (lanes[i] ^ step) && addresses[j] != addresses[i])
                return false;
    return true;
}

// A request with 8 bytes a lane is served in halves of the warp, one with 16 bytes in quarters. Two
// adjacent parts are served together if lanes access the same address in pairs
// (validate/results/ncu_counters_h200.tsv).
void count_shared_request(struct tally *tally, const struct place *place, const uint64_t *addresses,
                          const unsigned *lanes, unsigned count, uint64_t low, uint64_t high)
{
    unsigned size = place->size, wavefronts = 0, ideal = 0, first = 0;
    unsigned part = size == 16 ? WARP / 4 : size == 8 ? WARP / 2 : WARP;
    if (size <= 4 && high + size - low <= ROW) {
        wavefronts = ideal = 1; // no two words of one bank: the common case
    } else {
        while (first < count) {
            unsigned n = 1, together = size > 4 ? 2 * part : part, spread = 0;
            while (first + n < count && lanes[first + n] / together == lanes[first] / together)
                n++;
            bool merged = size > 4 && place->kind == NOTE_LOAD &&
                          (pairs_agree(addresses + first, lanes + first, n, 1) ||
                           pairs_agree(addresses + first, lanes + first, n, 2));
            if (!merged)
                for (n = 1; first + n < count && lanes[first + n] / part == lanes[first] / part;)
                    n++;
            count_bank_passes(addresses + first, n, size, &wavefronts, &spread);
            ideal += merged ? spread : 1;
            first += n;
        }
    }
    tally->shared_requests++;
    tally->wavefronts += wavefronts;
    tally->conflicts += wavefronts - ideal;
}

bool __attribute__((noinline))
count_sample(struct place *place, const uint64_t *addresses, const unsigned *lanes, unsigned count)
{
    if (atomic_exchange(&place->sampled, true))
        return false;
    if (count > 0 && addresses[0] >= MANAGED_END && addresses[0] < SHARED_END)
        place->array = shared_array_at(mine->block, addresses[0] + ARENA_BASE);
    for (unsigned i = 0; i < count; i++) {
        place->sample_lanes |= 1u << lanes[i];
        place->sample[lanes[i]] = addresses[i];
    }
    return true;
}

static void add_request(struct tally *tally, struct place *place, const uint64_t *addresses,
                        const unsigned *lanes, unsigned count, uint64_t low, uint64_t high)
{
    tally->requests++;
    if (UNLIKELY(place->kind >= NOTE_LDMATRIX)) {
        if (place->kind <= NOTE_STMATRIX)
            count_matrices(tally, place, addresses, lanes, count);
        return;
    }
    tally->lanes += count;
    if (UNLIKELY(!atomic_load_explicit(&place->sampled, memory_order_relaxed)))
        count_sample(place, addresses, lanes, count);
    if (low >= MANAGED_END && low < SHARED_END)
        count_shared_request(tally, place, addresses, lanes, count, low, high);
    else if (low == high)
        tally->sectors++; // all lanes access the same address
    else
        tally->sectors += count_sectors(addresses, count, low, high);
}

static void request(struct worker_counts *c, const uint64_t *addresses, const unsigned *lanes,
                    unsigned count, int id, uint64_t low, uint64_t high)
{
    struct place *place = &count_places[id];
    if (place->kind == NOTE_MEETING) {
        trace_meeting(c->block, c->warp, (unsigned)id);
        return;
    }
    if (UNLIKELY(is_watched(c->block))) {
        struct tally one = {0};
        add_request(&one, place, addresses, lanes, count, low, high);
        watch(c, place, (unsigned)id, &one, addresses, NULL, lanes, count);
    }
    if (LIKELY(place->kind <= NOTE_WGMMA))
        add_request(&c->tallies[id], place, addresses, lanes, count, low, high);
}

static void lane_range(const uint64_t *addresses, unsigned count, uint64_t *low, uint64_t *high)
{
    uint64_t l = ~(uint64_t)0, h = 0;
    for (unsigned i = 0; i < count; i++) {
        l = addresses[i] < l ? addresses[i] : l;
        h = addresses[i] > h ? addresses[i] : h;
    }
    *low = l;
    *high = h;
}

static void __attribute__((noinline))
copy_request(struct worker_counts *c, int id, const uint64_t *addresses, const unsigned *lanes,
             const unsigned *rows, unsigned count)
{
    struct lane_copy copies[WARP];
    for (unsigned i = 0; i < count; i++)
        copies[i] = (struct lane_copy){addresses[i], c->copies[rows[i]][lanes[i]], lanes[i]};
    if (UNLIKELY(is_watched(c->block))) {
        struct tally one = {0};
        uint32_t to[WARP];
        for (unsigned i = 0; i < count; i++)
            to[i] = copies[i].note.to;
        count_copies(&one, &count_places[id], copies, count);
        watch(c, &count_places[id], (unsigned)id, &one, addresses, to, lanes, count);
    }
    count_copies(&c->tallies[id], &count_places[id], copies, count);
}

// ---- Merging ------------------------------------------------------------------------------------

// Merges row by row, as long as all lanes of a full warp are at the same location: the common case.
static unsigned merge_together(struct worker_counts *c, unsigned rows)
{
    static const unsigned lanes[WARP] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                         11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                         22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
    for (unsigned row = 0; row < rows; row++) {
        const uint64_t *notes = c->notes[row];
        uint64_t addresses[WARP], differ = 0, low, high;
        for (unsigned i = 0; i < WARP; i++) {
            differ |= notes[i] ^ notes[0];
            addresses[i] = ADDRESS(notes[i]);
        }
        if (PLACE(differ))
            return row;
        const int id = count_place_of[PLACE(notes[0])];
        if (UNLIKELY(count_places[id].kind == NOTE_COPY)) {
            unsigned rows_of[WARP];
            for (unsigned i = 0; i < WARP; i++)
                rows_of[i] = row;
            copy_request(c, id, addresses, lanes, rows_of, WARP);
            continue;
        }
        lane_range(addresses, WARP, &low, &high);
        request(c, addresses, lanes, WARP, id, low, high);
    }
    return rows;
}

bool count_merge(struct block *b, unsigned warp)
{
    struct worker_counts *c = mine;
    struct thread *threads = b->threads + (size_t)warp * WARP;
    c->block = b;
    c->warp = warp;
    unsigned lanes_here = b->launch->threads_per_block - warp * WARP;
    lanes_here = lanes_here < WARP ? lanes_here : WARP;
    unsigned at[WARP] = {0}, end[WARP] = {0}, lane_of[WARP], count = 0, shortest = TRACE;
    bool full[WARP];
    for (unsigned lane = 0; lane < lanes_here; lane++) {
        end[lane] = (unsigned)((threads[lane].trace_at - c->notes[0]) / WARP);
        full[lane] = end[lane] == TRACE;
        shortest = end[lane] < shortest ? end[lane] : shortest;
    }
    unsigned done = lanes_here == WARP ? merge_together(c, shortest) : 0;
    bool refill = false;
    for (unsigned lane = 0; lane < lanes_here; lane++) {
        at[lane] = done;
        if (done < end[lane])
            lane_of[count++] = lane;
        else
            refill |= full[lane]; // its next access is not known yet
    }
    while (count > 0 && !refill) {
        uint64_t addresses[WARP], lowest = ~(uint64_t)0, first = lowest, low, high;
        unsigned lanes[WARP], n = 0, left = 0;
        for (unsigned i = 0; i < count; i++) {
            uint64_t place = PLACE(c->notes[at[lane_of[i]]][lane_of[i]]);
            const uint64_t order = order_of(place);
            lowest = order < first ? place : lowest;
            first = order < first ? order : first;
        }
        for (unsigned i = 0; i < count; i++) {
            unsigned lane = lane_of[i];
            uint64_t note = c->notes[at[lane]][lane];
            if (PLACE(note) == lowest) {
                lanes[n] = lane;
                addresses[n++] = ADDRESS(note);
                at[lane]++;
            }
            if (at[lane] < end[lane])
                lane_of[left++] = lane;
            else
                refill |= full[lane];
        }
        count = left;
        const int id = count_place_of[lowest];
        if (UNLIKELY(count_places[id].kind == NOTE_COPY)) {
            unsigned rows_of[WARP];
            for (unsigned i = 0; i < n; i++)
                rows_of[i] = at[lanes[i]] - 1;
            copy_request(c, id, addresses, lanes, rows_of, n);
            continue;
        }
        lane_range(addresses, n, &low, &high);
        request(c, addresses, lanes, n, id, low, high);
    }
    for (unsigned lane = 0; lane < lanes_here; lane++) {
        unsigned kept = end[lane] - at[lane];
        for (unsigned i = 0; i < kept; i++)
            c->notes[i][lane] = c->notes[at[lane] + i][lane];
        for (unsigned i = 0; i < kept && UNLIKELY(c->copies_noted); i++)
            c->copies[i][lane] = c->copies[at[lane] + i][lane];
        threads[lane].trace_at = &c->notes[kept][lane];
    }
    return refill;
}
