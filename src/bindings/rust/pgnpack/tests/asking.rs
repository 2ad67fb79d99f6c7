//! Searches, trees and threads, against pgnfind.

#[allow(dead_code)]
#[path = "../examples/guide.rs"]
mod guide;
mod support;

use pgnpack::*;
use support::*;

#[test]
fn hits_are_those_of_the_command() {
    let path = packed(&folder("hits"), &["classics.pgn", "annotated.pgn", "engine-games.pgn"]);
    let reader = Reader::open(&path).unwrap();
    let cases: [(&[&str], Query); 3] = [
        (&["--result=1-0", "--mate"], Query::new().unwrap().with("result", "1-0").unwrap().with_word("mate").unwrap()),
        (&["--player=Morphy"], Query::new().unwrap().with("player", "Morphy").unwrap()),
        (&["--material=KRPkr"], Query::new().unwrap().with("material", "KRPkr").unwrap()),
    ];
    for (options, query) in cases {
        let wanted = found(options, &path);
        let hits: Vec<Hit> = reader.find(&query).unwrap().collect::<Result<_>>().unwrap();
        assert!(!hits.is_empty());
        assert_eq!(
            hits.iter().map(|hit| hit.game).collect::<Vec<_>>(),
            wanted.iter().map(|row| row.0).collect::<Vec<_>>()
        );
        for (hit, (_, ply)) in hits.iter().zip(&wanted) {
            assert!(ply.is_none() || *ply == Some(hit.ply), "game {}", hit.game);
        }
        // A page of them.
        let (first, last) = (hits[0].game + 1, hits[hits.len() - 1].game);
        let mut page = reader.find(&query).unwrap();
        page.range(first, last - first).unwrap();
        assert_eq!(page.by_ref().map(|hit| hit.unwrap()).collect::<Vec<_>>(), hits[1..hits.len() - 1]);
        assert!(page.next().is_none());
    }
    assert_eq!(
        guide::games_of(&reader, &[("eco", "C"), ("result", "1-0")]).unwrap(),
        found(&["--eco=C", "--result=1-0"], &path).iter().map(|row| row.0).collect::<Vec<_>>()
    );
}

#[test]
fn what_a_hit_plays_is_legal_there() {
    let path = packed(&folder("plays"), &["classics.pgn"]);
    let reader = Reader::open(&path).unwrap();
    let query = Query::new().unwrap().with("moves", "e4 c5").unwrap();
    let mut board = Board::new().unwrap();
    board.play("e4").unwrap();
    board.play("c5").unwrap();
    let mut moves: Vec<String> = Vec::new();
    for hit in reader.find(&query).unwrap() {
        let hit = hit.unwrap();
        let (line, _) = guide::main_line(&reader, hit.game).unwrap();
        let next = hit.next.and_then(|mv| board.text(mv, Notation::San));
        assert_eq!(next.as_ref(), line.get(hit.last_ply as usize));
        moves.extend(next);
    }
    assert!(moves.iter().any(|mv| mv == "Nf3"));
    // Of several steps the first and the last.
    let query =
        Query::new().unwrap().with("moves", "e4").unwrap().with_word("then").unwrap().with_word("mate").unwrap();
    let hits: Vec<Hit> = reader.find(&query).unwrap().collect::<Result<_>>().unwrap();
    assert!(hits.len() > 5);
    for hit in hits {
        let (line, _) = guide::main_line(&reader, hit.game).unwrap();
        assert_eq!((hit.ply, hit.last_ply as usize, hit.next), (1, line.len(), None));
    }
}

/// Rows of `--tree --json`: SAN, games, results, last year.
fn tree_of(options: &[&str], path: &std::path::Path) -> Vec<(String, Vec<u64>)> {
    let text = run("pgnfind", &[&["-q", "--json"], options].concat(), &[path]);
    let number = |line: &str, name: &str| {
        let rest = line.split(&format!("\"{name}\": ")).nth(1).unwrap();
        rest.split([',', '}']).next().unwrap().parse().unwrap_or(0)
    };
    let row = |line: &str| {
        let san = line.split('"').nth(3).unwrap().to_string();
        let names = ["games", "white", "draws", "black", "unknown", "rating", "performance", "last_year"];
        (san, names.iter().map(|name| number(line, name)).collect())
    };
    text.lines().filter(|line| line.starts_with("  {\"san\"")).map(row).collect()
}

