# pgnpack.hpp, the library for C++: with g++ and clang++, with exceptions and without, beside the commands.
. "$(dirname "$0")/lib.sh"
root=$(cd "$tools/../.." && pwd)
build=$(cd "$(dirname "$PGNPACK")" && pwd)
cat "$root"/data/classics.pgn "$root"/data/annotated.pgn >games.pgn
"$PGNPACK" -q games.pgn -o games.bcgn
games=$("$PGNFIND" -q -c games.bcgn)
built=0
for compiler in g++ clang++; do
    command -v $compiler >/dev/null || continue
    for flags in '-std=c++17' '-std=c++20 -O2' '-std=c++17 -fno-exceptions'; do
        built=$((built + 1))
        # shellcheck disable=SC2086
        status "$compiler $flags" 0 $compiler $flags -Wall -Wextra -Wpedantic -Wconversion -Werror -I"$root/include" "$tools/face.cpp" -o face \
            -L"$build" -lpgnpack -Wl,-rpath,"$build" ${FACE_FLAGS:-}
        rm -f copy.bcgn
        status "$compiler $flags: it runs" 0 ./face games.bcgn copy.bcgn
        cp out told
        check "$compiler $flags: size" grep -qx "size $games" told
        check "$compiler $flags: a range of all" grep -qx "count $games" told
        "$PGNFIND" -q --csv=GameNumber,White,Black,PlyCount games.bcgn | tail -n +2 >rows
        check "$compiler $flags: all games" test "$(grep -c '^game ' told)" = "$(wc -l <rows)"
        check "$compiler $flags: no tag that is none" sh -c '! grep "^game .* 1$" told'
        "$PGNFIND" -q --numbers --result 1-0 --mate games.bcgn | sed 's/^/hit /' | tr '\t' ' ' >want
        grep '^hit ' told >got
        same "$compiler $flags: hits" got want
        check "$compiler $flags: some games, and tags" sh -c 'grep -c "^some [23] \[.*\] \[\]$" told | grep -qx 2'
        sed -n 's/^chained hit /hit /p' told >got
        same "$compiler $flags: hits of a query that is gone" got want
        check "$compiler $flags: hits that were moved" grep -qx "chained count $(wc -l <want)" told
        grep '^some ' told >want
        sed -n 's/^chained some /some /p' told >got
        same "$compiler $flags: games of a chain" got want
        case $flags in *-fno-exceptions*)
            check "$compiler $flags: nothing answers" test "$(grep -Ec '^nothing( 0)+$' told)" = 9
            ;;
        esac
        check "$compiler $flags: a board" grep -Eq '^board rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 [0-9]+ [0-9a-f]{16}$' told
        "$PGNFIND" -q --tree=e4 --json games.bcgn | sed -n 's/^  {"san": "\([^"]*\)".*"games": \([0-9]*\), "white.*/tree \1 \2/p' >want
        grep '^tree [^-]' told >got
        same "$compiler $flags: a tree" got want
        check "$compiler $flags: changed" grep -qx 'changed 4' told
        check "$compiler $flags: left" grep -qx 'left 3' told
        status "$compiler $flags: the copy" 0 "$PGNUNPACK" -t copy.bcgn
        check "$compiler $flags: its history" sh -c '"$0" log copy.bcgn | grep -q "a change"' "$PGNDB"
        for cause in 'no file' 'no condition' 'no move' 'no position' 'no such part' 'a folder that is none'; do
            check "$compiler $flags: $cause" grep -Eq "^$cause: -?[1-9][0-9]* 1\$" told
        done
    done
done
"$root/tests/scripts/shown_code.py" "$root/docs/bindings/cxx.md" cpp >shown.cpp
status "the document's program" 0 "${CXX:-c++}" -std=c++17 -Wall -Werror -I"$root/include" shown.cpp -o shown -L"$build" -lpgnpack -Wl,-rpath,"$build"
status "the document's program runs" 0 ./shown
check "the document's program: moves" grep -Eq '^[a-hNBRQKO][^ ]* [0-9]+$' out
check "there is a compiler of C++" test "$built" -ge 3
finish
