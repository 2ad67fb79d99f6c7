# pgndb names --from: rating lists in FIDE's published text form; names that are like theirs, and tags that they give.
. "$(dirname "$0")/lib.sh"

cat >make_list.py <<'END'
"""make_list.py HEAD: a list of that head's columns, from lines "id|name|fed|tit|wtit|rating|born" of standard input."""
import re
import sys

head = sys.argv[1]
starts = [match.start() for match in re.finditer(r"ID.NUMBER|\S+", head, re.I)]
labels = re.findall(r"ID.NUMBER|\S+", head, re.I)
fields = ["id", "name", "fed", "tit", "wtit", "rating", "born"]
columns = {"id": r"id.number$", "name": "name", "fed": "fed|country", "tit": "tit", "wtit": "wtit", "rating": r"srtng|[a-z]{3}\d\d$", "born": "b-day|birthday"}
sys.stdout.write(head + "\r\n")
for line in sys.stdin:
    row = [" "] * (len(head) + 4)
    for field, value in zip(fields, line.rstrip("\n").split("|")):
        for start, label in zip(starts, labels):
            if re.match(columns[field], label, re.I):
                row[start:start + len(value)] = value
                break
    sys.stdout.write("".join(row) + "\r\n")
END
month='ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA MAY24 Gms K  B-day Flag'
combined='ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag'
old='ID_NUMBER NAME                             TITLE COUNTRY JAN01 GAMES FLAG'
cat >players <<'END'
1503014|Carlsen, Magnus|NOR|GM||2830|1990
8603677|Ding, Liren|CHN|GM||2762|1992
700070|Polgar, Judit|HUN|GM|WGM|2675|1976
11|Kumar, A|IND|||1500|1990
12|Kumar, A|IND|||1501|1991
13|Frau, Eine|GER||WIM|0|0
14|Fischer, Robert|GER|||1800|2005
5000017|Anand, Viswanathan|IND|GM||2751|1969
5000017|Anand, Viswanathan|IND|GM||2751|1969
15|Weber, Anna|GER|||1700|1980
16|Weber, Adam|GER|||1701|1981
END
list() { python3 make_list.py "$1" <players; }
list "$month" >may24.txt

# game DATE WHITE BLACK [TAGS]
game() { printf '[Event "E"]\n[Date "%s"]\n[White "%s"]\n[Black "%s"]\n[Result "1-0"]\n%b\n1. e4 1-0\n\n' "$1" "$2" "$3" "${4:-}"; }
{
    game 2024.05.12 'Carlsen, Magnus' 'Ding, Liren'
    game 2024.04.12 'Ding, Liren' 'Carlsen, Magnus' '[BlackElo "2800"]\n[WhiteElo "?"]\n[WhiteTitle ""]\n'
    game 2024.05.?? 'Kumar, A' 'Frau, Eine'
    game 1970.01.01 'Fischer, Robert' 'Nobody'
    game '????.??.??' 'Anand, Viswanathan' '?' '[WhiteFideId "99"]\n[UTCDate "2024.05.01"]\n'
    game '????.??.??' '' 'Anand, Viswanathan' '[BlackTitle "-"]\n[UTCDate "2024.05.01"]\n'
} >games.pgn
"$PGNPACK" -q games.pgn -o games.bcgn

