// SPDX-License-Identifier: MIT
// fails: C blocks
// because: takes the answer for one SM for that of the GPU
//@2
    int blocks = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sgemm, TILE * TILE, 0);
    blocks = smaller(tiles, blocks);
//@end
