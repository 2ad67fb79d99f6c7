# Dask (src/bindings/python/pgnpack/dask.py, remote.py) and the scripts of docs/cluster: nothing to build but what they use.
BINDINGS += dask

check-dask: $(PROGRAMS) $(SHARED_LIBRARY) $(SHARED_LINKS)
	@BUILD='$(BUILD)' PYTHON='$(PYTHON)' tests/bindings/dask/run.sh
