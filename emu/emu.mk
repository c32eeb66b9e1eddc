# SPDX-License-Identifier: MIT
#
# Builds the emulated GPU: its compiler driver emucc, its engine libemu.a, its tests. Included by
# emu/Makefile, and by the Makefile of a project that contains emu/ as a folder. It only needs gcc and g++.
#
# The including makefile sets:
#     E                 the folder emu/, with a slash: "emu/"; empty in emu/ itself
#     EMU_B             the folder of the results; its name must be emu (engine/program/source_location.c)
#     Q, make-file, NEW, DEPFLAGS, own-flags    how a command is run (emu/Makefile has the simplest form)
#     CC, CXX, CFLAGS, LDFLAGS, LDLIBS          the compilers
#     EMU_ASKS_COMPILER   not empty if CC may be run to test its options
#     CC_STAMPS, LD_STAMPS, ENGINE_STAMPS, EMUCC_STAMPS, PREPARED_STAMPS    files that change with the
#                       flags or lists of files; may be empty

EMU_VERSION := $(file <$(E)VERSION)
EMUCC := $(EMU_B)/bin/emucc
LIBEMU := $(EMU_B)/lib/libemu.a
# The precompiled cuda_runtime.h, which saves half of the time to compile a short program
# (emucc/driver/prepared.h).
PREPARED := $(addprefix $(EMU_B)/lib/headers/,$(EMU_PREPARED))
EMU_HEADERS := $(wildcard $(E)include/*.h $(E)include/*/*.h $(E)include/*/*/*.h)
EMU_INCLUDES := -I$(E)include -I$(E)include/libraries
# What few programs call: the archive libemu_NAME.a of the room or library NAME (emucc/driver/archives.c lists them, too).
EMU_LIBRARIES := blas driver fft graph nccl nvml nvrtc rand sparse texture thrust
library-sources = $(sort $(wildcard $(E)engine/$(1)/*.c $(E)libraries/$(1)/*.c))
EMU_LIBRARY_FILES := $(EMU_LIBRARIES:%=$(EMU_B)/lib/libemu_%.a)
LIBRARY_SOURCES := $(foreach name,$(EMU_LIBRARIES),$(call library-sources,$(name)))
ENGINE_SOURCES := $(filter-out $(LIBRARY_SOURCES),$(sort $(wildcard $(E)engine/*/*.c $(E)timing/*.c $(E)timing/*/*.c $(E)libraries/*.c)))
EMUCC_SOURCES := $(sort $(wildcard $(E)emucc/*/*.c))

EMU_WARNINGS := -Wall -Wextra -Wshadow -Wconversion
# The engine switches between stacks, which glibc's fortified longjmp would treat as an attack. A
# stack protector would find another fiber's canary.
# Also part of shared libraries. In programs the linker replaces these accesses by direct ones.
ENGINE_PIC := -fPIC -fno-semantic-interposition -ftls-model=initial-exec
ENGINE_CFLAGS := -std=gnu11 $(EMU_WARNINGS) -pthread -D_GNU_SOURCE -U_FORTIFY_SOURCE \
                 -fno-stack-protector $(EMU_INCLUDES) $(ENGINE_PIC)
EMU_HOST_CFLAGS := -std=c11 $(EMU_WARNINGS) -pthread $(EMU_INCLUDES) -DEMU_GPU=1
# With -march=native in CFLAGS, for example, compilers would use fused multiply-adds, which plain x86-64 lacks, and
# printed results would differ in their last digits.
ifneq ($(strip $(CFLAGS)),-O2 -g)
ENGINE_CFLAGS += -ffp-contract=off
EMU_HOST_CFLAGS += -ffp-contract=off
endif

# The compiler vectorizes the comparison of a request's lanes, which makes counting 15% faster.
CFLAGS_$(E)engine/count/count.c := -O3
CFLAGS_$(E)engine/count/count_copy.c := -O3
# It also vectorizes the vector clocks of a cluster's threads, and the columns of a product of wgmma.
CFLAGS_$(E)engine/check/vector_clock.c := -O3
CFLAGS_$(E)engine/warpgroup/wgmma_multiply.c := -O3
# Otherwise the speed of the checks depends on where the linker places this file (0.94 to 1.01 of another commit's was
# measured, now 0.99 to 1.04). clang does not have the option.
CFLAGS_$(E)engine/access/callouts.c := $(if $(EMU_ASKS_COMPILER),$(shell \
    $(CC) -Werror -falign-jumps=32 -x c -c /dev/null -o /dev/null 2>/dev/null && echo -falign-jumps=32))
# Products of cuBLAS: vectorized, and without the special cases for infinite parts of complex numbers, if the
# compiler has an option for that (clang 18 and later; an older one is slower).
CFLAGS_$(E)libraries/blas/blas_multiply.c := -O3 $(if $(EMU_ASKS_COMPILER),$(shell \
    $(CC) -Werror -fcx-limited-range -x c -c /dev/null -o /dev/null 2>/dev/null && echo -fcx-limited-range))

