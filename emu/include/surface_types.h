// SPDX-License-Identifier: MIT
//
// surface_types.h: its types are in texture_types.h here.
#include "texture_types.h"
