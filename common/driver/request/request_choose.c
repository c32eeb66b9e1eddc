// SPDX-License-Identifier: MIT
//
// request_choose.c: which steps, or which experiment, the flags choose.
#include "request_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../step/kind.h"

// ---- Steps ---------------------------------------------------------------------------------------

// 0: no match; a larger number is a better match. "2_coalesced" matches its whole name, "coalesced"
// and any part (and "2": choose_number).
static int match(const char *name, const char *wanted)
{
    const size_t digits = strspn(name, "0123456789");
    const char *words = name[digits] == '_' ? name + digits + 1 : name + digits;
    if (strcmp(name, wanted) == 0 || strcmp(words, wanted) == 0)
        return 2;
    return strstr(name, wanted) != NULL;
}

static void list_names(const struct chapter *chapter, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < chapter->step_count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? ", " : "",
                                 chapter_step(chapter, i)->name);
    for (int i = 0; i < chapter->experiment_count && used < size; i++)
        if (chapter->experiments[i].step)
            used +=
                (size_t)snprintf(text + used, size - used, ", %s", chapter->experiments[i].step);
}

// "8", "8_tile_backward" or "tile_backward".
static const struct experiment *find_numbered(const struct chapter *chapter, const char *wanted)
{
    const size_t digits = strspn(wanted, "0123456789");
    for (int i = 0; i < chapter->experiment_count; i++) {
        const char *step = chapter->experiments[i].step;
        const bool is_number = step && wanted[digits] == '\0';
        if (is_number ? strspn(step, "0123456789") == digits && memcmp(step, wanted, digits) == 0
                      : step && match(step, wanted) == 2)
            return &chapter->experiments[i];
    }
    return NULL;
}

static const struct step *find_step(const struct chapter *chapter, const char *wanted,
                                    struct failure *why)
{
    const struct step *found = NULL;
    int best = 0;
    bool ambiguous = false;
    // Whole numbers were searched before, and 0 must not match 10.
    const bool is_number = wanted[strspn(wanted, "0123456789")] == '\0';
    for (int i = 0; i < chapter->step_count && !is_number; i++) {
        const int quality = match(chapter_step(chapter, i)->name, wanted);
        if (quality > best || (quality > 0 && quality == best)) {
            ambiguous = quality == best;
            found = chapter_step(chapter, i);
            best = quality;
        }
    }
    if (found && !ambiguous)
        return found;
    char names[500];
    list_names(chapter, names, sizeof names);
    fail(why, "--step %.200s: %s; the steps are %s", wanted,
         ambiguous ? "more than one step is called so" : "no such step", names);
    return NULL;
}

static void choose_step(const struct step *step, struct request *q)
{
    for (int i = 0; i < q->step_count; i++)
        if (q->steps[i] == step)
            return;
    q->steps[q->step_count++] = step;
}

// "6" means every step of that number, because variants of one step share theirs. False: no such
// number.
static bool choose_number(const struct chapter *chapter, const char *wanted, struct request *q)
{
    const size_t length = strlen(wanted);
    bool found = false;
    for (int i = 0; i < chapter->step_count; i++) {
        const char *name = chapter_step(chapter, i)->name;
        const size_t digits = strspn(name, "0123456789");
        if (digits == 0 || digits != length || memcmp(name, wanted, digits) != 0)
            continue;
        choose_step(chapter_step(chapter, i), q);
        found = true;
    }
    return found;
}

bool choose_steps(const struct chapter *chapter, const struct texts *wanted, struct request *q,
                  struct failure *why)
{
    q->experiment = wanted->count == 1 ? find_numbered(chapter, wanted->text[0]) : NULL;
    q->steps_named = wanted->count > 0 && !q->experiment;
    if (!q->steps_named)
        for (int i = 0; i < chapter->step_count; i++)
            q->steps[q->step_count++] = chapter_step(chapter, i);
    for (int i = 0; i < wanted->count && q->steps_named; i++) {
        if (find_numbered(chapter, wanted->text[i]))
            return fail(why, "--step %.200s: not together with other steps: it computes no C",
                        wanted->text[i]);
        if (choose_number(chapter, wanted->text[i], q))
            continue;
        const struct step *step = find_step(chapter, wanted->text[i], why);
        if (!step)
            return false;
        choose_step(step, q);
    }
    return true;
}

