//! Games, one after the other, against what the commands write.

#[allow(dead_code)]
#[path = "../examples/guide.rs"]
mod guide;
mod support;

use pgnpack::*;
use support::*;

/// Tags of a game's own text, without the crate.
fn tags_of_text(text: &[u8]) -> Vec<(String, String)> {
    let text = String::from_utf8_lossy(text).into_owned();
    let lines = text.trim_start().lines().take_while(|line| line.starts_with('['));
    let pair = |line: &str| {
        let (name, value) = line[1..line.len() - 1].split_once(' ').unwrap();
        (name.to_string(), value[1..value.len() - 1].to_string())
    };
    lines.map(pair).collect()
}

#[test]
fn all_games_have_their_tags_texts_and_results() {
    let path = packed(&folder("all_games"), &["classics.pgn", "annotated.pgn", "clocked.pgn"]);
    let reader = Reader::open(&path).unwrap();
    let whole = run("pgnunpack", &["-qc"], &[&path]);
    assert_eq!(reader.info().games, whole.matches("[Event ").count() as u64);
    assert_eq!(reader.info().text_size, whole.len() as u64);
    assert_eq!((reader.info().deleted, reader.info().segments), (0, 1));
    let mut games = reader.games(Parts::TEXT).unwrap();
    let (mut count, mut place) = (0, 0);
    while let Some(game) = games.next_game().unwrap() {
        count += 1;
        assert_eq!(game.number(), count);
        let text = game.text().unwrap();
        let found = whole[place..].find(std::str::from_utf8(text).unwrap()).expect("it is in the whole text");
        assert_eq!(whole[place..place + found].trim(), "", "nothing is between games");
        place += found + text.len();
        let tags = tags_of_text(text);
        let own = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert_eq!(game.tags().map(|(name, value)| (own(name), own(value))).collect::<Vec<_>>(), tags);
        for (name, value) in &tags {
            assert_eq!(game.tag(name), Some(value.as_bytes()));
            assert_eq!(game.value(name), Some(value.replace("\\\"", "\"")));
        }
        assert_eq!((game.tag("NoSuch"), game.value("NoSuch"), game.tag("No\0Such")), (None, None, None));
        let result = tags.iter().find(|(name, _)| name == "Result").map(|(_, value)| value.as_str());
        let outcomes = [("1-0", Outcome::White), ("0-1", Outcome::Black), ("1/2-1/2", Outcome::Draw)];
        let outcome = outcomes.iter().find(|(text, _)| Some(*text) == result).map_or(Outcome::Unknown, |(_, is)| *is);
        assert_eq!(game.outcome(), outcome);
    }
    assert_eq!(count, reader.info().games);
    assert!(games.next_game().unwrap().is_none(), "the end stays");
}

#[test]
fn values_have_no_escapes() {
    let path = folder("escapes").join("games.bcgn");
    let mut writer = Writer::create(&path).unwrap();
    writer.write_text("[Event \"a \\\"b\\\" \\\\ c\"]\n[White \"\"]\n\n1. e4 *\n").unwrap();
    assert_eq!(writer.finish().unwrap().games, 1);
    let reader = Reader::open(&path).unwrap();
    let mut games = reader.games(Parts::TAGS).unwrap();
    let game = games.next_game().unwrap().unwrap();
    assert_eq!(game.tag("Event"), Some(&b"a \\\"b\\\" \\\\ c"[..]));
    assert_eq!(game.value("Event").as_deref(), Some("a \"b\" \\ c"));
    assert_eq!(game.value("White").as_deref(), Some(""));
    assert_eq!(game.plies(), 0, "it was not asked for");
}

#[test]
fn lines_lengths_and_positions_are_those_of_the_text() {
    let path = packed(&folder("lines"), &["classics.pgn"]);
    let reader = Reader::open(&path).unwrap();
    let mut games = reader.games(Parts::TEXT).unwrap();
    while let Some(game) = games.next_game().unwrap() {
        let text = String::from_utf8(game.text().unwrap().to_vec()).unwrap();
        let words = text.trim_start().split("\n\n").nth(1).unwrap().split_whitespace();
        let mut moves: Vec<&str> = words.filter(|word| !word.ends_with('.')).collect();
        moves.pop(); // the result
        let (line, _) = guide::main_line(&reader, game.number()).unwrap();
        assert_eq!((line.iter().map(String::as_str).collect::<Vec<_>>(), game.plies() as usize), (moves, line.len()));
    }
    let mates = run("pgnfind", &["-q", "--mate", "--csv=GameNumber,Ply,FEN"], &[&path]);
    assert!(mates.lines().count() > 10);
    for row in mates.lines().skip(1) {
        let row: Vec<&str> = row.split(',').collect();
        let (line, fen) = guide::main_line(&reader, row[0].parse().unwrap()).unwrap();
        assert_eq!((line.len().to_string().as_str(), fen.as_str()), (row[1], row[2]));
    }
}

