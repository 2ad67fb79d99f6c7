//! Games, one after the other.

use crate::error::{Error, Result, Status};
use crate::handle::{bytes, c_text, check, Handle};
use crate::reader::Reader;
use pgnpack_sys as sys;
use std::ffi::CString;
use std::marker::PhantomData;
use std::ops::BitOr;

/// What is read of each game; what is not asked for is not unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts(u32);

impl Parts {
    /// Tags.
    pub const TAGS: Self = Self(sys::PGNPACK_PART_TAGS);
    /// The number of half-moves, and the result.
    pub const SHAPE: Self = Self(sys::PGNPACK_PART_SHAPE);
    /// All items of the movetext.
    pub const MOVES: Self = Self(sys::PGNPACK_PART_MOVES);
    /// The game's own bytes, and all others.
    pub const TEXT: Self = Self(sys::PGNPACK_PART_TEXT);
}

impl BitOr for Parts {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// A cursor: games in their order.
pub struct Games<'a> {
    handle: Handle<sys::pgnpack_cursor>,
    _reader: PhantomData<&'a Reader>,
}

// SAFETY: for one thread at a time, so it may go to another one; its reader is for any number.
unsafe impl Send for Games<'_> {}

impl<'a> Games<'a> {
    pub(crate) fn new(reader: &'a Reader, parts: Parts) -> Result<Self> {
        // SAFETY: the reader outlives it by the lifetime.
        let handle = unsafe { Handle::new(sys::pgnpack_cursor_new(reader.get(), parts.0))? };
        Ok(Self { handle, _reader: PhantomData })
    }

    /// From now on games from number `first` on, at most `count`. Deleted ones among them are passed over.
    pub fn range(&mut self, first: u64, count: u64) -> Result<()> {
        // SAFETY: a call on the handle; games of before are gone, as they borrow it.
        self.handle.check(unsafe { sys::pgnpack_cursor_range(self.handle.get(), first, count) }).map(|_| ())
    }

    /// Only these tags are read from now on, which takes less time than all.
    pub fn tags(&mut self, names: &[&str]) -> Result<()> {
        let names = names.iter().map(|&name| c_text(name)).collect::<Result<Vec<CString>>>()?;
        let names: Vec<_> = names.iter().map(|name| name.as_ptr()).collect();
        // SAFETY: as many names as there are; they are copied. A vector's pointer is never null, so that none is none.
        self.handle
            .check(unsafe { sys::pgnpack_cursor_tags(self.handle.get(), names.as_ptr(), names.len()) })
            .map(|_| ())
    }

    /// The next game, which lives until the next call; `None` behind the last one. A failure stays until [`Games::range`].
    pub fn next_game(&mut self) -> Result<Option<Game<'_>>> {
        let mut game = std::ptr::null();
        // SAFETY: a call on the handle.
        let there = self.handle.check(unsafe { sys::pgnpack_cursor_next(self.handle.get(), &mut game) })?;
        Ok(there.then(|| Game { cursor: self.handle.get(), game, _games: PhantomData }))
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// `1-0`
    White,
    /// `0-1`
    Black,
    /// `1/2-1/2`
    Draw,
    /// `*`
    Unknown,
}

impl Outcome {
    pub(crate) fn number(self) -> sys::pgnpack_result {
        match self {
            Self::White => sys::PGNPACK_RESULT_WHITE,
            Self::Black => sys::PGNPACK_RESULT_BLACK,
            Self::Draw => sys::PGNPACK_RESULT_DRAW,
            Self::Unknown => sys::PGNPACK_RESULT_UNKNOWN,
        }
    }
}

/// A game of [`Games`], or of a [`crate::Builder`].
#[derive(Clone, Copy)]
pub struct Game<'a> {
    /// Null: of a builder.
    cursor: *mut sys::pgnpack_cursor,
    game: *const sys::pgnpack_game,
    _games: PhantomData<&'a ()>,
}

impl<'a> Game<'a> {
    pub(crate) fn get(&self) -> *const sys::pgnpack_game {
        self.game
    }

    /// Of a builder.
    ///
    /// # Safety
    /// The game lives as long as the lifetime that is asked for.
    pub(crate) unsafe fn made(game: *const sys::pgnpack_game) -> Self {
        Self { cursor: std::ptr::null_mut(), game, _games: PhantomData }
    }

    /// Its number in the database, from 1; 0 of a [`crate::Builder`]'s.
    pub fn number(&self) -> u64 {
        if self.cursor.is_null() {
            return 0;
        }
        // SAFETY: the cursor stands at it as long as it is borrowed; so in what follows.
        unsafe { sys::pgnpack_cursor_game_number(self.cursor) }
    }

    fn raw_tag(&self, name: &str) -> Option<sys::pgnpack_text> {
        let name = c_text(name).ok()?;
        let mut value = sys::pgnpack_text { data: std::ptr::null(), size: 0 };
        // SAFETY: a query on the game.
        (unsafe { sys::pgnpack_game_find_tag(self.game, name.as_ptr(), &mut value) } != 0).then_some(value)
    }

