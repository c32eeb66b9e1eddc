// SPDX-License-Identifier: MIT
//
// count.c: what the loads and stores of a kernel cost: requests, sectors, wavefronts.
//
// On a GPU the 32 lanes of a warp execute a load together: one request. Here each lane runs alone
// and notes its accesses; when no lane of the warp can go on, their notes are merged:
//
//   The next request is made by the lanes whose next access lies at the lowest place in the
//   program, all those of them that are at that same place together.
//
// Code lies in memory in the order of the source, so lanes that are still inside a branch or a loop
// come before those that are already past it, which wait for them there: the order in which a GPU
// brings diverged lanes together again. Places where lanes meet without touching memory are noted
// too, and cost nothing: warp operations, and the end of each round of a loop that has branches
// inside (emucc puts emu_round() there), since what follows it lies lower in the program.
#include "count.h"
#include "emu_api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { MAX_PLACES = 1 << 14 };
#define ADDRESS(note) ((note) & (((uint64_t)1 << ADDRESS_BITS) - 1))
#define PLACE(note) ((note) >> ADDRESS_BITS)

// One a worker, so that nobody waits for anybody; added up when somebody asks.
struct worker_counts {
    struct worker_counts *next;
    struct tally tallies[MAX_PLACES];
    long long barriers, blocks, warps, threads;
    const struct block *block; // whose warp is merged now
    bool copies_noted;
    struct copy_note copies[TRACE][WARP]; // beside the notes
    uint64_t notes[TRACE + 1][WARP];      // the last row is never written: trace_end points there
};

static bool counting, each_launch;
static long long told[EMU_COUNTER_COUNT]; // up to the last launch (EMU_COUNTERS=launch)
static struct place places[MAX_PLACES];
static _Atomic int place_count = 1; // 0 means none
_Atomic uint16_t *count_place_of;   // by distance from the start of the program
static pthread_mutex_t places_lock = PTHREAD_MUTEX_INITIALIZER;
static struct worker_counts *workers;
static __thread struct worker_counts *mine;

bool count_is_on(void) { return counting; }

static struct worker_counts *my_counts(void)
{
    if (!mine) {
        mine = calloc(1, sizeof *mine);
        if (!mine)
            fatal("no memory to count with");
        pthread_mutex_lock(&places_lock);
        mine->next = workers;
        workers = mine;
        pthread_mutex_unlock(&places_lock);
    }
    return mine;
}

// ---- Notes ------------------------------------------------------------------------------------------

static void __attribute__((noinline))
add_place(uint64_t at, unsigned size, int kind, const char *pc)
{
    if (at >> PLACE_BITS)
        fatal("a program of more than %d MiB of code cannot be counted", 1 << (PLACE_BITS - 20));
    pthread_mutex_lock(&places_lock);
    if (count_place_of[at] == 0) {
        int id = place_count;
        if (id == MAX_PLACES)
            fatal("more than %d loads and stores in the program: too many to count", MAX_PLACES);
        places[id].pc = pc;
        places[id].size = size;
        places[id].kind = kind;
        count_place_of[at] = (uint16_t)id;
        place_count = id + 1;
    }
    pthread_mutex_unlock(&places_lock);
}

void count_note(struct thread *t, const void *p, unsigned size, int kind, const char *pc)
{
    uint64_t at = (uint64_t)(pc - __executable_start);
    uintptr_t offset = arena_offset(p);
    if (UNLIKELY(offset >= STACK_END)) { // a variable of the program
        if (image_section_of((uintptr_t)p) != EMU_SPACE_GLOBAL)
            return; // constants come through a cache of their own
        offset = STACK_END + ((uintptr_t)p - (uintptr_t)__executable_start);
    }
    if (UNLIKELY(at >> PLACE_BITS || count_place_of[at] == 0))
        add_place(at, size, kind, pc);
    *t->trace_at = at << ADDRESS_BITS | offset;
    t->trace_at += WARP;
    if (t->trace_at == t->trace_end)
        thread_wait(THREAD_READY); // until the notes are merged
}

