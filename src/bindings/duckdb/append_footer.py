#!/usr/bin/env python3
"""append_footer.py LIBRARY EXTENSION PLATFORM VERSION: makes a loadable DuckDB extension of a shared library.

DuckDB reads the last 512 bytes of an extension before it loads it: eight fields of 32 bytes, the last one first, and 256
bytes of a signature, which are zero here: extensions that nobody signed have to be allowed (-unsigned).
"""

import sys

# The C API that the extension asks for: the stable part, which every DuckDB from 1.2 on has.
C_API = "v1.2.0"
ABI = "C_STRUCT"
MAGIC = "4"


def footer(platform: str, version: str) -> bytes:
    fields = [MAGIC, platform, C_API, version, ABI, "", "", ""]
    for field in fields:
        if len(field.encode()) > 32:
            sys.exit(f"append_footer.py: more than 32 bytes: {field}")
    return b"".join(field.encode().ljust(32, b"\0") for field in reversed(fields)) + bytes(256)


def main() -> None:
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    library, extension, platform, version = sys.argv[1:]
    with open(library, "rb") as file:
        code = file.read()
    with open(extension, "wb") as file:
        file.write(code + footer(platform, version))


main()
