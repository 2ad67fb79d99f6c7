# Truncated and damaged inputs: status 2, no output, and what was there before stays.
. "$(dirname "$0")/lib.sh"
some_games 200 >a.pgn
some_games 200 201 >b.pgn
archive() { python3 "$tools/make_archive.py" "$@"; }
gzip <a.pgn >gz
bzip2 <a.pgn >bz2
xz <a.pgn >xz
zstd -q <a.pgn >zst
archive zip zip a.pgn b.pgn
archive zip-stream zips a.pgn b.pgn
archive 7z 7z a.pgn b.pgn
archive tar-ustar tar a.pgn b.pgn
gzip <tar >tgz
zstd -q <tar >tzst
printf precious >old

# refused NAME INPUT [pipe]
refused() {
    if [ "${3-}" = pipe ]; then
        status "$1" 2 sh -c 'cat "$1" | "$PGNPACK" -f -o old' - "$2"
    else
        status "$1" 2 "$PGNPACK" -f "$2" -o old
    fi
    if ! printf precious | cmp -s - old; then
        fail "$1: the old output is gone"
        printf precious >old
    fi
}

for kind in gz bz2 xz zst zip zips 7z tgz tzst; do
    size=$(wc -c <$kind)
    for cut in 1 2 3 4 8 9 12 20 30 60 200 $((size / 2)) $((size - 100)) $((size - 40)); do
        head -c $((size - cut)) $kind >cut
        refused "$kind without its last $cut bytes" cut
        [ $kind = 7z ] || refused "$kind without its last $cut bytes, from a pipe" cut pipe
    done
done
size=$(wc -c <tar)
for cut in 9000 10240 $((size / 2)); do
    head -c $((size - cut)) tar >cut
    refused "tar without its last $cut bytes" cut
done
end=$((512 + ($(wc -c <a.pgn) + 511) / 512 * 512))
head -c $end tar >cut
refused "tar cut behind its first entry" cut
status "tar cut behind its first entry, from a pipe, where it is packed as it is" 0 sh -c '"$PGNPACK" -c <cut >cut.bcgn'
check "comes back as it was" sh -c '"$PGNUNPACK" -c cut.bcgn | cmp - cut'
head -c $((end + 100)) tar >cut
refused "tar cut inside a header" cut
head -c $(($(wc -c <gz) - 4)) gz >short.gz
archive tar-ustar inner_tar a.gz=short.gz
refused "a truncated gz in a tar" inner_tar
archive zip inner_zip a.gz=short.gz
refused "a truncated gz in a zip" inner_zip

# One flipped bit in the compressed data.
flip() {
    python3 -c 'import sys
data = bytearray(open(sys.argv[1], "rb").read())
data[int(len(data) * float(sys.argv[3]))] ^= 16
open(sys.argv[2], "wb").write(data)' "$1" flipped "$2"
}
for kind in gz bz2 xz zst zip 7z tgz; do
    for place in 0.3 0.5 0.7 0.9; do
        flip $kind $place
        # The zstd tool adds a checksum to what it packs; the others always have one.
        status "$kind with a flipped bit at $place" 2 "$PGNPACK" -f flipped -o old
    done
done
# A small file cut and damaged (everywhere with CUT_STEP=1): its frame headers and checksums too. No bit of zstd may change
# unnoticed but those of its header that are for nobody ("unused").
{ head -c 200 a.pgn | zstd -q; printf 'P*M\030\003\0\0\0abc'; head -c 300 b.pgn | zstd -q; } >small.zst
seam=$(head -c 200 a.pgn | zstd -q | wc -c)
step=${CUT_STEP:-4}
check "zstd, cut and damaged by steps of $step bytes" python3 - "$PGNPACK" "$PGNUNPACK" "$seam" "$step" <<'END'
import subprocess
import sys

pack, unpack, seam, step = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
whole = open("small.zst", "rb").read()
text = open("a.pgn", "rb").read(200) + open("b.pgn", "rb").read(300)


def packs(data):
    packed = subprocess.run([pack, "-c"], input=data, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if packed.returncode != 0:
        return packed.returncode, b""
    return 0, subprocess.run([unpack, "-c"], input=packed.stdout, stdout=subprocess.PIPE, check=True).stdout


assert packs(whole) == (0, text), "the whole file"
ends = {seam: text[:200], seam + 11: text[:200]}
for size in sorted({*range(4, len(whole), step), *ends}):
    wanted = (0, ends[size]) if size in ends else (2, b"")
    assert packs(whole[:size]) == wanted, f"cut at {size}: {packs(whole[:size])[0]}"
for place in range(4, len(whole), step):
    bit = 1 << place % 8
    status, got = packs(whole[:place] + bytes([whole[place] ^ bit]) + whole[place + 1:])
    assert (status, got) == (0, text) or status in (1, 2, 4), f"bit {bit} at {place}: status {status}"
END
printf garbage | cat gz - >behind
refused "something behind gzip data" behind
printf garbage | cat bz2 - >behind
refused "something behind bzip2 data" behind
printf garbage | cat xz - >behind
refused "something behind xz data" behind
printf garbage | cat zst - >behind
refused "something behind zstd data" behind
cat gz a.pgn >behind
refused "text behind gzip data" behind

# Packed files of BCGN 0.
"$PGNPACK" --bcgn0 a.pgn -o a.bcgn
size=$(wc -c <a.bcgn)
for rest in 1 3 4 5 8 31 33 40 $((size / 2)) $((size - 1)); do
    head -c "$rest" a.bcgn >cut
    status "the first $rest bytes of a packed file" 2 "$PGNUNPACK" -f cut -o old
    status "the first $rest bytes of a packed file, -c" 2 "$PGNUNPACK" -c cut
done
check "the old output is still there" sh -c '[ "$(cat old)" = precious ]'
check "-c gave the whole games before the damage" sh -c \
    '[ "$(grep -c "^\[Event " out)" -eq 199 ] && head -c "$(wc -c <out)" a.pgn | cmp - out'
status "an empty packed file" 2 "$PGNUNPACK" /dev/null -c
says "it says what is wrong" "^pgnunpack: /dev/null: "
head -c $((size - 1)) a.bcgn >cut
status "where the damage is" 2 "$PGNUNPACK" cut -c
says "game and offset are named" "^pgnunpack: cut: game 200, offset [0-9]+: "
printf 'BCGN\011' | cat - /dev/zero | head -c 100 >newer
status "a newer version" 1 "$PGNUNPACK" newer -c
says "it says that it is newer" "version|newer|unsupported"
no_leftovers "no temporary files"
finish
