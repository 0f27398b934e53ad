#!/usr/bin/env python3
"""Draws the images of the sample market into Fixtures/sample/pictures. Needs Pillow."""

import math
import sys
from contextlib import contextmanager
from pathlib import Path

from PIL import Image, ImageDraw

WIDTH, HEIGHT, SCALE = 480, 360, 4  # drawn at four times the size, then scaled down
INK = "#2f2a3a"


class Picture:
    """A canvas in coordinates of 480 × 360; shapes are flat and have no outlines."""

    def __init__(self, wall, spot, table):
        self.image = Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE), wall)
        self.ellipse(240, 168, 152, 152, spot)
        self.box(0, 288, WIDTH, HEIGHT, 0, table)

    @property
    def pen(self):
        return ImageDraw.Draw(self.image)

    def ellipse(self, x, y, rx, ry, fill):
        self.pen.ellipse([v * SCALE for v in (x - rx, y - ry, x + rx, y + ry)], fill=fill)

    def box(self, x0, y0, x1, y1, radius, fill):
        corners = [v * SCALE for v in (x0, y0, x1, y1)]
        self.pen.rounded_rectangle(corners, radius=radius * SCALE, fill=fill)

    def polygon(self, points, fill):
        self.pen.polygon([(x * SCALE, y * SCALE) for x, y in points], fill=fill)

    def blob(self, points, fill):
        """A closed smooth outline through the points."""
        self.polygon(smooth(points, closed=True), fill)

    def line(self, points, width, fill, curved=False):
        """A line through the points, with round ends and corners."""
        if curved:
            points = smooth(points, closed=False)
        scaled = [(x * SCALE, y * SCALE) for x, y in points]
        self.pen.line(scaled, fill=fill, width=round(width * SCALE))
        for x, y in points:
            self.ellipse(x, y, width / 2, width / 2, fill)

    def ring(self, x, y, rx, ry, width, fill, start=0, end=360):
        """An arc of an ellipse; degrees clockwise from three o'clock."""
        steps = max(2, int(abs(end - start) / 3))
        angles = [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]
        self.line([(x + rx * math.cos(a), y + ry * math.sin(a)) for a in angles], width, fill)

    def shadow(self, x, width, y=300, fill=None):
        self.ellipse(x, y, width / 2, width / 18 + 3, fill or self.darker(x, y))

    def darker(self, x, y):
        color = self.image.getpixel((int(x * SCALE), int(y * SCALE)))
        return tuple(int(c * 0.86) for c in color)

    @contextmanager
    def inside(self, outline):
        """Clips everything drawn in the block to the shape that `outline(picture)` draws."""
        under = self.image.copy()
        self.image = Image.new("RGB", under.size, "black")
        outline(self)
        mask = self.image.convert("L").point(lambda v: 255 if v else 0)
        self.image = under.copy()
        yield
        self.image = Image.composite(self.image, under, mask)

    @contextmanager
    def turned(self, degrees, x=WIDTH / 2, y=HEIGHT / 2):
        """Rotates everything drawn in the block clockwise around a point."""
        key = (1, 254, 3)
        under = self.image
        self.image = Image.new("RGB", under.size, key)
        yield
        about = (x * SCALE, y * SCALE)
        mask = Image.eval(difference(self.image, key), lambda v: 255 if v else 0)
        layer = self.image.rotate(-degrees, center=about)
        under.paste(layer, (0, 0), mask.rotate(-degrees, center=about))
        self.image = under

    def save(self, folder, name):
        full = self.image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
        full.save(folder / f"{name}.jpg", quality=79, optimize=True)
        thumb = self.image.resize((240, 180), Image.Resampling.LANCZOS)
        thumb.save(folder / f"{name}_thumb.jpg", quality=75, optimize=True)


def difference(image, color):
    """A gray image that is 0 exactly where `image` has `color`."""
    bands = [b.point(lambda v, c=c: 0 if v == c else 255) for b, c in zip(image.split(), color)]
    result = bands[0]
    for band in bands[1:]:
        result = Image.composite(Image.new("L", result.size, 255), result, band)
    return result


