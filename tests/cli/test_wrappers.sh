# Compressed files and archives: what is in them is packed, whatever they are called.
. "$(dirname "$0")/lib.sh"
some_games 30 >a.pgn
some_games 10 31 >b.pgn
cat a.pgn b.pgn >ab.pgn
"$PGNPACK" a.pgn -o a.bcgn
"$PGNPACK" ab.pgn -o ab.bcgn
: >nothing.pgn
archive() { python3 "$tools/make_archive.py" "$@"; }

# gives NAME TEXT: what was packed into `got` is that text.
gives() {
    status "$1: unpacking" 0 "$PGNUNPACK" got -o got.pgn
    comes_to "$1: the games" got.pgn "$2"
    rm -f got got.pgn
}

# packs NAME INPUT TEXT [PIPED]: from a file and from a pipe, where a tar stays what it is.
packs() {
    status "$1" 0 "$PGNPACK" "$2" -o got
    gives "$1" "$3"
    status "$1 from a pipe" 0 sh -c 'cat "$1" | "$PGNPACK" -o got' - "$2"
    cp err pipe.err
    gives "$1 from a pipe" "${4:-$3}"
}

check "gzip" sh -c 'gzip <a.pgn >gz'
check "bzip2" sh -c 'bzip2 <a.pgn >bz2'
check "xz" sh -c 'xz <a.pgn >xz'
check "zstd" sh -c 'zstd -q <a.pgn >zst'
for kind in gz bz2 xz zst; do
    packs "$kind" $kind a.pgn
done
gzip <b.pgn | cat gz - >gz2
bzip2 <b.pgn | cat bz2 - >bz22
xz <b.pgn | cat xz - >xz2
zstd -q <b.pgn | cat zst - >zst2
for kind in gz2 bz22 xz2 zst2; do
    packs "$kind (two one behind the other)" $kind ab.pgn
done
printf 'P*M\030\005\000\000\000hello' >skippable
cat skippable zst >skip1
cat skippable skippable zst skippable >skip2
packs "zstd with a skippable frame in front" skip1 a.pgn
packs "zstd with skippable frames around" skip2 a.pgn

# Windows of zstd: a frame's header with another window in front of the same blocks is sound, too.
# window EXPONENT MANTISSA FILE...: text in one frame without its size.
window() {
    local descriptor=$(($1 - 10 << 3 | $2))
    shift 2
    cat "$@" | zstd -q -c | python3 -c 'import sys
data = bytearray(sys.stdin.buffer.read())
assert data[4] & 0xe3 == 0, "the frame has a size"
data[5] = int(sys.argv[1])
sys.stdout.buffer.write(data)' "$descriptor"
}
for exponent in 17 20 27 28 29 30 31; do
    window $exponent 0 a.pgn >window
    packs "zstd with a window of 2^$exponent" window a.pgn
    status "zstd with a window of 2^$exponent, -M 300M" $((exponent > 28 ? 4 : 0)) "$PGNPACK" -M 300M window -o got -f
    rm -f got
done
cat skippable zst >windows
window 28 7 b.pgn >>windows
packs "zstd frames with different windows" windows ab.pgn
status "zstd frames with different windows, -M" 4 "$PGNPACK" -M 400M windows -o got
says "names the largest" "windows: the zstd data needs a window of 480 MiB, more than the memory limit; allow it with -M 480M"
status "zstd frames with different windows, -M enough" 0 "$PGNPACK" -M 480M windows -o got
rm -f got
"$PGNPACK" a.pgn b.pgn -o - | zstd -q --long=29 --ultra -c >wide.bcgn.zst
status "pgnunpack, a wide window" 0 "$PGNUNPACK" wide.bcgn.zst
same "pgnunpack, a wide window: the text" wide.pgn ab.pgn
for exponent in 31 32 41; do
    window $exponent 1 a.pgn >window
    status "zstd with a window above 2^$exponent" 4 "$PGNPACK" window -o got
    says "is said to be that" "window: the zstd data needs a window of $(((1 << exponent - 20) + (1 << exponent - 23))) MiB, and 2048 are the most"
done
zstd -q --no-check <a.pgn >unchecked
packs "zstd without a checksum" unchecked a.pgn
{ zstd -q -c unchecked; cat zst; } | zstd -q >zst_zst
status "zstd in zstd" 2 "$PGNPACK" zst_zst -o got # a wrapped frame with something else behind it
zstd -q -c unchecked >twice.zst
packs "zstd in zstd, sound" twice.zst a.pgn
head -c 100 /dev/zero | cat zst - >padded
packs "zstd with zeros behind" padded a.pgn
: | zstd -q >zst_nothing
packs "zstd of nothing" zst_nothing nothing.pgn
cat skippable >only
packs "a skippable frame and nothing else" only nothing.pgn
seq 20000 | zstd -q -19 --long=27 -c >numbers.zst
seq 20000 >numbers
packs "zstd with many blocks" numbers.zst numbers
head -c 1000 /dev/zero | cat gz - >gz_padded
packs "gzip with zeros behind" gz_padded a.pgn
gzip -1 <a.pgn >renamed.pgn
packs "a name that says otherwise" renamed.pgn a.pgn

