// SPDX-License-Identifier: MIT
// fails: R
// because: B's tile begins at the block's column of C
//@2
    tma_load_2d(s->B, &p->b, full, t * BK, row);
//@end
