// SPDX-License-Identifier: MIT
//
// learn: the exercises of the course. `make learn` and its sisters call it (mk/learn.mk).
#include <stdio.h>
#include <string.h>

#include "course/course.h"
#include "source/catalogue.h"
#include "learner/command.h"
#include "run/workers.h"

enum { MAX_NAMED = 256 };

static int usage(void)
{
    fputs("usage: learn [watch [ID]]                   what `make learn` does\n"
          "       learn check ID                       grade your copy\n"
          "       learn hint ID\n"
          "       learn solution ID [--force]\n"
          "       learn check-all [text|json|gradescope|junit]\n"
          "       learn matrix [ID...] [--quick|--in-turn] [--verbose]\n"
          "                                            is the exercise itself right?\n"
          "       learn times [COMMIT]                 from a save to its verdict, of each\n",
          stderr);
    return 2;
}

static bool has_flag(int argc, char **argv, const char *flag)
{
    for (int i = 2; i < argc; i++)
        if (strcmp(argv[i], flag) == 0)
            return true;
    return false;
}

// ---- The matrix, exercises side by side ----------------------------------------------------------

struct request {
    const struct entry *entries[MAX_NAMED];
    int count;
    bool quick, in_turn, verbose, good;
};

static int matrix_of_one(int index, FILE *out, void *context)
{
    const struct request *m = context;
    const enum matrix_parts parts = m->in_turn ? index % 2 ? MATRIX_MUTANT : MATRIX_SOLUTION
                                    : m->quick ? MATRIX_QUICK
                                               : MATRIX_WHOLE;
    return author_matrix(m->entries[index], parts, m->verbose, out) ? 0 : 1;
}

static void print_piece(int index, const struct piece *piece, void *context)
{
    struct request *m = context;
    (void)index;
    fputs(piece->text ? piece->text : "", stdout);
    fflush(stdout);
    m->good = m->good && piece->status == 0;
}

static int matrix(const struct catalogue *c, int argc, char **argv)
{
    struct failure why;
    struct request m = {.quick = has_flag(argc, argv, "--quick"),
                        .in_turn = has_flag(argc, argv, "--in-turn"),
                        .verbose = has_flag(argc, argv, "--verbose"),
                        .good = true};
    for (int i = 2; i < argc; i++) {
        if (argv[i][0] == '-')
            continue;
        const struct entry *e = catalogue_find(c, argv[i], &why);
        if (!e)
            return complain(&why);
        if (m.count < MAX_NAMED)
            m.entries[m.count++] = e;
    }
    for (int i = 0, all = m.count == 0; all && i < c->count && i < MAX_NAMED; i++)
        m.entries[m.count++] = &c->entries[i];
    if (!work_side_by_side(m.count, matrix_of_one, print_piece, &m, &why))
        return complain(&why);
    return m.good ? 0 : 1;
}

static int run(const struct catalogue *c, int argc, char **argv)
{
    const char *command = argc > 1 ? argv[1] : "watch", *id = argc > 2 ? argv[2] : "";
    if (strcmp(command, "watch") == 0)
        return watch(c, id);
    if (strcmp(command, "matrix") == 0)
        return matrix(c, argc, argv);
    if (strcmp(command, "times") == 0)
        return times_print(c, *id ? id : "unknown");
    if (strcmp(command, "check-all") == 0)
        return command_check_all(c, *id ? id : "text");
    if (strcmp(command, "check") == 0)
        return command_check(c, id);
    if (strcmp(command, "hint") == 0)
        return command_hint(c, id);
    if (strcmp(command, "solution") == 0)
        return command_solution(c, id, has_flag(argc, argv, "--force"));
    return usage();
}

int main(int argc, char **argv)
{
    struct catalogue c;
    struct failure why;
    if (!catalogue_read(&c, &why))
        return complain(&why);
    const int status = run(&c, argc, argv);
    catalogue_free(&c);
    return status;
}
