// SPDX-License-Identifier: MIT
// fails: D
// because: the store may not see what threads wrote; it does as a rule
//@from
        fence_proxy_async();
//@to
//@end