// ---- What steps can do ------------------------------------------------------------------------

static void list_transposes(unsigned transposes, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (unsigned t = TRANSPOSE_NN; t <= TRANSPOSE_TT && used < size; t <<= 1)
        if (transposes & t)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "",
                                     transpose_name(t));
}

static bool takes_transposes(const struct request *q, const struct step *step, struct failure *why)
{
    static const char *const flags[2][2] = {{"neither --trans-a nor --trans-b", "--trans-b"},
                                            {"--trans-a", "--trans-a and --trans-b"}};
    const struct gemm_problem p = {.trans_a = q->trans_a, .trans_b = q->trans_b};
    const unsigned wanted = gemm_transpose(&p), there = step_transposes(step);
    char text[40];
    if (step->kind != STEP_GEMM || wanted & there)
        return true;
    list_transposes(there, text, sizeof text);
    return fail(why, "takes %s, not %s (%s)", text, transpose_name(wanted),
                flags[q->trans_a][q->trans_b]);
}

static bool holds_scale(const char *flag, char letter, double asked, const struct step *step,
                        struct failure *why)
{
    double held;
    return isnan(asked) || !strchr(kind_of(step)->scales, letter) ||
           hold_scale(asked, step->type_c, &held) ||
           fail(why, "computes in %s, which cannot hold %s %g", dtype_name(step->type_c), flag,
                asked);
}

bool request_suits(const struct request *q, const struct step *step, struct failure *why)
{
    return takes_transposes(q, step, why) && holds_scale("--alpha", 'a', q->alpha, step, why) &&
           holds_scale("--beta", 'b', q->beta, step, why) &&
           holds_scale("--gamma", 'c', q->gamma, step, why);
}

bool set_unsuited_aside(struct request *q, struct failure *why)
{
    const bool transposed = q->trans_a || q->trans_b;
    struct failure reason, first = {""};
    bool any_transposed = false;
    int suited = 0;
    for (int i = 0; i < q->step_count; i++) {
        const struct step *step = q->steps[i];
        if (request_suits(q, step, &reason)) {
            any_transposed = any_transposed || step->kind == STEP_GEMM;
            q->steps[suited++] = step;
            continue;
        }
        if (q->steps_named)
            return fail(why, "--step %s: %s", step->name, reason.text);
        if (q->unsuited_count == 0)
            fail(&first, "%s %.200s", step->name, reason.text);
        q->unsuited[q->unsuited_count++] = step;
    }
    q->step_count = suited;
    if (transposed && !any_transposed && q->unsuited_count == 0)
        return fail(why, "--trans-%c: none of the chosen steps has one", q->trans_a ? 'a' : 'b');
    return (suited > 0 && (any_transposed || !transposed)) ||
           fail(why, "no step can do that: %s; --list shows what each takes", first.text);
}

// ---- Experiments ----------------------------------------------------------------------------------

static bool takes_along(const struct experiment *e, const struct experiment *other)
{
    return e->beside && strcmp(e->beside, other->flag) == 0;
}

// One experiment, and perhaps the experiment that its .beside names, for its value.
bool choose_experiment(const struct chapter *chapter, const struct raw *raw, struct request *q,
                       struct failure *why)
{
    for (int i = 0; i < chapter->experiment_count; i++) {
        const struct experiment *e = &chapter->experiments[i];
        const struct asked *asked = &raw->asked[i];
        if (!asked->given && !asked->value)
            continue;
        if (q->experiment && takes_along(q->experiment, e)) {
            q->experiment_beside = asked->value;
            continue;
        }
        if (q->experiment && !takes_along(e, q->experiment))
            return fail(why, "%s: not together with %s", e->flag, q->experiment->flag);
        q->experiment_beside = q->experiment_value;
        q->experiment_value = asked->value;
        q->experiment = e;
    }
    if (q->experiment && q->out)
        return fail(why, "--out %s: %s computes no C to write", q->out, q->experiment->flag);
    return true;
}
