// SPDX-License-Identifier: MIT
//
// emu_frames.h: marks headers of helper functions. Messages refer to the line of the user's code.
// If a header's functions are only tools for the reader of the message, the program declares it:
//
//     EMU_FRAMES(my_ptx, EMU_FRAMES_ARE_OPERATIONS, "/my/ptx/")
//
// at file scope, once in any file of the program (in C or CUDA C). `name` is an identifier, `part`
// a substring of these files' paths, at most 62 characters. emu/include and the system's headers
// need no declaration.
#ifndef EMU_FRAMES_H
#define EMU_FRAMES_H

// Messages print the header's line and then the caller's line. (The default for all headers.)
#define EMU_FRAMES_SHOW_CALLER 's'
// In addition, counters attribute the accesses to the caller's line.
#define EMU_FRAMES_COUNT_FOR_CALLER 'c'
// Operations such as instructions: messages, too, print the caller's line instead.
#define EMU_FRAMES_ARE_OPERATIONS 'o'

struct emu_frames {
    char kind, part[63];
};

// The section contains only these records.
#define EMU_FRAMES(name, kind, part) \
    static const struct emu_frames emu_frames_##name \
        __attribute__((section("emu_frames"), used, aligned(64))) = {kind, part};

#endif
