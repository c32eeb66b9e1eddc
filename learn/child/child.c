// SPDX-License-Identifier: MIT
//
// The program around a learner's exercise(): takes the order, calls exercise() once for each job,
// and reports. It judges nothing: whether a result is right is decided by the runner, which has the
// inputs, too.
#define _XOPEN_SOURCE 700 // pread
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "call.h"
#include "child.h"
#include "secret.h"
#include "../exercise.h"
#include "../run/job.h"

// The linker's: where the tables of exercise.h begin and end. An entry without a name makes them be
// there where the learner's file has none.
extern const struct exercise_answer __start_exercise_answers[], __stop_exercise_answers[];
extern const struct exercise_layout __start_exercise_layouts[], __stop_exercise_layouts[];
static struct exercise_answer no_answer EXERCISE_TABLE("exercise_answers") = {0};
static struct exercise_layout no_layout EXERCISE_TABLE("exercise_layouts") = {0};

static struct job jobs[MAX_JOBS];
static char *operands; // of all jobs, as the order has them
static long long operands_at;

void need(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "learn: %s\n", what);
    _exit(3);
}

static void take_operands(int job_count)
{
    long long size = 0;
    operands_at = (long long)sizeof(struct order) + (long long)sizeof jobs;
    for (int i = 0; i < job_count; i++)
        size += jobs[i].A.bytes + jobs[i].B.bytes + jobs[i].C.bytes;
    operands = secret_allocate((size_t)size + 1);
    need(pread(ORDER_FD, operands, (size_t)size, operands_at) == size, "an operand is not there");
}

// Before any code of the learner's: his object file has no constructors (compile/object_check.c).
// The order is read and closed, the report gets a secret number, and from here on the
// process is confined.
__attribute__((constructor(101))) static void take_order(void)
{
    enum { FIRST = 100, PLACES = 800 };
    struct secret *const s = secret();
    const ssize_t size = (ssize_t)sizeof s->order, rest = (ssize_t)sizeof jobs;
    need(pread(ORDER_FD, &s->order, sizeof s->order, 0) == size, "this program is run by learn");
    need(pread(ORDER_FD, jobs, sizeof jobs, size) == rest && s->order.job_count <= MAX_JOBS,
         "the order is not whole");
    take_operands(s->order.job_count);
    const unsigned char *const random = s->order.place;
    s->report_to = fcntl(REPORT_FD, F_DUPFD_CLOEXEC, FIRST + (random[0] << 8 | random[1]) % PLACES);
    if (s->report_to < 0) // fewer files are allowed
        s->report_to = fcntl(REPORT_FD, F_DUPFD_CLOEXEC, 0);
    close(ORDER_FD);
    close(REPORT_FD);
    need(s->report_to >= 0, "the report cannot be written");
    need(!s->order.confined || confine() || !s->order.strict,
         "this system cannot confine a submission (no seccomp)");
}

// ---- The report ----------------------------------------------------------------------------------

static void put(const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        const ssize_t done = write(secret()->report_to, at, size);
        need(done > 0, "the report cannot be written");
        at += done, size -= (size_t)done;
    }
}

static void report(enum chunk_kind kind, int job, const void *bytes, size_t size)
{
    struct chunk *const head = &secret()->head; // here alone, so that no copy of the nonce stays
    memcpy(&head->nonce, &secret()->order.nonce, sizeof head->nonce);
    head->kind = kind;
    head->job = job;
    head->bytes = (long long)size;
    put(head, sizeof *head);
    put(bytes, size);
}

static void report_answers(void)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    need(out != NULL, "out of memory");
    for (const struct exercise_answer *a = __start_exercise_answers; a != __stop_exercise_answers;
         a++)
        if (a->name)
            fprintf(out, "%s %lld\n", a->name, a->value);
    fclose(out);
    report(CHUNK_ANSWERS, 0, text, size);
    free(text);
    out = open_memstream(&text, &size);
    need(out != NULL, "out of memory");
    for (const struct exercise_layout *l = __start_exercise_layouts; l != __stop_exercise_layouts;
         l++)
        if (l->name)
            fprintf(out, "%s %s\n", l->name, l->text);
    fclose(out);
    report(CHUNK_LAYOUTS, 0, text, size);
    free(text);
}

// ---- Operands ------------------------------------------------------------------------------------

enum { GUARD = 4096, GUARD_BYTE = 0xA5 }; // after host memory: was it overwritten?

static char *host_copy(const struct operand *o, bool hidden)
{
    const size_t size = (size_t)o->bytes + GUARD;
    char *bytes = hidden ? secret_allocate(size) : malloc(size);
    need(bytes != NULL, "out of memory");
    memcpy(bytes, operands + (o->at - operands_at), (size_t)o->bytes);
    memset(bytes + o->bytes, GUARD_BYTE, GUARD);
    return bytes;
}

static void free_copy(char *bytes, bool hidden)
{
    if (hidden)
        secret_free(bytes);
    else
        free(bytes);
}

static bool guard_is_whole(const struct operand *o, const char *bytes)
{
    for (int i = 0; i < GUARD; i++)
        if ((unsigned char)bytes[o->bytes + i] != GUARD_BYTE)
            return false;
    return true;
}

// ---- One job -------------------------------------------------------------------------------------

static void run_job(int number)
{
    const struct order *const order = &secret()->order;
    const struct job *j = &jobs[number];
    struct outcome outcome = {.error = ""};
    // A program's exercise() has its operands on the host.
    const bool hidden =
        child_is_on_gpu && order->form != FORM_PROGRAM && order->form != FORM_OFFSET;
    char *A = host_copy(&j->A, hidden), *B = host_copy(&j->B, hidden),
         *C = host_copy(&j->C, hidden);
    const struct gemm g = {j->problem, A, B, C};
    if (order->form != FORM_NONE && !exercise_is_there())
        snprintf(outcome.error, sizeof outcome.error,
                 "the file has no function exercise(): is it empty, or is learn/exercise.h not "
                 "included?");
    else if (order->form == FORM_OFFSET)
        call_offset(j->C.rows, j->C.cols, (long long *)(void *)C);
    else
        child_run(order, j, &g, &outcome);
    outcome.behind = !guard_is_whole(&j->C, C);
    report(CHUNK_OUTCOME, number, &outcome, sizeof outcome);
    report(CHUNK_RESULT, number, C, (size_t)j->C.bytes);
    char *heat = child_heat(order->heat_of);
    if (heat)
        report(CHUNK_HEAT, number, heat, strlen(heat));
    free(heat);
    free_copy(A, hidden), free_copy(B, hidden), free_copy(C, hidden);
}

// What the learner's code has registered to be done at the end is not waited for: nothing that
// comes now can change the report.
int main(void)
{
    report_answers();
    for (int i = 0; i < secret()->order.job_count; i++)
        run_job(i);
    report(CHUNK_END, 0, "", 0);
    fflush(NULL);
    _exit(0);
}
