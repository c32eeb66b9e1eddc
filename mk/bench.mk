# SPDX-License-Identifier: MIT
#
# Benchmarks: each bench/NAME.c or bench/NAME.cu is a program, linked with every chapter's steps.
#
#     bench/emu_NAME.c    a program about the emulated GPU itself

BENCH_NAMES := $(basename $(BENCH_SOURCES))
ifeq ($(MACHINE),cuda)
BENCH_NAMES := $(filter-out bench/emu_%,$(BENCH_NAMES))
endif

define bench-rule
$(B)/$(1): $$(call objects,$$(wildcard $(1).c $(1).cu)) $$(LIBCHAPTERS) $$(GPU_OBJECT) $$(LIBCOMMON) \
		$$(LD_STAMPS) $$(CUDA_LINKER)
	$$(Q)$$(call say,LINK)$$(call link-cuda,$$(LIBCHAPTERS_LDLIBS) $$(LDLIBS_$(1)))
endef
$(foreach name,$(BENCH_NAMES),$(eval $(call bench-rule,$(name))))

.PHONY: bench-emu build-bench
build-bench: $(addprefix $(B)/,$(BENCH_NAMES))

##@ Measure
bench-emu: ## speed and memory of the emulated GPU itself

ifeq ($(MACHINE),emu)
bench-emu: $(B)/bench/emu_speed
	$(Q)$<
else
bench-emu:
	$(Q)$(MAKE) GPU=emu bench-emu
endif
