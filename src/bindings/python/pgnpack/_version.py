"""The version: that of include/pgnpack.h, which a test compares. The library's file is named by its series."""

VERSION = '1.0.0'
SERIES = VERSION.split('.', 1)[0]