    /// A tag as it stands in the text, with its escapes.
    pub fn tag(&self, name: &str) -> Option<&'a [u8]> {
        // SAFETY: it lives as long as the game.
        self.raw_tag(name).map(|value| unsafe { bytes(value) })
    }

    /// The same as it is meant, without escapes; what is not UTF-8 is replaced.
    pub fn value(&self, name: &str) -> Option<String> {
        let value = self.raw_tag(name)?;
        let mut text = vec![0u8; value.size];
        // SAFETY: room for as many bytes as the value has.
        let size = unsafe { sys::pgnpack_tag_unescape(value, text.as_mut_ptr().cast()) };
        Some(String::from_utf8_lossy(&text[..size]).into_owned())
    }

    /// All tags, as they stand in the text: names and values.
    pub fn tags(&self) -> impl Iterator<Item = (&'a [u8], &'a [u8])> + 'a {
        let game = self.game;
        (0..).map_while(move |n| {
            let mut name = sys::pgnpack_text { data: std::ptr::null(), size: 0 };
            let mut value = name;
            // SAFETY: a query on the game, whose texts live as long as it.
            unsafe { (sys::pgnpack_game_tag(game, n, &mut name, &mut value) != 0).then(|| (bytes(name), bytes(value))) }
        })
    }

    /// Half-moves of the main line; 0 without [`Parts::SHAPE`].
    pub fn plies(&self) -> u32 {
        // SAFETY: a query on the game.
        unsafe { sys::pgnpack_game_ply_count(self.game) }
    }

    /// Its result: at the end of the moves, or else of the tag.
    pub fn outcome(&self) -> Outcome {
        // SAFETY: a query on the game.
        match unsafe { sys::pgnpack_game_result(self.game) } {
            sys::PGNPACK_RESULT_WHITE => Outcome::White,
            sys::PGNPACK_RESULT_BLACK => Outcome::Black,
            sys::PGNPACK_RESULT_DRAW => Outcome::Draw,
            _ => Outcome::Unknown,
        }
    }

    /// Its own bytes, with [`Parts::TEXT`]; the white space before it, too. That of a [`crate::Builder`] has none before it is in a database.
    pub fn text(&self) -> Result<&'a [u8]> {
        if self.cursor.is_null() {
            return Err(Error::new(Status::Argument, "a game of a builder has no text: write it to a database"));
        }
        let mut text = sys::pgnpack_text { data: std::ptr::null(), size: 0 };
        // SAFETY: the text lives as long as the game; the call leaves the game as it is.
        unsafe {
            let done = check(self.cursor, sys::pgnpack_cursor_text(self.cursor, &mut text))?;
            done.then(|| bytes(text)).ok_or_else(|| Error::new(Status::Internal, "a game has no text"))
        }
    }

    /// What stands in the movetext, variations too, with [`Parts::MOVES`]; [`crate::Board::step`] takes it.
    pub fn items(&self) -> impl Iterator<Item = Item<'a>> + 'a {
        let game = self.game;
        (0..).map_while(move |n| {
            let text = sys::pgnpack_text { data: std::ptr::null(), size: 0 };
            let mut item = sys::pgnpack_item { kind: 0, in_header: 0, after_result: 0, value: 0, text, reserved: [0; 2] };
            // SAFETY: a query on the game.
            let there = unsafe { sys::pgnpack_game_item(game, n, &mut item) } != 0;
            there.then_some(Item { item, _game: PhantomData })
        })
    }
}

/// The kinds of items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ItemKind {
    /// A move.
    Move,
    /// A null move.
    NullMove,
    /// `$1`
    Nag,
    /// `!`
    Suffix,
    /// `{...}`
    Comment,
    /// `;...`
    LineComment,
    /// `%...`
    Escape,
    /// `(`
    VariationBegin,
    /// `)`
    VariationEnd,
    /// A sign that is none of PGN's, but common.
    Token,
    /// A man comes from the hand.
    Drop,
}

/// An element of a game's movetext.
#[derive(Clone, Copy)]
pub struct Item<'a> {
    pub(crate) item: sys::pgnpack_item,
    _game: PhantomData<&'a ()>,
}

impl<'a> Item<'a> {
    /// What it is.
    pub fn kind(&self) -> ItemKind {
        match self.item.kind {
            sys::PGNPACK_ITEM_MOVE => ItemKind::Move,
            sys::PGNPACK_ITEM_NULL_MOVE => ItemKind::NullMove,
            sys::PGNPACK_ITEM_NAG => ItemKind::Nag,
            sys::PGNPACK_ITEM_SUFFIX => ItemKind::Suffix,
            sys::PGNPACK_ITEM_COMMENT => ItemKind::Comment,
            sys::PGNPACK_ITEM_LINE_COMMENT => ItemKind::LineComment,
            sys::PGNPACK_ITEM_ESCAPE => ItemKind::Escape,
            sys::PGNPACK_ITEM_VARIATION_BEGIN => ItemKind::VariationBegin,
            sys::PGNPACK_ITEM_VARIATION_END => ItemKind::VariationEnd,
            sys::PGNPACK_ITEM_DROP => ItemKind::Drop,
            _ => ItemKind::Token,
        }
    }

    /// The move.
    pub fn as_move(&self) -> Option<crate::Move> {
        (self.item.kind == sys::PGNPACK_ITEM_MOVE).then(|| crate::Move::from_bits(self.item.value))
    }

    /// The number of a NAG or suffix.
    pub fn number(&self) -> Option<u16> {
        matches!(self.kind(), ItemKind::Nag | ItemKind::Suffix).then(|| self.item.value)
    }

    /// What is inside a comment; others as written.
    pub fn text(&self) -> &'a [u8] {
        // SAFETY: it lives as long as the game.
        unsafe { bytes(self.item.text) }
    }
}
