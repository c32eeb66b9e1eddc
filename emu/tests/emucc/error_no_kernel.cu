// expect: error 4 "a kernel's name must stand before '<<<'"
int main()
{
    int x = 3 + <<<1, 1>>>(x);
}