#[test]
fn games_with_variations_have_their_main_lines() {
    let path = packed(&folder("variations"), &["annotated.pgn"]);
    let reader = Reader::open(&path).unwrap();
    let mut games = reader.games(Parts::SHAPE).unwrap();
    let mut plies = 0;
    while let Some(game) = games.next_game().unwrap() {
        assert_eq!(guide::main_line(&reader, game.number()).unwrap().0.len(), game.plies() as usize);
        plies += game.plies();
    }
    assert_eq!(plies, 270, "data/README.md says so");
}

#[test]
fn items_of_all_kinds_come_in_their_order() {
    let path = folder("items").join("games.bcgn");
    let mut writer = Writer::create(&path).unwrap();
    writer.write_text("[Event \"x\"]\n\n{first} 1. e4! $1 (1. d4 d5) e5 ; rest\n2. -- Nf6 1-0\n").unwrap();
    writer.finish().unwrap();
    let reader = Reader::open(&path).unwrap();
    let mut games = reader.games(Parts::TEXT).unwrap();
    let game = games.next_game().unwrap().unwrap();
    use ItemKind::*;
    let kinds: Vec<ItemKind> = game.items().map(|item| item.kind()).collect();
    let wanted =
        [Comment, Move, Suffix, Nag, VariationBegin, Move, Move, VariationEnd, Move, LineComment, NullMove, Move];
    assert_eq!(kinds, wanted);
    let texts: Vec<&[u8]> = game.items().map(|item| item.text()).collect();
    assert_eq!((texts[0], texts[1], texts[9]), (&b"first"[..], &b"e4"[..], &b" rest"[..]));
    assert_eq!(game.items().filter_map(|item| item.number()).collect::<Vec<_>>(), [1, 1]);
    let e4 = game.items().find_map(|item| item.as_move()).unwrap();
    assert_eq!((e4.from(), e4.to()), (12, 28));
    assert_eq!(pgnpack::Move::from_bits(e4.bits()), e4);
}

#[test]
fn some_games_and_some_tags() {
    let path = packed(&folder("some"), &["classics.pgn"]);
    let reader = Reader::open(&path).unwrap();
    let rows = guide::tag_table(&reader, &["White", "ECO"]).unwrap();
    let table = run("pgnfind", &["-q", "--csv=ECO"], &[&path]);
    let codes: Vec<&str> = table.lines().skip(1).collect();
    assert_eq!(rows.iter().map(|row| row[1].as_deref().unwrap_or("")).collect::<Vec<_>>(), codes);
    assert!(rows.iter().all(|row| row[0].is_some()));
    let mut games = reader.games(Parts::TAGS).unwrap();
    games.tags(&["Event"]).unwrap();
    games.range(64, 5).unwrap();
    let mut numbers = Vec::new();
    while let Some(game) = games.next_game().unwrap() {
        assert!(game.tag("Event").is_some() && game.tag("White").is_none());
        numbers.push(game.number());
    }
    assert_eq!(numbers, [64, 65]);
    games.range(66, 1).unwrap();
    assert!(games.next_game().unwrap().is_none());
    games.range(3, 1).unwrap();
    assert_eq!(games.next_game().unwrap().map(|game| game.number()), Some(3));
    assert_eq!(reader.text(66).unwrap(), None);
    let third = run("pgnunpack", &["-qc", "-g3"], &[&path]);
    assert_eq!(String::from_utf8(guide::game_text(&path, 3).unwrap().unwrap()).unwrap().trim(), third.trim());
}

#[test]
fn bytes_in_memory_are_a_database() {
    let path = packed(&folder("memory"), &["classics.pgn"]);
    let file = Reader::open(&path).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let shared: std::sync::Arc<[u8]> = bytes.clone().into();
    let (kept, shared) =
        (Reader::from_bytes(bytes, Limits::default()).unwrap(), Reader::from_bytes(shared, Limits::default()).unwrap());
    for reader in [kept, shared] {
        assert_eq!(reader.info(), file.info());
        assert_eq!(reader.text(65).unwrap(), file.text(65).unwrap());
    }
}

#[test]
fn ids_lead_to_their_games() {
    let path = packed(&folder("ids"), &["classics.pgn"]);
    let mut reader = Reader::open(&path).unwrap();
    let table = run("pgnfind", &["-q", "--csv=GameId"], &[&path]);
    for (i, id) in table.lines().skip(1).enumerate() {
        assert_eq!(reader.game_id(i as u64 + 1).as_deref(), Some(id));
        assert_eq!(reader.find_id(id).unwrap(), Some(i as u64 + 1));
    }
    assert_eq!(reader.game_id(66), None);
    assert_eq!(reader.find_id("zzzzzzz:1").unwrap(), None);
    assert_eq!(reader.find_id("no id").unwrap_err().status, Status::Argument);
}

