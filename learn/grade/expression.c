// SPDX-License-Identifier: MIT
#include "expression.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 50 }; // parentheses in parentheses

struct reader {
    const char *at;
    name_fn *value_of;
    void *context;
    struct failure *why;
    bool failed;
    int depth;
};

static double sum(struct reader *r);

static double stop(struct reader *r, const char *what, int length)
{
    if (!r->failed)
        fail(r->why, "%s at \"%.*s\"", what, length, r->at);
    r->failed = true;
    return NAN;
}

static bool take(struct reader *r, const char *word)
{
    r->at += strspn(r->at, " \n");
    if (r->failed || strncmp(r->at, word, strlen(word)) != 0)
        return false;
    r->at += strlen(word);
    return true;
}

// "(a, b)" of ceil, floor, min and max.
static double call(struct reader *r, const char *name, int length)
{
    const double a = sum(r);
    if (!take(r, ","))
        return stop(r, "a comma is missing", 20);
    const double b = sum(r);
    if (!take(r, ")"))
        return stop(r, "a ) is missing", 20);
    if (length == 4 && strncmp(name, "ceil", 4) == 0)
        return ceil(a / b);
    if (length == 5 && strncmp(name, "floor", 5) == 0)
        return floor(a / b);
    if (length == 3 && strncmp(name, "min", 3) == 0)
        return fmin(a, b);
    if (length == 3 && strncmp(name, "max", 3) == 0)
        return fmax(a, b);
    r->at = name;
    return stop(r, "no such function", length);
}

static double name(struct reader *r)
{
    const char *begin = r->at;
    double value = NAN;
    while (isalnum((unsigned char)*r->at) || *r->at == '_')
        r->at++;
    const int length = (int)(r->at - begin);
    if (take(r, "("))
        return call(r, begin, length);
    if (r->value_of(r->context, begin, length, &value))
        return value;
    r->at = begin;
    return stop(r, "no such name", length);
}

static double factor(struct reader *r)
{
    if (++r->depth > DEEPEST)
        return stop(r, "too deep", 10);
    double value = NAN;
    if (take(r, "(")) {
        value = sum(r);
        if (!take(r, ")"))
            value = stop(r, "a ) is missing", 20);
    } else if (take(r, "-")) {
        value = -factor(r);
    } else if (isdigit((unsigned char)*r->at)) {
        char *end;
        value = strtod(r->at, &end);
        r->at = end;
    } else if (isalpha((unsigned char)*r->at)) {
        value = name(r);
    } else {
        value = stop(r, "a number or a name is missing", 20);
    }
    r->depth--;
    return value;
}

static double product(struct reader *r)
{
    double value = factor(r);
    for (;;) {
        if (take(r, "*"))
            value *= factor(r);
        else if (take(r, "/"))
            value /= factor(r);
        else if (take(r, "%"))
            value = fmod(value, factor(r));
        else
            return value;
    }
}

static double sum(struct reader *r)
{
    double value = product(r);
    for (;;) {
        if (take(r, "+"))
            value += product(r);
        else if (take(r, "-"))
            value -= product(r);
        else
            return value;
    }
}

// Counts are whole numbers; quotients of them that are meant to be equal may differ in the last
// bit.
static bool equal(double a, double b)
{
    return isfinite(a) && isfinite(b) && fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

static bool compare(const char *how, double a, double b)
{
    if (strcmp(how, "<=") == 0)
        return a <= b || equal(a, b);
    if (strcmp(how, ">=") == 0)
        return a >= b || equal(a, b);
    return (strcmp(how, "==") == 0) == equal(a, b);
}

bool expression_compare(const char *rule, name_fn *value_of, void *context, struct comparison *c,
                        struct failure *why)
{
    static const char *const signs[] = {"<=", ">=", "==", "!="};
    struct reader r = {.at = rule, .value_of = value_of, .context = context, .why = why};
    *c = (struct comparison){.left = sum(&r)};
    for (int i = 0; i < 4 && !c->how[0]; i++)
        if (take(&r, signs[i]))
            memcpy(c->how, signs[i], 3);
    if (!r.failed && !c->how[0])
        stop(&r, "<=, >= or == is missing", 20);
    c->right = sum(&r);
    r.at += strspn(r.at, " \n");
    if (!r.failed && *r.at)
        stop(&r, "nothing more belongs there:", 20);
    c->holds = !r.failed && compare(c->how, c->left, c->right); // NaN: false
    return !r.failed;
}
