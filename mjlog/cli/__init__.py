"""The command line: a module for each command; `main` puts the commands together.

It may import every package. It decides nothing about mahjong: it reads arguments, calls other
packages, and prints.
"""

import atexit
import gc
from typing import Final

COLLECT_AFTER: Final = 100_000
"""Number of new objects after which garbage is collected.

Records and tables have no reference cycles, so the collector seldom finds anything.
"""

gc.set_threshold(COLLECT_AFTER)  # set before the imports, which make many objects that stay
atexit.register(gc.freeze)  # a process that ends need not search its objects for cycles
