# SPDX-License-Identifier: MIT
#
# Sources that the build writes: kernels that differ only in a tile and a type, from one list. They
# belong to their chapter as if they were committed there. build/generated/09_hopper/x.cu becomes
# build/emu/09_hopper/x.cu.o, and takes the flags of 09_hopper/x.cu (own-flags in flags.mk).

GENERATED := build/generated

TUNED_08 := 08_cutlass_hierarchy/8_tuned
GENERATED_08_cutlass_hierarchy := $(addprefix $(GENERATED)/$(TUNED_08)/,$(shell awk -f $(TUNED_08)/kernels.awk))

$(GENERATED_08_cutlass_hierarchy): $(TUNED_08)/kernels.awk
	$(Q)mkdir -p $(@D) && awk -v file=$(@F) -f $^ > $(NEW) && mv $(NEW) $@

TUNED := 09_hopper/11_tuned
GENERATED_09_hopper := $(addprefix $(GENERATED)/$(TUNED)/,$(shell awk -f $(TUNED)/kernels.awk $(TUNED)/tuned.h))

$(GENERATED_09_hopper): $(TUNED)/kernels.awk $(TUNED)/tuned.h
	$(Q)mkdir -p $(@D) && awk -v file=$(@F) -f $^ > $(NEW) && mv $(NEW) $@

# Chapter 11's kernels of the same tiles.
GENERATED_11_many_gpus := $(addprefix $(GENERATED)/11_many_gpus/,$(shell awk -f $(TUNED)/kernels.awk 11_many_gpus/tiles/tiles.h))

$(GENERATED_11_many_gpus): $(TUNED)/kernels.awk 11_many_gpus/tiles/tiles.h
	$(Q)mkdir -p $(@D) && awk -v file=$(@F) -f $^ > $(NEW) && mv $(NEW) $@

# Dependency files of older builds name these sources, which were committed then.
$(patsubst $(GENERATED)/%,%,$(GENERATED_08_cutlass_hierarchy) $(GENERATED_09_hopper)): ;
