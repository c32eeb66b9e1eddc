// SPDX-License-Identifier: MIT
//
// json.h: checks that a line is a JSON object.
#ifndef TESTS_JSON_H
#define TESTS_JSON_H

#include <stdbool.h>

// Returns whether the line, up to its newline or its end, is one object. Does not check the names
// true, false and null, and the four digits after \u, because nothing here writes them.
bool is_json_object(const char *line);

#endif
