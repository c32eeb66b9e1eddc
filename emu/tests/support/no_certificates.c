// SPDX-License-Identifier: MIT
//
// no_certificates.c: tests start in half the time. Criterion starts each test as a process of its
// own and initializes libgit2 there, which reads all certificates of the system. Criterion uses
// libgit2 only to compare values that assertions of its newer kind print, which no test here has.
// So the program's own functions, which come before those of a shared library, do nothing.

int git_libgit2_init(void);
int git_libgit2_shutdown(void);

// Returns how often it was called, as libgit2's does: once.
int git_libgit2_init(void) { return 1; }

// Returns how many calls are left without a shutdown.
int git_libgit2_shutdown(void) { return 0; }
