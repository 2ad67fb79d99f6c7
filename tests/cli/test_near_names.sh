# Names that no game has: those that are like them are told, by pgnfind and by --where.
. "$(dirname "$0")/lib.sh"

# players NAME...: x.pgn, a game for each as White, against nobody.
players() {
    for name; do printf '[Event "E"]\n[White "%s"]\n[Black "Nobody, N"]\n[Result "1-0"]\n\n1. e4 1-0\n\n' "$name"; done
}
players 'Kasparov, Garry' 'Kasparov, Gary' 'Kasparov, Gary' 'Kasparov,G' 'Karpov, Anatoly' 'M\"uller, K' '?' '' 'Carlsen
' >x.pgn
"$PGNPACK" -q x.pgn -o x.bcgn

# hints NAME TEXT ARGUMENT...: pgnfind of these finds nothing, and says so much.
hints() {
    local name=$1 text=$2
    shift 2
    status "$name" 0 "$PGNFIND" "$@" x.bcgn
    same_empty "$name: nothing is found" out
    if [ -n "$text" ]; then says "$name: what is near" "^pgnfind: $text"; else silent "$name: no hint"; fi
}
near='near: "Kasparov, Gary" [(]2 games[)], "Kasparov, Garry" [(]1 game[)], "Kasparov,G" [(]1 game[)]$'
hints "a name" "no game has a player \"Kasparov, Garri\"; near: .*\"Kasparov, Gary\" [(]2 games[)]" --player 'Kasparov, Garri'
hints "the commoner one of equals first" "no game has a player \"Kasparow\"; $near" --player Kasparow
hints "the exact text" 'no game has a player "Karpov,A"; near: "Karpov, Anatoly" [(]1 game[)]$' --player '=Karpov,A'
hints "as White" 'no game has a white player "Karpow, A"; near: "Karpov, Anatoly" [(]1 game[)]$' --white 'Karpow, A'
hints "as Black there is only one" 'no game has a black player "Nobody, Ned"; near: "Nobody, N" [(]9 games[)]$' --black 'Nobody, Ned'
hints "us" 'no game has a player "Karpow, A"; near: "Karpov, Anatoly" [(]1 game[)]$' --us 'Karpow, A'
hints "them" 'no game has a player "Karpow, A"; near: "Karpov, Anatoly" [(]1 game[)]$' --them 'Karpow, A'
hints "small letters" 'no game has a player "karpow, anatoli"; near: "Karpov, Anatoly" [(]1 game[)]$' --player 'karpow, anatoli'
hints "nothing is near" '' --player Zzyzx
hints "no name at all" '' --player '=??'
hints "Black's name alone is not near as White" '' --white 'Nobody, Ned'
hints "a pattern" '' --player 'Kasparow*'
hints "alternatives" '' --player 'Kasparow|Karpow'
hints "no games are wanted" '' --player Karpow --limit 0
hints "... of what games have" '' --player Karpov --limit 0
hints "what games have, but not these" '' --player 'Karpov' --date 1950
hints "not so" '' --not --player Karpow --date 1950
hints "... but the next one is" 'no game has a player "Karpow"' --not --event X --player Karpow
hints "another condition with it" 'no game has a player "Karpow"' --event E --player Karpow
hints "sorted" 'no game has a player "Karpow"' --sort date --player Karpow
check "two names" sh -c '"$PGNFIND" --player Karpow --player Kasparow x.bcgn 2>&1 | grep -c "no game has" | grep -qx 2'
status "what is found needs no hint" 0 "$PGNFIND" -c --player Karpov x.bcgn
silent "what is found: silent"
status "-q" 0 "$PGNFIND" -q -c --player Karpow x.bcgn
silent "-q: silent"
players 'Karpow, A' >y.pgn
"$PGNPACK" -q y.pgn -o y.bcgn
status "another database has it" 0 "$PGNFIND" -c --player 'Karpow' x.bcgn y.bcgn
silent "another database has it: no hint"
status "of two databases" 0 "$PGNFIND" -c --player 'Karpoff, Anatoly' x.bcgn y.bcgn
says "of two databases: names of both" 'near: "Karpov, Anatoly" [(]1 game[)], "Karpow, A" [(]1 game[)]$'
status "twice the same" 0 "$PGNFIND" -c --player 'Karpoff, Anatoly' x.bcgn x.bcgn
says "twice the same: games of both" 'near: "Karpov, Anatoly" [(]2 games[)]$'
players $(seq -f 'Smitherson%g' 30) 'Smithersen' >z.pgn
for i in A B C D E F G; do players "Smithersan, $i"; done >z.pgn
"$PGNPACK" -q z.pgn -o z.bcgn
status "many" 0 "$PGNFIND" -c --player 'Smitherson' z.bcgn
check "five at most" sh -c 'grep -o "(1 game)" err | wc -l | grep -qx "5"'
"$PGNPACK" -q --moves=best x.pgn -o best.bcgn 2>/dev/null || cp x.bcgn best.bcgn
status "standard input" 0 sh -c '"$PGNFIND" -c --player Karpow <best.bcgn'
says "standard input, too" 'near: "Karpov, Anatoly" [(]1 game[)]'

