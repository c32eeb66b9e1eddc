// expect: error 3 "nosuch.h"
// The preprocessor's own words.
#include "nosuch.h"

int main() {}
