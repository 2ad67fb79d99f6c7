# Forged files with optional sections as a newer version may write them, through all commands: the files of tests/vectors/bad.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || { echo "skip $test_name: there is no python3"; finish; }
export SOURCE_DATE_EPOCH=1700000000
forge() { python3 -c 'import re, sys; sys.stdout.buffer.write(bytes.fromhex(re.sub("#.*", "", open(sys.argv[1]).read())))' "$tools/../vectors/bad/$1.txt" >"$2"; }
printf '[A "b"]\n\n1. e4 {c} e5 *\n' >wanted
{ cat wanted && echo; } >parted
printf '[Event "?"]\n\n1. d4 *\n' >more.pgn

# reads NAME STATUS: all ways to read it give the text; those that go through all bytes end with that status.
reads() {
    local forged=$1.bcgn
    status "$1: as a file" "$2" "$PGNUNPACK" -q -c "$forged"
    same "$1: ... its text" out wanted
    status "$1: from a pipe" "$2" sh -c 'cat "$1" | "$PGNUNPACK" -q' - "$forged"
    same "$1: ... its text from a pipe" out wanted
    status "$1: to a file" "$2" "$PGNUNPACK" -q -f -o text "$forged"
    same "$1: ... its text in a file" text wanted
    status "$1: tested" "$2" "$PGNUNPACK" -q -t "$forged"
    status "$1: salvaged" "$2" "$PGNUNPACK" -q --salvage -c "$forged"
    same "$1: ... its text salvaged" out wanted
    status "$1: searched" 0 "$PGNFIND" -c --move=e4 "$forged"
    check "$1: ... the game is found" grep -qx 1 out
    status "$1: by its position" 0 "$PGNFIND" -c --moves='e4 e5' "$forged"
    check "$1: ... the game is found there" grep -qx 1 out
}

# What of a file was left out when its games were packed anew.
tells_sections() {
    case $1 in
    fine-optional-twice) says "$1: what was left out is told" ' 12 sections beside the games, of types that ' ;;
    fine-optional-* | fine-record-second) says "$1: what was left out is told" ' 1 section beside the games, .* was left out' ;;
    fine-annex | fine-annex-unpacked-large) says "$1: what was left out is told" ' 2 sections beside the games' ;;
    *) check "$1: nothing was left out" sh -c '! grep -q "beside the games" err' ;;
    esac
}

# Of unknown types only stored size and checksum count.
for name in fine-optional-large fine-optional-stored fine-optional-twice fine-optional-sizes-differ fine-annex \
    fine-annex-unpacked-large fine-columns-packing fine-columns-twice fine-columns-missing fine-ids-large \
    fine-record-second fine-reserved; do
    forge "$name" "$name.bcgn"
    reads "$name" 0
    cp "$name.bcgn" db.bcgn
    status "$name: a game is added" 0 "$PGNPACK" -q --append=db.bcgn more.pgn
    status "$name: and deleted" 0 "$PGNDB" delete -q db.bcgn -g 2
    status "$name: what is left" 0 "$PGNUNPACK" -q -c db.bcgn
    same "$name: ... is what was there" out parted
    status "$name: copied as it is" 0 "$PGNDB" merge -q -f "$name.bcgn" -o copy.bcgn
    same "$name: ... has the same bytes" copy.bcgn "$name.bcgn"
    status "$name: packed anew" 0 "$PGNDB" compact db.bcgn --forget -3
    cp err told
    status "$name: and unpacked" 0 "$PGNUNPACK" -q -c db.bcgn
    same "$name: ... has its text" out parted
    cp told err
    tells_sections "$name"
    status "$name: packed once more" 0 "$PGNPACK" -5 -f "$name.bcgn" -o again.bcgn
    tells_sections "$name"
    status "$name: and unpacked" 0 "$PGNUNPACK" -q -c again.bcgn
    same "$name: ... has its text" out wanted
done

# What no text needs may be damaged.
for name in optional-checksum columns-checksum tree-checksum; do
    forge "$name" "$name.bcgn"
    reads "$name" 2
    status "$name: what is damaged" 2 "$PGNUNPACK" -t "$name.bcgn"
    says "$name: ... no game" 'no game is lost'
done

# What a record says has to be known: texts come from where nothing else is known, and with --salvage; no change is made.
for name in record-packing record-large record-sizes-differ record-subtype record-first; do
    forge "$name" "$name.bcgn"
    cp "$name.bcgn" db.bcgn
    status "$name: as a file" 2 "$PGNUNPACK" -q -c db.bcgn
    status "$name: from a pipe" 2 sh -c 'cat db.bcgn | "$PGNUNPACK"'
    same "$name: ... its text" out wanted
    says "$name: ... of which it is not known what is deleted" 'not known which games are deleted'
    status "$name: tested" 2 "$PGNUNPACK" -q -t db.bcgn
    status "$name: salvaged" 2 "$PGNUNPACK" -q --salvage -c db.bcgn
    same "$name: ... its text salvaged" out wanted
    status "$name: searched" 2 "$PGNFIND" -c --move=e4 db.bcgn
    for change in 'delete db.bcgn -g 1' 'add db.bcgn more.pgn' 'compact db.bcgn --forget -3' 'undelete db.bcgn --all'; do
        status "$name: $change" 2 "$PGNDB" $change -q
    done
    same "$name: nothing was changed" db.bcgn "$name.bcgn"
done

# What a newer version needs, and what is no block.
for name in block-needed block-needed-large; do
    forge "$name" db.bcgn
    for command in '"$PGNUNPACK" -q -c db.bcgn' '"$PGNUNPACK" -q -t db.bcgn' 'cat db.bcgn | "$PGNUNPACK" -q' '"$PGNFIND" --move=e4 db.bcgn' \
        '"$PGNDB" compact -q db.bcgn --forget -3'; do
        status "$name: $command" 1 sh -c "$command"
        says "$name: ... says so" 'needs a newer pgnpack'
    done
done
for name in optional-before-others optional-size-less optional-size-more optional-size-of-none optional-too-large; do
    forge "$name" db.bcgn
    for command in '"$PGNUNPACK" -q -c db.bcgn' '"$PGNUNPACK" -q -t db.bcgn' 'cat db.bcgn | "$PGNUNPACK" -q' '"$PGNFIND" --move=e4 db.bcgn' \
        '"$PGNUNPACK" -q --salvage -c db.bcgn' '"$PGNDB" compact -q db.bcgn --forget -3'; do
        status "$name: $command" 2 sh -c "$command"
    done
done
finish
