// SPDX-License-Identifier: MIT
// fails: R, D
// because: the store puts groups 16 rows apart where the loads had them 32 rows apart
//@from
            const int r = row0 + row + i / 4 * 32 + i % 4, c = col0 + col + j / 4 * 16 + j % 4;
//@to
            const int r = row0 + row + i / 4 * 16 + i % 4, c = col0 + col + j / 4 * 16 + j % 4;
//@end