def smooth(points, closed):
    """Points along a Catmull-Rom curve."""
    count = len(points)
    at = (lambda i: points[i % count]) if closed else (lambda i: points[min(max(i, 0), count - 1)])
    result = []
    for i in range(count if closed else count - 1):
        p0, p1, p2, p3 = at(i - 1), at(i), at(i + 1), at(i + 2)
        for step in range(16):
            t = step / 16
            result.append(tuple(
                0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2
                       + (3 * b - a - 3 * c + d) * t**3)
                for a, b, c, d in zip(p0, p1, p2, p3)))
    if not closed:
        result.append(points[-1])
    return result


SAND = ("#f6e7d3", "#fdf4e7", "#e9cfae")
MINT = ("#d5ece2", "#e9f7f1", "#b3d8c8")
ROSE = ("#f8dcdc", "#fdeeee", "#ecbfc0")
SKY = ("#d6e6f5", "#eaf3fc", "#b4cfe8")
LILAC = ("#e4def4", "#f3effc", "#c9bfe6")
LEMON = ("#fbefc4", "#fef8e1", "#eed890")


def mug():
    p = Picture(*SAND)
    p.shadow(236, 230)
    p.ring(318, 214, 40, 40, 20, "#b8503f")
    body = lambda q: q.box(150, 142, 310, 300, 30, "#d9694f")
    body(p)
    with p.inside(body):
        p.box(276, 140, 320, 300, 0, "#c35a44")
        p.box(150, 226, 310, 250, 0, "#f8ead6")
        for x in range(160, 320, 26):
            p.ellipse(x, 238, 6, 6, "#d9694f")
    p.ellipse(230, 144, 80, 17, "#efe1cd")
    p.ellipse(230, 147, 68, 12, "#5b3a2b")
    for x in (205, 255):
        p.line([(x, 112), (x - 9, 96), (x + 8, 78), (x, 60)], 7, "#ffffff", curved=True)
    return p


def lamp():
    p = Picture(*LILAC)
    p.shadow(240, 190)
    p.polygon([(196, 150), (284, 150), (336, 288), (144, 288)], "#fbf2d0")
    p.box(234, 150, 246, 290, 4, "#8a6247")
    p.ellipse(240, 294, 56, 12, "#6f4c36")
    p.ellipse(240, 290, 56, 12, "#8a6247")
    shade = lambda q: q.polygon([(196, 52), (284, 52), (326, 164), (154, 164)], "#e8a13c")
    shade(p)
    with p.inside(shade):
        p.polygon([(262, 52), (290, 52), (330, 164), (290, 164)], "#d18b2b")
        p.box(150, 150, 330, 166, 0, "#f6c873")
    p.line([(286, 164), (286, 196)], 2, "#6f4c36")
    p.ellipse(286, 200, 5, 5, "#6f4c36")
    return p


def chair():
    p = Picture(*MINT)
    p.shadow(240, 220)
    for x0, x1 in ((186, 168), (294, 312)):
        p.line([(x0, 214), (x1, 300)], 11, "#8a5a3b")
    for x0, x1 in ((204, 198), (276, 282)):
        p.line([(x0, 214), (x1, 284)], 9, "#734a30")
    back = lambda q: q.box(172, 56, 308, 182, 44, "#2f7f79")
    back(p)
    with p.inside(back):
        p.box(276, 50, 310, 190, 0, "#276b66")
        for x in (206, 240, 274):
            p.line([(x, 70), (x, 176)], 3, "#4b9a94")
    p.box(198, 174, 212, 210, 3, "#734a30")
    p.box(268, 174, 282, 210, 3, "#734a30")
    p.box(156, 198, 324, 226, 14, "#3a938c")
    p.box(156, 214, 324, 226, 8, "#276b66")
    return p


def keyboard():
    p = Picture(*SKY)
    p.box(66, 144, 414, 296, 22, "#9fb7cf")
    p.box(66, 132, 414, 286, 22, "#f7f8fb")
    keys = "#ffffff", "#d7dfea"
    rows = [[1] * 12, [1.5] + [1] * 10 + [1.5], [2] + [1] * 9 + [2]]
    for row, widths in enumerate(rows):
        total, x = sum(widths), 80.0
        for number, width in enumerate(widths):
            step = width / total * 320
            color = keys
            if row == 0 and number == 0:
                color = "#ff8f6b", "#e2714e"
            elif row == 2 and number == len(widths) - 1:
                color = "#4f86c6", "#3c6ca6"
            y = 146 + row * 33
            p.box(x + 2, y + 4, x + step - 2, y + 30, 5, color[1])
            p.box(x + 2, y, x + step - 2, y + 25, 5, color[0])
            x += step
    for x0, x1 in ((82, 130), (134, 176), (180, 312), (316, 352), (356, 398)):
        p.box(x0, 249, x1, 275, 5, keys[1])
        p.box(x0, 245, x1, 270, 5, "#ffd66e" if x0 == 180 else keys[0])
    p.line([(240, 132), (240, 104), (300, 84), (300, 40)], 6, "#5c7590", curved=True)
    return p


