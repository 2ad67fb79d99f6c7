#!/usr/bin/env python3
"""damage.py DATABASE DAMAGED: writes the database with two of its first segment's blocks damaged, and prints which games these have."""
import struct
import sys

MARKER = b"\x9e\xbcBLK\x8d\x1a\x0a"
with open(sys.argv[1], "rb") as file:
    content = bytearray(file.read())
places, at = [], content.find(MARKER)
while at >= 0 and not (places and struct.unpack_from("<Q", content, at + 16) == (0,)):
    if struct.unpack_from("<I", content, at + 32) != (0,):
        places.append(at)
    at = content.find(MARKER, at + 64)
lost = []
for place, byte in ((places[1], 40), (places[-2], 64 + 16 * content[places[-2] + 48])):
    first, count = struct.unpack_from("<Q", content, place + 16)[0] + 1, struct.unpack_from("<I", content, place + 32)[0]
    lost.append(f"{first}-{first + count - 1}")
    content[place + byte] ^= 0x20
with open(sys.argv[2], "wb") as file:
    file.write(content)
print(",".join(lost))
