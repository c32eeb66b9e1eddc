# SPDX-License-Identifier: MIT
"""Links of the book to the pages of files (files.py): those of the Markdown to code, data and folders; names
of files and steps (`parts/raster.h`, `parts/raster.h:raster_of`, `4_swizzled`); excerpts of code; and
commands of chapter 06 to the explorer."""
import pathlib
import re
import urllib.parse

from docutils import nodes
from sphinx import addnodes

from excerpts import excerpts_of
from excerpts import line_of as line_of_excerpt
from files import page_of

NAMED = re.compile(r"([\w.-]+(?:/[\w.-]+)*)(?::(\w+))?")
LAYOUTS = re.compile(r"^\$ build/emu/06_layouts/06_layouts ([a-z][^|>\n]*?)( 2>&1)?$", re.M)
PREDICT = re.compile(r'^(?:\$ )?make (0[2-9]|10) ARGS="([^"]*--predict[^"]*)"', re.M)
KERNELS = ("tile --layout",)  # commands that the explorer does not have


def lines_of(path):
    return path.read_text(errors="replace").splitlines()


def line_of(path, symbol):
    """Where a file declares a symbol: on a line that begins in the first column. Or a line's number."""
    if symbol.isdigit():
        return int(symbol)
    for number, line in enumerate(lines_of(path), 1):
        if line[:1].strip() and re.search(rf"\b{symbol}\b", line.split("//")[0]):
            return number
    return None


class Finder:
    """Turns what one page names into links to the pages of files."""

    def __init__(self, app):
        self.root, self.name = pathlib.Path(app.srcdir), app.env.docname
        self.folder = (self.root / self.name).parent
        self.wanted = app.env.files_wanted[self.name] = set()

    def inside(self, target):
        """The path of a file or folder of the repository, from its root; None: it is not one."""
        for folder in (self.folder, self.root):
            path = (folder / target).resolve()
            if path.exists() and path.is_relative_to(self.root) and path != self.root:
                path = path.relative_to(self.root)
                return None if path.parts[0] in ("build", ".git") else path
        return None

    def link(self, path, line, *children):
        self.wanted.add(path)
        up = "../" * self.name.count("/")
        uri = f"{up}{page_of(self.root, path)}.html" + (f"#L-{line}" if line else "")
        return nodes.reference("", "", *children, internal=True, refuri=uri, classes=["file"])

    def links(self, tree):
        for kind in (addnodes.download_reference, addnodes.pending_xref):
            for node in list(tree.findall(kind)):
                path = self.inside(node["reftarget"]) if not node.get("refdomain") else None
                if path:
                    node.replace_self(self.link(path, None, *node.children))

    def file(self, name):
        """The file that a name means: its path, a step's name, or what `make diff STEP=04/2` shows."""
        names = [name]
        if step := re.fullmatch(r"(?:\d\d_\w+/)?(\d+_\w+)", name):
            names = [f"{name}{end}" for end in (".cu", ".c", f"/{step[1]}.cu", f"/{step[1]}.c")]
        elif step := re.search(r"STEP=(\d\d)/(\d+)", name):
            names = [p.relative_to(self.root) for pattern in ("", f"{step[2]}_*/")
                     for p in sorted(self.root.glob(f"{step[1]}_*/{pattern}{step[2]}_*.c*"))]
        for path in map(self.inside, names):
            if path and path.suffix not in ("", ".md") and (self.root / path).is_file():
                return path
        return None

    def names(self, tree):
        """Names in backquotes; of steps also those in bold and those that fill a cell of a table."""
        kinds = (nodes.literal, nodes.strong, nodes.paragraph)
        for node in [n for kind in kinds for n in tree.findall(kind)]:
            text = node.astext().rstrip(".") if len(node.children) == 1 else ""
            literal = isinstance(node, nodes.literal)
            if isinstance(node.parent, nodes.reference) or not literal and not re.fullmatch(r"\d+_\w+", text):
                continue
            said = NAMED.fullmatch(text) or re.fullmatch("(.*)()", text)
            path = self.file(said[1])
            if not path:
                continue
            line = line_of(self.root / path, said[2]) if said[2] else None
            if isinstance(node, nodes.paragraph):
                node[:] = [self.link(path, line, *node.children)]
            else:
                node.replace_self(self.link(path, line, node.deepcopy()))

    def excerpts(self, tree):
        """Below an excerpt of C: its file, and the line where it begins."""
        page = (self.root / self.name).with_suffix(".md")
        blocks = [b for b in tree.findall(nodes.literal_block) if b.get("language") == "c"]
        for block, excerpt in zip(list(blocks), excerpts_of(page.read_text(encoding="utf-8")), strict=True):
            path = self.inside(excerpt.path) if excerpt.path else None
            if path:
                source = (self.root / path).read_text(errors="replace")
                line = None if excerpt.simplified else line_of_excerpt(excerpt.code, source)
                text = nodes.literal(text=f"{path.name}:{line}" if line else path.name)
                self.below(block, self.link(path, line, text))

    def predictions(self, code):
        """What `make 05 ARGS="--predict --size 4096"` asks, as a question to the explorer's page of costs."""
        for chapter, flags in PREDICT.findall(code):
            step = re.search(r"--step (\d+)", flags)
            first = sorted(self.root.glob(f"{chapter}_*/{step[1] if step else 1}_*"))[0].relative_to(self.root)
            flags = re.sub(r"--(predict|counters|step \S+)", "", re.sub(r"--size (\d+)", r"-m \1 -n \1 -k \1", flags))
            yield " ".join(["cost", str(first.with_suffix("")), *flags.split()])

    def moving(self, tree):
        """Pictures that move are marked, for pictures.js."""
        for node in tree.findall(nodes.image):
            if "site/moving/" in node["uri"]:
                node["classes"].append("moving")

    def explorer(self, tree):
        """Below a command of chapter 06 or a prediction: the same question in the explorer."""
        for block in list(tree.findall(nodes.literal_block)):
            asked = [a for a, _ in LAYOUTS.findall(block.astext()) if not a.startswith(KERNELS)]
            asked += self.predictions(block.astext())
            links = [nodes.reference("", "in the explorer: " + line, internal=True, classes=["explorer"],
                                     refuri="../explorer.html#" + urllib.parse.quote(line)) for line in asked]
            self.below(block, *links)

    @staticmethod
    def below(block, *links):
        place = block.parent.index(block) + 1
        if links:
            block.parent.insert(place, nodes.container("", *[nodes.paragraph("", "", l) for l in links],
                                                       classes=["elsewhere"]))


def find_links(app, tree):
    finder = Finder(app)
    finder.links(tree)
    finder.names(tree)
    finder.moving(tree)
    if re.match(r"\d\d_", app.env.docname):
        finder.excerpts(tree)
    if app.config.explorer and re.match(r"(0[2-9]|10)_\w+/", app.env.docname):
        finder.explorer(tree)


def start(app):
    app.env.files_wanted = getattr(app.env, "files_wanted", {})


def forget(app, env, name):
    env.files_wanted.pop(name, None)


def setup(app):
    app.add_config_value("explorer", "", "env")
    app.connect("builder-inited", start)
    app.connect("env-purge-doc", forget)
    app.connect("doctree-read", find_links, priority=100)  # before Sphinx copies what is downloaded
    return {"parallel_read_safe": False, "parallel_write_safe": True}
