// SPDX-License-Identifier: MIT
#include "row.h"
#include "number.h"

#include <string.h>

// TOGETHER: number of products whose sum fits into 32 bits.
enum { EIGHT = 8, TOGETHER = 16 };
typedef int32_t vector __attribute__((vector_size(EIGHT * sizeof(int32_t))));

VECTORS void tensor_add_row(const struct tensor_row *a, const struct tensor_columns *b, int n,
                            int k, int scale, int32_t *largest, int64_t *sum)
{
    for (int j = 0; j < n; j += EIGHT) {
        const int32_t *exponent = b->exponent + j, *significand = b->significand + j;
        vector most, of_b;
        memcpy(&most, largest + j, sizeof most);
        for (int p = 0; p < k; p++) {
            memcpy(&of_b, exponent + (size_t)p * b->step, sizeof of_b);
            const vector e = of_b + a->exponent[p], higher = e > most;
            most = (e & higher) | (most & ~higher);
        }
        memcpy(largest + j, &most, sizeof most);
        for (int first = 0; first < k; first += TOGETHER) {
            vector part = {0};
            for (int p = first; p < k && p < first + TOGETHER; p++) {
                if (a->significand[p] == 0)
                    continue;
                memcpy(&of_b, exponent + (size_t)p * b->step, sizeof of_b);
                vector distance = most - of_b - a->exponent[p];
                const vector far = distance > 31;
                distance = (distance & ~far) | (far & 31);
                memcpy(&of_b, significand + (size_t)p * b->step, sizeof of_b);
                const vector product = of_b * (a->significand[p] * scale), sign = product < 0;
                part +=
                    (((product ^ sign) - sign) >> distance ^ sign) - sign; // truncates towards zero
            }
            for (int i = 0; i < EIGHT; i++)
                sum[j + i] = (first > 0 ? sum[j + i] : 0) + part[i];
        }
    }
}

enum special tensor_special_sum(const struct tensor_row *a, const struct tensor_columns *b, int j,
                                int k, enum special c)
{
    const unsigned inf = PLUS_INF | MINUS_INF;
    unsigned seen = c & ~(unsigned)ZERO;
    for (int p = 0; p < k; p++) {
        const size_t at = (size_t)p * b->step + (size_t)j;
        const unsigned x = a->special[p], y = b->special[at];
        if ((x | y) & NOT_A_NUMBER || ((x | y) & ZERO && (x | y) & inf)) {
            seen |= NOT_A_NUMBER;
        } else if ((x | y) & inf) {
            const bool negative = (x & MINUS_INF || a->significand[p] < 0) !=
                                  (y & MINUS_INF || b->significand[at] < 0);
            seen |= negative ? MINUS_INF : PLUS_INF;
        }
    }
    if (seen & NOT_A_NUMBER || (seen & PLUS_INF && seen & MINUS_INF))
        return NOT_A_NUMBER;
    return (enum special)seen;
}
