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
