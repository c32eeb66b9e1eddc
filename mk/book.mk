# SPDX-License-Identifier: MIT
#
# The book: lessons and guides as a site and as a PDF, from the Markdown, unchanged. Sphinx and what it needs go
# into build/book/venv, in the versions of site/book/requirements.txt. `make deps book` installs what that
# takes. The explorer is part of it if there is a clang for WebAssembly.

BOOK := build/book
SITE := $(BOOK)/html
BOOK_PDF := $(BOOK)/book.pdf
SPHINX := $(BOOK)/venv/bin/sphinx-build
CHROMIUM ?= chromium
PRINT := $(CHROMIUM) --headless --no-sandbox --disable-gpu --no-pdf-header-footer --generate-pdf-document-outline \
         --virtual-time-budget=60000

$(BOOK)/venv/.made: site/book/requirements.txt
	@echo 'book: installing Sphinx into $(BOOK)/venv'
	$(Q)rm -rf $(@D)
	$(Q)python3 -m venv $(@D) && $(@D)/bin/pip install -q --disable-pip-version-check -r $<
	$(Q)touch $@

have-wasm = echo 'int main(void) { return 0; }' | $(WASM_CC) -x c -o /dev/null - 2>/dev/null

.PHONY: book book-deps book-pdf test-book
##@ Read
book-deps: $(BOOK)/venv/.made ## install Sphinx below build/

book: $(BOOK)/venv/.made ## the lessons as a site that can be searched, offline: build/book/html (make deps book)
	$(Q)if $(have-wasm); then $(MAKE) $(EXPLORER); else \
	    rm -f $(EXPLORER); echo 'book: without the explorer, which needs clang for WebAssembly'; fi
	$(Q)EXPLORER=$$(ls $(EXPLORER) 2>/dev/null) $(SPHINX) -q -W --keep-going -c site/book -d $(BOOK)/trees . $(SITE)
	@echo '$(SITE)/index.html: open it in a browser'

# Titles of source texts are Chinese.
book-pdf: book ## the same as one PDF, printed by Chromium: build/book/book.pdf
	$(Q)[ -n "$$(fc-list :lang=zh 2>/dev/null)" ] || \
	    echo 'book: no font for Chinese here: some titles of texts will be boxes (make deps book-pdf)'
	$(Q)site/book/print.py $(SITE) > $(SITE)/print.html
	$(Q)$(PRINT) --print-to-pdf=$(BOOK_PDF) file://$(abspath $(SITE))/print.html 2>$(BOOK)/print.log || { cat $(BOOK)/print.log >&2; exit 1; }
	@echo '$(BOOK_PDF)'

# Needs Chromium, which searches and prints.
test-book: book-pdf ## check the book: links, searches, contrast; the PDF; the explorer in a browser
	$(Q)python3 site/tests/book/check_site.py $(SITE)
	$(Q)python3 site/tests/book/check_pdf.py $(SITE) $(BOOK_PDF)
	$(Q)CHROMIUM='$(CHROMIUM)' python3 site/tests/book/check_search.py $(SITE)
	$(Q)CHROMIUM='$(CHROMIUM)' python3 site/tests/book/check_clipped.py $(SITE)
	$(Q)CHROMIUM='$(CHROMIUM)' python3 site/tests/book/check_contrast.py
	$(Q)[ ! -f $(EXPLORER) ] || CHROMIUM='$(CHROMIUM)' python3 site/tests/explorer/check_page.py $(EXPLORER)
