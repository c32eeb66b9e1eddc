// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // open_memstream
#include "formats.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../source/text.h"
#include "../grade/verdict.h"

bool format_named(const char *name, enum format *format, struct failure *why)
{
    static const char *const names[] = {"text", "json", "gradescope", "junit"};
    for (int i = 0; i < 4; i++)
        if (strcmp(name, names[i]) == 0) {
            *format = (enum format)i;
            return true;
        }
    return fail(why, "FORMAT=%.40s: must be text, json, gradescope or junit", name);
}

static const char *state_name(enum state state)
{
    static const char *const names[] = {"passed", "failed", "not_compiled", "not_begun",
                                        "not_graded"};
    return names[state];
}

static int total(const struct totals *t)
{
    int sum = 0;
    for (int i = 0; i <= STATE_NOT_GRADED; i++)
        sum += t->counts[i];
    return sum;
}

// ---- Texts in quotes -----------------------------------------------------------------------------

// UTF-8 stays unchanged. A byte that is none (a learner may print anything) is shown by its number:
// it would make the whole unreadable. Returns the last byte.
static const char *character(const char *c, const char *backslash, FILE *out)
{
    const int length = text_character(c);
    if (length == 0)
        fprintf(out, "%sx%02x", backslash, (unsigned char)*c);
    else
        fwrite(c, 1, (size_t)length, out);
    return c + (length > 1 ? length - 1 : 0);
}

static void json_text(const char *text, FILE *out)
{
    fputc('"', out);
    for (const char *c = text; *c; c++)
        if (*c == '"' || *c == '\\')
            fprintf(out, "\\%c", *c);
        else if ((unsigned char)*c < ' ')
            fprintf(out, "\\u%04x", (unsigned char)*c);
        else
            c = character(c, "\\\\", out);
    fputc('"', out);
}

static void xml_text(const char *text, FILE *out)
{
    for (const char *c = text; *c; c++)
        switch (*c) {
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '&': fputs("&amp;", out); break;
        case '"': fputs("&quot;", out); break;
        default:
            if ((unsigned char)*c >= ' ' || *c == '\n' || *c == '\t')
                c = character(c, "\\", out);
        }
}

// The verdict as the screen shows it, or why there is none; for free().
static char *verdict_text(const struct grade *g, const struct failure *why)
{
    struct text t;
    if (!text_begin(&t))
        return NULL;
    if (g)
        verdict_print(g, 0, t.file);
    else
        fputs(why->text, t.file);
    return text_end(&t);
}

// ---- One exercise --------------------------------------------------------------------------------

static void line_of_text(const struct exercise *e, enum state state, const struct grade *g,
                         const struct failure *why, FILE *out)
{
    char failed[300];
    switch (state) {
    case STATE_FAILED:
        exercise_name_checks(e, g->failed, failed, sizeof failed);
        fprintf(out, "  FAIL %-20s %s: fails %s\n", e->id, e->title, failed);
        break;
    case STATE_NOT_COMPILED:
        if (g && g->refused)
            fprintf(out, "  FAIL %-20s %s: refused: %s\n", e->id, e->title, g->messages);
        else
            fprintf(out, "  FAIL %-20s %s: does not compile\n", e->id, e->title);
        break;
    case STATE_NOT_BEGUN: fprintf(out, "     - %-20s %s\n", e->id, e->title); break;
    case STATE_NOT_GRADED: fprintf(out, "     ? %-20s %s\n", e->id, why->text); break;
    default: fprintf(out, "    ok %-20s %s\n", e->id, e->title);
    }
}

static void json_exercise(const struct exercise *e, enum state state, const struct grade *g,
                          const char *text, FILE *out)
{
    fprintf(out, "    {\"id\": \"%s\", \"title\": ", e->id);
    json_text(e->title, out);
    fprintf(out, ", \"state\": \"%s\", \"checks\": [", state_name(state));
    for (int i = 0; g && !g->messages && i < e->check_count; i++) {
        char said[1400];
        verdict_of_check(g, i, said, sizeof said);
        fprintf(out, "%s{\"check\": \"%s\", \"passed\": %s, \"text\": ", i ? ", " : "",
                e->checks[i].label, g->failed >> i & 1 ? "false" : "true");
        json_text(said, out);
        fputc('}', out);
    }
    fputs("], \"medals\": [", out);
    for (int i = 0, won = 0; g && i < e->medal_count; i++)
        if (g->medals >> i & 1)
            fprintf(out, "%s\"%s\"", won++ ? ", " : "", e->medals[i].name);
    fputs("], \"text\": ", out);
    json_text(text, out);
    fputc('}', out);
}

