// SPDX-License-Identifier: MIT
//
// wide.h: included before all else: offsets of 64 bits, as the programs have them natively, where a
// pointer has 32.
#include <stddef.h>
#define ptrdiff_t long long