# Names of tags that no game has, events and sites.
{ sed 's/"E"/"London Chess Classic"]\n[Site "Linares"]\n[ECOUrl "x"/' x.pgn; } >tags.pgn
"$PGNPACK" -q tags.pgn -o tags.bcgn
tagged() { # NAME TEXT ARGUMENT...
    local name=$1 text=$2
    shift 2
    status "$name" 0 "$PGNFIND" -c "$@" tags.bcgn
    if [ -n "$text" ]; then says "$name: what is near" "^pgnfind: $text$"; else silent "$name: no hint"; fi
}
tagged "a tag with other capitals" 'no game has a tag EcoUrl; there are games with ECOUrl' --tag EcoUrl=x
tagged "a tag that no game has" 'no game has a tag Elo' --tag 'Elo>=2000' --player Karpov
tagged "its name alone" 'no game has a tag ecourl; there are games with ECOUrl' --tag ecourl
tagged "a tag that games have" '' --tag ECOUrl=y*
tagged "... and that they need not have" '' --not --tag EcoUrl --player Zzyzx
status "a tag of another database" 0 "$PGNFIND" -c --tag ECOUrl=z x.bcgn tags.bcgn
silent "a tag of another database: no hint"
status "a tag of no database" 0 "$PGNFIND" -c --tag EcoUrl=z x.bcgn tags.bcgn best.bcgn
says "a tag of no database: as one has it" "no game has a tag EcoUrl; there are games with ECOUrl"
tagged "an event" 'no game has an event "London Clasic"; near: "London Chess Classic" [(]9 games[)]' --event 'London Clasic'
tagged "a site" 'no game has a site "Linaers"; near: "Linares" [(]9 games[)]' --site 'Linaers' --player Karpov
tagged "nothing is near" '' --event 'Hastings'
tagged "an event that games have" '' --event 'London' --player Zzyzx
status "--where" 0 "$PGNDB" set tags.bcgn Round=1 --where 'tag=eCOURL=x' --dry-run
says "--where: what is near" "tags.bcgn: no game has a tag eCOURL; there are games with ECOUrl"

# Few games have the name, and many one that is near: told where the name is all that is asked for.
{ players Smyslov,V && for i in 1 2 3 4 5 6 7 8 9; do players 'Smyslov, Vassily' 'Smirnov, Ivan'; done; } >few.pgn
"$PGNPACK" -q few.pgn -o few.bcgn
few() {
    local name=$1 text=$2
    shift 2
    status "few: $name" 0 "$PGNFIND" "$@"
    if [ -n "$text" ]; then says "few: $name: what is near" "^pgnfind: $text"; else silent "few: $name: no hint"; fi
}
few "nine times as many games" '' -c --player Smyslov,V few.bcgn
players 'Smyslov, Vassily' 'Smyslov, Vassilij' >more.pgn
"$PGNDB" add -q few.bcgn more.pgn
near='only 1 game has a player "Smyslov,V"; near: "Smyslov, Vassily" [(]10 games[)]$'
few "ten times" "$near" -c --player =Smyslov,V few.bcgn
few "... the games come all the same" "$near" --player =Smyslov,V few.bcgn
same_number() { check "$1" test "$(grep -c '^\[White ' out)" = "$2"; }
same_number "few: one game came" 1
few "sorted" "$near" --sort date --player =Smyslov,V few.bcgn
few "as White" 'only 1 game has a white player "Smyslov,V"; near' -c --white =Smyslov,V few.bcgn
few "with another condition" '' -c --player =Smyslov,V --event E few.bcgn
few "a limit ends the search" '' -n 1 --player =Smyslov,V few.bcgn
few "a limit that does not" "$near" -n 2 --player =Smyslov,V few.bcgn
few "the commoner name" '' -c --player '=Smyslov, Vassily' few.bcgn
few "a pattern" '' -c --player 'Smyslov,V*' few.bcgn
few "of two databases: eleven times" 'only few games have a player "Smyslov,V"; near: "Smyslov, Vassily" [(]20 games[)]' -c --player =Smyslov,V few.bcgn few.bcgn
few "too many in the second one" '' -c --player =Smyslov,V $(for i in 1 2 3 4 5 6 7 8 9 10 11; do echo few.bcgn; done)
status "few: --where" 0 "$PGNDB" set few.bcgn Round=1 --where 'player="=Smyslov,V"' --dry-run
says "few: --where: what is near" 'few.bcgn: only 1 game has a player "Smyslov,V"; near: "Smyslov, Vassily" [(]10 games[)]$'

