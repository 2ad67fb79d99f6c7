//! Packing, unpacking and changing, against the commands.

#[allow(dead_code)]
#[path = "../examples/guide.rs"]
mod guide;
mod support;

use pgnpack::*;
use std::fs;
use support::*;

const GAME: &str = "[Event \"new\"]\n[White \"Doe\"]\n[Black \"Roe\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n";

fn numbers(reader: &Reader) -> Vec<u64> {
    let mut games = reader.games(Parts::SHAPE).unwrap();
    let mut numbers = Vec::new();
    while let Some(game) = games.next_game().unwrap() {
        numbers.push(game.number());
    }
    numbers
}

#[test]
fn packed_bytes_are_those_of_the_command_and_come_back() {
    let _alone = alone();
    let folder = folder("pack");
    let input = data("classics.pgn");
    let (ours, theirs, back) = (folder.join("ours.bcgn"), folder.join("theirs.bcgn"), folder.join("back.pgn"));
    assert_eq!(guide::pack(&input, &ours).unwrap(), 65);
    let reader = Reader::open(&ours).unwrap();
    assert_eq!(reader.info().games, 65);
    run("pgnpack", &["-qf5", "-o"], &[&theirs, &input]);
    assert_eq!(Reader::open(&theirs).unwrap().text(65).unwrap(), reader.text(65).unwrap());
    assert_eq!(run("pgnunpack", &["-qc"], &[&ours]).into_bytes(), fs::read(&input).unwrap());
    unpack(&ours, &back).unwrap();
    assert_eq!(fs::read(&back).unwrap(), fs::read(&input).unwrap());
    // The same bytes with any number of threads, and other ones of another level.
    let pack = |threads, level, name: &str| {
        let path = folder.join(name);
        let mut writer = Writer::with_options(&path, WriterOptions { level, threads, verify: false }).unwrap();
        writer.write_text(fs::read(&input).unwrap()).unwrap();
        let totals = writer.finish().unwrap();
        assert_eq!((totals.games, totals.plies), (65, 3945));
        assert_eq!((totals.text_size, totals.packed_size), (34_328, fs::metadata(&path).unwrap().len()));
        totals.packed_size
    };
    assert_eq!(pack(1, 3, "one.bcgn"), pack(3, 3, "three.bcgn"));
    assert!(pack(1, 9, "small.bcgn") < pack(1, 1, "fast.bcgn"));
}

