# Ratings that are read one way everywhere, FENs that leave fields out, and what nobody has: a word, or an error.
. "$(dirname "$0")/lib.sh"

# Each with the rating that is meant.
ratings='1500=1500,1500?=1500, 1500=1500,1500P12=1500,1500/8=1500,01500=unknown,150=150,0150=150,15?0=unknown,24??=unknown,15=15,0=unknown,0000=unknown,
?=unknown,-=unknown,=unknown,unr. 1500=unknown,(1500)=unknown,+1500=unknown,12345=unknown,9999=9999,9999?=9999,2000x=2000'
printf '%s' "$ratings" | tr -d '\n' | tr ',' '\n' >ratings
echo >>ratings
while IFS='=' read -r tag _; do
    printf '[Event "x"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n[WhiteElo "%s"]\n[BlackElo "2400"]\n\n1. e4 1-0\n\n' "$tag"
done <ratings >ratings.pgn
for level in 3 6; do
    "$PGNPACK" -q -$level ratings.pgn -o ratings-$level.bcgn
done
games=$(wc -l <ratings)
check "all games are there" test "$("$PGNFIND" -c --white A ratings-3.bcgn)" = "$games"

# numbers_of CONDITION...: of the games in which the first rating fulfils the shell's condition.
wanted() {
    local number=0 meant
    while IFS='=' read -r _ meant; do
        number=$((number + 1))
        if [ "$meant" != unknown ] && [ "$meant" "$@" ]; then echo $number; fi
    done <ratings
}
same_numbers() {
    local name=$1
    shift
    "$PGNFIND" -q --numbers "$@" >numbers
    cut -f1 numbers >found
    comes_to "$name" found wanted
}
for level in 3 6; do
    file=ratings-$level.bcgn
    for limit in 15 150 1500 1501 2000 9999; do
        wanted -ge $limit >wanted
        same_numbers "-$level --white-elo $limit-" --white-elo $limit- $file
        same_numbers "-$level --tag WhiteElo>=$limit" --tag "WhiteElo>=$limit" $file
        wanted -le $limit >wanted
        same_numbers "-$level --white-elo -$limit" --white-elo -$limit $file
        same_numbers "-$level --tag WhiteElo<=$limit" --tag "WhiteElo<=$limit" $file
        wanted -lt $limit >wanted
        same_numbers "-$level --tag WhiteElo<$limit" --tag "WhiteElo<$limit" $file
    done
done
# What is counted: the tree, statistics, the index's range, both orders.
sum=0 known=0
for rating in $(sed 's/.*=//' ratings | grep -v unknown); do
    sum=$((sum + rating)) known=$((known + 1))
done
mean=$(((sum + known / 2) / known))
"$PGNFIND" -q --tree --csv ratings-3.bcgn >tree
check "tree: rated games and their mean" grep -Eq "^1,.*,$known,$mean,$games,2400," tree
"$PGNFIND" -q --stats --csv ratings-3.bcgn >stats
check "statistics: ratings of 1500" grep -qx "rating,1500,$(grep -c '=15[0-9][0-9]$' ratings)" stats
check "statistics: of 2400" grep -qx "rating,2400,$games" stats
"$PGNFIND" -q --stats --json ratings-3.bcgn >stats
check "statistics: unknown ones" grep -q "\"no_rating\": $((games - known))," stats
check "index: lowest and highest" sh -c '"$1" -l --csv "$2" >/dev/null 2>&1; "$1" -lv "$2" | grep -Eq "15-9999|15 *9999"' sh "$PGNUNPACK" ratings-3.bcgn
"$PGNDB" sort -q ratings-3.bcgn elo -o sorted.bcgn
"$PGNFIND" -q --csv=WhiteElo --sort=elo ratings-3.bcgn >by_find
"$PGNFIND" -q --csv=WhiteElo sorted.bcgn >by_pack
same "both orders are the same" by_find by_pack

# Dates in all forms: what each means, 99999999 for none. Both orders go by that, games of one date as they stood.
dates='2019.5.4=20190504,1899=18990000,?=99999999,2011.05.??=20110500,2012.??.05=20120005,20111=99999999,2011/05/12=20110512,1999-12-31=19991231,
2011=20110000,????.05.03=99999999,2011.12=20111200,11.05.2011=99999999,2011-5-3=20110503,2011.??.??=20110000,=99999999,2019.05.03=20190503,2011.13.40=20110000'
printf '%s' "$dates" | tr -d '\n' | tr ',' '\n' >dates
echo >>dates
while IFS='=' read -r tag _; do
    printf '[Event "x"]\n[Date "%s"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 1-0\n\n' "$tag"
done <dates >dates.pgn
(echo Date && sort -s -t= -k2,2n dates | sed 's/=.*//') | tr -d '\r' >wanted
"$PGNPACK" -q dates.pgn -o dates.bcgn
"$PGNFIND" -q --csv=Date --sort=date dates.bcgn | tr -d '\r"' >by_find
same "dates in pgnfind's order" by_find wanted
"$PGNDB" sort -q dates.bcgn date -o sorted-dates.bcgn
"$PGNUNPACK" -q --csv=Date sorted-dates.bcgn | tr -d '\r"' >by_sort
same "dates in pgndb's order" by_sort wanted
"$PGNDB" split -q dates.bcgn year -o years.bcgn
for year in 1899 1999 2011 2012 2019; do
    check "games of $year" test "$("$PGNFIND" -c years-$year.bcgn)" = "$(grep -c "=$year" dates)"
done