# tags FILE TAG...: the tags of its games, as lines, in the order of dates and players.
tags() {
    local file=$1
    shift
    "$PGNUNPACK" -q --csv="Date,White,$(printf '%s,' "$@" | sed 's/,$//')" "$file" | tail -n +2 | tr -d '\r"' | sort
}
cp games.bcgn x.bcgn
status "--dry-run" 0 "$PGNDB" names x.bcgn --from=may24.txt --add=FideId,Title,Elo,Fed --dry-run
says "--dry-run: the games" '4 of 6 games would be changed'
says "--dry-run: what of them" '6 players of these games are in the list; 6 numbers, 5 titles, 3 ratings and 6 federations$'
says "--dry-run: names of several" 'left as they are: 1 player of a name that several in the list have, beginning with "Kumar, A"$'
says "--dry-run: others of that name" 'left as they are: 2 players who have another number'
same "--dry-run changes nothing" x.bcgn games.bcgn
status "all tags" 0 "$PGNDB" names x.bcgn --from=may24.txt --add=FideId,Title,Elo,Fed
says "all tags: the games" '4 of 6 games changed'
tags x.bcgn WhiteFideId BlackFideId WhiteTitle BlackTitle WhiteElo BlackElo WhiteFed BlackFed >got
cat >want <<'END'
1970.01.01,Fischer, Robert,,,,,,,,
2024.04.12,Ding, Liren,8603677,1503014,GM,GM,?,2800,CHN,NOR
2024.05.12,Carlsen, Magnus,1503014,8603677,GM,GM,2830,2762,NOR,CHN
2024.05.??,Kumar, A,,13,,WIM,,,,GER
????.??.??,,,5000017,,-,,2751,,IND
????.??.??,Anand, Viswanathan,99,,,,,,,
END
same "all tags: what games have" got want
status "once more" 0 "$PGNDB" names x.bcgn --from=may24.txt --add=FideId,Title,Elo,Fed
says "once more: nothing is left to do" '0 of 6 games changed'
status "undo" 0 "$PGNDB" undo x.bcgn last
tags games.bcgn WhiteFideId BlackElo >want
tags x.bcgn WhiteFideId BlackElo >got
same "undo: as it was" got want
cp games.bcgn x.bcgn
status "some tags, where" 0 "$PGNDB" names x.bcgn --from=may24.txt --add=WhiteFideId,BlackElo --where 'white=Carlsen'
says "some tags, where: one game" '1 of 6 games changed'
tags x.bcgn WhiteFideId BlackFideId WhiteElo BlackElo | grep Carlsen >got
printf '2024.05.12,Carlsen, Magnus,1503014,,,2762\n' >want
same "some tags, where: these alone" got want

# Other forms.
list "$combined" >combined.txt
cp games.bcgn x.bcgn
status "a list of no month, without ratings" 0 "$PGNDB" names x.bcgn --from=combined.txt --add=FideId
status "... with ratings" 1 "$PGNDB" names x.bcgn --from=combined.txt --add=WhiteElo
says "... with ratings: the month is needed" 'combined.txt: does not tell of which month its ratings are; give that, as in --month=2024-05'
status "... and the month" 0 "$PGNDB" names x.bcgn --from=combined.txt --add=Elo --month=2024-04
says "... and the month: its games" '1 of 6 games changed'
status "another month than the list's" 1 "$PGNDB" names x.bcgn --from=may24.txt --add=Elo --month=2024-04
says "... is told" 'may24.txt: is the list of 2024-05, and not of 2024-04'
cat >players <<'END'
 1701991|Aaberg, Anton|SWE||||
 1401815|Aagaard, Jacob|DEN|m||2374|
 1401816|Frau, Eine|DEN|wg||2174|
END
list "$old" | sed '1a\  \r' >old.txt
{ game 2001.01.07 'Aagaard, Jacob' 'Frau, Eine'; game 2001.02.07 'Aaberg, Anton' 'Aagaard, Jacob'; } >old.pgn
"$PGNPACK" -q old.pgn -o old.bcgn
status "an old list" 0 "$PGNDB" names old.bcgn --from=- --add=FideId,Title,Elo,Fed <old.txt
tags old.bcgn WhiteFideId WhiteTitle BlackTitle WhiteElo BlackElo WhiteFed >got
printf '2001.01.07,Aagaard, Jacob,1401815,IM,WGM,2374,2174,DEN\n2001.02.07,Aaberg, Anton,1701991,,IM,,,SWE\n' >want
same "an old list: what games have" got want
printf 'ID number Name                              TitlFed  Mar11 GamesBorn  Flag\n 5000017  Anand, Viswanathan                g   IND  2817  0    1969\n' >mar11.txt
game 2011.03.02 'Anand, Viswanathan' X >mar11.pgn
"$PGNPACK" -q mar11.pgn -o mar11.bcgn
status "names of columns without a blank between" 0 "$PGNDB" names mar11.bcgn --from=mar11.txt --add=FideId,Title,Elo,Fed
tags mar11.bcgn WhiteFideId WhiteTitle WhiteElo WhiteFed >got
printf '2011.03.02,Anand, Viswanathan,5000017,GM,2817,IND\n' >want
same "... what the game has" got want
{ printf '\357\273\277'; tr -d '\r' <may24.txt; } >mark.txt
cp games.bcgn x.bcgn
status "a byte order mark, line ends of Unix" 0 "$PGNDB" names x.bcgn --from=mark.txt --add=FideId
says "... as the other one" '4 of 6 games changed'

