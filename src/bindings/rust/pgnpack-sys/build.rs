//! Finds the C library: built from the source tree (feature `bundled`), in the folder that PGNPACK_LIB_DIR names, or as the command
//! pkg-config says. PGNPACK_INCLUDE_DIR says where its header is, which only the tests need.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    for name in ["PGNPACK_LIB_DIR", "PGNPACK_INCLUDE_DIR", "PKG_CONFIG_PATH"] {
        println!("cargo:rerun-if-env-changed={name}");
    }
    println!("cargo:rerun-if-changed=build.rs");
    let found = if env::var_os("CARGO_FEATURE_BUNDLED").is_some() {
        build()
    } else if let Some(folder) = env::var_os("PGNPACK_LIB_DIR") {
        println!("cargo:rustc-link-search=native={}", Path::new(&folder).display());
        println!("cargo:rustc-link-lib=pgnpack");
        None
    } else {
        ask_pkg_config("pgnpack", &[])
    };
    let include = env::var_os("PGNPACK_INCLUDE_DIR").map(PathBuf::from).or(found);
    let include = include.unwrap_or_else(|| PathBuf::from("/usr/include"));
    println!("cargo:include={}", include.display());
    println!("cargo:rustc-env=PGNPACK_INCLUDE={}", include.display());
}

/// Links what pkg-config says that a library needs. Returns the folder of its header, where that is told.
fn ask_pkg_config(library: &str, options: &[&str]) -> Option<PathBuf> {
    let program = env::var("PKG_CONFIG").unwrap_or_else(|_| "pkg-config".into());
    let run = Command::new(&program).args(options).args(["--cflags", "--libs", library]).output();
    let told = match run {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).into_owned(),
        _ => panic!(
            "{program} does not know the library {library}: install it, set PGNPACK_LIB_DIR to the folder of libpgnpack.so or .a, \
             or ask for the feature `bundled`"
        ),
    };
    let mut include = None;
    for word in told.split_whitespace() {
        match (word.get(..2), word.get(2..)) {
            (Some("-L"), Some(folder)) => println!("cargo:rustc-link-search=native={folder}"),
            (Some("-l"), Some(name)) => println!("cargo:rustc-link-lib={name}"),
            (Some("-I"), Some(folder)) => include = include.or_else(|| Some(PathBuf::from(folder))),
            _ => {}
        }
    }
    include
}

/// Makes the static library in the folder that Cargo gives for it.
fn build() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../..");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets it")).join("library");
    let jobs = env::var("NUM_JOBS").unwrap_or_else(|_| "1".into());
    let make = Command::new(env::var("MAKE").unwrap_or_else(|_| "make".into()))
        .current_dir(&root)
        .env_remove("MAKEFLAGS")
        .env_remove("MAKELEVEL")
        .arg(format!("-sj{jobs}"))
        .arg(format!("BUILD={}", out.display()))
        .arg(out.join("libpgnpack.a"))
        .status();
    match make {
        Ok(status) if status.success() => {}
        Ok(status) => panic!("make in {} ended with {status}", root.display()),
        Err(error) => panic!("make could not be run in {}: {error}", root.display()),
    }
    for folder in ["src", "include", "Makefile"] {
        println!("cargo:rerun-if-changed={}", root.join(folder).display());
    }
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-lib=static=pgnpack");
    ask_pkg_config("libzstd", &[]);
    println!("cargo:rustc-link-lib=pthread");
    Some(root.join("include"))
}
