# SPDX-License-Identifier: MIT
#
# What becomes of the results of mk/gemm.mk: plots, and tables in the lessons.

RECORDED := $(or $(RESULTS),$(wildcard $(GEMM_RECORD_f32) $(GEMM_RECORD_f16) $(GEMM_RECORD_types) \
              $(GEMM_RECORD_hopper) $(GEMM_RECORD_hopper-types) bench/results/h200_07_types_s8.tsv))
# Of lessons with tables of measured figures: `<!-- table: ladder 4096 05_outer_product -->`
TABLE_LESSONS := docs/results.md $(foreach c,$(CHAPTERS),$(wildcard $(c)/*.md)) bench/README.md
LADDER_TABLE = bench/plots/ladder_table.py $(addprefix --results ,$(RECORDED))
PICTURES_OF_RESULTS := $(foreach p,ladder sizes roofline,docs/$(p)_h200.svg)
# The tables of chapter 11's records: `<!-- table many_gpus_2 -->`
MANY_GPUS_PAGES := 11_many_gpus/README.md emu/EXPECT.md
MANY_GPUS_RECORDS := $(addprefix bench/results/,h200_many_gpus_2.tsv h200_many_gpus_4.tsv many_gpus_expected.tsv)
# The Python that has matplotlib.
PLOT_PYTHON = $(or $(shell for python in python3 /usr/bin/python3; do \
                  $$python -c 'import matplotlib' 2>/dev/null && echo $$python && break; done),python3)

##@ Measure
.PHONY: plot ladder-table tables check-tables
plot: ## draw the results: docs/{ladder,sizes,roofline}_h200.svg (make deps plot; PLOT="--size 2048")
	$(Q)$(PLOT_PYTHON) bench/plots/plot_ladder.py $(addprefix --results ,$(RECORDED)) $(PLOT)

ladder-table: ## print a table of the results for a lesson (TABLE="ladder 4096 05_outer_product")
	$(Q)$(LADDER_TABLE) print $(or $(TABLE),ladder 4096)

tables: ## write the tables of the results into the lessons
	$(Q)$(LADDER_TABLE) write $(TABLE_LESSONS)
	$(Q)for page in $(MANY_GPUS_PAGES); do bench/many_gpus/lesson_table.py write $$page $(MANY_GPUS_RECORDS) || exit 1; done

check-tables: ## do the lessons and the pictures show the figures of the results?
	$(Q)$(LADDER_TABLE) check $(TABLE_LESSONS)
	$(Q)for page in $(MANY_GPUS_PAGES); do bench/many_gpus/lesson_table.py check $$page $(MANY_GPUS_RECORDS) || exit 1; done
	$(Q)bench/plots/check_pictures.py --results $(RECORDED) --pictures $(PICTURES_OF_RESULTS)

DOCUMENTATION_CHECKS += check-tables
