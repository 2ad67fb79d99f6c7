"""What notebooks show: boards as pictures, and tables."""

from __future__ import annotations

import html
from typing import Any, Dict, List, Optional, Sequence, Tuple

# Each man in a square of 100 by 100: what is filled and outlined, what is drawn over it, and dots. They are those of the page
# (src/bindings/web/pieces.js), as a test says.
_FOOT = 'M24 86v-4c0-4 2.5-6.5 6.5-6.5h39c4 0 6.5 2.5 6.5 6.5v4z'
_SHAPES = {
    'p': ('M50 19a13 13 0 0 1 8.300 23c4.700 1.600 7.200 4.400 7.700 8.5h-8.5c.8 10.5 4 18.5 10.5 25h-36c6.5-6.5 '
          '9.700-14.5 10.5-25H34c.5-4.100 3-6.900 7.700-8.5A13 13 0 0 1 50 19z' + _FOOT,
          'M42.5 50.5h15M32 75.5h36', ()),
    'n': ('M31 75.5c-.5-9 3-16 10-21.5 4.5-3.600 6.5-7 6.300-11-4.300 3.5-9 5.100-14.300 5.200-2.200 3.800-5 6-8.5 '
          '6.300-5.5.4-9-3.5-8.800-8.5.1-3 1.700-5.300 4-8 3.800-4.5 5.200-7.5 6.300-12 1-4.200 3-7.400 6.5-10l.5-8 7.5 '
          '5.5 5-6.5 3.5 7.5C66 17 75.5 32 75.5 54c0 8.5-1 15.5-3.5 21.5z' + _FOOT,
          'M55 22c9 5 13.5 15.5 13.5 30M31 75.5h41', ((36, 30, 3.2), (22, 44, 2))),
    'b': ('M50 9a6 6 0 0 1 4.200 10.300C64 27 69.5 36 68 45.5c-.8 5-3.5 8.5-7.5 11.5h4v7.5h-4c.7 4.5 2.300 8 4.5 '
          '11H35c2.200-3 3.800-6.5 4.5-11h-4V57h4c-4-3-6.700-6.5-7.5-11.5C30.5 36 36 27 45.800 19.300A6 6 0 0 1 50 9z' + _FOOT,
          'M50 30v17M42 38h16M39.5 57h21M39.5 64.5h21M32 75.5h36', ()),
    'r': ('M25 17h11.5v7.5h8V17h11v7.5h8V17H75v18.5L67 43v22l6 10.5H27L33 65V43l-8-7.5z' + _FOOT,
          'M28.5 35.5h43M36 43h28M36 65h28M31 75.5h38', ()),
    'q': ('M18.5 24.5a5.5 5.5 0 0 1 3 10.100L33 50l4.200-25.800a5.5 5.5 0 1 1 5.400-1L50 45l7.400-21.800a5.5 5.5 0 1 1 '
          '5.400 1L67 50l11.5-15.400a5.5 5.5 0 1 1 5 .2L72.5 64l-3 11.5h-39L27.5 64 16.5 34.800a5.5 5.5 0 0 1 2-10.300z' + _FOOT,
          'M27.5 64c14-4 31-4 45 0M30.5 75.5h39', ()),
    'k': ('M46 8h8v7.5h7.5v8H54v8c2.5 1.5 4 3.5 5 6 4-4 8.5-5.700 13.5-5.200C80 33 85 39 84.5 46.5 84 55 75.5 60 72.5 '
          '64l-3 11.5h-39L27.5 64C24.5 60 16 55 15.5 46.5 15 39 20 33 27.5 32.300c5-.5 9.5 1.200 13.5 5.200 1-2.5 '
          '2.5-4.5 5-6v-8h-7.5v-8H46z' + _FOOT,
          'M27.5 64c14-4 31-4 45 0M41 37.5c4.5 5 7.5 12 9 22 1.5-10 4.5-17 9-22M30.5 75.5h39', ()),
}
_LIGHT, _DARK, _MOVED = '#f0e2c8', '#b98d63', '#d9c44a'
_WHITE, _BLACK = ('#fff', '#1c1f23'), ('#2a2724', '#e9e2d6')

_ROWS_MAX, _COLUMNS_MAX, _TEXT_MAX, _VALUES_MAX = 10, 24, 80, 8


def _man(letter: str, x: int, y: int) -> str:
    fill, line = _WHITE if letter.isupper() else _BLACK
    body, lines, dots = _SHAPES[letter.lower()]
    outline = '#1c1f23' if letter.isupper() else '#0d0c0b'
    return (f'<g transform="translate({x} {y})"><path d="{body}" fill="{fill}" stroke="{outline}" stroke-width="3"/>'
            f'<path d="{lines}" fill="none" stroke="{line}" stroke-width="3"/>'
            + ''.join(f'<circle cx="{cx}" cy="{cy}" r="{r}" fill="{line}"/>' for cx, cy, r in dots) + '</g>')


def board_svg(men: Dict[int, str], label: str, size: int, flipped: bool, marked: Sequence[int]) -> str:
    """A picture of a board. `men`: letters of FEN by their squares, a1 = 0; `marked`: squares that stand out; `size`: pixels of its width."""
    def place(square: int) -> Tuple[int, int]:
        file, rank = square & 7, square >> 3
        return (100 * (7 - file), 100 * rank) if flipped else (100 * file, 100 * (7 - rank))
    parts: List[str] = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800" width="{size}" height="{size}" role="img">'
                        f'<title>{html.escape(label)}</title><path d="M0 0h800v800H0z" fill="{_LIGHT}"/>'
                        f'<path d="{"".join(f"M{x} {y}h100v100h-100z" for x, y in map(place, range(64)) if (x + y) % 200)}" fill="{_DARK}"/>']
    for x, y in map(place, marked):
        parts.append(f'<path d="M{x} {y}h100v100h-100z" fill="{_MOVED}" fill-opacity=".6"/>')
    return ''.join(parts + [_man(letter, *place(square)) for square, letter in sorted(men.items())]) + '</svg>'


# ---- Tables ----


def _text(value: Any) -> str:
    """At most some characters of a value, for HTML; bytes that are no UTF-8 become replacement characters."""
    if value is None:
        return ''
    if isinstance(value, list):
        shown = ', '.join(str(one)[:_TEXT_MAX] for one in value[:_VALUES_MAX])
        value = shown + (', ...' if len(value) > _VALUES_MAX else '')
    text = str(value)
    text = text if len(text) <= _TEXT_MAX else text[:_TEXT_MAX - 3] + '...'
    return html.escape(text.encode('utf-8', 'surrogateescape').decode('utf-8', 'replace'))


def table_html(columns: Dict[str, Any], rows: int, total: Optional[int] = None) -> str:
    """A table of the first rows of some columns, and how many there are; `total`: where `columns` are only the first of these."""
    names = list(columns)[:_COLUMNS_MAX]
    shown = min(rows, _ROWS_MAX)
    values = []
    for name in names:
        part = columns[name][:shown]
        values.append(part if isinstance(part, list) else part.tolist())
    head = ''.join(f'<th>{_text(name)}</th>' for name in names)
    body = ''.join('<tr>' + ''.join(f'<td>{_text(value)}</td>' for value in row) + '</tr>' for row in zip(*values))
    total = rows if total is None else total
    left = f', {len(columns)} columns' if len(columns) > len(names) else ''
    return f'<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table><p>{total} rows{left}</p>'