fn rows_of(tree: &mut Tree<'_>, board: &Board) -> Vec<(String, Vec<u64>)> {
    let row = |row: &TreeMove| {
        let counts = &row.counts;
        let known = |number: Option<u32>| u64::from(number.unwrap_or(0));
        let san = row.san(board)?;
        let results = [counts.games, counts.white_wins, counts.draws, counts.black_wins, counts.unknown];
        let others = [known(counts.rating), known(counts.performance), known(counts.last_year)];
        Some((san, [&results[..], &others[..]].concat()))
    };
    tree.position(board).unwrap().iter().filter_map(row).collect()
}

#[test]
fn trees_are_those_of_the_command() {
    let path = packed(&folder("trees"), &["classics.pgn", "clocked.pgn"]);
    let reader = Reader::open(&path).unwrap();
    let query = Query::new().unwrap().with("result", "1-0").unwrap();
    let (mut all, mut won) = (reader.tree(None).unwrap(), reader.tree(Some(&query)).unwrap());
    let mut board = Board::new().unwrap();
    for moves in ["", "e4", "e4 e5"] {
        if let Some(last) = moves.rsplit(' ').next().filter(|last| !last.is_empty()) {
            board.play(last).unwrap();
        }
        let option = if moves.is_empty() { "--tree".to_string() } else { format!("--tree={moves}") };
        let rows = rows_of(&mut all, &board);
        assert!(rows.len() > 3);
        assert_eq!(rows, tree_of(&[&option], &path));
        assert!(all.totals().games >= rows.iter().map(|row| row.1[0]).sum());
        assert_eq!(rows_of(&mut won, &board), tree_of(&[&option, "--result=1-0"], &path));
        assert_eq!((won.totals().draws, won.totals().black_wins), (0, 0));
    }
    let played = guide::explore(&reader, &["e4", "e5"]).unwrap();
    let wanted = tree_of(&["--tree=e4 e5"], &path);
    assert_eq!(played, wanted.into_iter().map(|(san, counts)| (san, counts[0])).collect::<Vec<_>>());
}

#[test]
fn a_tree_can_be_cancelled_and_asked_again() {
    let path = packed_with(&folder("cancel"), &["engine-games.pgn"], &["-1", "-B64K"]);
    let reader = Reader::open(&path).unwrap();
    let board = Board::new().unwrap();
    let wanted = reader.tree(None).unwrap().position(&board).unwrap();
    let mut calls = 0;
    {
        let mut tree = Tree::with_progress(&reader, None, |done, all| {
            assert!(done <= all && all == 2400);
            calls += 1;
            calls != 2
        })
        .unwrap();
        assert_eq!(tree.position(&board).unwrap_err().status, Status::Cancelled);
        assert_eq!(tree.position(&board).unwrap(), wanted);
    }
    assert!(calls > 3);
    // A panic goes on here, not through C.
    let mut tree = Tree::with_progress(&reader, None, |_, _| panic!("enough")).unwrap();
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| tree.position(&board)));
    assert_eq!(caught.unwrap_err().downcast_ref::<&str>(), Some(&"enough"));
}

