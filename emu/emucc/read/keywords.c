// SPDX-License-Identifier: MIT
#include "keywords.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static const struct {
    enum keyword keyword;
    const char *names; // separated by blanks
} table[] = {
    {KEY_GLOBAL, "__global__"},
    {KEY_DEVICE, "__device__"},
    {KEY_HOST, "__host__"},
    {KEY_SHARED, "__shared__"},
    {KEY_CONSTANT, "__constant__"},
    {KEY_MANAGED, "__managed__"},
    {KEY_GRID_CONSTANT, "__grid_constant__"},
    {KEY_BOUNDS, "__launch_bounds__ __cluster_dims__ __maxnreg__ __block_size__"},
    {KEY_NOINLINE, "__noinline__"},
    {KEY_FORCEINLINE, "__forceinline__"},
    {KEY_ALIGN, "__align__ __builtin_align__"},
    {KEY_TEMPLATE, "template"},
    {KEY_TYPENAME, "typename"},
    {KEY_CLASS, "struct class union enum"},
    {KEY_NAMESPACE, "namespace"},
    {KEY_EXTERN, "extern"},
    {KEY_STATIC, "static"},
    {KEY_INLINE, "inline __inline __inline__"},
    {KEY_CONSTEXPR, "constexpr consteval"},
    {KEY_FRIEND, "friend"},
    {KEY_TYPEDEF, "typedef"},
    {KEY_SPECIFIER,
     "virtual explicit thread_local __thread mutable register __extension__ constinit"},
    {KEY_CONST, "const __const __const__"},
    {KEY_VOLATILE, "volatile __volatile __volatile__ __restrict __restrict__"},
    {KEY_OPERATOR, "operator"},
    {KEY_TYPE_OF, "decltype typeof __typeof __typeof__ __decltype"},
    {KEY_TYPE,
     "void bool char wchar_t char8_t char16_t char32_t short int long float double signed "
     "unsigned auto __signed__ __int128 __int128_t __uint128_t _Float16 __float128 __bf16"},
    {KEY_ALIGNAS, "alignas _Alignas"},
    {KEY_ATTRIBUTE, "__attribute__ __attribute"},
    {KEY_ASM, "asm __asm __asm__"},
    {KEY_STATEMENT,
     "return else case goto throw co_return co_yield co_await sizeof delete and or not"},
    {KEY_CONDITION, "if for while switch"},
    {KEY_DO, "do"},
    {KEY_ACCESS, "public protected private"},
    {KEY_LITERAL, "true false nullptr __null"},
};

enum { SLOTS = 512 }; // a power of two, several times the number of names
static struct slot {
    const char *name;
    size_t length;
    enum keyword keyword;
} slots[SLOTS];

static struct slot *slot_of(const char *name, size_t length)
{
    uint32_t hash = 2166136261u; // FNV-1a
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)name[i]) * 16777619u;
    struct slot *slot = &slots[hash % SLOTS];
    while (slot->name && (slot->length != length || memcmp(slot->name, name, length) != 0))
        if (++slot == slots + SLOTS)
            slot = slots;
    return slot;
}

static void fill_slots(void)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        for (const char *name = table[i].names; *name != '\0'; name += *name == ' ') {
            size_t length = strcspn(name, " ");
            *slot_of(name, length) = (struct slot){name, length, table[i].keyword};
            name += length;
        }
}

enum keyword keyword_of(const char *name, size_t length)
{
    static bool ready;
    if (!ready)
        fill_slots();
    ready = true;
    return slot_of(name, length)->keyword;
}
