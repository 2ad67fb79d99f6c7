# The crates for Rust (docs/bindings/rust.md). What Cargo makes goes to $(BUILD)/rust; the release of `pgnpack` is built there, against
# the shared library.
BINDINGS += rust
CARGO = $(firstword $(wildcard /usr/bin/cargo) cargo)
# Debian's compiler with Debian's Cargo.
RUST_ENV = $(if $(filter /usr/bin/cargo,$(CARGO)),RUSTC=/usr/bin/rustc RUSTDOC=/usr/bin/rustdoc) CARGO_TARGET_DIR='$(abspath $(BUILD))/rust' PGNPACK_LIB_DIR='$(abspath $(BUILD))' PGNPACK_INCLUDE_DIR='$(abspath include)'

rust: $(SHARED_LIBRARY) $(SHARED_LINKS)
	@cd src/bindings/rust && $(RUST_ENV) $(CARGO) build --quiet --locked --offline --release

check-rust: $(SHARED_LIBRARY) $(SHARED_LINKS) $(PROGRAMS)
	@BUILD='$(BUILD)' CARGO='$(CARGO)' CC='$(CC)' $(RUST_ENV) tests/bindings/rust/run.sh
.PHONY: rust check-rust
