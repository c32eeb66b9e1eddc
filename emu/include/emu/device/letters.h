// SPDX-License-Identifier: MIT
//
// emu/device/letters.h: a program's own macros of one letter, as in `emucc -DN=1024`, stand aside
// while a header is read that has such names for the parameters of its templates. At its end it
// includes emu/device/letters_end.h, which brings them back.
#pragma push_macro("A")
#pragma push_macro("B")
#pragma push_macro("C")
#pragma push_macro("D")
#pragma push_macro("F")
#pragma push_macro("I")
#pragma push_macro("K")
#pragma push_macro("M")
#pragma push_macro("N")
#pragma push_macro("P")
#pragma push_macro("R")
#pragma push_macro("T")
#pragma push_macro("X")
#undef A
#undef B
#undef C
#undef D
#undef F
#undef I
#undef K
#undef M
#undef N
#undef P
#undef R
#undef T
#undef X
