// SPDX-License-Identifier: MIT
//
// diagnosis.c: formats and prints diagnoses.
#include "kinds.h"
#include "printed.h"
#include "report.h"
#include "../fiber/fiber.h"
#include "../memory/memory.h"
#include "../program/program.h"
#include "emu_api.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

enum { MOST_AT_END = 8 };
static void (*before_text)(void), (*at_end[MOST_AT_END])(void);
static int at_end_count;

void report_before_text(void (*clear)(void)) { before_text = clear; }

void report_at_end(void (*say)(void))
{
    if (at_end_count < MOST_AT_END)
        at_end[at_end_count++] = say;
}

static bool wants_form(const char *name)
{
    const char *form = environment_value("EMU_REPORT");
    return form && strcmp(form, name) == 0;
}

bool report_wants_json(void) { return wants_form("json"); }

static void print(const char *text)
{
    if (before_text)
        before_text();
    fflush(stdout); // the program's own output appears first
    const size_t length = strlen(text);
    if (!report_wants_json() && !wants_form("gcc"))
        screen_message(text);
    else if (write(STDERR_FILENO, text, length) < 0)
        return; // stderr is closed
}

static void report_unseen_error(void)
{
    cudaError_t error;
    const char *pc = unseen_error(&error);
    if (pc)
        report(KIND_ERROR, pc, NULL, NULL, "an error was never looked at: %s (%s)",
               cudaGetErrorName(error), cudaGetErrorString(error));
}

void emu_report_end(void)
{
    if (!check_is_on())
        return;
    report_unseen_error();
    leaks_report();
}

void report_sum_up(void)
{
    fflush(NULL);
    summary_print(report_wants_json(), stderr);
}

// After a diagnosis the program ends with status 1, whatever status it chose. The summary appears
// below its output.
static void at_exit(int status, void *unused)
{
    (void)unused;
    if (status == 0 && !summary_any() && check_is_on()) {
        report_unseen_error();
        leaks_at_exit();
    }
    for (int i = 0; i < at_end_count; i++)
        at_end[i]();
    if (!summary_any())
        return;
    report_sum_up();
    if (status == 0)
        _exit(1);
}

// Registered before everything else, so that it runs last: destructors may still free memory.
static void __attribute__((constructor(101))) watch_exit(void)
{
    if (engine_is_used())
        on_exit(at_exit, NULL);
}

static bool is_repeated(const char *pc, const char *what)
{
    if (emu_current)
        emu_current->block->launch->has_other_effects = true;
    return summary_counts_again(pc, what);
}

bool report_is_old(const char *pc, const char *what)
{
    pthread_mutex_lock(&lock);
    bool old = is_repeated(pc, what);
    pthread_mutex_unlock(&lock);
    return old;
}

static size_t write_other(char *text, size_t used, const struct other_access *o, const char *line)
{
    used = add(text, used, "  other   %s at %s", o->what, line);
    if (o->detail != OTHER_PLACE)
        used = add(text, used, " by");
    if (o->detail == OTHER_BLOCK)
        used = add(text, used, " block (%u,%u,%u),", o->block.x, o->block.y, o->block.z);
    if (o->detail != OTHER_PLACE)
        used = add(text, used, " thread (%u,%u,%u)", o->thread.x, o->thread.y, o->thread.z);
    return add(text, used, "%s\n", o->suffix ? o->suffix : "");
}

struct reporter reporter_of(const struct thread *t)
{
    return t ? (struct reporter){t->block->launch, t->block->index, t->index, t->id}
             : (struct reporter){0};
}

// The kernel and its thread, or the call of a library.
static size_t write_reporter(char *text, size_t used, const struct reporter *by)
{
    const struct launch *launch = by->launch;
    const struct uint3 b = by->block, t = by->thread;
    char gpu[16] = "";
    if (gpu_count() > 1)
        snprintf(gpu, sizeof gpu, " on GPU %d", launch->device);
    if (launch->is_library)
        return add(text, used, "  call    %s%s\n", launch->kernel, gpu);
    return add(text, used,
               "  kernel  %s<<<(%u,%u,%u), (%u,%u,%u)>>>%s\n"
               "  thread  block (%u,%u,%u), thread (%u,%u,%u): warp %u, lane %u\n",
               launch->kernel, launch->grid.x, launch->grid.y, launch->grid.z, launch->block.x,
               launch->block.y, launch->block.z, gpu, b.x, b.y, b.z, t.x, t.y, t.z, by->id / WARP,
               by->id % WARP);
}

static void write_text(char *text, const struct printed *p)
{
    const struct diagnosis *d = p->d;
    size_t used = add(text, 0, "emu: %s\n", p->message);
    if (p->line)
        used = add(text, used, "  at      %s\n", p->line);
    if (p->by.launch)
        used = write_reporter(text, used, &p->by);
    if (d->address)
        used = add(text, used, "  address %s\n", d->address);
    if (d->other)
        used = write_other(text, used, d->other, p->other_line);
    if (d->detail)
        used = add(text, used, "  %-7s %s\n", d->detail_label, d->detail);
    if (cure_of(d))
        add(text, used, "  cure    %s\n", cure_of(d));
}

