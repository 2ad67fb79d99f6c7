"""What the tests share: files packed by the command in a folder of their own, and a reader of PGN text that knows nothing of the
library."""

import atexit
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), '..', '..', '..'))
BUILD = os.environ.get('PGNPACK_BUILD', os.path.join(ROOT, 'build'))
DATA = os.path.join(ROOT, 'data')
FOLDER = tempfile.mkdtemp(prefix='pgnpack-python-')
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)

#: The tests run once more without it.
if os.environ.get('PGNPACK_TEST_WITHOUT_NUMPY'):
    sys.modules['numpy'] = None
try:
    import numpy
except ImportError:
    numpy = None

SAMPLES = 'annotated', 'classics', 'clocked', 'engine-games'

# What the samples do not have. Bytes, since not all is UTF-8.
ODD = b'''[Event "Latin-1: M\xfcller"]
[White "A \\"B\\" \\\\C"]
[White "second"]
[Date "2019.02.29"]
[WhiteElo "2500"]
[PlyCount "x"]
[Year "leap"]
[MOVES "tag"]
[Moves_Tag "other"]

1. e4 {a} {b} e5 2. -- Nf6 *

[Event "M\xc3\xbcller"]
[Black ""]
[Date "????.??.??"]
[UTCDate "2020.02.29"]
[WhiteElo "02500"]
[BlackElo "0"]
[PlyCount "123456789"]
[FEN "4k3/P7/8/8/8/8/8/4K2R w K - 0 1"]
[SetUp "1"]

{before} 1. a8=Q+ ({no} 1. O-O) Ke7 2. O-O {[%clk 1:02:03.4] [%eval #-3]} 1-0

[Date "199?.01.01"]
[UTCDate "1999.01.02"]
[WhiteElo "?"]

1/2-1/2

[Event "x"]
[Date "1066.10.14"]
[BlackElo " 1500?"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# {[%eval -1.25]} 0-1
'''


def module_at(name):
    """A module of another folder of the tests, whose name may be another one's, too."""
    where = importlib.util.spec_from_file_location('tests_' + os.path.basename(name)[:-3], os.path.join(ROOT, name))
    module = importlib.util.module_from_spec(where)
    where.loader.exec_module(module)
    return module


def path(name):
    return os.path.join(FOLDER, name)


def data(name):
    with open(os.path.join(DATA, name), 'rb') as file:
        return file.read()


def pack_by_command(source, target, *options):
    subprocess.run([os.path.join(BUILD, 'pgnpack'), '-q', '-f', *options, '-o', target, source], check=True)
    return target


def packed(name, level=3, *options):
    """Path of data/NAME.pgn packed."""
    target = path(f'{name}-{level}{"".join(options)}.bcgn'.replace('=', ''))
    if not os.path.exists(target):
        pack_by_command(os.path.join(DATA, name + '.pgn'), target, f'-{level}', *options)
    return target


def packed_text(name, text, *options):
    """Path of a packed text."""
    source, target = path(name + '.pgn'), path(name + '.bcgn')
    with open(source, 'wb') as file:
        file.write(text)
    return pack_by_command(source, target, *options)


def odd():
    return packed_text('odd', ODD)


def plain(column):
    """Any column as a list, with None where there is nothing."""
    return list(column) if isinstance(column, list) else column.tolist()


# ---- PGN by other means ----

_TAG = re.compile(rb'\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]')


def games_of(text):
    """Games of a tidy PGN text: dicts of tags as bytes, their movetext under None, their own text under 'text'."""
    games, lines, moves = [], [], False
    for line in text.split(b'\n') + [b'[End ""]']:
        is_tag = _TAG.match(line) is not None
        if is_tag and moves:
            games.append(_game_of(lines))
            lines, moves = [], False
        moves = moves or bool(line.strip() and not is_tag)
        lines.append(line)
    return games


def _game_of(lines):
    game = {}
    for line in lines:
        tag = _TAG.match(line)
        if tag:
            game.setdefault(tag[1].decode(), re.sub(rb'\\(.)', rb'\1', tag[2]))
    game[None] = b'\n'.join(line for line in lines if not _TAG.match(line))
    game['text'] = b'\n'.join(lines).strip()
    return game


def main_line(movetext):
    """Moves of the main line as they are written, without numbers, signs and comments."""
    text = re.sub(rb'\{[^}]*\}', b' ', movetext)
    text = re.sub(rb';[^\n]*', b' ', text)
    count = 1
    while count:
        text, count = re.subn(rb'\([^()]*\)', b' ', text)
    words = re.sub(rb'(^|\s)\d+\.+', b' ', text).split()
    return [word.decode().rstrip('!?') for word in words
            if not word.startswith(b'$') and word not in (b'1-0', b'0-1', b'1/2-1/2', b'*') and word.strip(b'!?')]


def result_of(movetext):
    found = re.findall(rb'(1-0|0-1|1/2-1/2|\*)\s*$', movetext)
    return found[0].decode() if found else None


def of_main_line(movetext, pattern):
    """What a pattern finds in each comment behind each ply of the main line, None where nothing; of tidy texts."""
    values, depth = [], 0
    for comment, bracket, word in re.findall(rb'\{([^}]*)\}|([()])|([^\s(){}]+)', movetext):
        if bracket:
            depth += 1 if bracket == b'(' else -1
        elif depth == 0 and word and not re.fullmatch(rb'\d+\.+|\$\d+|1-0|0-1|1/2-1/2|\*', word):
            values.append(None)
        elif depth == 0 and comment and values and values[-1] is None:
            values[-1] = re.search(pattern, comment)
    return values
