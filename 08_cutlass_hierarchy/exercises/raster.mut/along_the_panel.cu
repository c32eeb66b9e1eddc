// SPDX-License-Identifier: MIT
// fails: C global_load_requests
// because: panels, but in each of them row by row: a wave is a row again
//@1
    const int first = number / (PANEL * tiles_n) * PANEL, rest = number % (PANEL * tiles_n);
    (void)tiles_m;
    const struct place place = {first + rest / tiles_n, rest % tiles_n};
//@end
