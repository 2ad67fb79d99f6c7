# Many small files in one database, most of which share blocks: names, times and texts, whatever is done to games.
. "$(dirname "$0")/lib.sh"

# of_folder FOLDER: names, times and sums of all files in it.
of_folder() { (
    cd "$1" && find . -type f -printf '%p %Ts\n' | LC_ALL=C sort
    find . -type f -print0 | LC_ALL=C sort -z | xargs -0 cksum
); }

mkdir -p d/sub
for i in $(seq 1 40); do
    some_games $((i % 3)) $((10 * i)) >d/game$i.pgn
    touch -d "@$((1600000000 + 777 * i))" d/game$i.pgn
done
printf '\n\n' >d/sub/notes.txt
printf '[Event "x"]\n\n1. e4 *' >d/sub/no_line_end.pgn
some_games 900 7 >d/sub/large.pgn
some_games 2 9 >d/zuletzt.pgn
touch -d @86400 d/sub/notes.txt
touch -d @-86400 d/sub/no_line_end.pgn
of_folder d >d.list

for level in 3 9; do
    status "-$level of a folder" 0 "$PGNPACK" -$level -r d -o $level.bcgn
    status "-$level: -t" 0 "$PGNUNPACK" -t $level.bcgn
    status "-$level: -C" 0 "$PGNUNPACK" $level.bcgn -C back$level
    of_folder back$level/d >back.list
    same "-$level: names, times and texts" back.list d.list
done
check "small files share blocks" sh -c '"$PGNUNPACK" -l --json 3.bcgn | grep "\"blocks\": [2-5],.*\"files\": 44,"'

# As without files, and what their names and times take.
find d -type f | LC_ALL=C sort | tr '\n' '\0' | xargs -0 cat >all.pgn
"$PGNPACK" -3 all.pgn -o all.bcgn
check "hardly more than one file" test "$(stat -c %s 3.bcgn)" -lt $(($(stat -c %s all.bcgn) + 1500))

# Times.
status "-C --no-times" 0 "$PGNUNPACK" 3.bcgn -C now --no-times
check "-C --no-times: the time is another" test "$(stat -c %Y now/d/game1.pgn)" -gt 1700000000
status "--no-times" 0 "$PGNPACK" -r d --no-times -o none.bcgn
find d -type f -exec touch {} +
"$PGNPACK" -r d --no-times -o none2.bcgn
same "--no-times: the same bytes at any time" none2.bcgn none.bcgn
SOURCE_DATE_EPOCH=1600000000 "$PGNPACK" -r d -o epoch.bcgn
check "SOURCE_DATE_EPOCH: no time after it" sh -c '"$PGNUNPACK" -l --json epoch.bcgn | grep -c "2020-09-13T12:26:40Z" | grep -qx 44'
(cd back3 && tar -cf ../d.tar d)
status "from a tar" 0 "$PGNPACK" d.tar -o tar.bcgn
"$PGNUNPACK" tar.bcgn -C tar
of_folder tar/d >back.list
same "from a tar: names, times and texts" back.list d.list
status "packed anew" 0 "$PGNPACK" -f -6 3.bcgn -o 6.bcgn
"$PGNUNPACK" 6.bcgn -C six
of_folder six/d >back.list
same "packed anew: names, times and texts" back.list d.list

# Members.
status "--member" 0 "$PGNUNPACK" 3.bcgn --member 'game2*.pgn' -o got
cat back3/d/game2.pgn back3/d/game2?.pgn >want
"$PGNUNPACK" -l --json 3.bcgn >list.json
check "--member: in the order of the database" cmp got <(python3 - <<'P'
import fnmatch, json, sys
for file in json.load(open("list.json"))[0]["file_list"]:
    if fnmatch.fnmatch(file["file"], "d/game2*.pgn"):
        sys.stdout.buffer.write(open("back3/" + file["file"], "rb").read())
P
)
check "--member: all of them" test "$(stat -c %s got)" = "$(stat -c %s want)"
check "-l: sizes and games are those of the files" python3 - <<'P'
import json, os
listing = json.load(open("list.json"))[0]
assert len(listing["file_list"]) == listing["files"] == 44
for file in listing["file_list"]:
    assert file["text_size"] == os.path.getsize("back3/" + file["file"]), file
