"""The neural net that reads one box: digit, sign, tick, crossed out or blank; needs only numpy."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any, Final

import numpy as np

CLASSES: Final = (*"0123456789", "", "+", "-", "tick", "crossed out")
"""Classes of a box; the empty text is a blank box."""
BLANK: Final = CLASSES.index("")
TICK: Final = CLASSES.index("tick")
CROSSED_OUT: Final = CLASSES.index("crossed out")
MINUS: Final = CLASSES.index("-")
SIZE: Final = 32
"""Width and height of a crop in pixels."""
WIDE: Final = 64 / 47
HIGH: Final = 64 / 50
"""Height of a crop, as a multiple of its box's: the net must see ink that leaves the box."""
ALLOWED: Final = {
    "digit": (*range(10), BLANK, MINUS, CROSSED_OUT),
    "sign": (BLANK, CLASSES.index("+"), MINUS, CROSSED_OUT),
    "tick": (BLANK, TICK, CROSSED_OUT),
    "figure": (*range(10), CLASSES.index("+"), MINUS, CROSSED_OUT),
}
"""Classes that each kind of box can have.

The kind ``figure`` is a digit or sign anywhere in a cell of a ruled sheet.
"""
_LEAST: Final = 1e-6
"""Lowest probability of a class that a box can have, because the net is never surer than that."""
_CLEARLY_BLANK: Final = 0.99
_WAYS: Final = ((1, 0), (-1, 0), (0, 1), (0, -1))
"""Shifts of a crop, in pixels down and right, with which it is read again."""
_BATCH: Final = 128


class Net:
    """A neural net with three convolutional and two dense layers.

    `benchmarks/train_reader.py` trains it.
    """

    def __init__(self) -> None:
        """Load the weights of the net from the file `net.npz` in the package."""
        with (files("mjlog.paper") / "net.npz").open("rb") as file:
            self.weights = {name: w.astype(np.float32) for name, w in np.load(file).items()}
        # The net alone is too sure. The temperature, above 1, was fitted on crops that it was not
        # trained on.
        self.temperature = float(self.weights.pop("temperature"))

    def probabilities(self, crops: Any, kinds: Sequence[str]) -> Any:
        """Return an array with the probability of each of `CLASSES` for each picture of a box.

        `crops` are the pictures, and `kinds` says for each whether its box is for a digit, a tick
        or a sign, which excludes some classes. A picture that is not clearly blank is read several
        times, moved by a pixel, and the results are averaged.
        """
        crops = np.asarray(crops)
        scores = self._scores(crops)
        written = np.flatnonzero(self._shares(scores, kinds)[:, BLANK] < _CLEARLY_BLANK)
        looks = [self._scores(_moved(crops[written], *way)) for way in _WAYS]
        scores[written] = np.mean([scores[written], *looks], 0)
        return self._shares(scores, kinds)

    def _shares(self, scores: Any, kinds: Sequence[str]) -> Any:
        shares = np.zeros_like(scores)
        for row, kind in enumerate(kinds):
            allowed = list(ALLOWED[kind])
            likely = np.exp((scores[row, allowed] - scores[row, allowed].max()) / self.temperature)
            shares[row, allowed] = (1 - _LEAST * len(allowed)) * likely / likely.sum() + _LEAST
        return shares

    def _scores(self, crops: Any) -> Any:
        parts = range(0, len(crops), _BATCH)
        scores = [self._scores_of_part(crops[first : first + _BATCH]) for first in parts]
        return np.concatenate(scores) if scores else np.zeros((0, len(CLASSES)), np.float32)

    def _scores_of_part(self, crops: Any) -> Any:
        weights, x = self.weights, crops.astype(np.float32)[..., None]
        for layer in "123":
            x = _convolve(x, weights["conv" + layer], weights["bias" + layer])
        x = np.maximum(x.reshape(len(x), -1) @ weights["hidden"] + weights["hidden_bias"], 0)
        return x @ weights["out"] + weights["out_bias"]


def _moved(crops: Any, down: int, right: int) -> Any:
    """Move each crop by -1, 0 or 1 pixels down and right; the new edge is blank."""
    wide = np.pad(crops, ((0, 0), (1, 1), (1, 1)))
    return wide[:, 1 - down : 1 - down + SIZE, 1 - right : 1 - right + SIZE]


def _convolve(x: Any, weights: Any, bias: Any) -> Any:
    """Compute a layer of the net: 3 by 3 convolution, rectifier, and maximum over 2 by 2 pixels."""
    number, high, wide, channels = x.shape
    x = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    view = np.lib.stride_tricks.sliding_window_view(x, (3, 3), (1, 2))
    flat = view.transpose(0, 1, 2, 4, 5, 3).reshape(number * high * wide, 9 * channels)
    y = np.maximum(flat @ weights.reshape(9 * channels, -1) + bias, 0)
    return y.reshape(number, high // 2, 2, wide // 2, 2, -1).max((2, 4))
