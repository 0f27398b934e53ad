"""Uploads of small files that are large images, all at once."""
from collections import Counter

from . import images
from .target import shown, together, upload


def decoded_together(what, image, count):
    """An attack of `count` uploads at a time from eight addresses, for two accounts."""

    def attack(target):
        answers = together(
            count, lambda index: upload(
                target.url, target.accounts[index % 2], [image], 2 + index % 8))
        good = all(status in (201, 400, 503) for status, _ in answers)
        return good, (
            f"{what} of {len(image)} bytes: {shown(Counter(status for status, _ in answers))}")

    return attack


ATTACKS = [
    decoded_together("16 progressive JPEGs", images.jpeg(6_900, 6_900), 16),
    decoded_together("30 flat PNGs", images.png(7_000, 7_000), 30),
    decoded_together("16 PNGs with 40 long texts", images.png_texts(40), 16),
]
