# SPDX-License-Identifier: MIT
"""Files of the repository as pages of the site, with numbered lines; those that links.py found a link to. A
folder's page lists its files."""
import html
import pathlib

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import TextLexer, get_lexer_by_name, get_lexer_for_filename
from pygments.util import ClassNotFound

FORMAT = HtmlFormatter(linenos="inline", lineanchors="L", anchorlinenos=True)


def page_of(root, path):
    """The page's name: like the file's, below files/."""
    return "files/" + (path / "index" if (root / path).is_dir() else path).as_posix()


def shown(root, path):
    """A file as HTML; a folder as links to what is in it."""
    if (root / path).is_dir():
        items = (f'<li><a href="{html.escape(p.name)}.html">{html.escape(p.name)}</a></li>' for p in files_in(root, path))
        return f"<ul>{''.join(items)}</ul>"
    try:
        lexer = get_lexer_by_name("cuda") if path.suffix == ".h" else get_lexer_for_filename(path.name)
    except ClassNotFound:
        lexer = TextLexer()
    return highlight((root / path).read_text(errors="replace"), lexer, FORMAT)


def files_in(root, folder):
    return [p.relative_to(root) for p in sorted((root / folder).iterdir()) if p.is_file() and p.name[0] != "."]


def file_pages(app):
    root, by = pathlib.Path(app.srcdir), {}
    for name, wanted in app.env.files_wanted.items():
        for path in wanted:
            by.setdefault(path, set()).add(name)
            for child in files_in(root, path) if (root / path).is_dir() else ():
                by.setdefault(child, set())
    for path in sorted(by):
        page = page_of(root, path)
        links = ", ".join(f'<a href="{"../" * page.count("/")}{name}.html">{name}</a>' for name in sorted(by[path]))
        body = f"<h1>{html.escape(path.as_posix())}</h1>" + (f"<p>Named in {links}</p>" if links else "")
        yield page, {"title": path.as_posix(), "body": f'{body}<div class="file">{shown(root, path)}</div>'}, "page.html"


def setup(app):
    app.connect("html-collect-pages", file_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
