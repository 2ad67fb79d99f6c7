# pgndb names: of players, events and other tags, with what speaks for a pair; and what rename makes of it.
. "$(dirname "$0")/lib.sh"

# game EVENT SITE DATE WHITE ELO BLACK
game() {
    printf '[Event "%s"]\n[Site "%s"]\n[Date "%s"]\n[White "%s"]\n[Black "%s"]\n[Result "1-0"]\n[WhiteElo "%s"]\n\n1. e4 1-0\n\n' \
        "$1" "$2" "$3" "$4" "$6" "$5"
}
{
    for i in 1 2 3; do game 'Wijk aan Zee' London 199$i.01.01 'Carlsen, Magnus' 240$i 'Xu, Y'; done
    game 'Wijk an Zee' 'London ENG' 1994.02.01 'Calrsen, Magnus' 2410 'Xu, Y'
    game 'Tata Masters' 'Paris' '????.??.??' '?' '' 'Zz, P'
    game 'Tata Challengers' 'Paris' '????.??.??' '' '-' 'Zz, P'
    game 'Bo-Bo' $'Par\033is, France' 1990.01.01 'Wang, A' '?' 'Zz, P'
    game 'Bobo' $'Par\033is' 1990.01.02 'Wang, B' '?' 'Zz, P'
    game 'Bobo' $'Par\033is' 1990.01.03 'Wang, B' '?' 'Zz, P'
} >x.pgn
"$PGNPACK" -q x.pgn -o x.bcgn

# suggests NAME OF WANTED: the section and the lines, the tabs as "|".
suggests() {
    status "$1" 0 "$PGNDB" names x.bcgn --of="$2" -o table -f
    grep -v '^#' table | tr '\t' '|' >got
    printf '%s' "$3" >want
    same "$1: the table" got want
}
status "players" 0 "$PGNDB" names x.bcgn -o table
says_in() { check "$1" grep -q -- "$2" "$3"; }
says_in "players: years and ratings of both" \
    $'^Calrsen, Magnus\tCarlsen, Magnus\t.*; 1 and 3 games; of 1994 and 1991-1993; rated 2410 and 2401-2403; 1 opponent of both$' table
cp table players
for of in players White Black player; do
    status "--of=$of" 0 "$PGNDB" names x.bcgn --of=$of -o table -f
    same "--of=$of is the same" table players
done
suggests "events" events '[Event]
Bo-Bo|Bobo|100 points: the same letters; 1 and 2 games; of 1990 and 1990
Wijk an Zee|Wijk aan Zee|90 points: a transliteration; 1 and 3 games; of 1994 and 1991-1993
'
status "renamed by that table" 0 "$PGNDB" rename x.bcgn table
says "renamed by that table: both" '2 of 9 games changed'
suggests "events, once more" Event '[Event]
'
suggests "sites" sites '[Site]
London ENG|London|75 points: another word; 1 and 3 games; of 1994 and 1991-1993
'
says "sites: what a table cannot have" '2 suggestions left out'
status "sites as JSON" 0 "$PGNDB" names x.bcgn --of=Site --json
check "sites as JSON: all of them" python3 -c 'import json
rows = [json.loads(line) for line in open("out")]
assert len(rows) == 3, rows
row = next(r for r in rows if r["from"] == "London ENG")
assert (row["from_first_year"], row["to_first_year"], row["to_last_year"], row["to_rating_max"]) == (1994, 1991, 1993, None), row'
suggests "a tag that there is not" Annotator '[Annotator]
'
for of in Round rounds; do
    status "--of=$of" 1 "$PGNDB" names x.bcgn --of=$of
    says "--of=$of: why not" "'$of': rounds are those of one event, which a table does not tell apart"
done
for of in 'no tag' '' 'a-b' 'an_all_too_long_name_of_a_tag_for_it'; do
    status "--of='$of'" 1 "$PGNDB" names x.bcgn --of="$of"
done
says "no tag: is told" 'is neither players, events, sites nor the name of a tag'
status "--of elsewhere" 1 "$PGNDB" rename x.bcgn table --of=events
says "--of elsewhere: is told" "the option '--of' goes with names"
finish
