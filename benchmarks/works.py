"""One work of the table of `bench_beside.py`, in a process of its own.

    python benchmarks/works.py NAME FOLDER

FOLDER holds the same games as Tenhou XML (``xml``) and mjai (``mjai``). Each
line of standard input asks for one pass over all of them; it is answered by the seconds of the
processor that the pass took. A work that cannot be done here says why and ends. It asks mjlog by
its public names alone, so that an older commit can run it as well.
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
    """Why a work cannot be done here."""


def own_texts(folder: Path) -> list[bytes]:
    """The games in own notation, as this version of mjlog writes them."""
    read = (each.game for path in files(folder, "xml") for each in mjlog.load(path))
    return [mjlog.write(game).encode() for game in read if game is not None]


def write_texts(folder: Path) -> None:
    """Writes the games in own notation beside the others, for commands to read."""
    place = folder / "own"
    place.mkdir(parents=True)
    for number, text in enumerate(own_texts(folder)):
        (place / f"{number:04}.mjl").write_bytes(text)


def files(folder: Path, form: str) -> list[str]:
    """The files of the games in another format."""
    return [str(path) for path in sorted((folder / form).iterdir())]


# --------------------------------------------------------------------------- mjlog


def full_audit(folder: Path) -> Pass:
    """Own notation read, every act and every claim judged."""
    texts = own_texts(folder)
    return lambda: [mjlog.audit(mjlog.read(text)) for text in texts]


def read_and_replay(folder: Path) -> Pass:
    """Own notation read, every act judged, no claim."""
    texts = own_texts(folder)

    def judge() -> None:
        for text in texts:
            game = mjlog.read(text)
            rules = mjlog.rules.load(game.rules)
            for deal in game.deals:
                mjlog.replay(deal, rules, seats=game.seats)

    return judge


def foreign(form: str) -> Callable[[Path], Pass]:
    """Files of another format read, every act and every claim judged."""

    def prepared(folder: Path) -> Pass:
        paths = files(folder, form)
        return lambda: [mjlog.audit(each.game) for path in paths for each in mjlog.load(path)]

    return prepared


# --------------------------------------------------------------------------- peers


def _module(name: str) -> Any:
    """A package that may be missing."""
    if importlib.util.find_spec(name.partition(".")[0]) is None:
        raise MissingError(f"{name.partition('.')[0]} is not installed")
    return importlib.import_module(name)


def jansou_replay(folder: Path) -> Pass:
    """Each decision against the menu of its engine."""
    parse = _module("jansou.io.mjlog").parse_mjlog
    replay = _module("jansou.io.replay").replay_paifu
    data = [Path(path).read_bytes() for path in files(folder, "xml")]
    return lambda: [list(replay(parse(each))) for each in data]


def jansou_validate(folder: Path) -> Pass:
    """Each win counted again."""
    parse = _module("jansou.io.mjlog").parse_mjlog
    check = _module("jansou.validation.check").check_paifu
    data = [Path(path).read_bytes() for path in files(folder, "xml")]
    return lambda: [check(parse(each)) for each in data]


def riichienv(folder: Path) -> Pass:
    """Each decision with the list of legal acts."""
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
    """The file without the second name of the hidden indicators, which RiichiEnv refuses."""
    events = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for event in events:
        event.pop("uradora_markers", None)
    made = folder / f"{path.stem}.jsonl"
    made.write_text("".join(f"{json.dumps(event)}\n" for event in events), encoding="utf-8")
    return str(made)


ACTS: Final = {"dahai", "chi", "pon", "daiminkan", "ankan", "kakan", "reach", "hora"}


def libriichi(folder: Path) -> Pass:
    """Four views of the table follow each event; whose act it is, is asked whether it may be."""
    library = _libriichi()
    games = [Path(path).read_text(encoding="utf-8").splitlines() for path in files(folder, "mjai")]
    told = [[(line, *_actor(line)) for line in lines] for lines in games]

    def judge() -> None:
        for events in told:
            views = [library.state.PlayerState(seat) for seat in range(4)]
            for line, kind, actor in events:
                if kind in ACTS:
                    with suppress(BaseException):  # it panics where two win
                        views[actor].validate_reaction(line)
                for view in views:
                    view.update(line)

    return judge


def _actor(line: str) -> tuple[str, int]:
    event = json.loads(line)
    return event["type"], event.get("actor", 0)


def _libriichi() -> Any:
    """The compiled part of the package mjai; the rest of it, and what it needs, is left alone."""
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
    """Answers until there are no more lines; the first line of the answer is empty or a reason."""
    try:
        work = WORKS[name](folder)
        work()  # what is learnt once is learnt
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
