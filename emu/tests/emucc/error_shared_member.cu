// expect: error 3 "__shared__ cannot stand here"
struct tile {
    __shared__ float data[4];
};

int main() {}
