// SPDX-License-Identifier: MIT
//
// layout_oracle.h: layouts by brute force, for the tests of the layout algebra. Shares no code with
// common/layout: it reads the text, and evaluates coordinate times stride.
#ifndef TESTS_LAYOUT_ORACLE_H
#define TESTS_LAYOUT_ORACLE_H

#include <stdbool.h>
#include <stdint.h>

enum { ORACLE_LEAVES = 64 };

struct oracle {
    bool swizzled;
    int bits, base, shift;
    long long offset;
    int count;
    long long shape[ORACLE_LEAVES], stride[ORACLE_LEAVES];
};

// "((2,4),8):((1,2),8)", "Sw<3,4,3> o 0 o (8,8):(8,1)"; stops at a tab or the end. False: no
// layout.
bool oracle_read(struct oracle *out, const char *text);
long long oracle_size(const struct oracle *l);
// Offset of element i >= 0; the last leaf has no end.
long long oracle_at(const struct oracle *l, long long i);
// Whether every coordinate of shape a is one of b with equal sizes (CuTe: compatible), by text.
bool oracle_compatible(const char *a, const char *b);
// FNV-1a of the offsets of elements 0 .. n-1, each plus `start`, in decimal and with commas.
uint64_t oracle_hash(const struct oracle *l, long long n, long long start);

// The contracts, element by element.
bool oracle_composes(const struct oracle *a, const struct oracle *b, const struct oracle *r);
// a and r share only 0, r increases, and the widest leaf of either, extent times stride, reaches
// `target`.
bool oracle_complements(const struct oracle *a, const struct oracle *r, long long target);
bool oracle_right_inverse(const struct oracle *a, const struct oracle *r);
bool oracle_left_inverse(const struct oracle *a, const struct oracle *r);
bool oracle_injective(const struct oracle *a);
// No offset of the copies a + r(j) occurs twice.
bool oracle_copies_disjoint(const struct oracle *a, const struct oracle *r);

#endif
