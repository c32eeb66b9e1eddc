// expect: ok output "1 2 3 4 5 6"
// Kernels through pointers, tables, members, parameters and template parameters.
#include <cstdio>

typedef void (*kernel)(int *, int);
__global__ void plus(int *out, int n) { *out = n + 1; }
__global__ void twice(int *out, int n) { *out = n * 2; }
struct choice {
    const char *name;
    kernel run;
};
static const choice choices[] = {{"plus", plus}, {"twice", twice}};
static kernel tables[][2] = {{plus, twice}};
static kernel *first_table = tables[0], **to_table = &first_table;
struct runner {
    kernel run;
    void operator()(int *out) const { run<<<1, 1>>>(out, 0); }
};
static kernel pick(int i) { return choices[i].run; }
static void through(kernel k, int *out, int n) { k<<<1, 1>>>(out, n); }
template <kernel K> void constant(int *out, int n) { K<<<1, 1>>>(out, n); }
template <class F> void generic(F f, int *out, int n) { f<<<1, 1>>>(out, n); }

int main()
{
    int *out;
    cudaMallocManaged(&out, 6 * sizeof(int));
    kernel pointer = plus, table[2] = {plus, twice};
    const choice *first = choices;
    pointer<<<1, 1>>>(out, 0);
    if (out)
        (*pointer)<<<1, 1>>>(out + 1, 1);
    table[0]<<<1, 1>>>(out + 2, 2);
    first[1].run<<<1, 1>>>(out + 3, 2);
    (first + 0)->run<<<1, 1>>>(out + 4, 4);
    pick(1)<<<1, 1>>>(out + 5, 3);
    cudaDeviceSynchronize();
    int wrong = out[5] != 6;
    through(twice, out + 5, 3);
    constant<plus>(out + 5, 5);
    generic(twice, out + 5, 3);
    runner{plus}(out);
    tables[0][1]<<<1, 1>>>(out + 1, 1);
    (*to_table)[0]<<<1, 1>>>(out + 2, 2);
    cudaDeviceSynchronize();
    for (int i = 0; i < 6; i++)
        printf("%d%s", out[i], i < 5 ? " " : "\n");
    cudaFree(out);
    return wrong;
}
