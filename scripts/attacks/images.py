"""Small images that are large when decoded, made without a library."""
import struct, zlib


def segment(marker, payload):
    return bytes([0xFF, marker]) + struct.pack(">H", len(payload) + 2) + payload


def jpeg(width, height):
    """A progressive JPEG of one color whose DC codes have one bit each."""
    blocks = (width + 7) // 8 * ((height + 7) // 8)
    table = b"".join(struct.pack("3B", index, 0x11, 0) for index in (1, 2, 3))
    return (
        b"\xff\xd8" + segment(0xDB, b"\0" + b"\1" * 64)
        + segment(0xC2, b"\x08" + struct.pack(">HHB", height, width, 3) + table)
        + b"".join(segment(0xC4, bytes([kind, 1]) + bytes(15) + b"\0") for kind in (0x00, 0x10))
        + segment(0xDA, b"\3" + b"\1\0\2\0\3\0" + b"\0\0\0")
        + bytes((blocks * 3 + 7) // 8) + b"\xff\xd9")


def chunk(name, payload):
    return struct.pack(">I", len(payload)) + name + payload + struct.pack(">I", zlib.crc32(name + payload))


def png(width, height, extra=b""):
    """A black PNG in RGB."""
    packer = zlib.compressobj(9)
    row = bytes(1 + width * 3)
    pixels = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra + chunk(b"IDAT", pixels)
        + chunk(b"IEND", b""))


def png_texts(count):
    """A small PNG with compressed texts of 7 MB each."""
    text = zlib.compress(bytes(b"x") * 7_000_000, 9)
    texts = b"".join(chunk(b"zTXt", b"Comment%d\0\0" % index + text) for index in range(count))
    return png(16, 16, extra=texts)
