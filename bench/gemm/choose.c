// SPDX-License-Identifier: MIT
//
// choose.c: which steps take part, and on which shapes.
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "gemm.h"

enum { SMALLEST_RANDOM = 256, LARGEST_RANDOM = 4096, LARGEST_SIZE = 16384 };

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

// Other types and kinds will bring their own peers and checks.
static bool can_take_part(const struct step *step)
{
    return step->place == STEP_ON_GPU && step->kind == STEP_GEMM && step->type_ab == DTYPE_F32 &&
           step->type_c == DTYPE_F32 && step->run.sgemm_nn != NULL;
}

static bool is_wanted(const struct bench_request *q, const struct chapter *chapter,
                      const struct step *step, bool *used_step, bool *used_chapter)
{
    bool wanted = q->steps.count == 0 && q->chapters.count == 0;
    for (int i = 0; i < q->steps.count; i++)
        if (step_is_called(chapter, step, q->steps.text[i]))
            used_step[i] = wanted = true;
    for (int i = 0; i < q->chapters.count; i++)
        if (is_called(chapter->name, q->chapters.text[i], strlen(q->chapters.text[i])))
            used_chapter[i] = wanted = true;
    return wanted;
}

static bool all_used(const char *flag, const struct texts *texts, const bool *used,
                     struct failure *why)
{
    for (int i = 0; i < texts->count; i++)
        if (!used[i])
            return fail(why, "%s %s: no such float32 step on the GPU; say 05, 05/6 or 6_warp_tile",
                        flag, texts->text[i]);
    return true;
}

bool choose_entrants(const struct bench_request *q, struct entrant *entrants, int *count,
                     struct failure *why)
{
    bool used_step[MAX_TEXTS] = {false}, used_chapter[MAX_TEXTS] = {false};
    *count = 0;
    for (int c = 0; c < course_chapter_count; c++) {
        const struct chapter *chapter = course_chapters[c];
        struct entrant *last = NULL;
        for (int s = 0; s < chapter->step_count; s++) {
            const struct step *step = &chapter->steps[s];
            if (!can_take_part(step) || !is_wanted(q, chapter, step, used_step, used_chapter))
                continue;
            if (*count == MAX_ENTRANTS - 1) // one place is cuBLAS's
                return fail(why, "more than %d steps", MAX_ENTRANTS - 1);
            last = &entrants[(*count)++];
            *last = (struct entrant){.chapter = chapter->name, .name = step->name, .step = step};
            last->sgemm = step->run.sgemm_nn;
        }
        if (last)
            last->last_of_chapter = true;
    }
    return all_used("--step", &q->steps, used_step, why) &&
           all_used("--chapter", &q->chapters, used_chapter, why);
}

// ---- Shapes --------------------------------------------------------------------------------------

static bool parse_sizes(const char *text, struct shape *shapes, int *count, struct failure *why)
{
    if (strcmp(text, "none") == 0)
        return true;
    for (const char *at = text;; at++) {
        char *end;
        const long size = strtol(at, &end, 10);
        if (end == at || (*end != ',' && *end != '\0') || size < 1 || size > LARGEST_SIZE)
            return fail(why,
                        "--sizes %s: not sizes with commas between, such as 1024,4096; "
                        "allowed are integers from 1 to %d, or none",
                        text, LARGEST_SIZE);
        if (*count == MAX_SHAPES / 2)
            return fail(why, "--sizes %s: more than %d sizes", text, MAX_SHAPES / 2);
        shapes[(*count)++] = (struct shape){(int)size, (int)size, (int)size, false};
        at = end;
        if (*at == '\0')
            return true;
    }
}

static int random_size(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u; // Knuth's MMIX generator
    return SMALLEST_RANDOM + (int)((*state >> 33) % (LARGEST_RANDOM - SMALLEST_RANDOM + 1));
}

bool choose_shapes(const struct bench_request *q, struct shape *shapes, int *count,
                   struct failure *why)
{
    *count = 0;
    if (!parse_sizes(q->sizes, shapes, count, why))
        return false;
    uint64_t state = (uint64_t)q->seed;
    for (int i = 0; i < q->random_shapes; i++) {
        const int m = random_size(&state), n = random_size(&state), k = random_size(&state);
        shapes[(*count)++] = (struct shape){m, n, k, true};
    }
    if (*count == 0)
        return fail(why, "--sizes none --shapes 0: no shape is left");
    return true;
}
