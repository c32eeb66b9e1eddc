# SPDX-License-Identifier: MIT
"""Excerpts of code in a lesson. Above each block of C is its source, a path from the lesson's folder:

    <!-- code: 4_swizzled.cu -->          the file contains it: the same text except for comments, #pragmas, spaces and "..."
    <!-- code: after 4_swizzled.cu -->    simplified; only the file must be there
"""
import re

BLOCK = re.compile(r"(?:^<!-- code: (after )?(\S+) -->\n)?^```c\n(.*?)^```$", re.M | re.S)


class Excerpt:
    def __init__(self, found):
        self.simplified, self.path, self.code = bool(found[1]), found[2], found[3]
        self.line = found.string.count("\n", 0, found.start(3))  # of the ```c


def excerpts_of(markdown):
    return [Excerpt(found) for found in BLOCK.finditer(markdown)]


def squeezed(code):
    """What the compiler reads, without spaces; and the line of each character."""
    text, lines = [], []
    for number, line in enumerate(re.sub(r"/\*.*?\*/", lambda m: "\n" * m[0].count("\n"), code, flags=re.S).splitlines(), 1):
        line = "" if line.lstrip().startswith("#pragma") else "".join(line.split("//")[0].split())
        text.append(line)
        lines += [number] * len(line)
    return "".join(text), lines


def line_of(code, source):
    """The line of the source where an excerpt begins; None: it is not in the source."""
    (wanted, _), (text, lines) = squeezed(code), squeezed(source)
    at, first = 0, None
    for part in filter(None, wanted.split("...")):
        at = text.find(part, at)
        if at < 0:
            return None
        first = lines[at] if first is None else first
        at += len(part)
    return first
