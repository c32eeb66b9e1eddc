// SPDX-License-Identifier: MIT
//
// emu/host/refuse.h: functions and types that the emulated GPU does not have. The compiler reports
// each where a program uses it. (emucc/rewrite/outside.c does so only in .cu files.)
#ifndef EMU_REFUSE_H
#define EMU_REFUSE_H

#define EMU_NOT_PART(what) what " not part of the emulated GPU"
#if defined(__GNUC__) && !defined(__clang__)
#define EMU_REFUSE_AS(kind, what) __attribute__((kind(EMU_NOT_PART(what))))
#else
#define EMU_REFUSE_AS(kind, what)
#endif
#ifdef __cplusplus
#define EMU_REFUSE_FUNCTION(type, name, what) extern "C" type name(...) EMU_REFUSE_AS(error, what);
#else
#define EMU_REFUSE_FUNCTION(type, name, what) extern type name() EMU_REFUSE_AS(error, what);
#endif
#define EMU_REFUSE_TYPE(name, what) \
    typedef struct emu_no_##name *name EMU_REFUSE_AS(unavailable, what);

#endif
