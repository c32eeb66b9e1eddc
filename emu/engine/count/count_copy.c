// SPDX-License-Identifier: MIT
//
// count_copy.c: the cost of cp.async, ldmatrix and the copy engine, which access shared memory by
// separate paths with separate rules.
//
// The rules were found by comparing with Nsight Compute on an H200
// (emu/validate/counter_kernels/async_copy.h and ldmatrix.h). NVIDIA's documents do not describe
// them.
#include "notes.h"
#include "tally.h"
#include "../memory/memory.h"
#include "../tensor/tensor.h"

#include <string.h>

// ---- cp.async -----------------------------------------------------------------------------------

// Through L1: a part of the warp (all of it for 4 bytes a lane, half for 8, a quarter for 16) moves
// words from the banks of the cache to those of the tile. In each pass a bank of the tile requests
// the word of its first waiting lane. A bank of the cache that is requested several times serves
// the last lane only.
static unsigned passes_through_l1(const struct lane_copy *copies, unsigned count)
{
    const unsigned size = copies->note.size, banks = ROW / size; // banks as wide as a copy
    uint32_t waiting = count == WARP ? ~0u : (1u << count) - 1;
    unsigned passes = 0;
    for (; waiting; passes++) {
        uint32_t asked = 0, asking = 0;
        int served[BANKS];
        memset(served, -1, sizeof served);
        for (unsigned i = 0; i < count; i++) {
            const struct lane_copy *c = &copies[i];
            const unsigned to = c->note.to / size % banks,
                           from = (unsigned)(c->from / size % banks);
            if (!(waiting >> i & 1) || asked >> to & 1)
                continue;
            asked |= 1u << to;
            if (c->note.bytes > 0)
                served[from] = (int)i;
            else
                asking |= 1u << i; // zeros only
        }
        for (unsigned bank = 0; bank < banks; bank++)
            if (served[bank] >= 0)
                asking |= 1u << served[bank];
        waiting &= ~asking;
    }
    return passes;
}

// Past L1: L2 delivers a sector, which is written to 32 bytes of the tile, directly or with its
// halves exchanged. Transfers share a pass if, lane by lane, they stay in one row of 128 bytes on
// both sides, all or none exchange halves, and no sector and no destination occurs twice.
//
// This holds for all patterns of async_copy.h. It is too high for rows whose halves cross
// destinations (07/4_padded: 19.5 passes a copy, 8.9 on an H200), where the H200's rule is unknown.
static void transfers_past_l1(const struct lane_copy *copies, unsigned count, unsigned *passes,
                              unsigned *sectors_read)
{
    struct transfer {
        uint64_t sector, place, exchanged;
    } now[WARP];
    unsigned used = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct lane_copy *c = &copies[i];
        const struct transfer t = {c->from / SECTOR, c->note.to / SECTOR,
                                   (c->from ^ c->note.to) / 16 % 2};
        bool joins = used > 0 && now[0].exchanged == t.exchanged &&
                     now[0].sector / 4 == t.sector / 4 && now[0].place / 4 == t.place / 4;
        bool is_repeated = false;
        for (unsigned j = 0; j < used && joins; j++) {
            const bool same_sector = now[j].sector == t.sector,
                       same_place = now[j].place == t.place;
            is_repeated |= same_sector && same_place;
            joins = same_sector == same_place;
        }
        if (!joins) {
            used = 0;
            ++*passes;
        }
        if (!joins || !is_repeated) {
            now[used++] = t;
            ++*sectors_read;
        }
    }
}

// The passes of a quarter of the warp in which no lane reads: the zeros are stored.
static unsigned passes_of_zeros(const struct lane_copy *copies, unsigned count)
{
    uint64_t to[WARP];
    unsigned passes = 0, ideal = 0;
    for (unsigned i = 0; i < count; i++) {
        if (copies[i].note.bytes > 0)
            return 0; // the zeros are written together with what is read
        to[i] = copies[i].note.to;
    }
    count_bank_passes(to, count, copies->note.size, &passes, &ideal);
    return passes;
}

