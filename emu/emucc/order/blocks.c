// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // memmem
#include "blocks.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"

struct line {
    const char *text; // without leading blanks
    size_t length;
};

struct label {
    struct line name;
    int block;
};

struct jump {
    int from;
    struct line to; // a label
};

struct reader {
    struct function *function;
    struct label *labels;
    struct jump *jumps;
    size_t label_count, jump_count;
    bool falls_through; // the next instruction may follow the last one
    int table_jump;     // the block whose jump uses the jump table that is being read, or -1
};

static struct line line_at(const char *text, size_t at)
{
    const char *begin = text + at + strspn(text + at, " \t");
    return (struct line){begin, strcspn(begin, "\n")};
}

static bool starts(struct line line, const char *word)
{
    return strncmp(line.text, word, strlen(word)) == 0;
}

static bool holds(struct line line, const char *word)
{
    return memmem(line.text, line.length, word, strlen(word)) != NULL;
}

static bool is_same(struct line a, struct line b)
{
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

// Returns the name that begins at `text`: letters, digits and the other characters of labels.
static struct line name_at(const char *text)
{
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || (text[length] && strchr("._$", text[length])))
        length++;
    return (struct line){text, length};
}

static struct line operand_of(struct line line)
{
    size_t at = strcspn(line.text, " \t\n");
    at += strspn(line.text + at, " \t");
    return (struct line){line.text + at, at < line.length ? line.length - at : 0};
}

static void begin_block(struct reader *reader)
{
    struct function *f = reader->function;
    f->blocks = grow(f->blocks, f->block_count + 1, sizeof *f->blocks);
    f->blocks[f->block_count++] = (struct block){0};
}

static int last_block(const struct reader *reader)
{
    return (int)reader->function->block_count - 1;
}

static void add_next(struct block *block, int next)
{
    for (size_t i = 0; i < block->next_count; i++)
        if (block->next[i] == next)
            return;
    block->next = grow(block->next, block->next_count + 1, sizeof *block->next);
    block->next[block->next_count++] = next;
}

// Starts a new block. The block before it falls through into it unless it ends with a jump.
static void follow(struct reader *reader)
{
    const int before = last_block(reader);
    begin_block(reader);
    if (before >= 0 && reader->falls_through)
        add_next(&reader->function->blocks[before], before + 1);
    reader->falls_through = true;
}

static void add_jump(struct reader *reader, int from, struct line to)
{
    reader->jumps = grow(reader->jumps, reader->jump_count + 1, sizeof *reader->jumps);
    reader->jumps[reader->jump_count++] = (struct jump){from, to};
}

// A call that never returns, so no block follows it.
static bool is_last_call(struct line target)
{
    static const char *const names[] = {"emu_trap",     "emu_exit",       "abort",
                                        "__cxa_throw",  "_Unwind_Resume", "__cxa_rethrow",
                                        "__assert_fail"};
    const struct line name = name_at(target.text);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (name.length == strlen(names[i]) && memcmp(name.text, names[i], name.length) == 0)
            return true;
    return holds(target, "__ubsan_handle_") && holds(target, "_abort");
}

static void see_call(struct reader *reader, struct line line, size_t end)
{
    struct function *f = reader->function;
    const struct line target = operand_of(line);
    f->calls = grow(f->calls, f->call_count + 1, sizeof *f->calls);
    f->calls[f->call_count++] = (struct call){end, last_block(reader)};
    f->blocks[last_block(reader)].ends_iteration |=
        holds(target, "emu_round@") || is_same(target, (struct line){"emu_round", 9});
    if (is_last_call(target))
        reader->falls_through = false;
}

static void see_jump(struct reader *reader, struct line line, bool always)
{
    const struct line operand = operand_of(line);
    const int from = last_block(reader);
    if (starts(operand, ".L")) {
        add_jump(reader, from, name_at(operand.text));
    } else if (always && (holds(operand, "*") || starts(line, "notrack"))) {
        reader->table_jump = from; // until the table is found
        reader->function->has_all_targets = false;
    }
    reader->falls_through = !always;
    follow(reader);
}

static void see_instruction(struct reader *reader, struct line line, size_t end)
{
    if (!reader->falls_through) // no jump leads here, as after a call that never returns
        follow(reader);
    if (starts(line, "call"))
        see_call(reader, line, end);
    else if (starts(line, "jmp") || starts(line, "notrack jmp"))
        see_jump(reader, line, true);
    else if (*line.text == 'j')
        see_jump(reader, line, false);
    else if (starts(line, "ret") || starts(line, "rep ret") || starts(line, "ud2"))
        reader->falls_through = false;
}

