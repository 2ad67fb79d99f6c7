//! What fails says what it is, where, and why.

mod support;

use pgnpack::*;
use std::fs;
use std::num::{NonZeroU64, NonZeroUsize};
use support::*;

/// The failure, which has to be of this status, and to say something.
fn failure<T>(result: Result<T>, status: Status) -> Error {
    let error = result.err().expect("it fails");
    assert_eq!(error.status, status, "{error}");
    assert!(error.text.len() > 5 && error.to_string() == error.text);
    let _: &dyn std::error::Error = &error;
    error
}

#[test]
fn what_the_caller_did_wrong() {
    let _alone = alone();
    let folder = folder("argument");
    let path = packed(&folder, &["classics.pgn"]);
    let reader = Reader::open(&path).unwrap();
    let error = failure(Query::new().unwrap().with("pawns", "nonsense"), Status::Argument);
    assert!(error.text.contains("nonsense"));
    assert_eq!((error.game, error.line, error.offset), (None, None, None));
    failure(Query::new().unwrap().with("nosuch", "x"), Status::Argument);
    failure(Query::new().unwrap().with("player", "a\0b"), Status::Argument);
    let query = Query::new().unwrap().with_word("not").unwrap();
    let mut hits = reader.find(&query).unwrap();
    failure(hits.next().unwrap(), Status::Argument);
    assert!(hits.next().is_none(), "no failure for ever");
    failure(Board::from_fen("8/8"), Status::Argument);
    let mut board = Board::new().unwrap();
    failure(board.play("e5"), Status::Argument);
    failure(board.make(Move::from_bits(0xffff)), Status::Argument);
    failure(board.undo(), Status::Argument);
    failure(Reader::open("a\0b"), Status::Argument);
    let mut writer = Writer::with_options(folder.join("x"), WriterOptions { level: 99, ..Default::default() }).unwrap();
    assert!(failure(writer.write_text("x"), Status::Argument).text.contains("99"));
    let mut games = reader.games(Parts::TAGS).unwrap();
    failure(games.next_game().unwrap().unwrap().text(), Status::Argument);
    failure(Database::open(&path).unwrap().remove(66, 1), Status::Argument);
}

#[test]
fn files_that_cannot_be_read_or_written() {
    let _alone = alone();
    let folder = folder("files");
    let missing = folder.join("missing.bcgn");
    assert!(failure(Reader::open(&missing), Status::NoFile).text.contains("missing.bcgn"));
    failure(unpack(&missing, folder.join("x.pgn")), Status::NoFile);
    failure(Database::open(&missing), Status::NoFile);
    let mut writer = Writer::create(folder.join("no/such/folder.bcgn")).unwrap();
    let error = std::io::Write::write_all(&mut writer, b"x")
        .and_then(|()| {
            writer.finish().map(|_| ()).map_err(|error| std::io::Error::new(std::io::ErrorKind::Other, error))
        })
        .unwrap_err();
    let inner = error.into_inner().unwrap().downcast::<Error>().unwrap();
    failure::<()>(Err(*inner), Status::Write);
}

