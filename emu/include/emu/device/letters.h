// SPDX-License-Identifier: MIT
//
// emu/device/letters.h: hides a program's one-letter macros, as in `emucc -DN=1024`, while a header
// is read that uses such names for template parameters. At its end that header includes
// emu/device/letters_end.h, which restores them.
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
