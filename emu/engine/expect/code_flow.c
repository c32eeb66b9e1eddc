// SPDX-License-Identifier: MIT
//
// code_flow.c: dependences between instructions on a path.
#include "code.h"

#include <stdio.h>
#include <string.h>

static int name_of(struct names *n, const char *text, size_t length)
{
    char name[NAME_BYTES] = "";
    if (*text == '%') { // the old registers are identified by two letters: ax, r8
        static const char *const parts[] = {"ax", "bx", "cx", "dx", "si", "di", "bp", "sp"};
        snprintf(name, sizeof name, "%.*s", (int)length - 1, text + 1);
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
            if (strstr(name, parts[i]))
                snprintf(name, sizeof name, "%s", parts[i]);
        const size_t last = strlen(name) - 1;
        if (last == 1 && (name[1] == 'l' || name[1] == 'h')) // al, ah
            name[1] = 'x';
        if (*name == 'r' && (name[last] == 'd' || name[last] == 'w' || name[last] == 'b'))
            name[last] = '\0';
    } else {
        snprintf(name, sizeof name, "%.*s", (int)length, text);
    }
    for (int i = 0; i < n->count; i++)
        if (strcmp(n->of[i], name) == 0)
            return i;
    if (n->count == MOST_NAMES)
        return 0;
    memcpy(n->of[n->count], name, sizeof name);
    return n->count++;
}

struct operand {
    const char *text;
    size_t length;
};

static int operands_of(const char *text, struct operand *operands)
{
    int count = 0, depth = 0;
    text += strcspn(text, " ");
    text += strspn(text, " ");
    while (*text && count < 4) {
        size_t length = 0;
        for (; text[length] && (text[length] != ',' || depth > 0); length++)
            depth += (text[length] == '(') - (text[length] == ')');
        operands[count++] = (struct operand){text, length};
        text += length + (text[length] == ',');
    }
    return count;
}

static bool is_memory(struct operand o) { return memchr(o.text, '(', o.length) != NULL; }
static bool is_frame(struct operand o)
{
    const char *at = memchr(o.text, '(', o.length);
    return at && strncmp(at, "(%rsp)", 6) == 0;
}

// The dependences of an operand that is read; for memory, those of its address.
static void read_operand(struct names *n, struct operand o, bool *loaded, int *deep)
{
    if (!is_memory(o) || is_frame(o)) {
        if (*o.text == '%' || is_frame(o)) {
            const int name = name_of(n, o.text, o.length);
            *loaded |= n->loaded[name];
            *deep = n->deep[name] > *deep ? n->deep[name] : *deep;
        }
        return;
    }
    for (size_t i = 0; i < o.length; i++)
        if (o.text[i] == '%') {
            const size_t length = strcspn(o.text + i, ",)");
            const int name = name_of(n, o.text + i, length);
            *loaded |= n->loaded[name];
            i += length;
        }
}

// "0x10(%rsp,%rax,4)"
static bool is_loaded_index(struct names *n, struct operand o)
{
    static const char frame[] = "(%rsp,";
    const char *at = memchr(o.text, '(', o.length);
    if (!at || strncmp(at, frame, strlen(frame)) != 0)
        return false;
    at += strlen(frame);
    return n->loaded[name_of(n, at, strcspn(at, ",)"))];
}

static void follow(struct flow *f, const struct code *c)
{
    const char *text = code_texts + c->text;
    struct operand operands[4];
    if (c->kind == CODE_CALL && c->cost.of[UNIT_FMA] > 0) { // a function of xmm0 that returns its
                                                            // result there
        const int name = name_of(&f->names, "%xmm0", 5);
        f->names.deep[name] += (int)c->cost.deep;
        f->deepest = f->names.deep[name] > f->deepest ? f->names.deep[name] : f->deepest;
    }
    if (c->skipped || c->kind == CODE_CALL)
        return;
    const int count = operands_of(text, operands);
    if (count < 2 || strncmp(text, "cmp", 3) == 0 || strncmp(text, "test", 4) == 0)
        return;
    const struct operand to = operands[count - 1];
    const bool moves = strstr(text, "mov") || strncmp(text, "lea", 3) == 0 ||
                       (*text == 'v' && strncmp(text, "vf", 2) != 0);
    bool loaded = false;
    int deep = 0;
    for (int i = 0; i < count; i++)
        f->indexes_local |= is_loaded_index(&f->names, operands[i]);
    for (int i = 0; i < count - moves; i++) {
        read_operand(&f->names, operands[i], &loaded, &deep);
        const bool from_array = is_memory(operands[i]) && !is_frame(operands[i]) &&
                                !memchr(operands[i].text, '#', operands[i].length) &&
                                !strstr(operands[i].text, "%rip") &&
                                !strstr(operands[i].text, "%fs") && strncmp(text, "lea", 3) != 0;
        if (f->waits && from_array && i < count - 1) {
            loaded = true;
            f->waits = false;
        }
    }
    deep += (int)c->cost.of[UNIT_FMA];
    f->deepest = deep > f->deepest ? deep : f->deepest;
    if (!is_memory(to) || is_frame(to)) {
        const int name = name_of(&f->names, to.text, to.length);
        f->names.loaded[name] = loaded;
        f->names.deep[name] = deep;
    }
}

double flow_follow(struct flow *f, const uint32_t *list, size_t n, bool waits)
{
    double repeated = 0;
    f->waits = waits;
    for (size_t i = 0; i < n; i++) {
        uintptr_t head = 0;
        const double turns = turns_that_end(code_at[list[i]].at, &head);
        follow(f, &code_at[list[i]]);
        if (turns <= 1)
            continue;
        const int once = f->deepest;
        size_t first = i;
        while (first > 0 && code_at[list[first - 1]].at >= head &&
               code_at[list[first - 1]].at < code_at[list[i]].at)
            first--;
        for (size_t j = first; j <= i; j++)
            follow(f, &code_at[list[j]]);
        repeated += (f->deepest - once) * (turns - 1) * turns_of(head) / turns;
    }
    return repeated;
}

// ---- Steps of loops -----------------------------------------------------------------------------

static bool is_register(struct operand o) { return *o.text == '%' && !is_memory(o); }

// Is the last of these instructions that writes the register an addition of a variable?
static bool adds_variable(struct names *n, const uint32_t *list, size_t count, int name)
{
    bool varies = false;
    for (size_t i = 0; i < count; i++) {
        const char *text = code_texts + code_at[list[i]].text;
        struct operand operands[4];
        const int last = operands_of(text, operands) - 1;
        if (last < 1 || !is_register(operands[last]) || strncmp(text, "cmp", 3) == 0 ||
            strncmp(text, "test", 4) == 0 ||
            name_of(n, operands[last].text, operands[last].length) != name)
            continue;
        varies = strncmp(text, "add", 3) == 0 && *operands[0].text != '$';
    }
    return varies;
}

bool flow_varies(struct flow *f, const uint32_t *list, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const struct code *c = &code_at[list[i]];
        const char *text = code_texts + code_at[list[i - 1]].text;
        struct operand operands[4];
        if (c->kind != CODE_BRANCH || c->to > c->at || strncmp(text, "cmp", 3) != 0)
            continue;
        for (int o = operands_of(text, operands) - 1; o >= 0; o--)
            if (is_register(operands[o]) &&
                adds_variable(&f->names, list, count,
                              name_of(&f->names, operands[o].text, operands[o].length)))
                return true;
    }
    return false;
}

bool flow_is_loaded(struct flow *f, const char *name)
{
    return f->names.loaded[name_of(&f->names, name, strlen(name))];
}
