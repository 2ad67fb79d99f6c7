# The SQLite extension: $(BUILD)/sqlite/pgnpack.so, loaded by `.load` or sqlite3_load_extension(). The library is in it.
# nodelete: where loading fails halfway for want of memory, SQLite closes the file, but still has modules of it.
BINDINGS += sqlite
SQLITE_SOURCES := $(wildcard src/bindings/sqlite/*.c) $(SQL_SOURCES)
SQLITE_EXTENSION = $(BUILD)/sqlite/pgnpack.so
SQLITE_FAULTS = $(BUILD)/sqlite/faults
SQLITE_LAYER = $(BUILD)/sqlite/layer
TABLE_FAULTS = $(BUILD)/sqlite/table_faults

sqlite: $(SQLITE_EXTENSION)
.PHONY: sqlite

$(SQLITE_EXTENSION): $(call objects_of,$(SQLITE_SOURCES)) $(STATIC_LIBRARY)
	@mkdir -p $(@D)
	$(call quiet,LINK)$(LINK) -shared $(SHARED_LDFLAGS) -Wl,-z,nodelete -Wl,--exclude-libs,ALL -o $@ $^ $(ZSTD_LIBS) -lm -lpthread

$(SQLITE_FAULTS): tests/bindings/sqlite/faults.c
	@mkdir -p $(@D)
	$(call quiet,LINK)$(CC) $(BASE_FLAGS) $(LDFLAGS) -o $@ $< -lsqlite3

$(SQLITE_LAYER): tests/bindings/sqlite/layer.c $(call objects_of,$(SQL_SOURCES)) $(STATIC_LIBRARY)
	@mkdir -p $(@D)
	$(call quiet,LINK)$(CC) $(BASE_FLAGS) $(LDFLAGS) -Iinclude -Isrc -o $@ $^ $(ZSTD_LIBS) -lpthread

$(TABLE_FAULTS): tests/bindings/sqlite/table_faults.c $(call objects_of,$(SQL_SOURCES)) $(STATIC_LIBRARY)
	@mkdir -p $(@D)
	$(call quiet,LINK)$(CC) $(BASE_FLAGS) -Iinclude -Isrc $(LDFLAGS) -o $@ $^ $(ZSTD_LIBS) -lm -lpthread

# What the document shows first, with the extension alone.
check-sqlite-shown: $(SQLITE_EXTENSION) $(PROGRAMS)
	@PATH='$(abspath $(BUILD))':"$$PATH" SQLITE_EXTENSION='$(abspath $(SQLITE_EXTENSION))' tests/scripts/run_shown.sh sqlite
.PHONY: check-sqlite-shown

check-sqlite: check-sqlite-shown $(SQLITE_FAULTS) $(SQLITE_LAYER) $(TABLE_FAULTS) $(PROGRAMS)
	$(PYTHON) -B tests/bindings/sqlite/check_sqlite.py $(BUILD)
