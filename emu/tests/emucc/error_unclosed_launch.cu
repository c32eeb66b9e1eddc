// expect: error 6 "this launch has no '>>>'"
__global__ void run(int) {}

int main()
{
    run<<<1, 2>>(3);
}