#[test]
fn boards_know_chess() {
    let mut board = Board::from_fen("4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1").unwrap();
    assert_eq!(board.moves().len(), 28); // king 5, castling 2, rooks 8 and 9, promotions 4
    let castling = board.parse(Notation::San, "O-O").unwrap();
    assert_eq!(board.text(castling, Notation::Uci).as_deref(), Some("e1g1"));
    let before = (board.fen(), board.key(Key::Bcgn));
    board.make(castling).unwrap();
    assert_eq!(board.text(castling, Notation::San), None, "not legal any more");
    board.undo().unwrap();
    assert_eq!((board.fen(), board.key(Key::Bcgn)), before);
    assert_ne!(before.1, board.key(Key::Polyglot));
    assert_eq!(Board::new().unwrap().key(Key::Polyglot), 0x463b_9618_1691_fc9c);
}

#[test]
fn main_lines_have_their_moves_clocks_and_evaluations() {
    let path = packed(&folder("main_lines"), &["clocked.pgn", "annotated.pgn"]);
    let reader = Reader::open(&path).unwrap();
    let clock = |text: &str| -> Option<i32> {
        let parts: Vec<i32> =
            text.split("[%clk ").nth(1)?.split(']').next()?.split(':').map(|p| p.parse().unwrap()).collect();
        Some(((parts[0] * 60 + parts[1]) * 60 + parts[2]) * 1000)
    };
    let eval = |text: &str| -> Option<Eval> {
        let word = text.split("[%eval ").nth(1)?.split(']').next()?;
        Some(match word.strip_prefix('#') {
            Some(mate) => Eval::Mate(mate.parse().unwrap()),
            None => Eval::Centipawns((word.parse::<f64>().unwrap() * 100.0).round() as i32),
        })
    };
    let (mut count, mut clocks, mut evals, mut mates) = (0, 0, 0, 0);
    for line in reader.main_lines().unwrap() {
        let line = line.unwrap();
        count += 1;
        assert_eq!(line.game, count);
        assert_eq!(line.san, guide::main_line(&reader, count).unwrap().0.join(" "));
        assert_eq!((line.clocks.len(), line.evals.len()), (line.moves.len(), line.moves.len()));
        if count > 160 {
            continue; // with variations
        }
        let mut games = reader.games(Parts::TEXT).unwrap();
        games.range(count, 1).unwrap();
        let game = games.next_game().unwrap().unwrap();
        let (mut ply, mut wanted) = (0, (vec![None; line.moves.len()], vec![None; line.moves.len()]));
        for item in game.items() {
            if let Some(mv) = item.as_move() {
                assert_eq!(line.moves[ply], mv);
                ply += 1;
            } else if item.kind() == ItemKind::Comment && ply > 0 {
                let text = String::from_utf8_lossy(item.text()).into_owned();
                wanted.0[ply - 1] = wanted.0[ply - 1].or_else(|| clock(&text));
                wanted.1[ply - 1] = wanted.1[ply - 1].or_else(|| eval(&text));
            }
        }
        assert_eq!((&line.clocks, &line.evals), (&wanted.0, &wanted.1), "game {count}");
        clocks += line.clocks.iter().flatten().count();
        evals += line.evals.iter().flatten().count();
        mates += line.evals.iter().flatten().filter(|eval| matches!(eval, Eval::Mate(_))).count();
    }
    assert_eq!(count, reader.info().games);
    assert!(clocks > 10_000 && evals > 5_000 && mates > 10, "{clocks} {evals} {mates}");
    let mut some = reader.main_lines().unwrap();
    some.range(7, 2).unwrap();
    assert_eq!(some.map(|line| line.unwrap().game).collect::<Vec<_>>(), [7, 8]);
}

#[test]
fn long_thoughts_are_counted() {
    let path = folder("thoughts").join("games.bcgn");
    let mut writer = Writer::create(&path).unwrap();
    let moves = ["e4 {[%clk 0:01:00]}", "e5 {[%clk 0:00:40]}", "Nf3 {[%clk 0:00:39]}", "Nc6 {[%clk 0:00:39]}"];
    writer
        .write_text(format!("[Event \"x\"]\n\n{} Bb5 {{[%clk 0:00:31]}} a6 {{[%clk 0:00:01]}} d4 *\n", moves.join(" ")))
        .unwrap();
    writer.finish().unwrap();
    let reader = Reader::open(&path).unwrap();
    for (seconds, count) in [(0, 4), (1, 3), (20, 2), (21, 1), (38, 0)] {
        assert_eq!(guide::long_thoughts(&reader, seconds).unwrap(), count, "{seconds}");
    }
}

#[test]
fn a_line_may_be_of_any_length() {
    let path = folder("long").join("games.bcgn");
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(5000);
    let mut writer = Writer::create(&path).unwrap();
    writer.write_text(format!("[Event \"long\"]\n\n{shuffle}*\n\n[Event \"short\"]\n\n1. e4 *\n")).unwrap();
    writer.finish().unwrap();
    let reader = Reader::open(&path).unwrap();
    let lines: Vec<MainLine> = reader.main_lines().unwrap().collect::<Result<_>>().unwrap();
    assert_eq!(lines[0].san, shuffle.trim_end());
    assert_eq!((lines[0].moves.len(), lines[1].moves.len(), lines.len()), (20_000, 1, 2));
}
