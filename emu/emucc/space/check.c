// SPDX-License-Identifier: MIT
//
// check.c: calls between host and device code, and variables of the GPU that host code uses. Where
// the list of names leaves a doubt, the call is accepted: a correct program is never refused.
#include "spaces.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/message.h"
#include "../base/text.h"
#include "constexpr.h"
#include "dump.h"

enum { SPACE_EITHER = SPACE_DEFAULTED | SPACE_CONSTEXPR };

enum { MAX_REPORTS = 20 }; // of errors, and of warnings

struct reports {
    struct position places[MAX_REPORTS];
    size_t count;
};

struct check {
    const struct spaces *spaces;
    struct dump dump;
    bool *on_device;          // for each function: only the GPU executes it
    unsigned long *variables; // gcc's numbers of the __device__ variables that device code uses
    size_t variable_count;
    struct reports errors, warnings;
    struct lines *lines; // of the compiled text
};

// ---- Names --------------------------------------------------------------------------------------

static unsigned says(const struct check *check, struct span name)
{
    return space_says(check->spaces, name.text, name.length);
}

static bool is_lambda(struct span name)
{
    return span_contains(name, "<lambda") || span_contains(name, "::_FUN");
}

// ---- Functions ----------------------------------------------------------------------------------

// Returns the function that is called, if the program defines it, or NULL. The name serves for
// constructors, because gcc calls them by the number of a copy. *mark: what all functions of this
// name have, or MARK_BOTH if their marks differ.
static const struct function *definition(const struct check *check, const struct called *call,
                                         enum mark *mark)
{
    const struct dump *dump = &check->dump;
    const struct function *found = NULL;
    *mark = MARK_NONE;
    for (size_t i = 0; i < dump->function_count; i++)
        if (dump->functions[i].id == call->id) {
            *mark = dump->functions[i].mark;
            return &dump->functions[i];
        }
    for (size_t i = 0; i < dump->function_count; i++) {
        const struct function *function = &dump->functions[i];
        if (function->name.length != call->name.length ||
            memcmp(function->name.text, call->name.text, call->name.length) != 0)
            continue;
        *mark = !found || *mark == function->mark ? function->mark : MARK_BOTH;
        found = function;
    }
    return found;
}

static bool is_users(const struct check *check, const struct function *function)
{
    return function->at.line != 0 &&
           space_is_user_file(check->spaces, function->at.file.text, function->at.file.length);
}

static bool is_host_name(const struct check *check, struct span base)
{
    return (says(check, base) & SPACE_HOST) && !(says(check, base) & SPACE_EITHER);
}

static bool is_plain_host(const struct check *check, const struct function *function)
{
    return function->mark == MARK_NONE && !is_lambda(function->name) && is_users(check, function) &&
           is_host_name(check, base_name(function->name));
}

// Returns what follows the name in the symbol of a constructor: v for S(), RKS_ for S(const S &).
static struct span constructor_parameters(struct span symbol)
{
    for (size_t i = symbol.length; i-- > 3;)
        if (symbol.text[i] == 'E' && (symbol.text[i - 1] == '1' || symbol.text[i - 1] == '2') &&
            symbol.text[i - 2] == 'C')
            return (struct span){symbol.text + i + 1, symbol.length - i - 1};
    return (struct span){symbol.text, 0};
}

// Returns true if the compiler may have written the function: S(), S(const S &), S(S &&),
// operator=.
static bool may_be_implicit(const struct check *check, const struct function *function,
                            struct span base)
{
    const struct span parameters = constructor_parameters(function->symbol);
    if (span_is(parameters, "v")) {
        char *name = format_string("%.*s()", (int)base.length, base.text);
        const bool declared = space_says(check->spaces, name, strlen(name)) & SPACE_HOST;
        free(name);
        return !declared;
    }
    const bool own = span_begins(parameters, "RKS") || span_begins(parameters, "RS") ||
                     span_begins(parameters, "OS");
    return (own && parameters.text[parameters.length - 1] == '_') || span_is(base, "operator=");
}