// A table of jump targets follows its jump: ".long .L5-.L4" or ".quad .L5".
static void see_directive(struct reader *reader, struct line line)
{
    const struct line operand = operand_of(line);
    if (starts(line, ".text") || starts(line, ".section\t.text"))
        reader->table_jump = -1;
    if (reader->table_jump < 0 || !(starts(line, ".long") || starts(line, ".quad")) ||
        !starts(operand, ".L"))
        return;
    add_jump(reader, reader->table_jump, name_at(operand.text));
    reader->function->has_all_targets = true;
}

static void see_label(struct reader *reader, struct line name)
{
    if (reader->table_jump >= 0) // the label of the table itself
        return;
    follow(reader);
    reader->labels = grow(reader->labels, reader->label_count + 1, sizeof *reader->labels);
    reader->labels[reader->label_count++] = (struct label){name, last_block(reader)};
}

static int compare_labels(const void *a, const void *b)
{
    const struct line x = ((const struct label *)a)->name, y = ((const struct label *)b)->name;
    const size_t shorter = x.length < y.length ? x.length : y.length;
    const int order = memcmp(x.text, y.text, shorter);
    return order ? order : (x.length > y.length) - (x.length < y.length);
}

static void connect(struct reader *reader)
{
    if (reader->label_count == 0)
        return;
    qsort(reader->labels, reader->label_count, sizeof *reader->labels, compare_labels);
    for (size_t i = 0; i < reader->jump_count; i++) {
        const struct label wanted = {reader->jumps[i].to, 0};
        const struct label *found = bsearch(&wanted, reader->labels, reader->label_count,
                                            sizeof *reader->labels, compare_labels);
        if (found)
            add_next(&reader->function->blocks[reader->jumps[i].from], found->block);
    }
}

// Labels of the debug information: ".LVL12", ".LBB3", ".LFE7".
static bool is_jump_target(struct line name)
{
    return name.length > 2 && starts(name, ".L") &&
           (isdigit((unsigned char)name.text[2]) || starts(name, ".LBB") || starts(name, ".LJT"));
}

static size_t after_line(const char *text, size_t at)
{
    at += strcspn(text + at, "\n");
    return at + (text[at] == '\n');
}

// Finds ".type    name, @function" that is soon followed by "name:". Returns the offset of the line
// after it, or 0 if there is none.
static size_t find_function(const char *text, size_t at, struct line *name)
{
    static const char type[] = "\t.type\t";
    enum { LINES_BETWEEN = 4 }; // an alias has a type but no code
    for (const char *found; (found = strstr(text + at, type)); at = after_line(text, at)) {
        at = (size_t)(found - text);
        *name = name_at(found + strlen(type));
        size_t next = after_line(text, at);
        for (int i = 0; i < LINES_BETWEEN && holds(line_at(text, at), "@function"); i++) {
            const size_t after = after_line(text, next);
            if (strncmp(text + next, name->text, name->length) == 0 &&
                text[next + name->length] == ':')
                return after;
            next = after;
        }
    }
    return 0;
}

bool read_function(struct function *function, const char *text, size_t *at)
{
    struct line name;
    struct reader reader = {.function = function, .table_jump = -1};
    *function = (struct function){.has_all_targets = true};
    size_t next = find_function(text, *at, &name);
    if (next == 0)
        return false;
    follow(&reader);
    for (; text[next] != '\0'; next = after_line(text, next)) {
        const struct line line = line_at(text, next);
        const struct line label = name_at(line.text);
        if (starts(line, ".size") && is_same(name_at(operand_of(line).text), name))
            break;
        if (label.length > 0 && line.text[label.length] == ':') {
            if (is_jump_target(label))
                see_label(&reader, label);
        } else if (*line.text == '.') {
            see_directive(&reader, line);
        } else if (isalpha((unsigned char)*line.text)) {
            see_instruction(&reader, line, after_line(text, next));
        }
    }
    function->end = *at = next;
    connect(&reader);
    free(reader.labels);
    free(reader.jumps);
    return true;
}

void free_function(struct function *function)
{
    for (size_t i = 0; i < function->block_count; i++)
        free(function->blocks[i].next);
    free(function->blocks);
    free(function->calls);
    *function = (struct function){0};
}
