// SPDX-License-Identifier: MIT
#include "fitted.h"

#include <stdio.h>
#include <string.h>

struct fitted fitted = {
    .dispatch = 78, .addresses = 20, .sparing = 100, .copy_passes = 10, .turn_work = 12};

bool fitted_set(const char *text)
{
    const struct {
        const char *name;
        int *value;
    } parameters[] = {{"dispatch", &fitted.dispatch},
                      {"addresses", &fitted.addresses},
                      {"sparing", &fitted.sparing},
                      {"copy_passes", &fitted.copy_passes},
                      {"turn_work", &fitted.turn_work}};
    char name[20], end;
    int value;
    if (sscanf(text, "%19[a-z_]=%d%c", name, &value, &end) != 2 || value < 1 || value > 255)
        return false;
    for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++)
        if (strcmp(parameters[i].name, name) == 0) {
            *parameters[i].value = value;
            return true;
        }
    return false;
}
