// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE // getloadavg
#include "course.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "../../common/base/timer.h"
#include "../compile/build.h"
#include "../learner/command.h"
#include "../grade/grade.h"
#include "../source/text.h"

enum { SEED = 1 };

struct waited {
    double seconds, processor, build;
};

static double processor_seconds(void)
{
    struct rusage u;
    getrusage(RUSAGE_CHILDREN, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

// The solution with a line that no earlier one had: nothing of it is there already.
static bool save(const struct exercise *e, char *path, size_t size, struct failure *why)
{
    char folder[200];
    struct text t;
    char *solution = exercise_solution(e);
    bool good = solution && text_begin(&t);
    if (good) {
        fprintf(t.file, "%s// %ld.%d\n", solution, (long)time(NULL), (int)getpid());
        char *text = text_end(&t);
        good = text && build_folder_of(e, folder, sizeof folder, why);
        snprintf(path, size, "%s/timed%s", folder, e->on_cpu ? ".c" : ".cu");
        good = good && text_save(path, text, why);
        free(text);
    }
    free(solution);
    return good;
}

static bool time_one(const struct entry *entry, struct waited *w, struct failure *why)
{
    struct exercise e;
    struct grade g;
    char path[400];
    if (!exercise_read(&e, entry->path, why))
        return false;
    bool good = save(&e, path, sizeof path, why);
    const double begin = timer_seconds(), used = processor_seconds();
    good = good && grade_file(&g, &e, path, "timed", SEED, why);
    if (good) {
        *w = (struct waited){timer_seconds() - begin, processor_seconds() - used, g.build_seconds};
        good = grade_passed(&g) || fail(why, "%s: the solution does not pass", e.id);
        grade_free(&g);
    }
    exercise_free(&e);
    return good;
}

static double median(const struct waited *waited, int count, bool processor)
{
    double *samples = calloc((size_t)count + 1, sizeof *samples);
    for (int i = 0; samples && i < count; i++)
        samples[i] = processor ? waited[i].processor : waited[i].seconds;
    const double m = samples && count > 0 ? statistics_of(samples, count).median : 0;
    free(samples);
    return m;
}

int times_print(const struct catalogue *c, const char *commit)
{
    struct waited *waited = calloc((size_t)c->count + 1, sizeof *waited);
    struct failure why = {"out of memory"};
    double load = 0;
    bool good = waited != NULL;
    getloadavg(&load, 1);
    for (int i = 0; i < c->count && good; i++)
        good = time_one(&c->entries[i], &waited[i], &why);
    if (good) {
        printf(
            "# commit: %s; %ld cores, load before %.1f; from a save to its verdict, median of %d "
            "exercises: %.2f s, of a processor %.2f s\n",
            commit, sysconf(_SC_NPROCESSORS_ONLN), load, c->count, median(waited, c->count, false),
            median(waited, c->count, true));
        printf("exercise\tseconds\tprocessor_seconds\tof_them_compiling\n");
        for (int i = 0; i < c->count; i++)
            printf("%s\t%.2f\t%.2f\t%.2f\n", c->entries[i].id, waited[i].seconds,
                   waited[i].processor, waited[i].build);
    }
    free(waited);
    return good ? 0 : complain(&why);
}
