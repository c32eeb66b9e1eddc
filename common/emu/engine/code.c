// SPDX-License-Identifier: MIT
//
// code.c: what a thread computes between two requests: the way through the program's code from one
// to the other on which no other request stands.
//
// Code lies in memory in the order of the source. So of several ways forward the longest counts: a
// warp whose lanes part goes them all. Where none leads forward a loop begins anew: the innermost
// that holds both.
#include "code.h"

#include "report.h"
#include "tally.h"

#include <stdlib.h>
#include <string.h>

// ---- Ways ---------------------------------------------------------------------------------------

struct way { // from before an instruction to before another, in a window of the code
    size_t first, count;
    int32_t *cost;    // of the longest way there; -1: none
    uint32_t *before; // the instruction before it on that way
};

static uint8_t *is_request; // by instruction

static int cost_of(const struct mix *m)
{
    int sum = 1;
    for (int u = 0; u < UNITS; u++)
        sum += m->of[u];
    return sum;
}

static void step(struct way *w, size_t from, size_t to)
{
    if (to <= from || to >= w->first + w->count)
        return;
    const int cost = w->cost[from - w->first] + cost_of(&code_at[from].cost);
    if (cost <= w->cost[to - w->first])
        return;
    w->cost[to - w->first] = cost;
    w->before[to - w->first] = (uint32_t)from;
}

static void go(struct way *w, size_t from, size_t last)
{
    for (size_t i = 0; i < w->count; i++)
        w->cost[i] = -1;
    w->cost[from - w->first] = 0;
    for (size_t i = from; i < last; i++) {
        const struct code *c = &code_at[i];
        if (w->cost[i - w->first] < 0 || c->kind == CODE_END || is_request[i])
            continue;
        if (c->kind == CODE_JUMP || c->kind == CODE_BRANCH)
            step(w, i, code_index(c->to));
        if (c->kind != CODE_JUMP)
            step(w, i, i + 1);
    }
}

// Instructions from `from` to before `to`, in their order, into list[]; how many.
static size_t list_way(const struct way *w, size_t from, size_t to, uint32_t *list)
{
    size_t n = 0;
    for (size_t i = to; i != from; i = w->before[i - w->first])
        n++;
    size_t at = n;
    for (size_t i = to; i != from; i = w->before[i - w->first])
        list[--at] = w->before[i - w->first];
    return n;
}

// The function around an instruction ends where another is not reached any more: after its last
// return or jump that nothing jumps across. Ways never need more than a window.
enum { WINDOW = 1 << 14 };

static size_t find_way(size_t from, size_t to, uint32_t *list)
{
    static int32_t cost[2][2 * WINDOW];
    static uint32_t before[2][2 * WINDOW];
    const size_t low = from < to ? from : to, high = from < to ? to : from;
    if (high - low > WINDOW / 2)
        return 0;
    const size_t first = low > WINDOW / 2 ? low - WINDOW / 2 : 0;
    const size_t count = code_count - first < WINDOW ? code_count - first : WINDOW;
    struct way a = {first, count, cost[0], before[0]}, b = {first, count, cost[1], before[1]};
    go(&a, from, first + count);
    if (to > from && a.cost[to - first] >= 0)
        return list_way(&a, from, to, list);
    size_t best = SIZE_MAX, best_jump = 0, best_to = 0;
    for (size_t i = from; i < first + count; i++) {
        const struct code *c = &code_at[i];
        if ((c->kind != CODE_JUMP && c->kind != CODE_BRANCH) || c->to > c->at ||
            a.cost[i - first] < 0)
            continue;
        const size_t back = code_index(c->to);
        if (back >= code_count || back < first || back > to || i - back >= best)
            continue;
        go(&b, back, to + 1);
        if (back != to && b.cost[to - first] < 0)
            continue;
        best = i - back;
        best_jump = i;
        best_to = back;
    }
    if (best == SIZE_MAX)
        return 0;
    size_t n = list_way(&a, from, best_jump, list);
    list[n++] = (uint32_t)best_jump;
    go(&b, best_to, to + 1);
    return n + (best_to == to ? 0 : list_way(&b, best_to, to, list + n));
}

// ---- What depends on what -----------------------------------------------------------------------

enum { NAMES = 80, NAME = 24 };

// Registers and places in the stack frame, by name; %eax, %rax and %al are one.
struct names {
    char of[NAMES][NAME];
    bool loaded[NAMES]; // holds what comes from the load before
    int deep[NAMES];    // so many additions and multiplications one after another
    int count;
};