// A call through a variable looks like a call of a function of its name: it is declared in front of
// the first statement.
static bool is_variable(const struct check *check, const struct called *call)
{
    const struct function *caller = &check->dump.functions[call->caller];
    char *name = format_string("%.*sD.%lu", (int)call->name.length, call->name.text, call->id);
    const bool found = span_contains(caller->head, name);
    free(name);
    return found;
}

// ---- Lambdas in device code ---------------------------------------------------------------------

// Returns the symbol without _Z, and without the Z of each function in which it is.
static struct span without_nesting(struct span symbol)
{
    size_t i = span_begins(symbol, "_Z") ? 1 : 0;
    while (i > 0 && i < symbol.length && symbol.text[i] == 'Z')
        i++;
    return (struct span){symbol.text + i, symbol.length - i};
}

// The symbol of a lambda in the function _Z1fi begins with _ZZ1fiE, in another lambda there with
// _ZZZ1fiE, and in main or an extern "C" function f with _ZZ1fE.
static bool is_inside(struct span lambda, struct span function)
{
    struct span inner = without_nesting(lambda);
    const struct span outer = without_nesting(function);
    if (!span_begins(lambda, "_ZZ") || outer.length == 0)
        return false;
    if (!span_begins(function, "_Z")) {
        char length[24]; // the name's, which precedes it
        snprintf(length, sizeof length, "%zu", outer.length);
        if (!span_begins(inner, length))
            return false;
        inner = (struct span){inner.text + strlen(length), inner.length - strlen(length)};
    }
    return inner.length > outer.length && memcmp(inner.text, outer.text, outer.length) == 0 &&
           inner.text[outer.length] == 'E';
}

static void find_device_code(struct check *check)
{
    const struct dump *dump = &check->dump;
    check->on_device = grow(NULL, dump->function_count + 1, sizeof *check->on_device);
    for (size_t i = 0; i < dump->function_count; i++)
        check->on_device[i] = dump->functions[i].mark == MARK_DEVICE;
    for (size_t i = 0; i < dump->function_count; i++)
        if (is_lambda(dump->functions[i].name))
            for (size_t k = 0; k < dump->function_count && !check->on_device[i]; k++)
                check->on_device[i] =
                    dump->functions[k].mark == MARK_DEVICE &&
                    is_inside(dump->functions[i].symbol, dump->functions[k].symbol);
}

// ---- Host functions that device code calls ------------------------------------------------------

// Functions of the C library that no GPU has, with what to use instead.
static const struct {
    const char *names, *instead;
} host_only[] = {
    {"rand srand rand_r random srandom drand48 srand48 erand48 lrand48 mrand48",
     "use the generators of curand_kernel.h"},
    {"time clock_gettime gettimeofday", "use clock64() or globaltimer"},
    {"puts putchar putc fputs fputc fprintf sprintf snprintf vsprintf vsnprintf fopen fclose fread "
     "fwrite __builtin_fwrite __builtin_fputc fflush perror scanf sscanf fscanf getchar fgets gets "
     "vfprintf",
     "the GPU has only printf()"},
    {"exit _exit quick_exit atexit", "use return in every thread, or __trap()"},
    {"qsort bsearch", "write the sort as a kernel, or call Thrust on the host"},
    {"strlen strcpy strncpy strcat strncat strcmp strncmp strchr strrchr strstr strdup strtok atoi "
     "atol atof strtol strtoul strtoll strtoull strtod strtof",
     "write the loop"},
    {"calloc realloc posix_memalign aligned_alloc", "the GPU has only malloc() and free()"},
    {"getenv setenv system sleep usleep nanosleep sched_yield pthread_create pthread_join "
     "pthread_mutex_lock pthread_mutex_unlock",
     "the GPU has no operating system"},
    {"cudaMemcpy cudaMemset cudaMemcpy2D cudaMemcpy3D cudaMallocManaged cudaMallocHost "
     "cudaHostAlloc cudaFreeHost cudaMallocPitch cudaMallocAsync cudaFreeAsync cudaSetDevice "
     "cudaDeviceReset cudaStreamCreate cudaStreamSynchronize cudaEventCreate "
     "cudaEventSynchronize cudaEventElapsedTime cudaGetDeviceProperties cudaMemGetInfo",
     "only the host calls it; a kernel copies by loads and stores, or memcpy()"},
};

