//! What failed, and how.

use pgnpack_sys as sys;
use std::ffi::CStr;
use std::fmt;

/// What calls that can fail return.
pub type Result<T> = std::result::Result<T, Error>;

/// The kind of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Status {
    /// The caller's mistake.
    Argument,
    /// There is no memory.
    Memory,
    /// More memory than a limit allows.
    MemoryLimit,
    /// The input cannot be opened or read.
    Read,
    /// The output cannot be made or written.
    Write,
    /// There is no file of that path.
    NoFile,
    /// Not a packed file.
    NotBcgn,
    /// Of a newer or unknown kind.
    Unsupported,
    /// Damaged.
    Corrupt,
    /// The end is missing or damaged.
    Truncated,
    /// Larger than the format or an option allows.
    Limit,
    /// The format cannot hold it.
    Lossy,
    /// Another program is changing the database.
    Busy,
    /// A progress function ended it.
    Cancelled,
    /// A fault of the library: please report it.
    Internal,
    /// A number that this crate does not know, of a newer library.
    Other(u32),
}

impl Status {
    fn of(number: sys::pgnpack_status) -> Self {
        match number {
            sys::PGNPACK_ERROR_ARGUMENT => Self::Argument,
            sys::PGNPACK_ERROR_MEMORY => Self::Memory,
            sys::PGNPACK_ERROR_MEMORY_LIMIT => Self::MemoryLimit,
            sys::PGNPACK_ERROR_READ => Self::Read,
            sys::PGNPACK_ERROR_WRITE => Self::Write,
            sys::PGNPACK_ERROR_NO_FILE => Self::NoFile,
            sys::PGNPACK_ERROR_NOT_BCGN => Self::NotBcgn,
            sys::PGNPACK_ERROR_UNSUPPORTED => Self::Unsupported,
            sys::PGNPACK_ERROR_CORRUPT => Self::Corrupt,
            sys::PGNPACK_ERROR_TRUNCATED => Self::Truncated,
            sys::PGNPACK_ERROR_LIMIT => Self::Limit,
            sys::PGNPACK_ERROR_LOSSY => Self::Lossy,
            sys::PGNPACK_ERROR_BUSY => Self::Busy,
            sys::PGNPACK_ERROR_CANCELLED => Self::Cancelled,
            sys::PGNPACK_ERROR_INTERNAL => Self::Internal,
            other => Self::Other(other),
        }
    }
}

/// What failed. Displays as its text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Error {
    /// Its kind.
    pub status: Status,
    /// The game that it is about, from 1.
    pub game: Option<u64>,
    /// The line of the input, from 1.
    pub line: Option<u64>,
    /// The byte of the input.
    pub offset: Option<u64>,
    /// Cause and remedy in one line.
    pub text: String,
}

impl Error {
    pub(crate) fn new(status: Status, text: &str) -> Self {
        Self { status, game: None, line: None, offset: None, text: text.into() }
    }

    /// Of what the library tells about a handle.
    pub(crate) fn of(told: &sys::pgnpack_error) -> Self {
        let known = |number: u64| Some(number).filter(|&number| number != 0);
        Self {
            status: Status::of(told.status),
            game: known(told.game),
            line: known(told.line),
            offset: Some(told.offset).filter(|&offset| offset != u64::MAX),
            // SAFETY: the library's texts are never null, and end with a zero byte.
            text: unsafe { CStr::from_ptr(told.text) }.to_string_lossy().into_owned(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text)
    }
}

impl std::error::Error for Error {}
