// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE // getentropy
#include "run.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../source/text.h"

// ---- The order -----------------------------------------------------------------------------------

static bool write_order(FILE *file, const struct order *order, struct job *jobs,
                        const void *const *inputs)
{
    struct job all[MAX_JOBS] = {0};
    long long at = (long long)sizeof *order + (long long)sizeof all;
    for (int i = 0; i < order->job_count; i++) {
        struct operand *const operands[3] = {&jobs[i].A, &jobs[i].B, &jobs[i].C};
        for (int o = 0; o < 3; o++) {
            operands[o]->at = at;
            at += operands[o]->bytes;
        }
        all[i] = jobs[i];
    }
    bool good = fwrite(order, sizeof *order, 1, file) == 1 && fwrite(all, sizeof all, 1, file) == 1;
    for (int i = 0; i < order->job_count && good; i++) {
        const struct operand *const operands[3] = {&jobs[i].A, &jobs[i].B, &jobs[i].C};
        for (int o = 0; o < 3 && good; o++) {
            const size_t bytes = (size_t)operands[o]->bytes;
            good = bytes == 0 || fwrite(inputs[3 * i + o], bytes, 1, file) == 1;
        }
    }
    return good && fflush(file) == 0;
}

// ---- The report ----------------------------------------------------------------------------------

static bool take_text(char **text, const char *bytes, long long size)
{
    free(*text);
    *text = strndup(bytes, (size_t)size);
    return *text != NULL;
}

static bool take_chunk(struct reported *r, const struct order *order, const struct job *jobs,
                       const struct chunk *head, const char *bytes)
{
    const int j = head->job;
    if (j < 0 || j >= MAX_JOBS || (j >= order->job_count && j > 0))
        return false;
    switch (head->kind) {
    case CHUNK_ANSWERS: return take_text(&r->answers, bytes, head->bytes);
    case CHUNK_LAYOUTS: return take_text(&r->layouts, bytes, head->bytes);
    case CHUNK_HEAT: return take_text(&r->heat, bytes, head->bytes);
    case CHUNK_OUTCOME:
        if (head->bytes != (long long)sizeof r->outcome[j] || r->has_outcome[j])
            return false;
        memcpy(&r->outcome[j], bytes, sizeof r->outcome[j]);
        r->has_outcome[j] = true;
        return true;
    case CHUNK_RESULT:
        if (head->bytes != jobs[j].C.bytes || r->has_result[j] ||
            !(r->result[j] = malloc((size_t)head->bytes + 1)))
            return false;
        memcpy(r->result[j], bytes, (size_t)head->bytes);
        r->has_result[j] = true;
        return true;
    case CHUNK_END: r->whole = true; return head->bytes == 0;
    default: return false;
    }
}

// False if it holds something that child.c did not write.
static bool read_report(FILE *file, const struct order *order, const struct job *jobs,
                        struct reported *r)
{
    struct chunk head;
    bool good = fseek(file, 0, SEEK_SET) == 0;
    size_t got;
    while (good && !r->whole && (got = fread(&head, 1, sizeof head, file)) > 0) {
        char *bytes = NULL;
        good = got == sizeof head && memcmp(&head.nonce, &order->nonce, sizeof head.nonce) == 0 &&
               head.bytes >= 0 && head.bytes <= (long long)64 << 20 &&
               (bytes = malloc((size_t)head.bytes + 1)) != NULL &&
               fread(bytes, 1, (size_t)head.bytes, file) == (size_t)head.bytes &&
               take_chunk(r, order, jobs, &head, bytes);
        free(bytes);
    }
    return good && (!r->whole || fgetc(file) == EOF);
}

static void say_end(struct reported *r, int status, bool late)
{
    const bool cpu = WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU;
    if (r->memory)
        snprintf(r->ended, sizeof r->ended, "it took more than %d MiB of memory and was stopped",
                 LIMIT_MEMORY_MIB);
    else if (late || cpu || (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL))
        snprintf(r->ended, sizeof r->ended,
                 "it ran for more than %d seconds and was stopped: an endless loop?",
                 late ? limit_seconds() : limit_cpu_seconds());
    else if (WIFSIGNALED(status))
        snprintf(r->ended, sizeof r->ended, "it was ended by a signal: %s",
                 strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status) == 3 && strncmp(r->err, "learn: ", 7) == 0)
        snprintf(r->ended, sizeof r->ended, "%.*s", (int)strcspn(r->err + 7, "\n"), r->err + 7);
    else
        snprintf(r->ended, sizeof r->ended,
                 "the program ended inside of exercise(), with status %d: no result came back",
                 WEXITSTATUS(status));
}

static bool run(const char *program, const struct order *order, struct job *jobs,
                const void *const *inputs, FILE *files[4], struct reported *r, struct failure *why)
{
    const char *const argv[] = {program, NULL};
    bool late = false;
    if (!write_order(files[0], order, jobs, inputs))
        return fail(why, "no room for temporary files: %s", strerror(errno));
    const int status =
        run_confined(argv, files[2], files[3], files[0], files[1], &late, &r->memory);
    if (status < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 127))
        return fail(why, "%s: cannot be run", program);
    r->out = text_of_stream(files[2]);
    r->err = text_of_stream(files[3]);
    if (!r->out || !r->err)
        return fail(why, "out of memory");
    const bool understood = read_report(files[1], order, jobs, r);
    if (late || r->memory) { // perhaps in the middle of its report
        r->whole = false;
        say_end(r, status, late);
    } else if (!understood) {
        r->whole = false;
        snprintf(r->ended, sizeof r->ended,
                 "another process wrote to the report of the run: it does not count");
        memset(r->has_outcome, 0, sizeof r->has_outcome);
        memset(r->has_result, 0, sizeof r->has_result);
    } else if (!r->whole) {
        say_end(r, status, late);
    }
    return true;
}

bool run_order(const char *program, struct order *order, struct job *jobs,
               const void *const *inputs, struct reported *r, struct failure *why)
{
    FILE *files[4] = {NULL, NULL, NULL, NULL}; // order, report, output, errors
    *r = (struct reported){.whole = false};
    const char *nvcc = getenv("LEARN_NVCC");
    order->confined = !nvcc || !*nvcc;
    order->strict = getenv("LEARN_STRICT") != NULL;
    bool good = (getentropy(&order->nonce, sizeof order->nonce) == 0 &&
                 getentropy(order->place, sizeof order->place) == 0) ||
                fail(why, "no random numbers: %s", strerror(errno));
    for (int i = 0; i < 4 && good; i++)
        good = (files[i] = text_nameless_file(why)) != NULL;
    good = good && run(program, order, jobs, inputs, files, r, why);
    for (int i = 0; i < 4; i++)
        if (files[i])
            fclose(files[i]);
    if (!good)
        reported_free(r);
    return good;
}

void reported_free(struct reported *r)
{
    for (int i = 0; i < MAX_JOBS; i++)
        free(r->result[i]);
    free(r->answers);
    free(r->layouts);
    free(r->heat);
    free(r->out);
    free(r->err);
    *r = (struct reported){.whole = false};
}