static const char *instead_of(struct span name)
{
    for (size_t i = 0; i < sizeof host_only / sizeof *host_only; i++)
        for (const char *at = host_only[i].names; *at;) {
            const size_t length = strcspn(at, " ");
            if (length == name.length && memcmp(at, name.text, length) == 0)
                return host_only[i].instead;
            at += length + (at[length] == ' ');
        }
    return NULL;
}

// A function of the C++ library, which nvcc accepts in device code only if it is constexpr.
static bool is_host_library(const struct check *check, const struct called *call,
                            const struct function *defined)
{
    if (!span_begins(call->name, "std::") || span_begins(call->name, "std::allocator<"))
        return false; // a container is named, not its allocator
    const struct span base = base_name(call->name);
    const unsigned says_name = says(check, base);
    if (span_begins(base, "~") || span_begins(base, "operator new") ||
        span_begins(base, "operator delete") || span_is(base, "swap") ||
        (says_name & SPACE_SYSTEM_CONSTEXPR))
        return false;
    return !defined || ((says_name & SPACE_SYSTEM) && !is_declared_by_cuda(defined));
}

// Is the lambda in host code, and in no function that the GPU executes?
static bool is_in_host_code(const struct check *check, const struct function *lambda)
{
    const struct dump *dump = &check->dump;
    bool found = false;
    for (size_t i = 0; i < dump->function_count; i++) {
        const struct function *function = &dump->functions[i];
        if ((function->mark == MARK_NONE && !is_plain_host(check, function)) ||
            !is_inside(lambda->symbol, function->symbol))
            continue;
        if (function->mark != MARK_NONE)
            return false;
        found = true;
    }
    return found;
}

// A lambda of host code, without __device__, that a kernel got as an argument. (With
// --expt-relaxed-constexpr nvcc accepts calls of such lambdas, but not as template arguments.)
static bool is_host_lambda(const struct check *check, const struct called *call,
                           const struct function *lambda)
{
    const struct span caller = check->dump.functions[call->caller].name;
    const struct span unmarked = {SPACE_UNMARKED, sizeof SPACE_UNMARKED - 1};
    return lambda && !says(check, unmarked) && is_lambda(call->name) && is_users(check, lambda) &&
           !check->on_device[lambda - check->dump.functions] && span_contains(caller, "<lambda") &&
           !span_is(base_name(caller), "operator()") &&
           span_is(base_name(call->name), "operator()") && is_in_host_code(check, lambda);
}

enum verdict { FINE, HOST_USER, HOST_LIBRARY, HOST_LAMBDA, HOST_CONSTEXPR };

// A constexpr function without __device__: nvcc accepts the call with --expt-relaxed-constexpr.
static bool is_constexpr(const struct check *check, const struct called *call,
                         const struct function *function)
{
    const struct span base = base_name(call->name);
    return check->lines->path &&
           space_is_user_file(check->spaces, call->at.file.text, call->at.file.length) &&
           (is_users(check, function) ? is_users_constexpr(says(check, base))
                                      : is_systems_constexpr(function, base)) &&
           !may_be_implicit(check, function, base) && is_written(check->lines, &check->dump, call);
}