def camera():
    p = Picture(*ROSE)
    p.shadow(240, 300)
    p.box(190, 92, 290, 150, 16, "#4a4658")
    p.box(120, 104, 160, 130, 8, "#d95f5f")
    body = lambda q: q.box(92, 122, 388, 298, 26, "#5b566c")
    body(p)
    with p.inside(body):
        p.box(92, 160, 388, 262, 0, "#e9c9a1")
        p.box(352, 120, 390, 300, 0, "#4a4658")
        p.box(352, 160, 390, 262, 0, "#d3b189")
    p.ellipse(240, 210, 76, 76, "#3a3647")
    p.ellipse(240, 210, 64, 64, "#6d6880")
    p.ellipse(240, 210, 50, 50, "#23303f")
    p.ellipse(240, 210, 34, 34, "#35648c")
    p.ellipse(240, 210, 18, 18, "#1b2733")
    p.ellipse(222, 190, 12, 12, "#bfe0f5")
    p.box(216, 104, 264, 124, 6, "#bfe0f5")
    p.ellipse(352, 142, 8, 8, "#ffd66e")
    return p


def book():
    p = Picture(*LEMON)
    p.shadow(240, 280)
    stack = [(118, 262, 366, 298, "#4f86c6", "#3c6ca6"), (136, 226, 350, 262, "#e2714e", "#c35a3c"),
             (112, 190, 340, 226, "#3a938c", "#2c756f")]
    for x0, y0, x1, y1, color, dark in stack:
        p.box(x0, y0, x1, y1, 8, color)
        p.box(x0 + 20, y0 + 7, x1 + 6, y1 - 7, 3, "#fff8e8")
        for y in range(y0 + 12, y1 - 8, 5):
            p.line([(x0 + 26, y), (x1 + 2, y)], 1, "#e4d6b8")
        p.box(x0, y0, x0 + 30, y1, 8, dark)
        p.box(x0 + 10, y0 + 8, x0 + 15, y1 - 8, 2, "#ffd66e")
    with p.turned(-12, 240, 120):
        p.box(168, 72, 316, 182, 6, "#8f5aa8")
        p.box(168, 72, 188, 182, 4, "#744789")
        p.box(206, 94, 298, 122, 4, "#f6e9fb")
        p.line([(216, 102), (288, 102)], 4, "#8f5aa8")
        p.line([(216, 113), (268, 113)], 4, "#8f5aa8")
        p.ellipse(252, 152, 14, 14, "#ffd66e")
        p.polygon([(280, 72), (298, 72), (298, 62), (289, 66), (280, 62)], "#e2714e")
    return p


def plant():
    p = Picture(*SAND)
    p.shadow(240, 170)
    leaves = [(-58, 120), (58, 120), (-30, 150), (30, 150), (0, 162)]
    for number, (angle, length) in enumerate(leaves):
        with p.turned(angle, 240, 214):
            top = 214 - length
            p.blob([(240, 214), (218, 214 - length * 0.45), (226, top + 22), (240, top),
                    (254, top + 22), (262, 214 - length * 0.45)],
                   ("#3f8f5f", "#4fa36f")[number % 2])
            p.line([(240, 206), (240, top + 20)], 2.5, "#2f7549")
    p.polygon([(184, 214), (296, 214), (280, 300), (200, 300)], "#d9805a")
    p.polygon([(268, 214), (296, 214), (280, 300), (260, 300)], "#c06a47")
    p.box(176, 200, 304, 226, 6, "#e6926d")
    p.box(272, 200, 304, 226, 6, "#cf7853")
    return p


