"""Photos: preparing photos of a phone, and photos for other benchmarks."""
import json, os, random, struct, subprocess
from pathlib import Path

from .measure import MARKET, amount, memory, pairs, quiet, ratio


# A gradient, and what makes noise of random bytes. Added as large numbers, no pixel overflows.
GRADIENT = int.from_bytes(
    bytes((x // 5 + y // 5) % 200 for y in range(600) for x in range(800)), "big")
NOISE = bytes(value * 28 >> 8 for value in range(256))


def photo(path, seed=7):
    """Writes a JPEG of about 100 KB: a gradient with noise that depends on the seed only."""
    width, height = 800, 600
    noise = int.from_bytes(random.Random(seed).randbytes(width * height).translate(NOISE), "big")
    gray = b"P5 %d %d 255\n" % (width, height) + (GRADIENT + noise).to_bytes(width * height, "big")
    jpeg = subprocess.run(["cjpeg", "-quality", "81"], input=gray, stdout=subprocess.PIPE, check=True)
    size = len(jpeg.stdout)
    assert 90_000 < size < 110_000, f"{size} bytes are not about 100 KB"
    Path(path).write_bytes(jpeg.stdout)
    return size


def exif():
    """An EXIF segment with a clockwise quarter turn and a location."""
    position = [(37, 1), (33, 1), (59, 1)], [(126, 1), (58, 1), (40, 1)]
    def entry(tag, kind, count, value):
        return struct.pack(">HHI4s", tag, kind, count, value)
    main = struct.pack(">H", 2) + entry(0x0112, 3, 1, struct.pack(">HH", 6, 0))
    main += entry(0x8825, 4, 1, struct.pack(">I", 8 + 30)) + struct.pack(">I", 0)
    start = 8 + 30 + 2 + 4 * 12 + 4
    gps = struct.pack(">H", 4)
    gps += entry(1, 2, 2, b"N\0\0\0") + entry(2, 5, 3, struct.pack(">I", start))
    gps += entry(3, 2, 2, b"E\0\0\0") + entry(4, 5, 3, struct.pack(">I", start + 24))
    gps += struct.pack(">I", 0)
    for numbers in position:
        gps += b"".join(struct.pack(">II", *number) for number in numbers)
    payload = b"Exif\0\0MM\0*" + struct.pack(">I", 8) + main + gps
    return b"\xff\xe1" + struct.pack(">H", 2 + len(payload)) + payload


def phone_photos(folder, count):
    """Writes JPEGs like those of a phone: 12 megapixels, 3 to 4 MB, rotated, with a location."""
    width, height, noise = 4032, 3024, random.Random(11)
    # Noise in blocks of three by two pixels, so that some of it remains after scaling, like the
    # details of a scene. Rows are shifted copies, which are fast to make and as good as new noise.
    grain = b"".join(
        3 * bytes(noise.choices(range(34), k=3)) for _ in range(width // 3 + 1000))
    ramp = bytes(range(40, 230))
    tops = bytes(min(255, value) for value in range(512))
    files = []
    for number in range(count):
        rows = []
        for y in range(0, height, 2):
            level = ramp[(y // 20 + 13 * number) % len(ramp)] - 17
            shift = 9 * noise.randrange(997)
            rows.append(2 * grain[shift:shift + 3 * width].translate(tops[level:level + 256]))
        pixels = b"P6 %d %d 255\n" % (width, height) + b"".join(rows)
        jpeg = subprocess.run(
            ["cjpeg", "-quality", "90"], input=pixels, stdout=subprocess.PIPE, check=True).stdout
        assert 3_000_000 < len(jpeg) < 4_200_000, f"{len(jpeg)} bytes are not 3 to 4 MB"
        path = Path(folder) / f"phone-{number}.jpg"
        path.write_bytes(jpeg[:2] + exif() + jpeg[2:])
        files.append(str(path))
    return files


def bench_photos(folder, count=40):
    env = {**os.environ, "OPENMARKET_HOME": f"{folder}/home", "TERM": "dumb"}
    Path(f"{folder}/in").mkdir()
    files = phone_photos(f"{folder}/in", count)
    rounds = iter(range(1000))

    def ours():
        # A new folder and a new cache for each run, so that nothing is cached.
        place = f"{folder}/ours-{next(rounds)}"
        quiet(
            MARKET, "photo", "prepare", *files, "--out", place,
            env={**env, "OPENMARKET_HOME": f"{place}-home"})
        return place

    place = ours()
    facts = json.loads(subprocess.check_output(
        [MARKET, "photo", "prepare", files[0], "--out", f"{folder}/one", "--json"], env=env))[0]
    quality = facts["quality"]
    made = sorted(Path(place).iterdir())
    assert len(made) == count and all(file.stat().st_size <= 300_000 for file in made)

    def theirs():
        target = f"{folder}/theirs-{next(rounds)}"
        Path(target).mkdir()
        subprocess.run(
            ["xargs", "-P", str(os.cpu_count()), "-n", "1", "vipsthumbnail", "--size", "1600x1600",
             "-o", f"{target}/%s.jpg[Q={quality},strip]"],
            input="\n".join(files), text=True, check=True)

    result = pairs(ours, theirs, 3)
    good = ratio(
        "photos", f"{count} photos of 12 MP vs. vipsthumbnail at quality {quality}", result, 0.8)
    size = memory(
        MARKET, "photo", "prepare", *files, "--out", f"{folder}/held",
        env={**env, "OPENMARKET_HOME": f"{folder}/held-home"})
    good &= amount("photos", "memory", size, 120, "MB")
    return good & bench_fitting(folder, env, str(made[0]))


def bench_fitting(folder, env, file):
    """Prepares a photo that needs no changes."""
    numbers = iter(range(1000))
    result = pairs(
        lambda: quiet(
            MARKET, "photo", "prepare", file, "--out", f"{folder}/fit-{next(numbers)}", env=env),
        lambda: quiet("sh", "-c", f"'{MARKET}' --version; cp '{file}' '{folder}/fit-{next(numbers)}'"),
        30)
    return ratio("fitting", "a photo that fits vs. --version and cp", result, 1.5)