# Names that are like those of the list.
{
    game 2013.01.01 'Carlsen, M' 'Ding Liren'
    game 1960.01.01 'Carlsen,Magnus' 'Fischer, R'
    game 2020.01.01 'Kumar' 'Anand,V'
    game 2020.01.01 $'\303\205nand, Viswanathan' 'Polgra, Judit'
    game 2020.01.01 'Weber, A' 'Carlsen, Magnus'
    game 2020.01.01 '?' ''
    game 2020.01.01 'Viswanathan Anand' 'Anannd, Viswanathan'
} >like.pgn
"$PGNPACK" -q like.pgn -o like.bcgn
status "suggestions" 0 "$PGNDB" names like.bcgn --from=may24.txt -o table
grep -v '^#' table | cut -f 1,2 | tr '\t' '|' | sort >got
cat >want <<'END'
Anand,V|Anand, Viswanathan
Anannd, Viswanathan|Anand, Viswanathan
Carlsen, M|Carlsen, Magnus
Ding Liren|Ding, Liren
Polgra, Judit|Polgar, Judit
Viswanathan Anand|Anand, Viswanathan
[players]
END
printf '\303\205nand, Viswanathan|Anand, Viswanathan\n' >>want
same "suggestions: one player each, who was born" got want
check "suggestions: what speaks for it" grep -qx \
    "Carlsen, M$(printf '\t')Carlsen, Magnus$(printf '\t')75 points: shortened; 1 game of 2013; FIDE 1503014, NOR, GM, 2830, born 1990" table
status "suggestions, as JSON" 0 "$PGNDB" names like.bcgn --from=may24.txt --json
check "suggestions, as JSON: the same" python3 -c 'import json
rows = {row["from"]: row for row in map(json.loads, open("out"))}
assert len(rows) == 7, rows
row = rows["Carlsen, M"]
assert (row["to"], row["fide_id"], row["born"], row["rating"], row["from_first_year"]) == ("Carlsen, Magnus", "1503014", 1990, 2830, 2013), row'
status "rename takes it" 0 "$PGNDB" rename like.bcgn table
says "rename takes it: its games" '4 of 7 games changed'
status "then there is none" 0 "$PGNDB" names like.bcgn --from=may24.txt
check "then there is none: only the head" sh -c '! grep -q "$(printf "\t")" out'

# Mistakes.
cp games.bcgn x.bcgn
# refused NAME TEXT: with list.txt.
refused() {
    status "$1" 1 "$PGNDB" names x.bcgn --from=list.txt --add=FideId
    says "$1: is told" "pgndb: list.txt: $2"
    status "$1, without --add" 1 "$PGNDB" names x.bcgn --from=list.txt
}
: >list.txt
refused "an empty list" 'has no players'
printf '%s\r\n' "$month" >list.txt
refused "a head alone" 'has no players'
sed 1d may24.txt >list.txt
refused "no head" 'line 1: is no head of a rating list'
cp games.pgn list.txt
refused "no list at all" 'line 1: is no head of a rating list'
printf 'PK\003\004' >list.txt
refused "a zip archive" 'is a zip archive; unpack it'
printf '<playerslist>\n' >list.txt
refused "XML" 'is XML; take'
sed '3s/^8603677/abc    /' may24.txt >list.txt
refused "no number" "line 3: has no number of FIDE's"
sed '4s/Polgar, Judit/             /' may24.txt >list.txt
refused "no name" 'line 4: has no name'
head -c 1000 may24.txt | tail -c +1 >list.txt
head -n 3 may24.txt >list.txt
printf '1503015        Carlsen, He' >>list.txt
refused "cut off within a name" 'line 4: ends before the federation; was the list cut off?'
sed '4s/$/'"$(printf '%4096s' '')"'/' may24.txt >list.txt
refused "a line too long" 'line 4: is longer than 4096 bytes'
status "no list" 1 "$PGNDB" names x.bcgn --from=missing.txt
says "no list: is told" 'missing.txt: No such file'
# wrong NAME TEXT OPTION...
wrong() {
    local name=$1 text=$2
    shift 2
    status "$name" 1 "$PGNDB" names x.bcgn "$@"
    says "$name: is told" "$text"
}
wrong "a tag that no list has" 'is no list of tags: FideId' --from=may24.txt --add=WhiteTeam
wrong "an empty list of tags" "has an empty value" --from=may24.txt --add=
wrong "tags without a comma's end" 'is no list of tags' --from=may24.txt --add=FideId,
wrong "tags without a list" "the option '--add' goes with --from=FILE" --add=FideId
wrong "--dry-run of what changes nothing" "the option '--dry-run' goes with --add or --ask" --dry-run
wrong "--where of what changes nothing" "the option '--where' goes with --add or --ask" --from=may24.txt --where player=X
wrong "--month without --add" "the option '--month' goes with --add" --from=may24.txt --month=2024-05
wrong "no month" "is no month such as 2024-05" --from=may24.txt --add=Elo --month=2024-13
wrong "a list and another tag" 'a rating list is about players' --from=may24.txt --of=events
wrong "an output of a change" "is for what names prints" --from=may24.txt --add=Elo -o y
wrong "JSON of a change" "is for what names prints" --from=may24.txt --add=Elo --json
same "mistakes change nothing" x.bcgn games.bcgn

