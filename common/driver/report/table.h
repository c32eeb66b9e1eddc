// SPDX-License-Identifier: MIT
//
// table.h: the report for people. Columns have ranks: on a narrow terminal the less important ones
// are left out, so that no row breaks; --wide shows all of them.
#ifndef COMMON_TABLE_H
#define COMMON_TABLE_H

#include "report.h"

// Chooses the columns that fit report->columns (0: all) and writes the head of the table.
void table_begin(struct report *report);
void table_result(struct report *report, const struct result *result);

// Explains each column that was shown and each reason for waiting that a row named.
void table_legend(const struct report *report);

// Explains every column and every reason for waiting: for --help.
void table_glossary(FILE *out);

#endif