#[test]
fn there_is_no_file_without_its_end() {
    let _alone = alone();
    let folder = folder("dropped");
    let mut writer = Writer::create(folder.join("x.bcgn")).unwrap();
    writer.write_text(GAME).unwrap();
    drop(writer);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn found_games_become_a_file() {
    let _alone = alone();
    let folder = folder("copy");
    let path = packed(&folder, &["classics.pgn"]);
    let reader = Reader::open(&path).unwrap();
    let copy = folder.join("copy.bcgn");
    let mut writer = Writer::create(&copy).unwrap();
    let query = Query::new().unwrap().with("player", "Morphy").unwrap();
    let mut games = reader.games(Parts::TEXT).unwrap();
    let mut wanted = Vec::new();
    for hit in reader.find(&query).unwrap() {
        games.range(hit.unwrap().game, 1).unwrap();
        let game = games.next_game().unwrap().unwrap();
        writer.add_game(&game).unwrap();
        wanted.push(game.value("Black"));
    }
    assert_eq!(writer.finish().unwrap().games, wanted.len() as u64);
    let copied = guide::tag_table(&Reader::open(&copy).unwrap(), &["Black"]).unwrap();
    assert_eq!(copied.concat(), wanted);
    assert!(wanted.len() > 1);
}

#[test]
fn changes_are_made_as_a_whole() {
    let _alone = alone();
    let path = packed(&folder("changes"), &["classics.pgn"]);
    let mut database = Database::open(&path).unwrap();
    database.append(GAME).unwrap();
    database.remove(1, 2).unwrap();
    assert_eq!(numbers(&Reader::open(&path).unwrap()).len(), 65, "not yet");
    database.commit(Some("a change of Rust")).unwrap();
    let reader = Reader::open(&path).unwrap();
    assert_eq!(numbers(&reader), (3..=66).collect::<Vec<_>>());
    assert_eq!((reader.info().deleted, reader.info().segments), (2, 2));
    assert!(reader.is_deleted(1) && !reader.is_deleted(3));
    assert_eq!(reader.text(1).unwrap(), None);
    assert_eq!(reader.text(66).unwrap().as_deref(), Some(GAME.as_bytes()));
    assert!(run("pgndb", &["log"], &[&path]).contains("a change of Rust"));
    run("pgnunpack", &["-qt"], &[&path]);
    // What is asked for is forgotten, or brought back.
    database.remove(3, 1).unwrap();
    database.abort().unwrap();
    database.restore(1, 1).unwrap();
    database.commit(None).unwrap();
    assert_eq!(numbers(&database.reader().unwrap())[..2], [1, 3]);
    assert_eq!(numbers(&Reader::open(&path).unwrap()).len(), 65);
    drop(database);
    guide::replace_games(&path, "Doe", &GAME.replace("Roe", "Poe")).unwrap();
    assert_eq!(found(&["--player=Doe"], &path), [(67, Some(0))]);
    assert_eq!(found(&["--player=Poe"], &path), [(67, Some(0))]);
}

#[test]
fn a_database_is_made_by_its_first_commit() {
    let _alone = alone();
    let folder = folder("create");
    let path = folder.join("new.bcgn");
    drop(Database::create(&path).unwrap());
    assert!(!path.exists());
    let mut database = Database::create(&path).unwrap();
    database.append(GAME).unwrap();
    database.append(format!("\n{GAME}")).unwrap();
    database.commit(None).unwrap();
    assert_eq!(numbers(&Reader::open(&path).unwrap()), [1, 2]);
}

#[test]
fn games_are_made_move_by_move() {
    let _alone = alone();
    let path = folder("made").join("made.bcgn");
    guide::make_game(&path, "Doe, \"J\"", &["e4", "e7e5", "--", "Nc6"]).unwrap();
    let reader = Reader::open(&path).unwrap();
    let mut games = reader.games(Parts::TEXT).unwrap();
    let first = games.next_game().unwrap().unwrap();
    assert_eq!((first.value("White").as_deref(), first.plies()), (Some("Doe, \"J\""), 4));
    // A copy with all that a builder knows.
    let mut copy = Builder::copy_of(&first).unwrap();
    copy.tag("White", "Roe").unwrap();
    copy.remove_tag("Event").unwrap();
    copy.tag("Result", "*").unwrap();
    copy.nag(1).unwrap();
    copy.begin_variation().unwrap();
    let mut board = Board::from_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2").unwrap();
    copy.make(board.parse(Notation::San, "Nf6").unwrap()).unwrap();
    copy.comment("or so").unwrap();
    assert_eq!(copy.finish().err().unwrap().status, Status::Argument, "a variation is open");
    copy.end_variation().unwrap();
    for refused in [
        copy.play("Ke3"),
        copy.make(Move::from_bits(0)),
        copy.comment("}"),
        copy.tag("FEN", "8/8"),
        copy.end_variation(),
    ] {
        assert_eq!(refused.unwrap_err().status, Status::Argument);
    }
    copy.play("Nf3").unwrap();
    copy.outcome(Outcome::Black).unwrap();
    let game = copy.finish().unwrap();
    assert_eq!((game.number(), game.plies(), game.outcome(), game.tags().count()), (0, 5, Outcome::Black, 2));
    assert_eq!(game.text().unwrap_err().status, Status::Argument);
    board.start(&game).unwrap();
    game.items().for_each(|item| board.step(&item).unwrap());
    assert_eq!(board.fen(), "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 3");
    let mut database = Database::open(&path).unwrap();
    database.add_game(&game).unwrap();
    copy.remove_tag("White").unwrap();
    database.add_game(&copy.finish().unwrap()).unwrap();
    database.commit(None).unwrap();
    let texts = run("pgnunpack", &["-qc"], &[&path]);
    let moves = "1. e4 e5 2. -- Nc6 $1 (2... Nf6 {or so}) 3. Nf3 0-1\n";
    assert!(
        texts.starts_with("[Event \"Casual game\"]\n[White \"Doe, \\\"J\\\"\"]\n\n1. e4 e5 2. -- Nc6 1/2-1/2\n"),
        "{texts}"
    );
    assert!(
        texts.contains(&format!("\n[White \"Roe\"]\n[Result \"0-1\"]\n\n{moves}\n[Result \"0-1\"]\n\n{moves}")),
        "{texts}"
    );
}

/// Number, added, deleted, brought back and command of each change, as the command prints them.
fn logged(path: &std::path::Path) -> Vec<(u64, [u64; 3], String)> {
    let text = run("pgndb", &["log"], &[path]);
    let rows = text.lines().skip(1).map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let count = |i: usize| words[i].parse().unwrap();
        (count(0), [count(4), count(5), count(6)], words[7..].join(" "))
    });
    rows.collect()
}

