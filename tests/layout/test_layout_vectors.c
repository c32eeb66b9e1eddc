// SPDX-License-Identifier: MIT
//
// test_layout_vectors.c: every case of tests/layout/data/vectors.tsv, answers that were made by
// running CuTe itself: the same text, and the same offsets by an evaluation that shares no code.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../common/layout/eval/eval.h"
#include "../../common/layout/layout.h"
#include "layout_oracle.h"

enum { MAX_FIELDS = 16, MAX_LINE = 1 << 14 };
enum { ID, KIND, RESULT, OFFSET, FUNCTION, OP, FIRST };

static char answer[LAYOUT_EVAL_TEXT];

struct record {
    char line[MAX_LINE]; // cut into fields
    char *field[MAX_FIELDS];
    int count;
    char request[MAX_LINE]; // what eval reads: op and operands
};

static FILE *open_vectors(void)
{
    char path[1024];
    const char *root = getenv("REPO_ROOT");
    snprintf(path, sizeof path, "%s/tests/layout/data/vectors.tsv", root != NULL ? root : ".");
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file, "cannot open %s", path);
    return file;
}

static bool next_record(struct record *r, FILE *file)
{
    if (fgets(r->line, sizeof r->line, file) == NULL)
        return false;
    r->line[strcspn(r->line, "\n")] = '\0';
    r->count = 0;
    for (char *p = r->line; p != NULL && r->count < MAX_FIELDS; r->count++) {
        if (r->count == OP)
            snprintf(r->request, sizeof r->request, "%s", p);
        r->field[r->count] = p;
        p = strchr(p, '\t');
        if (p != NULL)
            *p++ = '\0';
    }
    cr_assert_gt(r->count, OP, "a line of vectors.tsv is too short");
    return true;
}

static bool is(const struct record *r, int field, const char *text)
{
    return strcmp(r->field[field], text) == 0;
}

// "12:0123456789abcdef": the number of offsets and their hash.
static bool same_function(const struct record *r, const char *text, long long start)
{
    struct oracle l;
    char *colon;
    long long n = strtoll(r->field[FUNCTION], &colon, 10);
    return oracle_read(&l, text) && oracle_hash(&l, n, start) == strtoull(colon + 1, NULL, 16);
}

static void check_answer(const struct record *r)
{
    char *tab = strchr(answer, '\t');
    const char *more = tab != NULL ? tab + 1 : "";
    if (tab != NULL)
        *tab = '\0';
    cr_expect_str_eq(answer, r->field[RESULT], "%s: %s: %s, expected %s", r->field[ID], r->request,
                     answer, r->field[RESULT]);
    if (!is(r, OFFSET, "-"))
        cr_expect_str_eq(more, r->field[OFFSET], "%s: %s: offset %s, expected %s", r->field[ID],
                         r->request, more, r->field[OFFSET]);
    if (!is(r, FUNCTION, "-"))
        cr_expect(same_function(r, answer, is(r, OFFSET, "-") ? 0 : strtoll(more, NULL, 10)),
                  "%s: %s: other offsets", r->field[ID], r->request);
}

Test(layout_vectors, answers, .description = "every answer of CuTe, by text and by offsets")
{
    struct record r;
    FILE *file = open_vectors();
    int cases = 0;
    while (next_record(&r, file)) {
        if (!is(&r, KIND, "ok"))
            continue;
        layout_eval_line(r.request, strlen(r.request), answer, sizeof answer);
        check_answer(&r);
        cases++;
    }
    fclose(file);
    cr_expect_eq(cases, 824);
}

Test(layout_vectors, refusals, .description = "what CuTe refuses is refused, with a reason")
{
    struct record r;
    FILE *file = open_vectors();
    int cases = 0;
    while (next_record(&r, file)) {
        if (!is(&r, KIND, "reject"))
            continue;
        int status = layout_eval_line(r.request, strlen(r.request), answer, sizeof answer);
        cr_expect(status == 1 && strncmp(answer, "error: ", 7) == 0 && strlen(answer) > 20,
                  "%s: %s: %s", r.field[ID], r.request, answer);
        cases++;
    }
    fclose(file);
    cr_expect_eq(cases, 26);
}

// ---- Where the peer is wrong --------------------------------------------------------------------

// Runs one operation on texts; false: refused.
static bool run(char *out, size_t size, const char *op, const char *a, const char *b)
{
    static char text[LAYOUT_EVAL_TEXT];
    char request[MAX_LINE];
    snprintf(request, sizeof request, "%s\t%s%s%s", op, a, b != NULL ? "\t" : "",
             b != NULL ? b : "");
    if (layout_eval_line(request, strlen(request), text, sizeof text) != 0)
        return false;
    snprintf(out, size, "%.*s", (int)size - 1, text);
    return true;
}

