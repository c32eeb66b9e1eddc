// SPDX-License-Identifier: MIT
//
// forecast.h: how long a launch takes.
#ifndef FORECAST_H
#define FORECAST_H

#include "../base/base.h"

void forecast_begin(struct launch *launch);
void forecast_end(struct launch *launch);
void forecast_look(const struct launch *launch); // while it is under way, on any thread
void forecast_clear(void);                       // something else is to be printed

#endif
