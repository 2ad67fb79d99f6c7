#!/usr/bin/env python3
"""check_site.py FOLDER: of the pages in FOLDER (make site) each link leads to a file that is there, and to a place that it has; nothing is fetched
from elsewhere; each page has a title, and is reached from index.html; all documents and manual pages are among them. Prints what is not so, and at
the end "site: N passed, N failed"."""

import glob
import html.parser
import os
import re
import sys
import urllib.parse

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..'))
FETCHED = {('link', 'href'), ('img', 'src'), ('script', 'src'), ('iframe', 'src'), ('source', 'srcset'), ('object', 'data')}


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.places, self.links, self.fetched, self.title, self.in_title = set(), [], [], '', False
        with open(path, encoding='utf-8') as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attrs):
        self.in_title = tag == 'title'
        for name, value in attrs:
            if name == 'id' or (tag, name) == ('a', 'name'):
                self.places.add(value)
            elif (tag, name) in FETCHED:
                self.fetched.append(value)
            elif (tag, name) == ('a', 'href'):
                self.links.append(value)

    def handle_data(self, data):
        self.title += data.strip() if self.in_title else ''

    def handle_endtag(self, tag):
        self.in_title = False


def is_elsewhere(link):
    return bool(re.match('[a-z]+:|//', link))


def reached_from(start, leads_to):
    found, left = {start}, [start]
    while left:
        new = leads_to.get(left.pop(), set()) - found
        found |= new
        left += new
    return found


def trouble_of(name, link, pages):
    """What is wrong with a link of a page, None: nothing; and the file that it leads to."""
    path, place = urllib.parse.urldefrag(urllib.parse.unquote(link))
    target = os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else name
    if not os.path.isfile(target):
        return f'{name}: {link} is not there', target
    has_place = not place or (target in pages and place in pages[target].places)
    return None if has_place else f'{name}: {link}: {target} has no such place', target


def main(folder):
    os.chdir(folder)
    pages = {os.path.relpath(path): Page(path) for path in glob.glob('**/*.html', recursive=True)}
    checks, leads_to = [], {}
    for name, page in sorted(pages.items()):
        checks.append(None if page.title else f'{name} has no title')
        checks += [f'{name} fetches {link}' for link in page.fetched if is_elsewhere(link)]
        for link in page.links + page.fetched:
            if not is_elsewhere(link):
                wrong, target = trouble_of(name, link, pages)
                checks.append(wrong)
                leads_to.setdefault(name, set()).add(target)
    with open('style.css', encoding='utf-8') as file:
        checks += [f'style.css fetches {link}' for link in re.findall(r'url\(.*?\)|@import.*', file.read())]
    reached = reached_from('index.html', leads_to)
    checks += [None if name in reached else f'{name} is not reached from index.html' for name in sorted(pages)]
    for document in glob.glob(os.path.join(ROOT, 'docs', '**', '*.md'), recursive=True) + glob.glob(os.path.join(ROOT, 'docs', '*.[13]')):
        name = os.path.relpath(re.sub(r'\.md$', '', document), ROOT) + '.html'
        checks.append(None if name in pages else f'{name} is not there')
    failures = [wrong for wrong in checks if wrong is not None]
    print(''.join(f'FAILED: {wrong}\n' for wrong in failures), end='')
    print(f'site: {len(checks) - len(failures)} passed, {len(failures)} failed')
    return 1 if failures or len(pages) < 30 else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
