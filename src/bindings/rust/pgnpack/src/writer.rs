//! Packing and unpacking files.

use crate::error::{Error, Result, Status};
use crate::games::Game;
use crate::handle::{c_path, sink, source, Handle};
use pgnpack_sys as sys;
use std::io;
use std::os::raw::c_int;
use std::path::Path;

/// How files are packed: `WriterOptions { level: 5, ..Default::default() }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriterOptions {
    /// 1 (fast) to 9 (small).
    pub level: u8,
    /// 0: one a processor. The bytes are the same for every number.
    pub threads: u32,
    /// Each block is unpacked again and compared.
    pub verify: bool,
}

impl Default for WriterOptions {
    fn default() -> Self {
        Self { level: sys::PGNPACK_LEVEL_DEFAULT as u8, threads: 0, verify: false }
    }
}

/// What was packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WriterTotals {
    /// Bytes of PGN.
    pub text_size: u64,
    /// Bytes of the file.
    pub packed_size: u64,
    /// Games.
    pub games: u64,
    /// Half-moves of their main lines.
    pub plies: u64,
}

/// PGN that becomes a file, which is there when [`Writer::finish`] has returned, whole; dropped before, there is none.
pub struct Writer {
    handle: Handle<sys::pgnpack_writer>,
}

// SAFETY: for one thread at a time, so it may go to another one.
unsafe impl Send for Writer {}

impl Writer {
    /// A file of that path, with the default options.
    pub fn create(path: impl AsRef<Path>) -> Result<Self> {
        Self::with_options(path, WriterOptions::default())
    }

    /// A file of that path. What is wrong with either is told by the first call.
    pub fn with_options(path: impl AsRef<Path>, options: WriterOptions) -> Result<Self> {
        let path = c_path(path.as_ref())?;
        let options = sys::pgnpack_writer_options {
            size: std::mem::size_of::<sys::pgnpack_writer_options>(),
            level: c_int::from(options.level),
            moves: 0,
            threads: options.threads,
            block_size: 0,
            verify: c_int::from(options.verify),
            progress: None,
            progress_opaque: std::ptr::null_mut(),
            index: 0,
            reserved: 0,
        };
        // SAFETY: options and sink are read during the call only; the handle is ours.
        let handle = unsafe { Handle::new(sys::pgnpack_writer_new(std::ptr::null(), &options, &sink(&path)))? };
        Ok(Self { handle })
    }

    /// The next bytes of PGN, in pieces of any size. `std::io::copy` does so, too.
    pub fn write_text(&mut self, text: impl AsRef<[u8]>) -> Result<()> {
        let text = text.as_ref();
        // SAFETY: as many bytes as there are.
        let status = unsafe { sys::pgnpack_writer_write(self.handle.get(), text.as_ptr().cast(), text.len()) };
        self.handle.check(status).map(|_| ())
    }

    /// A game in export format, read with [`crate::Parts::TEXT`] or with tags and moves.
    pub fn add_game(&mut self, game: &Game<'_>) -> Result<()> {
        // SAFETY: the game lives.
        self.handle.check(unsafe { sys::pgnpack_writer_add_game(self.handle.get(), game.get()) }).map(|_| ())
    }

    /// Packs what is left, and gives the file its name.
    pub fn finish(self) -> Result<WriterTotals> {
        // SAFETY: calls on the handle, whose totals live as long as it.
        self.handle.check(unsafe { sys::pgnpack_writer_finish(self.handle.get()) })?;
        let told = unsafe { &*sys::pgnpack_writer_totals(self.handle.get()) };
        Ok(WriterTotals {
            text_size: told.text_size,
            packed_size: told.packed_size,
            games: told.games,
            plies: told.plies,
        })
    }
}

impl io::Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_text(bytes).map(|()| bytes.len()).map_err(|error| io::Error::new(io::ErrorKind::Other, error))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Unpacks a database to a file, which is there when all of it is, byte for byte what was packed (without deleted games).
pub fn unpack(database: impl AsRef<Path>, output: impl AsRef<Path>) -> Result<()> {
    let (from, to) = (c_path(database.as_ref())?, c_path(output.as_ref())?);
    let from = sys::pgnpack_source { path: from.as_ptr(), ..source() };
    // SAFETY: no options; source, sink and their paths live as long as the call.
    unsafe {
        let handle = Handle::new(sys::pgnpack_unpacker_new(std::ptr::null(), std::ptr::null()))?;
        let done = handle.check(sys::pgnpack_unpacker_run(handle.get(), &from, &sink(&to)))?;
        done.then_some(()).ok_or_else(|| Error::new(Status::Internal, "unpacking ended before its end"))
    }
}
