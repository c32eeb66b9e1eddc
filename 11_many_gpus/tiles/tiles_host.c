// SPDX-License-Identifier: MIT
#include "tiles_host.h"

#include <string.h>

#include "../../common/device/cuda_check.h"
#include "../../common/device/gemm/raster.h"
#include "../../common/device/index.h"

// ---- Kernels ------------------------------------------------------------------------------------

static tiles_launch_fn *const launchers[][MANY_OPERATIONS] = {
#define LAUNCHERS(name) \
    [TUNED_##name] = {[MANY_ALL_GATHER] = tiles_##name##_gather, \
                      [MANY_REDUCE_SCATTER] = tiles_##name##_scatter, \
                      [MANY_GRID] = tiles_##name##_grid},
    TILES_OF_MANY(LAUNCHERS)
#undef LAUNCHERS
};

// alone: the factor for kernels whose epilogue keeps the tensor cores waiting; largest: for the
// tile that reads the fewest bytes for a multiply-add.
static enum tuned_kernel choose(const struct gemm_problem *p, double alone, double largest)
{
    static const enum tuned_kernel kernels[] = {
#define NUMBER(name) TUNED_##name,
        TILES_OF_MANY(NUMBER)
#undef NUMBER
    };
    enum tuned_kernel best = kernels[0];
    double least = 0;
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        const double cycles = tuned_tile_cycles(p, HOPPER_C_BF16, raster_places(), kernels[i]) *
                              (tuned_shape(kernels[i]).turns ? 1 : alone) *
                              (kernels[i] == TUNED_128x256 ? largest : 1);
        if (i == 0 || cycles < least)
            least = cycles, best = kernels[i];
    }
    return best;
}

enum tuned_kernel tiles_kernel(int m, int n, int k)
{
    const struct gemm_problem p = {.trans_b = true, .m = m, .n = n, .k = k};
    return choose(&p, 1, 1);
}

double tiles_cycles(int m, int n, int k)
{
    const struct gemm_problem p = {.trans_b = true, .m = m, .n = n, .k = k};
    return tuned_tile_cycles(&p, HOPPER_C_BF16, raster_places(), tiles_kernel(m, n, k));
}

int tiles_rounds(int m, int n, int k)
{
    const struct hopper_shape s = tuned_shape(tiles_kernel(m, n, k));
    return ceil_div(ceil_div(ceil_div(m, s.bm), s.down) * ceil_div(ceil_div(n, s.bn), s.across),
                    hopper_clusters(s.down * s.across));
}

static struct hopper_shape shape_of(enum tuned_kernel kernel)
{
    struct hopper_shape s = tuned_shape(kernel);
    s.type = WGMMA_OF_BF16;
    s.type_c = HOPPER_C_BF16;
    return s;
}

static struct gemm gemm_of(int m, int n, int k, const uint16_t *A, int lda, const uint16_t *B,
                           int ldb, uint16_t *C, int ldc)
{
    return (struct gemm){.problem = {.trans_b = true,
                                     .m = m,
                                     .n = n,
                                     .k = k,
                                     .alpha = 1,
                                     .lda = lda,
                                     .ldb = ldb,
                                     .ldc = ldc},
                         .A = A,
                         .B = B,
                         .C = C};
}

// False if TMA cannot read A or B, or store C.
static bool params_of(struct hopper_params *p, enum tuned_kernel kernel, const struct gemm *g)
{
    const struct hopper_shape s = shape_of(kernel);
    const struct hopper_operands operands = hopper_operands(s, g);
    struct failure why;
    return operands.a.pack.rows == 0 && operands.b.pack.rows == 0 &&
           hopper_params(p, s, g, &operands, &why) && p->c_by_tma;
}

static int rows_of_cluster(enum tuned_kernel kernel)
{
    const struct hopper_shape s = tuned_shape(kernel);
    return s.bm * s.down;
}

// Rows of A to a flag if the kernel fetches them; rows of A or B to a flag of a grid: as many as
// the first round of tiles needs. With smaller chunks the copy engine pauses more often.
enum { FETCHED_CHUNK = 128, CHUNK = 2048 };
// Slices of k, if the kernel fetches them one after another: narrow rows take longer to copy.
enum { MOST_SLICES = 2 * SLICES_OF_K, NARROWEST_LOG = 2 };

// ---- What ranks share ---------------------------------------------------------------------------

// The words of MEMORY_FLAGS: `ready` and `done` by rank, then flags of chunks of A, or of tiles.
enum { READY = 0, DONE = MANY_MOST, FLAGS = 2 * MANY_MOST };

