# Truncated and damaged BCGN 1: status 2, no output without --salvage, every whole block with it.
. "$(dirname "$0")/lib.sh"
some_games 300 >games.pgn
"$PGNPACK" -B 5K games.pgn -o good.bcgn
size=$(wc -c <good.bcgn)
blocks=$("$PGNUNPACK" -l --json good.bcgn | grep -Eo '"blocks": [0-9]+' | grep -Eo '[0-9]+')
check "there are blocks enough" test "$blocks" -gt 10

# refused NAME FILE: -o leaves nothing, -c gives a beginning of the text, -t notices.
refused() {
    rm -f no.pgn
    status "$1" 2 "$PGNUNPACK" "$2" -o no.pgn
    absent "$1: no output" no.pgn
    status "$1, -c" 2 "$PGNUNPACK" -c "$2"
    check "$1, -c: what is given is the beginning" sh -c 'head -c "$(wc -c <out)" games.pgn | cmp - out'
    status "$1, -t" 2 "$PGNUNPACK" -t "$2"
}

for rest in 0 1 4 5 8 31 32 33 96 1000 $((size / 2)) $((size - 100)) $((size - 33)) $((size - 32)) $((size - 1)); do
    head -c "$rest" good.bcgn >cut.bcgn
    refused "the first $rest bytes" cut.bcgn
done
status "a cut, its place" 2 "$PGNUNPACK" -c cut.bcgn
says "is named" "^pgnunpack: cut.bcgn: what came after game [0-9]+ is missing; what is whole can be had with pgnunpack --salvage \(offset [0-9]+: the file ends too early"
head -c $((size / 2)) good.bcgn >cut.bcgn
status "--salvage of a half" 2 "$PGNUNPACK" --salvage cut.bcgn -o half.pgn
says "--salvage of a half: what is lost" "^pgnunpack: cut.bcgn: (all )?games .* lost.* \(offset [0-9]+, [0-9]+ bytes are damaged: "
check "--salvage of a half: whole blocks" sh -c \
    '[ "$(wc -c <half.pgn)" -gt 20000 ] && head -c "$(wc -c <half.pgn)" games.pgn | cmp - half.pgn'
status "-l of a half" 2 "$PGNUNPACK" -l cut.bcgn
says "-l of a half: it is said" "cut.bcgn: .*without the index"
check "-l of a half: it lists what is there" grep -q "cut.bcgn (damaged)" out
status "game 1 of a half" 2 "$PGNUNPACK" -g 1 cut.bcgn
check "is there" grep -q 'Round "1"' out
status "game 1 of a half, -o" 2 "$PGNUNPACK" -g 1 cut.bcgn -o no.pgn
absent "leaves nothing" no.pgn
status "game 1 of a half, -o --salvage" 2 "$PGNUNPACK" -g 1 cut.bcgn --salvage -o one.pgn
check "leaves the game" grep -q 'Round "1"' one.pgn
{ cat good.bcgn; printf garbage; } >behind.bcgn
refused "something behind" behind.bcgn
{ printf garbage; cat good.bcgn; } >before.bcgn
refused "something before" before.bcgn
{ head -c $((size - 20)) good.bcgn; cat good.bcgn; } >joined.bcgn
refused "a truncated one with another behind" joined.bcgn
status "--salvage of both" 2 "$PGNUNPACK" --salvage -c joined.bcgn
check "gives both" sh -c 'cat games.pgn games.pgn | cmp - out'

# Without its header, or more of its beginning; joined on without it; a block that is there twice.
tail -c +33 good.bcgn >headless.bcgn
tail -c $((size / 2)) good.bcgn >tail.bcgn
cat good.bcgn headless.bcgn >joined.bcgn
"$PGNUNPACK" -c tail.bcgn --salvage >tail.pgn 2>err
check "--salvage without the first half: whole blocks to the end" sh -c \
    '[ "$(wc -c <tail.pgn)" -gt 20000 ] && tail -c "$(wc -c <tail.pgn)" games.pgn | cmp - tail.pgn'
cp games.pgn headless.pgn
cat games.pgn games.pgn >joined.pgn
for part in headless tail joined; do
    status "$part, --salvage" 2 "$PGNUNPACK" --salvage -c $part.bcgn
    same "$part, --salvage: what is there" out $part.pgn
    games=$(grep -c '^\[Event ' $part.pgn)
    status "$part, -l" 2 "$PGNUNPACK" -l $part.bcgn
    says "$part, -l: it is said" "^pgnunpack: $part.bcgn: [0-9]+ games were found without the index; there may have been more \(.*(missing|not closed)"
    check "$part, -l: all games are there" grep -Eq "^ *$games " out
    status "$part, -g" 2 "$PGNUNPACK" -g "$games" $part.bcgn
    check "$part, -g: the last game is there" grep -q 'Round "300"' out
done
status "without a header" 2 "$PGNUNPACK" -t headless.bcgn
says "it is said where" "^pgnunpack: headless.bcgn: a part is damaged; what is whole can be had with pgnunpack --salvage \(offset 0: a file's header is missing here"
status "without a header, --salvage" 2 "$PGNUNPACK" --salvage -t headless.bcgn
says "no game is lost" "^pgnunpack: headless.bcgn: no game is lost, 0 bytes of text \(offset 0, 0 bytes are damaged: "
"$PGNUNPACK" -l -v --json good.bcgn >list
python3 -c 'import json
block = json.load(open("list"))[0]["block_list"][0]
packed, text = open("good.bcgn", "rb").read(), open("games.pgn", "rb").read()
open("copy.bcgn", "wb").write(packed[:block["offset"] + block["packed_size"]] + packed[block["offset"]:])
open("copy.pgn", "wb").write(text[:block["text_size"]] + text)'
status "a block that is there twice" 2 "$PGNUNPACK" --salvage -c copy.bcgn
same "comes twice" out copy.pgn
says "and is said to" "^pgnunpack: copy.bcgn: .* lost \(offset [0-9]+, .*this block is a copy, or of a file whose header is missing"

