// SPDX-License-Identifier: MIT
// fails: R, D
// because: four warps arrive where one was promised: that is four phases
//@1
            mbarrier_init(&b.empty[s], 1);
//@end
