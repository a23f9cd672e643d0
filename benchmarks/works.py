"""Run one work of the table of `bench_beside.py`, in a process of its own.

    python benchmarks/works.py NAME FOLDER

FOLDER has the same games as Tenhou XML (``xml``) and mjai (``mjai``). Each line of standard input
asks for one pass over all games, and is answered by the processor's seconds for it. A work that is
not possible here prints the reason and ends. Only public names of mjlog are used, so that an older
commit can run it.
"""

from __future__ import annotations

import gc
import importlib.machinery
import importlib.util
import json
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import mjlog

COLLECT_AFTER: Final = 100_000
"""As the program sets it: objects made before the collector looks for circles."""
Pass = Callable[[], object]


class MissingError(Exception):
    """A work is not possible here; the message says why."""


def own_texts(folder: Path) -> list[bytes]:
    """Return the games in notation, as this version of mjlog writes them."""
    read = (each.game for path in files(folder, "xml") for each in mjlog.load(path))
    return [mjlog.write(game).encode() for game in read if game is not None]


def write_texts(folder: Path) -> None:
    """Write the games in notation into the folder, for commands to read."""
    place = folder / "own"
    place.mkdir(parents=True)
    for number, text in enumerate(own_texts(folder)):
        (place / f"{number:04}.mjl").write_bytes(text)


def files(folder: Path, form: str) -> list[str]:
    """Return the paths of the games in another format."""
    return [str(path) for path in sorted((folder / form).iterdir())]


# --------------------------------------------------------------------------- mjlog


def full_audit(folder: Path) -> Pass:
    """Return a pass that reads notation, and judges every act and every claim."""
    texts = own_texts(folder)
    return lambda: [mjlog.audit(mjlog.read(text)) for text in texts]


def read_and_replay(folder: Path) -> Pass:
    """Return a pass that reads notation, and judges every act but no claim."""
    texts = own_texts(folder)

    def judge() -> None:
        for text in texts:
            game = mjlog.read(text)
            rules = mjlog.rules.load(game.rules)
            for deal in game.deals:
                mjlog.replay(deal, rules, seats=game.seats)

    return judge


def foreign(form: str) -> Callable[[Path], Pass]:
    """Return a work that reads another format, and judges every act and every claim."""

    def prepared(folder: Path) -> Pass:
        paths = files(folder, form)
        return lambda: [mjlog.audit(each.game) for path in paths for each in mjlog.load(path)]

    return prepared


# --------------------------------------------------------------------------- peers


def _module(name: str) -> Any:
    """Return a package; raise MissingError if it is not installed."""
    if importlib.util.find_spec(name.partition(".")[0]) is None:
        raise MissingError(f"{name.partition('.')[0]} is not installed")
    return importlib.import_module(name)


def jansou_replay(folder: Path) -> Pass:
    """Return a pass by jansou that checks each decision against its engine's choices."""
    parse = _module("jansou.io.mjlog").parse_mjlog
    replay = _module("jansou.io.replay").replay_paifu
    data = [Path(path).read_bytes() for path in files(folder, "xml")]
    return lambda: [list(replay(parse(each))) for each in data]


def jansou_validate(folder: Path) -> Pass:
    """Return a pass by jansou that scores each win again."""
    parse = _module("jansou.io.mjlog").parse_mjlog
    check = _module("jansou.validation.check").check_paifu
    data = [Path(path).read_bytes() for path in files(folder, "xml")]
    return lambda: [check(parse(each)) for each in data]


def riichienv(folder: Path) -> Pass:
    """Return a pass by RiichiEnv that computes the legal acts at each decision."""
    replay = _module("riichienv").MjaiReplay
    plain = folder / "riichienv"
    plain.mkdir(exist_ok=True)
    paths = [_without_aliases(Path(path), plain) for path in files(folder, "mjai")]

    def judge() -> None:
        for path in paths:
            for kyoku in replay.from_jsonl(path).take_kyokus():
                for _seat, seen, _act in kyoku.steps():
                    seen.legal_actions()

    return judge


def _without_aliases(path: Path, folder: Path) -> str:
    """Write a copy of a file without a second name that RiichiEnv refuses; return its path."""
    events = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for event in events:
        event.pop("uradora_markers", None)
    made = folder / f"{path.stem}.jsonl"
    made.write_text("".join(f"{json.dumps(event)}\n" for event in events), encoding="utf-8")
    return str(made)


ACTS: Final = {"dahai", "chi", "pon", "daiminkan", "ankan", "kakan", "reach", "hora"}


def libriichi(folder: Path) -> Pass:
    """Return a pass by libriichi: four players' views follow each event, and check each act."""
    library = _libriichi()
    games = [Path(path).read_text(encoding="utf-8").splitlines() for path in files(folder, "mjai")]
    told = [[(line, *_actor(line)) for line in lines] for lines in games]

    def judge() -> None:
        for events in told:
            views = [library.state.PlayerState(seat) for seat in range(4)]
            for line, kind, actor in events:
                if kind in ACTS:
                    with suppress(BaseException):  # it panics if two players win
                        views[actor].validate_reaction(line)
                for view in views:
                    view.update(line)

    return judge


def _actor(line: str) -> tuple[str, int]:
    event = json.loads(line)
    return event["type"], event.get("actor", 0)


def _libriichi() -> Any:
    """Return the compiled module of the package mjai, without loading its dependencies."""
    found = importlib.util.find_spec("mjai")
    if found is None or not found.submodule_search_locations:
        raise MissingError("mjai is not installed: make bench puts it into build/peers")
    [file] = Path(found.submodule_search_locations[0]).glob("mlibriichi*")
    loader = importlib.machinery.ExtensionFileLoader("mlibriichi", str(file))
    spec = importlib.machinery.ModuleSpec("mlibriichi", loader, origin=str(file))
    return importlib.util.module_from_spec(spec)


WORKS: Final[dict[str, Callable[[Path], Pass]]] = {
    "audit": full_audit,
    "replay": read_and_replay,
    "xml": foreign("xml"),
    "mjai": foreign("mjai"),
    "jansou-replay": jansou_replay,
    "jansou-validate": jansou_validate,
    "riichienv": riichienv,
    "libriichi": libriichi,
}


def main(name: str, folder: Path) -> None:
    """Answer each line of input; the first line of output is empty, or the reason why not."""
    try:
        work = WORKS[name](folder)
        work()  # fills the caches before the first timed pass
    except (MissingError, ImportError) as problem:
        print(problem, flush=True)
        return
    gc.collect()
    gc.set_threshold(COLLECT_AFTER)
    gc.freeze()
    print(flush=True)
    for _ in sys.stdin:
        begun = time.process_time()
        work()
        print(time.process_time() - begun, flush=True)


if __name__ == "__main__" and sys.argv[1] == "write":
    write_texts(Path(sys.argv[2]))
elif __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
