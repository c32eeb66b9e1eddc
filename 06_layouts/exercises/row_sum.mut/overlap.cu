// SPDX-License-Identifier: MIT
// fails: R, C global_load_sectors
// because: Strides 1 and 4: lanes share columns, others have no owner.
//@1
return (struct tv_literal){.thread = {.rank = 1, .shape = {32}, .stride = {1}},
                           .value = {.rank = 1, .shape = {4}, .stride = {4}}};
//@end