static enum verdict judge_device_call(const struct check *check, const struct called *call,
                                      const struct function **defined)
{
    enum mark mark;
    const struct function *function = definition(check, call, &mark);
    const struct span base = base_name(call->name);
    *defined = function;
    if (mark == MARK_NONE && is_host_lambda(check, call, function))
        return HOST_LAMBDA;
    if (mark != MARK_NONE || is_lambda(call->name) || is_variable(check, call))
        return FINE;
    if (is_host_library(check, call, function))
        return HOST_LIBRARY;
    if (!function && instead_of(call->name))
        return says(check, base) & (SPACE_HOST | SPACE_EITHER) ? FINE : HOST_LIBRARY;
    if (mark == MARK_NONE && function && is_constexpr(check, call, function))
        return HOST_CONSTEXPR;
    if (!is_host_name(check, base))
        return FINE;
    if (!function)
        return says(check, base) & SPACE_HOST_ELSEWHERE ? HOST_USER : FINE;
    return is_users(check, function) && !may_be_implicit(check, function, base) ? HOST_USER : FINE;
}

// ---- Reports ------------------------------------------------------------------------------------

static bool is_reported(struct reports *reports, const struct position *at)
{
    for (size_t i = 0; i < reports->count; i++) {
        const struct position *other = &reports->places[i];
        if (other->line == at->line && other->column == at->column &&
            other->file.length == at->file.length &&
            memcmp(other->file.text, at->file.text, at->file.length) == 0)
            return true; // another instance of the template
    }
    if (reports->count == MAX_REPORTS)
        return true;
    reports->places[reports->count++] = *at;
    return false;
}

// ---- Messages ------------------------------------------------------------------------------------

// report: complain_at_list or warn_at_list.
typedef void reporter(const char *file, unsigned line, unsigned column, const char *format,
                      va_list arguments);

static void __attribute__((format(printf, 3, 4)))
report_here(reporter *report, const struct position *at, const char *format, ...)
{
    char *file = format_string("%.*s", (int)at->file.length, at->file.text);
    va_list arguments;
    va_start(arguments, format);
    report(file, at->line, at->column, format, arguments);
    va_end(arguments);
    free(file);
}

// Returns " (file:line)", where the function begins. The caller frees it.
static char *place_of(const struct function *function)
{
    return function && function->at.line
               ? format_string(" (%.*s:%u)", (int)function->at.file.length, function->at.file.text,
                               function->at.line)
               : format_string("%s", "");
}

// In nvcc's words, with what to write instead.
static void report_constexpr(struct check *check, const struct position *at, struct span base,
                             const struct function *caller, const struct function *defined)
{
    const struct span caller_base = base_name(caller->name);
    const bool is_both = caller->mark == MARK_BOTH;
    char *place = place_of(defined);
    char *cure = defined && is_users(check, defined)
                     ? format_string("; or write __host__ __device__ before %.*s%s",
                                     (int)base.length, base.text, place)
                     : format_string("%s", "");
    report_here(
        is_both ? warn_at_list : complain_at_list, at,
        "calling a constexpr __host__ function(\"%.*s\") from a %s function(\"%.*s\") is not "
        "allowed. The experimental flag '--expt-relaxed-constexpr' can be used to allow this%s",
        (int)base.length, base.text,
        is_both                                   ? "__host__ __device__"
        : says(check, caller_base) & SPACE_KERNEL ? "__global__"
                                                  : "__device__",
        (int)caller_base.length, caller_base.text, *cure ? cure : ".");
    free(cure);
    free(place);
}