static struct tiles_rank words_of(const struct rank *rank, const struct many_gemm *g)
{
    uint32_t *const words = rank->memory[MEMORY_FLAGS];
    return (struct tiles_rank){
        .A = g->A[rank->number], .ready = words + READY, .done = words + DONE};
}

static int panel_of(int rows, int most) { return rows < 1 ? 1 : smaller(rows, most); }

static void set_ranks(struct tiles_plan *plan, const struct rank *me, const struct many_gemm *g,
                      int first_row)
{
    struct tiles_params *const p = &plan->p;
    p->each = many_rows(g, me->count, 0).each;
    const int panel = p->each / rows_of_cluster(plan->kernel);
    p->number = me->number, p->count = me->count;
    p->g.panel = panel_of(panel, TUNED_PANEL);
    p->g.alpha = g->alpha;
    p->beta = g->beta;
    p->first_row = first_row % p->g.tiles_m;
    p->mine = words_of(me, g);
    for (int q = 0; q < me->count; q++)
        p->peers[q] = words_of(&me->all->rank[q], g);
}

// A plan is made once for operands and memory: making it takes longer than a launch. A rank keeps
// one for each way. It counts allocations and does not compare addresses: its new memory may be
// where the old memory was, while a peer's is elsewhere. Then all ranks must make their plans anew.
enum way { STREAMS_FETCH, WARPS_FETCH, SCATTER, GRID, WAYS };
static const enum many_operation operation_of[] = {[STREAMS_FETCH] = MANY_ALL_GATHER,
                                                   [WARPS_FETCH] = MANY_ALL_GATHER,
                                                   [SCATTER] = MANY_REDUCE_SCATTER,
                                                   [GRID] = MANY_GRID};

static struct kept_plan {
    struct many_gemm g;
    unsigned allocated[MEMORY_OF_PLANS];
    bool is_made, fits;
    struct tiles_plan plan;
} kept[MANY_MOST][WAYS];

bool many_is_same(const struct many_gemm *a, const struct many_gemm *b)
{
    bool same = a->operation == b->operation && a->m == b->m && a->n == b->n && a->k == b->k &&
                a->alpha == b->alpha && a->beta == b->beta && a->lda == b->lda &&
                a->ldb == b->ldb && a->ldc == b->ldc;
    for (int i = 0; i < MANY_MOST; i++)
        same = same && a->A[i] == b->A[i] && a->B[i] == b->B[i] && a->C[i] == b->C[i];
    return same;
}

static struct tiles_plan *plan_of(struct rank *me, const struct many_gemm *g, enum way way,
                                  bool make(struct tiles_plan *plan, const struct rank *me,
                                            const struct many_gemm *g))
{
    struct kept_plan *const k = &kept[me->number][way];
    me->turn++;
    if (!k->is_made || !many_is_same(&k->g, g) ||
        memcmp(k->allocated, me->allocated, sizeof k->allocated) != 0) {
        ranks_barrier(me->all); // now every rank has its memory
        k->plan = (struct tiles_plan){.operation = operation_of[way]};
        k->is_made = true;
        k->g = *g;
        k->plan.p.fetches = way == WARPS_FETCH;
        memcpy(k->allocated, me->allocated, sizeof k->allocated);
        k->fits = make(&k->plan, me, g);
    }
    k->plan.p.turn = me->turn;
    return k->fits ? &k->plan : NULL;
}

// ---- All-gather ---------------------------------------------------------------------------------

// Of the k-tiles in a slice.
static int slice_log_of(int lda)
{
    int log = 0;
    while ((SLICES_OF_K << (log + 1)) * HOPPER_BK <= lda)
        log++;
    while (lda % (HOPPER_BK << log) != 0 && log > 0)
        log--;
    return log;
}

// With one round, all tiles are computed at the same time. Then the rows arrive slice by slice of
// k. Otherwise every tile of a peer's rows would wait until the last row has arrived.
int tiles_slices(int lda, int rounds)
{
    const int log = slice_log_of(lda), slices = lda / (HOPPER_BK << log);
    return rounds == 1 && log >= NARROWEST_LOG && slices <= MOST_SLICES ? slices : 1;
}

