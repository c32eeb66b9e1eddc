// SPDX-License-Identifier: MIT
// fails: C blocks
// because: always a whole wave, also where there are fewer tiles
//@2
    int sms = 0, blocks_of_an_sm = 0;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_of_an_sm, sgemm, TILE * TILE, 0);
    const int blocks = sms * blocks_of_an_sm;
//@end
