# SPDX-License-Identifier: MIT
#
# Flags of chapter 01. Included before flags.mk, so that a change of them builds the chapter anew.
#
# -O3                 steps 1 to 4 leave it to the compiler to work on several columns at once
# -ffp-contract=fast  a * b + c in one instruction; gcc's -std=c11 forbids it otherwise
# -fopenmp            steps 10 to 12
CPU_CFLAGS := -O3 -ffp-contract=fast -fopenmp
$(foreach file,$(wildcard 01_cpu/*.c 01_cpu/parts/*.c),$(eval CFLAGS_$(file) := $(CPU_CFLAGS)))

# gcc would make vectors of neighbouring p, and shuffle; faster are vectors of neighbouring
# columns, which it finds when it looks at straight-line code only. clang does so by itself.
ifeq ($(findstring clang,$(CC)),)
CFLAGS_01_cpu/5_outer_product.c += -fno-tree-loop-vectorize
endif

# OpenMP's library: whatever holds the objects of chapter 01 needs it. clang's is next to clang,
# where another linker driver does not look.
LDLIBS_01_cpu := $(if $(findstring clang,$(CC)),-L$(shell $(CC) -print-resource-dir)/../.. -lomp,-lgomp)

# The measuring loops of chapter 01's benchmarks need the same.
$(foreach file,$(wildcard bench/*/cpu_*.c bench/cpu/*.c),$(eval CFLAGS_$(file) := $(CPU_CFLAGS)))
