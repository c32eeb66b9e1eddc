// SPDX-License-Identifier: MIT
//
// matrix_name.c: arrays that the program has described, so that a diagnosis can name row and
// column.
#include "report.h"

#include "emu_api.h"

enum { MAX_NAMED = 16 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct matrix_name {
    uintptr_t base; // 0: unused
    const char *name;
    int rows, cols, ld, bytes_each;
} all[MAX_NAMED];

// The entry with this base; for base 0 an unused one; else NULL.
static struct matrix_name *find(uintptr_t base)
{
    for (int i = 0; i < MAX_NAMED; i++)
        if (all[i].base == base)
            return &all[i];
    return NULL;
}

void emu_name_array(const void *start, const char *name, int rows, int cols, int ld, int bytes_each)
{
    pthread_mutex_lock(&lock);
    struct matrix_name *n = find((uintptr_t)start);
    if (!n && name)
        n = find(0);
    if (n)
        *n = name ? (struct matrix_name){(uintptr_t)start, name, rows, cols, ld, bytes_each}
                  : (struct matrix_name){0};
    pthread_mutex_unlock(&lock);
}

bool matrix_name_place(uintptr_t base, uintptr_t address, char *text, size_t size)
{
    pthread_mutex_lock(&lock);
    const struct matrix_name *found = find(base);
    const struct matrix_name n = found ? *found : (struct matrix_name){0};
    pthread_mutex_unlock(&lock);
    if (n.base == 0 || base == 0)
        return false;
    const int used = snprintf(text, size, "%s is %d x %d (ld %d); ", n.name, n.rows, n.cols, n.ld);
    if (used < 0 || (size_t)used >= size)
        return true;
    if (address < base) {
        snprintf(text + used, size - (size_t)used, "this is %zu bytes before its start",
                 (size_t)(base - address));
        return true;
    }
    const size_t element = (address - base) / (size_t)n.bytes_each;
    const size_t ld = n.ld > 0 ? (size_t)n.ld : 1;
    snprintf(text + used, size - (size_t)used, "this is row %zu, column %zu", element / ld,
             element % ld);
    return true;
}
