// SPDX-License-Identifier: MIT
//
// epilogues.h: 6_epilogue with each of its functions, for the experiment --epilogue and the tests.
#ifndef HIER_EPILOGUES_H
#define HIER_EPILOGUES_H

#include "../parts/epilogue_functions.h"
#include "../hierarchy.h"

#ifdef __cplusplus
extern "C" {
#endif

// C = function(alpha A B + beta C), B as k x n. e holds alpha and beta, p the rest.
void hgemm_with_function(enum epilogue_function function, const struct epilogue *e,
                         const struct hier_params *p);

#ifdef __cplusplus
}
#endif
#endif
