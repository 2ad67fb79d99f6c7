//! The declarations against the header: each is written again in C, behind the header, and a C compiler has to find nothing that differs.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

const SOURCE: &str = include_str!("../src/lib.rs");

/// `*const *const c_char` is `const char *const *`, and so on. Function pointers are the header's typedefs.
fn type_in_c(rust: &str) -> String {
    let rust = rust.trim();
    if let Some(target) = rust.strip_prefix("*mut ") {
        return format!("{} *", type_in_c(target));
    }
    if let Some((element, count)) = rust.strip_prefix('[').and_then(|array| array.strip_suffix(']')?.split_once("; ")) {
        return format!("{}[{count}]", type_in_c(element));
    }
    if let Some(target) = rust.strip_prefix("*const ") {
        return format!("{} const *", type_in_c(target));
    }
    let known = match rust {
        "c_void" => "void",
        "c_char" => "char",
        "c_int" => "int",
        "c_uint" => "unsigned",
        "usize" => "size_t",
        "u64" => "uint64_t",
        "i64" => "int64_t",
        "u32" => "uint32_t",
        "i32" => "int32_t",
        "u16" => "uint16_t",
        "u8" => "uint8_t",
        name if name.ends_with("_function") => name,
        name if SOURCE.contains(&format!("pub type {name} = c_uint;")) => return format!("enum {name}"),
        name => return format!("struct {name}"),
    };
    known.into()
}

/// The text between the braces behind `start`, up to a line that is `}`.
fn block(start: &str) -> &'static str {
    let behind = &SOURCE[SOURCE.find(start).expect(start) + start.len()..];
    &behind[..behind.find("\n}").expect("it ends")]
}

/// `name: type, name: type` as pairs.
fn pairs(list: &str) -> impl Iterator<Item = (&str, String)> {
    let members = list.split(',').filter(|member| !member.trim().is_empty());
    members.map(|member| {
        let (name, kind) = member.split_once(':').expect("a name and its type");
        let name = name.trim();
        (name.strip_prefix("r#").unwrap_or(name), type_in_c(kind))
    })
}

/// The types of what a function takes and gives.
fn signature(taken: &str, given: Option<&str>) -> (String, String) {
    let types: Vec<String> = pairs(taken).map(|(_, kind)| kind).collect();
    let taken = if types.is_empty() { "void".into() } else { types.join(", ") };
    (taken, given.map_or("void".into(), type_in_c))
}

fn write_constants(c: &mut String) -> usize {
    let mut count = 0;
    for line in SOURCE.lines().filter(|line| line.starts_with("pub const PGNPACK_")) {
        let (name, rest) = line["pub const ".len()..].split_once(": ").expect("a type");
        let value = rest.split_once(" = ").expect("a value").1;
        writeln!(c, "_Static_assert({name} == {}, \"{name}\");", value.trim_end_matches(';')).unwrap();
        count += 1;
    }
    count
}

fn write_structs(c: &mut String) -> usize {
    let mut count = 0;
    for text in block("structs! {\n").split("struct ").skip(1) {
        let (name, members) = text.split_once(" {").expect("members");
        let members = members.split('}').next().expect("an end");
        write!(c, "struct rust_{name} {{").unwrap();
        for (member, kind) in pairs(members) {
            let (element, count) = kind.split_at(kind.find('[').unwrap_or(kind.len()));
            write!(c, " {element} {member}{count};").unwrap();
        }
        writeln!(c, " }};").unwrap();
        for (member, kind) in pairs(members) {
            let kind = kind.split_once('[').map_or(kind.clone(), |(element, _)| format!("{element} *"));
            writeln!(c, "_Static_assert(offsetof(struct {name}, {member}) == offsetof(struct rust_{name}, {member}), \"{name}.{member}\");").unwrap();
            writeln!(
                c,
                "_Static_assert(_Generic(((struct {name} *)0)->{member}, {kind}: 1, default: 0), \"{name}.{member}\");"
            )
            .unwrap();
        }
        let (_, size) = pgnpack_sys::STRUCT_SIZES.iter().find(|(known, _)| *known == name).expect("each has its size");
        writeln!(c, "_Static_assert(sizeof(struct {name}) == {size}, \"{name}\");").unwrap();
        count += 1;
    }
    count
}

fn write_callbacks(c: &mut String) -> usize {
    let mut count = 0;
    for text in SOURCE.split("pub type ").filter(|text| text.contains("extern \"C\" fn(") && !text.starts_with("//!")) {
        let name = text.split(' ').next().expect("a name");
        let text = &text[text.find("fn(").expect("a function") + 3..];
        let (taken, rest) = text.split_once(')').expect("an end");
        let given = rest.split('>').nth(1).filter(|_| rest.starts_with(" ->"));
        let given = given.map(|kind| kind.trim().trim_end_matches(',').trim());
        let (taken, given) = signature(taken, given);
        writeln!(c, "_Static_assert(_Generic(({name})0, {given} (*)({taken}): 1, default: 0), \"{name}\");").unwrap();
        count += 1;
    }
    count
}

fn write_functions(c: &mut String) -> usize {
    let mut count = 0;
    for text in block("extern \"C\" {\n").split(';').filter(|text| !text.trim().is_empty()) {
        let text = text.trim().strip_prefix("pub fn ").expect("a function");
        let (name, rest) = text.split_once('(').expect("what it takes");
        let (taken, rest) = rest.rsplit_once(')').expect("an end");
        let (taken, given) = signature(taken, rest.trim().strip_prefix("-> "));
        writeln!(c, "{given} {name}({taken});").unwrap();
        count += 1;
    }
    count
}

fn compile(c: &str) -> (bool, String) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("header.c");
    std::fs::write(&path, c).unwrap();
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    let mut words = compiler.split_whitespace();
    let output = Command::new(words.next().expect("a compiler"))
        .args(words)
        .args(["-std=c11", "-Werror", "-fsyntax-only", "-I", env!("PGNPACK_INCLUDE")])
        .arg(&path)
        .output()
        .expect("a C compiler (CC)");
    (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn declarations_are_those_of_the_header() {
    let mut c = String::from("#include <pgnpack_extra.h>\n");
    let declared = |what| SOURCE.matches(what).count();
    assert_eq!(write_constants(&mut c), declared("pub const PGNPACK_"));
    assert_eq!(write_callbacks(&mut c), declared("extern \"C\" fn("));
    assert_eq!(write_structs(&mut c), pgnpack_sys::STRUCT_SIZES.len());
    assert_eq!(write_functions(&mut c), declared("pub fn "));
    assert!(declared("pub fn ") > 50);
    let (done, said) = compile(&c);
    assert!(done, "{said}");
    // It sees what is wrong.
    for (right, wrong) in [
        ("_END == 1", "_END == 2"),
        (" uint64_t line;", " uint64_t line, more;"),
        ("uint64_t: 1", "int64_t: 1"),
        ("uint64_t, uint64_t)", "uint64_t, uint32_t)"),
    ] {
        assert!(c.contains(right), "{right}");
        assert!(!compile(&c.replacen(right, wrong, 1)).0, "{wrong}");
    }
}