static void report_host_call(struct check *check, const struct called *call,
                             const struct function *defined, enum verdict verdict)
{
    // gcc calls these for an fprintf() whose format is plain text.
    const bool is_print = span_begins(call->name, "__builtin_");
    const struct span caller = check->dump.functions[call->caller].name;
    const char *instead = instead_of(call->name);
    char *place = place_of(defined);
    if (verdict == HOST_CONSTEXPR)
        report_constexpr(check, &call->at, base_name(call->name),
                         &check->dump.functions[call->caller], defined);
    else if (verdict == HOST_LAMBDA)
        report_here(complain_at_list, &call->at,
                    "a lambda without __device__ is called on the GPU: write [=] __device__ (...) "
                    "{ }%s",
                    place);
    else if (verdict == HOST_USER)
        report_here(complain_at_list, &call->at,
                    "%.*s is a host function, but %.*s calls it on the GPU: write __device__ or "
                    "__host__ __device__ before %.*s%s",
                    (int)call->name.length, call->name.text, (int)caller.length, caller.text,
                    (int)call->name.length, call->name.text, place);
    else
        report_here(complain_at_list, &call->at,
                    "%.*s is a function of the host's library, but %.*s calls it on the GPU: %s",
                    is_print ? 7 : (int)call->name.length, is_print ? "fprintf" : call->name.text,
                    (int)caller.length, caller.text,
                    instead                                      ? instead
                    : span_contains(call->name, "basic_ostream") ? "use printf()"
                    : span_contains(call->name, "vector")        ? "use an array"
                                                                 : "device code cannot use it");
    free(place);
}

// An array whose length is known at run time only: gcc allocates it by this call.
static void check_array(struct check *check, const struct called *call)
{
    if (!span_begins(call->name, "__builtin_alloca_with_align") ||
        is_reported(&check->errors, &call->at))
        return;
    report_here(complain_at_list, &call->at,
                "an array of variable length in device code: its length must be a constant");
}

static void check_device_call(struct check *check, const struct called *call)
{
    check_array(check, call);
    const struct function *defined;
    const enum verdict verdict = judge_device_call(check, call, &defined);
    if (verdict != FINE && !is_reported(&check->errors, &call->at))
        report_host_call(check, call, defined, verdict);
}

// ---- Functions of the GPU that host code calls ----------------------------------------------------

