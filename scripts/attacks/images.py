"""Small images that are large when decoded, made without a library."""
import struct, zlib


def segment(marker, payload):
    return bytes([0xFF, marker]) + struct.pack(">H", len(payload) + 2) + payload


def jpeg(width, height, blocks=None, frame=0xC2, components=3):
    """A JPEG of one color whose DC codes have one bit each.

    `blocks` is the number of 8×8 blocks that it has data for; all of them if None."""
    blocks = blocks or (width + 7) // 8 * ((height + 7) // 8)
    table = b"".join(struct.pack("3B", index + 1, 0x11, 0) for index in range(components))
    ids = b"".join(bytes([index + 1, 0]) for index in range(components))
    end = b"\0\0\0" if frame == 0xC2 else b"\0\x3f\0"
    return (
        b"\xff\xd8" + segment(0xDB, b"\0" + b"\1" * 64)
        + segment(frame, b"\x08" + struct.pack(">HHB", height, width, components) + table)
        + b"".join(segment(0xC4, bytes([kind, 1]) + bytes(15) + b"\0") for kind in (0x00, 0x10))
        + segment(0xDA, bytes([components]) + ids + end)
        + bytes((blocks * components + 7) // 8) + b"\xff\xd9")


def chunk(name, payload):
    return struct.pack(">I", len(payload)) + name + payload + struct.pack(">I", zlib.crc32(name + payload))


def png(width, height, kind=2, extra=b""):
    """A black PNG; kind 2 is RGB, 6 has alpha, 0 is gray with one bit per pixel."""
    depth, bits = (1, 1) if kind == 0 else (8, 24 if kind == 2 else 32)
    packer = zlib.compressobj(9)
    row = bytes(1 + (width * bits + 7) // 8)
    pixels = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    header = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra + chunk(b"IDAT", pixels)
        + chunk(b"IEND", b""))


def png_texts(count):
    """A small PNG with compressed texts of 7 MB each."""
    text = zlib.compress(bytes(b"x") * 7_000_000, 9)
    texts = b"".join(chunk(b"zTXt", b"Comment%d\0\0" % index + text) for index in range(count))
    return png(16, 16, extra=texts)