def bag():
    p = Picture(*SKY)
    p.shadow(240, 230)
    p.ring(240, 130, 46, 66, 12, "#8a4b32", 180, 360)
    body = lambda q: q.polygon([(150, 128), (330, 128), (352, 300), (128, 300)], "#c9793f")
    body(p)
    with p.inside(body):
        p.polygon([(306, 128), (340, 128), (356, 300), (318, 300)], "#b0652f")
        p.box(100, 276, 380, 304, 0, "#8a4b32")
        for x in range(140, 350, 14):
            p.line([(x, 268), (x + 6, 268)], 2, "#f0c9a0")
    p.box(178, 172, 302, 246, 10, "#dd9157")
    p.box(178, 172, 302, 196, 10, "#8a4b32")
    p.ellipse(240, 198, 9, 9, "#ffd66e")
    p.line([(194, 128), (194, 150)], 12, "#8a4b32")
    p.line([(286, 128), (286, 150)], 12, "#8a4b32")
    return p


def shoes():
    p = Picture(*MINT)
    for dx, dy, light, dark in ((34, -44, "#f0a33f", "#d4882a"), (-22, 0, "#f7b955", "#e09a38")):
        p.shadow(238 + dx, 270, 300 + dy, "#93bfac" if dy == 0 else "#9fcab8")
        outline = [(122 + dx, 210 + dy), (150 + dx, 196 + dy), (196 + dx, 214 + dy),
                   (262 + dx, 236 + dy), (328 + dx, 242 + dy), (360 + dx, 262 + dy),
                   (358 + dx, 286 + dy), (122 + dx, 286 + dy), (112 + dx, 250 + dy)]
        shoe = lambda q, o=outline: q.blob(o, light)
        shoe(p)
        with p.inside(shoe):
            p.blob([(290 + dx, 240 + dy), (370 + dx, 250 + dy), (372 + dx, 300 + dy),
                    (300 + dx, 300 + dy)], dark)
            p.blob([(100 + dx, 190 + dy), (146 + dx, 200 + dy), (140 + dx, 300 + dy),
                    (96 + dx, 300 + dy)], dark)
            p.ellipse(190 + dx, 254 + dy, 15, 15, "#fffaf0")
            p.ellipse(190 + dx, 254 + dy, 8, 8, "#d9694f")
        p.box(108 + dx, 278 + dy, 360 + dx, 300 + dy, 11, "#fffaf0")
        p.box(108 + dx, 292 + dy, 360 + dx, 300 + dy, 5, "#d9cfc0")
        for number in range(3):
            x, y = 200 + dx + number * 24, 214 + dy + number * 10
            p.line([(x, y), (x - 14, y + 8)], 4, "#ffffff")
    return p


def watch():
    p = Picture(*LILAC)
    p.polygon([(204, 30), (276, 30), (288, 110), (192, 110)], "#7a4b36")
    p.polygon([(192, 240), (288, 240), (276, 336), (204, 336)], "#7a4b36")
    for y in (44, 58, 72):
        p.ellipse(240, y, 4, 4, "#4f2f21")
    for y in (282, 296, 310, 324):
        p.ellipse(240, y, 4, 4, "#4f2f21")
    p.box(318, 164, 338, 188, 5, "#b58a2d")
    p.ellipse(240, 176, 90, 90, "#b58a2d")
    p.ellipse(240, 176, 84, 84, "#e3bb57")
    p.ellipse(240, 176, 72, 72, "#fffdf6")
    for hour in range(12):
        a = math.radians(hour * 30)
        inner = 54 if hour % 3 == 0 else 60
        p.line([(240 + inner * math.sin(a), 176 - inner * math.cos(a)),
                (240 + 65 * math.sin(a), 176 - 65 * math.cos(a))], 5 if hour % 3 == 0 else 3, INK)
    p.line([(240, 176), (210, 152)], 7, INK)
    p.line([(240, 176), (278, 142)], 5, INK)
    p.line([(240, 190), (240, 224)], 2, "#d9694f")
    p.ellipse(240, 176, 7, 7, "#d9694f")
    return p


def headphones():
    p = Picture(*LEMON)
    p.shadow(240, 230)
    p.ring(240, 176, 96, 112, 22, "#46536b", 180, 360)
    p.ring(240, 176, 96, 112, 8, "#66768f", 200, 300)
    for side in (-1, 1):
        x = 240 + side * 96
        p.box(x - 9, 168, x + 9, 220, 6, "#9aa6b8")
        p.box(x - 26, 190, x + 26, 296, 24, "#e2714e")
        p.box(min(x, x + side * 26), 190, max(x, x + side * 26), 296, 24, "#c85c3b")
        inner = x - side * 26
        p.box(inner - 14, 200, inner + 14, 288, 13, "#33405a")
    return p


