//! What was done to a database.

use crate::error::Result;
use crate::handle::{bytes, Handle};
use crate::reader::Reader;
use pgnpack_sys as sys;
use std::ops::Range;

/// A change of a database, as [`Reader::history`] gives them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// For good, from 1; 0: no change, but segments became one, as by compaction.
    pub number: u64,
    /// Seconds since 1970, UTC.
    pub time: Option<i64>,
    /// [`crate::Database::truncate`] can go back to the state behind it.
    pub is_state: bool,
    /// Its record is damaged, so that there may be more of it.
    pub is_damaged: bool,
    /// Games that came with it, whatever became of them later.
    pub added: u64,
    /// Games that it deleted.
    pub deleted: u64,
    /// Deleted games that it brought back.
    pub brought_back: u64,
    /// The change that it took back.
    pub takes_back: Option<u64>,
    /// What the program that made it said of it, by custom a command line; what is not UTF-8 is replaced.
    pub command: String,
}

/// What a change did with games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Deed {
    /// They came with it.
    Added,
    /// They were deleted, and are there again.
    BroughtBack,
    /// Somebody deleted them.
    Deleted,
    /// Deleted: other games are the same.
    Duplicate,
    /// Deleted: other games are their new versions.
    Replaced,
    /// Deleted: the change that added them was taken back.
    TakenBack,
    /// Deleted, for a reason of a later version.
    Unknown,
}

impl Deed {
    fn of(games: &sys::pgnpack_change_games) -> Self {
        match games.reason {
            _ if games.is_added != 0 => Self::Added,
            sys::PGNPACK_REASON_NONE => Self::BroughtBack,
            sys::PGNPACK_REASON_HAND => Self::Deleted,
            sys::PGNPACK_REASON_DUPLICATE => Self::Duplicate,
            sys::PGNPACK_REASON_REPLACED => Self::Replaced,
            sys::PGNPACK_REASON_TAKEN_BACK => Self::TakenBack,
            _ => Self::Unknown,
        }
    }
}

/// Games of a change, which follow each other.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChangedGames {
    /// Their numbers.
    pub games: Range<u64>,
    /// What it did with them.
    pub deed: Deed,
    /// The game that the first one is a duplicate of, or that is its new version.
    pub other: Option<u64>,
    /// [`crate::Database::undo`] takes it back; else later changes made something else of them, or old versions are gone.
    pub can_undo: bool,
}

impl Reader {
    /// All changes, the oldest first.
    pub fn history(&self) -> Result<Vec<Change>> {
        let history = History::new(self)?;
        (0..).map_while(|n| history.change(n).transpose()).collect()
    }

    /// The games of a change, by its number: those added first, as far as they are in the file.
    pub fn changed_games(&self, change: u64) -> Result<Vec<ChangedGames>> {
        let history = History::new(self)?;
        (0..).map_while(|n| history.games(change, n).transpose()).collect()
    }
}

struct History(Handle<sys::pgnpack_history>);

impl History {
    fn new(reader: &Reader) -> Result<Self> {
        // SAFETY: the functions above have the reader longer than this; a handle, and in what follows calls on it with room for the answer.
        Ok(Self(unsafe { Handle::new(sys::pgnpack_history_new(reader.get()))? }))
    }

    fn change(&self, n: u64) -> Result<Option<Change>> {
        // SAFETY: all zero is one: numbers and null pointers; so below.
        let mut info: sys::pgnpack_change_info = unsafe { std::mem::zeroed() };
        let there = self.0.check(unsafe { sys::pgnpack_history_change(self.0.get(), n, &mut info) })?;
        Ok(there.then(|| Change {
            number: info.number,
            time: Some(info.time).filter(|&time| time != 0),
            is_state: info.is_state != 0,
            is_damaged: info.is_damaged != 0,
            added: info.added,
            deleted: info.deleted,
            brought_back: info.brought_back,
            takes_back: Some(info.takes_back).filter(|&change| change != 0),
            // SAFETY: it lives as long as the history.
            command: String::from_utf8_lossy(unsafe { bytes(info.command) }).into_owned(),
        }))
    }

    fn games(&self, change: u64, n: u64) -> Result<Option<ChangedGames>> {
        let mut games: sys::pgnpack_change_games = unsafe { std::mem::zeroed() };
        let there = self.0.check(unsafe { sys::pgnpack_history_games(self.0.get(), change, n, &mut games) })?;
        Ok(there.then(|| ChangedGames {
            games: games.first..games.first + games.count,
            deed: Deed::of(&games),
            other: Some(games.other).filter(|&other| other != 0),
            can_undo: games.can_undo != 0,
        }))
    }
}
