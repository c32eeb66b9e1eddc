// SPDX-License-Identifier: MIT
//
// vector_functions.hpp: its functions are in vector_functions.h here.
#include "vector_functions.h"
