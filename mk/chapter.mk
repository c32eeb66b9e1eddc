# SPDX-License-Identifier: MIT
#
# What `make` and `make run` mean inside a chapter: ask the Makefile above.

CHAPTER := $(lastword $(notdir $(CURDIR)))
MAKEFLAGS += --no-print-directory $(if $(filter 0,$(MAKELEVEL)),--jobs=$(shell nproc))

.PHONY: build run help clean
build: ; @$(MAKE) -C .. build-$(CHAPTER)
run: ; @$(MAKE) -C .. $(CHAPTER) RUN_IN=$(CHAPTER)
help clean: ; @$(MAKE) -C .. $@
