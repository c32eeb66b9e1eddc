// category: host-pointer
// shows: objects of classes with virtual functions, made and used by kernels
#include <cstdio>

struct Shape {
    float width;
    __device__ explicit Shape(float w) : width(w) {}
    __device__ virtual float area() const = 0;
    __device__ virtual ~Shape() {}
};

struct Square : Shape {
    __device__ explicit Square(float w) : Shape(w) {}
    __device__ float area() const override { return width * width; }
};

struct Box : Shape {
    float height;
    __device__ Box(float w, float h) : Shape(w), height(h) {}
    __device__ float area() const override { return width * height; }
};

__global__ void make(Shape **shapes)
{
    if (threadIdx.x % 2 == 0)
        shapes[threadIdx.x] = new Square(2.0f);
    else
        shapes[threadIdx.x] = new Box(1.0f, 3.0f);
}

__global__ void sum(Shape **shapes, float *total)
{
    atomicAdd(total, shapes[threadIdx.x]->area());
    delete shapes[threadIdx.x];
    float *row = new float[4];
    row[0] = 1.0f;
    delete[] row;
}

int main()
{
    Shape **shapes;
    float h = 0, *total;
    cudaMalloc(&shapes, 32 * sizeof(Shape *));
    cudaMalloc(&total, sizeof(float));
    cudaMemset(total, 0, sizeof(float));
    make<<<1, 32>>>(shapes);
    sum<<<1, 32>>>(shapes, total);
    cudaMemcpy(&h, total, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g\n", h);
    cudaFree(shapes);
    cudaFree(total);
    return h != 16 * 4 + 16 * 3;
}
