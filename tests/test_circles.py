"""Nothing that an audit makes lies in a circle: all of it is freed when nobody holds it any more.

The compiled core hangs on that: its values are unknown to the collector that looks for circles.
"""

import gc

from kit.places import EVERY, REAL

from mjlog import audit, load


def read_and_judged():
    """Reads and audits all samples and real games; how many deals they have."""
    sources = [each for path in (*EVERY, *REAL) for each in load(path)]
    reports = [audit(each.game) for each in sources if each.game is not None]
    for report in reports:
        repr(report)
    return sum(report.deals for report in reports)


def test_an_audit_leaves_no_circles():
    assert read_and_judged() > 500  # what is learnt once stays
    was_enabled, was_debug = gc.isenabled(), gc.get_debug()
    gc.collect()
    gc.disable()
    try:
        read_and_judged()
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        left = [repr(type(each)) for each in gc.garbage]
    finally:
        gc.set_debug(was_debug)
        gc.garbage.clear()
        if was_enabled:
            gc.enable()
    assert left == []
