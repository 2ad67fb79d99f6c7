"""Final positions as programs write them (docs/FORMAT.md, chapter 19, "Values that follow from moves")."""

from basics import require, unzigzag

FEN, FOUR_FIELDS, OTHER = 1, 2, 3
STEPS = 4, 64, 10, 16, 64
LAST = OTHER - 1 + 4 * 64 * 10 * 16 * 64
FIELD_COUNTS = 6, 4, 2, 1
AS_IT_IS, NONE, FIRST_FILE = range(3)


def counter(field, difference):
    number = int(field) + unzigzag(difference)
    require(number >= 0, 'a field of a final position that is negative')
    return b'%d' % number


def castling(field, changes):
    letters = b'KQkq'
    told = [letter in field for letter in letters]
    whole = bytes(letter for letter in letters if letter in field)
    require(field == b'-' or whole == field, 'rights of a final position that have other letters')
    new = bytes(letter for place, letter in enumerate(letters) if told[place] != bool(changes >> place & 1))
    return new or b'-'


def text(fen, number):
    """The text that a number, not 0, stands for."""
    fields = fen.split(b' ')
    if number < OTHER:
        return b' '.join(fields if number == FEN else fields[:4])
    told, number = [], number - OTHER
    for step in STEPS:
        told.append(number % step)
        number //= step
    count, clock, file, rights, move = told
    count = FIELD_COUNTS[count]
    if rights and count > 2:
        fields[2] = castling(fields[2], rights)
    if file == NONE:
        fields[3] = b'-'
    elif file >= FIRST_FILE:
        fields[3] = b'abcdefgh'[file - FIRST_FILE:][:1] + (b'6' if fields[1] == b'w' else b'3')
    if count > 4:
        fields[4], fields[5] = counter(fields[4], clock), counter(fields[5], move)
    return b' '.join(fields[:count])
