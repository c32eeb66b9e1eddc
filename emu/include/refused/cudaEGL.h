// SPDX-License-Identifier: MIT
#error \
    "cudaEGL.h: graphics interop is not part of the emulated GPU; copy results to the host and draw them there"