#[test]
fn files_that_are_none_or_damaged() {
    let _alone = alone();
    let folder = folder("damaged");
    failure(Reader::open(data("classics.pgn")), Status::NotBcgn);
    failure(Reader::from_bytes(vec![], Limits::default()), Status::NotBcgn);
    let path = packed_with(&folder, &["engine-games.pgn"], &["-B64K"]);
    let bytes = fs::read(&path).unwrap();
    let mut newer = bytes.clone();
    newer[4] += 1; // the version of the format
    failure(Reader::from_bytes(newer, Limits::default()), Status::Unsupported);
    // A cut end: what is left is there.
    let cut = folder.join("cut.bcgn");
    fs::write(&cut, &bytes[..bytes.len() / 2]).unwrap();
    failure(Reader::open(&cut), Status::Truncated);
    let (reader, error) = Reader::open_torn(&cut, Limits::default()).unwrap();
    failure::<()>(Err(error.unwrap()), Status::Truncated);
    assert!(reader.info().games > 100 && reader.info().games < 2400);
    assert_eq!(reader.text(100).unwrap(), Reader::open(&path).unwrap().text(100).unwrap());
    assert!(Reader::open_torn(&path, Limits::default()).unwrap().1.is_none());
    // A damaged block: a failure when a cursor comes to it, which stays until it goes elsewhere.
    let mut damaged = bytes.clone();
    let middle = damaged.len() / 2;
    damaged[middle..middle + 64].iter_mut().for_each(|byte| *byte ^= 0x5a);
    let reader = Reader::from_bytes(damaged, Limits::default()).unwrap();
    let mut games = reader.games(Parts::TEXT).unwrap();
    let mut count = 0;
    let error = loop {
        match games.next_game() {
            Ok(game) => count += u64::from(game.expect("it does not end quietly").number() > 0),
            Err(error) => break error,
        }
    };
    let error = failure::<()>(Err(error), Status::Corrupt);
    assert_eq!(error.game, Some(count + 1));
    assert!(error.offset.unwrap() <= middle as u64);
    failure(games.next_game().map(|game| game.map(|game| game.number())), Status::Corrupt);
    games.range(1, 1).unwrap();
    assert!(games.next_game().unwrap().is_some());
}

#[test]
fn limits_of_memory_and_work() {
    let _alone = alone();
    let path = packed(&folder("limits"), &["engine-games.pgn"]);
    let memory = |bytes| Limits { memory: NonZeroUsize::new(bytes), ..Default::default() };
    failure(Reader::open_limited(&path, memory(100_000)).and_then(|reader| reader.text(1)), Status::MemoryLimit);
    failure(Reader::open_limited(&path, memory(1)), Status::Memory);
    let work = |units| Limits { work: NonZeroU64::new(units), ..Default::default() };
    let reader = Reader::open_limited(&path, work(100_000)).unwrap();
    assert!(failure(reader.text(1), Status::Limit).text.contains("work"));
    let query = Query::new().unwrap().with_word("mate").unwrap();
    failure(reader.find(&query).unwrap().collect::<Result<Vec<_>>>(), Status::Limit);
    let enough = Limits { memory: NonZeroUsize::new(1 << 30), work: NonZeroU64::new(1 << 40) };
    assert!(Reader::open_limited(&path, enough).unwrap().text(1).unwrap().is_some());
}

#[test]
fn games_that_cannot_be_written() {
    let _alone = alone();
    let folder = folder("lossy");
    let (path, copy) = (folder.join("games.bcgn"), folder.join("copy.bcgn"));
    let mut writer = Writer::create(&path).unwrap();
    writer.write_text("[Event \"x\"]\n\n1. e4 what? *\n\n[Event \"y\"]\n\n1. e4 *\n").unwrap();
    writer.finish().unwrap();
    let reader = Reader::open(&path).unwrap();
    let mut writer = Writer::create(&copy).unwrap();
    let mut games = reader.games(Parts::TAGS | Parts::MOVES).unwrap();
    let broken = games.next_game().unwrap().unwrap();
    failure(writer.add_game(&broken), Status::Lossy);
    let whole = games.next_game().unwrap().unwrap();
    writer.add_game(&whole).unwrap(); // the next one goes on
    let mut games = reader.games(Parts::TAGS | Parts::SHAPE).unwrap();
    games.range(2, 1).unwrap();
    let without = games.next_game().unwrap().unwrap();
    failure(writer.add_game(&without), Status::Argument);
    assert_eq!(writer.finish().unwrap().games, 1);
}

#[test]
fn a_database_is_changed_by_one_at_a_time() {
    let _alone = alone();
    let path = packed(&folder("busy"), &["classics.pgn"]);
    let first = Database::open(&path).unwrap();
    failure(Database::open(&path), Status::Busy);
    drop(first);
    Database::open(&path).unwrap();
}