def bicycle():
    p = Picture(*SKY)
    p.shadow(240, 340)
    for x in (142, 338):
        p.ring(x, 226, 68, 68, 9, "#3b4356")
        p.ring(x, 226, 60, 60, 3, "#aab4c4")
        for degrees in range(0, 180, 30):
            a = math.radians(degrees)
            p.line([(x - 58 * math.cos(a), 226 - 58 * math.sin(a)),
                    (x + 58 * math.cos(a), 226 + 58 * math.sin(a))], 1.2, "#8d98ab")
        p.ellipse(x, 226, 8, 8, "#3b4356")
    frame = "#2f9e83"
    p.line([(142, 226), (232, 226), (314, 138), (194, 138), (142, 226)], 9, frame)
    p.line([(232, 226), (186, 116)], 9, frame)
    p.line([(338, 226), (304, 104)], 9, frame)
    p.line([(304, 104), (334, 92), (344, 108)], 7, "#3b4356", curved=True)
    p.blob([(158, 108), (184, 102), (216, 108), (206, 118), (170, 118)], "#8a4b32")
    p.ellipse(232, 226, 18, 18, "#3b4356")
    p.ellipse(232, 226, 10, 10, "#aab4c4")
    p.line([(232, 226), (246, 256)], 6, "#3b4356")
    p.line([(236, 258), (258, 256)], 6, "#3b4356")
    p.polygon([(330, 116), (386, 116), (378, 156), (338, 156)], "#d9a066")
    for y in (126, 138, 149):
        p.line([(334, y), (382, y)], 2, "#b27a42")
    return p


def kettle():
    p = Picture(*MINT)
    p.shadow(240, 230)
    p.ring(240, 122, 74, 62, 15, "#5a3d2e", 180, 360)
    p.polygon([(318, 210), (384, 150), (402, 160), (336, 258)], "#4f86c6")
    p.polygon([(378, 148), (408, 154), (402, 168), (372, 158)], "#3c6ca6")
    body = lambda q: q.blob([(180, 128), (300, 128), (338, 210), (334, 292), (240, 302),
                             (146, 292), (142, 210)], "#5f97d6")
    body(p)
    with p.inside(body):
        p.blob([(296, 110), (350, 200), (350, 310), (280, 310), (304, 220)], "#4f86c6")
        p.blob([(172, 170), (186, 164), (180, 230), (166, 236)], "#a8cbf0")
    p.ellipse(240, 130, 58, 12, "#3c6ca6")
    p.ellipse(240, 126, 50, 10, "#7fb0e6")
    p.ellipse(240, 112, 12, 12, "#5a3d2e")
    return p


def cushion():
    p = Picture(*ROSE)
    p.shadow(240, 270)
    body = lambda q: q.blob([(118, 96), (180, 112), (240, 108), (300, 112), (362, 96),
                             (352, 200), (364, 300), (300, 290), (240, 294), (180, 290),
                             (116, 300), (128, 200)], "#3f7f93")
    body(p)
    with p.inside(body):
        for number in range(-6, 8):
            x = 240 + number * 52
            p.line([(x - 110, 80), (x + 110, 310)], 4, "#5c9aad")
            p.line([(x + 110, 80), (x - 110, 310)], 4, "#5c9aad")
        p.blob([(330, 80), (380, 90), (380, 310), (322, 300), (336, 200)], "#35707f")
    for x, y in ((118, 96), (362, 96), (116, 300), (364, 300)):
        p.ellipse(x, y, 11, 11, "#f2c14e")
        side = 1 if x > 240 else -1
        for dy in (-6, 2, 10):
            p.line([(x + side * 6, y + dy / 2), (x + side * 24, y + dy)], 3, "#f2c14e")
    return p