static bool make_gather(struct tiles_plan *plan, const struct rank *me, const struct many_gemm *g)
{
    const struct many_part rows = many_rows(g, me->count, me->number);
    const struct many_part cols = many_cols(g, me->count, me->number);
    struct tiles_params *const p = &plan->p;
    struct hopper_params own;
    const int last = many_cols(g, me->count, me->count - 1).size;
    if (last == 0 || last % 8 != 0 || cols.each % 8 != 0 || g->alpha == 0) // on all ranks
        return false;
    const struct gemm all = gemm_of(g->m, cols.size, g->k, me->memory[MEMORY_GATHERED], g->lda,
                                    g->B[me->number], g->ldb, g->C[me->number], g->ldc);
    struct gemm_problem same = all.problem;
    same.n = cols.each; // so that all ranks choose the same kernel
    plan->kernel = choose(&same, 1, 1);
    if (!params_of(&p->g, plan->kernel, &all))
        return false;
    set_ranks(plan, me, g, ceil_div(rows.begin, rows_of_cluster(plan->kernel)));
    p->own_rows = g->m;
    p->arrived = (uint32_t *)me->memory[MEMORY_FLAGS] + FLAGS;
    p->chunk = rows.each;
    if (p->fetches) { // the flags count from 0
        const size_t bytes = me->bytes[MEMORY_FETCHED];
        p->arrived = me->memory[MEMORY_FETCHED];
        p->chunk = FETCHED_CHUNK;
        CUDA_CHECK(cudaMemsetAsync(p->arrived, 0, bytes, me->compute));
    }
    p->chunks = ceil_div(rows.each, p->chunk);
    p->straddles = rows.each % tuned_shape(plan->kernel).bm != 0;
    p->lda = g->lda;
    p->slices = p->fetches ? tiles_slices(g->lda, tiles_rounds(g->m, cols.each, g->k)) : 1;
    p->slice_log = p->slices > 1 ? slice_log_of(g->lda) : SLICE_LOG_OF_ALL;
    p->gathered = me->memory[MEMORY_GATHERED];
    if (rows.size > 0) {
        struct gemm part = all;
        part.A = g->A[me->number];
        part.problem.m = rows.size;
        if (!params_of(&own, plan->kernel, &part))
            return false;
        p->own_a = own.a;
    }
    return true;
}

struct tiles_plan *tiles_plan_gather(struct rank *me, const struct many_gemm *g, bool fetches)
{
    const int each = many_rows(g, me->count, 0).each;
    const size_t rows = (size_t)me->count * (size_t)each;
    const size_t flags = (size_t)me->count * (size_t)ceil_div(each, FETCHED_CHUNK) * MOST_SLICES;
    rank_memory(me, MEMORY_GATHERED, rows * (size_t)g->lda * sizeof(uint16_t));
    rank_memory(me, MEMORY_FLAGS, (FLAGS + MANY_MOST) * sizeof(uint32_t));
    if (fetches)
        rank_memory(me, MEMORY_FETCHED, flags * sizeof(uint32_t));
    struct tiles_plan *const plan =
        plan_of(me, g, fetches ? WARPS_FETCH : STREAMS_FETCH, make_gather);
    if (plan)
        plan->p.fetched++;
    return plan;
}

// ---- Reduce-scatter -----------------------------------------------------------------------------

// Flags of a rank's place: no tile is smaller than 64 x 64. The margin is for what clusters round
// up.
static size_t flags_of(const struct many_gemm *g)
{
    return (size_t)(ceil_div(g->m, HOPPER_ATOM) + 8) * (size_t)(ceil_div(g->n, HOPPER_ATOM) + 8);
}

// A tile that adds its peers' parts takes longer: by so much, if no other warpgroup multiplies
// meanwhile.
static const double ADDS_ALONE = 1.1;

// The tiles of all ranks take turns, so that parts are sent at all times, and not only until the
// rank's own rows are due. All ranks must have the same number of tiles, without rows of two ranks.
static void take_turns(struct tiles_plan *plan)
{
    struct tiles_params *const p = &plan->p;
    const struct hopper_shape s = tuned_shape(plan->kernel);
    const int rows_each = p->each / rows_of_cluster(plan->kernel), own = rows_each * p->g.tiles_n;
    const int at_once = raster_places() / (s.down * s.across);
    const bool many_rounds = own * p->count >= 8 * at_once;
    if (p->each % rows_of_cluster(plan->kernel) != 0 || rows_each * p->count != p->g.tiles_m)
        return;
    // Half a round later, or two where there are few: measured on two and four H200s.
    p->lag = smaller(ceil_div(many_rounds ? at_once : 4 * at_once, 2 * p->count), ceil_div(own, 2));
    p->g.panel = panel_of(TUNED_PANEL / p->count, rows_each);
}

