# SPDX-License-Identifier: MIT
#
# From sources to objects, archives and programs. Every object has a dependency file next to it.

# $(call chapter-sources,DIR): its steps, those that have a folder of their name, and what they need.
chapter-sources = $(sort $(foreach d,$(1) $(1)/[0-9]*_* $(1)/parts $(1)/tiles $(1)/predict $(1)/show $(1)/commands,\
                  $(wildcard $(d)/*.c $(d)/*.cu)) $(GENERATED_$(1)))

# The rooms of common/ that are linked into every program. The emulated GPU is a separate library.
ROOMS := base layout device step predict driver
# Kernels that several chapters launch, and what plans such launches: linked to what holds kernels.
DEVICE_SOURCES := $(sort $(wildcard common/device/*/*.cu common/device/gemm/*/*.c))
COMMON_SOURCES := $(sort $(foreach r,$(ROOMS),$(wildcard common/$(r)/*.c common/$(r)/*/*.c)))
CHAPTER_SOURCES := $(foreach c,$(CHAPTERS),$(call chapter-sources,$(c)))
# The course's tests, and those that are next to what they test; the emulator's own are in emu/emu.mk.
TEST_ROOMS := $(sort $(wildcard tests/*/)) learn/tests/
TEST_SOURCES := $(sort $(foreach room,$(TEST_ROOMS),$(wildcard $(room)*.c $(room)*.cu)))
BENCH_ROOMS := $(addprefix bench/,batches ceilings emu expected layout tune) emu/validate
BENCH_SOURCES := $(sort $(foreach room,$(BENCH_ROOMS),$(wildcard $(room)/*.c $(room)/*.cu)))

CC_STAMPS := $(B)/stamps/cc $(B)/stamps/own
CU_STAMPS := $(B)/stamps/cu $(B)/stamps/own
LD_STAMPS := $(B)/stamps/ld $(B)/stamps/own
ENGINE_STAMPS := $(B)/stamps/engine
EMUCC_STAMPS := $(B)/stamps/emucc
PREPARED_STAMPS := $(B)/stamps/prepared
include emu/emu.mk
ifneq ($(NEEDS_MACHINE),)
$(foreach name,cc cu ld own common chapters engine emucc prepared tests,$(eval $(call write-stamp,$(name))))
endif

# $(call objects,SOURCES): 02_naive/main.c -> build/emu/02_naive/main.o, 1_x.cu -> 1_x.cu.o
objects = $(patsubst %.c,$(B)/%.o,$(filter %.c,$(1))) \
          $(patsubst %.cu,$(B)/%.cu.o,$(patsubst $(GENERATED)/%,%,$(filter %.cu,$(1))))

DEPFLAGS = -MMD -MP -MT $@ -MF $(@:.o=.d).$$$$

$(B)/%.o: %.c $(CC_STAMPS)
	$(Q)$(call make-file,CC) $(CC) $(HOST_CFLAGS) $(CFLAGS) $(DEPFLAGS) $(call own-flags,CFLAGS) -c $< -o $(NEW)

ifeq ($(MACHINE),cuda)
CU_NEEDS := $(CU_STAMPS)
compile-cu = $(call make-file,NVCC) '$(NVCC)' $(NVCC_ARCH) $(NVCC_FLAGS) $(NVCCFLAGS) $(DEPFLAGS) $(call own-flags,NVCCFLAGS) -c $< -o $(NEW)
else
# The emulator's headers were read once, for these flags: no object names them itself.
CU_NEEDS := $(EMUCC) $(CU_STAMPS) $(EMU_HEADERS) | $(filter %/c++17_plain,$(PREPARED))
compile-cu = $(call make-file,EMUCC) $(EMUCC) $(EMUCC_FLAGS) $(EMUCCFLAGS) $(DEPFLAGS) $(call own-flags,EMUCCFLAGS) -c $< -o $(NEW)
endif

$(B)/%.cu.o: $(GENERATED)/%.cu $(CU_NEEDS)
	$(Q)$(compile-cu)

$(B)/%.cu.o: %.cu $(CU_NEEDS)
	$(Q)$(compile-cu)

# A program with kernels in it is linked by the machine's own compiler, other programs by gcc.
# $(call link-...,MORE) links the prerequisites that are objects and archives (emucc adds its own).
LINKABLE = $(filter-out $(B)/lib/%.a,$(filter %.o %.a,$^))
ifeq ($(MACHINE),cuda)
link-cuda = '$(NVCC)' -arch=sm_$(ARCH) -Xcompiler -pthread -o $(NEW) $(LINKABLE) $(LDFLAGS) $(1) $(LDLIBS)
CUDA_LINKER :=
else
link-cuda = $(EMUCC) -o $(NEW) $(LINKABLE) $(LDFLAGS) $(1) $(LDLIBS)
# Of the libraries, chapter 11 calls NCCL alone.
CUDA_LINKER := $(EMUCC) $(LIBEMU) $(EMU_B)/lib/libemu_nccl.a
endif
link-host = $(CC) -pthread -o $(NEW) $(LINKABLE) $(LDFLAGS) $(1) $(LDLIBS)

# The host library. gpu.c and gpu_none.c stay outside: a program links one of the two.
GPU_OBJECT := $(B)/common/driver/gpu/gpu.o
GPU_NONE_OBJECT := $(B)/common/driver/gpu/gpu_none.o
LIBCOMMON := $(B)/common/libcommon.a
LIBCOMMON_OBJECTS := $(filter-out $(GPU_OBJECT) $(GPU_NONE_OBJECT),$(call objects,$(COMMON_SOURCES)))

LIBDEVICE := $(B)/common/libdevice.a

archive = $(Q)$(call make-file,AR) ar rcs $(NEW) $(filter %.o,$^)

$(LIBCOMMON): $(LIBCOMMON_OBJECTS) $(B)/stamps/common
	$(archive)

$(LIBDEVICE): $(call objects,$(DEVICE_SOURCES)) $(B)/stamps/common
	$(archive)

ifneq ($(NEEDS_MACHINE),)
-include $(shell find $(B) -name '*.d' 2>/dev/null)
endif
