//! The opened database.

use crate::error::{Error, Result, Status};
use crate::games::{Games, Parts};
use crate::handle::{c_path, c_text, source, written, Handle};
use crate::lines::MainLines;
use crate::query::{Hits, Query};
use crate::tree::Tree;
use pgnpack_sys as sys;
use std::ffi::CStr;
use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// A database to read: its index, opened. It does not change, and any number of threads share it.
pub struct Reader {
    handle: Handle<sys::pgnpack_reader>,
    /// What it reads, where that is memory: freed behind the handle.
    _bytes: Option<Arc<dyn AsRef<[u8]> + Send + Sync>>,
}

// SAFETY: a handle may go from thread to thread.
unsafe impl Send for Reader {}
// SAFETY: pgnpack.h: it does not change after opening, so that many threads may share it; what changes it takes `&mut self`.
unsafe impl Sync for Reader {}

/// What a database has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Info {
    /// Games, deleted ones too: numbers go from 1 to this.
    pub games: u64,
    /// Games that are deleted, and passed over.
    pub deleted: u64,
    /// Bytes of PGN.
    pub text_size: u64,
    /// Blocks, each of which is unpacked as a whole.
    pub blocks: u64,
    /// Segments: what was packed at once, or added by a change.
    pub segments: u64,
}

/// What reading may take, for files of strangers. Cursors, searches and trees have their reader's, each for itself; `None`: no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Bytes that a handle may hold ([`Status::MemoryLimit`]).
    pub memory: Option<NonZeroUsize>,
    /// Units of about a nanosecond, which are counted: the same on every machine ([`Status::Limit`]).
    pub work: Option<NonZeroU64>,
}

impl Reader {
    fn new(limits: Limits) -> Result<Self> {
        let options = sys::pgnpack_options {
            size: std::mem::size_of::<sys::pgnpack_options>(),
            allocator: std::ptr::null(),
            memory_limit: limits.memory.map_or(0, NonZeroUsize::get),
            work_limit: limits.work.map_or(0, NonZeroU64::get),
            net: None,
            net_opaque: std::ptr::null_mut(),
        };
        // SAFETY: the options are read during the call only; the handle is ours.
        let handle = unsafe { Handle::new(sys::pgnpack_reader_new(&options))? };
        Ok(Self { handle, _bytes: None })
    }

