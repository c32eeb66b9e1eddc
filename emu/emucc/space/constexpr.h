// SPDX-License-Identifier: MIT
//
// constexpr.h: constexpr functions of the host that device code calls. nvcc refuses them unless
// --expt-relaxed-constexpr is given, even if the call is a constant expression.
#ifndef EMUCC_CONSTEXPR_H
#define EMUCC_CONSTEXPR_H

#include "../base/text.h"
#include "dump.h"
#include "spaces.h"

// The text that was compiled, to which the positions in the dump refer.
struct lines {
    const char *path; // or NULL: nothing is checked
    struct text text; // read when it is needed first
};

// Returns true if a function of the user's without a mark, whose name has these SPACE_... bits, is
// a constexpr function of the host.
bool is_users_constexpr(unsigned says);
// The same for a function that the program defines and that is not the user's. Only those of the
// C++ library are known.
bool is_systems_constexpr(const struct function *function, struct span base);

// Returns true for functions of <cmath> and std::abs(), which CUDA's headers declare for both
// sides.
bool is_declared_by_cuda(const struct function *function);

// Returns true if the text has the call at its position. The position of the calls in a default
// argument or in the initializer of a member is that of the call or variable that needs them, and
// nvcc accepts them if they are constant.
bool is_written(struct lines *lines, const struct dump *dump, const struct called *call);

// Returns the function whose first statement is between the braces around the call, or NULL. If its
// body has functions of other kinds, too, it is not certain.
const struct function *function_around(const struct dump *dump, const struct space_call *call);

#endif
