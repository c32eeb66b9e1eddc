# SPDX-License-Identifier: MIT
#
# The emulated GPU, by its own rules (emu/emu.mk), where it is the machine.

.PHONY: emucc
ifeq ($(MACHINE),emu)
build: $(PREPARED)

# Programs of the course call NCCL, and none of the other libraries.
##@ Build and run
emucc: $(PREPARED) $(LIBEMU) $(EMU_LIBRARY_FILES) ## the emulated GPU with all of its libraries, for your own programs: build/emu/bin/emucc
else
emucc:
	$(Q)$(MAKE) GPU=emu $@
endif
