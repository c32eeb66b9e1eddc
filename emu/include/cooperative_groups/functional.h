// SPDX-License-Identifier: MIT
//
// cooperative_groups/functional.h: the operations for reduce and scan.
#ifndef EMU_COOPERATIVE_GROUPS_FUNCTIONAL_H
#define EMU_COOPERATIVE_GROUPS_FUNCTIONAL_H

#include "../cooperative_groups.h"

namespace cooperative_groups
{

template <class Value> struct plus {
    EMU_CG Value operator()(Value a, Value b) const { return a + b; }
};
template <class Value> struct less { // the smaller of two
    EMU_CG Value operator()(Value a, Value b) const { return b < a ? b : a; }
};
template <class Value> struct greater { // the larger of two
    EMU_CG Value operator()(Value a, Value b) const { return a < b ? b : a; }
};
template <class Value> struct bit_and {
    EMU_CG Value operator()(Value a, Value b) const { return a & b; }
};
template <class Value> struct bit_or {
    EMU_CG Value operator()(Value a, Value b) const { return a | b; }
};
template <class Value> struct bit_xor {
    EMU_CG Value operator()(Value a, Value b) const { return a ^ b; }
};

} // namespace cooperative_groups

#endif