#[test]
fn threads_share_a_reader_and_a_query() {
    let path = packed_with(&folder("threads"), &["engine-games.pgn"], &["-B64K"]);
    let reader = Reader::open(&path).unwrap();
    assert!(reader.info().blocks > 8);
    let plies = guide::count_plies(&reader, 1).unwrap();
    assert_eq!(plies, 183_144, "data/README.md says so");
    for threads in [2, 3, 100] {
        assert_eq!(guide::count_plies(&reader, threads).unwrap(), plies);
    }
    for round in 0..20 {
        let query = Query::new().unwrap().with("material", "KRPkr").unwrap(); // new: the first searches begin at once
        let wanted: usize = reader.find(&Query::new().unwrap().with("material", "KRPkr").unwrap()).unwrap().count();
        let counts: Vec<usize> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..4)
                .map(|i| {
                    let (reader, query) = (&reader, &query);
                    scope.spawn(move || {
                        let share = reader.share(i, 4);
                        let mut hits = reader.find(query).unwrap();
                        hits.range(share.start, share.end - share.start).unwrap();
                        hits.inspect(|hit| assert!(hit.is_ok())).count()
                    })
                })
                .collect();
            workers.into_iter().map(|worker| worker.join().unwrap()).collect()
        });
        assert!(counts.iter().sum::<usize>() == wanted && wanted > 4, "round {round}");
    }
    // What is for one thread at a time may go to another one.
    let mut games = reader.games(Parts::SHAPE).unwrap();
    games.range(7, 1).unwrap();
    let number =
        std::thread::scope(|scope| scope.spawn(move || games.next_game().unwrap().unwrap().number()).join().unwrap());
    assert_eq!(number, 7);
}

#[test]
fn a_query_that_was_used_takes_no_more() {
    let path = packed(&folder("sealed"), &["classics.pgn"]);
    let reader = Reader::open(&path).unwrap();
    let mut query = Query::new().unwrap();
    assert_eq!(reader.find(&query).unwrap().count() as u64, reader.info().games);
    assert_eq!(query.add("mate", None).unwrap_err().status, Status::Argument);
}

#[test]
fn a_program_with_a_window() {
    use std::sync::{atomic::AtomicBool, mpsc::channel, Arc};
    let path = packed_with(&folder("window"), &["engine-games.pgn"], &["-1", "-B64K"]);
    let reader = Arc::new(Reader::open(&path).unwrap());
    let stop = Arc::new(AtomicBool::new(false));
    let (ask, fens) = channel();
    let (rows, answers) = channel();
    let thread = {
        let (reader, stop) = (reader.clone(), stop.clone());
        std::thread::spawn(move || guide::explorer(reader, fens, rows, stop))
    };
    let mut board = Board::new().unwrap();
    for san in ["e4", "c5"] {
        board.play(san).unwrap();
        ask.send(board.fen()).unwrap();
        assert_eq!(answers.recv().unwrap().unwrap(), reader.tree(None).unwrap().position(&board).unwrap());
    }
    ask.send("nonsense".into()).unwrap();
    assert_eq!(answers.recv().unwrap().unwrap_err().status, Status::Argument);
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    ask.send(Board::new().unwrap().fen()).unwrap();
    assert_eq!(answers.recv().unwrap().unwrap_err().status, Status::Cancelled);
    drop(ask);
    thread.join().unwrap();
    let query = Query::new().unwrap().with("result", "1-0").unwrap();
    assert_eq!(guide::search(&reader, &query, &stop).unwrap(), [0; 0]);
    let numbers = guide::search(&reader, &query, &AtomicBool::new(false)).unwrap();
    assert_eq!(numbers, found(&["--result=1-0"], &path).iter().map(|row| row.0).collect::<Vec<_>>());
    let names = |column| -> Vec<String> {
        let table = run("pgnfind", &["-q", "--result=1-0", column], &[&path]);
        table.lines().skip(11).take(10).map(|name| name.trim_matches('"').to_string()).collect()
    };
    let rows = names("--csv=White").into_iter().zip(names("--csv=Black")).zip(&numbers[10..]);
    let wanted: Vec<String> = rows.map(|((white, black), number)| format!("{number} {white} - {black} 1-0")).collect();
    assert_eq!(guide::page(&reader, &numbers, 1, 10).unwrap(), wanted);
    assert_eq!(guide::page(&reader, &numbers, numbers.len(), 10).unwrap(), [""; 0]);
}
