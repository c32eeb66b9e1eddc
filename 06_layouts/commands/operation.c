// SPDX-License-Identifier: MIT
#include "operation.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "figures.h"

const struct layout_operation *operation_find(const char *name)
{
    const struct layout_operation *o;
    for (size_t i = 0; (o = layout_operation(i)) != NULL; i++)
        if (strcmp(o->name, name) == 0)
            return o;
    return NULL;
}

char *operation_run(const struct words *words, struct failure *why)
{
    size_t length = 0, used = 0;
    for (int i = 0; i < words->count; i++)
        length += strlen(words->word[i]) + 1;
    char *line = malloc(length + 1), *answer = malloc(LAYOUT_EVAL_TEXT);
    if (!line || !answer) {
        free(line);
        free(answer);
        fail(why, "no memory");
        return NULL;
    }
    for (int i = 0; i < words->count; i++)
        used +=
            (size_t)snprintf(line + used, length + 1 - used, "%s%s", i ? "\t" : "", words->word[i]);
    const int status = layout_eval_line(line, used, answer, LAYOUT_EVAL_TEXT);
    free(line);
    if (status == 0)
        return answer;
    const char *reason = strncmp(answer, "error: ", 7) == 0 ? answer + 7 : answer;
    fail(why, "%.1000s", reason);
    free(answer);
    return NULL;
}

// ---- Pictures -----------------------------------------------------------------------------------------

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

// The result of an operation on operands given as text, as a layout.
static bool evaluate(struct composed_layout *out, const char *name, const char *a, const char *b,
                     struct failure *why)
{
    const struct words words = {.word = {name, a, b}, .count = b ? 3 : 2};
    char *answer = operation_run(&words, why);
    if (!answer)
        return false;
    answer[strcspn(answer, "\t")] = '\0';
    const bool done = composed_parse(out, answer, why);
    free(answer);
    return done;
}

// class_of[offset] = the index along mode 1 of a rank-2 layout: which tile, which copy.
static bool classes_by_mode_1(int *class_of, int64_t limit, const struct composed_layout *l,
                              int *classes, struct failure *why)
{
    struct layout mode;
    int64_t rows, size, offset;
    if (!layout_get(&mode, &l->layout, 0, why) || !layout_size(&mode, &rows, why) ||
        !layout_size(&l->layout, &size, why))
        return false;
    *classes = (int)(rows > 0 && size / rows > 0 && size / rows < limit ? size / rows : 1);
    for (int64_t i = 0; rows > 0 && i < size && i < limit; i++) {
        if (!composed_at(l, i, &offset, why))
            return false;
        if (offset >= 0 && offset < limit && class_of[offset] < 0)
            class_of[offset] = (int)(i / rows);
    }
    return true;
}

// The same with every element in its own class.
static bool classes_by_index(int *class_of, int64_t limit, const struct composed_layout *l,
                             int *classes, struct failure *why)
{
    int64_t size, offset;
    if (!layout_size(&l->layout, &size, why))
        return false;
    *classes = (int)(size > 0 && size < limit ? size : limit);
    for (int64_t i = 0; i < size && i < limit; i++) {
        if (!composed_at(l, i, &offset, why))
            return false;
        if (offset >= 0 && offset < limit && class_of[offset] < 0)
            class_of[offset] = (int)i;
    }
    return true;
}

struct panels {
    struct picture *picture;
    const struct words *words;
    struct composed_layout operand[MAX_WORDS]; // those that are layouts
    bool is_layout[MAX_WORDS];
    struct composed_layout result;
    struct shading shading[MAX_WORDS]; // of the operands; [0]: of the result
    int *class_of;
    bool sliced;    // the result is a part of the first layout,
    int64_t offset; // which begins there
    struct failure *why;
};

enum { CLASS_LIMIT = PICTURE_MAX_CELLS };

static void share_classes(struct panels *s, int classes)
{
    const struct shading by_class = {
        .class_of = s->class_of, .class_limit = CLASS_LIMIT, .classes = classes};
    s->shading[0] = s->shading[1] = by_class;
}

// What belongs together gets one colour.
static bool choose_colours(struct panels *s)
{
    const char *name = s->words->word[0];
    const char *a = s->words->count > 1 ? s->words->word[1] : "";
    const char *b = s->words->count > 2 ? s->words->word[2] : NULL;
    struct composed_layout pairs;
    int classes;
    if (s->sliced) // only marks what belongs to the part
        return classes_by_index(s->class_of, CLASS_LIMIT, &s->result, &classes, s->why);
    if (!s->is_layout[1] || s->operand[1].swizzled)
        return true;
    if (ends_with(name, "_divide") || ends_with(name, "_product")) {
        const bool divide = ends_with(name, "_divide");
        const bool by_layout =
            strcmp(name, "blocked_product") == 0 || strcmp(name, "raked_product") == 0;
        if (!evaluate(&pairs,
                      by_layout ? "logical_product"
                      : divide  ? "zipped_divide"
                                : "zipped_product",
                      a, b, s->why) ||
            !classes_by_mode_1(s->class_of, CLASS_LIMIT, &pairs, &classes, s->why))
            return false;
        share_classes(s, classes);
        if (!divide)
            s->shading[2] = (struct shading){.by_position = true, .classes = classes};
    } else if (strcmp(name, "complement") == 0) {
        const struct layout both[2] = {s->operand[1].layout, s->result.layout};
        pairs = s->operand[1];
        if (!layout_concat(&pairs.layout, both, 2, s->why) ||
            !classes_by_mode_1(s->class_of, CLASS_LIMIT, &pairs, &classes, s->why))
            return false;
        share_classes(s, classes);
    } else if (strcmp(name, "composition") == 0 && s->is_layout[2]) {
        if (!classes_by_index(s->class_of, CLASS_LIMIT, &s->operand[1], &classes, s->why))
            return false;
        share_classes(s, classes);
        // B's numbers are indices of A.
        s->shading[2] = (struct shading){.by_number = true, .classes = classes};
    } else if (ends_with(name, "_inverse")) {
        if (!classes_by_index(s->class_of, CLASS_LIMIT, &s->operand[1], &classes, s->why))
            return false;
        // Element i of the inverse belongs to offset i.
        s->shading[1] = (struct shading){.by_number = true, .classes = classes};
        s->shading[0] = (struct shading){.by_position = true, .classes = classes};
    }
    return true;
}