for kind in zip zip-stored zip-stream tar-ustar tar-gnu tar-pax; do
    archive $kind $kind a.pgn b.pgn
    if [[ $kind == tar* ]]; then packs "$kind" $kind ab.pgn $kind; else packs "$kind" $kind ab.pgn; fi
done
archive 7z 7z a.pgn b.pgn
archive 7z-stored 7z_stored a.pgn b.pgn
status "7z, stored" 0 "$PGNPACK" 7z_stored -o got
gives "7z, stored" ab.pgn
status "7z" 0 "$PGNPACK" 7z -o got
gives "7z" ab.pgn
check "7z as standard input" sh -c '"$PGNPACK" -o got <7z'
gives "7z as standard input" ab.pgn
status "7z from a pipe" 1 sh -c 'cat 7z | "$PGNPACK" -o got'
says "7z from a pipe: the remedy" "save it as a file first"
check "tar by tar" tar cf tar a.pgn b.pgn
packs "tar" tar ab.pgn tar
check "tar of old" tar c --format=v7 -f tar_v7 a.pgn b.pgn
packs "tar of old" tar_v7 ab.pgn tar_v7
check "tar of a name of one letter" sh -c 'cp a.pgn x && tar c --format=v7 -f tar_x x'
packs "tar of a name of one letter" tar_x a.pgn tar_x
archive tar-ustar tar1 a.pgn
archive tar-ustar tar2 b.pgn
cat tar1 tar2 >tars
packs "two tars one behind the other" tars ab.pgn tars
archive tar-odd odd a.pgn b.pgn
packs "tar with a folder and links" odd ab.pgn odd
status "tar with links" 0 "$PGNPACK" odd -o got
says "the links are named" "odd: warning: 'link' in it is no regular file"
rm -f got
archive tar-ustar escape ../../../escape.pgn=a.pgn
packs "an entry with a hostile path" escape a.pgn escape
absent "no entry becomes a file" ../escape.pgn ../../escape.pgn ../../../escape.pgn

# Wrappers in wrappers.
gzip <tar >tgz
packs "tar.gz" tgz ab.pgn tar
xz <tar >txz
packs "tar.xz" txz ab.pgn tar
zstd -q <tar >tzst
packs "tar.zst" tzst ab.pgn tar
bzip2 <tar >tbz
packs "tar.bz2" tbz ab.pgn tar
gzip <b.pgn >b.gz
archive tar-ustar tar_gz a.pgn=gz b.pgn=b.gz
packs "gz in tar" tar_gz ab.pgn tar_gz
gzip <tar_gz >tgz_gz
packs "gz in tar.gz" tgz_gz ab.pgn tar_gz
archive zip zip_mixed a.gz=gz b.pgn
packs "gz and plain in zip" zip_mixed ab.pgn
archive zip zip_tar games.tar=tar
packs "tar in zip" zip_tar ab.pgn tar
archive tar-ustar tar_7z games.7z=7z
status "7z in tar" 1 "$PGNPACK" tar_7z -o got
gzip <gz | gzip | gzip >gz4
packs "gz four times" gz4 a.pgn
gzip <gz4 >gz5
status "gz five times" 4 "$PGNPACK" gz5 -o got
says "gz five times: too deep" "more than 4 times"
absent "no output" got
archive zip empty_zip
packs "an empty zip" empty_zip nothing.pgn
: >none.pgn
gzip <none.pgn >gone.pgn.gz
status "an empty gzip" 0 "$PGNPACK" gone.pgn.gz -o none1
status "an empty file" 0 "$PGNPACK" none.pgn -o none2
same "are the same" none1 none2

# Packed files in wrappers.
gzip <a.bcgn >games.bcgn.gz
status "unpacking games.bcgn.gz" 0 "$PGNUNPACK" games.bcgn.gz
same "makes games.pgn" games.pgn a.pgn
archive zip packed.zip a.bcgn b.bcgn=ab.bcgn
status "unpacking two in a zip" 0 "$PGNUNPACK" packed.zip -o two.pgn
check "gives both" sh -c 'cat a.pgn ab.pgn | cmp - two.pgn'

# Messages name the entry.
printf '[Event "x"]\n\n1. e4 e5 2. Ke3 1-0\n' >bad.pgn
archive tar-ustar bad.tar a.pgn games/bad.pgn=bad.pgn
status "a bad game in a tar" 4 "$PGNPACK" --bcgn0 bad.tar -o got
says "the entry is named" "^pgnpack: bad.tar:games/bad.pgn: game 1, line 3, offset 25: "

