"""Attacks with pictures that are small files and large images."""
from collections import Counter

from . import images
from .target import together, upload


def summary(what, answers):
    counts = Counter(status for status, _ in answers)
    return f"{what}: " + ", ".join(f"{count} × {status}" for status, count in sorted(counts.items()))


def stored_bombs(target):
    """Files that claim far more pixels than they have data for are refused."""
    bombs = [
        images.jpeg(15_800, 15_800, blocks=64, frame=0xC0), images.jpeg(7_070, 7_070, blocks=64),
        images.jpeg(7_000, 7_000, blocks=1), images.png(32_000, 31_250, kind=0),
    ]
    answers = [upload(target.url, target.accounts[0], [bomb]) for bomb in bombs]
    return all(status == 400 for status, _ in answers), summary("stored bombs", answers)


def decoded_together(what, image, count):
    """An attack of `count` uploads at a time from eight addresses, for two accounts."""

    def attack(target):
        answers = together(
            count, lambda index: upload(
                target.url, target.accounts[index % 2], [image], 2 + index % 8))
        good = all(status in (201, 400, 503) for status, _ in answers)
        return good, summary(f"{what} of {len(image)} bytes", answers)

    return attack


ATTACKS = [
    stored_bombs,
    decoded_together("16 progressive JPEGs", images.jpeg(6_900, 6_900), 16),
    decoded_together("30 flat PNGs", images.png(7_000, 7_000), 30),
    decoded_together("16 PNGs with 40 long texts", images.png_texts(40), 16),
]