// Bytes of a rank's place in an inbox, for any kernel: whole slices of whole tiles (slice_at() in
// tile_gather.h). A tile of 160 columns has three slices of 64.
static size_t place_of(const struct many_gemm *g, int ranks)
{
    enum { WIDEST = 2 * 160 }; // columns of the widest cluster, by which tiles_n is rounded up
    const size_t rows = (size_t)many_rows(g, ranks, 0).each, cols = (size_t)g->n + WIDEST;
    return (rows + HOPPER_ATOM) * (cols + cols / 5) * sizeof(uint16_t);
}

static bool make_scatter(struct tiles_plan *plan, const struct rank *me, const struct many_gemm *g)
{
    const struct many_part rows = many_rows(g, me->count, me->number);
    const struct many_part depth = many_depth(g, me->count, me->number);
    const size_t place = place_of(g, me->count);
    struct tiles_params *const p = &plan->p;
    struct hopper_params to;
    // The last rank has the least of k. A slice of 64 rows is stored to one rank.
    if (many_depth(g, me->count, me->count - 1).size == 0 || rows.each % HOPPER_ATOM != 0 ||
        g->n % 8 != 0 || g->ldc % 8 != 0 || g->alpha == 0)
        return false;
    struct gemm all = gemm_of(g->m, g->n, depth.size, g->A[me->number], g->lda, g->B[me->number],
                              g->ldb, g->C[me->number], g->ldc);
    struct gemm_problem same = all.problem;
    same.k = depth.each; // so that all ranks choose the same kernel
    plan->kernel = choose(&same, ADDS_ALONE, 1);
    if (!params_of(&p->g, plan->kernel, &all))
        return false;
    set_ranks(plan, me, g, ceil_div(rows.begin + rows.size, rows_of_cluster(plan->kernel)));
    take_turns(plan);
    p->own_first = rows.begin, p->own_rows = rows.size;
    if (rows.size > 0) {
        all.problem.m = rows.size;
        if (!params_of(&to, plan->kernel, &all))
            return false;
        p->g.c = to.c;
    }
    for (int q = 0; q < me->count; q++) {
        const struct rank *const peer = &me->all->rank[q];
        p->part_arrived[q] =
            (const uint32_t *)me->memory[MEMORY_FLAGS] + FLAGS + (size_t)q * flags_of(g);
        p->part_sent[q] =
            (uint32_t *)peer->memory[MEMORY_FLAGS] + FLAGS + (size_t)me->number * flags_of(g);
        p->to[q] = (unsigned char *)peer->memory[MEMORY_INBOX] + (size_t)me->number * place;
        p->from[q] = (const unsigned char *)me->memory[MEMORY_INBOX] + (size_t)q * place;
    }
    return true;
}

struct tiles_plan *tiles_plan_scatter(struct rank *me, const struct many_gemm *g)
{
    rank_memory(me, MEMORY_INBOX, (size_t)me->count * place_of(g, me->count));
    rank_memory(me, MEMORY_FLAGS, (FLAGS + (size_t)me->count * flags_of(g)) * sizeof(uint32_t));
    return plan_of(me, g, SCATTER, make_scatter);
}

// ---- Grid ---------------------------------------------------------------------------------------

// The parts of one matrix, whose rows are all `rows`.
struct parts {
    int count, own, rows, ld, each; // each: of k, of every part but the last
    const uint16_t *block;          // this rank's
    uint16_t *others;
};

static const uint16_t *part_at(const struct parts *x, int i)
{
    return i == x->own ? x->block : x->others + (size_t)i * (size_t)x->rows * (size_t)x->ld;
}

static void set_parts(struct tiles_parts *to, const struct parts *x, uint32_t *arrived)
{
    to->k_tiles = ceil_div(x->each, HOPPER_BK);
    // k_tile * inverse >> 32 is k_tile / k_tiles for every k-tile, below 2^16.
    to->inverse = x->count > 1 ? UINT32_MAX / (uint32_t)to->k_tiles + 1 : 0;
    to->own = x->own;
    to->chunk = CHUNK;
    to->chunks = ceil_div(x->rows, CHUNK);
    to->arrived = arrived;
}

// A k-tile is in one part, and every part has some of k.
static bool parts_fit(const struct parts *x, int k)
{
    return x->count == 1 ||
           (x->each % HOPPER_BK == 0 && x->each > HOPPER_BK && (x->count - 1) * x->each < k);
}

