# The Python package (docs/bindings/python.md): no C of its own. `make wheel`: a wheel with the library inside, $(BUILD)/python/*.whl; `make sdist`:
# what pip builds one of, $(BUILD)/sdist/*.tar.gz.
BINDINGS += python
PYTHON_WHEEL = $(BUILD)/python/pgnpack-$(VERSION).made
PYTHON_SOURCES = $(wildcard src/bindings/python/pgnpack/*.py) $(wildcard src/bindings/python/*.py) docs/bindings/python.md LICENSE
PYTHON_SDIST = $(BUILD)/sdist/pgnpack-$(VERSION).tar.gz

python wheel: $(PYTHON_WHEEL)
sdist: $(PYTHON_SDIST)

# Where it can be, for older systems than this one: see manylinux.c. libzstd is inside then, if it is here as an archive.
ifneq (,$(filter x86_64-linux-gnu x86_64-pc-linux-gnu aarch64-linux-gnu,$(MACHINE)))
ifneq (,$(wildcard $(shell $(CC) $(ARCHFLAGS) -print-file-name=libzstd.a)))
WHEEL_OBJECTS = $(BUILD)/python/manylinux.o
WHEEL_LDFLAGS = $(foreach name,pthread_create pthread_join stat64 lstat64 fstat64,-Wl,--wrap=$(name)) -Wl,--exclude-libs,ALL
WHEEL_LIBS = -l:libzstd.a -Wl,--no-as-needed -l:libpthread.so.0
endif
endif
WHEEL_LIBS ?= $(ZSTD_LIBS) $(SYSTEM_LIBS)

$(BUILD)/python/manylinux.o: src/bindings/python/manylinux.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call quiet,CC  )$(COMPILE) -c -o $@ $<

$(BUILD)/python/library: $(LIBRARY_OBJECTS) $(SHARED_EXPORTS) $(WHEEL_OBJECTS)
	@mkdir -p $(@D)
	$(call quiet,LINK)$(LINK) -shared $(SHARED_FLAGS) $(UNUSED_LDFLAGS) $(WHEEL_LDFLAGS) -o $@ $(LIBRARY_OBJECTS) $(WHEEL_OBJECTS) $(WHEEL_LIBS)
	@$(OBJCOPY) --strip-unneeded $@

$(PYTHON_WHEEL): $(BUILD)/python/library $(PYTHON_SOURCES)
	@rm -f $(@D)/*.whl
	$(call quiet,ZIP )$(PYTHON) src/bindings/python/make_wheel.py $< $(@D) > $@.part
	@mv $@.part $@

# Of the whole tree, so that it is made anew each time.
$(PYTHON_SDIST):
	$(call quiet,TAR )src/bindings/python/make_sdist.sh $(VERSION) $(@D)

check-python: $(PYTHON_WHEEL) $(PYTHON_SDIST) $(SHARED_LINKS) $(BUILD)/pgnpack $(BUILD)/pgnunpack $(BUILD)/pgndb
	@BUILD='$(BUILD)' PYTHON='$(PYTHON)' CC='$(CC)' tests/bindings/python/run.sh $(PYTHON_TESTS)
.PHONY: python wheel sdist $(PYTHON_SDIST)
