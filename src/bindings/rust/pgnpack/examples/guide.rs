//! The tasks of docs/GUIDE.md with the crate `pgnpack`; docs/bindings/rust.md shows them, and the tests run them.

use pgnpack::*;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::Arc;

// 1. Pack a file
pub fn pack(input: &Path, database: &Path) -> std::result::Result<u64, Box<dyn std::error::Error>> {
    let mut writer = Writer::with_options(database, WriterOptions { level: 5, verify: true, ..Default::default() })?;
    std::io::copy(&mut std::fs::File::open(input)?, &mut writer)?;
    Ok(writer.finish()?.games) // only now there is a file
}

// 3. Game number N as text
pub fn game_text(database: &Path, number: u64) -> Result<Option<Vec<u8>>> {
    Reader::open(database)?.text(number)
}

// 4. Some tags of all games
pub fn tag_table(reader: &Reader, tags: &[&str]) -> Result<Vec<Vec<Option<String>>>> {
    let mut games = reader.games(Parts::TAGS)?;
    games.tags(tags)?; // no others are read
    let mut rows = Vec::new();
    while let Some(game) = games.next_game()? {
        rows.push(tags.iter().map(|tag| game.value(tag)).collect());
    }
    Ok(rows)
}

// 5. Games by rating, date or tag
pub fn games_of(reader: &Reader, conditions: &[(&str, &str)]) -> Result<Vec<u64>> {
    let mut query = Query::new()?;
    for (name, value) in conditions {
        query.add(name, Some(value))?;
    }
    reader.find(&query)?.map(|hit| Ok(hit?.game)).collect()
}

// 6. Play through a game: the main line in SAN, and the last position of it
pub fn main_line(reader: &Reader, number: u64) -> Result<(Vec<String>, String)> {
    let mut games = reader.games(Parts::MOVES | Parts::TAGS)?;
    games.range(number, 1)?;
    let (mut board, mut line, mut depth) = (Board::new()?, Vec::new(), 0);
    let mut fen = board.fen();
    if let Some(game) = games.next_game()? {
        board.start(&game)?;
        fen = board.fen();
        for item in game.items() {
            match item.kind() {
                ItemKind::VariationBegin => depth += 1,
                ItemKind::VariationEnd => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                line.extend(item.as_move().and_then(|mv| board.text(mv, Notation::San)));
            }
            board.step(&item)?;
            if depth == 0 {
                fen = board.fen();
            }
        }
    }
    Ok((line, fen))
}

// 7. Main lines, clocks and evaluations: half-moves that took more than so many seconds
pub fn long_thoughts(reader: &Reader, seconds: i32) -> Result<u64> {
    let mut count = 0;
    for line in reader.main_lines()? {
        let clocks = line?.clocks; // milliseconds left; each player has every second one
        for (before, after) in clocks.iter().zip(clocks.iter().skip(2)) {
            if let (Some(before), Some(after)) = (before, after) {
                count += u64::from(before - after > 1000 * seconds);
            }
        }
    }
    Ok(count)
}

// 8. Make games and add them to a database
pub fn make_game(database: &Path, white: &str, moves: &[&str]) -> Result<()> {
    let mut builder = Builder::new()?;
    builder.tag("Event", "Casual game")?;
    builder.tag("White", white)?;
    for text in moves {
        builder.play(text)?; // what is not legal is refused
    }
    builder.outcome(Outcome::Draw)?;
    let mut database = Database::create(database)?;
    database.add_game(&builder.finish()?)?;
    database.commit(Some("guide"))
}

// 10. From threads: each with a cursor of its own
pub fn count_plies(reader: &Reader, threads: u64) -> Result<u64> {
    let count = |share: std::ops::Range<u64>| -> Result<u64> {
        let mut games = reader.games(Parts::SHAPE)?;
        games.range(share.start, share.end - share.start)?;
        let mut plies = 0;
        while let Some(game) = games.next_game()? {
            plies += u64::from(game.plies());
        }
        Ok(plies)
    };
    std::thread::scope(|scope| {
        let shares = (0..threads).map(|i| reader.share(i, threads)).filter(|share| !share.is_empty());
        let workers: Vec<_> = shares.map(|share| scope.spawn(move || count(share))).collect();
        workers.into_iter().map(|worker| worker.join().expect("it does not panic")).sum()
    })
}

// 11. Ask a database: what was played behind some moves
pub fn explore(reader: &Reader, moves: &[&str]) -> Result<Vec<(String, u64)>> {
    let mut board = Board::new()?;
    for san in moves {
        board.play(san)?;
    }
    let rows = reader.tree(None)?.position(&board)?;
    Ok(rows.iter().filter_map(|row| Some((row.san(&board)?, row.counts.games))).collect())
}

// 12. Change a database: all of it, or nothing
pub fn replace_games(database: &Path, player: &str, pgn: &str) -> Result<()> {
    let mut database = Database::open(database)?;
    let gone = games_of(&*database.reader()?, &[("player", player)])?;
    for number in gone {
        database.remove(number, 1)?;
    }
    database.append(pgn)?;
    database.commit(Some("guide"))
}

// 12. ... and take the last change back
pub fn undo_last(database: &Path) -> Result<Option<UndoTotals>> {
    let mut database = Database::open(database)?;
    let last = database.reader()?.history()?.into_iter().filter(|change| change.number > 1).last();
    let totals = last.map(|change| database.undo(change.number)).transpose()?;
    database.commit(Some("undo"))?;
    Ok(totals)
}

// A program with a window: a thread that answers for a view of it, and keeps the tree from position to position
pub fn explorer(
    reader: Arc<Reader>,
    fens: Receiver<String>,
    rows: Sender<Result<Vec<TreeMove>>>,
    stop: Arc<AtomicBool>,
) {
    let mut tree = match Tree::with_progress(&reader, None, |_, _| !stop.load(Ordering::Relaxed)) {
        Ok(tree) => tree,
        Err(error) => return rows.send(Err(error)).unwrap_or(()),
    };
    for fen in fens {
        let answer = Board::from_fen(&fen).and_then(|board| tree.position(&board));
        if rows.send(answer).is_err() {
            return;
        }
    }
}

// ... numbers of what a query finds, in pieces that can be given up
pub fn search(reader: &Reader, query: &Query, stop: &AtomicBool) -> Result<Vec<u64>> {
    const PIECE: u64 = 10_000;
    let (mut hits, mut numbers) = (reader.find(query)?, Vec::new());
    for first in (1..=reader.info().games).step_by(PIECE as usize) {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        hits.range(first, PIECE)?;
        for hit in &mut hits {
            numbers.push(hit?.game);
        }
    }
    Ok(numbers)
}

// ... and a page of the list
pub fn page(reader: &Reader, numbers: &[u64], page: usize, rows: usize) -> Result<Vec<String>> {
    let mut games = reader.games(Parts::TAGS)?;
    games.tags(&["White", "Black", "Result"])?;
    let mut lines = Vec::new();
    for &number in numbers.iter().skip(page * rows).take(rows) {
        games.range(number, 1)?;
        if let Some(game) = games.next_game()? {
            let value = |tag| game.value(tag).unwrap_or_default();
            lines.push(format!("{number} {} - {} {}", value("White"), value("Black"), value("Result")));
        }
    }
    Ok(lines)
}

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (database, moves) = words.split_first().ok_or("usage: guide DATABASE [MOVE...]")?;
    let reader = Reader::open(database)?;
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    for (san, games) in explore(&reader, &moves)? {
        println!("{san} {games}");
    }
    Ok(())
}
