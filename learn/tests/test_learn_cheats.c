// SPDX-License-Identifier: MIT
//
// test_learn_cheats.c: files that want to pass without solving the exercise: each entry of
// cheats.programs is refused, by a verdict that has the words it names. Without TEST_MORE one of
// three is tried.
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "learner.h"
#include "../../emu/tests/support/sampler.h"

TestSuite(learn_cheats, .fini = desk_remove);

// ---- Cheats --------------------------------------------------------------------------------------

// The values of EXERCISE and SOLUTION.
static const char HEAD[] =
    "#include <stdio.h>\n#include \"learn/exercise.h\"\n"
    "#define ARGUMENTS int m, int n, int k, float alpha, const float *A, int lda, const float *B, "
    "int ldb\n"
    "#define EXERCISE extern \"C\" void exercise(ARGUMENTS, float beta, float *C, int ldc)\n"
    "#define SOLUTION right<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, alpha, "
    "A, lda, B, ldb, C, ldc)\n"
    "__global__ void right(ARGUMENTS, float *C, int ldc)\n{\n"
    "    const int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;\n"
    "    float acc = 0;\n"
    "    for (int p = 0; row < m && col < n && p < k; p++)\n"
    "        acc += A[row * lda + p] * B[p * ldb + col];\n"
    "    if (row < m && col < n)\n        C[row * ldc + col] = alpha * acc;\n}\n";

static const char ENTRY[] = "\n//@program ", VERDICT[] = "// verdict: ";

struct cheat {
    char name[40];
    const char *text; // up to the next entry, or the end
};

struct cheats {
    struct cheat list[240];
    size_t count;
    int of; // one of so many is tried
    struct shared {
        char wrong[900]; // what its verdict lacks; "": refused as it should be
    } * shared;
};

static void find_cheats(struct cheats *all, char *text)
{
    for (char *at = text; (at = strstr(at, ENTRY)) != NULL; all->count++) {
        cr_assert(all->count < sizeof all->list / sizeof *all->list);
        struct cheat *c = &all->list[all->count];
        *at = '\0'; // the end of the one before
        at += strlen(ENTRY);
        c->text = at + strcspn(at, "\n") + 1;
        snprintf(c->name, sizeof c->name, "%.*s", (int)strcspn(at, "\n"), at);
    }
}

static void write_submission(const struct cheat *c, const char *id)
{
    char folder[80], file[160];
    snprintf(folder, sizeof folder, "my_%s", c->name);
    snprintf(file, sizeof file, "%s/%s.%s", folder, id, strncmp(id, "01", 2) == 0 ? "c" : "cu");
    cr_assert(mkdir(desk_path(folder), 0777) == 0);
    FILE *out = fopen(desk_path(file), "w");
    cr_assert(out != NULL);
    fprintf(out, "%s%s", strstr(c->text, "EXERCISE") ? HEAD : "", c->text);
    fclose(out);
}

// Runs in its own process. `check` must exit with 1 and print all that the entry names.
static void judge(size_t number, void *context)
{
    const struct cheats *all = context;
    const size_t index = number * (size_t)all->of;
    const struct cheat *c = &all->list[index];
    const char *named = strstr(c->text, "// exercise: ");
    char id[40] = "02_product", before[120], words[80];
    if (named)
        sscanf(named, "// exercise: %39s", id);
    write_submission(c, id);
    snprintf(before, sizeof before, "LEARN_SECONDS=2 LEARN_MY=my_%s", c->name);
    snprintf(words, sizeof words, "check %s", id);
    struct run run = learn(before, words);
    bool good = run.status == 1 && strstr(c->text, VERDICT) != NULL;
    for (const char *at = c->text; (at = strstr(at, VERDICT)) != NULL; at++) {
        char part[200];
        snprintf(part, sizeof part, "%.*s", (int)strcspn(at, "\n") - (int)strlen(VERDICT),
                 at + strlen(VERDICT));
        good = good && strstr(run.out, part) != NULL;
    }
    snprintf(all->shared[index].wrong, sizeof all->shared[index].wrong, "%s",
             good       ? ""
             : *run.out ? run.out
                        : "ended without a verdict");
    run_free(&run);
}

Test(learn_cheats, each_is_refused, .timeout = 600)
{
    static struct cheats all;
    char *text = read_all_of(repository_path("learn/tests/cheats.programs"));
    find_cheats(&all, text);
    cr_expect(all.count >= 150);
    const size_t size = all.count * sizeof *all.shared;
    all.shared = shared_memory(size);
    desk(); // one for all cases
    char *const chapter = realpath(repository_path("learn/tests/course/01_test"), NULL);
    cr_assert(chapter && symlink(chapter, desk_path("01_test")) == 0);
    free(chapter);
    all.of = sampled(3, 1, 1);
    run_side_by_side((all.count - 1) / (size_t)all.of + 1, judge, &all);
    for (size_t i = 0; i < all.count; i++)
        cr_expect(all.shared[i].wrong[0] == '\0', "%s: %s", all.list[i].name, all.shared[i].wrong);
    munmap(all.shared, size);
    free(text);
}

// What is refused above is the cheat and not all that comes.
Test(learn_cheats, the_solution_passes)
{
    char *text = solution_of("02_product");
    hand_in("02_product", text);
    struct run run = learn("", "check 02_product");
    cr_expect(run.status == 0 && strstr(run.out, "passed"), "%s%s", run.out, run.err);
    run_free(&run);
    free(text);
}

// Templates that double at each level would keep the compiler busy for hours.
Test(learn_cheats, a_compilation_ends)
{
    hand_in("02_product", "#include \"learn/exercise.h\"\n"
                          "template <int N, int M> struct twice { static const int value = "
                          "twice<N - 1, 2 * M>::value + twice<N - 1, 2 * M + 1>::value; };\n"
                          "template <int M> struct twice<0, M> { static const int value = M; };\n"
                          "static int all = twice<22, 0>::value;\n");
    struct run run = learn("LEARN_COMPILE_SECONDS=1", "check 02_product");
    cr_expect(run.status == 1 && strstr(run.out, "compiling took more than 1 s"), "%s%s", run.out,
              run.err);
    run_free(&run);
}

// The file of progress is the learner's own: a report of all does not look at it.
Test(learn_cheats, progress_counts_for_nothing)
{
    char *text = stub_of("02_product");
    hand_in("02_product", text);
    write_bytes(desk_path("my/progress"), "02_product passed 0\n", 20);
    struct run run = learn("", "check-all json");
    cr_expect(run.status == 0 && strstr(run.out, "\"passed\": 0,"), "%s%s", run.out, run.err);
    run_free(&run);
    free(text);
}
