# SPDX-License-Identifier: MIT
#
# Which machine to build for: GPU=cuda, GPU=emu, or auto (machine.sh says what auto found).

GPU ?= auto

# Goals that compile nothing need no machine: they must not wait for a probe.
NO_MACHINE := class-report clean colab deps diff doctor format handout help lint plot ladder-table tables check-tables check-systems check-compilers check-setup
NEEDS_MACHINE := $(filter-out $(NO_MACHINE),$(GOALS))

ifneq ($(NEEDS_MACHINE),)
# Only the command line sets these: ARCH=x86_64 in an environment means something else.
ASKED_ARCH := $(if $(filter command%,$(origin ARCH)),$(ARCH))
ASKED_NVCC := $(if $(filter command%,$(origin NVCC)),$(NVCC))

MACHINE_MK := build/machine/$(notdir $(GPU)).mk
# A verdict is what these print; which machine it is does not matter to them.
VERDICTS := learn check hint solution check-all challenge
MACHINE_FAILED := $(shell MACHINE_QUIET='$(if $(filter-out $(VERDICTS),$(NEEDS_MACHINE)),,yes)' mk/machine.sh '$(GPU)' '$(ASKED_ARCH)' '$(ASKED_NVCC)' '$(MACHINE_MK)' \
                          || echo failed)
ifneq ($(MACHINE_FAILED),)
$(error no machine to build for)
endif
include $(MACHINE_MK)
else
MACHINE := emu
endif

B := build/$(MACHINE)

# ---- Compilers: the user's to choose ---------------------------------------------------------------------

ifeq ($(origin CC),default)
CC := gcc
endif
ifeq ($(origin CXX),default)
CXX := g++
endif

# One line where a compiler is missing or too old, and not one for each file.
ifneq ($(NEEDS_MACHINE),)
ifneq ($(shell mk/check_tools.sh '$(CC)' '$(CXX)' || echo failed),)
$(error nothing was built)
endif
endif