void count_copies(struct tally *tally, struct place *place, const struct lane_copy *copies,
                  unsigned count)
{
    struct lane_copy readers[WARP];
    uint64_t sources[WARP], low = ~(uint64_t)0, high = 0;
    unsigned reading_lanes[WARP], reading = 0, wavefronts = 0, ideal = 0, in_sectors = 0;
    bool partly = false;
    for (unsigned i = 0; i < count; i++) {
        tally->bytes_read += copies[i].note.bytes;
        tally->bytes_landed += copies[i].note.size;
        if (copies[i].note.bytes == 0)
            continue;
        partly |= copies[i].note.bytes < copies[i].note.size;
        sources[reading] = copies[i].from;
        reading_lanes[reading] = copies[i].lane;
        readers[reading++] = copies[i];
        low = copies[i].from < low ? copies[i].from : low;
        high = copies[i].from > high ? copies[i].from : high;
    }
    const unsigned size = copies->note.size; // the same for all
    const bool past_l1 = copies->note.past_l1;
    const unsigned part = size == 16 ? WARP / 4 : size == 8 ? WARP / 2 : WARP;
    if (past_l1)
        transfers_past_l1(readers, reading, &wavefronts, &in_sectors);
    else if (reading > 0)
        in_sectors = count_sectors(sources, reading, low, high);
    for (unsigned first = 0, n; first < count; first += n) {
        for (n = 1;
             first + n < count && copies[first + n].lane / part == copies[first].lane / part;)
            n++;
        ideal++;
        if (!past_l1)
            wavefronts += passes_through_l1(copies + first, n);
        else // if the last piece is truncated, each quarter takes one more pass
            wavefronts += partly ? 1 : passes_of_zeros(copies + first, n);
    }
    tally->requests++;
    tally->lanes += count;
    tally->shared_requests += reading > 0;
    tally->sectors += in_sectors;
    tally->wavefronts += wavefronts;
    tally->conflicts += past_l1 ? 0 : wavefronts - ideal; // the banks of L1 do not conflict here
    if (reading > 0 && !atomic_load_explicit(&place->sampled, memory_order_relaxed) &&
        count_sample(place, sources, reading_lanes, reading)) {
        const struct block *block = merged_block();
        for (unsigned i = 0; i < reading; i++)
            place->sample_to[readers[i].lane] = readers[i].note.to;
        place->array = shared_array_at(block, (uintptr_t)block->window + readers[0].note.to);
    }
}

// ---- ldmatrix, stmatrix -------------------------------------------------------------------------

// Each matrix is moved separately, in one pass if its 8 rows are in different banks.
static void matrix_passes(struct tally *tally, const uint64_t *addresses, const unsigned *lanes,
                          unsigned count)
{
    unsigned wavefronts = 0, matrices = 0;
    for (unsigned first = 0, n; first < count; first += n) {
        unsigned ideal = 0; // 1: 8 rows have 32 words, or fewer if rows are equal
        for (n = 1; first + n < count && lanes[first + n] / 8 == lanes[first] / 8;)
            n++;
        count_bank_passes(addresses + first, n, 16, &wavefronts, &ideal);
        matrices++;
    }
    tally->shared_requests++;
    tally->wavefronts += wavefronts;
    tally->conflicts += wavefronts - matrices;
    tally->bytes_read += 16LL * count;
}

void count_matrices(struct tally *tally, struct place *place, const uint64_t *addresses,
                    const unsigned *lanes, unsigned count)
{
    uint64_t rows[WARP] = {0};
    unsigned naming[WARP] = {0}, n = 0;
    for (unsigned i = 0; i < count; i++)
        if (addresses[i] >= MANAGED_END) { // this lane passed the address of a row
            naming[n] = lanes[i];
            rows[n++] = addresses[i];
        }
    tally->lanes += count;
    if (!atomic_load_explicit(&place->sampled, memory_order_relaxed))
        count_sample(place, rows, naming, n);
    matrix_passes(tally, rows, naming, n);
}

// ---- The copy engine ----------------------------------------------------------------------------

void count_bulk(const struct box *box, bool load)
{
    struct worker_counts *c = my_counts();
    c->bulk[!load].requests++;
    for (unsigned i = 0; i < box_rows(box); i++) {
        const struct box_row row = box_row(box, i);
        if (load) // the part outside the matrix is requested, too, though it is not delivered
            c->bulk[!load].sectors += (row.row_bytes - row.bytes + SECTOR - 1) / SECTOR;
        if (row.bytes == 0)
            continue;
        c->bulk[!load].bytes += row.bytes;
        c->bulk[!load].sectors +=
            (long long)((row.global + row.bytes - 1) / SECTOR - row.global / SECTOR + 1);
    }
}