    /// Opens a file, and keeps it open.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        Self::open_limited(path, Limits::default())
    }

    /// The same with limits.
    pub fn open_limited(path: impl AsRef<Path>, limits: Limits) -> Result<Self> {
        match Self::open_torn(path, limits)? {
            (reader, None) => Ok(reader),
            (_, Some(error)) => Err(error),
        }
    }

    /// The same, where the end is missing or damaged, too: the games that are left, and what is wrong ([`Status::Truncated`]).
    pub fn open_torn(path: impl AsRef<Path>, limits: Limits) -> Result<(Self, Option<Error>)> {
        let path = c_path(path.as_ref())?;
        let reader = Self::new(limits)?;
        let from = sys::pgnpack_source { path: path.as_ptr(), ..source() };
        // SAFETY: the source and its path live as long as the call.
        let opened = reader.handle.check(unsafe { sys::pgnpack_reader_open(reader.handle.get(), &from) });
        match opened {
            Ok(_) => Ok((reader, None)),
            Err(error) if error.status == Status::Truncated => Ok((reader, Some(error))),
            Err(error) => Err(error),
        }
    }

    /// Opens bytes in memory, which the reader keeps: a vector, a mapped file, an `Arc<[u8]>`.
    pub fn from_bytes(bytes: impl AsRef<[u8]> + Send + Sync + 'static, limits: Limits) -> Result<Self> {
        let mut reader = Self::new(limits)?;
        let kept = reader._bytes.insert(Arc::new(bytes));
        let bytes: &[u8] = (**kept).as_ref();
        let from =
            sys::pgnpack_source { bytes: bytes.as_ptr().cast(), byte_count: bytes.len(), is_memory: 1, ..source() };
        // SAFETY: the bytes are borrowed of what nobody touches, and that is dropped behind the handle.
        reader.handle.check(unsafe { sys::pgnpack_reader_open(reader.handle.get(), &from) })?;
        Ok(reader)
    }

    /// Of a handle that a database owns: it is not to be dropped.
    ///
    /// # Safety
    /// The handle is an opened reader as long as this is used.
    pub(crate) unsafe fn borrowed(handle: *mut sys::pgnpack_reader) -> Result<Self> {
        Ok(Self { handle: Handle::new(handle)?, _bytes: None })
    }

    pub(crate) fn get(&self) -> *const sys::pgnpack_reader {
        self.handle.get()
    }

    /// Sizes.
    pub fn info(&self) -> Info {
        // SAFETY: an opened reader has them, for any number of threads.
        let told = unsafe { &*sys::pgnpack_reader_info(self.get()) };
        Info {
            games: told.game_count,
            deleted: told.deleted_count,
            text_size: told.text_size,
            blocks: told.block_count,
            segments: told.segment_count,
        }
    }

    /// All games in their order, with these parts of each.
    pub fn games(&self, parts: Parts) -> Result<Games<'_>> {
        Games::new(self, parts)
    }

    /// The main lines of all games, with clocks and evaluations.
    pub fn main_lines(&self) -> Result<MainLines<'_>> {
        MainLines::new(self)
    }

    /// What a query finds.
    pub fn find<'a>(&'a self, query: &'a Query) -> Result<Hits<'a>> {
        Hits::new(self, query)
    }

    /// What was played in positions: by all games, or by those of a query.
    pub fn tree<'a>(&'a self, query: Option<&'a Query>) -> Result<Tree<'a>> {
        Tree::new(self, query)
    }

    /// The bytes of a game as they were packed; `None`: there is no such game, or it is deleted.
    pub fn text(&self, number: u64) -> Result<Option<Vec<u8>>> {
        let mut games = self.games(Parts::TEXT)?;
        games.range(number, 1)?;
        games.next_game()?.map(|game| game.text().map(<[u8]>::to_vec)).transpose()
    }

    /// Was the game deleted?
    pub fn is_deleted(&self, number: u64) -> bool {
        // SAFETY: a query on an opened reader.
        unsafe { sys::pgnpack_reader_is_deleted(self.get(), number) != 0 }
    }

    /// The game's id, which stays when numbers change: `"8f2k1qz:1042"`. Files of old versions have none.
    pub fn game_id(&self, number: u64) -> Option<String> {
        let id = written::<{ sys::PGNPACK_ID_SIZE }>(|out| {
            // SAFETY: room for an id; for any number of threads.
            let found = unsafe { sys::pgnpack_reader_game_id(self.get(), number, out) };
            // SAFETY: what is found ends with a zero byte.
            if found == 0 {
                0
            } else {
                unsafe { CStr::from_ptr(out) }.to_bytes().len()
            }
        });
        Some(id).filter(|id| !id.is_empty())
    }

    /// The number of the game that has the id now; `None`: no game has it.
    pub fn find_id(&mut self, id: &str) -> Result<Option<u64>> {
        let id = c_text(id)?;
        let mut number = 0;
        // SAFETY: no other thread has the reader, as `&mut self` says.
        self.handle.check(unsafe {
            sys::pgnpack_reader_find_id(self.handle.get(), id.as_ptr(), sys::PGNPACK_ID_NOW, &mut number)
        })?;
        Ok(Some(number).filter(|&number| number != 0))
    }

    /// The numbers of the games of share `i`, from 0, of `n` of about the same size: whole blocks, so that threads need not unpack the same ones.
    pub fn share(&self, i: u64, n: u64) -> Range<u64> {
        let mut shard = sys::pgnpack_shard { first_game: 0, game_count: 0, first_block: 0, block_count: 0, reserved: [0; 2] };
        // SAFETY: a query on an opened reader.
        unsafe { sys::pgnpack_reader_shard(self.get(), i, n, &mut shard) };
        shard.first_game..shard.first_game + shard.game_count
    }
}