// A point each.
static void gradescope_test(const struct exercise *e, enum state state, const char *text, FILE *out)
{
    const bool passed = state == STATE_PASSED;
    char name[200];
    snprintf(name, sizeof name, "%s: %s", e->id, e->title);
    fputs("    {\"name\": ", out);
    json_text(name, out);
    fprintf(out, ", \"score\": %d, \"max_score\": 1, \"status\": \"%s\", \"output\": ", passed,
            passed ? "passed" : "failed");
    json_text(text, out);
    fputc('}', out);
}

static void junit_case(const struct exercise *e, enum state state, const struct grade *g,
                       const char *text, FILE *out)
{
    fprintf(out, "    <testcase classname=\"%s\" name=\"%s\" time=\"%.3f\"", e->chapter, e->id,
            g ? g->build_seconds + g->run_seconds : 0);
    if (state == STATE_PASSED) {
        fputs("/>", out);
        return;
    }
    const char *element = state == STATE_NOT_BEGUN    ? "skipped"
                          : state == STATE_NOT_GRADED ? "error"
                                                      : "failure";
    fprintf(out, "><%s message=\"%s\">", element, state_name(state));
    xml_text(text, out);
    fprintf(out, "</%s></testcase>", element);
}

void format_exercise(enum format format, const struct exercise *e, enum state state,
                     const struct grade *g, const struct failure *why, FILE *out)
{
    char *text = verdict_text(g, why);
    const char *said = text ? text : "";
    switch (format) {
    case FORMAT_JSON: json_exercise(e, state, g, said, out); break;
    case FORMAT_GRADESCOPE: gradescope_test(e, state, said, out); break;
    case FORMAT_JUNIT: junit_case(e, state, g, said, out); break;
    default: line_of_text(e, state, g, why, out);
    }
    free(text);
}

// ---- The whole -----------------------------------------------------------------------------------

void format_begin(enum format format, const struct totals *t, FILE *out)
{
    const int failed = t->counts[STATE_FAILED] + t->counts[STATE_NOT_COMPILED];
    switch (format) {
    case FORMAT_JSON:
        fprintf(out,
                "{\n  \"version\": 1,\n  \"seed\": %" PRIu64 ",\n  \"passed\": %d,\n"
                "  \"total\": %d,\n  \"exercises\": [\n",
                t->seed, t->counts[STATE_PASSED], total(t));
        break;
    case FORMAT_GRADESCOPE:
        fprintf(out, "{\n  \"score\": %d,\n  \"tests\": [\n", t->counts[STATE_PASSED]);
        break;
    case FORMAT_JUNIT:
        fprintf(out,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
                "  <testsuite name=\"exercises\" tests=\"%d\" failures=\"%d\" errors=\"%d\" "
                "skipped=\"%d\">\n",
                total(t), failed, t->counts[STATE_NOT_GRADED], t->counts[STATE_NOT_BEGUN]);
        break;
    default: break;
    }
}

const char *format_between(enum format format)
{
    return format == FORMAT_TEXT ? "" : format == FORMAT_JUNIT ? "\n" : ",\n";
}

void format_end(enum format format, const struct totals *t, FILE *out)
{
    switch (format) {
    case FORMAT_JSON:
    case FORMAT_GRADESCOPE: fputs("\n  ]\n}\n", out); break;
    case FORMAT_JUNIT: fputs("\n  </testsuite>\n</testsuites>\n", out); break;
    default:
        if (t->counts[STATE_FAILED] > 0)
            fputs(
                "R: the result. D: a diagnosis. C: a counter. P: a prediction. L: a layout.\n"
                "M: loads and stores, or misses. T: a race. make check EX=NN_NAME shows the whole\n"
                "verdict.\n",
                out);
        fprintf(out, "%d of %d passed, %d not begun (seed %" PRIu64 ")\n", t->counts[STATE_PASSED],
                total(t), t->counts[STATE_NOT_BEGUN], t->seed);
    }
}