static void write_diagnosis(char *text, struct printed *p)
{
    if (p->d->other)
        (p->by.launch ? source_location : source_line)(p->d->other->pc, p->other_line,
                                                       sizeof p->other_line);
    if (report_wants_json())
        write_json(text, p);
    else if (wants_form("gcc"))
        write_gcc_form(text, p);
    else
        write_text(text, p);
    sarif_add(p);
}

// Host code is compiled by the user's flags, so whether a function is inlined means little there.
static void locate(const struct diagnosis *d, bool in_kernel, const char *pc, char *line,
                   size_t size)
{
    uint32_t now[CALLERS];
    if (!in_kernel) {
        source_line(pc, line, size);
        return;
    }
    source_location(pc, line, size);
    if (!d->callers)
        find_callers(pc, now);
    add_callers(d->callers ? d->callers : now, line, size);
}

static void report_list(const struct diagnosis *d, const char *what, va_list args)
{
    pthread_mutex_lock(&lock);
    const char *user = d->pc;
    bool again = is_repeated(d->pc, what);
    if (!again && d->pc && (user = nearest_of_program(d->pc)) != d->pc)
        again = summary_counts_again(user, what);
    if (!again) {
        static char text[TEXT], line[4200];
        char message[1024];
        vsnprintf(message, sizeof message, what, args);
        const struct reporter by = d->by ? *d->by : reporter_of(emu_current);
        if (user)
            locate(d, by.launch, user, line, sizeof line);
        if (summary_add(d->kind, user, what, user ? line : "")) {
            write_diagnosis(text, &(struct printed){d, by, message, user ? line : NULL, "", false});
            print(text);
        }
    }
    pthread_mutex_unlock(&lock);
}

void report_diagnosis(const struct diagnosis *d, const char *what, ...)
{
    va_list args;
    va_start(args, what);
    report_list(d, what, args);
    va_end(args);
}

void report(enum diagnosis_kind kind, const char *pc, const char *address, const char *cure,
            const char *what, ...)
{
    va_list args;
    va_start(args, what);
    report_list(&(struct diagnosis){.kind = kind, .pc = pc, .address = address, .cure = cure}, what,
                args);
    va_end(args);
}

void report_and_stop(cudaError_t error, enum diagnosis_kind kind, const char *pc,
                     const char *address, const char *cure, const char *what, ...)
{
    // After one thread has ended the launch, mistakes of other threads that are still running are
    // not reported.
    bool ended = emu_current && atomic_load(&emu_current->block->launch->stop);
    if (!ended) {
        va_list args;
        va_start(args, what);
        report_list(&(struct diagnosis){.kind = kind, .pc = pc, .address = address, .cure = cure},
                    what, args);
        va_end(args);
    }
    if (!emu_current)
        exit(1);
    cudaError_t none = cudaSuccess;
    atomic_compare_exchange_strong(&emu_current->block->launch->error, &none, error);
    thread_abandon();
}

void remark(const char *kind, const char *pc, const char *what, ...)
{
    static char text[TEXT];
    char message[512], line[400] = "";
    va_list args;
    va_start(args, what);
    vsnprintf(message, sizeof message, what, args);
    va_end(args);
    pthread_mutex_lock(&lock);
    if (pc)
        source_location(pc, line, sizeof line);
    if (report_wants_json()) {
        size_t used = add(text, 0, "{\"emu\": \"%s\"", kind);
        used = add_member(text, used, "what", message);
        if (pc)
            used = add_member(text, used, "at", line);
        add(text, used, "}\n");
    } else {
        add(text, 0, "emu: %s%s%s\n", message, pc ? ", at " : "", line);
    }
    print(text);
    pthread_mutex_unlock(&lock);
}

// A refused call is printed at once as a note. It is a diagnosis only if the program never asks for
// the error (runtime.c).
static void print_note(const char *message, const char *pc)
{
    static char text[TEXT];
    char line[400];
    source_line(pc, line, sizeof line);
    write_diagnosis(text, &(struct printed){&(struct diagnosis){.kind = KIND_MISTAKE, .pc = pc},
                                            reporter_of(emu_current), message, line, "", true});
    print(text);
}

void launch_refused(cudaError_t error, const char *pc, const char *kernel, const char *why)
{
    char message[512];
    set_error_at(error, pc);
    snprintf(message, sizeof message, "launch of %s refused (%s): %s", kernel,
             cudaGetErrorName(error), why);
    print_note(message, pc);
}

void call_refused(const char *pc, const char *call, const char *why)
{
    char message[512];
    snprintf(message, sizeof message, "%s: %s", call, why);
    print_note(message, pc);
}

void allocation_refused(const char *pc, const char *function, size_t bytes, const char *why)
{
    static const char *reported_at;
    char message[1024];
    if (pc == reported_at)
        return;
    reported_at = pc;
    snprintf(message, sizeof message, "%s of %zu bytes refused (%s): %s", function, bytes,
             cudaGetErrorName(cudaErrorMemoryAllocation), why);
    print_note(message, pc);
}

