// category: host-pointer-in-kernel
// shows: a linked list in managed memory, built on the host, walked and changed in a kernel
#include <cstdio>

struct Node {
    int value;
    Node *next;
};

__global__ void square_all(Node *n)
{
    for (; n; n = n->next) n->value *= n->value;
}

int main()
{
    Node *head = nullptr;
    int sum = 0;
    for (int i = 1; i <= 10; ++i) {
        Node *n;
        if (cudaMallocManaged(&n, sizeof(Node)) != cudaSuccess) return 2;
        n->value = i;
        n->next = head;
        head = n;
    }
    square_all<<<1, 1>>>(head);
    if (cudaDeviceSynchronize() != cudaSuccess) return 2;
    while (head) {
        Node *next = head->next;
        sum += head->value;
        cudaFree(head);
        head = next;
    }
    printf("%d\n", sum);
    return sum != 385;
}
