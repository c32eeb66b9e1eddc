// SPDX-License-Identifier: MIT
// unused.c: removes the bodies of functions in the emulator's headers that a program does not use.
// There are about a thousand; without them the compiler takes a third less time for a short
// program. Their declarations stay for the compiler's "did you mean".
#include "rewriter.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS = 1 << 12 }; // a power of two, several times the number of names

struct table {
    const struct source *source;
    struct header_function *functions;
    uint32_t slots[SLOTS]; // index + 1 of the last function with a name; the other functions are
                           // linked to it
    uint32_t *todo;        // functions whose bodies are still to be read
    size_t todo_count;
};

void see_header_function(struct rewriter *rewriter, size_t head, size_t brace)
{
    const struct source *source = &rewriter->source;
    if (!is_our_place(rewriter, source->tokens[brace].place) ||
        source->tokens[brace].match == NO_MATCH)
        return;
    const struct declaration declaration = read_declaration(source, head);
    const struct declarator declarator = read_declarator(source, declaration.declarators);
    // Only functions that define no symbol if unused, and that are used by their name alone.
    const bool is_silent =
        has(&declaration, KEY_STATIC) || has(&declaration, KEY_INLINE) || declaration.is_template;
    if (!is_silent || declarator.name == NOWHERE || declarator.is_qualified)
        return;
    const size_t count = rewriter->header_function_count++;
    if ((count & (count - 1)) == 0) // 0 and the powers of two
        rewriter->header_functions =
            grow(rewriter->header_functions, count * 2 + 1, sizeof *rewriter->header_functions);
    rewriter->header_functions[count] =
        (struct header_function){.name = (uint32_t)declarator.name, .brace = (uint32_t)brace};
}

// The slot of functions with this name, empty if there are none.
static uint32_t *slot_of(struct table *table, const struct token *name)
{
    uint32_t hash = 2166136261u; // FNV-1a
    for (uint32_t i = 0; i < name->length; i++)
        hash = (hash ^ (unsigned char)name->text[i]) * 16777619u;
    for (uint32_t i = 0;; i++) {
        uint32_t *slot = &table->slots[(hash + i) % SLOTS];
        if (*slot == 0 || same_text(&table->source->tokens[table->functions[*slot - 1].name], name))
            return slot;
    }
}

static void need(struct table *table, const uint32_t *slot)
{
    for (uint32_t at = *slot; at != 0; at = table->functions[at - 1].same_name) {
        if (table->functions[at - 1].is_needed)
            return; // the other functions are needed, too
        table->functions[at - 1].is_needed = true;
        table->todo[table->todo_count++] = at - 1;
    }
}

static void need_names(struct table *table, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        if (is_plain_name(table->source, i))
            need(table, slot_of(table, &table->source->tokens[i]));
}

// Returns true if the rewriter itself writes calls of it. (emu_ptx_ functions implement inline
// PTX.)
static bool is_written_here(const struct token *name)
{
    static const char ours[] = "emu_", ptx[] = "emu_ptx_";
    const size_t length = sizeof ours - 1, ptx_length = sizeof ptx - 1;
    return name->length > length && memcmp(name->text, ours, length) == 0 &&
           (name->length < ptx_length || memcmp(name->text, ptx, ptx_length) != 0);
}

void leave_out_unused(struct rewriter *rewriter)
{
    const struct source *source = &rewriter->source;
    const size_t count = rewriter->header_function_count;
    struct header_function *functions = rewriter->header_functions;
    if (count == 0 || count > SLOTS / 2 || rewriter->has_ptx) // inline PTX may call any of them
        return;
    uint32_t *todo = grow(NULL, count, sizeof *todo);
    struct table *table = grow(NULL, 1, sizeof *table);
    *table = (struct table){.source = source, .functions = functions, .todo = todo};
    for (size_t i = 0; i < count; i++) {
        uint32_t *slot = slot_of(table, &source->tokens[functions[i].name]);
        functions[i].same_name = *slot;
        *slot = (uint32_t)i + 1;
    }
    // The names used outside of these bodies, except the functions' own names; then those that the
    // needed bodies use.
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        need_names(table, at, functions[i].name);
        need_names(table, functions[i].name + 1, functions[i].brace);
        at = source->tokens[functions[i].brace].match;
        if (is_written_here(&source->tokens[functions[i].name]))
            need(table, slot_of(table, &source->tokens[functions[i].name]));
    }
    need_names(table, at, source->token_count);
    while (table->todo_count > 0) {
        const struct header_function *f = &functions[table->todo[--table->todo_count]];
        need_names(table, f->brace, source->tokens[f->brace].match);
    }
    for (size_t i = 0; i < count; i++)
        if (!functions[i].is_needed)
            replace_tokens(rewriter, functions[i].brace,
                           source->tokens[functions[i].brace].match + 1, ";");
    free(todo);
    free(table);
}
