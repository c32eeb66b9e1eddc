// SPDX-License-Identifier: MIT
//
// forecast.h: estimates how long a launch takes.
#ifndef FORECAST_H
#define FORECAST_H

#include "../base/base.h"

void forecast_begin(struct launch *launch);
void forecast_end(struct launch *launch);
void forecast_look(const struct launch *launch); // called while it runs, by any thread
void forecast_clear(void);                       // before something else is printed

#endif
