// SPDX-License-Identifier: MIT
//
// choose.c: which steps take part, in which groups, and on which shapes.
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../../common/step/kind.h"
#include "../../common/step/course.h"
#include "gemm.h"

enum { SMALLEST_RANDOM = 256, LARGEST_RANDOM = 4096, LARGEST_SIZE = 32768 };

// ---- Steps ---------------------------------------------------------------------------------------

// "5_vectorized" is called so, or 5, or vectorized; "05_outer_product" is also 05.
static bool is_called(const char *name, const char *said, size_t length)
{
    const size_t number = strcspn(name, "_");
    const char *rest = name[number] ? name + number + 1 : name;
    return (strlen(name) == length && strncmp(name, said, length) == 0) ||
           (number == length && strncmp(name, said, length) == 0) ||
           (strlen(rest) == length && strncmp(rest, said, length) == 0);
}

// "05/6", "05_outer_product/6_warp_tile", "6_warp_tile"
static bool step_is_called(const struct chapter *chapter, const struct step *step, const char *said)
{
    const char *slash = strchr(said, '/');
    if (!slash)
        return is_called(step->name, said, strlen(said));
    return is_called(chapter->name, said, (size_t)(slash - said)) &&
           is_called(step->name, slash + 1, strlen(slash + 1));
}

static bool can_take_part(const struct step *step)
{
    return step->place == STEP_ON_GPU && step->kind == STEP_GEMM;
}

// What the flags name; used: which of their words named something.
struct wanted {
    const struct bench_request *q;
    bool step[MAX_TEXTS], chapter[MAX_TEXTS], types[MAX_TEXTS], transpose[MAX_TEXTS],
        random[MAX_TEXTS];
};

static bool is_wanted_step(struct wanted *w, const struct chapter *chapter, const struct step *step)
{
    const struct bench_request *q = w->q;
    bool wanted = q->steps.count == 0 && q->chapters.count == 0;
    for (int i = 0; i < q->steps.count; i++)
        if (step_is_called(chapter, step, q->steps.text[i]))
            w->step[i] = wanted = true;
    for (int i = 0; i < q->chapters.count; i++)
        if (is_called(chapter->name, q->chapters.text[i], strlen(q->chapters.text[i])))
            w->chapter[i] = wanted = true;
    return wanted;
}

// By default only float32 is timed: all would take too long for one run.
static bool is_wanted_group(struct wanted *w, const struct group *group)
{
    const struct bench_request *q = w->q;
    const bool anything = q->steps.count + q->chapters.count > 0 || !q->timed;
    bool types = q->types.count == 0 && (anything || strcmp(group->types, "f32-f32") == 0);
    bool transpose = q->transposes.count == 0;
    for (int i = 0; i < q->types.count; i++)
        if (strcmp(q->types.text[i], group->types) == 0 || strcmp(q->types.text[i], "all") == 0)
            w->types[i] = types = true;
    for (int i = 0; i < q->transposes.count; i++)
        if (strcasecmp(q->transposes.text[i], transpose_name(group->transpose)) == 0)
            w->transpose[i] = transpose = true;
    return types && transpose;
}

static bool is_wanted_random(struct wanted *w, const struct chapter *chapter,
                             const struct step *step)
{
    bool wanted = false;
    for (int i = 0; i < w->q->random_steps.count; i++)
        if (step_is_called(chapter, step, w->q->random_steps.text[i]))
            w->random[i] = wanted = true;
    return wanted;
}

static bool all_used(const char *flag, const struct texts *texts, const bool *used,
                     const char *allowed, struct failure *why)
{
    for (int i = 0; i < texts->count; i++)
        if (!used[i])
            return fail(why, "%s %s: no such GEMM step on the GPU; say %s", flag, texts->text[i],
                        allowed);
    return true;
}

static struct group group_of(const struct step *step, unsigned transpose)
{
    struct group group = {.type_ab = step->type_ab,
                          .type_c = step->type_c,
                          .converts_to_f16 = step->converts_to_f16,
                          .scaled = step->scaled,
                          .transpose = transpose};
    snprintf(group.types, sizeof group.types, "%s-%s%s", dtype_name(group.type_ab),
             group.converts_to_f16 ? "f16-"
             : group.scaled        ? "scaled-"
                                   : "",
             dtype_name(group.type_c));
    return group;
}

// The group of this kind, which may be new; NULL: no room.
static struct group *find_group(struct group *groups, int *count, const struct group *like)
{
    for (int i = 0; i < *count; i++)
        if (groups[i].transpose == like->transpose && strcmp(groups[i].types, like->types) == 0)
            return &groups[i];
    if (*count == MAX_GROUPS)
        return NULL;
    groups[*count] = *like;
    return &groups[(*count)++];
}

// The step in its group of this transposition.
static bool add_entrant(struct wanted *w, const struct chapter *chapter, const struct step *step,
                        unsigned transpose, struct group *groups, int *count, struct failure *why)
{
    static struct group like; // large: not on the stack
    like = group_of(step, transpose);
    if (!is_wanted_group(w, &like))
        return true;
    struct group *group = find_group(groups, count, &like);
    if (!group || group->count == MAX_ENTRANTS - MOST_PEERS)
        return fail(why, "more than %d groups of %d steps", MAX_GROUPS, MAX_ENTRANTS - MOST_PEERS);
    struct entrant *before = group->count > 0 ? &group->entrants[group->count - 1] : NULL;
    struct entrant *e = &group->entrants[group->count++];
    *e = (struct entrant){.chapter = chapter->name, .name = step->name, .step = step};
    // The last of each chapter; or those that --step, --chapter or --random-step names.
    const bool all = w->q->steps.count + w->q->chapters.count > 0;
    e->among_random = w->q->random_steps.count == 0 || is_wanted_random(w, chapter, step);
    if (before && !all && w->q->random_steps.count == 0 && before->chapter == e->chapter)
        before->among_random = false;
    return true;
}

