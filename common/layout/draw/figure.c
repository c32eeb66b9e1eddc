// SPDX-License-Identifier: MIT
#include "figure.h"

#include <stdlib.h>
#include <string.h>

#include "banks.h"

// ---- Text -------------------------------------------------------------------------------------------

static char texts[4][LAYOUT_TEXT];

static char *next_text(void)
{
    static int at;
    at = (at + 1) % 4;
    return texts[at];
}

const char *layout_text(const struct layout *l)
{
    char *text = next_text();
    layout_print(l, text, LAYOUT_TEXT);
    return text;
}

const char *composed_text(const struct composed_layout *l)
{
    char *text = next_text();
    composed_print(l, text, LAYOUT_TEXT);
    return text;
}

// ---- Colours ----------------------------------------------------------------------------------------

static int bank_of(int64_t offset, int bits)
{
    const int64_t word = offset * bits / 8 / BANK_BYTES;
    return (int)((word % BANKS + BANKS) % BANKS);
}

int figure_fill(const struct shading *s, int64_t offset, int64_t position)
{
    if (s->by_position)
        return picture_hue(position, s->classes);
    if (s->by_number)
        return picture_hue(offset, s->classes);
    if (s->class_of)
        return offset >= 0 && offset < s->class_limit && s->class_of[offset] >= 0
                   ? picture_hue(s->class_of[offset], s->classes)
                   : NO_FILL;
    switch (s->colour) {
    case COLOUR_INDEX: return picture_grey(offset);
    case COLOUR_BANK: return picture_hue(bank_of(offset, s->bits), BANKS);
    default: return NO_FILL;
    }
}

// ---- Plain layouts ----------------------------------------------------------------------------------

// Thick lines where the first and the second level of a mode end.
static void set_groups(int group[2], const struct layout *mode)
{
    int64_t group_size = 1;
    for (int i = 0; i < mode->shape.count - 1 && i < 2; i++) {
        group_size *= mode->shape.value[i];
        group[i] = group_size > 1 && group_size <= PICTURE_MAX_CELLS ? (int)group_size : 0;
    }
}

// CuTe's width of a number: the digits of the cosize of the layout without its swizzle. 0, to
// measure, if numbers have signs.
static int digits_of(const struct layout *l)
{
    struct failure why;
    int64_t cosize;
    for (int i = 0; i < l->stride.count; i++)
        if (l->stride.value[i] < 0)
            return 0;
    return layout_cosize(l, &cosize, &why) ? snprintf(NULL, 0, "%lld", (long long)cosize) : 0;
}

// "(_,_,1,0)", for slab number `slab` of the modes from the third on.
static bool slab_name(char *out, size_t size, const struct layout *l, int64_t slab,
                      struct failure *why)
{
    size_t used = (size_t)snprintf(out, size, "(_,_");
    for (int i = 2; i < layout_rank(l); i++) {
        struct layout mode;
        int64_t extent;
        if (!layout_get(&mode, l, i, why) || !layout_size(&mode, &extent, why))
            return false;
        if (used < size)
            used += (size_t)snprintf(out + used, size - used, ",%lld", (long long)(slab % extent));
        slab /= extent;
    }
    if (used < size)
        snprintf(out + used, size - used, ")");
    return true;
}

bool figure_layout(struct picture *p, const struct composed_layout *l,
                   const struct shading *shading, const char *caption, struct failure *why)
{
    struct composed_layout padded = *l;
    struct layout mode[2];
    int64_t rows, cols, size;
    if (layout_rank(&l->layout) < 2 && !layout_append_to(&padded.layout, &l->layout, 2, why))
        return false;
    if (!layout_get(&mode[0], &padded.layout, 0, why) ||
        !layout_get(&mode[1], &padded.layout, 1, why) || !layout_size(&mode[0], &rows, why) ||
        !layout_size(&mode[1], &cols, why) || !layout_size(&padded.layout, &size, why))
        return false;
    if (size < 1)
        return fail(why, "%s has no elements to show", composed_text(l));
    for (int64_t slab = 0; slab < size / (rows * cols); slab++) {
        struct panel *panel = picture_add(p, rows, cols, why);
        if (!panel)
            return false;
        snprintf(panel->caption, sizeof panel->caption, "%.190s", caption);
        if (layout_rank(&padded.layout) > 2 &&
            !slab_name(panel->caption, sizeof panel->caption, &padded.layout, slab, why))
            return false;
        set_groups(panel->row_group, &mode[0]);
        set_groups(panel->col_group, &mode[1]);
        panel->digits = digits_of(&padded.layout);
        for (int64_t i = 0; i < rows * cols; i++) {
            int64_t offset;
            if (!composed_at(&padded, slab * rows * cols + i, &offset, why))
                return false;
            struct cell *cell = panel_cell(panel, (int)(i % rows), (int)(i / rows));
            cell->count = 1;
            cell->number[0] = offset;
            cell->fill = figure_fill(shading, offset, slab * rows * cols + i);
        }
    }
    return true;
}

