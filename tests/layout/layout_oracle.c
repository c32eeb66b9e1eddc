// SPDX-License-Identifier: MIT
#include "layout_oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Reads the integers of a tuple; returns where it ends.
static const char *read_tuple(const char *text, long long *values, int *count)
{
    int depth = 0;
    *count = 0;
    for (;; text++) {
        if (*text == '(') {
            depth++;
        } else if (*text == ')') {
            depth--;
        } else if (*text == '-' || (*text >= '0' && *text <= '9')) {
            char *end;
            if (*count == ORACLE_LEAVES)
                return NULL;
            values[(*count)++] = strtoll(text, &end, 10);
            text = end - 1;
        } else if (*text != ',') {
            return depth == 0 ? text : NULL;
        }
    }
}

bool oracle_read(struct oracle *out, const char *text)
{
    int used = 0, strides;
    memset(out, 0, sizeof *out);
    if (sscanf(text, "Sw<%d,%d,%d> o %lld o %n", &out->bits, &out->base, &out->shift, &out->offset,
               &used) == 4) {
        out->swizzled = true;
        text += used;
    }
    text = read_tuple(text, out->shape, &out->count);
    if (text == NULL || *text != ':')
        return false;
    text = read_tuple(text + 1, out->stride, &strides);
    return text != NULL && (*text == '\0' || *text == '\t') && strides == out->count;
}

long long oracle_size(const struct oracle *l)
{
    long long size = 1;
    for (int i = 0; i < l->count; i++)
        size *= l->shape[i];
    return size;
}

long long oracle_at(const struct oracle *l, long long i)
{
    long long sum = l->offset;
    for (int k = 0; k < l->count; k++) {
        bool last = k == l->count - 1;
        sum += (last ? i : i % l->shape[k]) * l->stride[k];
        i = last ? 0 : i / l->shape[k];
    }
    if (!l->swizzled)
        return sum;
    // Bit by bit, from the definition.
    long long result = sum;
    for (int b = 0; b < l->bits; b++) {
        int low = l->base + b, high = low + abs(l->shift);
        int from = l->shift >= 0 ? high : low, to = l->shift >= 0 ? low : high;
        if (sum >> from & 1)
            result ^= 1LL << to;
    }
    return result;
}

// The modes of a tuple: the text from after '(' or a ',' up to the next.
static const char *skip_item(const char *text)
{
    int depth = 0;
    for (; depth > 0 || (*text != ',' && *text != ')' && *text != ':' && *text != '\0'); text++)
        depth += (*text == '(') - (*text == ')');
    return text;
}

static long long item_size(const char *text, const char *end)
{
    long long size = 1;
    for (char *next; text < end; text++)
        if (*text >= '0' && *text <= '9') {
            size *= strtoll(text, &next, 10);
            text = next - 1;
        }
    return size;
}

bool oracle_compatible(const char *a, const char *b)
{
    if (*a != '(')
        return item_size(a, skip_item(a)) == item_size(b, skip_item(b));
    if (*b != '(')
        return false;
    for (;;) {
        a++;
        b++;
        if (!oracle_compatible(a, b))
            return false;
        a = skip_item(a);
        b = skip_item(b);
        if (*a != *b)
            return false;
        if (*a != ',')
            return true;
    }
}

uint64_t oracle_hash(const struct oracle *l, long long n, long long start)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (long long i = 0; i < n; i++) {
        char text[32];
        snprintf(text, sizeof text, "%s%lld", i > 0 ? "," : "", oracle_at(l, i) + start);
        for (const char *c = text; *c; c++)
            hash = (hash ^ (unsigned char)*c) * 0x100000001b3;
    }
    return hash;
}

// ---- Contracts ----------------------------------------------------------------------------------

bool oracle_composes(const struct oracle *a, const struct oracle *b, const struct oracle *r)
{
    long long size = oracle_size(b);
    if (oracle_size(r) != size)
        return false;
    for (long long i = 0; i < size; i++)
        if (oracle_at(r, i) != oracle_at(a, oracle_at(b, i)))
            return false;
    return true;
}

static int by_value(const void *x, const void *y)
{
    long long a = *(const long long *)x, b = *(const long long *)y;
    return (a > b) - (a < b);
}

// The offsets in rising order; the caller frees them.
static long long *sorted_offsets(const struct oracle *l, long long n)
{
    long long *offsets = malloc((size_t)(n > 0 ? n : 1) * sizeof *offsets);
    for (long long i = 0; i < n; i++)
        offsets[i] = oracle_at(l, i);
    qsort(offsets, (size_t)n, sizeof *offsets, by_value);
    return offsets;
}

bool oracle_complements(const struct oracle *a, const struct oracle *r, long long target)
{
    long long n = oracle_size(a), m = oracle_size(r), reach = 1;
    long long *offsets = sorted_offsets(a, n);
    bool ok = true;
    for (long long j = 1; j < m && ok; j++) {
        long long at = oracle_at(r, j);
        ok = at > oracle_at(r, j - 1) &&
             bsearch(&at, offsets, (size_t)n, sizeof at, by_value) == NULL;
    }
    free(offsets);
    for (int i = 0; i < a->count; i++)
        if (a->shape[i] * a->stride[i] > reach && a->shape[i] > 1)
            reach = a->shape[i] * a->stride[i];
    for (int i = 0; i < r->count; i++)
        if (r->shape[i] * r->stride[i] > reach)
            reach = r->shape[i] * r->stride[i];
    return ok && reach >= target;
}

bool oracle_right_inverse(const struct oracle *a, const struct oracle *r)
{
    for (long long i = 0, n = oracle_size(r); i < n; i++)
        if (oracle_at(a, oracle_at(r, i)) != i)
            return false;
    return true;
}

bool oracle_left_inverse(const struct oracle *a, const struct oracle *r)
{
    for (long long i = 0, n = oracle_size(a); i < n; i++) {
        long long at = oracle_at(a, i);
        if (oracle_at(a, oracle_at(r, at)) != at)
            return false;
    }
    return true;
}

bool oracle_injective(const struct oracle *a)
{
    long long n = oracle_size(a);
    long long *offsets = sorted_offsets(a, n);
    bool ok = true;
    for (long long i = 1; i < n && ok; i++)
        ok = offsets[i] != offsets[i - 1];
    free(offsets);
    return ok;
}

bool oracle_copies_disjoint(const struct oracle *a, const struct oracle *r)
{
    struct oracle both = *a;
    for (int i = 0; i < r->count; i++) {
        both.shape[both.count] = r->shape[i];
        both.stride[both.count++] = r->stride[i];
    }
    return oracle_injective(&both);
}