void count_note_copy(struct thread *t, const void *to, const void *from, unsigned size,
                     unsigned bytes, bool past_l1, const char *pc)
{
    const uint32_t place = (uint32_t)((const char *)to - t->block->window);
    mine->copies_noted = true;
    (&mine->copies[0][0])[t->trace_at - &mine->notes[0][0]] =
        (struct copy_note){place, (uint8_t)size, (uint8_t)bytes, past_l1};
    // Where nothing is read, the address plays no part: one that is counted like any other.
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

// ---- One request ------------------------------------------------------------------------------------

unsigned count_sectors(const uint64_t *addresses, unsigned count, uint64_t low, uint64_t high)
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
        unsigned j = found; // above the largest so far it must be new
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

// Does each lane want the same as the lane whose number differs by `step` (1 or 2), or is one of
// the two absent?
static bool pairs_agree(const uint64_t *addresses, const unsigned *lanes, unsigned count,
                        unsigned step)
{
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = i + 1; j < count && lanes[j] <= lanes[i] + step; j++)
            if (lanes[j] == (lanes[i] ^ step) && addresses[j] != addresses[i])
                return false;
    return true;
}

// A request for 8 bytes a lane is served in halves of the warp, one for 16 bytes in quarters. Two
// neighbouring parts of a load go together when their lanes want the same in pairs. (Found by
// comparing with Nsight Compute on an H200: bench/results/ncu_compare.md.)
static void shared_request(struct tally *tally, const struct place *place,
                           const uint64_t *addresses, const unsigned *lanes, unsigned count,
                           uint64_t low, uint64_t high)
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

const struct block *merged_block(void) { return mine->block; }

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

static void request(struct worker_counts *c, const uint64_t *addresses, const unsigned *lanes,
                    unsigned count, int id, uint64_t low, uint64_t high)
{
    struct place *place = &places[id];
    struct tally *tally = &c->tallies[id];
    if (place->kind == NOTE_MEETING)
        return;
    tally->requests++;
    if (UNLIKELY(place->kind >= NOTE_LDMATRIX)) {
        if (place->kind != NOTE_MMA)
            count_matrices(tally, place, addresses, lanes, count);
        return;
    }
    tally->lanes += count;
    if (UNLIKELY(!atomic_load_explicit(&place->sampled, memory_order_relaxed)))
        count_sample(place, addresses, lanes, count);
    if (low >= MANAGED_END && low < SHARED_END)
        shared_request(tally, place, addresses, lanes, count, low, high);
    else if (low == high)
        tally->sectors++; // every lane wants the same
    else
        tally->sectors += count_sectors(addresses, count, low, high);
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
    count_copies(&c->tallies[id], &places[id], copies, count);
}

// ---- Merging ----------------------------------------------------------------------------------------

