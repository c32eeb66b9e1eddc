// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE // _SC_NPROCESSORS_ONLN
#include "workers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../source/text.h"

struct worker {
    pid_t process; // 0: not started, or through
    FILE *out;
    int status;
};

static bool start(struct worker *w, int index, int (*work)(int index, FILE *out, void *context),
                  void *context, struct failure *why)
{
    w->out = text_nameless_file(why);
    if (!w->out)
        return false;
    fflush(NULL); // or the child would print it once more
    w->process = fork();
    if (w->process < 0) {
        w->process = 0;
        return fail(why, "no process can be started: %s", strerror(errno));
    }
    if (w->process == 0) {
        const int status = work(index, w->out, context);
        fflush(NULL);
        _exit(status);
    }
    return true;
}

static void wait_for_one(struct worker *workers, int count)
{
    int status;
    const pid_t ended = wait(&status);
    for (int i = 0; i < count; i++)
        if (ended > 0 && workers[i].process == ended) {
            workers[i].process = 0;
            workers[i].status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        }
}

static void hand_over(struct worker *w, int index,
                      void (*each)(int index, const struct piece *piece, void *context),
                      void *context)
{
    struct piece piece = {w->status, text_of_stream(w->out)};
    fclose(w->out);
    w->out = NULL;
    each(index, &piece, context);
    free(piece.text);
}

bool work_side_by_side(int count, int (*work)(int index, FILE *out, void *context),
                       void (*each)(int index, const struct piece *piece, void *context),
                       void *context, struct failure *why)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct worker *workers = calloc((size_t)count + 1, sizeof *workers);
    int started = 0, told = 0, running = 0;
    if (!workers)
        return fail(why, "out of memory");
    bool good = true;
    while (good && told < count) {
        while (good && started < count && running < cores) {
            good = start(&workers[started], started, work, context, why);
            started += good, running += good;
        }
        if (running > 0) {
            wait_for_one(workers, started);
            running--;
        }
        for (; told < started && workers[told].process == 0; told++)
            hand_over(&workers[told], told, each, context);
    }
    free(workers);
    return good;
}