# What no game has is told.
printf '[White "A"]\n[Black "B"]\n[Result "*"]\n\n1. e4 c5 *\n' | "$PGNPACK" -q -o unnamed.bcgn
status "an opening where no game has that tag" 0 "$PGNFIND" -c --opening=Sicilian unnamed.bcgn
says "... says so" "no game has a tag Opening; pgndb classify gives games these"
"$PGNDB" classify -q unnamed.bcgn --all
status "an opening where games have that tag" 0 "$PGNFIND" -c --opening=Nonsense unnamed.bcgn
silent "... says nothing"
check "an opening that is there" test "$("$PGNFIND" -c --opening=Sicilian unnamed.bcgn)" = 1

status "names of no tag" 0 "$PGNFIND" --names '*' --of=Nonsense ratings-3.bcgn
says "names of no tag: why" 'warning: --of: none of these games has a tag Nonsense'
status "a column of no tag" 0 "$PGNFIND" --csv=White,Nonsense ratings-3.bcgn
says "a column of no tag: why" 'warning: --csv: none of these games has a tag Nonsense'
status "an order by no tag" 0 "$PGNFIND" --numbers --sort=Nonsense ratings-3.bcgn
says "an order by no tag: why" 'warning: --sort: none of these games has a tag Nonsense'
for option in --of=WhiteElo --of=Event; do
    status "$option" 0 "$PGNFIND" --names '*' $option ratings-3.bcgn
    silent "$option: nothing to say"
done
status "no games, and no word" 0 "$PGNFIND" --names '*' --of=Nonsense --white Z ratings-3.bcgn
silent "no games: nothing to say"
for empty in --player= --names= --of= --white= --tag=; do
    status "an empty $empty" 1 "$PGNFIND" "$empty" ratings-3.bcgn
done

# The performance of one or two games says nothing.
for count in 1 2 3; do
    for ((i = 0; i < count; i++)); do
        printf '[Event "x"]\n[WhiteElo "2000"]\n[BlackElo "2710"]\n[Result "1-0"]\n\n1. e4 1-0\n\n'
    done >won.pgn
    "$PGNPACK" -q -f won.pgn -o won.bcgn
    shown=- number=0 of_json=null
    if [ $count = 3 ]; then shown=3510 number=3510 of_json=3510; fi
    "$PGNFIND" -q --tree --csv won.bcgn >tree
    check "performance of $count: CSV" grep -Eq "^1,.*,2000,$count,2710,$number,0\$" tree
    "$PGNFIND" -q --tree won.bcgn >tree
    check "performance of $count: table" grep -Eq "^1\\.e4 .* 2000 +$shown +-$" tree
    "$PGNFIND" -q --tree --json won.bcgn >tree
    check "performance of $count: JSON" grep -q "\"performance\": $of_json" tree
    "$PGNFIND" -q --tree --html won.bcgn >tree
    check "performance of $count: page" test $((count / 3)) = $(($(grep -c 3510 tree) > 0))
done

# FENs: a game that has the position with either side to move, with rights and without.
printf '[Event "x"]\n\n1. Nf3 Nf6 2. Rg1 Rg8 3. Rh1 Rh8 4. Ng1 Ng8 *\n\n[Event "y"]\n\n1. e3 e5 2. e4 *\n\n[Event "z"]\n\n1. e4 e5 *\n\n' >moves.pgn
"$PGNPACK" -q moves.pgn -o moves.bcgn
men=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
open=rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR
finds() {
    "$PGNFIND" -q --csv=GameNumber,Ply --fen "$2" moves.bcgn | tail -n +2 >found
    printf '%s' "$1" | tr ' ' '\n' >wanted
    comes_to "--fen $2" found wanted
}
finds '1,0 2,0 3,0 ' "$men"
finds '1,0 2,0 3,0 ' "$men w"
finds '1,8 ' "$men w Qq"
finds '1,8 ' "$men w Qq - 0 1"
finds '' "$men b"
finds '' "$men w -"
finds '2,3 3,2 ' "$open"
finds '3,2 ' "$open w"
finds '2,3 ' "$open b KQkq - 7 90"
while IFS='|' read -r fen why; do
    for option in --fen --tree; do
        status "$option=$fen" 1 "$PGNFIND" "$option=$fen" moves.bcgn
        says "$option=$fen: why" "$why"
    done
done <<END
$men x|side to move
$men w KX|castling rights
$men w KQkq e5|en-passant square
$men w KQkq - x 1|half-move clock or the move number
$men w KQkq - 0 1 7|more than six fields
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w|men
rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w|king
END
status "a tree needs the side" 1 "$PGNFIND" --tree="$open" moves.bcgn
says "a tree needs the side: why" 'the side to move is missing'
status "a tree needs the rights" 1 "$PGNFIND" --tree="$open w" moves.bcgn
says "a tree needs the rights: why" 'the castling rights are missing'
check "a tree needs no more" test "$("$PGNFIND" --tree="$open w KQkq" --csv moves.bcgn | wc -l)" -gt 1

# Where either way is fulfilled, the one that begins first is told: Black's knight goes out first and comes home last.
printf '[Event "x"]\n\n1. a3 Nf6 2. Nf3 h6 3. Ng1 g6 4. h3 Ng8 *\n\n' >either.pgn
"$PGNPACK" -q either.pgn -o either.bcgn
check "the earliest of either side" test "$("$PGNFIND" --csv=Ply,LastPly --pattern Nf3 --then --pattern Ng1 --either either.bcgn | tail -n 1)" = 2,8
check "the other one alone" test "$("$PGNFIND" --csv=Ply,LastPly --pattern Nf3 --then --pattern Ng1 either.bcgn | tail -n 1)" = 3,5
finish
