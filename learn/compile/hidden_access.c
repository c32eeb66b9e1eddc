// SPDX-License-Identifier: MIT
//
// The parts of the listing that matter:
//
//     ;; Function quiet (_Z5quietPKfPf, funcdef_no=1314, decl_uid=32724, ...)
//     voidD.48 quietD.32724 (floatD.41 * AD.32720, struct twoD.32668 eD.32721)
//     {
//       struct twoD.32668 D.34857;
//       <bb 2> [local count: 1073741824]:
//       _10 = sumD.32766 (MEM[(const struct twoD.32668 &)A_7(D)], n_8(D));
//     }
//
// A name is followed by its number, so that two variables of one name differ.
#define _GNU_SOURCE // memmem
#include "checks.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct span {
    const char *at, *end;
};

static bool is_empty(struct span s) { return s.at == s.end; }

static const char *find(struct span s, const char *text)
{
    return memmem(s.at, (size_t)(s.end - s.at), text, strlen(text));
}

static bool begins(struct span s, const char *text)
{
    const size_t length = strlen(text);
    return (size_t)(s.end - s.at) >= length && memcmp(s.at, text, length) == 0;
}

// Takes the next line, without the blanks before it.
static struct span take_line(struct span *rest)
{
    const char *const end = memchr(rest->at, '\n', (size_t)(rest->end - rest->at));
    struct span line = {rest->at, end ? end : rest->end};
    rest->at = end ? end + 1 : rest->end;
    while (!is_empty(line) && *line.at == ' ')
        line.at++;
    return line;
}

// ---- Variables -----------------------------------------------------------------------------------

// The first "D.1234" of the text, or an empty span.
static struct span number_in(struct span text)
{
    for (const char *at = text.at; (at = find((struct span){at, text.end}, "D.")); at += 2) {
        const char *end = at + 2;
        while (end < text.end && isdigit((unsigned char)*end))
            end++;
        if (end > at + 2)
            return (struct span){at, end};
    }
    return (struct span){text.end, text.end};
}

// Does the function declare the variable with this number, or take it as an argument? `head` is the
// text before the function's first statement. Static variables are memory of all threads.
static bool is_private(struct span head, struct span number)
{
    while (!is_empty(head)) {
        struct span line = take_line(&head);
        if (begins(line, "static ") || begins(line, "extern ") || begins(line, ";;"))
            continue;
        for (struct span n; !is_empty(n = number_in(line)); line.at = n.end) {
            const bool same = n.end - n.at == number.end - number.at &&
                              memcmp(n.at, number.at, (size_t)(n.end - n.at)) == 0;
            // After a variable comes the end of the declaration, or an array's length.
            if (same && n.end < line.end && strchr(";,)[", *n.end))
                return true;
        }
    }
    return false;
}

// "lD.32803[2]", "oD.32778.bD.32776", but not "p_13->bD.32776".
static bool is_part_of_private(struct span head, struct span place)
{
    const struct span number = number_in(place);
    const struct span before = {place.at, number.at};
    return !is_empty(number) && !find(before, "->") && !find(before, "*") &&
           is_private(head, number);
}

// "MEM[(const struct twoD.32668 &)&eD.32721 + 4B]": what follows the last &.
static struct span address_in(struct span place)
{
    const char *at = place.end;
    while (at > place.at && *at != '&')
        at--;
    return (struct span){at, place.end};
}

// An operand of a call: "_5", "n_8(D)", "3.0e+0", "&lD.32803", "D.34857" are no accesses; "*_3",
// "p_13->bD.32776", "MEM[...]" and variables of the file are.
static bool is_access(struct span head, struct span operand)
{
    while (!is_empty(operand) && strchr(" (", *operand.at))
        operand.at++;
    if (is_empty(operand) || strchr("&\"-{", *operand.at) || isdigit((unsigned char)*operand.at))
        return false;
    if (begins(operand, "MEM"))
        return !is_part_of_private(head, address_in(operand));
    if (*operand.at == '*' || find(operand, "->"))
        return true;
    return !is_empty(number_in(operand)) && !is_part_of_private(head, operand);
}

// ---- Calls ---------------------------------------------------------------------------------------