def candle():
    p = Picture("#3f3a5a", "#575080", "#2e2a44")
    p.shadow(240, 210, fill="#242038")
    for radius, color in ((86, "#7a6a8e"), (60, "#a8858e"), (38, "#dcae84")):
        p.ellipse(240, 104, radius, radius, color)
    p.blob([(240, 58), (258, 92), (256, 116), (240, 124), (224, 116), (222, 92)], "#ffb347")
    p.blob([(240, 80), (250, 102), (240, 118), (230, 102)], "#fff3c4")
    p.line([(240, 116), (240, 146)], 4, "#4a3728")
    p.ellipse(240, 156, 70, 16, "#fff6e3")
    p.box(170, 156, 310, 298, 8, "#f4e3c4")
    p.ellipse(240, 156, 70, 16, "#fff6e3")
    p.ellipse(240, 156, 48, 9, "#ffe2a8")
    p.box(284, 168, 310, 298, 8, "#dfc9a4")
    p.box(188, 204, 276, 262, 4, "#8f5aa8")
    p.line([(204, 222), (260, 222)], 4, "#f6e9fb")
    p.line([(216, 240), (248, 240)], 4, "#d9bfe6")
    return p


def soap():
    p = Picture(*SKY)
    p.shadow(240, 290)
    p.box(110, 274, 370, 298, 12, "#a9744f")
    p.box(110, 286, 370, 298, 6, "#8a5a3b")
    p.box(134, 186, 346, 278, 30, "#7cc0a2")
    p.box(134, 176, 346, 264, 30, "#a5dcc3")
    p.box(160, 196, 320, 244, 20, "#8fcdb1")
    p.blob([(208, 222), (226, 206), (240, 220), (254, 206), (272, 222), (240, 238)], "#c9f0df")
    for x, y, r in ((150, 150, 22), (192, 118, 14), (330, 140, 28), (292, 92, 17), (240, 150, 11),
                    (364, 88, 10), (118, 92, 9)):
        p.ellipse(x, y, r, r, "#ffffff")
        p.ellipse(x, y, r * 0.86, r * 0.86, "#d7ebfa")
        p.ellipse(x - r * 0.35, y - r * 0.35, r * 0.25, r * 0.25, "#ffffff")
    return p


def scarf():
    p = Picture(*LILAC)
    p.line([(240, 40), (240, 62)], 6, "#8a6247")
    p.ring(240, 34, 14, 14, 5, "#8a6247", 150, 420)
    p.line([(150, 92), (240, 60), (330, 92)], 9, "#8a6247")
    for x0, x1, bottom, light, dark in ((254, 322, 282, "#c14953", "#a23a44"),
                                        (164, 240, 312, "#d95f66", "#c14953")):
        strip = lambda q, a=x0, b=x1, y=bottom: q.polygon(
            [(a + 6, 84), (b - 6, 84), (b, y), (a, y)], light)
        strip(p)
        with p.inside(strip):
            for number in range(8):
                y = 112 + number * 30
                p.box(x0, y, x1, y + 9, 0, "#fbe6d0" if number % 2 else dark)
        for x in range(x0 + 5, x1, 9):
            p.line([(x, bottom), (x - 1, bottom + 18)], 4, dark)
    p.blob([(160, 92), (200, 62), (282, 62), (326, 92), (300, 122), (190, 122)], "#e87078")
    p.line([(196, 98), (240, 84), (292, 94)], 4, "#c14953", curved=True)
    return p


def guitar():
    p = Picture(*LEMON)
    with p.turned(32, 240, 180):
        p.box(230, 14, 250, 200, 3, "#6b4430")
        p.box(224, -18, 256, 24, 6, "#4f2f21")
        for y in (-8, 4, 16):
            p.ellipse(220, y, 5, 5, "#e8dcc6")
            p.ellipse(260, y, 5, 5, "#e8dcc6")
        for y in range(34, 150, 15):
            p.line([(231, y), (249, y)], 1.5, "#d9c29a")
        body = lambda q: q.blob([(240, 140), (282, 152), (288, 188), (282, 212), (312, 254),
                                 (296, 312), (240, 330), (184, 312), (168, 254), (198, 212),
                                 (192, 188), (198, 152)], "#d98b3f")
        body(p)
        with p.inside(body):
            p.blob([(270, 140), (330, 180), (340, 330), (260, 340), (296, 260), (270, 205)],
                   "#bf7330")
        p.ellipse(240, 222, 30, 30, "#f0c27f")
        p.ellipse(240, 222, 24, 24, "#3d2418")
        p.box(212, 282, 268, 294, 4, "#4f2f21")
        p.box(232, 140, 248, 204, 2, "#6b4430")
        for x in (234, 238, 242, 246):
            p.line([(x, 10), (x, 286)], 0.8, "#fff6e3")
    return p


