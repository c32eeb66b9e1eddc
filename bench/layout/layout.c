// SPDX-License-Identifier: MIT
//
// layout.c: how fast the layout algebra is, on one core: operations per second over the test
// vectors, nanoseconds per offset. `make bench-layout`.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../common/layout/eval/eval.h"
#include "../../common/layout/layout.h"
#include "../../common/base/timer.h"

enum {
    MAX_CASES = 256,
    MAX_LINE = 4096,
    BATCHES = 9,         // the median of so many is reported
    BATCH_NS = 40000000, // each takes about this time
    OFFSETS = 1 << 12,   // indices of the offset measurement
};

static int64_t now(void) // ns
{
    return (int64_t)(timer_seconds() * 1e9);
}

// One case: the operation and its operands, parsed.
struct one_case {
    struct layout a, b;
    struct int_tuple target;
    struct tiler tiler;
    bool has_b;      // the right operand is a layout
    bool has_target; // complement with a target
    char line[MAX_LINE];
};

static struct one_case cases[MAX_CASES];
static volatile int64_t sink;

// Reads the cases of an operation that plain layouts take.
static int load(const char *path, const char *name)
{
    static char line[MAX_LINE];
    struct failure why;
    int count = 0;
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fprintf(stderr, "cannot open %s\n", path);
        exit(1);
    }
    while (count < MAX_CASES && fgets(line, sizeof line, file) != NULL) {
        char *field[9] = {NULL};
        int n = 0;
        line[strcspn(line, "\n")] = '\0';
        for (char *p = line; p != NULL && n < 9; n++) {
            field[n] = p;
            p = strchr(p, '\t');
            if (p != NULL)
                *p++ = '\0';
        }
        if (n < 7 || strcmp(field[5], name) != 0 || strcmp(field[1], "unsupported") == 0)
            continue;
        struct one_case *c = &cases[count];
        snprintf(c->line, sizeof c->line, "%s\t%s%s%s", name, field[6], n > 7 ? "\t" : "",
                 n > 7 ? field[7] : "");
        if (!layout_parse(&c->a, field[6], &why))
            continue; // after a swizzle
        c->has_target = n > 7 && strcmp(name, "complement") == 0;
        if (c->has_target && !int_tuple_parse(&c->target, field[7], &why))
            continue;
        if (n > 7 && !c->has_target) {
            if (strncmp(field[7], "Sw<", 3) == 0 || !tiler_parse(&c->tiler, field[7], &why))
                continue;
            c->has_b = !tiler_is_tuple(&c->tiler) && tiler_layout(&c->b, &c->tiler, &why);
        }
        count++;
    }
    fclose(file);
    return count;
}

typedef bool run_case(struct layout *out, const struct one_case *c, struct failure *why);

static bool do_coalesce(struct layout *out, const struct one_case *c, struct failure *why)
{
    return layout_coalesce(out, &c->a, why);
}

static bool do_complement(struct layout *out, const struct one_case *c, struct failure *why)
{
    return layout_complement(out, &c->a, c->has_target ? &c->target : NULL, why);
}

static bool do_composition(struct layout *out, const struct one_case *c, struct failure *why)
{
    return c->has_b ? layout_composition(out, &c->a, &c->b, why)
                    : layout_composition_tiler(out, &c->a, &c->tiler, why);
}

static bool do_divide(struct layout *out, const struct one_case *c, struct failure *why)
{
    return layout_logical_divide(out, &c->a, &c->tiler, why);
}

static bool do_product(struct layout *out, const struct one_case *c, struct failure *why)
{
    return layout_logical_product(out, &c->a, &c->tiler, why);
}

// Text in, text out, as `eval` does it.
static char answer[LAYOUT_EVAL_TEXT];
static bool do_text(struct layout *out, const struct one_case *c, struct failure *why)
{
    (void)why;
    out->shape.count = layout_eval_line(c->line, strlen(c->line), answer, sizeof answer);
    return true;
}

