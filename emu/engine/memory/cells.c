// SPDX-License-Identifier: MIT
//
// cells.c: the memory of the shadow cells and shadow bytes. It is reserved next to the arena and
// made accessible together with the memory that it describes.
#include "cells.h"
#include "arena.h"
#include "budget.h"
#include "settled.h"
#include "emu_api.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

uintptr_t cells_base;

bool check_is_on(void) { return sealed.checks; }

void check_variables(uintptr_t offset, size_t size)
{
    if (!sealed.checks)
        return;
    if (!check_open(ARENA_BASE + offset, size))
        fatal("no memory to check variables with (EMU_CHECK=off needs none)");
    memset(INIT(offset), BYTE_WRITTEN, size); // variables are initialised
}

void check_init(void)
{
    const char *wanted = environment_value("EMU_CHECK");
    sealed.checks = !wanted || strcmp(wanted, "off") != 0;
    if (!sealed.checks)
        return;
    cells_base = reserve(9 * CHECKED_END);
    if (!cells_base) {
        fprintf(stderr, "emu: races are not looked for: no addresses left (%s)\n", strerror(errno));
        sealed.checks = false;
        return;
    }
    // The cells take eight bytes for each byte that a kernel touches. With pages of 4 KiB, each of
    // which is read before it is written, page faults would take a tenth of a large launch's time.
    madvise((void *)cells_base, 9 * CHECKED_END, MADV_HUGEPAGE);
    image_for_each_section(check_variables);
}

// ---- Starting and ending the checks of a range --------------------------------------------------

bool check_open(uintptr_t address, size_t size)
{
    const uintptr_t offset = address - ARENA_BASE;
    return !sealed.checks || (try_open_pages((uintptr_t)CELL(offset), 8 * size + 64) &&
                              try_open_pages((uintptr_t)INIT(offset), size + 8));
}

void check_close(uintptr_t address, size_t size)
{
    const uintptr_t offset = address - ARENA_BASE;
    if (!sealed.checks)
        return;
    give_back((uintptr_t)CELL(offset), 8 * ((size + 3) & ~(size_t)3));
    give_back((uintptr_t)INIT(offset), size);
}

void check_written(uintptr_t address, size_t size)
{
    if (sealed.checks && address - ARENA_BASE < SHADOWED_END)
        memset(INIT(address - ARENA_BASE), 1, size);
}

void check_copied(uintptr_t to, uintptr_t from, size_t size)
{
    if (!sealed.checks || to - ARENA_BASE >= SHADOWED_END)
        return;
    if (from - ARENA_BASE < SHADOWED_END) {
        memmove(INIT(to - ARENA_BASE), INIT(from - ARENA_BASE), size);
        settled_copied(to, size);
    } else {
        memset(INIT(to - ARENA_BASE), 1, size);
    }
}

void check_unwritten(uintptr_t address, size_t size)
{
    if (sealed.checks)
        memset(INIT(address - ARENA_BASE), 0, size);
}

// The launch stamps have wrapped around: discard all cells.
void check_forget(void)
{
    if (sealed.checks)
        madvise((void *)cells_base, 8 * CHECKED_END, MADV_DONTNEED);
}

// For when only some blocks are checked. A huge page would be cleared as a whole for the first
// block that touches it: of a large array that costs more than the checks of the sample.
void cells_use_small_pages(void)
{
    if (sealed.checks)
        madvise((void *)cells_base, 8 * CHECKED_END, MADV_NOHUGEPAGE);
}

static void (*report_switched_off)(size_t size, const char *pc);

void check_on_switched_off(void (*say)(size_t size, const char *pc)) { report_switched_off = say; }

bool check_make_room(size_t size, size_t in_use, const char *pc)
{
    const char *wanted = environment_value("EMU_CHECK");
    if (size <= budget_left(in_use, true)) // the last query gave a lower answer
        return true;
    if (!sealed.checks || emu_current || (wanted && *wanted))
        return false;
    sealed.checks = false;
    if (size > budget_left(in_use, true)) {
        sealed.checks = true;
        return false;
    }
    madvise((void *)cells_base, 9 * CHECKED_END, MADV_DONTNEED);
    if (report_switched_off)
        report_switched_off(size, pc);
    return true;
}

// ---- Queries ------------------------------------------------------------------------------------

int emu_checks_are_on(void)
{
    engine_init();
    return sealed.checks;
}

int emu_kernel_stored(const void *address)
{
    return sealed.checks && arena_is_valid((uintptr_t)address, 1) &&
           CELL((uintptr_t)address - ARENA_BASE)->write.stamp != 0;
}

bool check_is_flag(uintptr_t offset, const struct launch *launch)
{
    const struct access_record write = {
        .bits = __atomic_load_n(&CELL(offset)->write.bits, __ATOMIC_RELAXED)};
    return write.strong && (write.stamp == launch->stamp || is_unordered_launch(&write, launch));
}