// The lanes of a whole warp, row by row, as long as all are at the same place: the common case.
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
        if (UNLIKELY(places[id].kind == NOTE_COPY)) {
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
            refill |= full[lane]; // what it does next is not known yet
    }
    while (count > 0 && !refill) {
        uint64_t addresses[WARP], lowest = ~(uint64_t)0, low, high;
        unsigned lanes[WARP], n = 0, left = 0;
        for (unsigned i = 0; i < count; i++) {
            uint64_t place = PLACE(c->notes[at[lane_of[i]]][lane_of[i]]);
            lowest = place < lowest ? place : lowest;
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
        if (UNLIKELY(places[id].kind == NOTE_COPY)) {
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

// ---- Results ----------------------------------------------------------------------------------------

static const char *const names[] = {
#define EMU_COUNTER(id, name, metric) name,
    EMU_COUNTERS(EMU_COUNTER)
#undef EMU_COUNTER
};

static const char *const metrics[] = {
#define EMU_COUNTER(id, name, metric) metric,
    EMU_COUNTERS(EMU_COUNTER)
#undef EMU_COUNTER
};

const char *emu_counter_name(enum emu_counter counter) { return names[counter]; }
const char *emu_counter_metric(enum emu_counter counter) { return metrics[counter]; }

static void clear(void)
{
    memset(told, 0, sizeof told);
    for (struct worker_counts *c = workers; c; c = c->next) {
        struct worker_counts *next = c->next;
        memset(c, 0, offsetof(struct worker_counts, copies));
        c->next = next;
    }
    for (int id = 1; id < place_count; id++) {
        places[id].sampled = false;
        places[id].sample_lanes = 0;
    }
}

static void switch_counting(bool on)
{
    if (on && !count_place_of) {
        size_t size = sizeof *count_place_of << PLACE_BITS;
        void *table = mmap(NULL, size, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (table == MAP_FAILED)
            fatal("no memory to count with");
        count_place_of = table;
    }
    if (on)
        clear();
    counting = on || each_launch;
}

void emu_count(int on)
{
    engine_init();
    pthread_mutex_lock(&engine_lock);
    switch_counting(on != 0);
    pthread_mutex_unlock(&engine_lock);
}

static void add_tally(long long *values, const struct tally *t, const struct place *place)
{
    long long global = t->requests - t->shared_requests;
    if (place->kind == NOTE_MMA) {
        values[EMU_MMA_INSTRUCTIONS] += t->requests;
    } else if (place->kind == NOTE_LDMATRIX) {
        values[EMU_LDMATRIX_REQUESTS] += t->requests;
        values[EMU_LDMATRIX_WAVEFRONTS] += t->wavefronts;
        values[EMU_LDMATRIX_CONFLICTS] += t->conflicts;
        values[EMU_LDMATRIX_BYTES] += t->bytes_read;
    } else if (place->kind == NOTE_ATOMIC) {
        values[EMU_GLOBAL_ATOMIC_REQUESTS] += global;
        values[EMU_SHARED_ATOMIC_REQUESTS] += t->shared_requests;
    } else if (place->kind == NOTE_COPY) {
        values[EMU_GLOBAL_LOAD_REQUESTS] += t->shared_requests;
        values[EMU_GLOBAL_LOAD_SECTORS] += t->sectors;
        values[EMU_GLOBAL_LOAD_BYTES] += t->bytes_read;
        values[EMU_CP_ASYNC_REQUESTS] += t->requests;
        values[EMU_CP_ASYNC_WAVEFRONTS] += t->wavefronts;
        values[EMU_CP_ASYNC_CONFLICTS] += t->conflicts;
        values[EMU_CP_ASYNC_BYTES] += t->bytes_landed;
    } else if (place->kind == NOTE_LOAD) {
        values[EMU_GLOBAL_LOAD_REQUESTS] += global;
        values[EMU_GLOBAL_LOAD_SECTORS] += t->sectors;
        values[EMU_SHARED_LOAD_REQUESTS] += t->shared_requests;
        values[EMU_SHARED_LOAD_WAVEFRONTS] += t->wavefronts;
        values[EMU_SHARED_LOAD_CONFLICTS] += t->conflicts;
        values[t->shared_requests ? EMU_SHARED_LOAD_BYTES : EMU_GLOBAL_LOAD_BYTES] +=
            t->lanes * place->size;
    } else {
        values[EMU_GLOBAL_STORE_REQUESTS] += global;
        values[EMU_GLOBAL_STORE_SECTORS] += t->sectors;
        values[EMU_SHARED_STORE_REQUESTS] += t->shared_requests;
        values[EMU_SHARED_STORE_WAVEFRONTS] += t->wavefronts;
        values[EMU_SHARED_STORE_CONFLICTS] += t->conflicts;
        values[t->shared_requests ? EMU_SHARED_STORE_BYTES : EMU_GLOBAL_STORE_BYTES] +=
            t->lanes * place->size;
    }
    values[EMU_ACTIVE_LANES] += t->lanes;
}

void emu_counters(long long values[EMU_COUNTER_COUNT])
{
    memset(values, 0, EMU_COUNTER_COUNT * sizeof *values);
    for (const struct worker_counts *c = workers; c; c = c->next) {
        for (int id = 1; id < place_count; id++)
            add_tally(values, &c->tallies[id], &places[id]);
        values[EMU_BARRIERS] += c->barriers;
        values[EMU_BLOCKS] += c->blocks;
        values[EMU_WARPS] += c->warps;
        values[EMU_THREADS] += c->threads;
    }
}

static int by_file_and_line(const void *a, const void *b)
{
    const struct emu_line *x = a, *y = b;
    int files = strcmp(x->file, y->file);
    return files ? files : (x->line > y->line) - (x->line < y->line);
}

static void take_sample(struct emu_line *line, const struct place *place)
{
    line->sample.lanes = (int)place->sample_lanes;
    line->sample.bytes = (int)place->size;
    line->sample.store = place->kind == NOTE_STORE;
    unsigned any = place->sample_lanes ? (unsigned)__builtin_ctz(place->sample_lanes) : 0;
    line->sample.shared = place->sample[any] >= MANAGED_END && place->sample[any] < SHARED_END;
    line->sample.array = place->array;
    for (int i = 0; i < WARP; i++) {
        line->sample.address[i] = place->sample[i];
        line->sample.to[i] = place->sample_to[i];
    }
}

int emu_places(struct emu_line **found)
{
    enum { TEXT = 300 };
    int n = place_count - 1, used = 0;
    struct emu_line *all = calloc((size_t)n + 1, sizeof *all);
    const char **pcs = calloc((size_t)n + 1, sizeof *pcs);
    char *texts = malloc(((size_t)n + 1) * TEXT);
    if (!all || !pcs || !texts)
        fatal("no memory for the counts of %d places", n);
    for (int i = 0; i < n; i++)
        pcs[i] = places[i + 1].pc;
    where_all(pcs, n, texts, TEXT);
    for (int i = 0; i < n; i++) {
        char *text = texts + (size_t)i * TEXT, *colon = strrchr(text, ':');
        struct emu_line *line = &all[used];
        for (const struct worker_counts *c = workers; c; c = c->next)
            add_tally(line->values, &c->tallies[i + 1], &places[i + 1]);
        if (line->values[EMU_ACTIVE_LANES] == 0)
            continue;
        line->line = colon ? atoi(colon + 1) : 0;
        if (colon)
            *colon = '\0';
        snprintf(line->file, sizeof line->file, "%s", text);
        take_sample(line, &places[i + 1]);
        used++;
    }
    free(texts);
    free(pcs);
    qsort(all, (size_t)used, sizeof *all, by_file_and_line);
    *found = all;
    return used;
}

int emu_lines(struct emu_line **lines)
{
    int places_found = emu_places(lines), used = 0;
    struct emu_line *all = *lines;
    for (int i = 0; i < places_found; i++) {
        if (used > 0 && by_file_and_line(&all[used - 1], &all[i]) == 0)
            for (int v = 0; v < EMU_COUNTER_COUNT; v++)
                all[used - 1].values[v] += all[i].values[v];
        else
            all[used++] = all[i];
    }
    return used;
}

// ---- EMU_COUNTERS=1 or =launch: for any program ------------------------------------------------------------

static void print_all(void)
{
    long long values[EMU_COUNTER_COUNT];
    emu_counters(values);
    fprintf(stderr, "emu: counters of all launches\n");
    for (int i = 0; i < EMU_COUNTER_COUNT; i++)
        if (values[i])
            fprintf(stderr, "  %-24s %18lld  %s\n", names[i], values[i], metrics[i]);
}

// EMU_COUNTERS=launch: one line a launch, for programs to read.
void count_launch_ended(const struct launch *launch)
{
    long long values[EMU_COUNTER_COUNT];
    if (!each_launch)
        return;
    emu_counters(values);
    fprintf(stderr, "emu-launch {\"kernel\": \"%s\"", launch->kernel);
    for (int i = 0; i < EMU_COUNTER_COUNT; i++)
        fprintf(stderr, ", \"%s\": %lld", names[i], values[i] - told[i]);
    fprintf(stderr, "}\n");
    memcpy(told, values, sizeof told);
}

void count_init(void)
{
    const char *wanted = getenv("EMU_COUNTERS");
    bool totals = wanted && strcmp(wanted, "0") != 0;
    each_launch = totals && strcmp(wanted, "launch") == 0;
    if (totals && !each_launch)
        atexit(print_all);
    if (listing_init() || totals)
        switch_counting(true);
}