// The end of an operand that begins here: the comma or the parenthesis after it.
static const char *end_of_operand(struct span rest)
{
    int depth = 0;
    for (const char *at = rest.at; at < rest.end; at++) {
        if (*at == '"')
            for (at++; at < rest.end && *at != '"';)
                at += *at == '\\' ? 2 : 1;
        else if (strchr("([{", *at))
            depth++;
        else if (strchr(")]}", *at) && depth-- == 0)
            return at;
        else if (*at == ',' && depth == 0)
            return at;
    }
    return rest.end;
}

// "_10 = sumD.32766 (...": the name, its number included, and what comes after the parenthesis.
static bool read_call(struct span line, struct span *to, struct span *name, struct span *operands)
{
    struct span rest = line;
    for (struct span number; !is_empty(number = number_in(rest)); rest.at = number.end) {
        const struct span after = {number.end, line.end};
        if (!begins(after, " (") || begins(after, " (*<")) // the latter is a type
            continue;
        const char *const assigned = find((struct span){line.at, number.at}, " = ");
        *to = (struct span){line.at, assigned ? assigned : line.at};
        *name = (struct span){assigned ? assigned + 3 : line.at, number.at};
        *operands = (struct span){number.end + 2, line.end};
        return true;
    }
    return false;
}

// Without what the compiler adds to the name of a copy: "sum.constprop".
static int printed_length(struct span name)
{
    const char *const dot = find(name, ".");
    const long length = (dot ? dot : name.end) - name.at;
    return (int)(length > 60 ? 60 : length);
}

static bool line_is_counted(struct span head, struct span line, char *sentence, size_t size)
{
    struct span to, name, rest;
    if (begins(line, "#") || !read_call(line, &to, &name, &rest) || begins(name, "emu_"))
        return true;
    if (!is_empty(to) && is_access(head, to)) {
        snprintf(sentence, size,
                 "a kernel stores the structure that %.*s() returns, and such a store is not "
                 "counted: put it into a variable first",
                 printed_length(name), name.at);
        return false;
    }
    while (!is_empty(rest)) {
        const char *const end = end_of_operand(rest);
        if (is_access(head, (struct span){rest.at, end})) {
            snprintf(sentence, size,
                     "a kernel loads a structure for a call of %.*s(), and such a load is not "
                     "counted: put it into a variable first",
                     printed_length(name), name.at);
            return false;
        }
        if (end == rest.end || *end == ')')
            break;
        rest.at = end + 1;
    }
    return true;
}

// ---- Functions -----------------------------------------------------------------------------------

// From the line after its head to the next function's head; empty if it is not in the listing.
static struct span function_of(const char *listing, const char *symbol)
{
    static const char start[] = ";; Function ", numbered[] = ", funcdef_no=";
    struct span rest = {listing, listing + strlen(listing)}, found = {rest.end, rest.end};
    const size_t length = strlen(symbol);
    bool inside = false;
    while (!is_empty(rest)) {
        const struct span line = take_line(&rest);
        if (!begins(line, start))
            continue;
        if (inside) {
            found.end = line.at;
            return found;
        }
        const char *const end = find(line, numbered);
        inside = end && (size_t)(end - line.at) > length && *(end - length - 1) == '(' &&
                 memcmp(end - length, symbol, length) == 0;
        if (inside)
            found = rest;
    }
    return found;
}

bool accesses_are_counted(const char *listing, const char *symbol, char *sentence, size_t size)
{
    char whole[400];
    snprintf(whole, sizeof whole, "%s", symbol);
    char *const cold = strstr(whole, ".cold"); // the part of a function that is seldom executed
    if (cold)
        *cold = '\0';
    struct span rest = function_of(listing, whole);
    if (is_empty(rest)) {
        snprintf(sentence, size, "a kernel calls %.80s(), whose loads and stores are not counted",
                 symbol);
        return false;
    }
    const char *const body = find(rest, "<bb ");
    const struct span head = {rest.at, body ? body : rest.end};
    rest.at = head.end;
    while (!is_empty(rest))
        if (!line_is_counted(head, take_line(&rest), sentence, size))
            return false;
    return true;
}
