# What the commands refuse to do to files and terminals.
. "$(dirname "$0")/lib.sh"
some_games 3 >games.pgn
"$PGNPACK" games.pgn -o good.bcgn

printf precious >old
status "an existing output" 1 "$PGNPACK" games.pgn -o old
says "the remedy is named" "^pgnpack: old: exists; .*-f"
check "it is not touched" sh -c '[ "$(cat old)" = precious ]'
status "-f replaces it" 0 "$PGNPACK" -f games.pgn -o old
same "by the new one" old good.bcgn
printf precious >games.bcgn
status "an existing output beside the input" 1 "$PGNPACK" games.pgn
check "it is not touched either" sh -c '[ "$(cat games.bcgn)" = precious ]'
status "pgnunpack and an existing output" 1 "$PGNUNPACK" good.bcgn -o games.pgn
says "it says so too" "games.pgn: exists"

cp games.pgn self.pgn
status "output is the input" 1 "$PGNPACK" -f self.pgn -o self.pgn
says "it is noticed" "is an input too"
same "the input is whole" self.pgn games.pgn
ln self.pgn hard.pgn
status "output is another name of the input" 1 "$PGNPACK" -f self.pgn -o hard.pgn
ln -s self.pgn soft.pgn
status "output is a link to the input" 1 "$PGNPACK" -f self.pgn -o soft.pgn
status "input is a link to the output" 1 "$PGNPACK" -f soft.pgn -o self.pgn
status "one of several inputs is the output" 1 "$PGNPACK" -f games.pgn self.pgn -o self.pgn
status "standard input is the output" 1 sh -c '"$PGNPACK" -f -o self.pgn <self.pgn'
status "standard output is the input" 1 sh -c '"$PGNPACK" -c self.pgn >>self.pgn'
status "standard output is standard input" 1 sh -c '"$PGNPACK" <self.pgn >>self.pgn'
same "the input is still whole" self.pgn games.pgn
no_leftovers "no temporary files"

status "a missing input" 1 "$PGNPACK" missing.pgn -o x.bcgn
says "is named" "^pgnpack: missing.pgn: No such file"
status "a missing input among others" 1 "$PGNPACK" games.pgn missing.pgn -o x.bcgn
absent "makes no output" x.bcgn
mkdir folder
status "a folder as input" 1 "$PGNPACK" folder -o x.bcgn
says "has a remedy" "give the files in it"
status "a folder as output" 1 "$PGNPACK" games.pgn -o folder
status "a missing folder" 1 "$PGNPACK" games.pgn -o nowhere/x.bcgn
says "is explained" "folder must exist"
status "packing what is packed" 1 "$PGNPACK" good.bcgn
says "it says what to do" "already packed; -o FILE"
status "unpacking PGN" 2 "$PGNUNPACK" games.pgn -o x.pgn
absent "nothing was written" x.bcgn x.pgn
if [ "$(id -u)" -ne 0 ]; then
    chmod a-r self.pgn
    status "an unreadable input" 1 "$PGNPACK" self.pgn -o x.bcgn
    chmod u+r self.pgn
    chmod a-w folder
    status "a read-only folder" 1 "$PGNPACK" games.pgn -o folder/x.bcgn
else
    echo "skip refusals: unreadable input and read-only folder (root may do everything)"
fi

# Terminals.
terminal() { python3 "$tools/in_terminal.py" "$@"; }
status "binary data to a terminal" 1 terminal "$PGNPACK" -c games.pgn
check "it says why" grep -q "not written to a terminal" out
status "-f writes it anyway" 0 terminal "$PGNPACK" -f -c games.pgn
check "there it is" grep -q BCGN out
status "PGN to a terminal" 0 terminal "$PGNUNPACK" -c good.bcgn
check "is fine" grep -q "1. e4 e5" out
status "no file and a terminal as input" 1 terminal "$PGNPACK"
check "says what is missing" grep -q "no input" out
some_games 2000 >many.pgn
status "a terminal as standard error" 0 terminal -o sh -c '(sleep 0.3; cat many.pgn) | "$PGNPACK" -o bar.bcgn'
check "has a progress bar" grep -q "MB/s" out
status "everything is a terminal, the output has a name" 0 terminal sh -c '(sleep 0.3; cat many.pgn) | "$PGNPACK" -o bar2.bcgn'
check "has a bar, too, with the input's name" grep -Eq "standard input: .*MB/s" out
mkfifo slow.pgn
status "a file with a name" 0 terminal sh -c '(sleep 0.3; cat many.pgn) >slow.pgn & "$PGNPACK" slow.pgn -o bar3.bcgn'
check "which the bar shows" grep -Eq "slow.pgn: .*MB/s" out
status "-c to the terminal" 0 terminal sh -c '(sleep 0.3; cat bar.bcgn) | "$PGNUNPACK" -c'
check "has no bar in the games" sh -c '! grep -q "MB/s" out'
status "--no-progress" 0 terminal -o sh -c '(sleep 0.3; cat many.pgn) | "$PGNPACK" --no-progress -o nobar.bcgn'
check "has none" sh -c '! grep -q "MB/s" out'
status "-q" 0 terminal -o sh -c '(sleep 0.3; cat many.pgn) | "$PGNPACK" -q -o nobar2.bcgn'
check "has none either" sh -c '! grep -q "MB/s" out'
status "a progress bar and a warning" 0 terminal -o sh -c \
    'printf "1. e4 {x} e5 *\n" | cat many.pgn - | (sleep 0.3; cat) | "$PGNPACK" --bcgn0 --lossy -o w.bcgn'
check "the bar is wiped before the warning" grep -q "$(printf '\r\033\\[Kpgnpack: standard input: game 2001')" out
finish
