// SPDX-License-Identifier: MIT
// fails: C blocks
// because: asks for blocks of 16 threads, and launches blocks of 16 x 16
//@2
    int sms = 0, blocks_of_an_sm = 0;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_of_an_sm, sgemm, TILE, 0);
    const int blocks = smaller(tiles, sms * blocks_of_an_sm);
//@end
