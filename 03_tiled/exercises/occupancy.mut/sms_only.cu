// SPDX-License-Identifier: MIT
// fails: C blocks
// because: one block for each SM: an SM has room for more than one
//@2
    int blocks = 0;
    cudaDeviceGetAttribute(&blocks, cudaDevAttrMultiProcessorCount, 0);
    blocks = smaller(tiles, blocks);
//@end
