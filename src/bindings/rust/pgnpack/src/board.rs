//! Positions and moves.

use crate::error::Result;
use crate::games::{Game, Item};
use crate::handle::{written, Handle};
use pgnpack_sys as sys;

/// A move, 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u16);

impl Move {
    /// Of the library's number.
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// The library's number: `pgnpack.h` says what the bits are.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The square it goes to, a1 = 0, b1 = 1 ... h8 = 63; of castling the rook's.
    pub const fn to(self) -> u8 {
        (self.0 & 63) as u8
    }

    /// The square it comes from.
    pub const fn from(self) -> u8 {
        (self.0 >> 6 & 63) as u8
    }

    /// 0 is no move.
    pub(crate) fn some(bits: u16) -> Option<Self> {
        Some(Self(bits)).filter(|_| bits != 0)
    }
}

/// How a move is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// `Nf3`
    San,
    /// `g1f3`
    Uci,
}

impl Notation {
    fn number(self) -> sys::pgnpack_notation {
        match self {
            Self::San => sys::PGNPACK_NOTATION_SAN,
            Self::Uci => sys::PGNPACK_NOTATION_UCI,
        }
    }
}

/// Kinds of position keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// The format's own.
    Bcgn,
    /// That of Polyglot's opening books.
    Polyglot,
}

/// A position of chess or Chess960, and the moves that led to it.
///
/// ```
/// use pgnpack::{Board, Notation};
/// let mut board = Board::new()?;
/// board.play("e4")?;
/// assert_eq!(board.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// let reply = board.parse(Notation::Uci, "c7c5")?;
/// assert_eq!(board.text(reply, Notation::San).as_deref(), Some("c5"));
/// assert_eq!(board.moves().len(), 20);
/// assert!(board.play("Ke7").is_err());
/// # Ok::<(), pgnpack::Error>(())
/// ```
pub struct Board {
    handle: Handle<sys::pgnpack_board>,
}

// SAFETY: for one thread at a time, so it may go to another one.
unsafe impl Send for Board {}

impl Board {
    /// The start position.
    pub fn new() -> Result<Self> {
        // SAFETY: no options; the handle is ours.
        Ok(Self { handle: unsafe { Handle::new(sys::pgnpack_board_new(std::ptr::null()))? } })
    }

    /// The position of a FEN, X-FEN or Shredder-FEN, whose last fields may be left out.
    pub fn from_fen(fen: &str) -> Result<Self> {
        let mut board = Self::new()?;
        board.set(fen)?;
        Ok(board)
    }

    /// Another position.
    pub fn set(&mut self, fen: &str) -> Result<()> {
        // SAFETY: as many bytes as it has; so in what follows, calls on the handle with what lives as long.
        let status =
            unsafe { sys::pgnpack_board_set(self.handle.get(), fen.as_ptr().cast(), fen.len(), std::ptr::null_mut()) };
        self.handle.check(status).map(|_| ())
    }

    /// Before a game's first move: of its FEN tag, if it has one.
    pub fn start(&mut self, game: &Game<'_>) -> Result<()> {
        // SAFETY: the game lives.
        self.handle.check(unsafe { sys::pgnpack_board_start(self.handle.get(), game.get()) }).map(|_| ())
    }

    /// Takes one item of the game, in their order; it finds its way through variations.
    pub fn step(&mut self, item: &Item<'_>) -> Result<()> {
        // SAFETY: the item's text lives.
        self.handle.check(unsafe { sys::pgnpack_board_step(self.handle.get(), &item.item) }).map(|_| ())
    }

    /// Makes a legal move.
    pub fn make(&mut self, mv: Move) -> Result<()> {
        // SAFETY: any number is allowed.
        self.handle.check(unsafe { sys::pgnpack_board_make(self.handle.get(), mv.0) }).map(|_| ())
    }

    /// Makes the move of a text, as `"Nf3"`.
    pub fn play(&mut self, san: &str) -> Result<()> {
        let mv = self.parse(Notation::San, san)?;
        self.make(mv)
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Result<()> {
        // SAFETY: a call on the handle.
        self.handle.check(unsafe { sys::pgnpack_board_undo(self.handle.get()) }).map(|_| ())
    }

    /// The legal move of a text. It is never guessed which is meant.
    pub fn parse(&mut self, notation: Notation, text: &str) -> Result<Move> {
        let mut mv = 0;
        // SAFETY: as many bytes as it has.
        let status = unsafe {
            sys::pgnpack_board_parse(self.handle.get(), notation.number(), text.as_ptr().cast(), text.len(), &mut mv)
        };
        self.handle.check(status).map(|_| Move(mv))
    }

    /// The legal moves.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = [0u16; sys::PGNPACK_BOARD_MOVES_MAX];
        // SAFETY: room for as many.
        let count = unsafe { sys::pgnpack_board_moves(self.get(), moves.as_mut_ptr(), moves.len()) };
        moves[..count.min(moves.len())].iter().map(|&bits| Move(bits)).collect()
    }

    /// A legal move as text; `None`: it is not legal here.
    pub fn text(&self, mv: Move, notation: Notation) -> Option<String> {
        let text = written::<{ sys::PGNPACK_SAN_SIZE }>(|out| {
            // SAFETY: room for a move.
            unsafe { sys::pgnpack_board_text(self.get(), mv.0, notation.number(), out) }
        });
        Some(text).filter(|text| !text.is_empty())
    }

    /// X-FEN.
    pub fn fen(&self) -> String {
        // SAFETY: room for a FEN.
        written::<{ sys::PGNPACK_FEN_SIZE }>(|out| unsafe { sys::pgnpack_board_fen(self.get(), out) })
    }

    /// A number for the position, the same on every machine and in every version.
    pub fn key(&self, kind: Key) -> u64 {
        let kind = match kind {
            Key::Bcgn => sys::PGNPACK_KEY_BCGN,
            Key::Polyglot => sys::PGNPACK_KEY_POLYGLOT,
        };
        // SAFETY: a query on the handle.
        unsafe { sys::pgnpack_board_key(self.get(), kind) }
    }

    pub(crate) fn get(&self) -> *const sys::pgnpack_board {
        self.handle.get()
    }
}
