//! Databases that change.

use crate::error::{Error, Result, Status};
use crate::games::Game;
use crate::handle::{c_path, c_text, check, Handle};
use crate::reader::Reader;
use pgnpack_sys as sys;
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::os::raw::c_int;
use std::path::Path;

/// A database to change: what is asked for is done by [`Database::commit`] as a whole, or not at all. Nobody else changes the file
/// meanwhile ([`Status::Busy`]), and who reads it is not disturbed. Where a program starts others, one that is just being started, by
/// another thread, can hold the file for a moment after this is dropped: open it again then.
pub struct Database {
    handle: Handle<sys::pgnpack_database>,
}

// SAFETY: for one thread at a time, so it may go to another one.
unsafe impl Send for Database {}

impl Database {
    /// Opens a file for changes.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        Self::open_or_create(path, false)
    }

    /// The same; where there is no file, it is made by the first commit.
    pub fn create(path: impl AsRef<Path>) -> Result<Self> {
        Self::open_or_create(path, true)
    }

    fn open_or_create(path: impl AsRef<Path>, creates: bool) -> Result<Self> {
        let path = c_path(path.as_ref())?;
        let options = sys::pgnpack_database_options {
            size: std::mem::size_of::<sys::pgnpack_database_options>(),
            create: c_int::from(creates),
            torn_path: std::ptr::null(),
        };
        // SAFETY: the handle is ours; path and options are read during the call only.
        let handle = unsafe { Handle::new(sys::pgnpack_database_new(std::ptr::null()))? };
        handle.check(unsafe { sys::pgnpack_database_open(handle.get(), path.as_ptr(), &options) })?;
        Ok(Self { handle })
    }

    /// The database as it was when it was opened, or last committed. It has to be gone before the next change.
    pub fn reader(&self) -> Result<DatabaseReader<'_>> {
        // SAFETY: it belongs to the database, which makes another one only in calls that take `&mut self`; so it is not dropped here.
        let reader = unsafe {
            let reader = sys::pgnpack_database_reader(self.handle.get());
            if reader.is_null() {
                return Err(Error::new(Status::Argument, "no database is open"));
            }
            ManuallyDrop::new(Reader::borrowed(reader)?)
        };
        Ok(DatabaseReader { reader, _database: PhantomData })
    }

    /// Adds games, as PGN, with the next commit.
    pub fn append(&mut self, text: impl AsRef<[u8]>) -> Result<()> {
        let text = text.as_ref();
        // SAFETY: as many bytes as there are.
        self.write(|writer| unsafe { sys::pgnpack_writer_write(writer, text.as_ptr().cast(), text.len()) })
    }

    /// Calls what takes the change's writer.
    fn write(&mut self, call: impl FnOnce(*mut sys::pgnpack_writer) -> sys::pgnpack_status) -> Result<()> {
        // SAFETY: the writer belongs to the database, and is used during this call only.
        unsafe {
            let writer = sys::pgnpack_database_append(self.handle.get(), std::ptr::null());
            if writer.is_null() {
                return Err(Error::of(&*sys::pgnpack_error(self.handle.get().cast())));
            }
            check(writer, call(writer)).map(|_| ())
        }
    }

    /// Adds a game, as [`crate::Writer::add_game`] does, with the next commit.
    pub fn add_game(&mut self, game: &Game<'_>) -> Result<()> {
        // SAFETY: the game lives.
        self.write(|writer| unsafe { sys::pgnpack_writer_add_game(writer, game.get()) })
    }

    /// Deletes `count` games from number `first` on with the next commit. The others keep their numbers.
    pub fn remove(&mut self, first: u64, count: u64) -> Result<()> {
        // SAFETY: a call on the handle; so in what follows.
        let status =
            unsafe { sys::pgnpack_database_delete(self.handle.get(), first, count, sys::PGNPACK_REASON_HAND, 0) };
        self.handle.check(status).map(|_| ())
    }

    /// Brings back what [`Database::remove`] deleted in an earlier change, with the next commit.
    pub fn restore(&mut self, first: u64, count: u64) -> Result<()> {
        let status =
            unsafe { sys::pgnpack_database_undelete(self.handle.get(), first, count, sys::PGNPACK_REASON_HAND) };
        self.handle.check(status).map(|_| ())
    }

    /// Takes back with the next commit what the change of that number did, and leaves what later ones did ([`Reader::history`]). One a commit.
    pub fn undo(&mut self, change: u64) -> Result<UndoTotals> {
        let mut totals = sys::pgnpack_undo_totals { deleted: 0, brought_back: 0, left: 0, gone: 0, reserved: [0; 2] };
        self.handle.check(unsafe { sys::pgnpack_database_undo(self.handle.get(), change, &mut totals) })?;
        let sys::pgnpack_undo_totals { deleted, brought_back, left, gone, .. } = totals;
        Ok(UndoTotals { deleted, brought_back, left, gone })
    }

    /// Goes back at once to the state behind the change of that number: what came later is gone for good. That must be a
    /// [`crate::Change::is_state`], and nothing asked for since the last commit.
    pub fn truncate(&mut self, change: u64) -> Result<()> {
        self.handle.check(unsafe { sys::pgnpack_database_truncate(self.handle.get(), change) }).map(|_| ())
    }

    /// Makes the change: it is on the disk when this returns. `command`: what the history says of it.
    pub fn commit(&mut self, command: Option<&str>) -> Result<()> {
        let command = command.map(c_text).transpose()?;
        let command = command.as_ref().map_or(std::ptr::null(), |command| command.as_ptr());
        self.handle.check(unsafe { sys::pgnpack_database_commit(self.handle.get(), command, 0) }).map(|_| ())
    }

    /// Forgets what was asked for since the last commit.
    pub fn abort(&mut self) -> Result<()> {
        self.handle.check(unsafe { sys::pgnpack_database_abort(self.handle.get()) }).map(|_| ())
    }
}

/// What taking a change back comes to, in games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UndoTotals {
    /// That had come with the change, or been brought back by it.
    pub deleted: u64,
    /// That it had deleted.
    pub brought_back: u64,
    /// As they are: later changes made something else of them.
    pub left: u64,
    /// No longer in the file.
    pub gone: u64,
}

/// A [`Reader`] that belongs to a [`Database`].
pub struct DatabaseReader<'a> {
    reader: ManuallyDrop<Reader>,
    _database: PhantomData<&'a Database>,
}

impl Deref for DatabaseReader<'_> {
    type Target = Reader;
    fn deref(&self) -> &Reader {
        &self.reader
    }
}
