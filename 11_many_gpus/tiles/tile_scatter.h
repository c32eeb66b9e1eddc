// SPDX-License-Identifier: MIT
//
// tile_scatter.h: a tile of C goes to the GPUs that keep its rows, and a GPU adds the parts of its
// own rows before it stores them. Part of tuned_tile.h's kernel.
//
// No GPU waits for ever. A tile with a rank's own rows waits only for parts that its peers send in
// an earlier turn or, if the ranks do not take turns, before their own rows. A tile with rows of
// several owners is sent first, and then waits; all its owners compute such tiles in the same
// order.

// The flag of a warpgroup's rows of a tile, the same on all ranks.
static __device__ __forceinline__ int flag_of(const struct hopper_params *p, struct tile_place c,
                                              int consumer)
{
    return (c.row * READERS + (TURNS ? 0 : consumer)) * (p->tiles_n * ACROSS) + c.col;
}

// Sets the flags of the part that was stored last, when it has reached its owners' memory. Only the
// first thread of a warpgroup stores parts and sets flags.
static __device__ __forceinline__ void tell_owners(const struct hopper_params *p,
                                                   struct packed *packed)
{
    const struct tiles_params *const all = many(p);
    if (threadIdx.x % HOPPER_WARPGROUP != 0 || packed->untold < 0)
        return;
    bulk_wait_group(0);
    for (int q = packed->first_owner; q <= packed->last_owner; q++)
        if (q != all->number)
            flag_release(&all->part_sent[q][packed->untold], all->turn);
    packed->untold = -1;
}

// Slices that wait are stored one by one during the next tile's products. A link is slower than
// this GPU's memory, so they are stored at equal distances.
static __device__ __forceinline__ void send_packed(const struct hopper_params *p,
                                                   struct slices *slices, int barrier,
                                                   struct packed *packed, int k_tile)
{
    if (!DEFERRED || !packed->waiting)
        return;
    if (k_tile == p->k_tiles - 2 && packed->sent == SLICES)
        tell_owners(p, packed); // while the last products are computed
    if (k_tile != packed->due || packed->sent >= SLICES)
        return;
    store_packed(p, slices, barrier, packed, packed->sent, packed->sent + 1);
    packed->sent++;
    packed->due += SCATTERS && p->k_tiles >= SLICES ? p->k_tiles / SLICES : 1;
}

// ---- Sums of all ranks --------------------------------------------------------------------------

// The parts of other ranks for 64 rows are copied box by box from the inbox to shared memory, and
// ldmatrix loads them in the order of the sums: the steps of a tile's store in reverse. Box b is
// slice b / others of the rows; C itself is one more part if beta is not 0.
struct boxes {
    int others;      // parts of each slice
    int row, col;    // of the first slice, in this rank's C
    int taken, last; // boxes since the kernel began: those that were added, and the end
};

static __device__ __forceinline__ void init_boxes(struct ring *ring)
{
    for (int c = 0; c < CONSUMERS; c++)
        for (int i = 0; i < SLICE_BUFFERS; i++)
            mbarrier_init(&ring->part_full[c][i], 1);
}

static __device__ __forceinline__ void ask_for_box(const struct hopper_params *p,
                                                   struct slices *slices, uint64_t *full,
                                                   const struct boxes *b, int ahead)
{
    const struct tiles_params *const all = many(p);
    const int box = b->taken + ahead;
    if (threadIdx.x % HOPPER_WARPGROUP != 0 || box >= b->last)
        return;
    const int number = box - (b->last - PARTS * PART_SLICES * b->others);
    const int part = number % b->others, slice = number / b->others;
    const int rank = part < all->number ? part : part + 1;
    const bool is_c = !SCATTERS || rank >= all->count;
    uint64_t *const barrier = &full[box % SLICE_BUFFERS];
    unsigned char *const to = slices->bytes[box % SLICE_BUFFERS];
    const int row = b->row + 64 * (slice / PART_SLICES);
    const int col = b->col + slice_first_16(slice % PART_SLICES, BN);
    fence_proxy_async(); // threads have read the buffer
    mbarrier_arrive_expect_tx(barrier, SLICE_BYTES);
    if (is_c) {
        tma_load_2d(to, &p->c, barrier, col, row);
        return;
    }
    // For rows that other ranks keep, and columns beyond C, a slice that has arrived: the sums are
    // stored nowhere.
    const int last = (all->own_rows - 1) / 64 * 64;
    const int some_row = row < 0 ? 0 : smaller(row, last), some_col = col < p->n ? col : b->col;
    bulk_load(to, all->from[rank] + slice_at(p, some_row, some_col), SLICE_BYTES, barrier);
}

// sum += scale * a slice, for columns `skip` to 63: a multiple of 8.
static __device__ __forceinline__ void add_slice(HOPPER_SUM *sum, const unsigned char *slice,
                                                 float scale, int skip)
{
    const int thread = (int)threadIdx.x % HOPPER_WARPGROUP, lane = thread % 32;
    const int row = thread / 32 * 16 + lane % 16;
#pragma unroll
    for (int i = 0; i < SLICE_COLS_16 / 16; i++) {
        uint32_t two[4];
        ldmatrix_x4(two, slice + row * HOPPER_ROW + ((2 * i + lane / 16) ^ row % 8) * 16);
#pragma unroll
        for (int j = 0; j < 4; j++)
            if (16 * i + j / 2 * 8 >= skip) {
                sum[8 * i + 2 * j] += scale * __uint_as_float(two[j] << 16);
                sum[8 * i + 2 * j + 1] += scale * __uint_as_float(two[j] & 0xFFFF0000u);
            }
    }
}