def teapot():
    p = Picture(*ROSE)
    p.shadow(236, 270)
    p.ring(136, 208, 42, 46, 16, "#e9eef5", 90, 270)
    p.line([(312, 244), (352, 222), (366, 172), (394, 152)], 24, "#e9eef5", curved=True)
    body = lambda q: q.blob([(168, 156), (304, 156), (346, 226), (308, 292), (164, 292),
                             (126, 226)], "#ffffff")
    body(p)
    with p.inside(body):
        p.blob([(296, 140), (360, 210), (330, 310), (270, 310), (318, 230)], "#e9eef5")
        for x, y in ((180, 232), (236, 252), (290, 226)):
            for turn in range(5):
                a = math.radians(turn * 72 - 90)
                p.ellipse(x + 11 * math.cos(a), y + 11 * math.sin(a), 8, 8, "#4f7fc0")
            p.ellipse(x, y, 6, 6, "#ffd66e")
    p.ellipse(236, 156, 66, 13, "#cfd9e6")
    p.blob([(176, 152), (204, 124), (268, 124), (296, 152), (236, 162)], "#ffffff")
    p.ellipse(236, 114, 13, 13, "#4f7fc0")
    return p


def vase():
    p = Picture(*MINT)
    p.shadow(240, 160)
    for x, y, color in ((176, 84, "#f08a8a"), (240, 54, "#ffd66e"), (304, 88, "#c79be0")):
        p.line([(240, 190), ((240 + x) / 2 + (x - 240) * 0.1, 140), (x, y)], 4, "#4f8f5f",
               curved=True)
        for turn in range(6):
            a = math.radians(turn * 60)
            p.ellipse(x + 17 * math.cos(a), y + 17 * math.sin(a), 13, 13, color)
        p.ellipse(x, y, 11, 11, "#a8623a" if color == "#ffd66e" else "#fff3c4")
    for side in (-1, 1):
        p.blob([(240, 178), (240 + side * 34, 140), (240 + side * 62, 142),
                (240 + side * 40, 170)], "#5fa672")
    body = lambda q: q.blob([(218, 172), (262, 172), (262, 200), (302, 242), (284, 294),
                             (240, 302), (196, 294), (178, 242), (218, 200)], "#3b6ea5")
    body(p)
    with p.inside(body):
        p.blob([(256, 165), (320, 240), (296, 310), (250, 310), (274, 246)], "#2f5a8a")
        p.box(160, 234, 320, 244, 0, "#f4f8fc")
        p.box(160, 250, 320, 254, 0, "#f4f8fc")
    p.ellipse(240, 172, 26, 7, "#22456c")
    return p


def cap():
    p = Picture(*SAND)
    p.shadow(250, 310)
    p.blob([(250, 246), (330, 244), (410, 270), (404, 288), (320, 286), (240, 280)], "#1f4e6b")
    crown = lambda q: q.polygon(
        [(118, 282)] + smooth([(118, 282), (126, 190), (190, 116), (262, 116), (322, 178),
                               (336, 262)], closed=False) + [(300, 284)], "#2c6e94")
    crown(p)
    with p.inside(crown):
        p.line([(224, 100), (196, 180), (190, 300)], 3, "#245d7e", curved=True)
        p.line([(224, 100), (284, 180), (300, 300)], 3, "#245d7e", curved=True)
        p.blob([(110, 180), (150, 170), (136, 300), (100, 300)], "#245d7e")
    p.blob([(118, 276), (230, 262), (338, 254), (410, 272), (300, 280), (118, 292)], "#3a82ab")
    p.ellipse(224, 114, 9, 6, "#f2c14e")
    p.ellipse(246, 204, 34, 34, "#fff6e3")
    p.polygon([(246, 178), (253, 197), (273, 197), (257, 209), (263, 228), (246, 216),
               (229, 228), (235, 209), (219, 197), (239, 197)], "#e2714e")
    return p


