// SPDX-License-Identifier: MIT
#include "tiler.h"

#include "build.h"
#include "text.h"

// ---- Text ---------------------------------------------------------------------------------------

static bool add_item(struct tiler *t, int *pending, enum tiler_kind kind, const struct layout *l,
                     struct failure *why)
{
    if (t->count == TILER_ITEMS)
        return fail(why, "a tiler has at most %d items", TILER_ITEMS);
    int i = t->count++;
    t->open[i] = (unsigned char)*pending;
    t->close[i] = 0;
    t->kind[i] = (unsigned char)kind;
    *pending = 0;
    if (kind != TILER_UNDERSCORE) {
        struct layout_builder b = {{&t->leaves.shape, 0, false}, {&t->leaves.stride, 0, false}};
        build_layout_all(&b, l);
        if (b.shape.full)
            return fail(why, "a tiler has at most %d leaves", LAYOUT_LEAVES);
    }
    t->first[t->count] = (unsigned char)t->leaves.shape.count;
    return true;
}

static void tiler_clear(struct tiler *t)
{
    t->count = 0;
    t->first[0] = 0;
    t->leaves.shape.count = t->leaves.stride.count = 0;
    t->leaves.shape.marked = t->leaves.stride.marked = false;
}

// The items of a tuple of integers and `_`: an integer n is the layout n:1.
static bool add_tuple(struct tiler *t, int *pending, const struct int_tuple *tuple,
                      struct failure *why)
{
    for (int i = 0; i < tuple->count; i++) {
        struct layout item;
        uint32_t mark = int_tuple_mark(tuple, i);
        if (mark != MARK_INTEGER && mark != MARK_UNDERSCORE)
            return fail(why, "a tiler consists of layouts, integers and '_'");
        if (tuple->value[i] < 0)
            return fail(why, "an extent is %lld", (long long)tuple->value[i]);
        layout_leaf(&item, tuple->value[i], 1);
        *pending += tuple->open[i];
        if (!add_item(t, pending, mark == MARK_INTEGER ? TILER_INTEGER : TILER_UNDERSCORE, &item,
                      why))
            return false;
        t->close[t->count - 1] = tuple->close[i];
    }
    return true;
}

static bool parse_item(struct tiler *t, int *pending, const char *text, const char *end,
                       struct failure *why)
{
    trim(&text, &end);
    if (memchr(text, ':', (size_t)(end - text)) != NULL) {
        struct layout l;
        return layout_parse_range(&l, text, end, why) &&
               add_item(t, pending, TILER_LAYOUT, &l, why);
    }
    struct int_tuple tuple;
    return int_tuple_parse_range(&tuple, text, end, why) && add_tuple(t, pending, &tuple, why);
}

bool tiler_parse_range(struct tiler *out, const char *text, const char *end, struct failure *why)
{
    int depth = 0, pending = 0, parentheses = 0;
    bool item = false; // an item has been read, so a '>' or ',' must follow
    tiler_clear(out);
    trim(&text, &end);
    if (text == end || *text != '<')
        return parse_item(out, &pending, text, end, why);
    while (text < end) {
        if (*text == '<' && !item) {
            if (++depth > LAYOUT_DEPTH)
                return fail(why, "more than %d levels of brackets", LAYOUT_DEPTH);
            pending++;
            text++;
        } else if (*text == '>' && item) {
            if (--depth < 0)
                return fail(why, "a '>' without its '<'");
            out->close[out->count - 1]++;
            text++;
        } else if (*text == ',' && item && depth > 0) {
            item = false;
            text++;
        } else if (!item && depth > 0) {
            const char *from = text;
            for (; text < end; text++) {
                parentheses += (*text == '(') - (*text == ')');
                if (*text == '>' || *text == '<' || (*text == ',' && parentheses == 0))
                    break;
            }
            int before = out->count;
            if (!parse_item(out, &pending, from, text, why))
                return false;
            if (out->count == before)
                return fail(why, "an empty tuple is not a tile");
            item = true;
        } else if (*text == ' ') {
            text++;
        } else {
            return fail(why, "unexpected '%c' in a tiler", *text);
        }
    }
    if (depth != 0)
        return fail(why, "a '<' without its '>'");
    if (!item)
        return fail(why, "a tiler needs an item between '<' and '>'");
    return true;
}

bool tiler_parse(struct tiler *out, const char *text, struct failure *why)
{
    return tiler_parse_range(out, text, text + strlen(text), why);
}

// Item i as a layout.
static void item_layout(struct layout *out, const struct tiler *t, int i)
{
    struct node shape = {&t->leaves.shape, t->first[i], t->first[i + 1], 0, 0};
    struct layout_builder b = build_layout(out);
    build_layout_node(&b, &shape, &t->leaves);
}

// ---- Taking apart -------------------------------------------------------------------------------

void tiler_from_layout(struct tiler *out, const struct layout *l)
{
    out->count = 1;
    out->open[0] = out->close[0] = 0;
    out->kind[0] = TILER_LAYOUT;
    out->first[0] = 0;
    out->first[1] = (unsigned char)l->shape.count;
    out->leaves = *l;
}

bool tiler_from_shape(struct tiler *out, const struct int_tuple *shape, struct failure *why)
{
    int pending = 0;
    tiler_clear(out);
    return add_tuple(out, &pending, shape, why);
}

bool tiler_is_tuple(const struct tiler *t) { return t->count != 1 || t->open[0] > 0; }

void tiler_outline(struct int_tuple *out, const struct tiler *t)
{
    out->count = t->count;
    out->marked = false;
    memcpy(out->open, t->open, sizeof t->open);
    memcpy(out->close, t->close, sizeof t->close);
    for (int i = 0; i < t->count; i++)
        out->value[i] = i;
}

int tiler_rank(const struct tiler *t)
{
    struct int_tuple items;
    tiler_outline(&items, t);
    return int_tuple_rank(&items);
}

// The tiler with the outline `items` of items of t.
static bool from_outline(struct tiler *out, const struct tiler *t, const struct int_tuple *items,
                         struct failure *why)
{
    int pending = 0;
    tiler_clear(out);
    for (int i = 0; i < items->count; i++) {
        struct layout l;
        int k = (int)items->value[i];
        item_layout(&l, t, k);
        pending += items->open[i];
        if (!add_item(out, &pending, (enum tiler_kind)t->kind[k], &l, why))
            return false;
        out->close[out->count - 1] = items->close[i];
    }
    return true;
}

bool tiler_get(struct tiler *out, const struct tiler *t, int i, struct failure *why)
{
    struct int_tuple items, mode;
    tiler_outline(&items, t);
    return int_tuple_get(&mode, &items, i, why) && from_outline(out, t, &mode, why);
}

bool tiler_layout(struct layout *out, const struct tiler *t, struct failure *why)
{
    if (tiler_is_tuple(t))
        return fail(why, "a tiler with modes where a layout is wanted");
    if (t->kind[0] == TILER_UNDERSCORE)
        return fail(why, "'_' where a layout is wanted");
    item_layout(out, t, 0);
    return true;
}

bool tiler_dice(struct tiler *out, const struct int_tuple *projection, const struct tiler *t,
                struct failure *why)
{
    struct int_tuple items, kept;
    tiler_outline(&items, t);
    return int_tuple_dice(&kept, projection, &items, why) && from_outline(out, t, &kept, why);
}