// Median operations per second over all cases in turn.
static double rate(run_case *run, int count)
{
    double batch[BATCHES];
    struct layout out;
    struct failure why;
    int64_t rounds = 1, elapsed = 0;
    for (int i = -1; i < BATCHES; i++) { // batch -1 finds the number of rounds
        for (;; rounds *= 2) {
            int64_t start = now();
            for (int64_t r = 0; r < rounds; r++)
                for (int k = 0; k < count; k++)
                    sink += run(&out, &cases[k], &why) ? out.shape.count : 0;
            elapsed = now() - start;
            if (i >= 0 || elapsed > BATCH_NS)
                break;
        }
        if (i >= 0)
            batch[i] = (double)rounds * count / (double)elapsed * 1e9;
    }
    return statistics_of(batch, BATCHES).median;
}

// pycute's operations per second, each NAME=RATE; by default those of one core of a small cloud
// machine, python 3.11, where they were measured first. See layout_pycute.py.
static double pycute_rate(const char *name, double otherwise, int argc, char **argv)
{
    size_t length = strlen(name);
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], name, length) == 0 && argv[i][length] == '=')
            return strtod(argv[i] + length + 1, NULL);
    return otherwise;
}

static void measure_operations(const char *path, int argc, char **argv)
{
    static const struct {
        const char *name;
        run_case *run;
        double pycute;
    } rows[] = {{"composition", do_composition, 148e3},
                {"complement", do_complement, 260e3},
                {"coalesce", do_coalesce, 395e3},
                {"logical_divide", do_divide, 45e3},
                {"logical_product", do_product, 69e3}};
    printf("%-16s %6s %13s %8s %11s %13s %10s\n", "operation", "cases", "operations/s", "ns each",
           "pycute/s", "times pycute", "by text/s");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int count = load(path, rows[i].name);
        if (count == 0)
            continue;
        double pycute = pycute_rate(rows[i].name, rows[i].pycute, argc, argv);
        double fast = rate(rows[i].run, count), text = rate(do_text, count);
        printf("%-16s %6d %13.0f %8.1f %11.0f %13.1f %10.0f\n", rows[i].name, count, fast,
               1e9 / fast, pycute, fast / pycute, text);
    }
}

// Nanoseconds per offset at random indices.
static void measure_offsets(void)
{
    static int64_t index[OFFSETS];
    struct failure why;
    struct layout l;
    struct layout_offsets prepared;
    double direct[BATCHES], fast[BATCHES];
    if (!layout_parse(&l, "((4,8),(2,2,2)):((32,1),(16,8,128))", &why) ||
        !layout_offsets_prepare(&prepared, &l, &why)) {
        fprintf(stderr, "%s\n", why.text);
        exit(1);
    }
    uint64_t state = 1;
    for (int i = 0; i < OFFSETS; i++) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        index[i] = (int64_t)(state >> 33) % prepared.size;
    }
    for (int b = 0; b < BATCHES; b++) {
        enum { ROUNDS = 1000 };
        int64_t start = now(), sum = 0, offset;
        for (int r = 0; r < ROUNDS; r++)
            for (int i = 0; i < OFFSETS; i++)
                sum += layout_offset(&prepared, index[i]);
        fast[b] = (double)(now() - start) / ROUNDS / OFFSETS;
        start = now();
        for (int r = 0; r < ROUNDS; r++)
            for (int i = 0; i < OFFSETS; i++)
                sum += layout_at(&l, index[i], &offset, &why) ? offset : 0;
        direct[b] = (double)(now() - start) / ROUNDS / OFFSETS;
        sink += sum;
    }
    printf("\noffset of a random element of ((4,8),(2,2,2)), run-time integers:\n");
    printf("  layout_offset, prepared once  %6.2f ns\n", statistics_of(fast, BATCHES).median);
    printf("  layout_at, nothing prepared   %6.2f ns\n", statistics_of(direct, BATCHES).median);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: layout VECTORS.tsv [NAME=RATE]...\n");
        return 2;
    }
    printf("layouts on one core; the cases of %s, those without a swizzle\n\n", argv[1]);
    measure_operations(argv[1], argc - 1, argv + 1);
    measure_offsets();
    return 0;
}
