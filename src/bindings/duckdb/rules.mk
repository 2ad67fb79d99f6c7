# The DuckDB extension (docs/bindings/duckdb.md): $(BUILD)/duckdb/pgnpack.duckdb_extension. Its headers, duckdb.h and
# duckdb_extension.h, come from the npm package of DuckDB's sources, of which nothing else is kept, or are in DUCKDB_INCLUDE.
DUCKDB = $(BUILD)/duckdb
DUCKDB_HEADERS_PACKAGE = duckdb@1.4.4
DUCKDB_INCLUDE = $(DUCKDB)/include
DUCKDB_HEADERS = $(DUCKDB_INCLUDE)/duckdb_extension.h
DUCKDB_EXTENSION = $(DUCKDB)/pgnpack.duckdb_extension
DUCKDB_HOST = $(BUILD)/npm/duckdb
DUCKDB_SOURCES = $(SQL_SOURCES) $(wildcard src/bindings/duckdb/*.c)
DUCKDB_OBJECTS = $(DUCKDB_SOURCES:%.c=$(DUCKDB)/objects/%.o)

# DuckDB's name for the machine, as PRAGMA platform gives it.
DUCKDB_SYSTEM = $(if $(findstring mingw,$(MACHINE)),windows,$(if $(findstring darwin,$(MACHINE)),osx,linux))
DUCKDB_MACHINE = $(patsubst x86_64,amd64,$(patsubst aarch64,arm64,$(firstword $(subst -, ,$(MACHINE)))))
DUCKDB_PLATFORM = $(DUCKDB_SYSTEM)_$(DUCKDB_MACHINE)$(if $(findstring musl,$(MACHINE)),_musl)

$(DUCKDB)/include/duckdb_extension.h: src/bindings/duckdb/rules.mk
	$(call quiet,NPM )mkdir -p $(@D) && cd $(@D) && rm -f *.tgz && $(NPM) pack --silent $(DUCKDB_HEADERS_PACKAGE) >/dev/null 2>&1
	@cd $(@D) && tar -xzf *.tgz --strip-components=5 $(addprefix package/src/duckdb/src/include/,duckdb.h duckdb_extension.h)
	@rm -f $(@D)/*.tgz && touch $@

# The header is DuckDB's: its warnings are not ours.
$(DUCKDB)/objects/%.o: %.c $(DUCKDB_HEADERS)
	@mkdir -p $(@D)
	$(call quiet,CC  )$(COMPILE) -Isrc -isystem $(DUCKDB_INCLUDE) -fPIC -fvisibility=hidden -c -o $@ $<

-include $(DUCKDB_OBJECTS:.o=.d)

$(DUCKDB)/pgnpack.so: $(DUCKDB_OBJECTS) $(STATIC_LIBRARY)
	$(call quiet,LINK)$(LINK) -shared $(SHARED_LDFLAGS) -Wl,--exclude-libs,ALL -o $@ $^ $(ZSTD_LIBS) $(SYSTEM_LIBS)

$(DUCKDB_EXTENSION): $(DUCKDB)/pgnpack.so src/bindings/duckdb/append_footer.py
	$(call quiet,FOOT)$(PYTHON) src/bindings/duckdb/append_footer.py $< $@ $(DUCKDB_PLATFORM) $(VERSION)

$(DUCKDB_HOST)/installed: src/bindings/duckdb/package.json
	$(call quiet,NPM )mkdir -p $(@D) && cp $< $(@D)/ && cd $(@D) && $(NPM) install --no-audit --no-fund --silent && touch installed

# The same, but that its memory runs out where a test says.
DUCKDB_FAULTS = $(DUCKDB)/faults/pgnpack.duckdb_extension
$(DUCKDB_FAULTS): tests/bindings/duckdb/faults.c $(DUCKDB_OBJECTS) $(STATIC_LIBRARY) src/bindings/duckdb/append_footer.py
	@mkdir -p $(@D)
	$(call quiet,LINK)$(LINK) -std=c11 -fPIC -shared $(SHARED_LDFLAGS) -Wl,--exclude-libs,ALL -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc \
	    -o $(@D)/pgnpack.so $< $(DUCKDB_OBJECTS) $(STATIC_LIBRARY) $(ZSTD_LIBS) $(SYSTEM_LIBS)
	@$(PYTHON) src/bindings/duckdb/append_footer.py $(@D)/pgnpack.so $@ $(DUCKDB_PLATFORM) $(VERSION)

duckdb: $(DUCKDB_EXTENSION)
.PHONY: duckdb

BINDINGS += duckdb
check-duckdb: $(DUCKDB_EXTENSION) $(DUCKDB_FAULTS) $(DUCKDB_HOST)/installed $(PROGRAMS)
	@NODE_PATH=$(abspath $(DUCKDB_HOST)/node_modules) BUILD=$(BUILD) $(NODE) tests/bindings/duckdb/check.js $(DUCKDB_TESTS)
