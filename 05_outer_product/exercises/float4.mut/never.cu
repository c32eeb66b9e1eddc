// SPDX-License-Identifier: MIT
// fails: C global_load_requests
// because: right everywhere, but float by float: four requests for each float4
//@1
        for (int e = 0; e < 4; e++)
            b[e] = load_or_zero(from + e, e < inside);
        (void)aligned;
//@end
