//! Databases of chess games, small and exact: pgnpack for Rust.
//!
//! ```no_run
//! use pgnpack::{Board, Parts, Query, Reader};
//!
//! fn main() -> pgnpack::Result<()> {
//!     let reader = Reader::open("games.bcgn")?;
//!     let mut games = reader.games(Parts::TAGS | Parts::SHAPE)?;
//!     while let Some(game) = games.next_game()? {
//!         println!("{} {:?} {}", game.number(), game.value("White"), game.plies());
//!     }
//!     let query = Query::new()?.with("player", "Fischer")?.with("result", "1-0")?; // the words of pgnfind
//!     for hit in reader.find(&query)? {
//!         println!("{}", hit?.game);
//!     }
//!     let mut board = Board::new()?;
//!     board.play("e4")?;
//!     for row in reader.tree(None)?.position(&board)? {
//!         println!("{:?} {}", row.san(&board), row.counts.games);
//!     }
//!     Ok(())
//! }
//! ```
//!
//! Texts of files are bytes, of which nobody promises that they are UTF-8; games are counted from 1. What a function does in detail is
//! said by `pgnpack.h` and `pgnpack_extra.h` for the one of its name in C.
//!
//! Threads: a [`Reader`] and a [`Query`] are shared by any number of threads; cursors ([`Games`]), [`MainLines`], [`Hits`], [`Tree`]s, [`Board`]s, [`Builder`]s, [`Writer`]s
//! and [`Database`]s are for one thread at a time, and may go from one to another.
//!
//! The compiler sees to lifetimes. A cursor does not outlive its reader, nor a game its cursor's next step:
//!
//! ```compile_fail,E0505
//! fn games(reader: pgnpack::Reader) -> pgnpack::Result<()> {
//!     let mut games = reader.games(pgnpack::Parts::TAGS)?;
//!     drop(reader);
//!     games.next_game().map(|_| ())
//! }
//! ```
//!
//! ```compile_fail,E0499
//! fn games(games: &mut pgnpack::Games<'_>) -> pgnpack::Result<()> {
//!     let first = games.next_game()?;
//!     games.next_game()?;
//!     drop(first);
//!     Ok(())
//! }
//! ```
//!
//! A game of a builder is there until that goes on:
//!
//! ```compile_fail,E0499
//! fn make(builder: &mut pgnpack::Builder) -> pgnpack::Result<u32> {
//!     let game = builder.finish()?;
//!     builder.play("e4")?;
//!     Ok(game.plies())
//! }
//! ```
//!
//! A database does not change while its reader is in use, and a board is not shared:
//!
//! ```compile_fail,E0502
//! fn change(database: &mut pgnpack::Database) -> pgnpack::Result<()> {
//!     let reader = database.reader()?;
//!     database.commit(None)?;
//!     reader.text(1).map(|_| ())
//! }
//! ```
//!
//! ```compile_fail,E0277
//! fn is_shared<T: Sync>() {}
//! is_shared::<pgnpack::Board>();
//! ```
//!
//! ```
//! fn is_shared<T: Send + Sync>() {}
//! is_shared::<pgnpack::Reader>();
//! is_shared::<pgnpack::Query>();
//! fn is_sent<T: Send>() {}
//! is_sent::<(pgnpack::Games, pgnpack::MainLines, pgnpack::Hits, pgnpack::Tree, pgnpack::Board, pgnpack::Builder, pgnpack::Writer, pgnpack::Database)>();
//! ```
#![warn(missing_docs)]

mod board;
mod builder;
mod database;
mod error;
mod games;
mod handle;
mod history;
mod lines;
mod query;
mod reader;
mod tree;
mod writer;

pub use board::{Board, Key, Move, Notation};
pub use builder::Builder;
pub use database::{Database, DatabaseReader, UndoTotals};
pub use error::{Error, Result, Status};
pub use games::{Game, Games, Item, ItemKind, Outcome, Parts};
pub use history::{Change, ChangedGames, Deed};
pub use lines::{Eval, MainLine, MainLines};
pub use query::{Hit, Hits, Query};
pub use reader::{Info, Limits, Reader};
pub use tree::{Counts, Tree, TreeMove};
pub use writer::{unpack, Writer, WriterOptions, WriterTotals};

/// The version of the library that is linked: `"1.0.2"`.
pub fn version() -> &'static str {
    // SAFETY: a constant text of the library.
    unsafe { std::ffi::CStr::from_ptr(pgnpack_sys::pgnpack_version()) }.to_str().unwrap_or_default()
}