def umbrella():
    p = Picture("#cfdcec", "#e4edf8", "#a9bdd6")
    for x in range(40, 470, 48):
        for y in range(24, 300, 66):
            p.line([(x + y % 40, y), (x + y % 40 - 5, y + 16)], 3, "#b3c8e0")
    p.shadow(250, 120, fill="#93a9c4")
    p.line([(240, 52), (240, 276)], 7, "#6b4430")
    p.ring(258, 276, 18, 20, 7, "#6b4430", 0, 180)
    dome = lambda q: q.polygon(
        [(240 - 136 * math.cos(math.radians(a)), 190 - 132 * math.sin(math.radians(a)))
         for a in range(0, 181, 3)], "#e2574c")
    dome(p)
    with p.inside(dome):
        p.blob([(240, 50), (290, 120), (300, 200), (240, 200), (180, 200), (190, 120)], "#f0766b")
        p.blob([(330, 60), (390, 130), (390, 210), (330, 200)], "#c9473d")
    for x in (138, 206, 274, 342):
        p.ellipse(x, 192, 34, 14, "#e4edf8")
    p.line([(240, 44), (240, 60)], 7, "#6b4430")
    p.line([(240, 182), (240, 206)], 7, "#6b4430")
    return p


def ring():
    p = Picture(*LILAC)
    p.shadow(240, 260)
    p.box(122, 214, 358, 300, 16, "#7b3f61")
    p.box(122, 214, 358, 240, 12, "#96527a")
    p.box(150, 222, 330, 234, 6, "#4f2540")
    p.ring(240, 176, 66, 66, 14, "#e3b04b", 128, 412)
    p.ring(240, 176, 66, 66, 4, "#f9dc8f", 190, 300)
    p.polygon([(204, 84), (222, 62), (258, 62), (276, 84), (240, 122)], "#7fd0e8")
    p.polygon([(222, 62), (258, 62), (240, 84)], "#d5f3fb")
    p.polygon([(204, 84), (222, 62), (240, 84)], "#a9e3f3")
    p.polygon([(258, 62), (276, 84), (240, 84)], "#a9e3f3")
    p.polygon([(240, 84), (276, 84), (240, 122)], "#58b4d1")
    p.box(122, 234, 358, 300, 14, "#7b3f61")
    for x, y, r in ((316, 62, 12), (168, 52, 9), (338, 124, 7)):
        p.polygon([(x, y - r), (x + r / 4, y - r / 4), (x + r, y), (x + r / 4, y + r / 4),
                   (x, y + r), (x - r / 4, y + r / 4), (x - r, y), (x - r / 4, y - r / 4)],
                  "#ffffff")
    return p


def cake():
    p = Picture(*ROSE)
    p.shadow(240, 290)
    p.ellipse(240, 294, 144, 16, "#dfe5ee")
    p.ellipse(240, 288, 144, 16, "#f7f9fc")
    p.box(136, 176, 344, 290, 14, "#f5d9a8")
    p.box(136, 222, 344, 238, 0, "#fff6ea")
    p.box(136, 238, 344, 244, 0, "#d9606b")
    p.box(314, 176, 344, 290, 12, "#e6c58e")
    p.ellipse(240, 176, 104, 20, "#fff6ea")
    p.box(136, 174, 344, 196, 0, "#fff6ea")
    for x, drop in ((146, 206), (172, 214), (200, 204), (228, 218), (258, 206), (288, 215),
                    (314, 205), (335, 210)):
        p.line([(x, 190), (x, drop)], 18, "#fff6ea")
    for x, y in ((176, 166), (208, 172), (240, 174), (272, 172), (304, 166)):
        p.blob([(x, y - 26), (x + 15, y - 24), (x + 13, y - 6), (x, y + 6), (x - 13, y - 6),
                (x - 15, y - 24)], "#d9424f")
        p.polygon([(x - 10, y - 26), (x, y - 34), (x + 10, y - 26), (x, y - 20)], "#4f9a5b")
        for dx, dy in ((-5, -14), (5, -12), (0, -4)):
            p.ellipse(x + dx, y + dy, 1.4, 1.4, "#ffd9a0")
    return p


DRAWINGS = [mug, lamp, chair, keyboard, camera, book, plant, bag, shoes, watch, headphones,
            bicycle, kettle, cushion, candle, soap, scarf, guitar, teapot, vase, cap, umbrella,
            ring, cake]


def main():
    folder = Path(__file__).resolve().parent / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    wanted = set(sys.argv[1:])
    for drawing in DRAWINGS:
        if not wanted or drawing.__name__ in wanted:
            drawing().save(folder, drawing.__name__)


if __name__ == "__main__":
    main()
