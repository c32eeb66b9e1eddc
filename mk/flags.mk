# SPDX-License-Identifier: MIT
#
# Compilers and flags. CC, CXX, CFLAGS, NVCCFLAGS, EMUCCFLAGS and LDFLAGS are the user's to set;
# what the code needs stands in the variables below them.

CFLAGS ?= -O2 -g
NVCCFLAGS ?= -O3 -lineinfo
EMUCCFLAGS ?= -O2 -g

WARNINGS := -Wall -Wextra -Wshadow -Wconversion

# Host code, C11. The same source for both machines: the emulator's cuda_runtime.h is C too.
HOST_CFLAGS := -std=c11 $(WARNINGS) -pthread -I.
ifeq ($(MACHINE),cuda)
HOST_CFLAGS += $(if $(filter-out /usr/include,$(CUDA_INCLUDE)),-isystem '$(CUDA_INCLUDE)')
else
HOST_CFLAGS += -Iemu/include -Iemu/include/libraries -DEMU_GPU=1
endif

# Without <cmath>'s special functions (std::beta ...), which nothing here calls: of a short kernel they are half of all that emucc
# reads, and a sixth of what nvcc does.
PLAIN_MATH := -D_GLIBCXX_BITS_SPECFUN_H=1

# Kernels. A chapter may ask for its own architecture, such as 90a.
NVCC_FLAGS := -std=c++17 $(PLAIN_MATH) -Xcompiler -Wall,-Wextra,-Wno-missing-field-initializers -I.
# Only its own code, where it is for one architecture alone: PTX for others would not be compiled.
nvcc-arch = $(if $(filter %a,$(1)),-gencode=arch=compute_$(1)$(,)code=sm_$(1),-arch=sm_$(1))
NVCC_ARCH = $(call nvcc-arch,$(or $(strip $(call own-flags,ARCH)),$(ARCH)))
ARCH_09_hopper := 90a
ARCH_11_many_gpus := 90a
ARCH_tests/chapters/test_hopper.cu := 90a
# The emulated GPU: emu/emu.mk has its rules, flags and lists. The steps use the last of these headers.
E := emu/
EMU_B := build/emu
EMU_PREPARED := gnu++17 gnu++17_plain c++17_plain
EMU_ASKS_COMPILER := $(NEEDS_MACHINE)
GET_CRITERION := run `make deps test`.
EMUCC_FLAGS := -std=c++17 -Wall -Wextra -Wno-missing-field-initializers -I. $(PLAIN_MATH)

# With -march=native in CFLAGS, say, compilers would fuse products with sums where x86-64 cannot, and figures that
# are printed would have other last digits. Chapter 01 asks for it in its own flags.
ifneq ($(strip $(CFLAGS)),-O2 -g)
HOST_CFLAGS += -ffp-contract=off
endif

LDLIBS := -lm -lpthread -ldl

# NCCL: next to the toolkit's headers, or where the system keeps its own. The emulated GPU has one.
ifeq ($(MACHINE),cuda)
NCCL_HEADER := $(firstword $(wildcard $(CUDA_INCLUDE)/nccl.h /usr/include/nccl.h /usr/local/include/nccl.h))
NCCL_PLACES := $(CUDA_INCLUDE)/../lib64 $(CUDA_INCLUDE)/../lib /usr/lib/x86_64-linux-gnu /usr/lib64 /usr/lib /usr/local/lib
NCCL_LIBRARY := $(firstword $(wildcard $(foreach d,$(NCCL_PLACES),$(d)/libnccl.so $(d)/libnccl.so.2)))
ifneq ($(and $(NCCL_HEADER),$(NCCL_LIBRARY)),)
CFLAGS_11_many_gpus := -DHAVE_NCCL $(if $(filter /usr/include/%,$(NCCL_HEADER)),,-isystem '$(dir $(NCCL_HEADER))')
LDLIBS_11_many_gpus := '$(NCCL_LIBRARY)' -Xlinker -rpath -Xlinker '$(dir $(NCCL_LIBRARY))'
endif
else
CFLAGS_11_many_gpus := -DHAVE_NCCL
endif

# Flags of single chapters and files. They follow all other flags, a file's own last:
#     CFLAGS_01_cpu/3_blocked.c := -O3
#     NVCCFLAGS_05_outer_product/8_tuned.cu := -Xptxas -O1
#     ARCH_09_hopper := 90a
# A chapter's LDLIBS_NN_name are linked to whatever holds its objects (file_flags.mk has an example).
source-name = $(patsubst build/generated/%,%,$<)
own-flags = $($(1)_$(firstword $(subst /, ,$(source-name)))) $($(1)_$(source-name))

# What the program knows about its kernels: code for an older GPU runs on a newer one, but lacks what
# that one added (common/step/machine.h).
ifeq ($(MACHINE),cuda)
CFLAGS_common/step/machine.c := -DCOMPILED_FOR=$(ARCH:%a=%)
endif

# ---- Stamps: what was built with other flags is built again --------------------------------------

STAMP_cc = $(CC) $(HOST_CFLAGS) $(ENGINE_CFLAGS) $(CFLAGS)
STAMP_cu := $(if $(filter cuda,$(MACHINE)),$(NVCC) $(NVCC_VERSION) $(ARCH) $(NVCC_FLAGS) \
              $(NVCCFLAGS),$(CXX) $(EMUCC_FLAGS) $(EMUCCFLAGS))
STAMP_ld := $(LDFLAGS) $(LDLIBS)
OWN_FLAGS = $(sort $(filter CFLAGS_% NVCCFLAGS_% EMUCCFLAGS_% ARCH_% LDLIBS_%,$(.VARIABLES)))
STAMP_own = $(foreach name,$(OWN_FLAGS),$(name)=$($(name)))
# A file added or removed changes what is linked.
STAMP_common = $(COMMON_SOURCES) $(DEVICE_SOURCES)
STAMP_chapters = $(CHAPTERS) $(CHAPTER_SOURCES)
STAMP_engine = $(ENGINE_SOURCES) $(LIBRARY_SOURCES)
STAMP_emucc = $(EMUCC_SOURCES)
# It holds paths.
STAMP_prepared = $(CURDIR) $(CXX)
STAMP_tests = $(TEST_SOURCES)

# $(call write-stamp,NAME): rewrites the stamp file if its text changed.  (Some versions of
# make leave the last line end on what they read.)
define write-stamp
ifneq ($$(strip $$(file <$(B)/stamps/$(1))),$$(strip $(1): $$(STAMP_$(1))))
$$(shell mkdir -p $(B)/stamps)
$$(file >$(B)/stamps/$(1),$(1): $$(strip $$(STAMP_$(1))))
endif
endef
