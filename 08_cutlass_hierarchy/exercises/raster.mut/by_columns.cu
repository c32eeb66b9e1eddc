// SPDX-License-Identifier: MIT
// fails: C global_load_requests
// because: column by column a wave is as long as row by row
//@1
    const struct place place = {number % tiles_m, number / tiles_m};
//@end
