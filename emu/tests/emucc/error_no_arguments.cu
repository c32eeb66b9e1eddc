// expect: error 6 "arguments must follow '>>>'"
__global__ void run() {}

int main()
{
    run<<<1, 1>>>;
}
