// SPDX-License-Identifier: MIT
//
// Is the memory of host and device sufficient for a problem?
#include <string.h>

#include "../../step/kind.h"
#include "workload.h"

// Writes "1.5 GiB". In double, because an impossible size may not fit a size_t either.
static const char *memory_text(double bytes, char *text, size_t size)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    int unit = 0;
    for (; bytes >= 1024 && unit < 6; unit++)
        bytes /= 1024;
    snprintf(text, size, unit == 0 ? "%.0f %s" : "%.1f %s", bytes, units[unit]);
    return text;
}

// "-m 3 -n 4": the sizes that the kind has.
static void name_sizes(const struct kind *kind, const struct gemm_problem *p, char *text,
                       size_t size)
{
    const int values[] = {p->m, p->n, p->k};
    size_t used = 0;
    for (const char *c = kind->sizes; *c && used < size; c++)
        used += (size_t)snprintf(text + used, size - used, "%s-%c %d", used > 0 ? " " : "", *c,
                                 values[strchr("mnk", *c) - "mnk"]);
}

static bool enough(const struct kind *kind, const struct gemm_problem *p, const char *where,
                   double needed, double there, struct failure *why)
{
    char sizes[64] = "", needed_text[32], there_text[32];
    if (needed <= there)
        return true;
    name_sizes(kind, p, sizes, sizeof sizes);
    return fail(why, "%s: needs %s of memory on the %s, which has %s free", sizes,
                memory_text(needed, needed_text, sizeof needed_text), where,
                memory_text(there, there_text, sizeof there_text));
}

bool workload_fits(const struct gemm_problem *p, const struct step *step, const struct setup *setup,
                   struct failure *why)
{
    const double ab = (double)dtype_size(step->type_ab), c = (double)dtype_size(step->type_c);
    const struct kind *kind = kind_of(step);
    const struct shapes s = kind->shapes(p);
    const double operands = ab * ((double)s.A.rows * p->lda + (double)s.B.rows * p->ldb) +
                            c * (double)s.C.rows * p->ldc * (kind_reads_c(kind, p) ? 2 : 1);
    const double reference = 2 * sizeof(double) * shape_elements(s.C);
    const bool emulated = setup->machine.is_emulated;
    const double workspace = step->workspace ? step->workspace(p) : 0;
    const double flush = emulated ? 0 : 2 * (double)setup->machine.l2_bytes;
    const double host = operands + reference, gpu = operands + flush + workspace;
    const double host_free = (double)machine_free_memory();
    if (!enough(kind, p, "host", host, host_free, why))
        return false;
    if (!setup->gpu)
        return true;
    const double gpu_free = (double)setup->gpu->free_memory();
    if (!enough(kind, p, "GPU", gpu, gpu_free, why))
        return false;
    // The memory of an emulated GPU is this computer's; each byte needs shadow memory, too. So the
    // free memory is shared by both.
    const double left_by_host = gpu_free * (1 - host / host_free);
    return !emulated ||
           enough(kind, p, "emulated GPU, after the host's share,", gpu, left_by_host, why);
}
