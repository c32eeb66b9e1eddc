// SPDX-License-Identifier: MIT
// fails: C global_load_requests
// because: every second row from right to left: only at the turn is anything shared
//@1
    const int row = number / tiles_n, col = number % tiles_n;
    (void)tiles_m;
    const struct place place = {row, row % 2 == 0 ? col : tiles_n - 1 - col};
//@end
