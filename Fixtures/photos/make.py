"""Makes all images in this folder. Needs Pillow, and `vips` for the HEIC files.

The subject is always the same: 24×16 pixels in four plain quarters, red at the top left, green at the
top right, blue at the bottom left and yellow at the bottom right. Any rotation or mirroring shows.
"""
import io
import pathlib
import struct
import subprocess
import zlib

from PIL import Image, ImageCms, TiffImagePlugin

HERE = pathlib.Path(__file__).parent
RED, GREEN, BLUE, YELLOW = (220, 30, 30), (30, 180, 40), (30, 40, 210), (230, 210, 30)

# The steps that store the subject so that applying the orientation restores it.
UNTURN = {
    1: [],
    2: [Image.Transpose.FLIP_LEFT_RIGHT],
    3: [Image.Transpose.ROTATE_180],
    4: [Image.Transpose.FLIP_TOP_BOTTOM],
    5: [Image.Transpose.TRANSPOSE],
    6: [Image.Transpose.ROTATE_90],
    7: [Image.Transpose.TRANSVERSE],
    8: [Image.Transpose.ROTATE_270],
}


def subject(width=24, height=16):
    image = Image.new("RGB", (width, height), RED)
    image.paste(GREEN, (width // 2, 0, width, height // 2))
    image.paste(BLUE, (0, height // 2, width // 2, height))
    image.paste(YELLOW, (width // 2, height // 2, width, height))
    return image


def stored(orientation, width=24, height=16):
    image = subject(width, height)
    for step in UNTURN[orientation]:
        image = image.transpose(step)
    return image


def exif(orientation=None, location=False):
    data = Image.Exif()
    if orientation:
        data[0x0112] = orientation
    if location:
        data[0x010F] = "Camera maker"
        data[0x8825] = {1: "N", 2: (37.0, 33.0, 59.0), 3: "E", 4: (126.0, 58.0, 40.0)}
    return data


def save(image, name, **options):
    image.save(HERE / name, **options)


def chunk(kind, payload):
    return struct.pack(">I", len(payload)) + kind + payload + struct.pack(
        ">I", zlib.crc32(kind + payload))


def png(header, *chunks):
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + b"".join(chunks) + chunk(b"IEND", b"")


def xmp():
    text = b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta><GPSLatitude>37</GPSLatitude></x:xmpmeta>"
    return b"\xff\xe1" + struct.pack(">H", 2 + len(text)) + text


def jpegs():
    for orientation in range(1, 9):
        save(stored(orientation), f"turned-{orientation}.jpg", quality=95, subsampling=0,
             exif=exif(orientation))
    save(subject(), "gray.jpg", quality=90)
    Image.open(HERE / "gray.jpg").convert("L").save(HERE / "gray.jpg", quality=90)
    save(subject().convert("CMYK"), "cmyk.jpg", quality=90)
    save(subject(640, 480), "progressive.jpg", quality=85, progressive=True)
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    # A fixed creation date, so that each run makes the same file.
    profile = profile[:24] + struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + profile[36:]
    thumb = io.BytesIO()
    subject(8, 8).save(thumb, "JPEG")
    save(subject(640, 480), "located.jpg", quality=90, exif=exif(location=True),
         icc_profile=profile, comment=b"made at home")
    whole = (HERE / "located.jpg").read_bytes()
    # Phones append a second image. Also add an IPTC block.
    iptc = b"\xff\xed" + struct.pack(">H", 2 + 14 + 9) + b"Photoshop 3.0\0" + b"8BIM-iptc"
    (HERE / "located.jpg").write_bytes(
        whole[:2] + iptc + xmp() + whole[2:] + thumb.getvalue())
    whole = (HERE / "turned-1.jpg").read_bytes()
    (HERE / "located-by-xmp.jpg").write_bytes(whole[:2] + xmp() + whole[2:])
    save(subject(640, 480), "large-profile.jpg", quality=90, icc_profile=profile + bytes(20_000))
    save(subject(), "profiled.webp", lossless=True, icc_profile=profile)
    clear = subject().convert("RGBA")
    clear.paste((0, 0, 0, 0), (0, 0, 12, 8))
    save(clear, "profiled.png", icc_profile=profile)
    (HERE / "truncated.jpg").write_bytes((HERE / "progressive.jpg").read_bytes()[:2_000])
    baseline = io.BytesIO()
    Image.effect_noise((64, 64), 60).save(baseline, "JPEG", quality=90)
    (HERE / "half.jpg").write_bytes(baseline.getvalue()[:len(baseline.getvalue()) // 2])
    bomb = bytearray((HERE / "turned-1.jpg").read_bytes())
    frame = bomb.index(b"\xff\xc0")
    bomb[frame + 5:frame + 9] = struct.pack(">HH", 60_000, 60_000)
    (HERE / "bomb.jpg").write_bytes(bomb)


def pngs():
    save(subject(), "plain.png")
    clear = subject().convert("RGBA")
    clear.paste((0, 0, 0, 0), (0, 0, 12, 8))
    save(clear, "alpha.png")
    save(subject().quantize(8), "palette.png")
    deep = b"".join(b"\0" + bytes([200, 1, 40, 2, 60, 3]) * 24 for _ in range(16))
    header = struct.pack(">IIBBBBB", 24, 16, 16, 2, 0, 0, 0)
    (HERE / "deep.png").write_bytes(png(header, chunk(b"IDAT", zlib.compress(deep))))
    text = TiffImagePlugin.ImageFileDirectory_v2()
    from PIL.PngImagePlugin import PngInfo
    info = PngInfo()
    info.add_text("Comment", "made at home")
    info.add_itxt("XML:com.adobe.xmp", "<x:xmpmeta/>", zip=True)
    save(subject(), "noted.png", pnginfo=info, exif=exif(location=True), dpi=(72, 72))
    save(stored(6), "turned-6.png", exif=exif(6))
    (HERE / "truncated.png").write_bytes((HERE / "noted.png").read_bytes()[:-30])
    broken = bytearray((HERE / "plain.png").read_bytes())
    broken[broken.index(b"IDAT") + 8] ^= 0x55
    (HERE / "wrong-crc.png").write_bytes(broken)
    flat = zlib.compress(b"".join(b"\0" + bytes(RED) * 24 for _ in range(8)))
    header = struct.pack(">IIBBBBB", 24, 16, 8, 2, 0, 0, 0)
    (HERE / "half-rows.png").write_bytes(png(header, chunk(b"IDAT", flat)))
    header = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    (HERE / "bomb.png").write_bytes(png(header, chunk(b"IDAT", zlib.compress(bytes(200_000), 9))))
    frames = [subject(), subject().transpose(Image.Transpose.ROTATE_180)]
    save(frames[0], "moving.png", save_all=True, append_images=frames[1:])


def turned_heic(plain):
    """The same file with a rotation (irot, three quarters counterclockwise) of its primary item."""
    def box(name, start=0):
        at = plain.index(name, start) - 4
        return at, struct.unpack(">I", plain[at:at + 4])[0]

    def grow(data, at, by):
        return data[:at] + struct.pack(">I", struct.unpack(">I", data[at:at + 4])[0] + by) + \
            data[at + 4:]

    turn = struct.pack(">I", 9) + b"irot" + b"\3"
    ipco, ipma, iloc = box(b"ipco"), box(b"ipma"), box(b"iloc")
    count = ipma[0] + 18
    links = plain[count]
    last = count + 1 + links
    data = plain[:count] + bytes([links + 1]) + plain[count + 1:last] + b"\x84" + plain[last:]
    data = data[:ipco[0] + ipco[1]] + turn + data[ipco[0] + ipco[1]:]
    for name in (b"meta", b"iprp"):
        data = grow(data, box(name)[0], 10)
    data = grow(data, ipco[0], 9)
    data = grow(data, ipma[0] + 9, 1)
    # Each item of 18 bytes: id, data reference, base offset, extent count, extent.
    for item in range(2):
        data = grow(data, iloc[0] + 16 + 18 * item + 4, 10)
    return data


def others():
    save(stored(6), "turned-6.webp", lossless=True, exif=exif(6, location=True))
    save(subject(), "lossy.webp", quality=90)
    clear = subject().convert("RGBA")
    clear.paste((0, 0, 0, 0), (0, 0, 12, 8))
    save(clear, "alpha.webp", lossless=True)
    frames = [subject(), subject().transpose(Image.Transpose.ROTATE_180)]
    save(frames[0], "moving.webp", save_all=True, append_images=frames[1:], lossless=True)
    # Pictures that are refused.
    save(subject(), "plain.gif")
    save(stored(1), "turned-1.tif", compression="tiff_lzw")
    # 128×96 pixels, because encoders pad images that are smaller than a coding block.
    save(subject(128, 96), "subject.png")
    subprocess.run(["vips", "heifsave", HERE / "subject.png", HERE / "plain.heic", "--Q", "90"],
                   check=True)
    (HERE / "subject.png").unlink()
    plain = (HERE / "plain.heic").read_bytes()
    (HERE / "turned.heic").write_bytes(turned_heic(plain))
    (HERE / "truncated.heic").write_bytes((HERE / "plain.heic").read_bytes()[:-200])
    (HERE / "truncated.webp").write_bytes((HERE / "lossy.webp").read_bytes()[:-20])
    (HERE / "text.jpg").write_text("This was never a photo.\n")


def display_p3():
    """A matrix profile (ICC.1:2001) with Display P3 colors adapted to D50, like those of phones."""
    def fixed(*numbers):
        return struct.pack(f">{len(numbers)}i", *(round(number * 65536) for number in numbers))

    def xyz(*numbers):
        return b"XYZ \0\0\0\0" + fixed(*numbers)

    name = b"Display P3\0"
    description = b"desc\0\0\0\0" + struct.pack(">I", len(name)) + name + bytes(78)
    curve = b"curv\0\0\0\0" + struct.pack(">IHH", 1, round(2.2 * 256), 0)
    tags = {
        b"desc": description + bytes(-len(description) % 4), b"cprt": b"text\0\0\0\0none\0\0\0\0",
        b"wtpt": xyz(0.9642, 1, 0.8249), b"rXYZ": xyz(0.51512, 0.2412, -0.00105),
        b"gXYZ": xyz(0.29198, 0.69225, 0.04189), b"bXYZ": xyz(0.1571, 0.06657, 0.78407),
        b"rTRC": curve, b"gTRC": curve, b"bTRC": curve,
    }
    table, data = struct.pack(">I", len(tags)), b""
    for tag, value in tags.items():
        table += tag + struct.pack(">II", 132 + 12 * len(tags) + len(data), len(value))
        data += value
    head = struct.pack(">I4sI4s4s4s6H4s", 128 + len(table) + len(data), b"none", 0x02100000,
                       b"mntr", b"RGB ", b"XYZ ", 2026, 1, 1, 0, 0, 0, b"acsp")
    return head + bytes(28) + fixed(0.9642, 1, 0.8249) + bytes(48) + table + data


def phones():
    """Files like those of phones and cameras."""
    for orientation in range(1, 9):
        save(stored(orientation), f"gps-{orientation}.jpg", quality=95, subsampling=0,
             exif=exif(orientation, location=True))
    save(subject(640, 480), "display-p3.jpg", quality=90, icc_profile=display_p3(),
         exif=exif(6, location=True))
    deep = b""
    for y in range(16):
        clear = [bytes([0] * 8)] * 12 if y < 8 else [bytes([30, 9, 40, 9, 210, 9, 255, 255])] * 12
        deep += b"\0" + b"".join(clear) + bytes([200, 1, 40, 2, 60, 3, 255, 255]) * 12
    header = struct.pack(">IIBBBBB", 24, 16, 16, 6, 0, 0, 0)
    (HERE / "deep-alpha.png").write_bytes(png(header, chunk(b"IDAT", zlib.compress(deep))))
    (HERE / "empty.jpg").write_bytes(b"")


jpegs()
pngs()
others()
phones()