bool choose_groups(const struct bench_request *q, struct group *groups, int *count,
                   struct failure *why)
{
    struct wanted w = {.q = q};
    *count = 0;
    for (int c = 0; c < course_chapter_count; c++)
        for (int s = 0; s < course_chapters[c]->step_count; s++) {
            const struct chapter *chapter = course_chapters[c];
            const struct step *step = chapter_step(chapter, s);
            if (!can_take_part(step) || !is_wanted_step(&w, chapter, step))
                continue;
            for (unsigned t = TRANSPOSE_NN; t <= TRANSPOSE_TT; t <<= 1)
                if ((step_transposes(step) & t) &&
                    !add_entrant(&w, chapter, step, t, groups, count, why))
                    return false;
        }
    static const char steps[] = "05, 05/6 or 6_warp_tile";
    if (!all_used("--step", &q->steps, w.step, steps, why) ||
        !all_used("--chapter", &q->chapters, w.chapter, steps, why) ||
        !all_used("--types", &q->types, w.types, "all, f32-f32, f16-f32 ...", why) ||
        !all_used("--trans", &q->transposes, w.transpose, "nn, nt, tn or tt", why) ||
        !all_used("--random-step", &q->random_steps, w.random, steps, why))
        return false;
    return *count > 0 || fail(why, "no step is left of those that --step, --chapter, --types and "
                                   "--trans name");
}

// ---- Shapes --------------------------------------------------------------------------------------

// A size: 4096, or 512x4096x1024 for m, n and k. Returns where it ends, NULL where it is none.
static const char *parse_size(const char *text, struct bench_shape *shape)
{
    int *const sizes[] = {&shape->m, &shape->n, &shape->k};
    for (int i = 0; i < 3; i++) {
        char *end;
        const long size = strtol(text, &end, 10);
        if (end == text || size < 1 || size > LARGEST_SIZE)
            return NULL;
        *sizes[i] = (int)size;
        if (i == 0 && *end != 'x') {
            shape->n = shape->k = (int)size;
            return end;
        }
        if (i < 2 && *end != 'x')
            return NULL;
        text = end + 1;
    }
    return text - 1;
}

// Calls `add` with every size of "1024,4096"; the message names `flag` if it is not one.
static bool parse_sizes(const char *flag, const char *text,
                        bool (*add)(void *context, const struct bench_shape *shape,
                                    struct failure *why),
                        void *context, struct failure *why)
{
    if (strcmp(text, "none") == 0)
        return true;
    for (const char *at = text;; at++) {
        struct bench_shape shape = {.m = 0};
        at = parse_size(at, &shape);
        if (!at || (*at != ',' && *at != '\0'))
            return fail(why,
                        "%s %s: not sizes with commas between, such as 1024,4096 or 512x1024x256; "
                        "allowed are integers from 1 to %d, or none",
                        flag, text, LARGEST_SIZE);
        if (!add(context, &shape, why))
            return false;
        if (*at == '\0')
            return true;
    }
}

struct shapes_so_far {
    struct bench_shape *shapes;
    int count;
};

static bool add_shape(void *context, const struct bench_shape *shape, struct failure *why)
{
    struct shapes_so_far *s = context;
    if (s->count == MAX_SHAPES / 2)
        return fail(why, "--sizes: more than %d sizes", MAX_SHAPES / 2);
    s->shapes[s->count++] = *shape;
    return true;
}

static bool make_hot(void *context, const struct bench_shape *shape, struct failure *why)
{
    struct shapes_so_far *s = context;
    bool found = false;
    for (int i = 0; i < s->count; i++)
        if (s->shapes[i].m == shape->m && s->shapes[i].n == shape->n && s->shapes[i].k == shape->k)
            s->shapes[i].hot = found = true;
    return found || fail(why, "--hot-sizes: %d x %d x %d is not one of --sizes", shape->m, shape->n,
                         shape->k);
}

static int random_size(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u; // Knuth's MMIX generator
    return SMALLEST_RANDOM + (int)((*state >> 33) % (LARGEST_RANDOM - SMALLEST_RANDOM + 1));
}

bool choose_shapes(const struct bench_request *q, struct bench_shape *shapes, int *count,
                   struct failure *why)
{
    struct shapes_so_far so_far = {.shapes = shapes};
    if (!parse_sizes("--sizes", q->sizes, add_shape, &so_far, why))
        return false;
    if (q->hot && strcmp(q->hot_sizes, "all") == 0) {
        for (int i = 0; i < so_far.count; i++)
            shapes[i].hot = true;
    } else if (q->hot && !parse_sizes("--hot-sizes", q->hot_sizes, make_hot, &so_far, why)) {
        return false;
    }
    *count = so_far.count;
    uint64_t state = (uint64_t)q->seed;
    for (int i = 0; i < q->random_shapes; i++) {
        const int m = random_size(&state), n = random_size(&state), k = random_size(&state);
        shapes[(*count)++] = (struct bench_shape){.m = m, .n = n, .k = k, .random = true};
    }
    if (*count == 0)
        return fail(why, "--sizes none --shapes 0: no shape is left");
    return true;
}
