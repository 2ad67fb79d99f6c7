"""The version: that of include/pgnpack.h, which a test compares. The library's file is named by its series."""

VERSION = '0.1.0'
# Before 1.0 every minor version may change the binary interface.
SERIES = '.'.join(VERSION.split('.')[:2]) if VERSION.startswith('0.') else VERSION.split('.', 1)[0]
