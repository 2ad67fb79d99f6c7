//! Opening trees.

use crate::board::{Board, Move, Notation};
use crate::error::Result;
use crate::handle::Handle;
use crate::query::Query;
use crate::reader::Reader;
use pgnpack_sys as sys;
use std::any::Any;
use std::marker::PhantomData;
use std::os::raw::{c_int, c_void};
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};

/// What became of some games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// All of them.
    pub games: u64,
    /// Games that White won.
    pub white_wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that Black won.
    pub black_wins: u64,
    /// Games without a result.
    pub unknown: u64,
    /// Mean rating of the side to move.
    pub rating: Option<u32>,
    /// Its performance, from three opponents with a rating on.
    pub performance: Option<u32>,
    /// The last year of any of the games.
    pub last_year: Option<u32>,
}

const NO_COUNTS: sys::pgnpack_tree_counts = sys::pgnpack_tree_counts {
    games: 0,
    white_wins: 0,
    draws: 0,
    black_wins: 0,
    unknown: 0,
    rated: 0,
    rating_sum: 0,
    opponents: 0,
    opponent_sum: 0,
    half_points: 0,
    rating: 0,
    opponent_mean: 0,
    performance: 0,
    last_year: 0,
    reserved: [0; 4],
};

impl Counts {
    fn of(told: &sys::pgnpack_tree_counts) -> Self {
        let known = |number| Some(number).filter(|&number| number != 0);
        Self {
            games: told.games,
            white_wins: told.white_wins,
            draws: told.draws,
            black_wins: told.black_wins,
            unknown: told.unknown,
            rating: known(told.rating),
            performance: known(told.performance),
            last_year: known(told.last_year),
        }
    }
}

/// A row of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TreeMove {
    /// The move; `None`: games that end there.
    pub next: Option<Move>,
    /// What became of the games that play it.
    pub counts: Counts,
}

impl TreeMove {
    /// The move as text; `board` has the position that was counted.
    pub fn san(&self, board: &Board) -> Option<String> {
        board.text(self.next?, Notation::San)
    }
}

/// Is asked on the way, with the games that have been looked at, and all: false cancels.
type Progress<'a> = Box<dyn FnMut(u64, u64) -> bool + Send + 'a>;

/// The function, and what it panicked with, which must not go through C.
struct Asked<'a> {
    progress: Progress<'a>,
    panic: Option<Box<dyn Any + Send>>,
}

unsafe extern "C" fn ask(opaque: *mut c_void, progress: *const sys::pgnpack_progress) -> c_int {
    // SAFETY: it is the tree's own, whose call this is.
    let (asked, progress) = (&mut *opaque.cast::<Asked<'_>>(), &*progress);
    match catch_unwind(AssertUnwindSafe(|| (asked.progress)(progress.done, progress.all))) {
        Ok(goes_on) => c_int::from(!goes_on),
        Err(panic) => {
            asked.panic = Some(panic);
            1
        }
    }
}

/// What was played in positions. Keep it: further positions cost less than the first.
pub struct Tree<'a> {
    handle: Handle<sys::pgnpack_tree>,
    /// The library has its address, and calls it in [`Tree::position`] alone.
    asked: Option<*mut Asked<'a>>,
    _borrowed: PhantomData<(&'a Reader, Option<&'a Query>)>,
}

// SAFETY: for one thread at a time, so it may go to another one; reader and query are for any number, and the function is Send.
unsafe impl Send for Tree<'_> {}

impl<'a> Tree<'a> {
    pub(crate) fn new(reader: &'a Reader, query: Option<&'a Query>) -> Result<Self> {
        Self::with_options(reader, query, None)
    }

    /// The same as [`Reader::tree`], with a function that is asked on the way whether to go on, and told how many games of how many have been
    /// looked at. Where it says false, [`Tree::position`] fails with [`crate::Status::Cancelled`].
    pub fn with_progress(
        reader: &'a Reader,
        query: Option<&'a Query>,
        progress: impl FnMut(u64, u64) -> bool + Send + 'a,
    ) -> Result<Self> {
        Self::with_options(reader, query, Some(Box::new(progress)))
    }

    fn with_options(reader: &'a Reader, query: Option<&'a Query>, progress: Option<Progress<'a>>) -> Result<Self> {
        let asked = progress.map(|progress| Box::into_raw(Box::new(Asked { progress, panic: None })));
        let options = sys::pgnpack_tree_options {
            size: std::mem::size_of::<sys::pgnpack_tree_options>(),
            progress: asked.and(Some(ask)),
            progress_opaque: asked.map_or(std::ptr::null_mut(), |asked| asked.cast()),
        };
        // SAFETY: reader and query outlive it by the lifetime, the function as a member.
        let make = |query| unsafe { sys::pgnpack_tree_new(reader.get(), query, &options) };
        let made = query.map_or_else(|| make(std::ptr::null_mut()), |query| query.begin(make));
        // SAFETY: the handle is ours.
        match unsafe { Handle::new(made) } {
            Ok(handle) => Ok(Self { handle, asked, _borrowed: PhantomData }),
            Err(error) => {
                // SAFETY: made above, and nobody else has it.
                if let Some(asked) = asked {
                    unsafe { drop(Box::from_raw(asked)) }
                }
                Err(error)
            }
        }
    }

    /// The moves that were played in the board's position, the most frequent first. Positions count, whatever led to them.
    pub fn position(&mut self, board: &Board) -> Result<Vec<TreeMove>> {
        // SAFETY: a call on the handle.
        let status = unsafe { sys::pgnpack_tree_position(self.handle.get(), board.get()) };
        // SAFETY: the library is not in a call any more.
        if let Some(panic) = self.asked.and_then(|asked| unsafe { (*asked).panic.take() }) {
            resume_unwind(panic);
        }
        self.handle.check(status)?;
        let rows = (0..).map_while(|i| {
            let mut row = sys::pgnpack_tree_move { r#move: 0, counts: NO_COUNTS };
            // SAFETY: a query on the handle.
            let there = unsafe { sys::pgnpack_tree_move(self.handle.get(), i, &mut row) } != 0;
            there.then(|| TreeMove { next: Move::some(row.r#move), counts: Counts::of(&row.counts) })
        });
        Ok(rows.collect())
    }

    /// Of all rows of the last position together.
    pub fn totals(&self) -> Counts {
        let mut counts = NO_COUNTS;
        // SAFETY: a query on the handle.
        unsafe { sys::pgnpack_tree_totals(self.handle.get(), &mut counts) };
        Counts::of(&counts)
    }
}

impl Drop for Tree<'_> {
    fn drop(&mut self) {
        if let Some(asked) = self.asked {
            // SAFETY: made by with_options(); the handle, which is freed next, calls it in position() alone.
            drop(unsafe { Box::from_raw(asked) });
        }
    }
}
