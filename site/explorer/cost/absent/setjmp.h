// SPDX-License-Identifier: MIT
//
// setjmp.h: declared for code that is compiled for the page and not called there.
#ifndef ABSENT_SETJMP_H
#define ABSENT_SETJMP_H

typedef int jmp_buf[1];
int setjmp(jmp_buf where);
void longjmp(jmp_buf where, int value);

#endif
