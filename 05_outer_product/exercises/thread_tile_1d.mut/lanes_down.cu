// SPDX-License-Identifier: MIT
// fails: C shared_load_wavefronts
// because: neighbouring lanes take rows 8 apart: their words of As all stand in one bank
//@1
    const int row = t % (BM / TM) * TM, col = t / (BM / TM);
//@end
