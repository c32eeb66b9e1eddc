// SPDX-License-Identifier: MIT
#include "banks.h"

static bool takes_part(const struct bank_request *r, int lane) { return !(r->absent >> lane & 1); }

// Does each lane need the same word as the lane whose number differs by `step`, if there is one?
static bool pairs_agree(const struct bank_request *r, int first, int count, int step)
{
    for (int lane = first; lane < first + count; lane++) {
        const int other = lane ^ step;
        if (other < first + count && takes_part(r, lane) && takes_part(r, other) &&
            r->address[lane] != r->address[other])
            return false;
    }
    return true;
}

// words[bank] of lanes [first, first + count): each word once, for any number of lanes that need
// it.
static struct bank_part serve(const struct bank_request *r, int first, int count)
{
    struct bank_part part = {.first = first, .count = count, .passes = 1};
    long long taken[WARP_LANES * 4];
    int different = 0;
    for (int lane = first; lane < first + count; lane++)
        for (int w = 0;
             takes_part(r, lane) && w < (r->bytes > BANK_BYTES ? r->bytes / BANK_BYTES : 1); w++) {
            const long long word = r->address[lane] / BANK_BYTES + w;
            int i = 0;
            while (i < different && taken[i] != word)
                i++;
            if (i < different)
                continue;
            taken[different++] = word;
            const int bank = (int)(word % BANKS);
            part.words[bank]++;
            part.passes = part.words[bank] > part.passes ? part.words[bank] : part.passes;
        }
    part.ideal = (different + BANKS - 1) / BANKS;
    return part;
}

struct bank_passes bank_passes_of(const struct bank_request *r)
{
    struct bank_passes all = {0};
    const int lanes = r->bytes == 16 ? WARP_LANES / 4 : r->bytes == 8 ? WARP_LANES / 2 : WARP_LANES;
    for (int first = 0, count; first < r->lanes; first += count) {
        int together = r->bytes > BANK_BYTES ? 2 * lanes : lanes;
        together -= first % together;
        together = together < r->lanes - first ? together : r->lanes - first;
        const bool merged =
            r->bytes > BANK_BYTES && !r->is_store && !r->is_ldmatrix &&
            (pairs_agree(r, first, together, 1) || pairs_agree(r, first, together, 2));
        count = merged || together < lanes ? together : lanes;
        const unsigned members = (count == WARP_LANES ? ~0u : (1u << count) - 1) << first;
        if ((r->absent & members) == members)
            continue;
        struct bank_part *part = &all.part[all.part_count++];
        *part = serve(r, first, count);
        if (!merged)
            part->ideal = 1;
        all.passes += part->passes;
        all.conflicts += part->passes - part->ideal;
    }
    return all;
}
