# SPDX-License-Identifier: MIT
#
# The emulated GPU: its compiler driver emucc and its engine libemu.a. They need gcc and g++ only.

# The lanes of a request are compared in vectors: counting gets 15% faster.
CFLAGS_emu/engine/count/count.c := -O3
CFLAGS_emu/engine/count/count_copy.c := -O3
# So is what threads of a cluster know of each other, and the columns of a product of wgmma.
CFLAGS_emu/engine/check/vector_clock.c := -O3
CFLAGS_emu/engine/warpgroup/wgmma_multiply.c := -O3

# Products of cuBLAS: vectors, and no care for infinite parts of complex numbers, where the compiler can do without
# (clang from 18 on; an older one is slower).
CFLAGS_emu/libraries/blas_multiply.c := -O3 $(if $(NEEDS_MACHINE),$(shell \
    $(CC) -Werror -fcx-limited-range -x c -c /dev/null -o /dev/null 2>/dev/null && echo -fcx-limited-range))

# NVRTC calls emucc.
CFLAGS_emu/libraries/nvrtc.c := -DEMU_EMUCC='"$(abspath $(EMUCC))"'

ifeq ($(MACHINE),emu)
$(B)/emu/engine/%.o: emu/engine/%.c $(CC_STAMPS)
	$(Q)$(call make-file,CC) $(CC) $(ENGINE_CFLAGS) $(CFLAGS) $(DEPFLAGS) $(call own-flags,CFLAGS) -c $< -o $(NEW)

$(B)/emu/timing/%.o: emu/timing/%.c $(CC_STAMPS)
	$(Q)$(call make-file,CC) $(CC) $(ENGINE_CFLAGS) $(CFLAGS) $(DEPFLAGS) $(call own-flags,CFLAGS) -c $< -o $(NEW)

# Members of the same archive: a program that calls none of them is not linked with any.
$(B)/emu/libraries/%.o: emu/libraries/%.c $(CC_STAMPS)
	$(Q)$(call make-file,CC) $(CC) $(ENGINE_CFLAGS) $(CFLAGS) $(DEPFLAGS) $(call own-flags,CFLAGS) -c $< -o $(NEW)

# Without its debug information, which each program would carry: a third of the time to link a short
# one. Who looks for a mistake of the engine's own links another: EMU_LIB=build/emu/ubsan/libemu.a
$(LIBEMU): $(call objects,$(ENGINE_SOURCES)) $(B)/stamps/engine
	$(Q)$(call make-file,AR) sh -c 'ar rcs "$$0" "$$@" && strip -g "$$0"' $(NEW) $(filter %.o,$^)

# The same engine, which stops with SIGILL at the first undefined behaviour of its own.
UBSAN_ENGINE := $(B)/ubsan/libemu.a
$(B)/ubsan/%.o: emu/%.c $(CC_STAMPS)
	$(Q)$(call make-file,CC) $(CC) $(ENGINE_CFLAGS) -fsanitize=undefined \
	    -fsanitize-undefined-trap-on-error $(DEPFLAGS) $(call own-flags,CFLAGS) -c $< -o $(NEW)

$(UBSAN_ENGINE): $(patsubst emu/%.c,$(B)/ubsan/%.o,$(ENGINE_SOURCES)) $(B)/stamps/engine
	$(archive)

$(PREPARED): $(EMUCC) $(B)/stamps/prepared $(EMU_HEADERS)
	$(Q)$(call make-file,READ) $(EMUCC) --prepare -std=$(subst _plain, -D_GLIBCXX_BITS_SPECFUN_H=1,$(@F)) -o $(NEW)

build: $(PREPARED)

$(EMUCC): $(call objects,$(EMUCC_SOURCES)) $(LD_STAMPS) $(B)/stamps/emucc
	$(Q)$(call make-file,LINK) $(link-host)
endif
