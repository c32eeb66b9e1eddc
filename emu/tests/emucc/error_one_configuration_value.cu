// expect: error 6 "a launch needs a grid and a block"
__global__ void run(int) {}

int main()
{
    run<<<1>>>(3);
}
