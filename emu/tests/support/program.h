// SPDX-License-Identifier: MIT
//
// program.h: what several tests need: other programs, files of their own.
#ifndef EMU_TESTS_PROGRAM_H
#define EMU_TESTS_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

// What a program did. out and err end with a zero byte; run_free releases them.
struct run {
    int status; // exit status; 128 + number where a signal ended it
    char *out, *err;
};

// Calls body(context) in a process of its own, whose exit status is what it returns.
struct run run_function(int (*body)(void *context), void *context);

// Runs argv[0] with these arguments (the last is NULL) and waits for it.
struct run run_program(const char *const *argv);
void run_free(struct run *run);

// Runs argv[0] in a process group of its own. It may take that many seconds of a processor, and ten
// times as many by the clock, of which a busy computer gives it few; then the group is killed.
// timed_out, where there is one, says whether it was. status is then 128 + SIGKILL.
struct run run_program_for(const char *const *argv, double seconds, bool *timed_out);

// Calls work(0, context) ... work(count - 1, context), each in a process of its own, as many at
// once as there are cores, and waits for all. What they find out they leave in shared_memory.
void run_side_by_side(size_t count, void (*work)(size_t index, void *context), void *context);

// Zeroed memory that processes forked later share with this one; munmap(it, size) releases it.
void *shared_memory(size_t size);

// The same for a command line whose words are separated by single spaces.
struct run run_words(const char *program, const char *words);

int count_lines(const char *text);

// A path below the folder that emu/ is in: $REPO_ROOT (else the current directory). Static memory,
// overwritten by the next call.
const char *repository_path(const char *relative);

// emucc, the compiler for the emulated GPU, in $BUILD_DIR (else build/emu): static memory, stays
// valid.
const char *emucc_program(void);

// A flag for small programs: without <cmath>'s special functions (std::beta and so on), which none
// of them calls, gcc compiles one in two thirds of the time. It is the include guard of libstdc++'s
// header; another library does not mind it.
#define WITHOUT_SPECIAL_FUNCTIONS "-D_GLIBCXX_BITS_SPECFUN_H=1"

// A directory for this test alone, made on the first call; scratch_remove takes it away with all
// files in it. scratch_path names a file in it (static memory, eight names at a time).
const char *scratch_path(const char *name);
void scratch_remove(void);
int scratch_file_count(void);

// Writes bytes to a file; fails the program where it cannot.
void write_bytes(const char *path, const void *bytes, size_t size);

#endif
