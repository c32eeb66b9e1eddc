// SPDX-License-Identifier: MIT
//
// others.c: threads of the program that do not wait in the engine.
//
// A thread that waits for another thread of the process without a time limit is in the system call
// futex with no timeout (pthread_join, a barrier, a mutex). If all threads of the program wait in
// this way or in the engine, none of them can act any more. Whether a thread that sleeps in another
// system call will act is unknown, so the engine waits for it as long as for a kernel
// (EMU_TIMEOUT).
#include "others.h"
#include "../base/base.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST = 1024, TIMEOUT_SECONDS = 20, LOOKS = 3 };

static atomic_int not_others[MOST]; // thread ids; 0: unused
static _Thread_local int my_slot = -1;

void others_are_not(void)
{
    const int id = (int)syscall(SYS_gettid);
    for (int i = 0; i < MOST; i++) {
        int none = 0;
        if (!atomic_compare_exchange_strong(&not_others[i], &none, id))
            continue;
        my_slot = i;
        return;
    }
}

void others_are(void)
{
    if (my_slot >= 0)
        not_others[my_slot] = 0;
    my_slot = -1;
}

static bool is_other(int id)
{
    for (int i = 0; i < MOST; i++)
        if (not_others[i] == id)
            return false;
    return true;
}

enum state { BLOCKED, UNKNOWN, RUNNING };

static enum state state_of(int id)
{
    char path[64], text[256] = "";
    unsigned long long number, address, operation, value, timeout;
    snprintf(path, sizeof path, "/proc/self/task/%d/syscall", id);
    FILE *file = fopen(path, "r");
    const bool is_read = file && fgets(text, sizeof text, file);
    if (file)
        fclose(file);
    if (!is_read)
        return UNKNOWN;
    if (text[0] == 'r') // "running"
        return RUNNING;
    if (sscanf(text, "%llu %llx %llx %llx %llx", &number, &address, &operation, &value, &timeout) !=
            5 ||
        number != SYS_futex || timeout != 0)
        return UNKNOWN;
    // It wants the engine's lock, which it will get.
    return address - (uintptr_t)&engine_lock < sizeof engine_lock ? RUNNING : BLOCKED;
}

// The least blocked of the program's threads that do not wait in the engine.
static enum state state_of_others(void)
{
    enum state state = BLOCKED;
    DIR *tasks = opendir("/proc/self/task");
    if (!tasks)
        return UNKNOWN;
    for (const struct dirent *entry; state != RUNNING && (entry = readdir(tasks));) {
        const int id = atoi(entry->d_name);
        if (id <= 0 || !is_other(id))
            continue;
        const enum state one = state_of(id);
        state = one > state ? one : state;
    }
    closedir(tasks);
    return state;
}

bool others_run(void)
{
    others_are_not();
    const enum state state = state_of_others();
    others_are();
    return state != BLOCKED;
}

struct others others_begin(void) { return (struct others){seconds_of(CLOCK_MONOTONIC), 0}; }

bool others_may_act(struct others *others, bool one_must)
{
    const double limit = environment_seconds("EMU_TIMEOUT", TIMEOUT_SECONDS);
    enum state state = state_of_others();
    if (one_must && state == BLOCKED)
        state = UNKNOWN;
    if (state == RUNNING)
        *others = others_begin();
    if (state != BLOCKED) {
        others->looks = 0;
        return limit <= 0 || seconds_of(CLOCK_MONOTONIC) - others->since < limit;
    }
    return ++others->looks < LOOKS;
}
