// SPDX-License-Identifier: MIT
#include "code.h"
#include "../program/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct code *code_at;
size_t code_count;
char *code_texts;

static size_t room, text_room, text_used;
static uintptr_t from = UINTPTR_MAX, until; // the range that has been read

static void *code_must(void *p)
{
    if (!p)
        fatal("no memory for the program's code (EMU_EXPECT)");
    return p;
}

static uint32_t keep(const char *text)
{
    const size_t size = strlen(text) + 1;
    if (text_used + size > text_room) {
        text_room = 2 * text_room + size + (1 << 16);
        code_texts = code_must(realloc(code_texts, text_room));
    }
    memcpy(code_texts + text_used, text, size);
    text_used += size;
    return (uint32_t)(text_used - size);
}

static enum code_kind kind_of(const char *text)
{
    if (strncmp(text, "call", 4) == 0)
        return strstr(text, "__ubsan_handle") ? CODE_END : CODE_CALL;
    if (strncmp(text, "ret", 3) == 0 || strncmp(text, "ud2", 3) == 0)
        return CODE_END;
    if (strncmp(text, "jmp", 3) == 0)
        return CODE_JUMP;
    return *text == 'j' ? CODE_BRANCH : CODE_PLAIN;
}

static void add(uintptr_t at, char *text, const char *header)
{
    size_t length = strcspn(text, "#\n");
    while (length > 0 && text[length - 1] == ' ')
        length--;
    text[length] = '\0';
    if (code_count == room) {
        room = room ? 2 * room : 1 << 12;
        code_at = code_must(realloc(code_at, room * sizeof *code_at));
    }
    struct code *c = &code_at[code_count++];
    *c = (struct code){.at = at, .kind = (uint8_t)kind_of(text), .cost = code_cost(text, header)};
    if (c->kind != CODE_PLAIN)
        c->to = strtoull(text + strcspn(text, " "), NULL, 16);
    c->text = keep(text);
}

static void skip(size_t i)
{
    code_at[i].skipped = true;
    code_at[i].cost = (struct mix){{0}, 0};
    if (code_at[i].kind == CODE_BRANCH)
        code_at[i].kind = CODE_PLAIN;
}

static bool calls(size_t i, const char *what)
{
    return strncmp(code_texts + code_at[i].text, "call", 4) == 0 &&
           strstr(code_texts + code_at[i].text, what);
}

// Skips the inline check that emu/device/callouts.h puts before a call-out. It begins two
// instructions before the jump across the call.
static void skip_quick_check(size_t call)
{
    enum { LONGEST = 20 };
    const uintptr_t behind = call + 1 < code_count ? code_at[call + 1].at : 0;
    for (size_t i = call; i > 2 && i + LONGEST > call; i--)
        if (code_at[i].kind == CODE_BRANCH && code_at[i].to == behind &&
            strncmp(code_texts + code_at[i].text, "je ", 3) == 0) {
            for (size_t j = i - 2; j < call; j++)
                skip(j);
            return;
        }
}

// Skips a bounds check: the comparison and the jump.
static void skip_bounds_check(size_t branch)
{
    enum { LONGEST = 30 }; // registers are saved before the call
    const size_t to = code_index(code_at[branch].to);
    for (int side = 0; side < 2; side++) {
        const size_t first = side ? to : branch + 1;
        for (size_t i = first; i < code_count && i < first + LONGEST; i++) {
            if (code_at[i].kind == CODE_END && calls(i, "__ubsan")) {
                if (branch > 0)
                    skip(branch - 1);
                if (side == 0) { // all lanes continue at the target
                    code_at[branch].kind = CODE_JUMP;
                    code_at[branch].cost = (struct mix){{0}, 0};
                } else {
                    skip(branch);
                }
                return;
            }
            if (code_at[i].kind != CODE_PLAIN)
                break;
        }
    }
}

// nvcc unrolls loops by four, and replaces short branches by predicates.
static void count_turns(size_t branch)
{
    const bool is_back = code_at[branch].to <= code_at[branch].at;
    code_at[branch].cost.of[UNIT_ALU] = is_back ? 1 : 0;
    if (is_back && branch > 0 && code_at[branch - 1].cost.of[UNIT_ALU] > 1)
        code_at[branch - 1].cost.of[UNIT_ALU] = 1;
}

