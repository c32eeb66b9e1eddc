// SPDX-License-Identifier: MIT
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

const char *chapter_program(const char *chapter)
{
    const char *build = getenv("BUILD_DIR");
    char relative[200];
    snprintf(relative, sizeof relative, "%s/%s/%s", build ? build : "build/emu", chapter, chapter);
    return repository_path(relative);
}

// ---- NumPy ---------------------------------------------------------------------------------------

// NULL for none. Asked once: starting NumPy takes half a second.
static const char *python(void)
{
    static const char *found;
    const char *const candidates[] = {getenv("PYTHON"), "python3", "/usr/bin/python3"};
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates && !found; i++) {
        if (!candidates[i])
            continue;
        struct run run = run_program((const char *[]){candidates[i], "-c", "import numpy", NULL});
        if (run.status == 0)
            found = candidates[i];
        run_free(&run);
    }
    return found;
}

bool have_numpy(void) { return python() != NULL; }

struct run run_numpy(const char *script)
{
    const char *interpreter = python();
    if (!interpreter) {
        fputs("there is no Python with NumPy: ask have_numpy() first\n", stderr);
        abort();
    }
    char whole[4000];
    snprintf(whole, sizeof whole, "import numpy as np\n%s", script);
    return run_program((const char *[]){interpreter, "-c", whole, NULL});
}