# Plain text is never a wrapper.
lookalike() {
    { printf "$2"; printf '\n'; cat a.pgn; } >text
    status "text that begins with $1" 0 "$PGNPACK" text -o got
    status "text that begins with $1, not unwrapped" 0 "$PGNPACK" --no-unwrap text -o got2
    same "is text all the same" got got2
    check "and its games are there" sh -c '[ "$(wc -c <got)" -gt 400 ]'
    rm -f got got2
}
lookalike "BZh91AY&SY" "BZh91AY&SY is how it begins"
lookalike "BZh" "BZh9"
lookalike "PK" "PK34"
lookalike "7z" "7z archive"
lookalike "mtree" "#mtree\n./a.pgn type=file"
lookalike "uuencode" "begin 644 a.pgn\n#0V%%\n\`\nend"
lookalike "rpm" "drpm"
lookalike "ar" "!<arch>"
lookalike "cpio" "070707000000"
lookalike "rar" "Rar!"
lookalike "warc" "WARC/1.0"
lookalike "shar" "#!/bin/sh\n# This is a shell archive"
lookalike "ustar at its place" "$(printf '%257s' '')ustar"
lookalike "xz without its first byte" "7zXZ"

status "--no-unwrap" 0 "$PGNPACK" --no-unwrap gz -o got
status "--no-unwrap, unpacked" 0 "$PGNUNPACK" got -o got.gz
same "--no-unwrap takes the bytes as they are" got.gz gz
rm -f got
gzip <a.bcgn >packed.gz
status "pgnunpack --no-unwrap" 2 "$PGNUNPACK" --no-unwrap packed.gz -o got
absent "no output from --no-unwrap" got

# Traps.
archive zip-encrypted-flag secret a.pgn
status "an encrypted zip" 1 "$PGNPACK" secret -o got
says "an encrypted zip: the cause" "encrypted"
head -c 100000000 /dev/zero | tr '\0' ' ' >spaces
gzip <spaces >bomb.gz
xz -0 <spaces >bomb.xz
zstd -q <spaces >bomb.zst
bzip2 <spaces >bomb.bz2
gzip <bomb.gz >bomb.gz.gz
for kind in gz xz zst bz2 gz.gz; do
    status "a trap in $kind" 4 "$PGNPACK" bomb.$kind -o got
    says "a trap in $kind: the remedy" "expands more than 250 times.*--max-expansion=0"
done
absent "traps leave nothing" got
status "--max-expansion=0" 0 "$PGNPACK" --max-expansion=0 bomb.gz -o got
rm -f got
status "--max-expansion=5000" 0 "$PGNPACK" --max-expansion=5000 bomb.gz -o got
rm -f got
status "--max-expansion with a size that fits" 0 "$PGNPACK" --max-expansion=1M gz -o got
rm -f got
status "--max-expansion with a size that does not" 4 "$PGNPACK" --max-expansion=1K gz -o got
status "--max-expansion with a size, in a zip" 4 "$PGNPACK" --max-expansion=10K zip -o got
says "the size is named" "more than 10240 bytes"
absent "limits leave nothing" got
no_leftovers "no temporary files"

# What does not come back as it was is told, where the original may be gone.
for kind in gz zip; do
    status "$kind from a pipe" 0 sh -c 'cat "$1" | "$PGNPACK" -o got' - $kind
    says "$kind from a pipe: it is said" "standard input: warning: what is in the (gzip|zip)[a-z ]* is packed, and comes back without it; --no-unwrap"
    rm -f got
done
cp gz kept.pgn.gz
status "a gz with --rm" 0 "$PGNPACK" --rm kept.pgn.gz
says "it is said" "kept.pgn.gz: warning: what is in the gzip"
status "a gz that stays" 0 "$PGNPACK" gz -o got
silent "nothing is said of a file that stays"
mkdir pgns
cp a.pgn b.pgn pgns
status "tar -I pgnpack" 0 tar -I "$PGNPACK" -cf pgns.tar.bcgn pgns
silent "nothing is lost, and nothing said"
mv pgns pgns.old
status "tar -I pgnpack -x" 0 tar -I "$PGNPACK" -xf pgns.tar.bcgn
check "the folder is back" diff -r pgns pgns.old
# Without libarchive, which is loaded when it is needed, only what takes it is refused. (Commands that are linked with it do not
# start then, and those that have it inside, or do without, name no such file.)
library=$(grep -ao 'libarchive\.so\.[0-9]*' "$PGNPACK" | head -n 1)
mkdir broken
: >broken/"${library:-none}"
if [ -n "$library" ] && LD_LIBRARY_PATH=broken "$PGNPACK" --version >out 2>&1; then
    rm -f got
    status "text without libarchive" 0 env LD_LIBRARY_PATH=broken "$PGNPACK" a.pgn -o got
    rm -f got
    status "gzip without libarchive" 0 env LD_LIBRARY_PATH=broken "$PGNPACK" gz -o got
    rm -f got
    status "xz without libarchive" 1 env LD_LIBRARY_PATH=broken "$PGNPACK" xz -o got
    says "the library is named" "is xz data, which takes a library that is not there or not in order, $library; install it"
    absent "nothing is written without libarchive" got
    status "xz as it is without libarchive" 0 env LD_LIBRARY_PATH=broken "$PGNPACK" --no-unwrap xz -o got
fi
finish
