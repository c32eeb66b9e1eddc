// SPDX-License-Identifier: MIT
// fails: R
// because: where fewer than four columns are left none of them is loaded
//@1
        if (aligned)
            load4(b, from);
        else
            for (int e = 0; e < 4; e++)
                b[e] = load_or_zero(from + e, inside >= 4);
//@end
