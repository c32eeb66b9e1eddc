// SPDX-License-Identifier: MIT
// fails: C global_load_sectors
// because: Four lanes side by side, the next four 16 columns on: half of each sector is wasted.
//@1
return (struct tv_literal){.thread = {.rank = 2, .shape = {4, 8}, .stride = {1, 16}},
                           .value = {.rank = 1, .shape = {4}, .stride = {4}}};
//@end
