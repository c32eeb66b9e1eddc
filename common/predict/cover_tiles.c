// SPDX-License-Identifier: MIT
//
// A sector of 32 bytes arrives past L1 and goes to 32 bytes of the tile, unchanged or with its two
// 16-byte vectors exchanged: a transfer. One pass makes consecutive transfers, lane by lane, within
// 128 bytes on either side, all with vectors exchanged or none, and each sector to one place. If
// the vectors of a sector go to two places, these are two transfers, and the sector is read twice.
// A quarter of a warp that reads nothing stores its zeros, as a store would. (Found with Nsight
// Compute on an H200: emu/validate/counter_kernels/async_copy.h.)
//
// The cost of a tile depends on how many of its rows and columns are inside of the matrix and on
// where in 128 bytes it begins. There are few such cases, and each is computed once.
#include "cover_tiles.h"

#include "../device/gemm/vectors.h"
#include "../device/index.h"
#include "sectors.h"

enum { SECTOR_VECTORS = 2, LINE_VECTORS = 8, QUARTER = 8, WARP = 32 };

// One request: the vectors that its lanes copy, in order. Sources and targets, counted in vectors;
// from < 0: no source.
struct request {
    long long from[WARP];
    int to[WARP];
};

// The transfers of one pass: the target of each sector within its line, or -1.
struct pass {
    long long from_line;
    int to_line;
    bool exchanged;
    int place_of[LINE_VECTORS / SECTOR_VECTORS];
};

static bool place_taken(const struct pass *pass, int place)
{
    for (int i = 0; i < LINE_VECTORS / SECTOR_VECTORS; i++)
        if (pass->place_of[i] == place)
            return true;
    return false;
}

// What a request reads, and the passes for it.
static void add_transfers(struct tile_traffic *sum, const struct request *r)
{
    struct pass pass = {.from_line = -1};
    for (int lane = 0; lane < WARP; lane++) {
        const long long from = r->from[lane];
        const int to = r->to[lane];
        if (from < 0)
            continue;
        const int sector = (int)(from % LINE_VECTORS / SECTOR_VECTORS);
        const int place = to % LINE_VECTORS / SECTOR_VECTORS;
        const bool exchanged = (from - to) % SECTOR_VECTORS != 0;
        bool joins = pass.from_line == from / LINE_VECTORS && pass.to_line == to / LINE_VECTORS &&
                     pass.exchanged == exchanged;
        if (joins && pass.place_of[sector] == place)
            continue; // its other vector was counted with the first
        joins = joins && pass.place_of[sector] < 0 && !place_taken(&pass, place);
        if (!joins) {
            pass =
                (struct pass){from / LINE_VECTORS, to / LINE_VECTORS, exchanged, {-1, -1, -1, -1}};
            sum->wavefronts++;
        }
        pass.place_of[sector] = place;
        sum->sectors++;
    }
}

// The passes for the stores of a quarter of a warp.
static int passes_of_quarter(const int *to)
{
    int passes = 0, used[LINE_VECTORS] = {0};
    for (int i = 0; i < QUARTER; i++) {
        const int now = ++used[to[i] % LINE_VECTORS];
        passes = now > passes ? now : passes;
    }
    return passes;
}

static bool reads_nothing(const long long *from)
{
    for (int i = 0; i < QUARTER; i++)
        if (from[i] >= 0)
            return false;
    return true;
}

// A load of the part inside, and a store of that part and of zeros. Lanes read in order of address.
static void add_at_once(struct tile_traffic *sum, const struct request *r)
{
    long long last = -1;
    for (int lane = 0; lane < WARP; lane++)
        if (r->from[lane] >= 0) {
            sum->sectors += r->from[lane] / SECTOR_VECTORS != last;
            last = r->from[lane] / SECTOR_VECTORS;
        }
    for (int lane = 0; lane < WARP; lane += QUARTER)
        sum->wavefronts += passes_of_quarter(r->to + lane);
}

static void add_past_l1(struct tile_traffic *sum, const struct request *r)
{
    add_transfers(sum, r);
    for (int lane = 0; lane < WARP; lane += QUARTER)
        if (reads_nothing(r->from + lane)) // otherwise zeros are stored together with what is read
            sum->wavefronts += passes_of_quarter(r->to + lane);
}

static void add_request(struct tile_traffic *sum, const struct request *r, bool at_once)
{
    const long long before = sum->sectors;
    if (at_once)
        add_at_once(sum, r);
    else
        add_past_l1(sum, r);
    sum->requests++;
    sum->reads += sum->sectors > before;
    for (int lane = 0; lane < WARP; lane++)
        sum->lanes += r->from[lane] >= 0;
}

// A tile with m x n elements inside of the matrix. It begins `first` vectors after a multiple of
// 128 bytes.
static struct tile_traffic count_tile(const struct shared_tile *t, int m, int n, int ld, int first)
{
    struct tile_traffic sum = {.bytes = (long long)m * n * t->element};
    const int width = VECTOR_BYTES / t->element; // elements of a vector
    const int across = t->cols / width;
    for (int vector = 0; vector < t->rows * across; vector += WARP) {
        struct request r;
        for (int lane = 0; lane < WARP; lane++) {
            const int row = (vector + lane) / across, col = (vector + lane) % across * width;
            r.from[lane] = row < m && col < n ? first + row_major(row, col, ld) / width : -1;
            r.to[lane] = swizzled(t->swizzle, row * t->stride + col) / width;
        }
        add_request(&sum, &r, t->at_once);
    }
    return sum;
}

static void add(struct tile_traffic *sum, const struct tile_traffic *tile, long long times)
{
    sum->requests += times * tile->requests;
    sum->reads += times * tile->reads;
    sum->sectors += times * tile->sectors;
    sum->bytes += times * tile->bytes;
    sum->wavefronts += times * tile->wavefronts;
    sum->lanes += times * tile->lanes;
}

struct tile_traffic cover_tiles(const struct shared_tile *t, int m, int n, int ld)
{
    struct tile_traffic sum = {0},
                        known[2][2][LINE_VECTORS] = {0}; // [cut in rows][in columns][first]
    // After this many tiles, down or across, the position within lines repeats.
    const int period = LINE_VECTORS * VECTOR_BYTES / t->element;
    const int down = m / t->rows, across = n / t->cols; // whole ones
    for (int i = 0; i < ceil_div(m, t->rows); i = next_place(i, down, period))
        for (int j = 0; j < ceil_div(n, t->cols); j = next_place(j, across, period)) {
            const int row = i * t->rows, col = j * t->cols;
            const int rows = smaller(t->rows, m - row), cols = smaller(t->cols, n - col);
            const int first =
                (int)(row_major(row, col, ld) * t->element / VECTOR_BYTES % LINE_VECTORS);
            struct tile_traffic *tile = &known[rows < t->rows][cols < t->cols][first];
            if (tile->requests == 0)
                *tile = count_tile(t, rows, cols, ld, first);
            add(&sum, tile,
                (i < down ? alike(i, down, period) : 1) *
                    (j < across ? alike(j, across, period) : 1));
        }
    return sum;
}
