# SPDX-License-Identifier: MIT
#
# The emulated GPU: its compiler driver emucc and its engine libemu.a. They need gcc and g++ only.

ifeq ($(MACHINE),emu)
$(B)/common/emu/engine/%.o: common/emu/engine/%.c $(CC_STAMPS)
	$(Q)mkdir -p $(@D)
	$(Q)$(call say,CC)$(CC) $(ENGINE_CFLAGS) $(CFLAGS) $(DEPFLAGS) $(call own-flags,CFLAGS) -c $< -o $@

$(LIBEMU): $(call objects,$(ENGINE_SOURCES)) $(B)/stamps/engine
	$(Q)mkdir -p $(@D)
	$(archive)

$(EMUCC): $(call objects,$(EMUCC_SOURCES)) $(LD_STAMPS) $(B)/stamps/emucc
	$(Q)mkdir -p $(@D)
	$(Q)$(call say,LINK)$(link-host)
endif