CFLAGS_$(E)emucc/driver/help.c := -DEMU_VERSION='"$(EMU_VERSION)"'

emu-objects = $(patsubst %.c,$(EMU_B)/%.o,$(filter %.c,$(1))) $(patsubst %.cu,$(EMU_B)/%.cu.o,$(filter %.cu,$(1)))

$(EMU_B)/$(E)engine/%.o: $(E)engine/%.c $(CC_STAMPS)
	$(Q)$(call make-file,CC) $(CC) $(ENGINE_CFLAGS) $(CFLAGS) $(DEPFLAGS) $(call own-flags,CFLAGS) -c $< -o $(NEW)

$(EMU_B)/$(E)timing/%.o: $(E)timing/%.c $(CC_STAMPS)
	$(Q)$(call make-file,CC) $(CC) $(ENGINE_CFLAGS) $(CFLAGS) $(DEPFLAGS) $(call own-flags,CFLAGS) -c $< -o $(NEW)

$(EMU_B)/$(E)libraries/%.o: $(E)libraries/%.c $(CC_STAMPS)
	$(Q)$(call make-file,CC) $(CC) $(ENGINE_CFLAGS) $(CFLAGS) $(DEPFLAGS) $(call own-flags,CFLAGS) -c $< -o $(NEW)

$(EMU_B)/$(E)emucc/%.o: $(E)emucc/%.c $(CC_STAMPS)
	$(Q)$(call make-file,CC) $(CC) $(EMU_HOST_CFLAGS) $(CFLAGS) $(DEPFLAGS) $(call own-flags,CFLAGS) -c $< -o $(NEW)

# Without debug information, which each program would contain: saves a third of the time to link a short
# one. To debug the engine itself, link another library: EMU_LIB=build/emu/ubsan/libemu.a
engine-archive = $(Q)$(call make-file,AR) sh -c 'ar rcs "$$0" "$$@" && strip -g "$$0"' $(NEW) $(filter %.o,$^)
$(LIBEMU): $(call emu-objects,$(ENGINE_SOURCES)) $(ENGINE_STAMPS)
	$(engine-archive)

define library-rule
$(EMU_B)/lib/libemu_$(1).a: $(call emu-objects,$(call library-sources,$(1))) $(ENGINE_STAMPS)
	$$(engine-archive)
endef
$(foreach name,$(EMU_LIBRARIES),$(eval $(call library-rule,$(name))))

# Engine and libraries in one archive, which stops with SIGILL at its first undefined behaviour.
UBSAN_ENGINE := $(EMU_B)/ubsan/libemu.a
$(EMU_B)/ubsan/%.o: $(E)%.c $(CC_STAMPS)
	$(Q)$(call make-file,CC) $(CC) $(ENGINE_CFLAGS) -fsanitize=undefined \
	    -fsanitize-undefined-trap-on-error $(DEPFLAGS) $(call own-flags,CFLAGS) -c $< -o $(NEW)

$(UBSAN_ENGINE): $(patsubst $(E)%.c,$(EMU_B)/ubsan/%.o,$(ENGINE_SOURCES) $(LIBRARY_SOURCES)) $(ENGINE_STAMPS)
	$(Q)$(call make-file,AR) ar rcs $(NEW) $(filter %.o,$^)

# The folders that emucc finds next to itself: bin/, lib/ and include/, as in an installation.
$(EMU_B)/include:
	$(Q)mkdir -p $(EMU_B) && ln -sfnr $(E)include $@

# Headers that only include other headers or refuse: $(EMU_B)/lib/other.
OTHER_HEADERS := $(EMU_B)/lib/other/made
$(OTHER_HEADERS): $(E)other_headers.awk $(E)other_headers.txt
	$(Q)rm -rf $(@D) && mkdir -p $(@D) && awk -v folder=$(@D) -f $^ && touch $@

# For build tools that look for NVIDIA's: bin/nvcc, include/, lib64/.
TOOLKIT := $(EMU_B)/toolkit/include/cuda_runtime.h
$(TOOLKIT): $(E)toolkit.sh $(E)emucc/driver/options.c $(OTHER_HEADERS) $(EMU_HEADERS) | $(EMU_B)/include
	$(Q)sh $(E)toolkit.sh $(EMU_B) $(EMU_LIBRARIES) && touch $@
	$(Q)ln -sfn $(if $(E),../../$(E:/=),../..)/cmake $(EMU_B)/cmake

$(EMUCC): $(call emu-objects,$(EMUCC_SOURCES)) $(LD_STAMPS) $(EMUCC_STAMPS) $(OTHER_HEADERS) $(TOOLKIT) | $(EMU_B)/include
	$(Q)$(call make-file,LINK) $(CC) -pthread -o $(NEW) $(filter %.o,$^) $(LDFLAGS) $(LDLIBS)

$(PREPARED): $(EMUCC) $(PREPARED_STAMPS) $(EMU_HEADERS)
	$(Q)$(call make-file,READ) $(EMUCC) --prepare -std=$(subst _plain, -D_GLIBCXX_BITS_SPECFUN_H=1,$(@F)) -o $(NEW)

