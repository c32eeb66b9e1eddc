// SPDX-License-Identifier: MIT
// fails: C global_load_sectors
// because: Lanes by twos: a load of 4 bytes touches 16 sectors, 8 bytes of each.
//@1
return (struct tv_literal){.thread = {.rank = 2, .shape = {2, 16}, .stride = {1, 8}},
                           .value = {.rank = 1, .shape = {4}, .stride = {2}}};
//@end