// ---- Thread-value layouts ---------------------------------------------------------------------------

enum { MAX_TV = 1 << 22 };

static int tv_fill(const struct shading *s, int thread, int value, int64_t place)
{
    switch (s->colour) {
    case COLOUR_THREAD: return picture_hue(thread % 8, 8); // eight pastels, as CuTe's
    case COLOUR_VALUE: return picture_hue(value, s->classes > 0 ? s->classes : 8);
    case COLOUR_INDEX: return picture_grey(place);
    case COLOUR_BANK: return picture_hue(bank_of(place, s->bits), BANKS);
    default: return NO_FILL;
    }
}

bool figure_tv(struct picture *p, const struct layout *tv, const struct tile_figure *tile,
               const struct shading *shading, const char *caption, struct failure *why)
{
    struct layout threads;
    struct layout_offsets offsets;
    int64_t size, thread_count;
    if (!layout_size(tv, &size, why) || !layout_get(&threads, tv, 0, why) ||
        !layout_size(&threads, &thread_count, why) || !layout_offsets_prepare(&offsets, tv, why))
        return false;
    if (size < 1 || size > MAX_TV)
        return fail(why, "%lld values of all threads: from 1 to %d can be drawn", (long long)size,
                    MAX_TV);
    struct panel *panel = picture_add(p, tile->turned ? tile->cols : tile->rows,
                                      tile->turned ? tile->rows : tile->cols, why);
    if (!panel)
        return false;
    snprintf(panel->caption, sizeof panel->caption, "%.190s", caption);
    panel->prefix[0] = "T";
    panel->prefix[1] = "V";
    struct shading s = *shading;
    s.classes = (int)(size / thread_count);
    for (int64_t i = 0; i < size; i++) {
        const int64_t place = layout_offset(&offsets, i);
        if (place < 0 || place >= (int64_t)tile->rows * tile->cols)
            return fail(why, "value %lld of thread %lld is element %lld, and the tile has %d x %d",
                        (long long)(i / thread_count), (long long)(i % thread_count),
                        (long long)place, tile->rows, tile->cols);
        const int row = (int)(place % tile->rows), col = (int)(place / tile->rows);
        struct cell *cell =
            tile->turned ? panel_cell(panel, col, row) : panel_cell(panel, row, col);
        const int thread = (int)(i % thread_count), value = (int)(i / thread_count);
        if (cell->count > 0) {
            cell->many = true; // several threads: the first is shown
            continue;
        }
        int64_t at = place;
        if (tile->data && !layout_at(tile->data, place, &at, why))
            return false;
        cell->count = 2;
        cell->number[0] = thread;
        cell->number[1] = value;
        cell->strong = thread == tile->strong;
        cell->fill = tv_fill(&s, thread, value, at);
    }
    return true;
}

bool figure_mma(struct picture *p, const struct mma_atom *atom, int strong,
                const struct shading *shading, struct failure *why)
{
    enum { GAP = 2 };
    static const char names[] = "ABC";
    p->side_by_side = true;
    for (int operand = MMA_A; operand <= MMA_C; operand++) {
        char caption[200];
        struct tile_figure tile = {.turned = operand == MMA_B, .strong = strong};
        mma_extents(atom, (enum mma_operand)operand, &tile.rows, &tile.cols);
        snprintf(caption, sizeof caption, "%c: %.190s", names[operand],
                 layout_text(&atom->tv[operand]));
        if (!figure_tv(p, &atom->tv[operand], &tile, shading, caption, why))
            return false;
        struct panel *panel = &p->panels[p->panel_count - 1];
        panel->top = operand == MMA_B ? 0 : atom->k + GAP;
        panel->left = operand == MMA_A ? 0 : atom->k + GAP;
    }
    return true;
}

bool figure_copy_tile(struct tile_figure *tile, const struct copy_atom *atom,
                      const struct layout *side, struct failure *why)
{
    int64_t cosize;
    if (!layout_cosize(side, &cosize, why))
        return false;
    *tile = (struct tile_figure){.turned = true, .strong = -1};
    tile->rows =
        cosize * atom->bits >= 128 && 128 % atom->bits == 0 ? 128 / atom->bits : (int)cosize;
    tile->cols = (int)(cosize / tile->rows);
    return true;
}

bool figure_copy(struct picture *p, const struct copy_atom *atom, int strong,
                 const struct shading *shading, const char *source, const char *destination,
                 struct failure *why)
{
    const struct layout *sides[2] = {&atom->src, &atom->dst};
    for (int i = 0; i < 2; i++) {
        struct tile_figure tile;
        if (!figure_copy_tile(&tile, atom, sides[i], why))
            return false;
        tile.strong = strong;
        if (!figure_tv(p, sides[i], &tile, shading, i == 0 ? source : destination, why))
            return false;
    }
    return true;
}
