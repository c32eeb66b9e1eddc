// SPDX-License-Identifier: MIT
// fails: R
// because: the last panel may be lower; taken as high as the others, it has places below C
//@1
    const int first = number / (PANEL * tiles_n) * PANEL, rest = number % (PANEL * tiles_n);
    (void)tiles_m;
    const struct place place = {first + rest % PANEL, rest / PANEL};
//@end
