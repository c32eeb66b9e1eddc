// SPDX-License-Identifier: MIT
// fails: R
// because: where the tile says that vectors are exchanged, they have to be
//@1
        *(uint16_t *)(tile + r * ROW + 2 * c) = value;
//@end