static bool map_parts(CUtensorMap *maps, const struct parts *x, bool is_a, enum tuned_kernel kernel,
                      const struct gemm *whole)
{
    for (int i = 0; i < x->count; i++) {
        struct hopper_params part;
        struct gemm one = *whole;
        one.problem.k = smaller(x->each, whole->problem.k - i * x->each);
        *(is_a ? &one.A : &one.B) = part_at(x, i);
        if (!params_of(&part, kernel, &one))
            return false;
        maps[i] = is_a ? part.a : part.b;
    }
    return true;
}

// A product that takes milliseconds is at the GPU's limit of power. Then a last round that is
// nearly empty costs less than the plan's model says, and bytes cost more. 16384 x 8192 x 16384
// took two H200s 5.71 ms with 128x256, 5.78 with 256x160 and 5.84 with 128x224, which the model
// prefers.
static const double LARGEST = 0.97;

static bool make_grid(struct tiles_plan *plan, const struct rank *me, const struct many_gemm *g)
{
    const int r = me->number, across = me->count / g->grid_rows;
    const struct many_block a = many_block_of_a(g, me->count, r);
    const struct many_block b = many_block_of_b(g, me->count, r);
    const struct many_block c = many_block_of_c(g, me->count, r);
    const struct many_block last = many_block_of_c(g, me->count, me->count - 1);
    const struct parts of_a = {.count = across,
                               .own = r % across,
                               .rows = a.rows.size,
                               .ld = g->lda,
                               .each = a.cols.each,
                               .block = g->A[r],
                               .others = me->memory[MEMORY_GATHERED]};
    const struct parts of_b = {.count = g->grid_rows,
                               .own = r / across,
                               .rows = b.rows.size,
                               .ld = g->ldb,
                               .each = b.cols.each,
                               .block = g->B[r],
                               .others = me->memory[MEMORY_INBOX]};
    const struct gemm whole = gemm_of(c.rows.size, c.cols.size, g->k, of_a.block, g->lda,
                                      of_b.block, g->ldb, g->C[r], g->ldc);
    struct gemm_problem same = whole.problem;
    struct tiles_params *const p = &plan->p;
    // These hold for all ranks, or for none.
    if (last.rows.size == 0 || last.cols.size == 0 || last.cols.size % 8 != 0 ||
        c.cols.each % 8 != 0 || g->alpha == 0 || !parts_fit(&of_a, g->k) || !parts_fit(&of_b, g->k))
        return false;
    same.m = c.rows.each, same.n = c.cols.each;
    plan->kernel = choose(&same, 1, LARGEST);
    if (!params_of(&p->g, plan->kernel, &whole) ||
        !map_parts(p->a_maps, &of_a, true, plan->kernel, &whole) ||
        !map_parts(p->b_maps, &of_b, false, plan->kernel, &whole))
        return false;
    p->number = r, p->count = me->count;
    p->each = c.rows.each;
    p->own_rows = c.rows.size;
    p->g.alpha = g->alpha;
    p->beta = g->beta;
    uint32_t *const flags = (uint32_t *)me->memory[MEMORY_FLAGS] + FLAGS;
    set_parts(&p->a_parts, &of_a, flags);
    set_parts(&p->b_parts, &of_b, flags + (size_t)of_a.count * (size_t)p->a_parts.chunks);
    const struct tiles_parts *const first = of_a.count > 1 ? &p->a_parts : &p->b_parts;
    p->first_k_tile = first->own * first->k_tiles;
    return true;
}

struct tiles_plan *tiles_plan_grid(struct rank *me, const struct many_gemm *g)
{
    const size_t across = (size_t)(me->count / g->grid_rows), down = (size_t)g->grid_rows;
    const struct many_block c = many_block_of_c(g, me->count, me->number);
    const size_t rows = (size_t)c.rows.each, cols = (size_t)c.cols.each;
    const size_t flags =
        across * (size_t)ceil_div(c.rows.each, CHUNK) + down * (size_t)ceil_div(c.cols.each, CHUNK);
    rank_memory(me, MEMORY_GATHERED, across * rows * (size_t)g->lda * sizeof(uint16_t));
    rank_memory(me, MEMORY_INBOX, down * cols * (size_t)g->ldb * sizeof(uint16_t));
    rank_memory(me, MEMORY_FLAGS, (FLAGS + flags) * sizeof(uint32_t));
    return plan_of(me, g, GRID, make_grid);
}

void tiles_launch(struct rank *me, struct tiles_plan *plan)
{
    launchers[plan->kernel][plan->operation](&plan->p, me->compute);
}
