// SPDX-License-Identifier: MIT
//
// test_layout_atoms.c: every atom against what CuTe says of it, and its inverse by brute force.
#include <criterion/criterion.h>
#include <stdlib.h>

#include "../../common/layout/atoms/atoms.h"
#include "data/facts.h"

// ---- MMA ----------------------------------------------------------------------------------------------

// The owner of each element, found by trying all threads and values; -1: none yet, -2: several.
static int64_t *owners_by_force(const struct layout *tv, int count)
{
    struct failure why;
    int64_t size, offset;
    int64_t *owner = malloc((size_t)count * sizeof *owner);
    cr_assert(owner && layout_size(tv, &size, &why));
    for (int i = 0; i < count; i++)
        owner[i] = -1;
    for (int64_t i = 0; i < size; i++) {
        cr_assert(layout_at(tv, i, &offset, &why), "%s", why.text);
        cr_assert(offset >= 0 && offset < count, "element %lld of %d", (long long)offset, count);
        owner[offset] = owner[offset] == -1 ? i : -2;
    }
    return owner;
}

static void check_operand(const struct mma_atom *atom, int operand, const char *tv,
                          const char *inverse)
{
    struct failure why;
    int rows, cols;
    mma_extents(atom, (enum mma_operand)operand, &rows, &cols);
    same_text(atom->name, &atom->tv[operand], tv);
    struct tv_owner *owners = malloc((size_t)(rows * cols) * sizeof *owners);
    int64_t *by_force = owners_by_force(&atom->tv[operand], rows * cols);
    const bool bijective = tv_owners(&atom->tv[operand], owners, rows * cols, &why);
    struct layout threads;
    int64_t thread_count;
    cr_assert(layout_get(&threads, &atom->tv[operand], 0, &why) &&
              layout_size(&threads, &thread_count, &why));
    for (int i = 0; i < rows * cols; i++) {
        cr_assert((by_force[i] >= 0) == bijective, "%s %c: element %d has owner %lld", atom->name,
                  "ABC"[operand], i, (long long)by_force[i]);
        if (bijective)
            cr_assert(by_force[i] == owners[i].thread + owners[i].value * thread_count);
    }
    if (strcmp(inverse, "-") != 0) {
        struct layout right;
        cr_assert(bijective, "%s %c", atom->name, "ABC"[operand]);
        cr_assert(layout_right_inverse(&right, &atom->tv[operand], &why));
        same_text(atom->name, &right, inverse);
    }
    free(owners);
    free(by_force);
}

static void check_mma(const struct fact *f)
{
    struct mma_atom atom;
    struct failure why;
    char shape[60], bits[60];
    cr_assert(f->count == 11, "%s: %d fields", f->field[1], f->count);
    cr_assert(mma_atom_find(&atom, f->field[1], &why), "%s", why.text);
    same_text(f->field[1], &atom.thr_id, f->field[2]);
    snprintf(shape, sizeof shape, "(%d,%d,%d)", atom.m, atom.n, atom.k);
    cr_assert(strcmp(shape, f->field[3]) == 0, "%s: %s", f->field[1], shape);
    snprintf(bits, sizeof bits, "%d,%d,%d,%d", atom.bits[0], atom.bits[1], atom.bits[2],
             atom.bits[3]);
    cr_assert(strcmp(bits, f->field[7]) == 0, "%s: bits %s, not %s", f->field[1], bits,
              f->field[7]);
    for (int i = 0; i < 3; i++)
        check_operand(&atom, i, f->field[4 + i], f->field[8 + i]);
}

Test(layout_atoms, mma)
{
    const int found = each_fact("mma", check_mma);
    char name[ATOM_NAME];
    cr_assert(found == 139, "%d", found);
    // And no other elements, which CuTe did not report.
    cr_assert(mma_atom_name(found - 1, name) && !mma_atom_name(found, name));
}

Test(layout_atoms, unknown_names_are_refused)
{
    struct mma_atom mma;
    struct copy_atom copy;
    struct composed_layout tile;
    struct failure why;
    const char *const names[] = {"", "SM80", "SM80_16x8x16_F16F16F16F16_TNX", "SM90_64x9x16_F16",
                                 "SM80_16x8x16_F16F16F16F16_T"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        cr_assert(!mma_atom_find(&mma, names[i], &why));
        cr_assert(strstr(why.text, "no MMA atom is called"));
        cr_assert(!copy_atom_find(&copy, names[i], 16, &why));
        cr_assert(!smem_atom_find(&tile, names[i], 16, &why));
    }
    cr_assert(!mma_atom_find(&mma, "SM80_16x8x16_F16F16F16F16_T", &why));
    cr_assert(strstr(why.text, "close are SM80_16x8x16_F16F16F16F16_TN"), "%s", why.text);
}

// ---- Copies and tiles -----------------------------------------------------------------------------------

static int bits_of(const char *type)
{
    return strcmp(type, "float") == 0 ? 32 : strcmp(type, "half_t") == 0 ? 16 : 8;
}

static void check_copy(const struct fact *f)
{
    struct copy_atom atom;
    struct failure why;
    cr_assert(copy_atom_find(&atom, f->field[1], bits_of(f->field[2]), &why), "%s", why.text);
    const struct layout *const got[] = {&atom.thr_id, &atom.src_bits, &atom.dst_bits,
                                        &atom.src,    &atom.dst,      &atom.ref};
    for (int i = 0; i < 6; i++)
        same_text(f->field[1], got[i], f->field[3 + i]);
}

Test(layout_atoms, copies)
{
    cr_assert(each_fact("copy", check_copy) == 23);
    // Elements that a thread's part does not hold whole.
    struct copy_atom atom;
    struct failure why;
    cr_assert(!copy_atom_find(&atom, "SM75_U32x1_LDSM_N", 64, &why));
    cr_assert(strstr(why.text, "no whole elements of 64 bits"), "%s", why.text);
    cr_assert(!copy_atom_find(&atom, "SM75_U32x1_LDSM_N", 0, &why));
}

// "GMMA::Layout_K_SW128_Atom<half_t>"
static void check_tile(const struct fact *f)
{
    struct composed_layout tile;
    struct failure why;
    char name[80], type[20], text[LAYOUT_TEXT];
    cr_assert(sscanf(f->field[1], "GMMA::%70[^<]<%19[^>]>", name, type) == 2);
    *strstr(name, "_Atom") = '\0';
    cr_assert(smem_atom_find(&tile, name, bits_of(type), &why), "%s", why.text);
    composed_print(&tile, text, sizeof text);
    cr_assert(strcmp(text, f->field[2]) == 0, "%s: %s, not %s", f->field[1], text, f->field[2]);
}

Test(layout_atoms, tiles_in_shared_memory) { cr_assert(each_fact("smem", check_tile) == 24); }
