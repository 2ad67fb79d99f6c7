"""make_archive.py KIND OUT FILE...: writes archives for the tests; FILE may be NAME=FILE to be called NAME inside.

Kinds: zip, zip-stored, zip-stream (sizes behind the data), zip-encrypted-flag, 7z, 7z-stored, tar-ustar, tar-gnu,
tar-pax, tar-odd (with a folder, a symbolic link and a hard link before the files).
"""
import io
import lzma
import struct
import sys
import tarfile
import zipfile
import zlib


def seven_zip_number(value):
    """7z's variable-length integer; values below 2^14 suffice here, or the eight-byte form."""
    if value < 0x80:
        return bytes([value])
    return b"\xff" + struct.pack("<Q", value)


def seven_zip(files, kind):
    """Signature header, the files' bytes as one stream, then the header that describes them."""
    number = seven_zip_number
    data = b"".join(content for _, content in files)
    if kind == "7z-stored":
        stream = data
        coder = b"\x01" + b"\x01\x00"  # one coder; its id has one byte, 0 = copy
    else:
        filters = [{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 20}]
        stream = lzma.compress(data, lzma.FORMAT_RAW, filters=filters)
        coder = b"\x01" + b"\x21\x21" + b"\x01\x10"  # LZMA2 with one byte of properties: 1 MiB of dictionary
    pack_info = b"\x06" + number(0) + number(1) + b"\x09" + number(len(stream)) + b"\x00"
    unpack_info = b"\x07\x0b" + number(1) + b"\x00" + coder + b"\x0c" + number(len(data)) + b"\x00"
    sizes = b"".join(number(len(content)) for _, content in files[:-1])
    checksums = b"".join(struct.pack("<I", zlib.crc32(content)) for _, content in files)
    sub_streams = (b"\x08\x0d" + number(len(files)) + (b"\x09" + sizes if sizes else b"") + b"\x0a\x01" + checksums
                   + b"\x00")
    names = b"\x00" + b"".join((name + "\0").encode("utf-16-le") for name, _ in files)
    files_info = b"\x05" + number(len(files)) + b"\x11" + number(len(names)) + names + b"\x00"
    header = b"\x01\x04" + pack_info + unpack_info + sub_streams + b"\x00" + files_info + b"\x00"
    start = struct.pack("<QQI", len(stream), len(header), zlib.crc32(header))
    return b"7z\xbc\xaf\x27\x1c\x00\x04" + struct.pack("<I", zlib.crc32(start)) + start + stream + header


class Pipe(io.RawIOBase):
    """A sink that cannot seek: zipfile then writes sizes behind the data."""

    def __init__(self):
        super().__init__()
        self.content = b""

    def writable(self):
        return True

    def write(self, piece):
        self.content += bytes(piece)
        return len(piece)


def zip_file(files, kind):
    sink = Pipe() if kind == "zip-stream" else io.BytesIO()
    method = zipfile.ZIP_STORED if kind == "zip-stored" else zipfile.ZIP_DEFLATED
    with zipfile.ZipFile(sink, "w", method) as archive:
        for name, content in files:
            archive.writestr(name, content)
    content = bytearray(sink.content if kind == "zip-stream" else sink.getvalue())
    if kind == "zip-encrypted-flag":
        content[6] |= 1  # of the first local header
        content[content.index(b"PK\1\2") + 8] |= 1
    return bytes(content)


def tar_file(files, kind):
    sink = io.BytesIO()
    formats = {"tar-gnu": tarfile.GNU_FORMAT, "tar-pax": tarfile.PAX_FORMAT}
    with tarfile.open(fileobj=sink, mode="w", format=formats.get(kind, tarfile.USTAR_FORMAT)) as archive:
        if kind == "tar-odd":
            for name, entry_type, target in (("games", tarfile.DIRTYPE, ""), ("link", tarfile.SYMTYPE, "a.pgn"),
                                             ("other", tarfile.LNKTYPE, "a.pgn")):
                entry = tarfile.TarInfo(name)
                entry.type, entry.linkname = entry_type, target
                archive.addfile(entry)
        for name, content in files:
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return sink.getvalue()


def main(kind, out, names):
    files = []
    for name in names:
        inside, _, outside = name.rpartition("=")
        with open(outside, "rb") as stream:
            files.append((inside or outside, stream.read()))
    make = seven_zip if kind.startswith("7z") else zip_file if kind.startswith("zip") else tar_file
    with open(out, "wb") as stream:
        stream.write(make(files, kind))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
