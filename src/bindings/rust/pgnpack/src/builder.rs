//! Games made in memory.

use crate::board::Move;
use crate::error::Result;
use crate::games::{Game, Outcome};
use crate::handle::{c_text, Handle};
use pgnpack_sys as sys;

/// A game that is made move by move, and goes to a [`crate::Writer`] or a [`crate::Database`]. What it finishes reads back exactly as it was
/// made. A call that fails changes nothing.
///
/// ```
/// use pgnpack::{Builder, Outcome};
/// let mut builder = Builder::new()?;
/// builder.tag("White", "Doe, J")?;
/// builder.play("e4")?;
/// builder.comment("best by test")?;
/// assert!(builder.play("Ke4").is_err());
/// builder.play("e5")?;
/// builder.outcome(Outcome::Draw)?;
/// let game = builder.finish()?;
/// assert_eq!((game.plies(), game.outcome()), (2, Outcome::Draw));
/// # Ok::<(), pgnpack::Error>(())
/// ```
pub struct Builder {
    handle: Handle<sys::pgnpack_builder>,
}

// SAFETY: for one thread at a time, so it may go to another one.
unsafe impl Send for Builder {}

impl Builder {
    /// A game without tags and moves, whose result is unknown.
    pub fn new() -> Result<Self> {
        // SAFETY: no options; the handle is ours.
        Ok(Self { handle: unsafe { Handle::new(sys::pgnpack_builder_new(std::ptr::null()))? } })
    }

    /// A copy of a game that was read with tags and moves; what comes next goes on behind its main line.
    pub fn copy_of(game: &Game<'_>) -> Result<Self> {
        let builder = Self::new()?;
        // SAFETY: the game lives, and is copied; so in what follows, calls on the handle with what lives as long.
        builder.handle.check(unsafe { sys::pgnpack_builder_begin(builder.handle.get(), game.get()) })?;
        Ok(builder)
    }

    /// Sets a tag, to a line of any bytes, without escapes. `FEN` sets the position, before the first move only.
    pub fn tag(&mut self, name: &str, value: impl AsRef<[u8]>) -> Result<()> {
        let (name, value) = (c_text(name)?, value.as_ref());
        self.check(unsafe {
            sys::pgnpack_builder_tag(self.handle.get(), name.as_ptr(), value.as_ptr().cast(), value.len())
        })
    }

    /// Takes all tags of that name away, if there are any.
    pub fn remove_tag(&mut self, name: &str) -> Result<()> {
        let name = c_text(name)?;
        self.check(unsafe { sys::pgnpack_builder_tag(self.handle.get(), name.as_ptr(), std::ptr::null(), 0) })
    }

    /// The next half-move: SAN, LAN or UCI; `"--"`: a null move.
    pub fn play(&mut self, text: &str) -> Result<()> {
        self.check(unsafe { sys::pgnpack_builder_san(self.handle.get(), text.as_ptr().cast(), text.len()) })
    }

    /// The next half-move, which has to be legal.
    pub fn make(&mut self, mv: Move) -> Result<()> {
        self.item(sys::PGNPACK_ITEM_MOVE, mv.bits())
    }

    /// What stands behind the last half-move: `$1` and so on.
    pub fn nag(&mut self, number: u16) -> Result<()> {
        self.item(sys::PGNPACK_ITEM_NAG, number)
    }

    /// A comment: any bytes but `}` and control characters.
    pub fn comment(&mut self, text: impl AsRef<[u8]>) -> Result<()> {
        let text = text.as_ref();
        self.check(unsafe { sys::pgnpack_builder_comment(self.handle.get(), text.as_ptr().cast(), text.len()) })
    }

    /// What comes next is an alternative to the last half-move.
    pub fn begin_variation(&mut self) -> Result<()> {
        self.item(sys::PGNPACK_ITEM_VARIATION_BEGIN, 0)
    }

    /// The end of the innermost variation.
    pub fn end_variation(&mut self) -> Result<()> {
        self.item(sys::PGNPACK_ITEM_VARIATION_END, 0)
    }

    /// How the game ends; in a `Result` tag, too, if there is one.
    pub fn outcome(&mut self, outcome: Outcome) -> Result<()> {
        self.check(unsafe { sys::pgnpack_builder_result(self.handle.get(), outcome.number()) })
    }

    /// The game as it is now. The builder may go on with it when nobody has that any more.
    pub fn finish(&mut self) -> Result<Game<'_>> {
        let mut game = std::ptr::null();
        self.check(unsafe { sys::pgnpack_builder_finish(self.handle.get(), &mut game) })?;
        // SAFETY: it lives until the builder's next call.
        Ok(unsafe { Game::made(game) })
    }

    fn item(&mut self, kind: sys::pgnpack_item_kind, value: u16) -> Result<()> {
        self.check(unsafe { sys::pgnpack_builder_item(self.handle.get(), kind, value.into()) })
    }

    fn check(&self, status: sys::pgnpack_status) -> Result<()> {
        self.handle.check(status).map(|_| ())
    }
}
