"""What notebooks show: boards as SVG, columns and games as HTML."""

import os
import re
import unittest
import xml.etree.ElementTree as xml
from html.parser import HTMLParser

from support import ROOT, odd, packed

import pgnpack
from pgnpack import _pictures

SVG = '{http://www.w3.org/2000/svg}'
FEN = 'r3k2r/8/2n5/4Pp2/8/1B6/Q7/R3K2R w KQkq f6 0 1'


def men_of(svg):
    """Men by their places, told by their shapes; and the places of squares that are marked."""
    tree = xml.fromstring(svg)
    shapes = {body: letter for letter, (body, _, _) in _pictures._SHAPES.items()}
    men = {}
    for group in tree.iter(SVG + 'g'):
        x, y = map(int, re.fullmatch(r'translate\((\d+) (\d+)\)', group.get('transform')).groups())
        body = group.find(SVG + 'path')
        letter = shapes[body.get('d')]
        men[x // 100, y // 100] = letter.upper() if body.get('fill') == '#fff' else letter
    marked = [tuple(int(number) // 100 for number in re.findall(r'\d+', path.get('d'))[:2]) for path in tree if path.get('fill-opacity')]
    return men, marked, tree


def men_of_fen(fen):
    men = {}
    for y, row in enumerate(fen.split()[0].split('/')):
        x = 0
        for sign in row:
            if sign.isdigit():
                x += int(sign)
            else:
                men[x, y] = sign
                x += 1
    return men


class Cells(HTMLParser):
    """The cells of a table, row by row, and what stands behind it."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.open, self.behind = [], [], ''
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        if tag == 'tr':
            self.rows.append([])
        if tag in ('td', 'th'):
            self.rows[-1].append('')

    def handle_endtag(self, tag):
        if self.open.pop() != tag:
            raise AssertionError(tag)

    def handle_data(self, data):
        if self.open[-1] in ('td', 'th'):
            self.rows[-1][-1] += data
        else:
            self.behind += data


class Boards(unittest.TestCase):
    def test_men_stand_where_the_fen_has_them(self):
        men, marked, tree = men_of(pgnpack.Board(FEN).svg(200, marked=('f5', 36)))
        self.assertEqual(men, men_of_fen(FEN))
        self.assertEqual((marked, tree.get('width'), tree.get('height')), ([(5, 3), (4, 3)], '200', '200'))
        self.assertEqual(tree.find(SVG + 'title').text, FEN)
        turned, marked, _ = men_of(pgnpack.Board(FEN).svg(flipped=True, marked=['a1']))
        self.assertEqual(turned, {(7 - x, 7 - y): man for (x, y), man in men.items()})
        self.assertEqual(marked, [(7, 0)])
        self.assertEqual(pgnpack.Board(FEN)._repr_svg_(), pgnpack.Board(FEN).svg())

    def test_squares(self):
        _, _, tree = men_of(pgnpack.Board(FEN).svg())
        dark = tree.findall(SVG + 'path')[1]
        places = {(int(x) // 100, int(y) // 100) for x, y in re.findall(r'M(\d+) (\d+)h100', dark.get('d'))}
        self.assertEqual(places, {(x, y) for x in range(8) for y in range(8) if (x + y) % 2})

    def test_misuse(self):
        board = pgnpack.Board()
        for wrong in (15, 4097, '360', None):
            with self.assertRaises(pgnpack.ArgumentError):
                board.svg(wrong)
        with self.assertRaises(pgnpack.ArgumentError):
            board.svg(marked=['i9'])
        board.close()
        self.assertIsNone(board._repr_svg_())

    def test_games(self):
        with pgnpack.open(packed('classics')) as database:
            game = database[7]
            count = game.plies
            for ply in (-1, 0, 1, 12, count, -2, -count - 1):
                men, marked, _ = men_of(game.svg(ply))
                place = ply if ply >= 0 else count + 1 + ply
                self.assertEqual(men, men_of_fen(game.fens[place]))
                squares = [game.uci[place - 1][at:at + 2] for at in (0, 2)] if place else []
                self.assertEqual(marked, [('abcdefgh'.index(square[0]), 8 - int(square[1])) for square in squares])
            self.assertEqual(game._repr_svg_(), game.svg(-1))
            for wrong in (count + 1, -count - 2):
                with self.assertRaises(IndexError):
                    game.svg(wrong)
        with pgnpack.open(packed('classics')) as database:
            game = database[0]
        self.assertIsNone(game._repr_svg_())
        with pgnpack.open(odd()) as database:
            self.assertEqual(men_of(database[0].svg(3))[1], [])  # a null move

    def test_shapes_are_those_of_the_page(self):
        with open(os.path.join(ROOT, 'src', 'bindings', 'web', 'pieces.js'), encoding='utf-8') as file:
            script = file.read()
        foot = re.search(r"const foot = '([^']+)'", script)[1]
        found = {}
        for letter, inner in re.findall(r'^    (\w): \{\n(.*?)^    \},', script, re.DOTALL | re.MULTILINE):
            body = re.search(r'body: (.*?),\n', inner + ',\n', re.DOTALL)[1]
            dots = re.findall(r'\[([\d.]+), ([\d.]+), ([\d.]+)\]', inner)
            found[letter] = (''.join(re.findall(r"'([^']*)'", body)) + foot, re.search(r"lines: '([^']*)'", inner)[1],
                             tuple(tuple(map(float, dot)) for dot in dots))
        self.assertEqual(found, _pictures._SHAPES)


class Tables(unittest.TestCase):
    def test_columns(self):
        with pgnpack.open(packed('classics')) as database:
            columns = database.columns('White', 'year', 'plies', 'moves', 'day', 'comments')
            table = Cells(columns._repr_html_())
            self.assertEqual(table.rows[0], list(columns))
            self.assertEqual([row[0] for row in table.rows[1:]], columns['White'][:10].tolist())
            self.assertEqual([row[2] for row in table.rows[1:]], [str(number) for number in columns['plies'][:10].tolist()])
            self.assertEqual(table.rows[1][3], ', '.join(map(str, columns['moves'][0][:8].tolist())) + ', ...')
            self.assertEqual(table.behind, '65 rows')
            years = [game.year for game in database[:10]]
            self.assertEqual([row[1] for row in table.rows[1:]], ['' if year is None else str(year) for year in years])

    def test_texts_of_strangers(self):
        text = '[White "<b>&\\"x\\""]\n[Black "M\udcfcller"]\n[Event "' + 'e' * 300 + '"]\n\n1. e4 *\n'
        with pgnpack.open(pgnpack.pack_bytes(text.encode('utf-8', 'surrogateescape'))) as database:
            for shown in (database._repr_html_(), database.columns('White', 'Black', 'Event')._repr_html_()):
                shown.encode()
                self.assertIn('<td>&lt;b&gt;&amp;&quot;x&quot;</td>', shown)
                self.assertNotIn('<b>', shown)
                self.assertIn('<td>M\ufffdller</td>', shown)
                self.assertNotIn('e' * 81, shown)

    def test_games(self):
        with pgnpack.open([packed('classics'), packed('engine-games')]) as database:
            for games, count in ((database, 2465), (database[70:3:-1], 67), (database.search(result='1-0'), None), (database[:0], 0)):
                table = Cells(games._repr_html_())
                inner = games if isinstance(games, pgnpack.Games) else games.games
                self.assertEqual([row[1] for row in table.rows[1:]], inner[:10].column('White').tolist())
                self.assertEqual(table.behind, f'{len(games) if count is None else count} rows')
        self.assertIsNone(database._repr_html_())

    def test_trees(self):
        with pgnpack.open(packed('engine-games')) as database:
            tree = database.tree()
            table = Cells(tree._repr_html_())
            self.assertEqual(table.rows[0], list(pgnpack.TreeMove._fields))
            self.assertEqual(table.rows[1:], [['' if one is None else str(one) for one in row] for row in tree][:10])
            self.assertEqual(table.behind, f'{len(tree)} rows')

    def test_many_columns(self):
        columns = pgnpack.Columns({f'c{i}': list(range(3)) for i in range(500)}, 3)
        table = Cells(columns._repr_html_())
        self.assertEqual([len(row) for row in table.rows], [24] * 4)
        self.assertEqual(table.behind, '3 rows, 500 columns')


if __name__ == '__main__':
    unittest.main()
