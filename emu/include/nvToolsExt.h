// SPDX-License-Identifier: MIT
//
// nvToolsExt.h: where NVTX stood before its version 3.
#include "nvtx3/nvToolsExt.h"
