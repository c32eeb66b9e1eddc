// SPDX-License-Identifier: MIT
#include "result.h"

const char *status_name(enum status status)
{
    static const char *const names[] = {"ok", "wrong", "skipped", "predicted", "found", "failed"};
    return names[status];
}

const char *status_of(const struct result *r)
{
    return r->status == STATUS_FOUND ? r->found.kind : status_name(r->status);
}

bool has_run(const struct result *r)
{
    return r->status == STATUS_OK || (is_bad(r) && r->has_verdict);
}

bool is_bad(const struct result *r)
{
    return r->status == STATUS_WRONG || r->status == STATUS_FOUND || r->status == STATUS_FAILED;
}

const struct gemm_problem *judged_problem(const struct result *r)
{
    return r->in_check ? &r->check : r->problem;
}
