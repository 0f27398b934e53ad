"""Reading tables of 100,000 rows, compared with Python: its csv module and openpyxl."""
import csv, os, shutil, statistics, subprocess

from .measure import MARKET, ROOT, amount, clock, home, memory, pairs, quiet, ratio

# The Python of the system, for which apt-get installs openpyxl.
PYTHON = "/usr/bin/python3"
READER = ROOT / ".build/release/ReadSheet"
HEADER = ["code", "name", "description", "currency", "price", "stock", "discount", "action"]
TEXT = "손으로 만든 머그컵입니다. 전자레인지와 식기세척기에 쓸 수 있습니다. No. "

READ_CSV = """
import csv, sys
with open(sys.argv[1], newline="", encoding="utf-8") as file:
    print(sum(1 for row in csv.reader(file)))
"""
READ_SPREADSHEET = """
import openpyxl, sys
sheet = openpyxl.load_workbook(sys.argv[1], read_only=True).active
print(sum(1 for row in sheet.iter_rows(values_only=True)))
"""
WRITE_SPREADSHEET = """
import csv, openpyxl, sys
book = openpyxl.Workbook(write_only=True)
sheet = book.create_sheet("Listings")
with open(sys.argv[1], newline="", encoding="utf-8") as file:
    for row in csv.reader(file):
        sheet.append(row[:4] + [float(cell) if cell[0].isdigit() else cell for cell in row[4:]])
book.save(sys.argv[2])
"""


def bench_sheets(folder, count=100_000):
    if subprocess.run([PYTHON, "-c", "import openpyxl"], stderr=subprocess.DEVNULL).returncode:
        raise SystemExit("bench: openpyxl not found; to install: scripts/bench --setup")
    quiet("swift", "build", "--package-path", str(ROOT), "-c", "release", "--product", "ReadSheet")
    text, spreadsheet = f"{folder}/listings.csv", f"{folder}/listings.xlsx"
    with open(text, "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(HEADER)
        for n in range(count):
            rows.writerow([
                f"MUG-{n:06}", f"머그컵 {n}", TEXT + str(n), "KRW", 12000 + n % 900 * 10, n % 50,
                n % 97 / 10, "edit" if n % 2 else "add"])
    quiet(PYTHON, "-c", WRITE_SPREADSHEET, text, spreadsheet)
    good = True
    for path, script, what, runs, limit in [
        (text, READ_CSV, "CSV vs. Python's csv module", 10, 2),
        (spreadsheet, READ_SPREADSHEET, ".xlsx vs. openpyxl, read-only", 3, 0.12),
    ]:
        read = subprocess.check_output([READER, path], text=True)
        assert read.split() == [str(count), str(8 * count)], read
        result = pairs(lambda: quiet(READER, path), lambda: quiet(PYTHON, "-c", script, path), runs)
        good &= ratio("sheets", f"{count} rows of {what}", result, limit)
        good &= amount("sheets", "memory", memory(READER, path, env=os.environ), 100, "MB")
    return good & plan(folder)


def plan(folder, count=10_000):
    """Plans a table of new listings with a photo each."""
    shutil.copy(next((ROOT / "Fixtures/sample").rglob("*.jpg")), f"{folder}/cup.jpg")
    table = f"{folder}/new.csv"
    with open(table, "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(HEADER[:6] + ["photo1"])
        for n in range(count):
            rows.writerow([f"MUG-{n:06}", f"머그컵 {n}", TEXT, "KRW", 12000 + n, n % 50, "cup.jpg"])
    dry_run = lambda: quiet(MARKET, "import", table, "--dry-run", env=home(folder))
    seen = [clock(dry_run) for _ in range(5)]
    return amount("sheets", f"planning {count} new listings", statistics.median(seen), 2, "s")
