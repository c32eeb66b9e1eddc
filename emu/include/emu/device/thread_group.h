// SPDX-License-Identifier: MIT
//
// emu/device/thread_group.h: the common base of cooperative groups: ranks of lanes, exchanges
// between the lanes of a mask, and thread_group, the base class of all groups.
#ifndef EMU_THREAD_GROUP_H
#define EMU_THREAD_GROUP_H

#include <stdint.h>
#include <string.h>

#include "../../emu.h"
#include "cluster.h"
#include "intrinsics.h"

#define EMU_CG inline __attribute__((always_inline))

namespace cooperative_groups
{

// ---- Internal helpers ---------------------------------------------------------------------------

namespace emu_detail
{

EMU_INLINE unsigned rank_in_block()
{
    const uint3 t = ::threadIdx;
    const dim3 n = ::blockDim;
    return (t.z * n.y + t.y) * n.x + t.x;
}
EMU_INLINE unsigned block_size()
{
    const dim3 n = ::blockDim;
    return n.x * n.y * n.z;
}
EMU_INLINE unsigned lane() { return rank_in_block() % 32; }
EMU_INLINE unsigned count(unsigned mask) { return (unsigned)__builtin_popcount(mask); }
EMU_INLINE unsigned lanes_below(unsigned mask, unsigned lane) { return mask & ((1u << lane) - 1); }

// `size` neighbouring lanes starting at `first`.
EMU_INLINE unsigned lanes_from(unsigned first, unsigned size)
{
    return (size >= 32 ? ~0u : (1u << size) - 1) << first;
}

// The lane of the rank-th member of mask.
EMU_INLINE int lane_of_rank(unsigned mask, unsigned rank)
{
    return (int)__fns(mask, 0, (int)rank + 1);
}

// Compacts the bits of `lanes` that belong to members of mask, in the order of ranks.
EMU_INLINE unsigned lanes_to_ranks(unsigned lanes, unsigned mask)
{
    unsigned ranks = 0, rank = 0;
    for (unsigned rest = mask; rest; rest &= rest - 1, rank++)
        ranks |= (lanes >> __builtin_ctz(rest) & 1) << rank;
    return ranks;
}

// Shuffles a value of any trivially copyable type: one exchange per 4 bytes.
template <class Value>
EMU_CG Value shuffle(enum emu_shuffle kind, unsigned mask, const Value &value, int lane, int width)
{
    uint32_t words[(sizeof(Value) + 3) / 4] = {0};
    memcpy(words, (const void *)&value, sizeof(Value));
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        words[i] = emu_shfl(kind, mask, words[i], lane, width);
    Value result = value;
    memcpy((void *)&result, words, sizeof(Value));
    return result;
}

template <class Value> EMU_CG uint64_t match_bits(const Value &value)
{
    static_assert(sizeof(Value) <= 8, "match_any and match_all compare values of up to 8 bytes");
    uint64_t bits = 0;
    memcpy(&bits, (const void *)&value, sizeof(Value));
    return bits;
}

enum group_kind { of_block, of_lanes, of_grid, of_cluster };

} // namespace emu_detail

// ---- thread_group: a group whose kind is known only at run time ---------------------------------

class thread_group
{
  protected:
    emu_detail::group_kind kind;
    unsigned mask;                 // for a set of lanes
    unsigned meta_rank, meta_size; // index and number of the parts of the parent

    EMU_CG thread_group(emu_detail::group_kind k, unsigned lanes, unsigned rank, unsigned size)
        : kind(k), mask(lanes), meta_rank(rank), meta_size(size)
    {
    }
    friend thread_group tiled_partition(const thread_group &parent, unsigned size);

  public:
    EMU_CG void sync() const
    {
        if (kind == emu_detail::of_block)
            emu_syncthreads();
        else if (kind == emu_detail::of_grid)
            emu_grid_sync();
        else if (kind == emu_detail::of_cluster) {
            emu_cluster_arrive();
            emu_cluster_wait();
        } else
            emu_syncwarp(mask);
    }
    EMU_CG unsigned long long thread_rank() const;
    EMU_CG unsigned long long num_threads() const;
    EMU_CG unsigned long long size() const { return num_threads(); }
};

} // namespace cooperative_groups

#endif
