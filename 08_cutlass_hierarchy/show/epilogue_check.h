// SPDX-License-Identifier: MIT
//
// epilogue_check.h: is what the epilogue stored right? For the experiment --epilogue and the tests.
#ifndef HIER_EPILOGUE_CHECK_H
#define HIER_EPILOGUE_CHECK_H

#include "../../common/step/verify.h"

// D may have any type of the epilogue. An element must lie between what the least and the most that
// the float sums may be become in D's type: rounded, saturated. y: reference.h, of float sums.
struct verdict epilogue_verdict(const struct reference *y, const struct matrix *D);

// sums[i]: of row i of D as it stands there, by float additions in any order.
struct verdict epilogue_rows_verdict(const struct matrix *D, const float *sums);

#endif
