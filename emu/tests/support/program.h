// SPDX-License-Identifier: MIT
//
// program.h: runs other programs and manages files for tests.
#ifndef EMU_TESTS_PROGRAM_H
#define EMU_TESTS_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

// The result of a program. out and err end with a zero byte; run_free releases them.
struct run {
    int status; // exit status; 128 + number if a signal ended it
    char *out, *err;
};

// Calls body(context) in its own process, which exits with the returned status.
struct run run_function(int (*body)(void *context), void *context);

// Runs argv[0] with these arguments (the last is NULL) and waits for it.
struct run run_program(const char *const *argv);
void run_free(struct run *run);

// Runs argv[0] in its own process group. It may use that many seconds of CPU time, and ten times as
// many of elapsed time, because a busy computer gives it little CPU time. Then the group is killed.
// *timed_out, if not NULL, is set to whether it was; status is then 128 + SIGKILL.
struct run run_program_for(const char *const *argv, double seconds, bool *timed_out);

// Calls work(0, context) ... work(count - 1, context), each in its own process, as many at once as
// there are cores, and waits for all. They return results through shared_memory.
void run_side_by_side(size_t count, void (*work)(size_t index, void *context), void *context);

// Zeroed memory that this process shares with processes that it forks later; munmap(it, size)
// releases it.
void *shared_memory(size_t size);

// The same for a command line whose words are separated by single spaces.
struct run run_words(const char *program, const char *words);

int count_lines(const char *text);

// Returns a path relative to the folder that contains emu/: $REPO_ROOT (else the current
// directory). Static memory, overwritten by the next call.
const char *repository_path(const char *relative);

// emucc, the compiler for the emulated GPU, in $BUILD_DIR (else build/emu). Static memory, which
// stays valid.
const char *emucc_program(void);

// An option for small programs: without <cmath>'s special functions (std::beta and so on), which
// none of them calls, gcc needs a third less time. It is the include guard of libstdc++'s header
// and has no effect with another library.
#define WITHOUT_SPECIAL_FUNCTIONS "-D_GLIBCXX_BITS_SPECFUN_H=1"

// A directory for this test alone, created on the first call; scratch_remove deletes it with all
// files in it. scratch_path returns the path of a file in it (static memory, eight paths at a
// time).
const char *scratch_path(const char *name);
void scratch_remove(void);
int scratch_file_count(void);

// Writes bytes to a file; ends the program if it cannot.
void write_bytes(const char *path, const void *bytes, size_t size);

#endif
