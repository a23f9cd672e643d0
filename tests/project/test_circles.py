"""Nothing that an audit makes lies in a circle: all of it is freed when nobody holds it any more.

It is tried in a process of its own, where nobody else leaves garbage: other tests leave threads.
"""

import gc
import json
import os
import subprocess
import sys

from kit.places import EVERY, REAL, ROOT

from mjlog import audit, load


def read_and_judged():
    """Read and audit real games and a sixth of the samples; return how many deals they have."""
    sources = [source for path in (*EVERY[::6], *REAL) for source in load(path)]
    reports = [audit(source.game) for source in sources if source.game is not None]
    for report in reports:
        repr(report)
    return sum(report.deals for report in reports)


def circles():
    """Return the number of deals that were judged, and the types of what they left in circles."""
    deals = read_and_judged()  # what is learnt once stays
    gc.collect()
    gc.disable()
    read_and_judged()
    gc.set_debug(gc.DEBUG_SAVEALL)
    gc.collect()
    return deals, [repr(type(thing)) for thing in gc.garbage]


def test_an_audit_leaves_no_circles():
    done = subprocess.run(
        [sys.executable, __file__],
        env=os.environ | {"PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "tests")))},
        check=True,
        capture_output=True,
        text=True,
    )
    deals, left = json.loads(done.stdout)
    assert deals > 100
    assert left == []


if __name__ == "__main__":
    sys.stdout.write(json.dumps(circles()))