# Results of a player who may be Black: White's, where nobody is us.
won="'won' and 'lost' are White's where no 'us' or 'them' names a player; add us=NAME for a player's own$"
for words in '--black Nobody --result won' '--result 1/2,lost --player Smyslov' '--black Nobody --table=Score'; do
    # shellcheck disable=SC2086 # words
    status "pgnfind $words" 0 "$PGNFIND" $words few.bcgn
    says "... whose results" "^pgnfind: $won"
done
for words in '--us Nobody --result won' '--result won --player Smyslov --them=Nobody' '--result lost --either --black Nobody' '--white Smyslov --result won' \
    '--black Nobody --result 1-0' '--result won' '--not --player Nobody --result won' '--player Nobody --table=Result' '-q --black Nobody --result won'; do
    # shellcheck disable=SC2086 # words
    status "pgnfind $words" 0 "$PGNFIND" $words few.bcgn
    silent "... says nothing of results"
done
status "--where" 0 "$PGNDB" set few.bcgn Round=1 --where 'black=Nobody result=won' --dry-run
says "--where: whose results" "few.bcgn: $won"

# A FEN with fewer castling rights than kings and rooks at home could have; those that the men contradict are none.
start=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
for rights in - Kk HAh KQkg EQkq; do
    none="no such game has the position with castling rights $rights; kings and rooks are at home for '$start w KQkq - 0 1'$"
    for option in --fen --tree; do
        status "$option, $rights" 0 "$PGNFIND" $option="$start w $rights - 0 1" y.bcgn
        says "$option, $rights: ... of castling" "^pgnfind: $none"
    done
done
for fen in "$start w HAha -" "$start w" "$start b KQkq -" "8/8/8/4k3/8/8/4K3/8 w - -" "4k3/8/8/8/8/8/8/R3K3 w Q -"; do
    status "--fen '$fen'" 0 "$PGNFIND" -c --fen "$fen" y.bcgn
    silent "... says nothing of castling"
done
status "--tree of no game, without any rights" 0 "$PGNFIND" --tree='8/8/8/4k3/8/8/4K3/8 w - -' x.bcgn
silent "... says nothing of castling"
status "--not --fen" 0 "$PGNFIND" -c --player Zzyzx --not --fen "$start w - -" x.bcgn
check "... says nothing of castling" sh -c '! grep -q castling err'

# More than a million games: names of the last million.
python3 -c "
for name, games in ('Karpov, Anatoly', 3), ('Kasparov, Garry', 999990), ('Keres, Paul', 10):
    print(('[White \"%s\"]\n\n*\n\n' % name) * games, end='')" | "$PGNPACK" -q -1 -o million.bcgn
status "of a million: near the end" 0 "$PGNFIND" -c --player 'Kasparow, Garry' million.bcgn
says "... what is near" 'near: "Kasparov, Garry" [(]999990 games[)] [(]of the last million games[)]$'
status "before the last million" 0 "$PGNFIND" -c --player 'Karpow, Anatoly' million.bcgn
check "... which nothing is near" sh -c '! grep -q Karpov err'
status "a second database, of which none is looked at" 0 "$PGNFIND" -c --player 'Karpow, Anatoly' million.bcgn x.bcgn
check "... for the same reason" sh -c '! grep -q Karpov err'

# --where of changes.
cp x.bcgn before.bcgn
for change in delete 'set Round=1' 'unset Round' classify 'flag good' 'result 1-0'; do
    set -- $change
    command=$1
    shift
    status "pgndb $command" 0 "$PGNDB" $command x.bcgn "$@" --where 'player=Karpow event=E'
    says "pgndb $command: what is near" '^pgndb: x.bcgn: no game has a player "Karpow"; near: "Karpov, Anatoly" [(]1 game[)]$'
done
printf 'a = b\n' >table
status "pgndb rename" 0 "$PGNDB" rename x.bcgn table --where 'white="Karpow, Anatoly"'
says "pgndb rename: what is near" 'no game has a white player "Karpow, Anatoly"; near: "Karpov, Anatoly" [(]1 game[)]$'
same "nothing was changed" x.bcgn before.bcgn
status "pgndb delete of what is there" 0 "$PGNDB" delete x.bcgn --where 'player=Karpov'
check "... says nothing of names" sh -c '! grep -q near err'
status "what is deleted is there no more" 0 "$PGNFIND" -c --player Karpov x.bcgn
check "... and not near" sh -c '! grep -q near err'
status "undelete" 0 "$PGNDB" undelete x.bcgn --where 'player=Karpow'
says "undelete looks at what is deleted, too" 'near: "Karpov, Anatoly" [(]1 game[)]$'
finish
