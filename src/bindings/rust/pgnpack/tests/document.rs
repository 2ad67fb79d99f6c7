//! What docs/bindings/rust.md shows stands in the example that the tests run, or in the crate's own documentation, which is run, too.

fn lines(text: &str) -> Vec<&str> {
    text.lines().map(|line| line.trim_start_matches("//!").trim()).filter(|line| !line.is_empty()).collect()
}

#[test]
fn the_document_shows_what_is_run() {
    let document = include_str!("../../../../../docs/bindings/rust.md");
    let sources = [include_str!("../examples/guide.rs"), include_str!("../src/lib.rs")].map(lines);
    let mut blocks = 0;
    for text in document.split("```rust\n").skip(1) {
        let block = lines(text.split("```").next().unwrap());
        let stands = |source: &Vec<&str>| source.windows(block.len()).any(|window| window == block);
        assert!(sources.iter().any(stands), "this is shown, but not run:\n{}", block.join("\n"));
        blocks += 1;
    }
    assert!(blocks >= 10, "{blocks}");
}
