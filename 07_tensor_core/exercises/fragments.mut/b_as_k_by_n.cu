// SPDX-License-Identifier: MIT
// fails: R
// because: B as k x n: a quad would walk along n. Of B, too, it walks along k.
//@2
return (struct place){lane % 4 * 2, lane / 4 + r * 8};
//@end
