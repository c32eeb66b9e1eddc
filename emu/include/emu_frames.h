// SPDX-License-Identifier: MIT
//
// emu_frames.h: headers of helpers. A message names the line of the user's code; where a header's
// functions are tools to the reader of the message, it says so itself:
//
//     EMU_FRAMES(my_ptx, EMU_FRAMES_ARE_OPERATIONS, "/my/ptx/")
//
// at file scope, once in any file of the program (in C or CUDA C). `name` is an identifier, `part`
// what the paths of these files contain, at most 62 characters. emu/include itself, and the
// system's headers, need no such line.
#ifndef EMU_FRAMES_H
#define EMU_FRAMES_H

// In messages the line stays, and the line that called follows it. (So it is for all headers.)
#define EMU_FRAMES_SHOW_CALLER 's'
// Beside that, counters by line count for the line that called.
#define EMU_FRAMES_COUNT_FOR_CALLER 'c'
// Operations such as instructions: in messages, too, the line that called takes their place.
#define EMU_FRAMES_ARE_OPERATIONS 'o'

struct emu_frames {
    char kind, part[63];
};

// The section holds nothing else, one record after the other.
#define EMU_FRAMES(name, kind, part) \
    static const struct emu_frames emu_frames_##name \
        __attribute__((section("emu_frames"), used, aligned(64))) = {kind, part};

#endif
