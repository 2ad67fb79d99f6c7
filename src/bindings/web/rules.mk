# The page (docs/bindings/web.md): `make web` puts all that a server has to have into $(BUILD)/web.
BINDINGS += web

WEB = $(BUILD)/web
# package.json tells Node of the tests that the sources are modules.
WEB_FILES = $(filter-out %/rules.mk %/package.json,$(wildcard src/bindings/web/*))
WEB_LIBRARY = $(WASM_SCRIPTS) $(WASM_MODULES) $(WASM_MODELS)

web: wasm
	rm -rf $(WEB) && mkdir -p $(WEB)
	cp $(WEB_FILES) $(WEB_LIBRARY) data/openings.txt $(WEB)
.PHONY: web

$(BUILD)/npm/web/node_modules: tests/bindings/web/package.json
	mkdir -p $(@D) && cp $< $(@D)
	cd $(@D) && $(NPM) install --no-audit --no-fund
	touch $@

# Every view by axe-core, which is not fetched: AXE is its script, axe.min.js of the npm package.
check-axe: web $(BUILD)/npm/web/node_modules
	BUILD='$(BUILD)' $(NODE) tests/bindings/web/check_axe.mjs '$(AXE)'

check-web: web npm $(BUILD)/pgnpack $(BUILD)/pgnunpack $(BUILD)/pgnfind $(BUILD)/npm/web/node_modules
	BUILD='$(BUILD)' $(NODE) tests/bindings/web/run.mjs