# The manual page has the text of --help.
MAN := $(EMU_B)/emucc.1
$(MAN): $(E)packaging/man.awk $(EMUCC)
	$(Q)$(EMUCC) --help | awk -v version=$(EMU_VERSION) -f $< >$@

# ---- Tests: each tests/ROOM/test_NAME.c is a Criterion program ----------------------------------------

# Other folders of tests/ contain files that these programs compile and run.
EMU_TEST_ROOMS := $(addprefix $(E)tests/,emucc engine programs product timing support)
EMU_TEST_SOURCES := $(sort $(foreach room,$(EMU_TEST_ROOMS),$(wildcard $(room)/*.c)) $(wildcard $(E)tests/timing/*.cu))
EMU_TEST_NAMES := $(patsubst %.c,%,$(foreach room,$(EMU_TEST_ROOMS),$(filter $(room)/test_%.c,$(EMU_TEST_SOURCES))))
EMU_TEST_PROGRAMS := $(addprefix $(EMU_B)/,$(EMU_TEST_NAMES))
EMU_TEST_HELPERS := $(call emu-objects,$(filter-out $(EMU_TEST_ROOMS:%=%/test_%),$(EMU_TEST_SOURCES)))
LIBEMUTEST := $(EMU_B)/$(E)tests/libemutest.a
# Few tests compute for long: to compile them without optimization takes a third of the time.
TEST_CFLAGS := -O0
$(foreach name,$(EMU_TEST_NAMES),$(eval CFLAGS_$(name).c := $(TEST_CFLAGS)))

# Criterion may be in its own directory: CRITERION_PREFIX=/path/usr
ifneq ($(CRITERION_PREFIX),)
CRITERION_LIB := $(firstword $(wildcard $(CRITERION_PREFIX)/lib/*/libcriterion.so) \
                             $(wildcard $(CRITERION_PREFIX)/lib/libcriterion.so))
CRITERION_CFLAGS := -isystem $(CRITERION_PREFIX)/include
CRITERION_LDLIBS := -L$(dir $(CRITERION_LIB)) -lcriterion
else
CRITERION_LDLIBS := -lcriterion
endif
# From $(LIBEMUTEST): tests/support/no_certificates.c.
CRITERION_LDLIBS += -Xlinker -u -Xlinker git_libgit2_init

# Prints one clear line instead of a compiler's error for each test.
HAVE_CRITERION := $(EMU_B)/have_criterion
$(HAVE_CRITERION):
	$(Q)mkdir -p $(@D)
	$(Q)echo '#include <criterion/criterion.h>' | $(CC) $(CRITERION_CFLAGS) -E - >/dev/null 2>&1 || \
	    { echo 'The tests need Criterion: $(GET_CRITERION)' >&2; exit 1; }
	$(Q)touch $@

$(EMU_B)/$(E)tests/%.o: $(E)tests/%.c $(CC_STAMPS) | $(HAVE_CRITERION)
	$(Q)$(call make-file,CC) $(CC) $(EMU_HOST_CFLAGS) $(CRITERION_CFLAGS) $(CFLAGS) $(DEPFLAGS) $(call own-flags,CFLAGS) -c $< -o $(NEW)

$(EMU_B)/$(E)tests/%.cu.o: $(E)tests/%.cu $(EMUCC) $(EMU_HEADERS)
	$(Q)$(call make-file,EMUCC) $(EMUCC) -O2 -Wall $(DEPFLAGS) -c $< -o $(NEW)

$(LIBEMUTEST): $(EMU_TEST_HELPERS)
	$(Q)$(call make-file,AR) ar rcs $(NEW) $(filter %.o,$^)

define emu-test-rule
$(EMU_B)/$(1): $(EMU_B)/$(1).o $$(call emu-objects,$$(wildcard $(1).cu)) $$(LIBEMUTEST) $$(LD_STAMPS) $$(EMUCC) $$(LIBEMU) $$(EMU_LIBRARY_FILES)
	$$(Q)$$(call make-file,LINK) $$(EMUCC) -o $$(NEW) $$(filter-out $$(EMU_B)/lib/%.a,$$(filter %.o %.a,$$^)) $$(LDFLAGS) $$(CRITERION_LDLIBS) $$(LDLIBS)
endef
$(foreach name,$(EMU_TEST_NAMES),$(eval $(call emu-test-rule,$(name))))

# ---- Comparisons with a real GPU -----------------------------------------------------------------

# Test programs also run it.
COUNTER_KERNELS := $(EMU_B)/$(E)validate/counter_kernels
$(COUNTER_KERNELS).cu.o: $(E)validate/counter_kernels.cu $(EMUCC) $(EMU_HEADERS)
	$(Q)$(call make-file,EMUCC) $(EMUCC) -O2 -Wall $(DEPFLAGS) -c $< -o $(NEW)
$(COUNTER_KERNELS): $(COUNTER_KERNELS).cu.o $(EMUCC) $(LIBEMU)
	$(Q)$(call make-file,LINK) $(EMUCC) -o $(NEW) $<
