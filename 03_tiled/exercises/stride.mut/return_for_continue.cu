// SPDX-License-Identifier: MIT
// fails: R
// because: a thread that is outside in one tile leaves, and is missing in the next
//@from
                continue;
//@to
                return;
//@end
