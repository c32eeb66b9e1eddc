# SPDX-License-Identifier: MIT
"""What is in the book, in its order. A folder means its README.md, with its other pages below it."""
import pathlib

FRONT = "README.md"
PARTS = {
    "Lessons": ["[0-9][0-9]_*/README.md"],
    "Tools": ["emu/README.md", "emu/HOW_IT_WORKS.md", "emu/engine/README.md", "emu/emucc/README.md",
              "emu/EXPECT.md", "emu/TRACE.md", "emu/tests/mistakes/README.md", "learn/README.md",
              "site/explorer/README.md", "bench/README.md", "bench/results/*.md"],
    "For teachers": ["teach/README.md"],
    "About the course": ["docs/results.md", "docs/commands.md", "docs/systems.md", "docs/source_texts.md",
                         "docs/source_texts/*.md", "CONTRIBUTING.md", "common/README.md",
                         "common/device/ptx/README.md"],
}
WITH_OTHERS = ("[0-9][0-9]_*/README.md", "teach/README.md")


def below(root, page):
    """The pages listed below one: the other pages of its folder, if the README is the head of its folder."""
    page = pathlib.PurePosixPath(page)
    if not any(page.match(pattern) for pattern in WITH_OTHERS) or len(page.parts) != 2:
        return []
    others = sorted(pathlib.Path(root, page.parent).glob("*.md"))
    return [f"{page.parent}/{other.name}" for other in others if other.name != page.name]


def parts(root):
    """Each part's title, and its pages."""
    for title, patterns in PARTS.items():
        yield title, [found.relative_to(root).as_posix() for pattern in patterns
                      for found in sorted(pathlib.Path(root).glob(pattern))]


def pages(root):
    """All pages, in reading order."""
    root = pathlib.Path(root)
    every = [FRONT]
    for _, heads in parts(root):
        for page in heads:
            every += [page, *below(root, page)]
    return every
