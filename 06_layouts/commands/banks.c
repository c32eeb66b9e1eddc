// SPDX-License-Identifier: MIT
//
// banks.c: which banks of shared memory a warp touches, and how many passes that takes.
#include "../../common/layout/draw/figure_banks.h"

#include <string.h>

#include "../../common/base/terminal.h"
#include "command.h"
#include "figures.h"

struct request {
    int format, type, access, lanes, along;
    const char *swizzle;
    bool store, help;
};

// ---- Lanes and elements -------------------------------------------------------------------------

// Lane t takes `vector` elements from coordinate (t % rows, t / rows * vector) on, or with the two
// modes exchanged: lanes run along one mode, vectors along the other.
struct warp {
    struct composed_layout data;
    int64_t extent[2]; // of the modes 0 and 1 (of the rest)
    int vector, lanes, along;
};

static int64_t index_of(const struct warp *w, int lane, int element)
{
    const int64_t run = w->extent[w->along];
    const int64_t first = lane % run, second = lane / run * w->vector + element;
    return w->along == 0 ? first + second * w->extent[0] : second + first * w->extent[0];
}

static bool take(struct bank_request *out, const struct warp *w, int bits, struct failure *why)
{
    for (int lane = 0; lane < w->lanes; lane++)
        for (int e = 0; e < w->vector; e++) {
            int64_t offset;
            if (!composed_at(&w->data, index_of(w, lane, e), &offset, why))
                return false;
            const int64_t byte = offset * bits / 8;
            if (e == 0)
                out->address[lane] = byte;
            if (e == 0 && (byte % out->bytes != 0 || byte < 0))
                return fail(why, "--access %d: lane %d begins at byte %lld, no multiple of %d",
                            out->bytes, lane, (long long)byte, out->bytes);
            if (byte != out->address[lane] + e * bits / 8)
                return fail(why,
                            "--access %d: the elements that lane %d takes are at bytes %lld "
                            "and %lld, and one access cannot join them (--along 0 or 1)",
                            out->bytes, lane, (long long)out->address[lane], (long long)byte);
        }
    return true;
}

static bool prepare(struct warp *w, struct bank_request *r, const struct request *q,
                    const char *text, struct failure *why)
{
    const int bits = type_bits(q->type);
    struct layout mode;
    int64_t size;
    if (!read_layout(&w->data, text, bits, why))
        return false;
    if (q->swizzle) {
        char name[64];
        struct failure reason;
        struct swizzle swizzle;
        if (w->data.swizzled)
            return fail(why, "--swizzle %.100s: the layout has a swizzle already", q->swizzle);
        snprintf(name, sizeof name, "Sw<%.50s>", q->swizzle);
        if (!swizzle_parse(&swizzle, name, &reason))
            return fail(why, "--swizzle %.100s: %.300s; it takes B,M,S such as 3,3,3", q->swizzle,
                        reason.text);
        const struct layout plain = w->data.layout;
        composed_make(&w->data, &swizzle, 0, &plain);
    }
    const int access = q->access ? q->access : bits / 8;
    if (access != 1 && access != 2 && access != 4 && access != 8 && access != 16)
        return fail(why, "--access %d: allowed are 1, 2, 4, 8 and 16 bytes", access);
    if (access * 8 < bits || q->along > layout_rank(&w->data.layout) - 1)
        return fail(why,
                    access * 8 < bits ? "--access %d: an element has %d bytes"
                                      : "--along %d: the layout has %d mode",
                    access * 8 < bits ? access : q->along,
                    access * 8 < bits ? bits / 8 : layout_rank(&w->data.layout));
    if (!layout_get(&mode, &w->data.layout, 0, why) || !layout_size(&mode, &w->extent[0], why) ||
        !layout_size(&w->data.layout, &size, why))
        return false;
    if (size < 1)
        return fail(why, "%s: there are no elements", text);
    w->extent[1] = size / w->extent[0];
    w->vector = access * 8 / bits;
    w->along = q->along;
    // Rank 1: all elements in one row, a vector from each lane.
    if (layout_rank(&w->data.layout) == 1 && w->vector > 1) {
        w->extent[0] = 1;
        w->extent[1] = size;
    }
    const int64_t rows = w->extent[w->along], cols = w->extent[!w->along];
    const int64_t fit = rows * (cols / w->vector);
    if (fit < 1)
        return fail(why, "--access %d: takes %d elements, mode %d has %lld (--along %d)", access,
                    w->vector, !w->along, (long long)cols, !w->along);
    w->lanes = q->lanes ? q->lanes : WARP_LANES;
    if (w->lanes > fit)
        w->lanes = (int)fit;
    *r = (struct bank_request){.lanes = w->lanes, .bytes = access, .is_store = q->store};
    return take(r, w, bits, why);
}

// ---- The command ----------------------------------------------------------------------------------------

int banks_command(int argc, char **argv)
{
    struct request q = {0};
    const struct option options[] = {
        OPTION_WORD("--swizzle", "B,M,S", "swizzle its offsets first", &q.swizzle),
        OPTION_NUMBER("--access", "N", "bytes a lane takes: 1, 2, 4, 8, 16 (one element)",
                      &q.access, 1, 16),
        OPTION_NUMBER("--lanes", "N", "how many lanes take part (32)", &q.lanes, 1, WARP_LANES),
        OPTION_NUMBER("--along", "M", "lanes run along this mode first (0)", &q.along, 0, 1),
        OPTION_YES("--store", "a store, not a load", &q.store),
        OPTION_TYPE(&q.type),
        OPTION_FORMAT(&q.format),
        OPTION_HELP(&q.help),
    };
    enum { COUNT = sizeof options / sizeof *options };
    struct words words;
    struct failure why;
    struct warp warp;
    struct bank_request request;
    static const struct usage usage = {
        "banks LAYOUT [--swizzle B,M,S] [--access BYTES] [--type T]",
        "Lane 0 takes the element at coordinate (0,0), lane 1 that at (1,0), "
        "and so on\nalong mode 0, then along mode 1 in steps of one access: "
        "what ldmatrix does with\na tile of rows. LAYOUT may be Sw<B,M,S> o 0 "
        "o shape:stride, too.",
        1, 1};
    int status;
    if (!command_begin(&words, &usage, options, COUNT, argc, argv, &status))
        return status;
    if (!prepare(&warp, &request, &q, words.word[0], &why))
        return refuse(&why);
    const struct bank_passes passes = bank_passes_of(&request);
    struct picture p = {.title = ""};
    snprintf(p.title, sizeof p.title, "%.800s in %s: %d lanes %s %d bytes each",
             composed_text(&warp.data), type_names[q.type], request.lanes,
             q.store ? "store" : "load", request.bytes);
    if (q.format == PICTURE_TEXT) {
        terminal_fold_on_screen(stdout, 0, p.title);
        printf("\n\n");
        bank_passes_print(&passes, &request, stdout);
        return 0;
    }
    return figure_finish(&p, figure_banks(&p, &request, &passes, "", &why), q.format, &why);
}