/// The games of a change: which, what was done with them, and whether it can be taken back.
fn deeds(reader: &Reader, change: u64) -> Vec<(std::ops::Range<u64>, Deed, Option<u64>, bool)> {
    let games = reader.changed_games(change).unwrap().into_iter();
    games.map(|games| (games.games, games.deed, games.other, games.can_undo)).collect()
}

#[test]
fn what_was_done_is_known_and_taken_back() {
    let _alone = alone();
    let path = packed(&folder("history"), &["classics.pgn"]);
    assert_eq!(guide::undo_last(&path).unwrap(), None);
    let mut database = Database::open(&path).unwrap();
    database.remove(2, 3).unwrap();
    database.append(GAME).unwrap();
    database.commit(Some("first")).unwrap();
    database.restore(3, 1).unwrap();
    database.commit(None).unwrap();
    let gone = |games, can_undo| (games, Deed::Deleted, None, can_undo);
    let before = deeds(&database.reader().unwrap(), 2);
    assert_eq!(before, [(66..67, Deed::Added, None, true), gone(2..3, true), gone(3..4, false), gone(4..5, true)]);
    let totals = database.undo(2).unwrap();
    assert_eq!((totals.deleted, totals.brought_back, totals.left, totals.gone), (1, 2, 1, 0));
    assert_eq!(database.undo(2).unwrap_err().status, Status::Argument, "one a commit");
    database.commit(Some("third")).unwrap();
    let history = database.reader().unwrap().history().unwrap();
    let told =
        |change: &Change| (change.number, [change.added, change.deleted, change.brought_back], change.command.clone());
    drop(database);
    assert_eq!(history.iter().map(told).collect::<Vec<_>>(), logged(&path));
    assert_eq!(history.iter().map(|change| change.takes_back).collect::<Vec<_>>(), [None, None, None, Some(2)]);
    assert!(history.iter().all(|change| change.is_state && !change.is_damaged));
    assert!(history[0].time.is_none() && history[1].time.unwrap() > 1_700_000_000);
    // The games of each.
    let reader = Reader::open(&path).unwrap();
    let deeds = |change| deeds(&reader, change);
    assert_eq!(deeds(1), [(1..66, Deed::Added, None, true)]);
    assert_eq!(deeds(2), [(66..67, Deed::Added, None, false), gone(2..5, false)]);
    assert_eq!(deeds(3), [(3..4, Deed::BroughtBack, None, true)]);
    assert_eq!(
        deeds(4).iter().map(|games| games.1).collect::<Vec<_>>(),
        [Deed::BroughtBack, Deed::BroughtBack, Deed::TakenBack]
    );
    assert_eq!(reader.changed_games(5).unwrap_err().status, Status::Argument);
    // Taken back is taken back, and a state is what was there.
    assert_eq!(numbers(&reader).len(), 65);
    assert_eq!(guide::undo_last(&path).unwrap().unwrap().brought_back, 1);
    assert_eq!(numbers(&Reader::open(&path).unwrap()), [1].into_iter().chain(3..4).chain(5..67).collect::<Vec<_>>());
    let mut database = Database::open(&path).unwrap();
    database.truncate(2).unwrap();
    assert_eq!(database.reader().unwrap().history().unwrap(), history[..2]);
    assert_eq!(numbers(&Reader::open(&path).unwrap()), [1].into_iter().chain(5..67).collect::<Vec<_>>());
    database.remove(1, 1).unwrap();
    assert_eq!(database.truncate(1).unwrap_err().status, Status::Argument, "a change has begun");
    database.abort().unwrap();
    assert_eq!(database.truncate(7).unwrap_err().status, Status::Argument);
}

#[test]
fn why_games_went_is_told() {
    let _alone = alone();
    let path = packed(&folder("why"), &["classics.pgn", "classics.pgn"]);
    run("pgndb", &["set"], &[&path, "Round=9".as_ref(), "-qg3-4".as_ref()]);
    run("pgndb", &["dedupe", "-q"], &[&path]);
    let reader = Reader::open(&path).unwrap();
    assert_eq!(deeds(&reader, 2), [(131..133, Deed::Added, None, true), (3..5, Deed::Replaced, Some(131), true)]);
    let doubles = deeds(&reader, 3);
    assert_eq!(doubles.iter().map(|games| games.0.end - games.0.start).sum::<u64>(), 65);
    assert!(doubles.iter().all(|games| games.1 == Deed::Duplicate && games.2.is_some()), "{doubles:?}");
    assert!(doubles.contains(&(66..68, Deed::Duplicate, Some(1), true)), "{doubles:?}");
}
