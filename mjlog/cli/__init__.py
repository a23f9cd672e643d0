"""The command line: a module for each command; `main` puts the commands together.

It may import every package. It decides nothing about mahjong: it reads arguments, calls other
packages, and prints.
"""

import atexit
import gc
from typing import Final

COLLECT_AFTER: Final = 100_000
"""Objects made before the collector looks for circles among them: records and tables have none."""

gc.set_threshold(COLLECT_AFTER)  # before the first of many imports, which make objects that stay
atexit.register(gc.freeze)  # a process that ends need not look for circles among its objects
