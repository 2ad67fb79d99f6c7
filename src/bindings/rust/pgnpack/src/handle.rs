//! The library's handles, and what is handed to it: texts, paths.

use crate::error::{Error, Result, Status};
use pgnpack_sys as sys;
use std::ffi::CString;
use std::os::raw::{c_char, c_void};
use std::path::Path;
use std::ptr::NonNull;

/// A handle that is freed with this. Neither Send nor Sync by itself: who has one says what it may.
pub(crate) struct Handle<T>(NonNull<T>);

impl<T> Handle<T> {
    /// Of what a `_new()` returned: null where there was no memory.
    ///
    /// # Safety
    /// It is a handle of nobody else, and of this type.
    pub unsafe fn new(made: *mut T) -> Result<Self> {
        NonNull::new(made)
            .map(Self)
            .ok_or_else(|| Error::new(Status::Memory, "no memory, or a limit below what a handle takes: raise it"))
    }

    pub fn get(&self) -> *mut T {
        self.0.as_ptr()
    }

    /// Was it done, by a call on this handle? The end of something is no failure.
    pub fn check(&self, status: sys::pgnpack_status) -> Result<bool> {
        // SAFETY: it is a handle.
        unsafe { check(self.get(), status) }
    }
}

impl<T> Drop for Handle<T> {
    fn drop(&mut self) {
        // SAFETY: it is a handle, and its owner's last use of it.
        unsafe { sys::pgnpack_free(self.get().cast()) }
    }
}

/// As [`Handle::check`], of a handle that belongs to another one.
///
/// # Safety
/// `handle` is one, and the thread may use it.
pub(crate) unsafe fn check<T>(handle: *mut T, status: sys::pgnpack_status) -> Result<bool> {
    match status {
        sys::PGNPACK_OK => Ok(true),
        sys::PGNPACK_END => Ok(false),
        _ => Err(Error::of(&*sys::pgnpack_error(handle.cast::<c_void>()))),
    }
}

pub(crate) fn c_text(text: impl Into<Vec<u8>>) -> Result<CString> {
    CString::new(text).map_err(|_| Error::new(Status::Argument, "a text has a zero byte in it: leave it out"))
}

pub(crate) fn c_path(path: &Path) -> Result<CString> {
    #[cfg(unix)]
    let bytes = Some(std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str()));
    #[cfg(not(unix))]
    let bytes = path.to_str();
    c_text(bytes.ok_or_else(|| Error::new(Status::Argument, "a path is not Unicode: give the file another name"))?)
}

/// The bytes of a text of the library.
///
/// # Safety
/// The text's owner lives, unchanged, as long as the lifetime that is asked for.
pub(crate) unsafe fn bytes<'a>(text: sys::pgnpack_text) -> &'a [u8] {
    if text.data.is_null() {
        return &[];
    }
    std::slice::from_raw_parts(text.data.cast(), text.size)
}

/// What a function writes into an array of N characters, of which it returns the number.
pub(crate) fn written<const N: usize>(write: impl FnOnce(*mut c_char) -> usize) -> String {
    let mut array = [0u8; N];
    let size = write(array.as_mut_ptr().cast());
    String::from_utf8_lossy(&array[..size.min(N)]).into_owned()
}

/// A source of a path, and one of bytes; the library reads the struct during the call only.
pub(crate) fn source() -> sys::pgnpack_source {
    sys::pgnpack_source {
        size: std::mem::size_of::<sys::pgnpack_source>(),
        path: std::ptr::null(),
        bytes: std::ptr::null(),
        byte_count: 0,
        read: None,
        read_at: None,
        file_size: 0,
        opaque: std::ptr::null_mut(),
        prefetch: None,
        gap: 0,
        layout: std::ptr::null(),
        layout_size: 0,
        is_memory: 0,
        cache_size: 0,
    }
}

/// A sink of a path, which has to live as long as the call.
pub(crate) fn sink(path: &CString) -> sys::pgnpack_sink {
    sys::pgnpack_sink {
        size: std::mem::size_of::<sys::pgnpack_sink>(),
        path: path.as_ptr(),
        write: None,
        opaque: std::ptr::null_mut(),
    }
}