// Frames the elements of a part in the whole: those at offsets of the result, moved.
static void frame_part(const struct panels *s, int from)
{
    for (int i = from; i < s->picture->panel_count; i++) {
        struct panel *panel = &s->picture->panels[i];
        for (long c = 0; c < (long)panel->rows * panel->cols; c++) {
            const int64_t place = panel->cells[c].number[0] - s->offset;
            if (place >= 0 && place < CLASS_LIMIT && s->class_of[place] >= 0)
                panel->cells[c].strong = true;
        }
    }
}

static bool add_panels(struct panels *s)
{
    bool framed = !s->sliced;
    static const char letter[] = " ABCDEFGHIJKLMNOPQ";
    char caption[LAYOUT_TEXT + 200], call[300];
    size_t used = (size_t)snprintf(call, sizeof call, "%.80s(", s->words->word[0]);
    for (int i = 1; i < s->words->count && used < sizeof call - 1; i++) {
        if (s->is_layout[i])
            used += (size_t)snprintf(call + used, sizeof call - used, "%s%c", i > 1 ? ", " : "",
                                     letter[i]);
        else
            used += (size_t)snprintf(call + used, sizeof call - used, "%s%s", i > 1 ? ", " : "",
                                     s->words->word[i]);
        if (!s->is_layout[i])
            continue;
        snprintf(caption, sizeof caption, "%c = %s", letter[i], composed_text(&s->operand[i]));
        const int from = s->picture->panel_count;
        if (!figure_layout(s->picture, &s->operand[i], &s->shading[i], caption, s->why))
            return false;
        if (!framed)
            frame_part(s, from);
        framed = true;
    }
    used = (size_t)snprintf(caption, sizeof caption, "%s) = %s", call, composed_text(&s->result));
    if (s->sliced && used < sizeof caption)
        snprintf(caption + used, sizeof caption - used, " at %lld", (long long)s->offset);
    const int from = s->picture->panel_count;
    if (!figure_layout(s->picture, &s->result, &s->shading[0], caption, s->why))
        return false;
    // A part is shown with the offsets that it has in the whole.
    for (int i = from; s->sliced && i < s->picture->panel_count; i++) {
        struct panel *panel = &s->picture->panels[i];
        panel->digits = 0;
        for (long c = 0; c < (long)panel->rows * panel->cols; c++) {
            panel->cells[c].number[0] += s->offset;
            panel->cells[c].fill = figure_fill(&s->shading[0], panel->cells[c].number[0], c);
        }
    }
    if (strcmp(s->words->word[0], "complement") != 0 || !s->is_layout[1])
        return true;
    // A complement explains itself when both are side by side.
    const struct layout both[2] = {s->operand[1].layout, s->result.layout};
    struct composed_layout pairs = s->result;
    if (!layout_concat(&pairs.layout, both, 2, s->why))
        return false;
    snprintf(caption, sizeof caption, "both as (A, complement): every offset once");
    return figure_layout(s->picture, &pairs, &s->shading[0], caption, s->why);
}

static bool fill_panels(struct panels *s, int colour, int bits)
{
    const struct words *words = s->words;
    char *answer = operation_run(words, s->why);
    if (!answer)
        return false;
    char *tab = strchr(answer, '\t');
    s->sliced = tab && tab[1] != '[' && sscanf(tab + 1, "%" SCNd64, &s->offset) == 1;
    answer[strcspn(answer, "\t")] = '\0';
    struct failure reason;
    const bool is_layout = composed_parse(&s->result, answer, &reason);
    if (!is_layout)
        fail(s->why, "%s: the result, %.200s, is not a layout and cannot be drawn", words->word[0],
             answer);
    free(answer);
    if (!is_layout)
        return false;
    for (int i = 0; i < words->count; i++) {
        s->shading[i] = (struct shading){.colour = colour < 0 ? COLOUR_INDEX : (enum colour)colour,
                                         .bits = bits};
        // An integer is an operand, but no picture.
        s->is_layout[i] = i > 0 && strchr(words->word[i], ':') && words->word[i][0] != '<' &&
                          composed_parse(&s->operand[i], words->word[i], &reason);
    }
    return (colour >= 0 || choose_colours(s)) && add_panels(s);
}

bool operation_figure(struct picture *p, const struct words *words, int colour, int bits,
                      struct failure *why)
{
    struct panels s = {.picture = p, .words = words, .why = why};
    s.class_of = malloc(CLASS_LIMIT * sizeof *s.class_of);
    if (!s.class_of)
        return fail(why, "no memory");
    for (int i = 0; i < CLASS_LIMIT; i++)
        s.class_of[i] = -1;
    const bool done = fill_panels(&s, colour, bits);
    free(s.class_of);
    return done;
}
