// SPDX-License-Identifier: MIT
// fails: R, D
// because: the whole prologue is one group, and the turns count it as three
//@1
    for (int t = 0; t < STAGES - 1; t++)
        fetch_tile(&shared[t], A, B, t);
    cp_async_commit_group();
//@end
