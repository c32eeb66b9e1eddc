# SPDX-License-Identifier: MIT
#
# For teachers: what is made from lessons, exercises and the gallery of mistakes, into build/teach/. Slides need
# pandoc and WeasyPrint (`make deps slides`), and no network.

TEACH := build/teach
TEACH_PAGES := $(wildcard teach/*.md)
SLIDES := $(patsubst %,$(TEACH)/%.html,$(or $(CHAPTER),$(CHAPTERS)))

.PHONY: slides cards answers teach-tables check-teach check-classroom class-report handout colab gradescope autolab
##@ Teach
slides: $(SLIDES) $(SLIDES:.html=.pdf) ## lessons as slides, HTML and PDF (CHAPTER=04_shared for one)

have-tool = $(Q)command -v $(1) >/dev/null || { echo '$(1) is missing: make deps slides' >&2; exit 1; }

$(TEACH)/%.slides.md: %/README.md teach/slides.py
	$(Q)mkdir -p $(@D)
	$(Q)teach/slides.py $< > $@

$(TEACH)/%.html: $(TEACH)/%.slides.md teach/slides.css teach/slides.js
	$(call have-tool,pandoc)
	$(Q){ echo '<script>' && cat teach/slides.js && echo '</script>'; } > $(TEACH)/$*.script
	$(Q)pandoc -f markdown-tex_math_dollars -t html5 --section-divs --self-contained --resource-path=$* \
	    -c teach/slides.css -A $(TEACH)/$*.script $< -o $@

$(TEACH)/%.pdf: $(TEACH)/%.html
	$(call have-tool,weasyprint)
	$(Q)weasyprint -q $< $@

cards: ## cards from the gallery of mistakes: program in front, verdict on the back (WORDS="async race")
	$(Q)teach/cards.py $(TEACH) $(WORDS)

ifeq ($(MACHINE),emu)
answers: $(LEARN_NEEDS) ## the teacher's key: hints, common wrong answers, their verdicts (EX="04_pad")
	$(Q)mkdir -p $(TEACH)
	$(Q)teach/answers.py $(EX) > $(TEACH)/answers.md
	$(Q)echo 'written: $(TEACH)/answers.md'

teach-tables: $(LEARN_NEEDS) ## fill in the tables of wrong answers in teach/ (EX=04_pad: its rows alone)
	$(Q)teach/answers.py --into $(TEACH_PAGES) $(if $(EX),--only $(EX))

check-teach: $(PROGRAMS) $(LEARN_NEEDS) ## do the teachers' pages show what the programs print?
	$(Q)mk/check_teach.sh $(TEACH_PAGES)

check-classroom: $(LEARN_NEEDS) ## is the handout free of solutions, and do the editor's tasks and the notebook work?
	$(Q)BUILD_DIR=$(B) mk/check_classroom.sh

DOCUMENTATION_CHECKS += check-teach check-classroom
else
answers teach-tables check-teach check-classroom:
	$(Q)$(MAKE) GPU=emu $@
endif

handout: ## the students' copy, without solutions: build/teach/handout/ and .zip (CHAPTER=04_shared: its exercises alone)
	$(Q)teach/handout.py $(TEACH)/handout $(CHAPTER)
	$(Q)teach/handout.py --check $(TEACH)/handout
	$(Q)rm -f $(TEACH)/handout.zip && cd $(TEACH) && python3 -m zipfile -c handout.zip handout
	$(Q)echo 'written: $(TEACH)/handout/, $(TEACH)/handout.zip'

ADDRESS ?= $(patsubst git@github.com:%,https://github.com/%,$(shell git remote get-url origin 2>/dev/null))
colab: ## the notebook for Colab with the address of your clone (ADDRESS=https://...): build/teach/colab.ipynb
	$(Q)[ -n '$(ADDRESS)' ] || { echo 'colab: the clone has no origin: make colab ADDRESS=https://github.com/OWNER/REPOSITORY' >&2; exit 2; }
	$(Q)mkdir -p $(TEACH)
	$(Q)sed 's|https://github.com/OWNER/REPOSITORY|$(ADDRESS)|' teach/colab.ipynb > $(TEACH)/colab.ipynb
	$(Q)echo 'written: $(TEACH)/colab.ipynb, which clones $(ADDRESS)'

GRADES ?= grades
class-report: ## one table and page of many reports of check-all FORMAT=json (GRADES=folder)
	$(Q)ls $(GRADES)/*.json | teach/class_report.py $(TEACH)

.PHONY: check-container check-gradescope check-autolab
check-gradescope: $(LEARN_NEEDS) ## unpack the Gradescope package in a new Debian and attack it (as root; needs debootstrap)
	$(Q)mk/check_gradescope.sh

check-autolab: $(LEARN_NEEDS) ## the same with the files for Autolab, as root and as an ordinary user
	$(Q)mk/check_autolab.sh

check-container: check-gradescope check-autolab ## carry out teach/Containerfile in a new Debian, and try it offline (as root; needs debootstrap)
	$(Q)mk/check_container.sh

# ---- Graders -------------------------------------------------------------------------------------

# Both hold the committed course.
ASSIGNMENT ?=
need-assignment = $(Q)[ -n '$(ASSIGNMENT)' ] && [ -n '$(SEED)' ] || \
    { echo '$@: say which exercises and which seed: make $@ ASSIGNMENT="02 04_pad" SEED=7' >&2; exit 2; }

gradescope: ## an autograder for Gradescope: ASSIGNMENT="02 04_pad" SEED=7
	$(need-assignment)
	$(Q)rm -rf $(TEACH)/gradescope $(TEACH)/gradescope.zip
	$(Q)mkdir -p $(TEACH)/gradescope
	$(Q)git archive HEAD > $(TEACH)/gradescope/course.tar
	$(Q)cp teach/gradescope/setup.sh teach/gradescope/run_autograder $(TEACH)/gradescope
	$(Q)echo '$(ASSIGNMENT)' > $(TEACH)/gradescope/assignment.txt; echo '$(SEED)' > $(TEACH)/gradescope/seed.txt
	$(Q)cd $(TEACH)/gradescope && python3 -m zipfile -c ../gradescope.zip *
	$(Q)echo 'written: $(TEACH)/gradescope.zip'

autolab: ## an autograder for Autolab: ASSIGNMENT="02 04_pad" SEED=7
	$(need-assignment)
	$(Q)rm -rf $(TEACH)/autolab
	$(Q)mkdir -p $(TEACH)/autolab/course
	$(Q)git archive HEAD | tar x -C $(TEACH)/autolab/course
	$(Q)echo '$(ASSIGNMENT)' > $(TEACH)/autolab/course/teach/autolab/assignment.txt
	$(Q)echo '$(SEED)' > $(TEACH)/autolab/course/teach/autolab/seed.txt
	$(Q)tar cf $(TEACH)/autograde.tar -C $(TEACH)/autolab course
	$(Q)cp teach/autolab/Makefile $(TEACH)/autograde-Makefile
	$(Q)echo 'written: $(TEACH)/autograde.tar, $(TEACH)/autograde-Makefile'
