// SPDX-License-Identifier: MIT
#include "spaces.h"

#include <stdlib.h>
#include <string.h>

#include "../base/text.h"

static struct space_name *slot_of(const struct spaces *spaces, const char *name, size_t length)
{
    uint32_t hash = 2166136261u; // FNV-1a
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)name[i]) * 16777619u;
    for (size_t i = hash;; i++) {
        struct space_name *slot = &spaces->slots[i & (spaces->slot_count - 1)];
        if (!slot->text || (strlen(slot->text) == length && memcmp(slot->text, name, length) == 0))
            return slot;
    }
}

static void enlarge(struct spaces *spaces)
{
    enum { FIRST = 1024 }; // a power of two
    const struct spaces old = *spaces;
    spaces->slot_count = old.slot_count ? 4 * old.slot_count : FIRST;
    spaces->slots = grow(NULL, spaces->slot_count, sizeof *spaces->slots);
    memset(spaces->slots, 0, spaces->slot_count * sizeof *spaces->slots);
    for (size_t i = 0; i < old.slot_count; i++)
        if (old.slots[i].text)
            *slot_of(spaces, old.slots[i].text, strlen(old.slots[i].text)) = old.slots[i];
    free(old.slots);
}

void space_add(struct spaces *spaces, const char *name, size_t length, unsigned says)
{
    if (2 * spaces->name_count >= spaces->slot_count)
        enlarge(spaces);
    struct space_name *slot = slot_of(spaces, name, length);
    if (!slot->text) {
        slot->text = format_string("%.*s", (int)length, name);
        spaces->name_count++;
    }
    slot->says |= says;
}

unsigned space_says(const struct spaces *spaces, const char *name, size_t length)
{
    return spaces->slot_count ? slot_of(spaces, name, length)->says : 0;
}

void space_add_file(struct spaces *spaces, const char *file)
{
    spaces->files = grow(spaces->files, spaces->file_count + 1, sizeof *spaces->files);
    spaces->files[spaces->file_count++] = format_string("%s", file);
}

bool space_is_user_file(const struct spaces *spaces, const char *file, size_t length)
{
    for (size_t i = 0; i < spaces->file_count; i++)
        if (strlen(spaces->files[i]) == length && memcmp(spaces->files[i], file, length) == 0)
            return true;
    return false;
}

void spaces_free(struct spaces *spaces)
{
    for (size_t i = 0; i < spaces->slot_count; i++)
        free(spaces->slots[i].text);
    for (size_t i = 0; i < spaces->file_count; i++)
        free(spaces->files[i]);
    for (size_t i = 0; i < spaces->call_count; i++) {
        free(spaces->calls[i].file);
        free(spaces->calls[i].name);
        free(spaces->calls[i].owner);
    }
    free(spaces->calls);
    free(spaces->slots);
    free(spaces->files);
    *spaces = (struct spaces){0};
}
