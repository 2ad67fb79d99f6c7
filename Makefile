# pgnpack. Targets are listed by `make help`.
#
# Everything made goes under $(BUILD); sources are found by folder, so a new file needs no line here.
# The usual variables work, from the environment too: CC, CFLAGS, CPPFLAGS, LDFLAGS; and PREFIX, DESTDIR.

BUILD = build
CLANG = clang
CLANG_FORMAT = clang-format
PKG_CONFIG = pkg-config
CFLAGS ?= -O2 -g
OBJCOPY ?= objcopy
NM ?= nm
PREFIX = /usr/local
BINDIR = $(PREFIX)/bin
LIBDIR = $(PREFIX)/lib
INCLUDEDIR = $(PREFIX)/include
MANDIR = $(PREFIX)/share/man
DATADIR = $(PREFIX)/share
JOBS := $(shell nproc 2>/dev/null || echo 2)
# How the commands come to libarchive: loaded, when the first wrapper is seen that takes it; linked; none: of wrappers only .gz
# and .zst are read. The default is loaded where a shared library says its name, else linked.
ARCHIVE = $(if $(findstring -static,$(LDFLAGS) $(COMMAND_LDFLAGS)),linked,$(if $(ARCHIVE_FILE),loaded,linked))
READELF ?= readelf
# For the targets that are meant to be called by hand: all cores, unless there was a -j.
PARALLEL = $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(JOBS))

# Where the commands have the library from: shared, or static, in each command, which then runs wherever it is copied to.
COMMAND_LIBRARY = $(if $(findstring -static,$(LDFLAGS) $(COMMAND_LDFLAGS) $(LINK_FLAGS))$(findstring darwin,$(MACHINE)),static,shared)

# Programs that run while building, on this machine, also when CC makes code for another one.
HOSTCC = $(CC)
HOSTCFLAGS = -O1

comma = ,

# V=1 shows whole commands instead of one word and the file that is made.
ifneq ($(V),1)
quiet = @echo '  $(1) $@';
endif

all:
.PHONY: all

MAKEFLAGS += --no-builtin-rules

# ---------------------------------------------------------------------------------------------------------
# Version: include/pgnpack.h is its only place
# ---------------------------------------------------------------------------------------------------------

version_part = $(shell sed -n 's/^.define PGNPACK_VERSION_$(1) \([0-9]*\).*/\1/p' include/pgnpack.h)
MAJOR := $(call version_part,MAJOR)
MINOR := $(call version_part,MINOR)
PATCH := $(call version_part,PATCH)
VERSION := $(MAJOR).$(MINOR).$(PATCH)
# What is compatible with each other.
SERIES := $(MAJOR)
SONAME := libpgnpack.so.$(SERIES)

# ---------------------------------------------------------------------------------------------------------
# The system that the compiler makes code for (docs/SYSTEMS.md)
# ---------------------------------------------------------------------------------------------------------

MACHINE := $(shell $(CC) -dumpmachine 2>/dev/null)
SYSTEM = posix
LINK_FLAGS = -Wl,--as-needed
ORIGIN = $$ORIGIN
LIBRARY_NAMES = libpgnpack.so.$(VERSION) $(SONAME) libpgnpack.so
# An undefined symbol in the shared library is an error here, not at its users'.
SHARED_LDFLAGS = -Wl,-z,defs
SHARED_EXPORTS = src/lib/libpgnpack.map
SHARED_FLAGS = $(SHARED_LDFLAGS) -Wl,-soname,$(SONAME) -Wl,--version-script=$(SHARED_EXPORTS)

ifneq (,$(findstring mingw,$(MACHINE)))
SYSTEM = windows
EXE = .exe
# No DLLs but the system's; formats of printf are those of C11; and gcc aligns what is on the stack to 16 bytes only.
LINK_FLAGS = -static
SYSTEM_CFLAGS = -D__USE_MINGW_ANSI_STDIO=1 -Wno-format -Wa,-muse-unaligned-vector-move
SYSTEM_LIBS = -lpthread
LIBRARY_NAMES = libpgnpack-$(SERIES).dll
SHARED_EXPORTS = $(BUILD)/libpgnpack.def
SHARED_FLAGS = $(SHARED_EXPORTS) -Wl,--out-implib,$(BUILD)/libpgnpack.dll.a
endif

ifneq (,$(findstring darwin,$(MACHINE)))
SYSTEM_CFLAGS = -D_DARWIN_C_SOURCE
LINK_FLAGS = -Wl,-dead_strip_dylibs
ORIGIN = @loader_path
LIBRARY_NAMES = libpgnpack.$(VERSION).dylib libpgnpack.$(SERIES).dylib libpgnpack.dylib
SHARED_EXPORTS =
SHARED_FLAGS = -Wl,-install_name,$(LIBDIR)/$(word 2,$(LIBRARY_NAMES))
endif

# No shared library, no commands: src/bindings/wasm links modules.
ifneq (,$(findstring wasm,$(MACHINE)))
SYSTEM = wasm
endif

# ---------------------------------------------------------------------------------------------------------
# Flags
# ---------------------------------------------------------------------------------------------------------

WARNINGS = -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
           -Wcast-qual -Wwrite-strings -Wundef -Wvla
ifeq ($(WERROR),1)
WARNINGS += -Werror
endif

# v2: every x86-64 processor since about 2009; popcnt is what matters. ARCHFLAGS= builds for older ones.
ifneq (,$(findstring x86_64,$(MACHINE)))
ARCHFLAGS ?= -march=x86-64-v2
endif

package_cflags = $(shell $(PKG_CONFIG) --cflags $(1) 2>/dev/null)
package_libs = $(shell $(PKG_CONFIG) --libs $(1) 2>/dev/null || echo $(2))
ZSTD_CFLAGS := $(call package_cflags,libzstd)
ZSTD_LIBS := $(call package_libs,libzstd,-lzstd)
ifneq ($(ARCHIVE),none)
ARCHIVE_CFLAGS := $(call package_cflags,libarchive)
ARCHIVE_FILE := $(shell $(READELF) -d "$$($(CC) -print-file-name=libarchive.so)" 2>/dev/null | sed -n 's/.*(SONAME).*\[\(.*\)\].*/\1/p')
ifeq ($(ARCHIVE),loaded)
ARCHIVE_CFLAGS += -DARCHIVE_FILE='"$(ARCHIVE_FILE)"'
ARCHIVE_LIBS = -ldl
else
ARCHIVE_LIBS := $(call package_libs,libarchive,-larchive)
endif
endif
ZLIB_CFLAGS := $(call package_cflags,zlib)
ZLIB_LIBS := $(call package_libs,zlib,-lz)
CHECK_CFLAGS := $(call package_cflags,check)
CHECK_LIBS := $(call package_libs,check,-lcheck)

BASE_FLAGS = -std=c11 -D_POSIX_C_SOURCE=200809L -D_FILE_OFFSET_BITS=64 $(WARNINGS) $(ARCHFLAGS) $(SYSTEM_CFLAGS) \
             -ffile-prefix-map='$(CURDIR)=.' $(CPPFLAGS) $(CFLAGS)
COMPILE = $(CC) $(BASE_FLAGS) -MMD -MP -Iinclude
LINK = $(CC) $(ARCHFLAGS) $(CFLAGS) $(LDFLAGS) $(LINK_FLAGS)

LIBRARY_FLAGS = -Isrc -fPIC -fvisibility=hidden -DPGNPACK_BUILDING $(LIBRARY_DEFINES) $(ZSTD_CFLAGS) $(LIBRARY_TRACE)
CLI_FLAGS = -Isrc $(ARCHIVE_CFLAGS) $(ZLIB_CFLAGS) $(ZSTD_CFLAGS)
TEST_FLAGS = -Isrc -Itests $(CHECK_CFLAGS)

# ---------------------------------------------------------------------------------------------------------
# Sources
# ---------------------------------------------------------------------------------------------------------

OBJECTS = $(BUILD)/obj
objects_of = $(patsubst %.c,$(OBJECTS)/%.o,$(1))

