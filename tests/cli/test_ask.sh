# pgndb names --ask: suggestions that are asked about on a terminal, and those that are taken replaced in one change.
. "$(dirname "$0")/lib.sh"

game() { printf '[Event "%s"]\n[White "%s"]\n[Black "%s"]\n[Result "1-0"]\n\n1. e4 1-0\n\n' "$1" "$2" "$3"; }
{
    for i in 1 2 3; do game 'Wijk aan Zee' 'Karpov, Anatoly' 'Polgar, Judit'; done
    game 'Wijk an Zee' 'KARPOV, ANATOLY' 'POLGAR, JUDIT'
    game 'Lone Pine' 'Karpov,  Anatoly' 'Nobody'
} >x.pgn
"$PGNPACK" -q x.pgn -o base.bcgn

# asks NAME STATUS ANSWERS OPTION...: of x.bcgn, a copy of base.bcgn; what the terminal has is in `out`.
asks() {
    local name=$1 wanted=$2 answers=$3
    shift 3
    cp base.bcgn x.bcgn
    status "$name" "$wanted" python3 "$tools/in_terminal.py" -i "$answers" "$PGNDB" names x.bcgn --ask "$@"
    tr -d '\r' <out >shown
    "$PGNUNPACK" -q --csv="Event,White,Black" x.bcgn | tail -n +2 | tr -d '\r"' | sort >games
}
shows() { check "$1" grep -q -- "$2" shown; }
have() { check "$1" sh -c 'cut -d , -f 2- games | grep -c "$1" | grep -qx "$2"' - "$2" "$3"; }
asks "all" 0 y,y,y
shows "all: the names" '^K.*P.* -> Karpov, Anatoly$'
shows "all: what speaks for it" '^    [0-9]* points: the same letters; 1 and 3 games'
shows "all: the change" '2 of 5 games changed'
have "all: Karpov is one" 'Karpov, Anatoly,' 5
have "all: Polgar, too" 'Polgar, Judit$' 4
status "all: it is one change" 0 "$PGNDB" log x.bcgn
check "all: it is one change, with its command" sh -c 'test "$(wc -l <out)" -eq 3 && grep -q "pgndb names x.bcgn --ask" out'
status "all: undo" 0 "$PGNDB" undo x.bcgn last
"$PGNUNPACK" -q --csv="Event,White,Black" x.bcgn | tail -n +2 | tr -d '\r"' | sort >games
have "all: undone" 'Karpov, Anatoly,' 3
asks "none" 0 n,n,n
shows "none: it is said" 'no suggestion was taken; nothing is changed'
same "none: nothing is changed" x.bcgn base.bcgn
asks "the first" 0 y,n,n
shows "the first: one pair" '[12] of 5 games\? changed'
asks "no more" 0 q
check "no more: asked once" sh -c 'grep -o "]? " shown | wc -l | grep -qx 1'
same "no more: nothing is changed" x.bcgn base.bcgn
asks "one, and no more" 0 y,q
check "one, and no more: asked twice" sh -c 'grep -o "]? " shown | wc -l | grep -qx 2'
shows "one, and no more: one pair" 'changed$'
asks "the input ends" 0 ''
same "the input ends: nothing is changed" x.bcgn base.bcgn
asks "one, and the input ends" 0 y
shows "one, and the input ends: one pair" 'changed$'
asks "all that follow" 0 a
check "all that follow: asked once" sh -c 'grep -o "]? " shown | wc -l | grep -qx 1'
have "all that follow: Karpov" 'Karpov, Anatoly,' 5
have "all that follow: Polgar" 'Polgar, Judit$' 4
asks "help, and words" 0 '?,,xyz,yes,no,Y'
check "help, and words: asked again" sh -c 'grep -c "^y: yes; n: no; a: yes, and all" shown | grep -qx 3'
shows "help, and words: two pairs" 'changed$'
asks "--dry-run" 0 a --dry-run
shows "--dry-run: what would be" '1 value "KARPOV, ANATOLY" would be "Karpov, Anatoly"'
same "--dry-run: nothing is changed" x.bcgn base.bcgn
asks "--where" 0 a --where 'event="Lone Pine"'
shows "--where: these games" '1 of 5 games changed'
asks "events" 0 y --of=events
shows "events: the names" '^Wijk an Zee -> Wijk aan Zee$'
check "events: replaced" sh -c 'grep -c "^Wijk aan Zee" games | grep -qx 4'
printf 'ID Number      Name                   Fed Tit  MAY24 B-day\n4100018        Karpov, Anatoly        RUS GM   2617  1951\n' >list
asks "a rating list" 0 y,y --from=list
shows "a rating list: what speaks for it" 'FIDE 4100018, RUS, GM, 2617, born 1951$'
have "a rating list: replaced" 'Karpov, Anatoly,' 5

# Elsewhere than on a terminal.
cp base.bcgn x.bcgn
status "no terminal" 1 sh -c 'echo y | "$PGNDB" names x.bcgn --ask'
says "no terminal: is told" '^pgndb: --ask asks on a terminal, and standard input or output is none; write a table with'
status "output is no terminal" 1 python3 "$tools/in_terminal.py" -o "$PGNDB" names x.bcgn --ask
check "output is no terminal: is told" grep -q -- '--ask asks on a terminal' out
for option in -oy --json; do
    status "--ask $option" 1 "$PGNDB" names x.bcgn --ask $option
    says "--ask $option: is told" 'is for what names prints'
done
status "--ask --add" 1 "$PGNDB" names x.bcgn --ask --from=list --add=Elo
says "--ask --add: is told" 'exclude'
same "nothing is changed" x.bcgn base.bcgn
finish
