// SPDX-License-Identifier: MIT
//
// epilogue_check.h: checks the epilogue's results. For the experiment --epilogue and the tests.
#ifndef HIER_EPILOGUE_CHECK_H
#define HIER_EPILOGUE_CHECK_H

#include "../../common/step/verify.h"

// D may have any type of the epilogue. The float sums have a smallest and a largest allowed value;
// an element must be between these two, rounded and saturated to D's type. y: reference.h, for
// float sums.
struct verdict epilogue_verdict(const struct reference *y, const struct matrix *D);

// sums[i] is the sum of row i of D as stored, from float additions in any order.
struct verdict epilogue_rows_verdict(const struct matrix *D, const float *sums);

#endif
