// SPDX-License-Identifier: MIT
//
// product.h: the loops that define_matmul.h uses. Z += op(X) op(Y), X and Y in shared memory, Z in
// registers; op is the transpose where PRODUCT_TRANS_X or _Y is true.

#define PRODUCT_OF_X(suffix) TILE_JOIN(PRODUCT_X, suffix)
#define PRODUCT_OF_Y(suffix) TILE_JOIN(PRODUCT_Y, suffix)
#define PRODUCT_OF_Z(suffix) TILE_JOIN(PRODUCT_Z, suffix)

TILE_FUNCTION void PRODUCT(struct PRODUCT_OF_X(_shared) * X, struct PRODUCT_OF_Y(_shared) * Y,
                           struct PRODUCT_Z *Z)
{
    enum {
        X_COLS = PRODUCT_OF_X(_cols),
        Y_COLS = PRODUCT_OF_Y(_cols),
        COLS = PRODUCT_OF_Z(_cols),
        DEPTH = PRODUCT_TRANS_X ? PRODUCT_OF_X(_rows) : X_COLS,
        VALUES = PRODUCT_OF_Z(_values), // of a thread: TM rows of TN columns
        TN = PRODUCT_OF_Z(_thread_cols),
        TM = VALUES / TN,
        // How many elements of a row of X and of Y one access takes: they are contiguous if the
        // tile is not transposed.
        STEP = PRODUCT_TRANS_X ? 1 : PRODUCT_OF_X(_vector),
        ACROSS = PRODUCT_TRANS_Y || (int)PRODUCT_OF_Y(_vector) < (int)PRODUCT_OF_Z(_vector)
                     ? 1
                     : PRODUCT_OF_Z(_vector),
    };
    const struct tv_literal layout = PRODUCT_OF_Z(_layout)();
    const int mine = literal_offset(layout.thread, threadIdx.x);
    const int row = mine / COLS, col = mine % COLS;
    int rows[VALUES], cols[VALUES]; // of its values, beyond row and col: constants
    TILE_OPERATION(TILE_TEXT(PRODUCT), 0);
    if (!PRODUCT_OF_Z(_full_layout) && mine >= PRODUCT_OF_Z(_size))
        return; // a small tile: this thread holds nothing
#pragma unroll
    for (int v = 0; v < VALUES; v++) {
        const int offset = literal_offset(layout.value, (unsigned)v);
        rows[v] = offset / COLS;
        cols[v] = offset % COLS;
        if (rows[v] != rows[v / TN * TN] || cols[v] != cols[v % TN])
            __trap(); // not rows times columns; if it is, the compiler removes this
    }

#pragma unroll
    for (int p = 0; p < DEPTH; p += STEP) {
        __align__(16) float x[TM][STEP];
#pragma unroll
        for (int i = 0; i < TM; i++) {
            const int element = PRODUCT_TRANS_X ? p * X_COLS + row : row * X_COLS + p;
            const int further = PRODUCT_TRANS_X ? rows[i * TN] : rows[i * TN] * X_COLS;
            tile_copy(x[i], &X->value[PRODUCT_OF_X(_shared_beyond)(element, further)],
                      STEP * (int)sizeof(float));
        }
#pragma unroll
        for (int q = 0; q < STEP; q++) {
            __align__(16) float y[TN];
#pragma unroll
            for (int j = 0; j < TN; j += ACROSS) {
                const int element = PRODUCT_TRANS_Y ? col * Y_COLS + p + q : (p + q) * Y_COLS + col;
                const int further = PRODUCT_TRANS_Y ? cols[j] * Y_COLS : cols[j];
                tile_copy(&y[j], &Y->value[PRODUCT_OF_Y(_shared_beyond)(element, further)],
                          ACROSS * (int)sizeof(float));
            }
#pragma unroll
            for (int v = 0; v < VALUES; v++)
                Z->value[v] += x[v / TN][q] * y[v % TN];
        }
    }
}

#undef PRODUCT_OF_X
#undef PRODUCT_OF_Y
#undef PRODUCT_OF_Z
#undef PRODUCT
#undef PRODUCT_X
#undef PRODUCT_Y
#undef PRODUCT_Z
#undef PRODUCT_TRANS_X
#undef PRODUCT_TRANS_Y
