//! Queries, and what they find.

use crate::board::Move;
use crate::error::Result;
use crate::handle::{c_text, Handle};
use crate::reader::Reader;
use pgnpack_sys as sys;
use std::marker::PhantomData;
use std::sync::{Mutex, PoisonError};

/// Conditions, as pgnfind has them.
///
/// ```
/// let query = pgnpack::Query::new()?.with("player", "Kasparov")?.with_word("mate")?;
/// assert!(pgnpack::Query::new()?.with("elo", "nonsense").is_err());
/// # drop(query);
/// # Ok::<(), pgnpack::Error>(())
/// ```
pub struct Query {
    handle: Handle<sys::pgnpack_query>,
    /// The first search makes it ready, which two threads must not do at once.
    starting: Mutex<()>,
}

// SAFETY: a handle may go from thread to thread.
unsafe impl Send for Query {}
// SAFETY: pgnpack.h: for any number of threads once a search has it. Before, what `&self` can do is beginning searches, under a lock.
unsafe impl Sync for Query {}

impl Query {
    /// No conditions: all games fulfil it.
    pub fn new() -> Result<Self> {
        // SAFETY: no options; the handle is ours.
        let handle = unsafe { Handle::new(sys::pgnpack_query_new(std::ptr::null()))? };
        Ok(Self { handle, starting: Mutex::new(()) })
    }

    /// Adds a condition; those that have no value take `None`. A query that a search was made with takes no more.
    pub fn add(&mut self, name: &str, value: Option<&str>) -> Result<()> {
        let name = c_text(name)?;
        let value = value.map(c_text).transpose()?;
        let value = value.as_ref().map_or(std::ptr::null(), |value| value.as_ptr());
        // SAFETY: both texts are copied.
        self.handle.check(unsafe { sys::pgnpack_query_add(self.handle.get(), name.as_ptr(), value) }).map(|_| ())
    }

    /// [`Query::add`] of a condition with a value, to write several in a row.
    pub fn with(mut self, name: &str, value: &str) -> Result<Self> {
        self.add(name, Some(value))?;
        Ok(self)
    }

    /// [`Query::add`] of a condition without a value.
    pub fn with_word(mut self, name: &str) -> Result<Self> {
        self.add(name, None)?;
        Ok(self)
    }

    /// Calls what makes a search of the query.
    pub(crate) fn begin<T>(&self, make: impl FnOnce(*mut sys::pgnpack_query) -> T) -> T {
        let _alone = self.starting.lock().unwrap_or_else(PoisonError::into_inner);
        make(self.handle.get())
    }
}

/// A game that a query finds, and the first place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hit {
    /// Its number, from 1.
    pub game: u64,
    /// Half-moves before the position of the first conditions on the board; 0: none.
    pub ply: u32,
    /// The same of the last step.
    pub last_ply: u32,
    /// What the game plays there.
    pub next: Option<Move>,
}

/// What a query finds, in the order of games. Behind a failure there is nothing more.
pub struct Hits<'a> {
    handle: Handle<sys::pgnpack_search>,
    is_over: bool,
    _borrowed: PhantomData<(&'a Reader, &'a Query)>,
}

// SAFETY: for one thread at a time, so it may go to another one; reader and query are for any number.
unsafe impl Send for Hits<'_> {}

impl<'a> Hits<'a> {
    pub(crate) fn new(reader: &'a Reader, query: &'a Query) -> Result<Self> {
        // SAFETY: both outlive it by the lifetime.
        let handle = unsafe { Handle::new(query.begin(|query| sys::pgnpack_search_new(reader.get(), query)))? };
        Ok(Self { handle, is_over: false, _borrowed: PhantomData })
    }

    /// From now on of games from number `first` on, of `count` ones.
    pub fn range(&mut self, first: u64, count: u64) -> Result<()> {
        self.is_over = false;
        // SAFETY: a call on the handle.
        self.handle.check(unsafe { sys::pgnpack_search_range(self.handle.get(), first, count) }).map(|_| ())
    }

    fn next_hit(&mut self) -> Result<Option<Hit>> {
        let mut hit = sys::pgnpack_hit { game: 0, ply: 0, last_ply: 0, item: 0, r#move: 0, as_black: 0, reserved: [0; 9] };
        // SAFETY: room for one.
        let status = unsafe { sys::pgnpack_search_next(self.handle.get(), &mut hit, 1, std::ptr::null_mut()) };
        let there = self.handle.check(status)?;
        Ok(there.then(|| Hit { game: hit.game, ply: hit.ply, last_ply: hit.last_ply, next: Move::some(hit.r#move) }))
    }
}

impl Iterator for Hits<'_> {
    type Item = Result<Hit>;
    fn next(&mut self) -> Option<Result<Hit>> {
        if self.is_over {
            return None;
        }
        let hit = self.next_hit().transpose();
        self.is_over = !matches!(hit, Some(Ok(_)));
        hit
    }
}
