# The Python package (docs/bindings/python.md): no C of its own. `make python`: a wheel with the library inside, $(BUILD)/python/*.whl.
BINDINGS += python
PYTHON_WHEEL = $(BUILD)/python/pgnpack-$(VERSION).made

python: $(PYTHON_WHEEL)

$(PYTHON_WHEEL): $(SHARED_LIBRARY) $(wildcard src/bindings/python/pgnpack/*.py) src/bindings/python/make_wheel.py
	@mkdir -p $(@D)
	@rm -f $(@D)/*.whl
	@$(OBJCOPY) --strip-unneeded $(SHARED_LIBRARY) $(@D)/library
	$(call quiet,ZIP )$(PYTHON) src/bindings/python/make_wheel.py $(@D)/library $(VERSION) $(@D) > $@.part
	@rm $(@D)/library
	@mv $@.part $@

check-python: $(PYTHON_WHEEL) $(SHARED_LINKS) $(BUILD)/pgnpack $(BUILD)/pgnunpack $(BUILD)/pgndb
	@BUILD='$(BUILD)' PYTHON='$(PYTHON)' CC='$(CC)' tests/bindings/python/run.sh
.PHONY: python