// CUDA's own functions that only the GPU has.
static bool is_device_builtin(struct span name)
{
    static const char *const names[] = {"__syncthreads",
                                        "__syncthreads_count",
                                        "__syncthreads_and",
                                        "__syncthreads_or",
                                        "__syncwarp",
                                        "__threadfence",
                                        "__threadfence_block",
                                        "__threadfence_system",
                                        "__shfl_sync",
                                        "__shfl_up_sync",
                                        "__shfl_down_sync",
                                        "__shfl_xor_sync",
                                        "__ballot_sync",
                                        "__any_sync",
                                        "__all_sync",
                                        "__activemask",
                                        "__match_any_sync",
                                        "__match_all_sync",
                                        "__ldg",
                                        "__trap",
                                        "atomicAdd",
                                        "atomicSub",
                                        "atomicExch",
                                        "atomicMin",
                                        "atomicMax",
                                        "atomicInc",
                                        "atomicDec",
                                        "atomicCAS",
                                        "atomicAnd",
                                        "atomicOr",
                                        "atomicXor"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (span_is(name, names[i]))
            return true;
    return false;
}

static void check_host_call(struct check *check, const struct called *call)
{
    const struct function *caller = &check->dump.functions[call->caller];
    enum mark mark;
    if (!is_plain_host(check, caller))
        return;
    const struct function *function = definition(check, call, &mark);
    const struct span base = base_name(call->name);
    if (is_device_builtin(base) && !(function && is_users(check, function)) &&
        !(says(check, base) & ~(unsigned)(SPACE_SYSTEM | SPACE_DEVICE)) &&
        !is_reported(&check->errors, &call->at)) {
        report_here(complain_at_list, &call->at,
                    "%.*s is a function of the GPU, but %.*s calls it on the host",
                    (int)base.length, base.text, (int)caller->name.length, caller->name.text);
        return;
    }
    if (mark != MARK_DEVICE || !function || is_reported(&check->errors, &call->at))
        return;
    char *place = place_of(function);
    report_here(complain_at_list, &call->at,
                "%.*s is a __device__ function, but %.*s calls it on the host: write __host__ "
                "__device__ before %.*s%s, or call it in a kernel",
                (int)call->name.length, call->name.text, (int)caller->name.length,
                caller->name.text, (int)call->name.length, call->name.text, place);
    free(place);
}

// A __host__ __device__ function that calls a host function: nvcc warns, because the host may be
// the only one that calls it. #pragma nv_exec_check_disable before the caller prevents that.
static void check_both_call(struct check *check, const struct called *call,
                            struct space_warnings wanted)
{
    const struct function *defined, *caller = &check->dump.functions[call->caller];
    if (says(check, base_name(caller->name)) & SPACE_UNCHECKED)
        return;
    const enum verdict verdict = judge_device_call(check, call, &defined);
    if (!(verdict == HOST_USER && wanted.calls) &&
        !(verdict == HOST_CONSTEXPR && wanted.constexprs))
        return;
    if (is_reported(&check->warnings, &call->at))
        return;
    if (verdict == HOST_CONSTEXPR) {
        report_constexpr(check, &call->at, base_name(call->name), caller, defined);
        return;
    }
    char *place = place_of(defined);
    report_here(warn_at_list, &call->at,
                "%.*s is a host function, but %.*s, which is __host__ __device__, calls it: write "
                "__host__ __device__ before %.*s%s",
                (int)call->name.length, call->name.text, (int)caller->name.length,
                caller->name.text, (int)call->name.length, call->name.text, place);
    free(place);
}

// ---- Calls that the compiler computed -------------------------------------------------------------

static void check_folded(struct check *check, const struct space_call *call, bool warns)
{
    const struct span name = {call->name, strlen(call->name)};
    const struct span owner = {call->owner, strlen(call->owner)};
    const struct position at = {{call->file, strlen(call->file)}, call->at.line, call->at.column};
    const struct function *caller = function_around(&check->dump, call);
    if (!caller || says(check, owner) & SPACE_DEVICE)
        return; // the program has other functions of this name, or none
    const bool is_both = caller->mark == MARK_BOTH;
    if (is_both && (!warns || says(check, base_name(caller->name)) & SPACE_UNCHECKED))
        return;
    if (!is_reported(is_both ? &check->warnings : &check->errors, &at))
        report_constexpr(check, &at, name, caller, NULL);
}

// ---- Variables of the GPU that host code uses -----------------------------------------------------

static bool is_known(const struct check *check, unsigned long id)
{
    for (size_t i = 0; i < check->variable_count; i++)
        if (check->variables[i] == id)
            return true;
    return false;
}

// The numbers tell a __device__ variable from a host variable of the same name.
static void note_variable(const struct used *use, void *to)
{
    struct check *check = to;
    if (!(says(check, use->name) & (SPACE_DEVICE_VARIABLE | SPACE_CONSTANT_VARIABLE)) ||
        is_known(check, use->id))
        return;
    check->variables = grow(check->variables, check->variable_count + 1, sizeof *check->variables);
    check->variables[check->variable_count++] = use->id;
}

struct user {
    struct check *check;
    const struct function *function;
    bool warns;
};

static bool is_local(const struct function *function, const struct used *use)
{
    char *name = format_string("%.*sD.%lu", (int)use->name.length, use->name.text, use->id);
    const bool found = span_contains(function->head, name);
    free(name);
    return found;
}

static bool is_builtin_variable(const struct user *where, const struct used *use)
{
    if (!span_is(use->name, "threadIdx") && !span_is(use->name, "blockIdx") &&
        !span_is(use->name, "blockDim") && !span_is(use->name, "gridDim"))
        return false;
    return !is_local(where->function, use) && // dim3 blockDim(32);
           !(says(where->check, use->name) & SPACE_VARIABLE);
}

static void check_host_use(const struct used *use, void *to)
{
    const struct user *where = to;
    const struct span function = where->function->name;
    const bool is_builtin = is_builtin_variable(where, use);
    if (!is_builtin && (use->is_address || !where->warns || !is_known(where->check, use->id)))
        return;
    struct check *check = where->check;
    if (is_reported(is_builtin ? &check->errors : &check->warnings, &use->at))
        return;
    if (is_builtin)
        report_here(complain_at_list, &use->at,
                    "%.*s exists only on the GPU, but %.*s uses it on the host",
                    (int)use->name.length, use->name.text, (int)function.length, function.text);
    else
        report_here(warn_at_list, &use->at,
                    "%.*s is a variable of the GPU, but %.*s uses it on the host, where it has a "
                    "different value: copy it with cudaMemcpyToSymbol or cudaMemcpyFromSymbol",
                    (int)use->name.length, use->name.text, (int)function.length, function.text);
}

// name = ..., where that is a __constant__ variable and no other.
static bool writes_constant(const struct user *where, const struct used *use)
{
    const unsigned said = says(where->check, use->name);
    return use->is_assigned && said & SPACE_CONSTANT_VARIABLE && !(said & SPACE_DEVICE_VARIABLE) &&
           !is_local(where->function, use);
}

// The address of a host function in device code: check_device_call() reports the calls.
static void check_device_use(const struct used *use, void *to)
{
    const struct user *where = to;
    struct check *check = where->check;
    note_variable(use, check);
    if (writes_constant(where, use) && !is_reported(&check->errors, &use->at)) {
        report_here(complain_at_list, &use->at,
                    "%.*s is a __constant__ variable, which device code cannot write: let the host "
                    "copy to it with cudaMemcpyToSymbol",
                    (int)use->name.length, use->name.text);
        return;
    }
    const struct called as_call = {use->name, use->id, use->at, 0};
    enum mark mark;
    const struct function *function =
        is_host_name(check, use->name) ? definition(check, &as_call, &mark) : NULL;
    if (!function || function->id != use->id || !is_plain_host(check, function) ||
        is_reported(&check->errors, &use->at))
        return;
    report_here(complain_at_list, &use->at,
                "%.*s is a host function, but %.*s uses its address on the GPU",
                (int)use->name.length, use->name.text, (int)where->function->name.length,
                where->function->name.text);
}

static void check_variables(struct check *check, bool warns)
{
    const struct dump *dump = &check->dump;
    for (size_t i = 0; i < dump->function_count; i++) {
        struct user where = {check, &dump->functions[i], warns};
        if (check->on_device[i])
            dump_uses(&dump->functions[i], check_device_use, &where);
        else if (dump->functions[i].mark == MARK_BOTH)
            dump_uses(&dump->functions[i], note_variable, check);
    }
    for (size_t i = 0; i < dump->function_count; i++)
        if (is_plain_host(check, &dump->functions[i])) {
            struct user where = {check, &dump->functions[i], warns};
            dump_uses(&dump->functions[i], check_host_use, &where);
        }
    free(check->variables);
}

bool space_check(const struct spaces *spaces, const char *dump, const char *text,
                 struct space_warnings wanted)
{
    struct lines lines = {.path = text};
    struct check check = {.spaces = spaces, .lines = &lines};
    const int before = complaints();
    if (dump_read(&check.dump, dump)) {
        find_device_code(&check);
        for (size_t i = 0; i < check.dump.call_count; i++) {
            const struct called *call = &check.dump.calls[i];
            if (check.on_device[call->caller])
                check_device_call(&check, call);
            else if (check.dump.functions[call->caller].mark != MARK_BOTH)
                check_host_call(&check, call);
            else if (wanted.calls || wanted.constexprs)
                check_both_call(&check, call, wanted);
        }
        for (size_t i = 0; text && i < spaces->call_count; i++)
            check_folded(&check, &spaces->calls[i], wanted.constexprs);
        check_variables(&check, wanted.variables);
        text_free(&lines.text);
        free(check.on_device);
        dump_free(&check.dump);
    }
    return complaints() == before;
}