# In the order of the layers, lowest first.
LIBRARY_FOLDERS = util system chess encoding game pgn $(addprefix entropy/,coding kernels models) $(addprefix net/,features kernels odds) base \
                  $(addprefix moves/,index table best streams) value bcgn0 $(addprefix container/,sections file segments) \
                  $(addprefix search/,text columns conditions steps openings) shape $(addprefix tags/,base model read write) comments layout block \
                  $(addprefix lib/,games open read write rows names query search tree duplicates change)
LIBRARY_FILES := $(sort $(foreach folder,$(LIBRARY_FOLDERS),$(wildcard src/$(folder)/*.c)))
# Smaller libraries (docs/BUILDING.md): NETS=none leaves out the nets' weights, THREADS=none threads, DECODER=only all
# that packs, and then the programs.
ifeq ($(NETS),none)
LEFT_OUT += src/net/odds/make_policy_net.c
LIBRARY_DEFINES += -DPGNPACK_NO_NETS
endif
# TABLES=start: tables are made when the library is loaded, and those of level 4 given (src/bindings/wasm).
ifeq ($(TABLES),start)
LEFT_OUT += src/chess/make_attack_tables.c src/entropy/kernels/make_logistic_tables.c src/chess/make_zobrist_tables.c src/encoding/make_empty_board_tables.c src/net/features/make_policy_rows.c src/moves/table/make_move_tables.c
LIBRARY_DEFINES += -DPGNPACK_TABLES_AT_START
else
LEFT_OUT += $(wildcard src/*/*_at_start.c src/*/*/*_at_start.c) src/moves/table/move_tables_given.c
endif
ifeq ($(THREADS),none)
LEFT_OUT += src/system/ordered_pool.c
SYSTEM_CFLAGS += -DPGNPACK_NO_THREADS
else
LEFT_OUT += src/system/ordered_pool_none.c
endif
ifeq ($(DECODER),only)
LEFT_OUT += $(addprefix src/lib/,write/writer_api.c write/pack_job.c games/builder_api.c games/builder_finish.c games/editor_api.c \
            games/pgn_reader_api.c change/database_api.c change/compact.c) $(wildcard src/lib/change/copy_*.c) \
            src/bcgn0/bcgn0_writer_api.c
LIBRARY_DEFINES += -ffunction-sections -fdata-sections
UNUSED_LDFLAGS = -Wl,--gc-sections
KEPT_LDFLAGS = -Wl,--gc-sections -Wl,--gc-keep-exported
endif

# Of files for one system only, those of the other.
LIBRARY_ELSEWHERE = $(filter-out src/system/file_$(SYSTEM).c,$(wildcard src/system/file_*.c)) src/system/cleanup.c \
                    $(wildcard src/system/commands_*.c)
LIBRARY_FILES := $(filter-out $(LEFT_OUT) $(LIBRARY_ELSEWHERE),$(LIBRARY_FILES))
GENERATORS := $(filter $(foreach folder,$(LIBRARY_FOLDERS),src/$(folder)/make_%),$(LIBRARY_FILES))
LIBRARY_SOURCES := $(filter-out $(GENERATORS),$(LIBRARY_FILES))
GENERATED := $(foreach file,$(GENERATORS),$(BUILD)/gen/$(patsubst make_%,%,$(notdir $(file))))
GENERATED_OBJECTS = $(patsubst $(BUILD)/gen/%.c,$(OBJECTS)/gen/%.o,$(GENERATED))
LIBRARY_OBJECTS = $(call objects_of,$(LIBRARY_SOURCES)) $(GENERATED_OBJECTS)

CLI_MAINS := $(if $(filter only,$(DECODER)),,$(wildcard src/cli/programs/pgn*.c))
CLI_ELSEWHERE = $(filter-out $(ARCHIVE_FILES_$(ARCHIVE)),$(wildcard src/cli/wrappers/archive_*.c))
ARCHIVE_FILES_none = src/cli/wrappers/archive_none.c
ARCHIVE_FILES_linked = src/cli/wrappers/archive_layer.c src/cli/wrappers/archive_linked.c
ARCHIVE_FILES_loaded = src/cli/wrappers/archive_layer.c src/cli/wrappers/archive_loaded.c
CLI_SYSTEM = src/system/commands_$(SYSTEM).c src/system/cleanup.c
# The openings' names are in pgndb and pgnfind only.
CLI_GENERATORS = src/cli/openings/make_opening_lines.c src/cli/pages/make_cards_script.c
OPENING_LINES = $(OBJECTS)/gen/opening_lines.o
CARDS_SCRIPT = $(OBJECTS)/gen/cards_script.o
CLI_SOURCES := $(filter-out $(CLI_MAINS) $(CLI_ELSEWHERE) $(CLI_GENERATORS),$(wildcard src/cli/*/*.c)) $(CLI_SYSTEM)
PROGRAMS = $(patsubst src/cli/programs/%.c,$(BUILD)/%$(EXE),$(CLI_MAINS))

EXAMPLES = $(if $(PROGRAMS),$(patsubst docs/examples/%.c,$(BUILD)/examples/%$(EXE),$(wildcard docs/examples/*.c)))
# The same as C++, for the tests.
CXX_EXAMPLES = $(if $(shell command -v $(CXX)),$(EXAMPLES:$(BUILD)/examples/%=$(BUILD)/examples_cxx/%))

UNIT_SOURCES := $(wildcard tests/unit/*.c)
# Of the commands, what is tested in here and needs nothing else of them.
UNIT_CLI = $(addprefix src/cli/,forms/count_row.c forms/csv.c forms/json.c count/find_names.c count/find_stats.c run/view_text.c base/messages.c base/result_text.c base/safe_text.c)
SHARED_SOURCES := $(wildcard tests/shared/*.c)
RELIABILITY_SOURCES := $(wildcard tests/reliability/*.c)
WORK_SOURCES := $(wildcard tests/work/*.c)
UNIT_RUNNER = $(BUILD)/tests/unit

FUZZ_SOURCES := $(wildcard tests/fuzz/fuzz_*.c)
FUZZ_NAMES = $(patsubst tests/fuzz/fuzz_%.c,%,$(FUZZ_SOURCES))
FUZZ_SHARED := $(filter-out $(FUZZ_SOURCES) tests/fuzz/replay.c,$(wildcard tests/fuzz/*.c))

TRAIN_SOURCES := $(wildcard src/train/*.c)
# Floating point as fast as this machine can: weights are rounded once, at the end.
TRAIN_FLAGS = -O3 -ffast-math -march=native

BENCH_SHARED = tests/bench/bench_support.c tests/bench/rank_code.c
BENCHES = $(patsubst tests/bench/%.c,$(BUILD)/bench/%,$(filter-out $(BENCH_SHARED),$(wildcard tests/bench/*.c)))

# ---------------------------------------------------------------------------------------------------------
# Building
# ---------------------------------------------------------------------------------------------------------

STATIC_LIBRARY = $(BUILD)/libpgnpack.a
# The same with all inner names, which tests and our own programs use.
INNER_LIBRARY = $(BUILD)/inner.a
SHARED_LIBRARY = $(BUILD)/$(firstword $(LIBRARY_NAMES))
SHARED_LINKS = $(addprefix $(BUILD)/,$(wordlist 2,9,$(LIBRARY_NAMES)))

all: library commands $(EXAMPLES)

library: $(STATIC_LIBRARY) $(SHARED_LIBRARY) $(SHARED_LINKS)

commands: $(PROGRAMS)
.PHONY: library commands

# Objects are made anew when the flags differ from those of the last time in this folder.
FLAGS_USED = $(COMPILE) $(LIBRARY_FLAGS) $(CLI_FLAGS) $(LINK) $(FUZZ_MODEL_FLAGS) $(FUZZ_KERNEL_FLAGS)
$(BUILD)/flags: always
	@mkdir -p $(@D)
	@echo '$(FLAGS_USED)' | cmp -s - $@ || echo '$(FLAGS_USED)' > $@
.PHONY: always

$(OBJECTS)/src/cli/%.o: src/cli/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call quiet,CC  )$(COMPILE) $(CLI_FLAGS) -c -o $@ $<

$(OBJECTS)/src/train/%.o: src/train/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call quiet,CC  )$(COMPILE) -Isrc $(ZSTD_CFLAGS) $(TRAIN_FLAGS) -c -o $@ $<

$(OBJECTS)/src/%.o: src/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call quiet,CC  )$(COMPILE) $(LIBRARY_FLAGS) $(FILE_FLAGS) $(SPEED_FLAGS) -c -o $@ $<

$(OBJECTS)/gen/%.o: $(BUILD)/gen/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call quiet,CC  )$(COMPILE) $(LIBRARY_FLAGS) -c -o $@ $<

$(OBJECTS)/tests/%.o: tests/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call quiet,CC  )$(COMPILE) $(TEST_FLAGS) $(FILE_FLAGS) -c -o $@ $<

# Assertions that hold cost next to nothing: mark_point.c.
$(call objects_of,$(UNIT_SOURCES)): FILE_FLAGS = -D_mark_point=mark_first_visit

# src/FOLDER/make_NAME.c is a program that prints gen/NAME.c.
define generator_rules
$(BUILD)/host/$(basename $(notdir $(1))): $(1) $(BUILD)/flags
	@mkdir -p $$(@D)
	$$(call quiet,HOST)$$(HOSTCC) $$(HOSTCFLAGS) -std=c11 $$(WARNINGS) -MMD -MP -Isrc -Iinclude -o $$@ $$<

$(BUILD)/gen/$(patsubst make_%,%,$(notdir $(1))): $(BUILD)/host/$(basename $(notdir $(1)))
	@mkdir -p $$(@D)
	$$(call quiet,GEN )$$< > $$@.part
	@mv $$@.part $$@
endef
$(foreach file,$(GENERATORS) $(CLI_GENERATORS),$(eval $(call generator_rules,$(file))))

$(BUILD)/gen/policy_net.c: $(wildcard data/model-*.bin)
$(BUILD)/gen/move_tables.c: $(wildcard data/tables-*.bin)
$(BUILD)/gen/opening_lines.c: data/openings.txt
$(BUILD)/gen/cards_script.c: src/cli/pages/html_cards.js

# From scratch each time, so that objects of removed files do not stay in it.
$(INNER_LIBRARY): $(LIBRARY_OBJECTS)
	@rm -f $@
	$(call quiet,AR  )$(AR) rcs $@ $^

# One object that has no global names but ours: others' programs have a san_parse() of their own.
$(STATIC_LIBRARY): $(LIBRARY_OBJECTS)
	@rm -f $@
	$(call quiet,AR  )$(CC) $(ARCHFLAGS) -r -nostdlib $(KEPT_LDFLAGS) -o $(BUILD)/libpgnpack.o $^
	@$(OBJCOPY) --wildcard --keep-global-symbol='pgnpack_*' $(BUILD)/libpgnpack.o
	@$(AR) rcs $@ $(BUILD)/libpgnpack.o

# What a DLL exports.
$(BUILD)/libpgnpack.def: $(LIBRARY_OBJECTS)
	$(call quiet,DEF )(echo EXPORTS; $(NM) -P -g $^ | sed -n 's/^\(pgnpack_[a-z0-9_]*\) T .*/\1/p') > $@

$(SHARED_LIBRARY): $(LIBRARY_OBJECTS) $(SHARED_EXPORTS)
	$(call quiet,LINK)$(LINK) -shared $(SHARED_FLAGS) $(UNUSED_LDFLAGS) -o $@ $(LIBRARY_OBJECTS) $(ZSTD_LIBS) $(SYSTEM_LIBS)

$(SHARED_LINKS): $(SHARED_LIBRARY)
	$(call quiet,LN  )ln -sf $(<F) $@

# Public functions come from the shared library, beside the command; the few others that commands need have no state (check_exports.sh).
LINK_COMMAND = $(LINK) $(COMMAND_LDFLAGS) -o $(1) $(OBJECTS)/src/cli/programs/$(basename $(notdir $(1))).o $(COMMAND_PARTS) \
               $(if $(filter pgndb pgnfind,$(basename $(notdir $(1)))),$(OPENING_LINES)) \
               $(if $(filter shared,$(COMMAND_LIBRARY)),-L$(BUILD) -lpgnpack $(addprefix -Wl$(comma)-rpath$(comma),$(2))) $(INNER_LIBRARY) \
               $(ARCHIVE_LIBS) $(ZLIB_LIBS) $(ZSTD_LIBS) $(SYSTEM_LIBS)
# Each command takes what it needs.
COMMAND_PARTS = $(BUILD)/commands.a
$(COMMAND_PARTS): $(call objects_of,$(CLI_SOURCES)) $(CARDS_SCRIPT)
	@rm -f $@
	$(call quiet,AR  )$(AR) rcs $@ $^
$(PROGRAMS): $(BUILD)/%$(EXE): $(OBJECTS)/src/cli/programs/%.o $(COMMAND_PARTS) $(INNER_LIBRARY) \
    $(if $(filter shared,$(COMMAND_LIBRARY)),$(SHARED_LIBRARY) $(SHARED_LINKS))
	$(call quiet,LINK)$(call LINK_COMMAND,$@,'$(ORIGIN)')
$(BUILD)/pgndb$(EXE) $(BUILD)/pgnfind$(EXE): $(OPENING_LINES)

# As a user would build them: the public header and the shared library, nothing else.
EXAMPLE_LIBS = -L$(BUILD) -lpgnpack $(if $(EXE),,-Wl$(comma)-rpath$(comma)'$(ORIGIN)/..')
$(EXAMPLES): $(BUILD)/examples/%$(EXE): docs/examples/%.c $(wildcard include/*.h) $(SHARED_LIBRARY) $(SHARED_LINKS)
	@mkdir -p $(@D)
	$(call quiet,LINK)$(CC) $(BASE_FLAGS) $(LDFLAGS) -Iinclude -o $@ $< $(EXAMPLE_LIBS)

$(BUILD)/examples_cxx/%$(EXE): docs/examples/%.c $(wildcard include/*.h) $(SHARED_LIBRARY) $(SHARED_LINKS)
	@mkdir -p $(@D)
	$(call quiet,LINK)$(CXX) -std=c++20 -D_FILE_OFFSET_BITS=64 -Wall $(ARCHFLAGS) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -Iinclude -o $@ \
	    -x c++ $< -x none $(EXAMPLE_LIBS)

$(UNIT_RUNNER): $(call objects_of,$(UNIT_SOURCES) $(SHARED_SOURCES) $(UNIT_CLI)) $(INNER_LIBRARY)
	@mkdir -p $(@D)
	$(call quiet,LINK)$(LINK) -o $@ $^ $(CHECK_LIBS) $(ZSTD_LIBS)

$(BUILD)/tests/reliability: $(call objects_of,$(RELIABILITY_SOURCES) $(SHARED_SOURCES)) $(INNER_LIBRARY)
	@mkdir -p $(@D)
	$(call quiet,LINK)$(LINK) -o $@ $^ $(ZSTD_LIBS)

# Only with LIBRARY_TRACE, see check-work.
WRAPPED = memcpy memmove memset memcmp memchr strlen ZSTD_compress ZSTD_compress2 ZSTD_decompress ZSTD_decompressDCtx
$(BUILD)/tests/work: $(call objects_of,$(WORK_SOURCES) $(SHARED_SOURCES)) $(INNER_LIBRARY)
	@mkdir -p $(@D)
	$(call quiet,LINK)$(LINK) $(WRAPPED:%=-Wl$(comma)--wrap=%) -o $@ $^ $(ZSTD_LIBS)

$(BUILD)/tests/replay_%: $(OBJECTS)/tests/fuzz/fuzz_%.o $(call objects_of,$(FUZZ_SHARED) $(SHARED_SOURCES) tests/fuzz/replay.c) \
    $(INNER_LIBRARY)
	@mkdir -p $(@D)
	$(call quiet,LINK)$(LINK) -o $@ $^ $(ZSTD_LIBS)

$(BUILD)/tests/fuzz_%: $(OBJECTS)/tests/fuzz/fuzz_%.o $(call objects_of,$(FUZZ_SHARED) $(SHARED_SOURCES)) $(INNER_LIBRARY)
	@mkdir -p $(@D)
	$(call quiet,LINK)$(LINK) $(FUZZ_ENGINE) -o $@ $^ $(ZSTD_LIBS)

$(BENCHES): $(BUILD)/bench/%: $(OBJECTS)/tests/bench/%.o $(call objects_of,$(BENCH_SHARED)) $(INNER_LIBRARY)
	@mkdir -p $(@D)
	$(call quiet,LINK)$(LINK) -o $@ $^ $(ZSTD_LIBS) -lm

ROUNDTRIP_PROGRAMS = $(BUILD)/tests/compare_pgn $(BUILD)/tests/check_numbers
$(ROUNDTRIP_PROGRAMS): $(BUILD)/tests/%: $(OBJECTS)/tests/roundtrip/%.o $(INNER_LIBRARY)
	@mkdir -p $(@D)
	$(call quiet,LINK)$(LINK) -o $@ $^ $(ZSTD_LIBS)

# Kept between runs: make would take them for intermediate files.
.SECONDARY:
.DELETE_ON_ERROR:

# ---------------------------------------------------------------------------------------------------------
# Tests
# ---------------------------------------------------------------------------------------------------------

# tally.sh adds up what the steps report and prints the sum as its last line.
check:
	@tests/scripts/tally.sh $(MAKE) --no-print-directory --output-sync=target --keep-going check-steps

CHECK_STEPS = check-unit check-reliability check-work check-cli check-format check-vectors check-fuzz-corpus check-source check-exports \
              check-circles format-check
check-steps: $(CHECK_STEPS)

# CK_RUN_SUITE=name and CK_RUN_CASE=name (of the check library) select; CK_FORK=no is for debuggers.
# In two processes: it takes the longest of all steps.
UNIT_PARTS = 1 2
check-unit: $(UNIT_PARTS:%=check-unit-%)

$(UNIT_PARTS:%=check-unit-%): check-unit-%: $(UNIT_RUNNER)
	$(UNIT_RUNNER) $*/$(words $(UNIT_PARTS))

check-reliability: $(BUILD)/tests/reliability
	$(BUILD)/tests/reliability quick

# Long trials of what check-reliability tries quickly, on texts like the samples, too; figures are printed.
torture: $(BUILD)/tests/reliability $(PROGRAMS)
	@tests/scripts/tally.sh $(MAKE) --no-print-directory torture-steps

torture-steps: $(BUILD)/tests/reliability $(PROGRAMS) work-program
	$(BUILD)/tests/reliability torture $(wildcard data/*.pgn)
	$(BUILD)/work/tests/work torture
	KILLS=1000 WALKS=100 YEARS=20 RANDOM_NAMES=300 SEARCHES=100 SHOWN_STEP=1 CUT_STEP=1 tests/cli/run.sh $(BUILD) kills change_kills change_walk year searches names cuts damage
	tests/scripts/check_same_bytes.sh $(BUILD) $(wildcard data/*.pgn)
	FAULTS=all tests/cli/run.sh -q $(BUILD) faults change_faults

# The same bytes from other compilers and on other machines; FETCH=1 takes what is needed for those (Debian's packages).
same-bytes: $(BUILD)/tests/reliability
	$(if $(FETCH),tests/scripts/fetch_foreign.sh $(BUILD)/foreign)
	tests/scripts/check_same_bytes.sh $(BUILD) $(wildcard data/*.pgn)

# The thread sanitizer on whatever has threads: the pool of jobs, packing and unpacking at every level, a reader shared by
# threads. All other suites have one thread only, and would take minutes.
THREADED_SUITES = ordered_pool writer unpacker reader block_reader corners
check-threads:
	@tests/scripts/tally.sh $(MAKE) --no-print-directory check-threads-steps

check-threads-steps:
	$(MAKE) --no-print-directory check-threaded-suites CC=$(CLANG) BUILD=$(BUILD)/threads \
	    CFLAGS='-O1 -g1 -fsanitize=thread -DPGNPACK_SANITIZED'

check-threaded-suites: $(UNIT_RUNNER)
	@status=0; for suite in $(THREADED_SUITES); do \
	    CK_RUN_SUITE=$$suite TSAN_OPTIONS=halt_on_error=1 $(UNIT_RUNNER) || status=1; done; exit $$status

# Steps instead of seconds (tests/work/work.h): a second build of the library that counts the basic blocks it enters.
work-program:
	$(MAKE) --no-print-directory $(BUILD)/work/tests/work BUILD=$(BUILD)/work CFLAGS='-O1 -g' \
	    LIBRARY_TRACE=-fsanitize-coverage=trace-pc

check-work: work-program
	$(BUILD)/work/tests/work check

# CLI_SUITES=names: only these.
check-cli: $(PROGRAMS) $(EXAMPLES) $(CXX_EXAMPLES)
	tests/cli/run.sh -q $(BUILD) $(CLI_SUITES)

# The second reader, in Python: needs python3 and zstd. `tests/format/run.sh FOLDER` takes a collection of PGN files.
check-format: $(PROGRAMS)
	tests/format/run.sh -b $(BUILD)

# Packed files that are kept: tests/vectors/good/README.md. Made anew, after a change of the format: vectors-anew.
check-vectors: $(PROGRAMS)
	tests/vectors/good/vectors.sh $(BUILD)

vectors-anew: $(PROGRAMS)
	tests/format/values.py --anew $(BUILD)/pgnpack
	tests/vectors/good/vectors.sh --make $(BUILD)

check-fuzz-corpus: $(FUZZ_NAMES:%=$(BUILD)/tests/replay_%)
	tests/scripts/replay_corpus.sh $(BUILD)

check-source:
	tests/scripts/check_tree.sh
	tests/scripts/check_version.sh
	tests/scripts/check_licenses.sh
	tests/scripts/check_frozen.sh
	tests/scripts/check_layers.sh
	if command -v python3 >/dev/null; then tests/scripts/check_titles.py && tests/scripts/check_ends.py && tests/scripts/check_ablations.py && \
	    tests/mutants/mutants.py --list --named >/dev/null; fi
	CC='$(CC)' CXX='$(CXX)' tests/scripts/check_header.sh
	CC='$(CC)' CXX='$(CXX)' tests/scripts/check_guide.sh
	tests/scripts/check_reference.sh

check-exports: $(STATIC_LIBRARY) $(INNER_LIBRARY) $(SHARED_LINKS)
	tests/scripts/check_exports.sh $(BUILD)
	tests/scripts/check_abi.sh $(BUILD)

check-circles: $(INNER_LIBRARY) $(PROGRAMS)
	tests/scripts/check_circles.sh $(BUILD)

# Whole collections there and back: make roundtrip PGN='file.pgn...'
roundtrip: $(PROGRAMS) $(BUILD)/tests/compare_pgn
	@test -n '$(PGN)' || { echo "make roundtrip PGN='file.pgn...'"; exit 1; }
	tests/roundtrip/roundtrip.sh $(BUILD) $(PGN)

# The first 200,000 games, packed as four files and joined: make roundtrip-shards PGN=file.pgn [GAMES=200000]
GAMES = 200000
roundtrip-shards: $(PROGRAMS) $(BUILD)/tests/check_numbers
	@test -n '$(PGN)' || { echo 'make roundtrip-shards PGN=file.pgn [GAMES=200000]'; exit 1; }
	tests/roundtrip/shards.sh $(BUILD) '$(PGN)' $(GAMES)

SANITIZERS = -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -DPGNPACK_SANITIZED
check-sanitize:
	@tests/scripts/tally.sh $(MAKE) --no-print-directory check-sanitize-steps

# By clang, whose sanitizer of undefined behaviour knows more of it than gcc's (an offset to a null pointer), and whose
# warnings a change has to pass as well. The tests of one suite after the other in one process: to look for leaks after each
# of 3,200 takes half of the time. What takes longest in one process comes first, so that it is not alone at the end. -g1 compiles
# quicker, and reports have their lines all the same.
check-sanitize-steps:
	CK_FORK=no $(MAKE) --no-print-directory --output-sync=target --keep-going check-reliability check-unit check-sanitized-cli \
	    check-fuzz-corpus all WERROR=1 CC=$(CLANG) BUILD=$(BUILD)/sanitize CFLAGS='-O1 -g1 $(SANITIZERS)' SHARED_LDFLAGS=

# What commands do, once each: their own code is what unit tests don't go through. A process takes eight times as long as without sanitizers,
# half of that to look for leaks, which the unit tests do. SANITIZED_SUITES= : all suites.
ALL_CLI_SUITES = $(patsubst tests/cli/test_%.sh,%,$(wildcard tests/cli/test_*.sh))
SANITIZED_SUITES = ask basic cards change_inputs check classify copies dedupe edit extract find_board html losses marks names near_names options patterns pgndb pgnfind \
                   pgnfind_counts pgnfind_errors ratings refusals rename_rules repack replace rm rows salvage suggestions undo views
check-sanitized-cli: $(PROGRAMS) $(EXAMPLES) $(CXX_EXAMPLES)
	ASAN_OPTIONS=detect_leaks=0 tests/cli/run.sh -q $(BUILD) $(SANITIZED_SUITES)

# What the whole test suite executes, by gcc's gcov. -O0, so that a branch of the source is one of the code; processes
# that run at the same time add to the same counts, those that are killed lose theirs.
COVERAGE_FLAGS = -O0 -g --coverage -fprofile-abs-path -DPGNPACK_SANITIZED
COVERAGE_STEPS = check-unit check-reliability check-cli check-format check-fuzz-corpus
coverage:
	@if [ -d $(BUILD)/coverage ]; then find $(BUILD)/coverage -name '*.gcda' -delete; fi
	@CK_DEFAULT_TIMEOUT=1200 tests/scripts/tally.sh $(MAKE) --no-print-directory --output-sync=target --keep-going \
	    $(COVERAGE_STEPS) CC=gcc BUILD=$(BUILD)/coverage CFLAGS='$(COVERAGE_FLAGS)'; \
	status=$$?; tests/scripts/coverage.py $(BUILD)/coverage && exit $$status

# How many source files a run of each kind goes through; WAYS=-l names them.
WAYS =
ways:
	@$(MAKE) --no-print-directory $(addprefix $(BUILD)/coverage/,pgnpack pgnunpack pgnfind pgndb) CC=gcc BUILD=$(BUILD)/coverage \
	    CFLAGS='$(COVERAGE_FLAGS)'
	@tests/scripts/ways.py $(WAYS) $(BUILD)/coverage

# Everything that a change has to pass: both compilers without warnings, sanitizers, and the installed files.
check-all:
	@tests/scripts/tally.sh $(MAKE) --no-print-directory $(PARALLEL) check-all-steps

CHECK_ALL_PARTS = check-strict check-sanitize-steps check-threads-steps check-installed check-dist check-small \
                  check-bound
check-all-steps:
	@status=0; for part in $(CHECK_ALL_PARTS); do \
	    tests/scripts/timed.sh $$part $(MAKE) --no-print-directory $$part || status=1; done; exit $$status

# Unit tests all in one process (without the name of one that crashes), which takes half of the time; here they make all of their trials
# (tests/shared/trials.h). What commands and seeds of fuzzing do once more under sanitizers is left to those.
check-strict:
	CK_FORK=no $(MAKE) --no-print-directory --output-sync=target --keep-going all $(filter-out check-fuzz-corpus,$(CHECK_STEPS)) WERROR=1 \
	    BUILD=$(BUILD)/strict \
	    CLI_SUITES='$(filter-out $(SANITIZED_SUITES),$(ALL_CLI_SUITES))'

check-installed:
	$(MAKE) --no-print-directory check-install WERROR=1 BUILD=$(BUILD)/strict

# With the library and the commands that check-strict has built.
check-bound:
	$(MAKE) --no-print-directory --output-sync=target --keep-going check-bindings WERROR=1 BUILD=$(BUILD)/strict

# README's commands in a Debian that has nothing yet: as root, as a user with sudo, from a tarball. Half an hour each.
CHECK_BARE = root user tarball
check-bare:
	tests/scripts/check_bare.sh $(CHECK_BARE)

check-install: all
	MAKE='$(MAKE)' CC='$(CC)' BUILD='$(BUILD)' tests/scripts/check_install.sh

# Builds that leave something out, beside a whole one.
check-small:
	$(MAKE) --no-print-directory check-builds WERROR=1 BUILD=$(BUILD)/strict

check-builds: $(PROGRAMS) $(SHARED_LINKS)
	MAKE='$(MAKE)' CC='$(CC)' tests/scripts/check_builds.sh $(BUILD)

.PHONY: check-small check-bound check-builds check check-steps same-bytes work-program check-work check-vectors vectors-anew check-unit $(UNIT_PARTS:%=check-unit-%) check-format check-cli \
        check-fuzz-corpus coverage ways check-source check-exports check-circles check-sanitize check-sanitize-steps check-sanitized-cli roundtrip roundtrip-shards \
        check-all check-all-steps check-bare check-strict check-installed check-install

# Bindings (docs/bindings.md): each folder in src/bindings that makes something has rules of its own, which add a name to
# BINDINGS and say how check-NAME is done. What comes from the npm registry goes to $(BUILD)/npm.
NPM = npm
NODE = node
# Debian's, which has NumPy and the others; what else is called python3 may not.
PYTHON = $(firstword $(wildcard /usr/bin/python3) python3)
BINDINGS =
# What SQL hosts share.
SQL_SOURCES = $(wildcard $(addprefix src/bindings/,table/*.c scans/*.c functions/*.c))
include $(sort $(wildcard src/bindings/*/rules.mk))

# The same questions, asked in every way: tests/bindings/answers.
BINDINGS += answers
ANSWER = NODE='$(NODE)' $(PYTHON) tests/bindings/answers/ask.py
ANSWER_WAYS = $(PROGRAMS) $(BUILD)/answers/by_c sqlite duckdb $(DUCKDB_HOST)/installed wasm
ANSWER_SAMPLES = annotated engine-games

$(BUILD)/answers/by_c: tests/bindings/answers/by_c.c $(wildcard include/*.h) $(SHARED_LIBRARY) $(SHARED_LINKS)
	@mkdir -p $(@D)
	$(call quiet,LINK)$(CC) $(BASE_FLAGS) $(LDFLAGS) -Iinclude -o $@ $< $(EXAMPLE_LIBS)

$(BUILD)/answers/%.bcgn: data/%.pgn $(PROGRAMS)
	@mkdir -p $(@D)
	$(call quiet,PACK)$(BUILD)/pgnpack -qf $< -o $@

# One that was changed: games added in a second segment, some deleted in either, some edited.
$(BUILD)/answers/changed.bcgn: $(BUILD)/answers/clocked.bcgn data/classics.pgn
	cp $< $@.tmp
	$(BUILD)/pgnpack -qq --append=$@.tmp data/classics.pgn
	$(BUILD)/pgndb delete -qq $@.tmp -g 2-9,40,161-163,190
	$(BUILD)/pgndb set -qq $@.tmp Source=data --where plies=60-70
	mv $@.tmp $@

# One with damaged blocks, and the same one whole, whose games of these blocks were deleted.
$(BUILD)/answers/damaged.bcgn: data/clocked.pgn data/classics.pgn tests/bindings/answers/damage.py $(PROGRAMS)
	@mkdir -p $(@D)
	$(BUILD)/pgnpack -qf -B24K data/clocked.pgn -o $(@D)/whole.bcgn
	$(BUILD)/pgnpack -qq --append=$(@D)/whole.bcgn data/classics.pgn
	$(BUILD)/pgndb delete -qq $(@D)/whole.bcgn -g 3,4
	lost=`$(PYTHON) tests/bindings/answers/damage.py $(@D)/whole.bcgn $@.tmp` && $(BUILD)/pgndb delete -qq $(@D)/whole.bcgn -g $$lost
	mv $@.tmp $@

ANSWERED = $(patsubst %,$(BUILD)/answers/%.bcgn,$(ANSWER_SAMPLES) changed)

check-answers: $(ANSWER_WAYS) $(ANSWERED) $(BUILD)/answers/damaged.bcgn
	@$(ANSWER) $(BUILD) $(ANSWERED) $(BUILD)/answers/damaged.bcgn=$(BUILD)/answers/whole.bcgn

answers: $(ANSWER_WAYS)
	@test -n '$(FILES)' || { echo "make answers FILES='a.bcgn b.bcgn'"; exit 1; }
	@SHOW_TIMES=1 $(ANSWER) $(BUILD) $(FILES)

# Nothing of ours: what other programs do with texts that come and go by pipes.
BINDINGS += pipes
check-pipes: $(PROGRAMS)
	@tests/bindings/pipes/run.sh $(BUILD)

# Each check alone is a target, too: that of all is made of them.
check-bindings: check-python check-wasm $(BINDINGS:%=check-%) # what takes longest in one process first
.PHONY: answers check-bindings $(BINDINGS:%=check-%)

# libFuzzer comes with clang. New inputs stay under $(BUILD)/fuzz; interesting ones are moved to tests/fuzz/corpus.
#
# Two builds: `fuzz` with the sanitizers, `fuzz-fast` without, which is several times as quick and sees what the targets
# themselves require. In both, loops over numbers are left alone by what follows comparisons: it takes more time than the
# loops, and says nothing that helps to find inputs. Kernels have no branch that depends on the input: nothing is counted.
FUZZ_KERNELS := $(wildcard src/net/kernels/policy_kernel*.c src/entropy/kernels/mixed_kernel*.c src/entropy/kernels/text_kernel*.c)
FUZZ_MODELS := $(filter-out $(FUZZ_KERNELS),$(wildcard src/moves/best/best_*.c src/net/*/policy_*.c) src/moves/streams/line_odds.c \
                 src/entropy/models/mixed_model.c src/entropy/models/text_model.c)
$(call objects_of,$(FUZZ_MODELS)): FILE_FLAGS = $(FUZZ_MODEL_FLAGS)
$(call objects_of,$(FUZZ_KERNELS)): FILE_FLAGS = $(FUZZ_KERNEL_FLAGS)

FUZZ_OPTIONS = CC=$(CLANG) FUZZ_KERNEL_FLAGS=-fno-sanitize=fuzzer-no-link \
               FUZZ_MODEL_FLAGS='-fno-sanitize=fuzzer-no-link -fsanitize-coverage=inline-8bit-counters,pc-table'
fuzz:
	$(MAKE) --no-print-directory fuzz-programs BUILD=$(BUILD)/fuzz $(FUZZ_OPTIONS) \
	    CFLAGS='-O2 -g -fsanitize=fuzzer-no-link $(SANITIZERS)'

fuzz-fast:
	$(MAKE) --no-print-directory fuzz-programs BUILD=$(BUILD)/fuzz-fast $(FUZZ_OPTIONS) \
	    CFLAGS='-O2 -g -fsanitize=fuzzer-no-link'

fuzz-programs: $(FUZZ_NAMES:%=$(BUILD)/tests/fuzz_%)

# What drives the targets: libFuzzer, or what OSS-Fuzz says (src/packaging/recipes/oss-fuzz).
FUZZ_ENGINE = -fsanitize=fuzzer

# Sizes, shares and options of the targets are in tests/fuzz/targets.
SECONDS = 60
FUZZ_CORPUS = $(BUILD)/fuzz/corpus/$(FUZZ)
fuzz-run: fuzz
	@test -n '$(FUZZ)' || { echo 'make fuzz-run FUZZ=name [SECONDS=60]; names: $(FUZZ_NAMES)'; exit 1; }
	@mkdir -p $(FUZZ_CORPUS) tests/fuzz/corpus/$(FUZZ)
	$(BUILD)/fuzz/tests/fuzz_$(FUZZ) -max_total_time=$(SECONDS) -artifact_prefix=$(BUILD)/fuzz/$(FUZZ)- \
	    -max_len=$(shell awk '$$1 == "$(FUZZ)" { print $$2 }' tests/fuzz/targets) $(FUZZ_CORPUS) tests/fuzz/corpus/$(FUZZ)

# All targets (or FUZZ='name name') in turn, SECONDS for each of FUZZ_JOBS; fuzz-seeds then keeps what reached more.
FUZZ_JOBS = 1
fuzz-campaign: fuzz fuzz-fast
	tests/fuzz/campaign.sh $(BUILD) $(SECONDS) $(FUZZ_JOBS) $(FUZZ)

fuzz-seeds: fuzz
	tests/fuzz/campaign.sh $(BUILD) seeds $(FUZZ)

.PHONY: fuzz fuzz-fast fuzz-programs fuzz-run fuzz-campaign fuzz-seeds

# Frama-C's Eva (Debian: frama-c-base) over what reads hostile numbers: tests/prove/README.md. PROVE=names selects.
PROVE =
prove:
	@BUILD=$(BUILD) tests/prove/prove.sh $(PROVE)

.PHONY: prove

# One-token changes of the library, and which of them no test notices: tests/mutants/README.md. Hours for many.
MUTANTS = --count 60
mutants:
	tests/mutants/mutants.py --work $(BUILD)/mutants $(MUTANTS)

.PHONY: mutants

# ---------------------------------------------------------------------------------------------------------
# Measuring, showing
# ---------------------------------------------------------------------------------------------------------

# Pages of each function, type and section of the header: needs doxygen. Those of members of structs are left out.
reference:
	rm -rf $(BUILD)/reference
	BUILD='$(BUILD)' VERSION=$(VERSION) doxygen docs/reference/Doxyfile
	find $(BUILD)/reference/man ! -type d ! -name 'pgnpack_*' ! -name 'PGNPACK_*' ! -name 'section*' -delete
	@echo '$(BUILD)/reference/html/index.html, man -M $(BUILD)/reference/man pgnpack_reader_open'

# README, documents and manual pages as HTML: needs pandoc and mandoc.
site:
	src/packaging/site/make_site.sh $(BUILD)/site
	@echo '$(BUILD)/site/index.html'

check-site: site
	tests/scripts/check_site.py $(BUILD)/site

.PHONY: reference site check-site

bench: all $(BENCHES)
	@test -d '$(CORPUS)' || { echo 'make bench CORPUS=folder-of-PGN-files'; exit 1; }
	tests/bench/run_benches.py $(BUILD) '$(CORPUS)'

demo:
	@$(MAKE) --no-print-directory $(PARALLEL) all
	@tests/scripts/demo.sh $(BUILD)

.PHONY: bench demo

# ---------------------------------------------------------------------------------------------------------
# The table of openings (data/README.md): make openings OPENINGS=folder makes $(BUILD)/openings.txt of the *.tsv there
# ---------------------------------------------------------------------------------------------------------

OPENINGS_FROM = a folder of one's own.
openings:
	@test -d '$(OPENINGS)' || { echo 'make openings OPENINGS=folder-of-TSV-files OPENINGS_FROM="where they are from."'; exit 1; }
	@mkdir -p $(BUILD)
	tests/scripts/make_openings.py '$(OPENINGS_FROM)' $(sort $(wildcard $(OPENINGS)/*.tsv)) > $(BUILD)/openings.txt

.PHONY: openings

# ---------------------------------------------------------------------------------------------------------
# Training a policy net (data/README.md): make train CORPUS=folder NET=0 writes $(BUILD)/model-0.bin; NET=tables, the
# tables of codec "table": $(BUILD)/tables-0.bin
# ---------------------------------------------------------------------------------------------------------

TRAIN_LIST = data/training-games.txt
NET = 0
TRAIN_OPTIONS =
TRAIN_OUTPUT = $(BUILD)/$(if $(filter tables,$(NET)),tables-0,model-$(NET)).bin

train-tools: $(BUILD)/train

$(BUILD)/train: $(call objects_of,$(TRAIN_SOURCES)) $(INNER_LIBRARY)
	$(call quiet,LINK)$(LINK) -o $@ $^ $(ZSTD_LIBS) -lm

train: train-tools
	@test -d '$(CORPUS)' || { echo 'make train CORPUS=folder-of-PGN-files'; exit 1; }
	$(BUILD)/train --net $(NET) $(TRAIN_OPTIONS) $(TRAIN_LIST) '$(CORPUS)' $(TRAIN_OUTPUT)

.PHONY: train-tools train

# ---------------------------------------------------------------------------------------------------------
# Installing
# ---------------------------------------------------------------------------------------------------------

MAN_SECTIONS = 1 3 5
CMAKEDIR = $(LIBDIR)/cmake/pgnpack
CMAKE_FILES = pgnpack-config.cmake pgnpack-config-version.cmake
# The package may be moved: its folders are found from each other.
INCLUDE_FROM_LIB = $(shell realpath -sm --relative-to=$(LIBDIR) $(INCLUDEDIR))
# Linked anew: there they find the library by the way from folder to folder, or among the system's.
LIB_FROM_BIN = $(shell realpath -sm --relative-to=$(BINDIR) $(LIBDIR))
define install_command
	@$(call LINK_COMMAND,$(1),$(if $(filter-out /usr,$(PREFIX)),'$(ORIGIN)/$(LIB_FROM_BIN)'))
	$(OBJCOPY) --strip-unneeded $(1)
	chmod 755 $(1)

endef
BASH_COMPLETIONS = $(wildcard docs/completions/*.bash)
ZSH_COMPLETIONS = $(wildcard docs/completions/_*)
FISH_COMPLETIONS = $(wildcard docs/completions/*.fish)
# What desktops know files by, as freedesktop.org's specifications say.
MIME_TYPE = $(DATADIR)/mime/packages/pgnpack.xml
MIME_ICON = $(DATADIR)/icons/hicolor/scalable/mimetypes/application-x-bcgn.svg

# The folders stand in lists: one with a blank would be two.
ifneq ($(filter install uninstall,$(MAKECMDGOALS)),)
ifneq ($(words <$(DESTDIR)$(BINDIR)$(LIBDIR)$(INCLUDEDIR)$(MANDIR)$(DATADIR)>),1)
$(error DESTDIR, PREFIX and the folders below it can have no blanks (DESTDIR is "$(DESTDIR)", PREFIX "$(PREFIX)"): install into another folder, and move what is there)
endif
endif

install: all
	install -d $(DESTDIR)$(BINDIR) $(DESTDIR)$(LIBDIR)/pkgconfig $(DESTDIR)$(INCLUDEDIR)
	install -m 644 include/pgnpack.h include/pgnpack_extra.h include/pgnpack.hpp $(DESTDIR)$(INCLUDEDIR)/
	install -m 644 $(STATIC_LIBRARY) $(DESTDIR)$(LIBDIR)/
	$(OBJCOPY) --strip-debug $(DESTDIR)$(LIBDIR)/$(notdir $(STATIC_LIBRARY))
	install -m 755 $(SHARED_LIBRARY) $(DESTDIR)$(LIBDIR)/
	$(OBJCOPY) --strip-unneeded $(DESTDIR)$(LIBDIR)/$(notdir $(SHARED_LIBRARY))
	for link in $(notdir $(SHARED_LINKS)); do ln -sf $(notdir $(SHARED_LIBRARY)) $(DESTDIR)$(LIBDIR)/$$link; done
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' \
	    -e 's|@VERSION@|$(VERSION)|' src/lib/libpgnpack.pc.in > $(DESTDIR)$(LIBDIR)/pkgconfig/pgnpack.pc
	cp $(DESTDIR)$(LIBDIR)/pkgconfig/pgnpack.pc $(DESTDIR)$(LIBDIR)/pkgconfig/libpgnpack.pc
	install -d $(DESTDIR)$(CMAKEDIR)
	for file in $(CMAKE_FILES); do sed -e 's|@VERSION@|$(VERSION)|' -e 's|@MAJOR@|$(MAJOR)|g' \
	    -e 's|@SONAME@|$(SONAME)|' -e 's|@SHARED@|$(notdir $(SHARED_LIBRARY))|' -e 's|@THREADS@|$(if $(filter none,$(THREADS)),,pthread)|' \
	    -e 's|@INCLUDEDIR@|$(INCLUDE_FROM_LIB)|' src/lib/$$file.in > $(DESTDIR)$(CMAKEDIR)/$$file; done
	$(foreach program,$(PROGRAMS),$(call install_command,$(DESTDIR)$(BINDIR)/$(notdir $(program))))
	for section in $(MAN_SECTIONS); do for page in docs/*.$$section; do \
	    if [ -f $$page ]; then install -d $(DESTDIR)$(MANDIR)/man$$section && \
	    install -m 644 $$page $(DESTDIR)$(MANDIR)/man$$section/; fi; done; done
	install -d $(addprefix $(DESTDIR)$(DATADIR)/,bash-completion/completions zsh/site-functions fish/vendor_completions.d)
	for file in $(BASH_COMPLETIONS); do \
	    install -m 644 $$file $(DESTDIR)$(DATADIR)/bash-completion/completions/$$(basename $$file .bash); done
	for file in $(ZSH_COMPLETIONS); do \
	    install -m 644 $$file $(DESTDIR)$(DATADIR)/zsh/site-functions/; done
	for file in $(FISH_COMPLETIONS); do \
	    install -m 644 $$file $(DESTDIR)$(DATADIR)/fish/vendor_completions.d/; done
	install -d $(DESTDIR)$(dir $(MIME_TYPE)) $(DESTDIR)$(dir $(MIME_ICON))
	install -m 644 src/packaging/desktop/pgnpack.xml $(DESTDIR)$(MIME_TYPE)
	install -m 644 src/bindings/web/icon.svg $(DESTDIR)$(MIME_ICON)

uninstall:
	rm -f $(addprefix $(DESTDIR)$(INCLUDEDIR)/,pgnpack.h pgnpack_extra.h pgnpack.hpp) $(addprefix $(DESTDIR)$(LIBDIR)/pkgconfig/,pgnpack.pc libpgnpack.pc)
	rm -f $(addprefix $(DESTDIR)$(LIBDIR)/,$(notdir $(STATIC_LIBRARY) $(SHARED_LIBRARY) $(SHARED_LINKS)))
	rm -f $(addprefix $(DESTDIR)$(CMAKEDIR)/,$(CMAKE_FILES))
	rm -f $(addprefix $(DESTDIR)$(BINDIR)/,$(notdir $(PROGRAMS)))
	rm -f $(foreach s,$(MAN_SECTIONS),$(addprefix $(DESTDIR)$(MANDIR)/man$(s)/,$(notdir $(wildcard docs/*.$(s)))))
	rm -f $(addprefix $(DESTDIR)$(DATADIR)/bash-completion/completions/,$(notdir $(BASH_COMPLETIONS:.bash=)))
	rm -f $(addprefix $(DESTDIR)$(DATADIR)/zsh/site-functions/,$(notdir $(ZSH_COMPLETIONS)))
	rm -f $(addprefix $(DESTDIR)$(DATADIR)/fish/vendor_completions.d/,$(notdir $(FISH_COMPLETIONS)))
	rm -f $(DESTDIR)$(MIME_TYPE) $(DESTDIR)$(MIME_ICON)

clean:
	rm -rf $(BUILD)

.PHONY: install uninstall clean

# ---------------------------------------------------------------------------------------------------------
# Other systems (docs/SYSTEMS.md). zstd and zlib come from Debian's sources, so there is no libarchive.
# ---------------------------------------------------------------------------------------------------------

MINGW = x86_64-w64-mingw32
MUSL_CC = musl-gcc
FOREIGN = BUILD=$(BUILD)/$(1) CC='$(2)' AR=$(3) HOSTCC='$(CC)' ARCHIVE=none ZSTD_CFLAGS='-isystem $(BUILD)/$(1)/libraries/include' \
          ZLIB_CFLAGS= ZSTD_LIBS=$(BUILD)/$(1)/libraries/libzstd.a ZLIB_LIBS=$(BUILD)/$(1)/libraries/libz.a

windows:
	src/packaging/fetch_sources.sh $(BUILD)/sources
	src/packaging/build_libraries.sh $(BUILD)/sources $(BUILD)/windows/libraries $(MINGW)-gcc $(MINGW)-ar
	$(MAKE) --no-print-directory $(call FOREIGN,windows,$(MINGW)-gcc,$(MINGW)-ar) OBJCOPY=$(MINGW)-objcopy NM=$(MINGW)-nm \
	    library commands

musl:
	src/packaging/fetch_sources.sh $(BUILD)/sources
	src/packaging/build_libraries.sh $(BUILD)/sources $(BUILD)/musl/libraries $(MUSL_CC) $(AR)
	$(MAKE) --no-print-directory $(call FOREIGN,musl,$(MUSL_CC),$(AR)) COMMAND_LDFLAGS=-static commands

# Both, run: the first in wine.
check-windows: all windows
	tests/scripts/check_windows.sh $(BUILD) $(BUILD)/windows

check-musl: all musl
	tests/scripts/check_static.sh $(BUILD) $(BUILD)/musl
	tests/cli/run.sh -q $(BUILD)/musl changes locks copies dedupe edit deleted losses

# ---------------------------------------------------------------------------------------------------------
# Releases: src/packaging
# ---------------------------------------------------------------------------------------------------------

dist:
	src/packaging/make_dist.sh $(VERSION) $(BUILD)/dist

deb:
	src/packaging/make_deb.sh $(VERSION) $(SERIES) $(BUILD)/deb '$(URL)'

# What other package managers build a release of: make recipes URL=https://the.project's.home
recipes:
	@test -n '$(URL)' || { echo "make recipes URL=https://..., below which releases/download/v$(VERSION) will be"; exit 1; }
	src/packaging/make_recipes.sh $(VERSION) $(SERIES) $(BUILD)/recipes '$(URL)'

check-dist:
	MAKE='$(MAKE)' tests/scripts/check_dist.sh $(VERSION)
	MAKE='$(MAKE)' BUILD='$(BUILD)' tests/scripts/check_recipes.sh $(VERSION) $(SERIES)

# The packages installed and used on this machine, which has to be there for that.
check-deb:
	@[ '$(BARE_MACHINE)' = yes ] || { echo "this installs packages: make check-bare COMMAND='make check-artefacts', or BARE_MACHINE=yes"; exit 1; }
	DEB_BUILD_OPTIONS=nocheck $(MAKE) --no-print-directory deb
	tests/scripts/check_deb.sh $(VERSION) $(BUILD)/deb

# Each artefact made, installed, and tried by what its document shows first (docs/BUILDING.md, "What is made, and how it is tried").
ARTEFACT_CHECKS = all check-install check-sqlite-shown check-rust check-python check-duckdb check-wasm check-deb
check-artefacts:
	@tests/scripts/tally.sh $(MAKE) --no-print-directory $(PARALLEL) check-artefacts-steps

check-artefacts-steps:
	@status=0; for part in $(ARTEFACT_CHECKS); do tests/scripts/timed.sh $$part \
	    $(MAKE) --no-print-directory $$part PYTHON_TESTS=test_packages DUCKDB_TESTS=extension: WASM_SUITES=package || status=1; done; exit $$status

.PHONY: windows musl check-windows check-musl dist deb recipes check-dist check-deb check-artefacts check-artefacts-steps

# ---------------------------------------------------------------------------------------------------------
# Tidiness
# ---------------------------------------------------------------------------------------------------------

FORMATTED = $(wildcard include/*.h src/*/*.[ch] src/*/*/*.[ch] tests/*/*.[ch] tests/bindings/*/*.[ch] docs/examples/*.c)
format-check:
	@CLANG_FORMAT='$(CLANG_FORMAT)' tests/scripts/check_style.sh $(FORMATTED)

format:
	$(CLANG_FORMAT) -i $(FORMATTED)

help:
	@echo 'all             the library, pgnpack, pgnunpack, pgnfind, pgndb and the examples, under $(BUILD)'
	@echo 'demo            packs and unpacks the samples in data/ and shows the sizes'
	@echo 'check           unit tests, command line tests, fuzz corpus, source and export checks'
	@echo 'check-work      that work grows with the input and not with its square, counted in steps; a part of check'
	@echo 'sqlite, duckdb, python, rust, wasm, web  the bindings (docs/bindings.md), each under $(BUILD)/NAME; npm: the package of wasm (URL=)'
	@echo 'check-bindings  SQL, Python, Rust, clusters, browser; each alone: $(BINDINGS:%=check-%)'
	@echo 'answers         FILES=databases: 23 questions by commands, C, SQL, Python, a cluster and WebAssembly, compared'
	@echo 'check-sanitize  the tests with the address and undefined-behaviour sanitizers'
	@echo 'check-builds    builds that leave something out (docs/BUILDING.md), tried; a part of check-all'
	@echo 'check-threads   the tests of what has threads with the thread sanitizer'
	@echo 'ways            how many source files packing, unpacking, a search and a change go through; WAYS=-l names them'
	@echo 'coverage        what of each source file the whole test suite executes; tests/scripts/coverage.py -l lists the rest'
	@echo 'check-all       all of these, two compilers with -Werror, and the installed files'
	@echo 'check-bare      [CHECK_BARE="root user tarball"]: demo and check-all in Debians made anew; needs root (docs/RELIABILITY.md)'
	@echo 'torture         long trials: round trips, damage, lost blocks, other compilers and machines; with figures'
	@echo 'same-bytes      other compilers and machines (32 bits, big-endian, ARM) pack the same; FETCH=1 fetches those'
	@echo 'roundtrip       PGN=files there and back: BCGN 1 byte by byte, BCGN 0 in every scheme game by game'
	@echo 'roundtrip-shards  PGN=file: 200,000 games from four files packed separately and joined'
	@echo 'fuzz            builds the fuzz targets; fuzz-run FUZZ=name SECONDS=60 runs one'
	@echo 'fuzz-campaign   SECONDS=3600 FUZZ_JOBS=1 [FUZZ=names]: all in turn, with and without sanitizers; prints a table'
	@echo 'prove           lets Frama-C analyse what reads hostile numbers; see tests/prove/README.md'
	@echo 'mutants         MUTANTS="--count 60 --seed 1": changes of the library that no test notices; tests/mutants/README.md'
	@echo 'vectors-anew    notes the hashes of what is packed and the test values of FORMAT.md anew, after a change of what the packer chooses'
	@echo 'reference       $(BUILD)/reference/html and man, from the header, by doxygen'
	@echo 'site            $(BUILD)/site: README, documents and manual pages as HTML, by pandoc and mandoc; check-site: its links'
	@echo 'bench           CORPUS=folder of PGN files [BENCH_ONLY=part]: measures; see tests/bench/README.md; docs/ABLATION.md'
	@echo 'openings        OPENINGS=folder of TSV files: the table of openings for data/, made anew'
	@echo 'train           CORPUS=folder of PGN files: NET=0, 1 or tables: learns the weights of a policy net, or tables, anew'
	@echo 'windows, musl   the library and commands for Windows, static commands; check-windows (in wine), check-musl: docs/SYSTEMS.md'
	@echo 'dist, deb       a reproducible tarball; Debian packages; check-dist. recipes URL=: for rpm, Arch, Homebrew, Nix, vcpkg, Conan'
	@echo 'check-artefacts  each package and extension installed and tried by its document (docs/BUILDING.md): by check-bare'
	@echo 'install         PREFIX=/usr/local DESTDIR=; uninstall takes the same files away'
	@echo 'format-check    what clang-format would change; format changes it'
	@echo 'clean           removes $(BUILD)'
	@echo 'Variables: BUILD CC CFLAGS CPPFLAGS LDFLAGS ARCHFLAGS WERROR=1 ARCHIVE=none'

.PHONY: format-check format help

-include $(shell find $(BUILD)/obj $(BUILD)/host -name '*.d' 2>/dev/null)
