// SPDX-License-Identifier: MIT
//
// emu/device/warp_tile.h: thread_block_tile, a part of cooperative_groups.h: 1, 2, 4 ... 32
// neighbouring lanes of a warp, or 64 ... 1024 neighbouring threads of a block.
#ifndef EMU_WARP_TILE_H
#define EMU_WARP_TILE_H

#include "thread_group.h"

namespace cooperative_groups
{

namespace emu_detail
{

template <unsigned int Size, bool OneWarp> class tile;

template <unsigned int Size> class tile<Size, true> : public thread_group
{
  protected:
    EMU_CG tile(unsigned rank, unsigned size)
        : thread_group(of_lanes, lanes_from(lane() & ~(Size - 1), Size), rank, size)
    {
    }

  public:
    EMU_CG void sync() const { emu_syncwarp(mask); }
    static EMU_CG unsigned thread_rank() { return lane() & (Size - 1); }
    EMU_CG unsigned get_mask() const { return mask; }

    template <class Value> EMU_CG Value shfl(Value value, int rank) const
    {
        return shuffle(EMU_SHFL_IDX, mask, value, rank, Size);
    }
    template <class Value> EMU_CG Value shfl_up(Value value, unsigned delta) const
    {
        return shuffle(EMU_SHFL_UP, mask, value, (int)delta, Size);
    }
    template <class Value> EMU_CG Value shfl_down(Value value, unsigned delta) const
    {
        return shuffle(EMU_SHFL_DOWN, mask, value, (int)delta, Size);
    }
    template <class Value> EMU_CG Value shfl_xor(Value value, unsigned lane_mask) const
    {
        return shuffle(EMU_SHFL_XOR, mask, value, (int)lane_mask, Size);
    }
    EMU_CG int any(int predicate) const { return (int)emu_vote(EMU_VOTE_ANY, mask, predicate); }
    EMU_CG int all(int predicate) const { return (int)emu_vote(EMU_VOTE_ALL, mask, predicate); }
    EMU_CG unsigned ballot(int predicate) const
    {
        return emu_vote(EMU_VOTE_BALLOT, mask, predicate) >> __builtin_ctz(mask);
    }
    template <class Value> EMU_CG unsigned match_any(Value value) const
    {
        return emu_match_any(mask, match_bits(value)) >> __builtin_ctz(mask);
    }
    template <class Value> EMU_CG unsigned match_all(Value value, int &predicate) const
    {
        return emu_match_all(mask, match_bits(value), &predicate) >> __builtin_ctz(mask);
    }
};

// A tile of several warps: as in CUDA, it is no thread_group, and has no other shuffle and no
// ballot.
template <unsigned int Size> class tile<Size, false>
{
  protected:
    unsigned meta_rank, meta_size;
    EMU_CG tile(unsigned rank, unsigned size) : meta_rank(rank), meta_size(size) {}

  public:
    EMU_CG void sync() const { emu_tile_sync(Size); }
    static EMU_CG unsigned thread_rank() { return rank_in_block() & (Size - 1); }

    template <class Value> EMU_CG Value shfl(Value value, int rank) const
    {
        Value result = value;
        const char *all = (const char *)emu_tile_exchange(Size, &value, sizeof value);
        emu_copy_bits(&result, all + ((unsigned)rank & (Size - 1)) * sizeof value, sizeof value);
        return result;
    }
    EMU_CG int any(int predicate) const { return votes(predicate) != 0; }
    EMU_CG int all(int predicate) const { return votes(predicate) == Size; }

  private:
    EMU_CG unsigned votes(int predicate) const
    {
        const char mine = predicate != 0;
        char all[Size];
        unsigned count = 0;
        emu_copy_bits(all, emu_tile_exchange(Size, &mine, 1), Size);
        for (unsigned i = 0; i < Size; i++)
            count += (unsigned)all[i];
        return count;
    }
};

} // namespace emu_detail

template <unsigned int Size, typename ParentT = void> class thread_block_tile;

template <unsigned int Size>
class thread_block_tile<Size, void> : public emu_detail::tile<Size, Size <= 32>
{
    static_assert(Size && (Size & (Size - 1)) == 0, "the size of a tile is a power of two");
    static_assert(Size <= 1024, "a block has no more than 1024 threads");

  protected:
    EMU_CG thread_block_tile(unsigned rank, unsigned size)
        : emu_detail::tile<Size, Size <= 32>(rank, size)
    {
    }
    friend thread_block_tile<1, void> this_thread();

  public:
    static EMU_CG constexpr unsigned num_threads() { return Size; }
    static EMU_CG constexpr unsigned size() { return Size; }
    EMU_CG unsigned meta_group_rank() const { return this->meta_rank; }
    EMU_CG unsigned meta_group_size() const { return this->meta_size; }
};

// A tile with the type of its parent group.
template <unsigned int Size, typename ParentT>
class thread_block_tile : public thread_block_tile<Size, void>
{
    static EMU_CG unsigned parts(const ParentT &parent)
    {
        return ((unsigned)parent.num_threads() + Size - 1) / Size;
    }

  public:
    EMU_CG thread_block_tile(const ParentT &parent)
        : thread_block_tile<Size, void>((unsigned)parent.thread_rank() / Size, parts(parent))
    {
    }
};

} // namespace cooperative_groups

#endif
