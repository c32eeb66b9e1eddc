// SPDX-License-Identifier: MIT
#include "step.h"

const struct step *chapter_step(const struct chapter *chapter, int number)
{
    struct step *step = &chapter->table[number];
    const struct step *usual = &chapter->defaults;
    if (!step->place)
        step->place = usual->place;
    if (!step->type_ab)
        step->type_ab = usual->type_ab;
    if (!step->type_c)
        step->type_c = usual->type_c;
    if (!step->transposes)
        step->transposes = usual->transposes;
    if (!step->on_tensor_cores)
        step->on_tensor_cores = usual->on_tensor_cores && !step->on_cuda_cores;
    if (!step->min_compute_capability)
        step->min_compute_capability = usual->min_compute_capability;
    if (!step->owner)
        step->owner = usual->owner;
    if (!step->fits)
        step->fits = usual->fits;
    if (!step->workspace)
        step->workspace = usual->workspace;
    return step;
}
