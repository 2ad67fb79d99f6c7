"""A PGN with what databases have of odd things."""


def game(*tags, moves=b'1. e4 e5 2. Nf3 Nc6 1-0'):
    head = b''.join(b'[' + name + b' "' + value + b'"]\n' for name, value in tags)
    return b'[Event "odd"]\n' + head + b'\n' + moves + b'\n\n'


ODD = b''.join([
    game((b'Site', b'K\xf6ln'), (b'White', b'M\xfcller, J\xf6rg'), (b'Date', b'1999.12.31'), (b'Result', b'1-0')),
    game((b'White', b'The \\"Turk\\" \\\\ Co'), (b'Black', b''), (b'Date', b'2001.02.29'), (b'WhiteElo', b'2700')),
    game((b'White', 'Ünïcødé'.encode()), (b'Date', b'2001.??.??'), (b'UTCDate', b'2002.03.04'), (b'WhiteElo', b'12345')),
    game((b'White', b'nobody'), (b'Date', b'????.??.??'), (b'UTCDate', b'2003.01.02'), (b'WhiteElo', b'0')),
    game((b'White', b'white'), (b'white', b'small'), (b'Game', b'a game'), (b'Text', b'a text'), (b'game_tag', b'tag'),
         (b'Date', b'20x4.05.06'), (b'BlackElo', b'-')),
    game((b'White', b'twice'), (b'White', b'again'), (b'Date', b'2000.02.29'), (b'PlyCount', b'123456789'),
         (b'WhiteElo', b'02400'), (b'Result', b'0-1'), moves=b'1. d4 *'),
    game((b'White', b'comment'), (b'Date', b'0000.01.01'), (b'ECO', b'B90'),
         moves=b'{ before } 1. e4 { "quoted" \\ back } c5 { one } { two } (1... e5 { inner } 2. Nf3) '
               b'2. Nf3 {caf\xe9} d6 1/2-1/2'),
    game((b'White', b'position'), (b'SetUp', b'1'), (b'FEN', b'8/8/8/8/8/4k3/4p3/4K3 w - - 0 1'), (b'Result', b'1/2-1/2'),
         moves=b'1/2-1/2'),
    game((b'White', b'3'), (b'Round', b'3'), (b'Date', b'2010.06'), (b'WhiteElo', b'2650'), (b'BlackElo', b'2500'),
         (b'ECO', b'b97'), moves=b'1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Bg5 0-1'),
    game((b'White', b'3.0'), (b'Round', b'03'), (b'Date', b'2010.06.07'), (b'WhiteElo', b''), (b'Annotator', b'x'),
         moves=b'1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be2 e5 *'),
    game((b'White', b'back \\\\\\\\ slashes \\\\\\"'), (b'Black', b'tail \\\\')),
])
