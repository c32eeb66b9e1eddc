// SPDX-License-Identifier: MIT
#error \
    "cuda_gl_interop.h: graphics interop is not part of the emulated GPU; copy results to the host and draw them there"