// ---- Addresses ----------------------------------------------------------------------------------

static char *describe_shared(const struct thread *t, uintptr_t address, char *text, size_t size)
{
    const struct launch *launch = t->block->launch;
    uintptr_t offset = address - (uintptr_t)t->block->window;
    const struct block *owner = cluster_owner(t->block->cluster, address);
    if (offset >= WINDOW_SIZE && owner) {
        const size_t used =
            (size_t)snprintf(text, size, "of block (%u,%u,%u) of the cluster: ", owner->index.x,
                             owner->index.y, owner->index.z);
        describe_shared(owner->threads, address, text + used, size - used);
        return text;
    }
    if (offset >= WINDOW_SIZE) {
        snprintf(text, size, "shared memory of another block");
        return text;
    }
    if (offset >= WINDOW_DYNAMIC) {
        snprintf(text, size, "byte %zu of the dynamic shared memory, which has %zu bytes",
                 (size_t)(offset - WINDOW_DYNAMIC), launch->dynamic_shared);
        return text;
    }
    const int best = shared_site_at(launch, offset);
    if (best < 0) {
        snprintf(text, size, "before the first __shared__ array");
        return text;
    }
    const size_t inside = offset - launch->site_offset[best];
    const size_t used = (size_t)shared_element(launch, best, inside, text, size);
    const char *type = launch->sites[best]->type;
    const bool is_unnamed = strcmp(type, "struct ") == 0 || strcmp(type, "union ") == 0;
    if (used < size)
        snprintf(text + used, size - used, "; %s is %s%.*s, %u bytes", launch->sites[best]->name,
                 is_unnamed ? "an unnamed " : "", (int)strlen(type) - is_unnamed, type,
                 launch->site_size[best]);
    return text;
}

const char *maker_name(enum allocation_kind kind)
{
    static const char *const names[] = {
        "cudaMalloc",      "cudaMallocManaged", "cudaMallocHost", "malloc in a kernel",
        "cudaMallocArray", "cudaMalloc",        "a graph",        "cuMemAddressReserve"};
    return names[kind];
}

char *describe_in(const struct allocation *a, uintptr_t address, size_t size, char *text,
                  size_t text_size)
{
    if (a->state == PLACE_LIVE && matrix_name_place(a->base, address, text, text_size))
        return text;
    char made[300], freed[300];
    uintptr_t end = a->base + a->size;
    size_t used;
    if (address >= end)
        used =
            (size_t)snprintf(text, text_size, "%zu bytes past the end of", (size_t)(address - end));
    else if (address < a->base)
        used = (size_t)snprintf(text, text_size, "%zu bytes before the start of",
                                (size_t)(a->base - address));
    else
        used = (size_t)snprintf(text, text_size, "byte %zu of", (size_t)(address - a->base));
    used += (size_t)snprintf(text + used, text_size - used, " the %zu bytes from %s at %s", a->size,
                             maker_name(a->kind), source_line(a->made_by, made, sizeof made));
    if (a->state != PLACE_LIVE && used < text_size)
        snprintf(text + used, text_size - used, ", freed at %s",
                 source_line(a->freed_by, freed, sizeof freed));
    used = strlen(text);
    char name[100];
    const long long from_start = (long long)(address - a->base);
    if (a->kind != ALLOC_HEAP && size > 0 && size <= 16 && a->size % size == 0 &&
        from_start % (long long)size == 0 && allocation_name(made, name, sizeof name))
        snprintf(text + used, text_size - used, ": %s[%lld] of %zu elements of %zu bytes", name,
                 from_start / (long long)size, a->size / size, size);
    return text;
}

char *describe_address(uintptr_t address, size_t size, char *text, size_t text_size)
{
    uintptr_t offset = address - ARENA_BASE;
    if (offset < MANAGED_END && MANAGED_END - offset <= WINDOW_SIZE && emu_current) {
        snprintf(text, text_size, "%zu bytes before the start of the shared memory",
                 (size_t)(MANAGED_END - offset));
        return text;
    }
    if (offset >= MANAGED_END && offset < SHARED_END && emu_current)
        return describe_shared(emu_current, address, text, text_size);
    if (offset >= SHARED_END) {
        snprintf(text, text_size, "%p: %s", (void *)address,
                 offset < STACK_END                             ? "a thread's local memory"
                 : address < 4096                               ? "null"
                 : image_section_of(address) == EMU_SPACE_CONST ? "a __constant__ variable"
                 : image_is_symbol(address, 1)                  ? "a __device__ variable"
                 : image_is_host_variable(address)              ? "a variable of the host program"
                                                                : "memory of the host program");
        return text;
    }
    const struct allocation *a = arena_nearest(address);
    if (!a) {
        snprintf(text, text_size, "%p: the program has allocated no device memory",
                 (void *)address);
        return text;
    }
    return describe_in(a, address, size, text, text_size);
}
