// SPDX-License-Identifier: MIT
// fails: D
// because: only what lies inside is stored to As: the rest is multiplied, and nobody has written it
//@from
            As[e % BK][e / BK] = element(A, row0 + e / BK, k + e % BK);
//@to
            if (row0 + e / BK < A.rows)
                As[e % BK][e / BK] = element(A, row0 + e / BK, k + e % BK);
//@end
