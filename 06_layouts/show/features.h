// SPDX-License-Identifier: MIT
//
// features.h: what the tile text says of tiles and has no example for (features.cu): for the
// experiments --examples and --gradient, and for tests. All arrays are on the device, dense.
#ifndef FEATURES_H
#define FEATURES_H

#ifdef __cplusplus
extern "C" {
#endif

// An array of four dimensions in tiles, a block for each, in a grid of four dimensions.
enum { BOX_0 = 1, BOX_1 = 2, BOX_2 = 4, BOX_3 = 8 };
int feature_boxes(const int extent[4]);                               // how many tiles
void feature_grid(const int extent[4], const float *a, double *sums); // one of each tile

// From a matrix to a row of as many elements, and back: rows and back are the same as in.
enum { RESHAPE_ROWS = 42, RESHAPE_COLS = 3 };
void feature_reshape(const float *in, float *row, float *back);

// Elements that are vectors, x y z: the sum of the points.
void feature_points(int count, const float *xyz, float *sum);

// Elements that are structs: the largest and its place. Values > 0; count <= 256.
struct peak {
    float value;
    int at;
};
void feature_peak(int count, const float *values, struct peak *largest);

// The gradient of sum(x^2), at up to 64 x: with x kept until the adjoint of the square needs it;
// and with the square written over it.
void feature_in_place(int count, const float *x, float *kept, float *overwritten);

#ifdef __cplusplus
}
#endif
#endif
