// SPDX-License-Identifier: MIT
// fails: R
// because: eight rows, and not four, are one repetition
//@1
        *(uint16_t *)(tile + r * ROW + (2 * c ^ r % 4 * 16)) = value;
//@end
