// SPDX-License-Identifier: MIT
//
// kinds.h: the kinds of diagnoses. A program that grades another identifies a diagnosis by the word
// of its kind (emu_take_found, the last line) and not by its message.
#ifndef KINDS_H
#define KINDS_H

enum diagnosis_kind {
    KIND_RACE,
    KIND_UNWAITED,
    KIND_UNWRITTEN,
    KIND_BOUNDS,
    KIND_LEAK,
    KIND_FREE,
    KIND_MISALIGNED,
    KIND_DESCRIPTOR,
    KIND_FENCE,
    KIND_REGISTERS,
    KIND_PEER,
    KIND_COLLECTIVE,
    KIND_MAPPING,
    KIND_DEADLOCK,
    KIND_MBARRIER,
    KIND_CLUSTER,
    KIND_TENSOR_MAP,
    KIND_ENDLESS,
    KIND_BARRIER,
    KIND_DIVERGED,
    KIND_WARP,
    KIND_DIVISION,
    KIND_HOST,
    KIND_ASSERTION,
    KIND_TRAP,
    KIND_MEMORY,
    KIND_ERROR,
    KIND_MISTAKE,
    KINDS
};

struct kind_facts {
    const char *word;   // "race"
    const char *title;  // what the mistake is, in general
    const char *cure;   // the cure unless a diagnosis has its own, or NULL
    const char *anchor; // the section of HOW_IT_WORKS.md that explains the check, or NULL
};
extern const struct kind_facts kind_facts[KINDS];

#endif