// nvcc unrolls a short loop, so steps through memory become immediate offsets of its loads and
// stores.
static void count_steps(size_t branch)
{
    enum { SHORT = 64, FEW = 32 };
    static const char *const steps[] = {"add ", "sub ", "lea ", "shl ", "imul "};
    const size_t head = code_index(code_at[branch].to);
    size_t length = 0;
    for (size_t i = head; i <= branch; i++)
        length += !code_at[i].skipped;
    // If the number of iterations is small and constant, nvcc unrolls the loop completely.
    uint32_t cost = 1;
    for (size_t i = head; i < branch; i++) {
        const bool ends = i + 1 == branch || code_at[i + 1].to > code_at[branch].at;
        if (ends && code_at[i + 1].kind == CODE_BRANCH &&
            strncmp(code_texts + code_at[i].text, "cmp", 3) == 0) {
            const char *number = strstr(code_texts + code_at[i].text, "$0x");
            if (number && strtoul(number + 1, NULL, 16) <= FEW)
                cost = 0;
        }
    }
    for (size_t i = head; i <= branch && length <= SHORT; i++) {
        const bool leaves =
            code_at[i + 1].kind == CODE_BRANCH && code_at[i + 1].to > code_at[branch].at;
        // The comparison that ends the loop, and the jump.
        bool is_step = (leaves && i < branch) || i + 1 == branch || i == branch;
        for (size_t k = 0; k < sizeof steps / sizeof *steps; k++)
            is_step |= strncmp(code_texts + code_at[i].text, steps[k], strlen(steps[k])) == 0;
        if (is_step && code_at[i].cost.of[UNIT_ALU] > cost)
            code_at[i].cost.of[UNIT_ALU] = cost;
    }
}

static void read_all(FILE *listing)
{
    char line[1000], function[200] = "";
    bool in_header = false, begins = false;
    while (fgets(line, sizeof line, listing)) {
        char *colon = strchr(line, ':'), *end;
        if (line[0] == '/' || line[0] == '.') {
            in_header = strstr(line, "/emu/include/");
        } else if (line[0] != ' ') {
            begins |= strstr(line, ">:") != NULL;
            const size_t length = strcspn(line, "(");
            if (length < sizeof function && line[length] == '(') {
                memcpy(function, line, length);
                function[length] = '\0';
            }
        } else if (colon && colon[1] == '\t') {
            const uintptr_t at = strtoull(line, &end, 16);
            if (end != colon)
                continue;
            add(at, colon + 2, in_header ? function : NULL);
            code_at[code_count - 1].begins = begins;
            begins = false;
        }
    }
}

void code_read(uintptr_t low, uintptr_t high)
{
    enum { AROUND = 1 << 14 };
    char program[4096], first[40], last[40];
    if (low >= from && high < until)
        return;
    from = low < from ? low : from;
    until = high + 1 > until ? high + 1 : until;
    code_count = text_used = 0;
    snprintf(program, sizeof program, "%s", program_path());
    snprintf(first, sizeof first, "--start-address=%#zx",
             (size_t)(from > AROUND ? from - AROUND : 0));
    snprintf(last, sizeof last, "--stop-address=%#zx", (size_t)until + AROUND);
    char *argv[] = {"objdump", "-d", "-l", "--no-show-raw-insn", first, last, program, NULL};
    pid_t child;
    FILE *listing = tool_start(argv, &child);
    if (!listing)
        return;
    read_all(listing);
    fclose(listing);
    waitpid(child, NULL, 0);
    for (size_t i = 0; i < code_count; i++) {
        if (code_at[i].kind == CODE_CALL && calls(i, "<__tsan_"))
            skip_quick_check(i);
    }
    for (size_t i = 0; i < code_count; i++)
        if (code_at[i].kind == CODE_BRANCH)
            skip_bounds_check(i);
    for (size_t i = 0; i < code_count; i++)
        if (code_at[i].kind == CODE_BRANCH)
            count_turns(i);
    for (size_t i = 0; i + 1 < code_count; i++)
        if ((code_at[i].kind == CODE_BRANCH || code_at[i].kind == CODE_JUMP) &&
            code_at[i].to < code_at[i].at)
            count_steps(i);
}

size_t code_entry(size_t i)
{
    while (i > 0 && !code_at[i].begins)
        i--;
    return i;
}

// The number after "NAME $0x" or "NAME -0x", if `rest` follows it; else 0.
static size_t number_in(const char *text, const char *name, const char *rest)
{
    char *end;
    const size_t length = strlen(name);
    const char *number = text + length + strspn(text + length, " ");
    if (strncmp(text, name, length) != 0 || (*number != '$' && *number != '-'))
        return 0;
    const size_t value = strtoull(number + 1, &end, 16);
    return strcmp(end, rest) == 0 ? value : 0;
}

// Of "sub $0x448,%rsp", or of the "lea -0x4000(%rsp),%r11" before a loop that touches each page.
size_t code_frame(size_t i)
{
    size_t bytes = 0, touched = 0;
    i = code_entry(i);
    do {
        const char *text = code_texts + code_at[i].text;
        const size_t number = number_in(text, "lea", "(%rsp),%r11");
        bytes += number_in(text, "sub", ",%rsp");
        touched = number > touched ? number : touched;
        i++;
    } while (i < code_count && !code_at[i].begins);
    return bytes > touched ? bytes : touched;
}

size_t code_index(uintptr_t at)
{
    size_t low = 0, high = code_count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (code_at[middle].at <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && (low < code_count || code_at[low - 1].at == at) ? low - 1 : code_count;
}
