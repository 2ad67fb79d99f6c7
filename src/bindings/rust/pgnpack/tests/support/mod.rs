//! What the tests share: databases of the samples, and the commands, which answers are held against.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, MutexGuard, PoisonError};

static ALONE: Mutex<()> = Mutex::new(());

/// Tests that hold this run one after the other. A command that another thread is just starting has a copy of all that is open, locks of
/// databases too, for a moment: what was closed meanwhile would be busy.
pub fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

pub fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../data").join(name)
}

/// A new folder of a test, under the target folder.
pub fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn command(program: &str, arguments: &[&str], files: &[&Path]) -> Output {
    let build = std::env::var("PGNPACK_LIB_DIR").expect("PGNPACK_LIB_DIR: where the library and the commands are");
    Command::new(Path::new(&build).join(program)).args(arguments).args(files).output().unwrap()
}

/// What a command prints.
pub fn run(program: &str, arguments: &[&str], files: &[&Path]) -> String {
    let output = command(program, arguments, files);
    assert!(output.status.success(), "{program} {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A database of samples, as the command makes it.
pub fn packed(folder: &Path, names: &[&str]) -> PathBuf {
    packed_with(folder, names, &[])
}

pub fn packed_with(folder: &Path, names: &[&str], options: &[&str]) -> PathBuf {
    let path = folder.join("games.bcgn");
    let files: Vec<PathBuf> = names.iter().map(|name| data(name)).collect();
    let mut words: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    words.extend([Path::new("-o"), &path]);
    run("pgnpack", &[&["-qf"], options].concat(), &words);
    path
}

/// Numbers of the games that pgnfind finds, with the half-moves.
pub fn found(options: &[&str], database: &Path) -> Vec<(u64, Option<u32>)> {
    let text = run("pgnfind", &[&["-q", "--numbers"], options].concat(), &[database]);
    let rows = text.lines().map(|line| {
        let mut words = line.split('\t');
        (words.next().unwrap().parse().unwrap(), words.next().map(|ply| ply.parse().unwrap()))
    });
    rows.collect()
}