# flip PLACE: a bit of good.bcgn, into bad.bcgn.
flip() {
    python3 -c 'import sys
data = bytearray(open("good.bcgn", "rb").read())
data[int(sys.argv[1])] ^= 8
open("bad.bcgn", "wb").write(data)' "$1"
}
for place in 0 5 29 40 70 100 500 $((size / 3)) $((size / 2)) $((size - 90)) $((size - 40)) $((size - 20)) $((size - 3)); do
    flip "$place"
    status "a flipped bit at $place" 2 "$PGNUNPACK" -t bad.bcgn
    says "a flipped bit at $place: it is said" "^pgnunpack: bad.bcgn: "
done
# Another version, or a version 1 that is not ours, is said to be that.
for place in 4 9; do
    flip $place
    status "a flipped bit at $place" 1 "$PGNUNPACK" -t bad.bcgn
done
flip $((size / 2))
refused "a flipped bit in the middle" bad.bcgn
status "where it is" 2 "$PGNUNPACK" -t bad.bcgn
says "is named with the game" "^pgnunpack: bad.bcgn: games [0-9]+ to [0-9]+ are damaged; the others can be had with pgnunpack --salvage \(offset [0-9]+: "
named=$(grep -Eo 'games [0-9]+ to [0-9]+' err)
status "--salvage" 2 "$PGNUNPACK" --salvage bad.bcgn -o saved.pgn
says "--salvage names offset, bytes and games" \
    "^pgnunpack: bad.bcgn: games [0-9]+ to [0-9]+ are lost, [0-9,]+ bytes of text \(offset [0-9]+, [0-9]+ bytes are damaged: "
check "they are those that were named before" test "$named" = "$(grep -Eo 'games [0-9]+ to [0-9]+' err)"
check "--salvage loses just those" python3 -c '
import re
lost = re.search(r"games (\d+) to (\d+) are lost (\d+) bytes", open("err").read().replace(",", ""))
first, last, size = map(int, lost.groups())
text, saved = open("games.pgn", "rb").read(), open("saved.pgn", "rb").read()
assert len(saved) == len(text) - size, (len(saved), len(text), size)
rounds = [int(n) for n in re.findall(rb"Round \"(\d+)\"", saved)]
assert rounds == [n for n in range(1, 301) if n < first or n > last]
'
status "--salvage -t" 2 "$PGNUNPACK" --salvage -t bad.bcgn
status "--salvage of a whole file" 0 "$PGNUNPACK" --salvage good.bcgn -o whole.pgn
same "--salvage of a whole file is the file" whole.pgn games.pgn
status "--salvage of something else" 2 "$PGNUNPACK" --salvage games.pgn -o else.pgn
absent "--salvage of something else gives nothing" else.pgn
status "--salvage and -q" 2 "$PGNUNPACK" -q --salvage -c bad.bcgn
says "--salvage and -q: losses are said" "games .* are lost"
first=$(grep -Eo 'games [0-9]+' err | grep -Eo '[0-9]+')
status "a view over the damage" 2 "$PGNUNPACK" -g "$((first - 1))-$((first + 60))" bad.bcgn -o view.pgn
absent "a view over the damage: nothing" view.pgn
status "a view over the damage, --salvage" 2 "$PGNUNPACK" --salvage -g "$((first - 1))-$((first + 60))" bad.bcgn -o view.pgn
check "gives the game before" grep -q "Round \"$((first - 1))\"" view.pgn
check "gives a game behind" grep -q "Round \"$((first + 60))\"" view.pgn
status "a view beside the damage" 0 "$PGNUNPACK" -g "$((first - 1))" bad.bcgn
for i in 1 2; do "$PGNUNPACK" --salvage --shard $i/2 bad.bcgn 2>/dev/null; done >shards
same "shards, --salvage" shards saved.pgn
status "-C and damage" 2 "$PGNUNPACK" bad.bcgn -C laid
absent "-C and damage: no file that is not whole" laid/bad.pgn
status "-C --salvage and damage" 2 "$PGNUNPACK" --salvage bad.bcgn -C laid
same "-C --salvage and damage: what is whole" laid/bad.pgn saved.pgn
status "a damaged one among others" 2 "$PGNUNPACK" -t good.bcgn bad.bcgn good.bcgn
check "is the only one named" test "$(wc -l <err)" -eq 1
some_games 2500 >many.pgn
"$PGNPACK" -q -B 64K many.pgn
size=$(wc -c <many.bcgn)
printf 'XXXX' | dd of=many.bcgn bs=1 seek=$((size * 7 / 8)) conv=notrunc 2>dd.err
status "damage in a file of many games" 2 "$PGNUNPACK" -t many.bcgn
says "which are lost, in figures for people" "^pgnunpack: many.bcgn: games [12],[0-9]{3} to 2,[0-9]{3} are damaged; the others can be had with"
gzip -c many.bcgn >many.bcgn.gz
status "the same, wrapped" 2 "$PGNUNPACK" -t many.bcgn.gz
says "where the index is out of reach" "^pgnunpack: many.bcgn.gz: games from [12],[0-9]{3} on are damaged; what is whole can be had with pgnunpack --salvage"
# A newer kind of file is not called damaged.
printf 'BCGN\002\0\0\0' | cat - /dev/zero | head -c 200 >newer.bcgn
status "another version" 1 "$PGNUNPACK" -t newer.bcgn
no_leftovers "no temporary files"
finish
