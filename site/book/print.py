#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The pages of the book one after the other as one page, to be printed.

    site/book/print.py SITE > SITE/print.html

Takes the article of each page of the built site; a heading's anchor gets its page's name in front, so
that links between pages stay links. Links to pages of files become words.
"""
import pathlib
import posixpath
import re
import sys

import contents

ARTICLE = re.compile(r'<article[^>]*>(.*?)</article>', re.S)
SELF_LINK = re.compile(r'<a class="headerlink"[^>]*>.*?</a>', re.S)
ANCHOR = re.compile(r'<a ([^>]*?)href="([^"]*)"([^>]*)>(.*?)</a>', re.S)
HEAD = """<!doctype html><html lang="en"><meta charset="utf-8"><title>%s</title>
<link rel="stylesheet" href="_static/pygments.css"><link rel="stylesheet" href="_static/print.css"><body>
<nav><h1>Contents</h1><ol>%s</ol></nav>
"""


def name_of(page):
    return page.removesuffix(".md").replace("/", "-")


def joined(page, article, pages):
    """An article with the anchors and links of the one page."""
    folder = posixpath.dirname(page)

    def link(match):
        before, target, after, text = match.groups()
        if re.match(r"[a-z]+:", target):
            return match[0]
        place, _, anchor = target.partition("#")
        other = posixpath.normpath(posixpath.join(folder, place)) if place else page
        other = other.removesuffix(".html") + ".md" if place else other
        if other not in pages:
            return text
        return f'<a {before}href="#{name_of(other)}{"--" + anchor if anchor else ""}"{after}>{text}</a>'

    article = ANCHOR.sub(link, SELF_LINK.sub("", article))
    article = re.sub(r' id="([^"]*)"', rf' id="{name_of(page)}--\1"', article)
    article = article.replace("<details", "<details open")
    up = "../" * page.count("/")
    return article.replace(f'src="{up}_images', 'src="_images')


def main():
    site = pathlib.Path(sys.argv[1])
    pages = contents.pages(pathlib.Path(__file__).parents[2])
    bodies, titles = [], []
    for page in pages:
        text = (site / (page.removesuffix(".md") + ".html")).read_text()
        article = ARTICLE.search(text)[1]
        title = re.sub("<[^>]*>", "", SELF_LINK.sub("", re.search("<h1>(.*?)</h1>", article, re.S)[1]))
        titles.append(f'<li><a href="#{name_of(page)}">{title}</a></li>')
        bodies.append(f'<article id="{name_of(page)}">{joined(page, article, pages)}</article>\n')
    print(HEAD % ("Matrix multiplication in CUDA, step by step, in plain C", "".join(titles)), *bodies)


main()
