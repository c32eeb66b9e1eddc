#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_site.py SITE: is the built book whole? Every link and anchor inside it leads somewhere, and every page has
as many headings, pieces of code, tables and pictures as its Markdown. Run in the repository root."""
import html.parser
import pathlib
import re
import sys
import urllib.parse

sys.path.insert(0, "site/book")
import contents  # noqa: E402

KINDS = ("headings", "code", "tables", "pictures")


class Page(html.parser.HTMLParser):
    """A page's anchors, its links, and what its article holds."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.count, self.inside = {""}, [], dict.fromkeys(KINDS, 0), False
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.anchors |= {attributes[key] for key in ("id", "name") if attributes.get(key)}
        self.links += [attributes[key] for key in ("href", "src") if attributes.get(key)]
        if tag == "article":
            self.inside = True
        kind = {"pre": "code", "table": "tables", "img": "pictures"}.get(tag)
        kind = "headings" if re.fullmatch("h[1-6]", tag) else kind
        if self.inside and kind:
            self.count[kind] += 1

    def handle_endtag(self, tag):
        if tag == "article":
            self.inside = False


def counted(markdown):
    """What a Markdown text holds, line by line."""
    count, fence, blank, in_list, indented, before = dict.fromkeys(KINDS, 0), "", True, False, False, ""
    for line in re.sub(r"^<!--.*?-->", "", markdown, flags=re.S | re.M).splitlines():
        mark = re.match(r" *(```+|~~~+)", line)
        if fence:
            fence = "" if mark and line.strip() == fence else fence
        elif mark:
            fence, in_list = mark[1], in_list and line[0] == " "
            count["code"] += 1
        elif line.startswith("    ") and line.strip() and not in_list and (blank or indented):
            count["code"] += not indented
            indented, blank = True, False
            continue
        elif line.strip():
            in_list = bool(re.match(r" *([-*+]|\d+[.)]) ", line)) or in_list and (line[0] == " " or not blank)
            count["headings"] += bool(re.match("#{1,6} ", line))
            count["tables"] += "|" in before and bool(re.fullmatch(r"\|?( *:?-+:? *\|)+( *:?-+:? *)?", line.strip()))
            count["pictures"] += len(re.findall(r"!\[", re.sub("`[^`]*`", "", line)))
        if line.strip():
            indented = False
        blank, before = not line.strip(), line
    return count


def main():
    site = pathlib.Path(sys.argv[1])
    pages = {path.relative_to(site).as_posix(): Page(path) for path in sorted(site.rglob("*.html"))
             if path.name not in ("print.html", "explorer.html")}
    wrong, links = [], 0
    for name, page in pages.items():
        for link in page.links:
            place = urllib.parse.urlsplit(link)
            if place.scheme or place.netloc:
                continue
            links += 1
            path = (site / name).parent / urllib.parse.unquote(place.path) if place.path else site / name
            other = pages.get(path.resolve().relative_to(site.resolve()).as_posix())
            if not path.is_file():
                wrong.append(f"{name}: {link} leads nowhere")
            elif other and urllib.parse.unquote(place.fragment) not in other.anchors:
                wrong.append(f"{name}: {link}: there is no such anchor")
    for source in contents.pages(pathlib.Path.cwd()):
        page = pages[source.removesuffix(".md") + ".html"]
        expected = counted(pathlib.Path(source).read_text())
        if page.count != expected:
            wrong.append(f"{source}: the page has {page.count}, the Markdown {expected}")
    print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
    print(f"book: {len(pages)} pages, {links} links, {len(wrong)} wrong")
    return bool(wrong)


sys.exit(main())