# Lists, spelling files and their options with anything in them: told or taken, and never more.
cat >mutate.py <<'END'
"""mutate.py PROGRAM TRIALS: pgndb with lists and spelling files of which bytes were changed, left out, doubled or cut off."""
import os
import random
import subprocess
import sys

random.seed(int(os.environ.get("SEED", "1")))
sources = [open(name, "rb").read() for name in ("may24.txt", "old.txt", "mar11.txt", "combined.txt")]
spelling = b"\xef\xbb\xbf@PLAYER\r\nCarlsen, Magnus #x\r\n= Carlsen, M\r\n%Prefix \"Ding\" \"Dong\"\n%Suffix \"a\" \"\"\n@SITE\nLondon\n"


def mutated(text):
    text = bytearray(text)
    for _ in range(random.randint(1, 6)):
        at = random.randrange(len(text))
        match random.randrange(5):
            case 0: text[at] = random.choice(b"\0\n\r \t\"|,%=@#\xff\x80aZ09")
            case 1: del text[at:at + random.randint(1, 200)]
            case 2: text[at:at] = text[at:at + random.randint(1, 300)]
            case 3: del text[max(at, 1):]
            case 4: text[at:at] = bytes([random.randrange(256)]) * random.choice([1, 80, 5000])
        if not text:
            text = bytearray(b" ")
    return bytes(text)


for trial in range(int(sys.argv[2])):
    is_list = trial % 3 != 0
    with open("mutated", "wb") as file:
        file.write(mutated(random.choice(sources) if is_list else spelling))
    command = (["names", "like.bcgn", "--from=mutated"] + random.choice([[], ["--json"], ["--add=FideId,Title,Elo,Fed", "--dry-run"]]) if is_list
               else ["rename", "like.bcgn", "mutated", "--prefixes", "--dry-run"])
    result = subprocess.run([sys.argv[1]] + command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, check=False)
    if result.returncode not in (0, 1) or (result.returncode == 1 and not result.stderr.startswith(b"pgndb: mutated: ")):
        sys.exit(f"trial {trial}: status {result.returncode}: {command}: {result.stderr[-300:]}")
END
check "lists and spelling files with anything in them" python3 mutate.py "$PGNDB" "${MUTATED_LISTS:-60}"
# A list of nothing but one surname is looked through for no name as a whole.
printf '[White "Zwang, Bob"]\n[Black "X"]\n\n*\n' >crowd.pgn
"$PGNPACK" -q crowd.pgn -o crowd.bcgn
crowd() {
    { echo '1|Zwang, Bob Young|GER|||1800|2005'
      for ((i = 0; i < $1; i++)); do echo "$((i + 5))|Zwang, Carl $i|GER|||1800|2005"; done; } | python3 make_list.py "$month" >crowd.txt
    status "$1 of one surname" 0 "$PGNDB" names --from=crowd.txt crowd.bcgn
}
crowd 10
check "few of one surname: the one that is like it" grep -q '^Zwang, Bob	Zwang, Bob Young	' out
crowd 25000
check "too many of one surname: none is suggested" sh -c '! grep -q "^Zwang" out'
says "too many of one surname: that is told" "1 name not looked up: the list has too many players"
finish