static int name_of(struct names *n, const char *text, size_t length)
{
    char name[NAME] = "";
    if (*text == '%') { // of the old ones their last letters tell them apart: ax, r8
        static const char *const parts[] = {"ax", "bx", "cx", "dx", "si", "di", "bp", "sp"};
        snprintf(name, sizeof name, "%.*s", (int)length - 1, text + 1);
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
            if (strstr(name, parts[i]))
                snprintf(name, sizeof name, "%s", parts[i]);
        if (*name == 'r' && (name[strlen(name) - 1] == 'd' || name[strlen(name) - 1] == 'w'))
            name[strlen(name) - 1] = '\0';
    } else {
        snprintf(name, sizeof name, "%.*s", (int)length, text);
    }
    for (int i = 0; i < n->count; i++)
        if (strcmp(n->of[i], name) == 0)
            return i;
    if (n->count == NAMES)
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

// What an operand that is read holds: of one in memory, what its address is made of.
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

struct flow {
    struct names names;
    bool waits; // for the instruction that takes what was loaded
    int deepest;
};

static void follow(struct flow *f, const struct code *c)
{
    const char *text = code_texts + c->text;
    struct operand operands[4];
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
    deep += c->cost.of[UNIT_FMA];
    f->deepest = deep > f->deepest ? deep : f->deepest;
    if (!is_memory(to) || is_frame(to)) {
        const int name = name_of(&f->names, to.text, to.length);
        f->names.loaded[name] = loaded;
        f->names.deep[name] = deep;
    }
}

static void follow_all(struct flow *f, const uint32_t *list, size_t n, bool waits)
{
    f->waits = waits;
    for (size_t i = 0; i < n; i++)
        follow(f, &code_at[list[i]]);
}

// ---- Requests -----------------------------------------------------------------------------------

struct between {
    uint32_t from, to; // places
    struct mix mix;
    bool follows;
};
enum { PAIRS = 1 << 12 };
static struct between *pairs; // a hash table; to == 0: free

// A thread that cannot be followed, as between two functions.
static const struct mix unknown = {.of = {[UNIT_ALU] = 20}};

static size_t call_of(uint32_t place)
{
    return code_index(address_in_file(count_places[place].pc));
}

// The first instruction of the function that holds this one.
static size_t entry_of(size_t i)
{
    while (i > 0 && !code_at[i].begins)
        i--;
    return i;
}

// Of a loop nvcc has four turns under way at once: they wait for each other only where one takes
// what the one before has computed.
static void find_between(struct between *b, bool loads)
{
    static uint32_t list[4 * WINDOW];
    static struct flow flow;
    const size_t to = call_of(b->to);
    const size_t from = b->from ? call_of(b->from) + 1 : entry_of(to);
    b->mix = unknown;
    if (to >= code_count || from >= code_count)
        return;
    const size_t n = from == to ? 0 : find_way(from, to, list);
    if (n == 0 && from != to)
        return;
    memset(&flow, 0, sizeof flow);
    b->mix = (struct mix){{0}, 0};
    for (size_t i = 0; i < n; i++)
        for (int u = 0; u < UNITS; u++)
            b->mix.of[u] = (uint16_t)(b->mix.of[u] + code_at[list[i]].cost.of[u]);
    follow_all(&flow, list, n, loads);
    b->mix.deep = (uint16_t)flow.deepest;
    if (b->from == b->to) {
        const int once = flow.deepest;
        follow_all(&flow, list, n, loads);
        const int again = flow.deepest - once; // what each turn adds to the one before
        b->mix.deep = (uint16_t)(again + (once - again) / 4);
    }
    b->follows = loads && flow.names.loaded[name_of(&flow.names, "%rdi", 4)];
}

static const struct between *between(uint32_t from, uint32_t to, bool loads)
{
    size_t at = (from * 2654435761u ^ to * 40503u) % PAIRS;
    static struct between other;
    for (size_t tries = 0; tries < PAIRS / 2; tries++, at = (at + 1) % PAIRS) {
        if (pairs[at].from == from && pairs[at].to == to)
            return &pairs[at];
        if (pairs[at].to == 0) {
            pairs[at] = (struct between){.from = from, .to = to};
            find_between(&pairs[at], loads);
            return &pairs[at];
        }
    }
    other = (struct between){.from = from, .to = to};
    find_between(&other, loads);
    return &other;
}

static void add_mix(struct mix *to, const struct mix *more)
{
    for (int u = 0; u < UNITS; u++)
        to->of[u] =
            (uint16_t)(to->of[u] + more->of[u] < UINT16_MAX ? to->of[u] + more->of[u] : UINT16_MAX);
    to->deep = (uint16_t)(to->deep + more->deep < UINT16_MAX ? to->deep + more->deep : UINT16_MAX);
}

static void mixes_of_warp(struct traced *at, uint32_t *count, bool wanted)
{
    struct mix sum = {{0}, 0};
    uint32_t kept = 0, last = 0;
    for (uint32_t i = 0; i < *count; i++) {
        if (wanted) {
            const bool loads =
                i > 0 && (at[i - 1].kind == REQ_LOAD || at[i - 1].kind == REQ_LOAD_SHARED);
            const struct between *b = between(last, at[i].place, loads);
            add_mix(&sum, &b->mix);
            at[i].follows = b->follows;
            last = at[i].place;
        }
        if (at[i].kind == REQ_MEETING) {
            if (wanted && call_of(last) < code_count)
                add_mix(&sum, &code_at[call_of(last)].cost);
            continue;
        }
        at[kept] = at[i];
        at[kept++].before = sum;
        sum = (struct mix){{0}, 0};
    }
    *count = kept;
}

static void mark_requests(const struct traced_block *block)
{
    uintptr_t low = UINTPTR_MAX, high = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int w = 0; w < block->warps; w++)
            for (uint32_t i = 0; i < block->count[w]; i++) {
                const uintptr_t at = address_in_file(count_places[block->of[w][i].place].pc);
                low = at < low ? at : low;
                high = at > high ? at : high;
                if (pass == 1 && code_index(at) < code_count)
                    is_request[code_index(at)] = 1;
            }
        if (pass == 1 || high == 0)
            return;
        code_read(low, high);
        free(is_request);
        is_request = calloc(code_count + 1, 1);
        if (!is_request)
            fatal("no memory for the program's code (EMU_EXPECT)");
    }
}

void code_mixes(struct traced_block *block, bool wanted)
{
    if (wanted) {
        mark_requests(block);
        free(pairs);
        pairs = calloc(PAIRS, sizeof *pairs);
        if (!pairs)
            fatal("no memory for the program's code (EMU_EXPECT)");
        block->has_code = code_count > 0;
    }
    for (int w = 0; w < block->warps; w++)
        mixes_of_warp(block->of[w], &block->count[w], block->has_code);
}
