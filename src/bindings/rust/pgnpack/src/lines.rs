//! Main lines of many games.

use crate::board::Move;
use crate::error::{Result, Status};
use crate::handle::Handle;
use crate::reader::Reader;
use pgnpack_sys as sys;
use std::marker::PhantomData;

/// An evaluation, from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Eval {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// White mates in so many moves; less than 0: Black does.
    Mate(i32),
}

impl Eval {
    fn of(number: i32) -> Option<Self> {
        match number {
            sys::PGNPACK_NO_EVAL => None,
            number if number > sys::PGNPACK_EVAL_MAX => Some(Self::Mate(sys::PGNPACK_EVAL_MATE - number)),
            number if number < -sys::PGNPACK_EVAL_MAX => Some(Self::Mate(-sys::PGNPACK_EVAL_MATE - number)),
            number => Some(Self::Centipawns(number)),
        }
    }
}

/// The main line of a game: one element a half-move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MainLine {
    /// The game's number, from 1.
    pub game: u64,
    /// Its moves; a null move is 0.
    pub moves: Vec<Move>,
    /// The same as text, `"e4 e5 Nf3"`.
    pub san: String,
    /// Milliseconds that the player has left, of `[%clk ...]`.
    pub clocks: Vec<Option<i32>>,
    /// Of `[%eval ...]`.
    pub evals: Vec<Option<Eval>>,
}

/// Main lines, in the order of games. Behind a failure there is nothing more.
pub struct MainLines<'a> {
    handle: Handle<sys::pgnpack_batch>,
    /// Room for the half-moves of a game, which grows where one has more.
    capacity: usize,
    is_over: bool,
    _reader: PhantomData<&'a Reader>,
}

// SAFETY: for one thread at a time, so it may go to another one; its reader is for any number.
unsafe impl Send for MainLines<'_> {}

/// Bytes of a move as SAN, with a space.
const SAN_ROOM: usize = sys::PGNPACK_SAN_SIZE;
/// Half-moves that there is room for at first, and at most: a game has 16 MiB of text.
const PLIES: usize = 1024;
const PLIES_MAX: usize = 1 << 24;

impl<'a> MainLines<'a> {
    pub(crate) fn new(reader: &'a Reader) -> Result<Self> {
        let options = sys::pgnpack_batch_options {
            size: std::mem::size_of::<sys::pgnpack_batch_options>(),
            tags: std::ptr::null(),
            tag_count: 0,
            parts: sys::PGNPACK_BATCH_MOVES
                | sys::PGNPACK_BATCH_SAN
                | sys::PGNPACK_BATCH_CLOCKS
                | sys::PGNPACK_BATCH_EVALS,
            keep_escapes: 0,
        };
        // SAFETY: the reader outlives it by the lifetime; the options are copied.
        let handle = unsafe { Handle::new(sys::pgnpack_batch_new(reader.get(), &options))? };
        Ok(Self { handle, capacity: PLIES, is_over: false, _reader: PhantomData })
    }

    /// From now on of games from number `first` on, of `count` ones.
    pub fn range(&mut self, first: u64, count: u64) -> Result<()> {
        self.is_over = false;
        // SAFETY: a call on the handle.
        self.handle.check(unsafe { sys::pgnpack_batch_range(self.handle.get(), first, count) }).map(|_| ())
    }

    /// The next game's, if it has room.
    fn fill(&mut self) -> Result<Option<MainLine>> {
        let room = self.capacity;
        let (mut moves, mut san) = (vec![0u16; room], vec![0u8; room * SAN_ROOM]);
        let (mut clocks, mut evals) = (vec![0i32; room], vec![0i32; room]);
        let (mut number, mut ends) = (0u64, [[0u32; 2]; 4]);
        // SAFETY: all zero is a struct of no columns: numbers and null pointers.
        let mut columns: sys::pgnpack_columns = unsafe { std::mem::zeroed() };
        columns.size = std::mem::size_of::<sys::pgnpack_columns>();
        columns.capacity = 1;
        columns.numbers = &mut number;
        let [of_moves, of_san, of_clocks, of_evals] = &mut ends;
        let offsets = |ends: &mut [u32; 2]| ends.as_mut_ptr();
        columns.moves =
            sys::pgnpack_moves_column { data: moves.as_mut_ptr(), capacity: room, offsets: offsets(of_moves) };
        columns.san = sys::pgnpack_bytes_column {
            data: san.as_mut_ptr().cast(),
            capacity: san.len(),
            offsets: offsets(of_san),
            is_set: std::ptr::null_mut(),
        };
        columns.clocks =
            sys::pgnpack_numbers_column { data: clocks.as_mut_ptr(), capacity: room, offsets: offsets(of_clocks) };
        columns.evals =
            sys::pgnpack_numbers_column { data: evals.as_mut_ptr(), capacity: room, offsets: offsets(of_evals) };
        let mut count = 0;
        // SAFETY: each array has room for what its capacity says, and offsets for one game.
        let there = self.handle.check(unsafe { sys::pgnpack_batch_next(self.handle.get(), &columns, &mut count) })?;
        Ok(there.then(|| MainLine {
            game: number,
            moves: moves[..ends[0][1] as usize].iter().map(|&bits| Move::from_bits(bits)).collect(),
            san: String::from_utf8_lossy(&san[..ends[1][1] as usize]).into_owned(),
            clocks: clocks[..ends[2][1] as usize]
                .iter()
                .map(|&clock| Some(clock).filter(|&clock| clock != sys::PGNPACK_NO_CLOCK))
                .collect(),
            evals: evals[..ends[3][1] as usize].iter().map(|&eval| Eval::of(eval)).collect(),
        }))
    }
}

impl Iterator for MainLines<'_> {
    type Item = Result<MainLine>;
    fn next(&mut self) -> Option<Result<MainLine>> {
        while !self.is_over {
            match self.fill() {
                Ok(Some(line)) => return Some(Ok(line)),
                Err(error) if error.status == Status::Limit && self.capacity < PLIES_MAX => self.capacity *= 4,
                other => {
                    self.is_over = true;
                    return other.transpose();
                }
            }
        }
        None
    }
}
