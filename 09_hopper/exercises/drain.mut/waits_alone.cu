// SPDX-License-Identifier: MIT
// fails: R, D
// because: thread 0 has waited; the others write to the slice as they please
//@1
        if (threadIdx.x == 0)
            bulk_wait_group_read(0);
//@end
