# WebAssembly (docs/bindings/wasm.md): three modules, each with all of the one before: reader.wasm, search.wasm, packer.wasm. They
# are linked by the linker itself: the compiler, told to optimise, would hand them to whatever wasm-opt there is.
BINDINGS += wasm

WASM = $(BUILD)/wasm
WASM_CC = $(CLANG) --target=wasm32-wasi -msimd128 -mbulk-memory -msign-ext -mnontrapping-fptoint
WASM_AR = llvm-ar
WASM_LD = wasm-ld
# Small, but for what has most of the work (below).
WASM_CFLAGS = -Oz -fdata-sections
WASM_LIBRARY = BUILD=$(WASM) CC='$(WASM_CC)' AR=$(WASM_AR) HOSTCC='$(CC)' ARCHIVE=none THREADS=none NETS=none TABLES=start ARCHFLAGS= \
               CFLAGS='$(WASM_CFLAGS)' CPPFLAGS= LDFLAGS= ZSTD_CFLAGS='-isystem $(WASM)/libraries/include'
# The ES module: pgnpack.js, and its parts.
WASM_SCRIPTS = $(wildcard src/bindings/wasm/*.js)
WASM_MODULES = $(addprefix $(WASM)/,reader.wasm search.wasm packer.wasm)

wasm:
	src/packaging/fetch_sources.sh $(BUILD)/sources
	src/bindings/wasm/build_zstd.sh $(BUILD)/sources $(WASM)/libraries '$(WASM_CC)' $(WASM_AR)
	$(MAKE) --no-print-directory $(WASM_LIBRARY) $(WASM_MODULES)

# What files of level 4 and up need besides.
WASM_MODELS = data/model-0.bin data/model-1.bin data/tables-0.bin

# What only Node has: the command, and a thread.
WASM_NODE_SCRIPTS = $(wildcard src/bindings/wasm/*.mjs)

# A release's has the project's address: make npm URL=https://the.project's.home
npm: wasm
	src/bindings/wasm/make_package.sh $(VERSION) $(WASM) $(BUILD)/npm-package '$(NPM)' '$(URL)' $(WASM_SCRIPTS) $(WASM_NODE_SCRIPTS) $(WASM_MODELS)
.PHONY: wasm npm

# For its compiler, which sees whether the types are in order.
$(BUILD)/npm/wasm/node_modules: tests/bindings/wasm/package.json
	mkdir -p $(@D) && cp $< $(@D)
	cd $(@D) && $(NPM) install --no-audit --no-fund
	touch $@

check-wasm: npm $(PROGRAMS) $(BUILD)/npm/wasm/node_modules
	$(MAKE) --no-print-directory $(WASM_LIBRARY) $(WASM)/kernels.wasm
	BUILD='$(BUILD)' NPM='$(NPM)' $(NODE) tests/bindings/wasm/run.mjs $(BUILD)/npm-package/pgnpack-$(VERSION).tgz $(WASM_SUITES)

# What follows is for the compiler that is called above, whose $(BUILD) is $(WASM).
WASM_SOURCES := $(wildcard src/bindings/wasm/*.c)
WASM_LIBC = $(shell $(CC) -print-file-name=libc.a)
# No number is ever printed with a fraction.
WASM_LIBS = $(BUILD)/libraries/libzstd.a $(dir $(WASM_LIBC))libc-printscan-no-floating-point.a $(WASM_LIBC) \
            $(shell $(CC) -print-libgcc-file-name)
# Addresses of the upper 2 GiB would be negative numbers in JavaScript.
# Numbers that the linker fills in are five bytes long each unless it is told to compress them.
WASM_LDFLAGS = --no-entry --export=__wasm_call_ctors --gc-sections --strip-all --compress-relocations --stack-first -z stack-size=1048576 \
               --max-memory=2147418112

# Decoding: numbers, moves, nets.
ifeq ($(SYSTEM),wasm)
WASM_FAST = $(addprefix src/net/,policy_kernel_simd128.c policy_features.c) src/chess/position.c
$(call objects_of,$(WASM_FAST)): SPEED_FLAGS = $(if $(filter %/policy_features.o,$@),-Os,-O2)
endif
$(call objects_of,$(WASM_SOURCES)): FILE_FLAGS = -Wno-missing-prototypes

WASM_PACKER = $(WASM_SOURCES)
WASM_SEARCH = $(filter-out %/packer.c,$(WASM_PACKER))
WASM_READER = $(filter-out %/search.c,$(WASM_SEARCH))
$(BUILD)/packer.wasm: $(call objects_of,$(WASM_PACKER))
$(BUILD)/search.wasm: $(call objects_of,$(WASM_SEARCH))
$(BUILD)/reader.wasm: $(call objects_of,$(WASM_READER))
$(BUILD)/kernels.wasm: $(call objects_of,tests/bindings/wasm/kernels.c)
$(addprefix $(BUILD)/,reader.wasm search.wasm packer.wasm kernels.wasm): $(INNER_LIBRARY)
	$(call quiet,LINK)$(WASM_LD) $(WASM_LDFLAGS) -o $@ $^ $(WASM_LIBS)
