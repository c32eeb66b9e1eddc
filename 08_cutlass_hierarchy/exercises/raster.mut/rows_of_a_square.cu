// SPDX-License-Identifier: MIT
// fails: R
// because: a panel has PANEL * tiles_n tiles, not PANEL * PANEL
//@1
    const int first = number / (PANEL * PANEL) * PANEL, rest = number % (PANEL * PANEL);
    (void)tiles_m, (void)tiles_n;
    const struct place place = {first + rest % PANEL, rest / PANEL};
//@end
