# SPDX-License-Identifier: MIT
"""The book: the repository's own Markdown as a site. `make book` builds it; the folder of the sources
is the repository itself, so that nothing is copied."""
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))
import contents  # noqa: E402

project = html_title = "Matrix multiplication, step by step"
extensions = ["myst_parser", "sphinx_copybutton", "files", "links"]
include_patterns = contents.pages(ROOT)
root_doc = contents.FRONT.removesuffix(".md")
myst_heading_anchors = 6
highlight_language = "none"

html_theme = "furo"
html_static_path = ["book.css", "print.css", "pictures.js"]
html_css_files = ["book.css"]
html_js_files = [("pictures.js", {"defer": "defer"})]
html_search_scorer = str(HERE / "scorer.js")
copybutton_prompt_text = "$ "  # only the commands of a console block are copied
copybutton_exclude = ".linenos, .elsewhere"
html_copy_source = html_show_sourcelink = html_show_copyright = html_use_index = False
html_theme_options = {"navigation_with_keys": True}
explorer = os.environ.get("EXPLORER", "")  # the page, where it was made
html_extra_path = [str(ROOT / explorer)] if explorer else []


def add_contents(app, name, source):
    """The Markdown has no table of contents for the site: its pages are listed in contents.py."""
    page = name + ".md"
    trees = contents.parts(ROOT) if page == contents.FRONT else [("", contents.below(ROOT, page))]
    for title, pages in trees:
        if pages:
            lines = [f"/{p.removesuffix('.md')}" for p in pages]
            caption = f":caption: {title}\n" if title else ""
            source[0] += f"\n```{{toctree}}\n:hidden:\n{caption}\n" + "\n".join(lines) + "\n```\n"


def add_front(app, error):
    """A site begins with index.html."""
    if not error and app.builder.name == "html":
        out = pathlib.Path(app.outdir)
        (out / "index.html").write_text((out / f"{root_doc}.html").read_text())


def leave_room(app, name, template, context, tree):
    """The gallery's table needs the room of the page's contents."""
    if name == "emu/tests/mistakes/README":
        context["furo_hide_toc"] = True


def setup(app):
    app.connect("source-read", add_contents)
    app.connect("html-page-context", leave_room, priority=900)  # after the theme
    app.connect("build-finished", add_front)
