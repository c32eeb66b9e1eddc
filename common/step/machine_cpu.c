// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // sysconf
#include "machine.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// The text after "key<spaces>:" in a file of lines such as /proc/cpuinfo. False if there is none.
static bool read_field(const char *path, const char *key, char *value, size_t value_size)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    char line[512];
    bool found = false;
    while (!found && fgets(line, sizeof line, file)) {
        const size_t length = strlen(key);
        if (strncmp(line, key, length) != 0 || !strchr(" \t:", line[length]))
            continue;
        const char *text = strchr(line, ':');
        if (!text)
            continue;
        text += 1 + strspn(text + 1, " \t");
        snprintf(value, value_size, "%.*s", (int)strcspn(text, "\n"), text);
        found = true;
    }
    fclose(file);
    return found;
}

struct machine machine_of_cpu(void)
{
    struct machine machine = {.is_gpu = false};
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    char model[200];
    if (!read_field("/proc/cpuinfo", "model name", model, sizeof model))
        snprintf(model, sizeof model, "CPU");
    snprintf(machine.name, sizeof machine.name, "%s, %ld core%s", model, cores,
             cores == 1 ? "" : "s");
    return machine;
}

size_t machine_free_memory(void)
{
    // MemAvailable counts what the kernel would give up (caches); MemFree does not.
    char text[64];
    unsigned long long kib;
    if (read_field("/proc/meminfo", "MemAvailable", text, sizeof text) &&
        sscanf(text, "%llu", &kib) == 1)
        return (size_t)kib * 1024;
    return SIZE_MAX;
}
