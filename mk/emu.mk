# SPDX-License-Identifier: MIT
#
# The emulated GPU, by its own rules (emu/emu.mk), where it is the machine.

ifeq ($(MACHINE),emu)
build: $(PREPARED)
endif