// Whether an answer keeps the operation's contract, element by element.
static bool keeps_contract(const struct record *r, const char *text)
{
    char mode[LAYOUT_TEXT];
    struct oracle a, b, result, part;
    const char *op = r->field[OP], *second = r->count > FIRST + 1 ? r->field[FIRST + 1] : NULL;
    if (second == NULL)
        second = "";
    cr_assert(oracle_read(&result, text) && oracle_read(&a, r->field[FIRST]), "%s", text);
    if (strcmp(op, "composition") == 0)
        return oracle_read(&b, second) && oracle_composes(&a, &b, &result);
    if (strcmp(op, "left_inverse") == 0)
        return oracle_left_inverse(&a, &result);
    if (strcmp(op, "complement") == 0) {
        long long target = 1;
        for (const char *p = second; *p; p++)
            if (*p >= '0' && *p <= '9') {
                char *end;
                target *= strtoll(p, &end, 10);
                p = end - 1;
            }
        return oracle_complements(&a, &result, target);
    }
    if (strcmp(op, "logical_divide") == 0) { // the tile mode is A o B
        return oracle_read(&b, second) && run(mode, sizeof mode, "get", text, "0") &&
               oracle_read(&part, mode) && oracle_composes(&a, &b, &part) &&
               oracle_size(&result) == oracle_size(&a) &&
               oracle_injective(&a) == oracle_injective(&result);
    }
    if (strcmp(op, "logical_product") == 0 && *second != '<')
        return run(mode, sizeof mode, "get", text, "1") && oracle_read(&part, mode) &&
               oracle_copies_disjoint(&a, &part);
    if (strcmp(op, "logical_product") == 0) { // mode 0 of a tiler: ((block,copies),..)
        struct oracle block, copies;
        char inner[LAYOUT_TEXT], outer[LAYOUT_TEXT];
        return run(mode, sizeof mode, "get", text, "0") &&
               run(inner, sizeof inner, "get", mode, "0") &&
               run(outer, sizeof outer, "get", mode, "1") && oracle_read(&block, inner) &&
               oracle_read(&copies, outer) && oracle_copies_disjoint(&block, &copies);
    }
    cr_assert_fail("no contract for %s", op);
    return false;
}

Test(layout_vectors, wrong_answers,
     .description = "where the peer answers wrongly: the answer is wrong, ours is right or none")
{
    struct record r;
    FILE *file = open_vectors();
    int cases = 0, refused = 0;
    while (next_record(&r, file)) {
        if (!is(&r, KIND, "wrong"))
            continue;
        cases++;
        cr_expect_not(keeps_contract(&r, r.field[RESULT]), "%s: %s: the peer's %s is right",
                      r.field[ID], r.request, r.field[RESULT]);
        if (layout_eval_line(r.request, strlen(r.request), answer, sizeof answer) != 0)
            refused++;
        else
            cr_expect(keeps_contract(&r, answer), "%s: %s: %s is wrong", r.field[ID], r.request,
                      answer);
    }
    fclose(file);
    cr_expect_eq(cases, 9);
    cr_expect_eq(refused, 7);
}

// ---- The same result step by step ---------------------------------------------------------------

static void count_line(void *context, int depth, const char *text)
{
    int *lines = context;
    cr_expect(depth >= 0 && depth < 32 && strlen(text) > 0 && strchr(text, '\n') == NULL);
    ++*lines;
}

Test(layout_vectors, traced, .description = "telling the steps changes no answer")
{
    static char told[LAYOUT_EVAL_TEXT];
    struct record r;
    FILE *file = open_vectors();
    int lines = 0;
    struct layout_trace trace = {count_line, &lines};
    while (next_record(&r, file)) {
        layout_eval_line(r.request, strlen(r.request), answer, sizeof answer);
        layout_trace_to(&trace);
        int before = lines;
        layout_eval_line(r.request, strlen(r.request), told, sizeof told);
        layout_trace_to(NULL);
        cr_expect_str_eq(told, answer);
        if (is(&r, OP, "complement") && is(&r, KIND, "ok"))
            cr_expect_gt(lines, before + 1, "%s: %s: nothing was reported", r.field[ID], r.request);
    }
    fclose(file);
    cr_expect_gt(lines, 1000);
}
