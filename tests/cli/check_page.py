"""check_page.py PAGE LIST CSV JSON: a page of `pgnunpack -l --html` of one database is HTML that stands alone, and has the
counts of what `-l -v --json`, `--csv` and `--json` say of the same database. With a PAGE only: the first of these.
"""
import collections
import csv
import html.parser
import json
import re
import sys

VOID = {"meta", "link", "br", "hr", "img", "input"}
ALLOWED = set("""html head meta title style body h1 h2 h3 section dl div dt dd p table tr th td svg rect span details
summary""".split())


class Page(html.parser.HTMLParser):
    """Fails at once for what is not nested, not allowed, or leads elsewhere. Tables by class; facts by class."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open = []
        self.tables = collections.defaultdict(list)
        self.facts = {}
        self.texts = []
        self.classes = []
        self.rects = 0

    def handle_starttag(self, tag, attrs):
        names = [name for name, _ in attrs]
        assert tag in ALLOWED, f"<{tag}>"
        assert len(set(names)) == len(names), f"an attribute is there twice: {attrs}"
        for name, value in attrs:
            assert name not in ("src", "href") and not name.startswith("on"), f"{name} of <{tag}>"
            assert value is not None and "://" not in value and "url(" not in value, f"{name}={value}"
        self.rects += tag == "rect"
        if tag in VOID:
            return
        self.open.append(tag)
        self.classes.append(dict(attrs).get("class", ""))
        if tag == "tr":
            self.table().append([])
        elif tag in ("th", "td"):
            self.table()[-1].append("")

    def table(self):
        return self.tables[[name for tag, name in zip(self.open, self.classes) if tag == "table"][-1]]

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open}"
        self.open.pop()
        self.classes.pop()

    def handle_data(self, data):
        self.texts.append(data)
        if self.open and self.open[-1] in ("th", "td"):
            self.table()[-1][-1] += data
        if self.open and self.open[-1] == "dd":
            self.facts[self.classes[-2]] = data
        if "style" in self.open:
            assert "@import" not in data and "url(" not in data

    def handle_decl(self, decl):
        assert decl == "DOCTYPE html"


def read_page(path):
    page = Page()
    with open(path, encoding="utf-8") as text:
        page.feed(text.read())
    page.close()
    assert not page.open, f"not closed: {page.open}"
    assert page.rects > 0 or "columns" not in page.tables
    return page


def number(text):
    return int(text.replace(",", ""))


def counted(page, name):
    """{label: count} of a table with bars or figures; the heading is left out."""
    rows = [row for title, table in page.tables.items() if name in title.split() for row in table]
    return {row[0]: number(row[2] if row[1] == "" else row[1]) for row in rows[1:]}


def grouped(values, step, top=None):
    """As the page groups numbers: {"2100–2199": count}, with `top` the last group that takes all above it."""
    groups = collections.Counter()
    for value in values:
        low = value // step * step
        if top is not None and low >= top:
            groups[f"{top}+"] += 1
        else:
            groups[str(low) if step == 1 else f"{low}–{low + step - 1}"] += 1
    return dict(groups)


def rating(text):
    match = re.match(r"\s*(\d{1,4})(?!\d|\?[\d?])", text)
    return int(match[1]) if match else 0


def leading(text):
    digits = ""
    for sign in text:
        if not ("0" <= sign <= "9"):
            break
        digits += sign
    value = int(digits or "0")
    return value if value < 10000 else 0


def year_step(years):
    step = 1
    while years and (max(years) + 1) // step - min(years) // step >= 100:
        step *= 10
    return step


def same(what, got, wanted):
    assert got == wanted, f"{what}: the page has {got}, not {wanted}"


def compare(page, listing, rows, games):
    for fact in ("games", "text_size", "packed_size", "blocks", "segments", "files"):
        same(fact, number(page.facts[fact]), listing[fact])
    columns = counted(page, "columns")
    same("all columns", sum(columns.values()), listing["packed_size"])
    wanted = {f"{c['part']}: {c['column']}": c["packed_size"] for c in listing["columns"]}
    for name, size in columns.items():
        same(name, size, wanted.get(name, size if name == "(the rest)" else None))
    results = {name: count for name, count in counted(page, "results").items() if count}
    same("results", results, dict(collections.Counter(game["result"] for game in games)))
    moves = [game["moves"][0] for game in games if "FEN" not in game["tags"] and game["moves"]]
    first = collections.Counter(move for move in moves if move != "--" and "@" not in move)
    same("first moves", counted(page, "first_moves"), dict(first))
    ratings = [rating(row[tag]) for row in rows for tag in ("WhiteElo", "BlackElo")]
    same("ratings", counted(page, "ratings"), grouped([r for r in ratings if r], 100, 4000))
    years = [year for year in (leading(row["Date"]) for row in rows) if year]
    same("years", counted(page, "years"), grouped(years, year_step(years)))
    same("plies", counted(page, "plies"), grouped([int(row["Plies"]) for row in rows], 10, 300))


def main():
    page = read_page(sys.argv[1])
    if len(sys.argv) == 2:
        return
    with open(sys.argv[2], encoding="utf-8") as text:
        (listing,) = json.load(text)
    with open(sys.argv[3], encoding="utf-8", errors="surrogateescape", newline="") as text:
        rows = list(csv.DictReader(text))
    with open(sys.argv[4], encoding="utf-8") as text:
        games = [json.loads(line) for line in text]
    assert len(games) == len(rows) == listing["games"] > 0
    compare(page, listing, rows, games)


if __name__ == "__main__":
    main()