assert sum(file["games"] for file in listing["file_list"]) == listing["games"]
assert sum(file["text_size"] for file in listing["file_list"]) == listing["text_size"]
P

# Deleted games go out of their files, and of no other; files stay, also in what is made of the database.
python3 - <<'P'
import json
files = json.load(open("list.json"))[0]["file_list"]
game, deleted, left = 1, [], {}
for i, file in enumerate(files):
    games = range(game, game + file["games"])
    gone = [n for n in games if n % 3 == 0 or i % 7 == 0]
    deleted += gone
    left[file["file"]] = [n for n in games if n not in gone]
    game += file["games"]
print(*deleted, sep="\n", file=open("deleted", "w"))
json.dump(left, open("left.json", "w"))
P
cp 3.bcgn db.bcgn
status "delete" 0 "$PGNDB" delete db.bcgn -g @deleted
# left_in FOLDER: it has the games that are left, in their files.
left_in() {
    LEFT=$1 python3 - <<'P'
import json, os, subprocess
lines = lambda text: [line.rstrip(b"\r") for line in text.split(b"\n") if line.strip()]
for name, games in json.load(open("left.json")).items():
    command = [os.environ["PGNUNPACK"], "-qq", "-c", "-g", ",".join(map(str, games)), "3.bcgn"]
    want = lines(subprocess.run(command, stdout=-1, check=True).stdout) if games else []
    assert lines(open(os.path.join(os.environ["LEFT"], name), "rb").read()) == want, name
P
}
status "-C of what is left" 0 "$PGNUNPACK" db.bcgn -C left
check "-C of what is left: games" left_in left
check "-C of what is left: all files" test "$(find left -type f | wc -l)" = 44
status "--member of what is left" 0 "$PGNUNPACK" db.bcgn --member d/game5.pgn -f -o got
same "--member of what is left: the same" got left/d/game5.pgn
for way in "compact --forget" merge "compact --forget -9"; do
    status "$way" 0 "$PGNDB" $way -f db.bcgn -o made.bcgn
    rm -rf made
    status "$way: -C" 0 "$PGNUNPACK" made.bcgn -C made
    check "$way: games" left_in made
    (cd left && find . -type f -printf '%p %Ts\n' | sort) >want
    (cd made && find . -type f -printf '%p %Ts\n' | sort) >got
    same "$way: names and times" got want
done

# Added files are files, too.
mkdir e
some_games 3 99 >e/new.pgn
touch -d @1000000000 e/new.pgn
status "--append" 0 "$PGNPACK" -r --append=db.bcgn e
status "--append: -C" 0 "$PGNUNPACK" db.bcgn -C added
check "--append: times" test "$(stat -c %Y added/e/new.pgn)" = 1000000000
check "--append: the games" sh -c 'head -c "$(stat -c %s e/new.pgn)" added/e/new.pgn | cmp - e/new.pgn'
cat 3.bcgn db.bcgn >cat.bcgn
status "cat: -C" 0 "$PGNUNPACK" cat.bcgn -C cat
check "cat: all files of both" test "$(find cat -type f | wc -l)" = 89

# Damage takes the files of a block, and no other.
cp 3.bcgn bad.bcgn
at=$(python3 -c 'import json
print(json.load(open("list.json"))[0]["file_list"][0]["packed_size"])')
printf xxxx | dd of=bad.bcgn bs=1 seek=$((at + 300)) conv=notrunc status=none
status "damage" 2 "$PGNUNPACK" -t bad.bcgn
status "--salvage -C" 2 "$PGNUNPACK" --salvage bad.bcgn -C saved
check "--salvage: the large file is there" cmp saved/d/sub/large.pgn back3/d/sub/large.pgn

finish