// acc = alpha acc + the parts of all other ranks, in the order of their numbers, + beta C. Rows
// that other ranks keep are added up, too, but stored nowhere.
static __device__ __forceinline__ void add_parts(const struct hopper_params *p,
                                                 struct slices *slices, uint64_t *full, int barrier,
                                                 HOPPER_SUM acc[][BN / 2], struct boxes *b)
{
    const struct tiles_params *const all = many(p);
    for (int i = 0; i < SLICE_BUFFERS; i++)
        ask_for_box(p, slices, full, b, i);
#pragma unroll
    for (int s = 0; s < PARTS * PART_SLICES; s++) {
        const int first = slice_first_16(s % PART_SLICES, BN);
        HOPPER_SUM *const sum = &acc[s / PART_SLICES][first / 2];
        const int skip = s % PART_SLICES * SLICE_COLS_16 - first;
#pragma unroll
        for (int i = 0; i < SLICE_COLS_16 / 2; i++)
            if (i >= skip / 2)
                sum[i] *= p->alpha;
#pragma unroll 1
        for (int part = 0; part < b->others; part++) {
            const int buffer = b->taken % SLICE_BUFFERS;
            const bool is_c = all->beta != 0 && part == b->others - 1;
            mbarrier_wait_parity(&full[buffer], b->taken / SLICE_BUFFERS % 2);
            add_slice(sum, slices->bytes[buffer], is_c ? all->beta : 1, skip);
            barrier_sync(barrier, HOPPER_WARPGROUP); // all have read it
            ask_for_box(p, slices, full, b, SLICE_BUFFERS);
            b->taken++;
        }
    }
}

// Stores the sums of this rank's rows to its C.
static __device__ __forceinline__ void store_own(const struct hopper_params *p,
                                                 struct slices *slices, int barrier,
                                                 const HOPPER_SUM acc[][BN / 2], int *stored,
                                                 int row, int col)
{
#pragma unroll
    for (int s = 0; s < PARTS * PART_SLICES; s++) {
        const int at = row + 64 * (s / PART_SLICES), first = slice_first_16(s % PART_SLICES, BN);
        uint32_t packed[SLICE_COLS_16 / 4];
        pack_16(packed, &acc[s / PART_SLICES][first / 2], SLICE_COLS_16, 1, HOPPER_C_BF16);
        unsigned char *const slice = next_slice_16(slices, barrier, packed, (*stored)++);
        if (threadIdx.x % HOPPER_WARPGROUP == 0) {
            if (at >= 0 && at < many(p)->own_rows)
                tma_store_2d(&p->c, slice, col + first, at);
            bulk_commit_group();
        }
    }
}

// Returns when all parts of a warpgroup's rows have arrived and no store still reads a slice.
static __device__ __forceinline__ void wait_for_parts(const struct hopper_params *p, int barrier,
                                                      int flag)
{
    const struct tiles_params *const all = many(p);
    const int lane = (int)threadIdx.x % HOPPER_WARPGROUP;
    if (lane < 32) { // the first warp, whose first thread starts the copies
        if (SCATTERS && lane < all->count && lane != all->number)
            flag_wait(&all->part_arrived[lane][flag], all->turn);
        __syncwarp();
        fence_proxy_async_global(); // TMA reads what the flags announced
        if (lane == 0)
            bulk_wait_group_read(0);
    }
    barrier_sync(barrier, HOPPER_WARPGROUP);
}

// What a warpgroup does with its sums: stores them to C; or sends them to the owners of their rows,
// and finishes what its own GPU keeps.
static __device__ __forceinline__ void send_tile(const struct hopper_params *p, struct ring *ring,
                                                 int consumer, HOPPER_SUM acc[][BN / 2],
                                                 struct packed *packed, struct tile_place c,
                                                 int row, int col)
{
    const struct tiles_params *const all = many(p);
    struct slices *const slices = &ring->slices[consumer];
    const int barrier = 1 + consumer;
    const int own = all->own_first, own_end = own + all->own_rows;
    const int end = smaller(row + 64 * PARTS, p->m); // of the rows
    const int flag = flag_of(p, c, consumer);
    const bool sends = SCATTERS ? row < end && (row < own || end > own_end) : all->beta == 0;
    if (SCATTERS)
        tell_owners(p, packed); // of the last tile: its stores began long ago
    if (sends && SCATTERS) {
        packed->first_owner = row / all->each, packed->last_owner = (end - 1) / all->each;
        if (threadIdx.x % HOPPER_WARPGROUP == 0)
            wait_for_inboxes(p, packed->first_owner, packed->last_owner, &packed->free);
        packed->untold = flag;
    }
    if (sends)
        store_tile_16(p, slices, barrier, acc, packed, row, col, HOPPER_C_BF16);
    packed->sent = packed->due = 0;
    if (TURNS && SCATTERS)
        tell_owners(p, packed); // the other warpgroup multiplies
    if (row >= own_end || end <= own || (sends && !SCATTERS))
        return;
    store_rest(p, slices, barrier, packed, 0);
    tell_owners(p, packed);
    wait_for_parts(p, barrier, flag);
    const int others = (SCATTERS ? all->count - 1 : 0) + (all->beta != 0);
    struct boxes boxes = {others, row - own, col, packed->boxes,
                          packed->boxes + PARTS * PART_SLICES * others};
    add_parts(p, slices, ring->part_full[consumer], barrier, acc, &boxes);
    packed->boxes = boxes.taken;
    store_own(p, slices, barrier, acc, &packed->stored, row - own, col);
}
