// SPDX-License-Identifier: MIT
//
// json.h: is this line an object of JSON?
#ifndef TESTS_JSON_H
#define TESTS_JSON_H

#include <stdbool.h>

// Whether the line, up to its newline or its end, is one object. The names true, false and null,
// and four digits behind \u, are not looked at: nothing here writes them.
bool is_json_object(const char *line);

#endif
