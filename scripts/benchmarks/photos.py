"""Photos: preparing those of a phone, and a page of pictures in a terminal."""
import json, os, random, shutil, struct, subprocess
from pathlib import Path

from .measure import MARKET, Served, Window, amount, home, memory, pairs, photo, quiet, ratio

COUNT = 20


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
    env = home(folder)
    Path(f"{folder}/in").mkdir()
    files = phone_photos(f"{folder}/in", count)
    rounds = iter(range(1000))

    def ours():
        # A new folder and a new cache for each run, so that nothing is cached.
        place = f"{folder}/ours-{next(rounds)}"
        quiet(
            MARKET, "photo", "prepare", *files, "--out", place,
            env=home(place))
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
        env=home(f"{folder}/held"))
    return good & amount("photos", "memory", size, 120, "MB")


def stock(served, folder):
    """Adds listings with a different photo each; returns the URLs of their thumbnails."""
    lines = []
    for number in range(COUNT):
        path = f"{folder}/photo-{number}.jpg"
        photo(path, seed=number)
        lines.append(
            f'add --name "Picture {number}" --price 12000 --currency KRW --stock 1 '
            f'--description "One of a page." --image {path}\n')
    batch = Path(folder) / "adds.market"
    batch.write_text("".join(lines))
    quiet(MARKET, "run", str(batch), env=served.env)
    url = f"{served.url}/api/products?page_no=1&items_per_page={COUNT}"
    thumbnails = {
        listing["thumbnail"]
        for listing in json.loads(subprocess.check_output(["curl", "-s", url]))["pages"]}
    assert len(thumbnails) == COUNT
    return thumbnails


def bench_pictures(folder):
    with Served(folder) as served:
        thumbnails = stock(served, folder)
        env = {
            **served.env, "TERM": "xterm-256color", "COLORTERM": "truecolor", "OPENMARKET_PAGER": ""}
        quiet(MARKET, "set", "pictures", "symbols", env=env)
        cache = json.loads(subprocess.check_output([MARKET, "cache", "--json"], env=env))["folder"]

        def run(*options):
            # Tall enough for the whole page, so that no pager is used.
            return Window(
                env, str(MARKET), "list", "--per-page", str(COUNT), *options, rows=300).run()

        def curls():
            fetches = [
                subprocess.Popen(["curl", "-s", "-o", "/dev/null", address]) for address in thumbnails]
            assert not any([fetch.wait() for fetch in fetches])

        drawn, plain = run("--grid"), run("--grid", "--no-pictures")
        assert drawn > plain + COUNT * 1000, f"{drawn} bytes are too few for a page with pictures"
        cold = pairs(
            lambda: run("--grid"), curls, 20, lambda: shutil.rmtree(cache, ignore_errors=True))
        warm = pairs(lambda: run("--grid"), lambda: run(), 30)
    good = ratio("pictures", f"grid of {COUNT}, nothing cached, vs. as many curls", cold, 1.5)
    return good & ratio(
        "pictures", f"grid of {COUNT}, all cached, vs. list without pictures", warm, 2)
