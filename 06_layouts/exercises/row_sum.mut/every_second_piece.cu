// SPDX-License-Identifier: MIT
// fails: R
// because: 64 to the next value: columns 32 to 63 have no owner, and those from 128 on have two.
//@1
return (struct tv_literal){.thread = {.rank = 1, .shape = {32}, .stride = {1}},
                           .value = {.rank = 1, .shape = {4}, .stride = {64}}};
//@end
