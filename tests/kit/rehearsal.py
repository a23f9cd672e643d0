"""A small tournament with the real programs: four tables, and everything that can go wrong.

    python tests/kit/rehearsal.py [--seed 1] [--deals 8] [--kills 40] [--keep FOLDER]

Seats are drawn, results are typed on devices over HTTP, a tablet dies, the server is killed, a deal
is written at the wrong table, a hand is a false win, a player protests; then results are confirmed
and signed, and the archive has the standings. The rehearsal stops at the first thing that is not as
it should be.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from http.client import HTTPException
from http.cookiejar import CookieJar
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, Final

from click.testing import CliRunner

from mjlog.cli.main import main as command_line

RULES: Final = "riichi/1 preset=ema-2016"
TABLES: Final = ("r1-t1", "r1-t2", "r1-t3", "r1-t4")


class Wrong(AssertionError):
    """Raised if something is not as it should be."""


def check(holds: object, words: str) -> None:
    """Ends the rehearsal where something does not hold."""
    if not holds:
        raise Wrong(words)


def run(*words: object, status: int = 0) -> str:
    """What a command of mjlog prints, in this process: each of its own takes a second to begin."""
    done = CliRunner().invoke(command_line, [str(word) for word in words])
    check(done.exit_code == status, f"{words}: {done.exit_code}\n{done.output}")
    return done.output


class Server:
    """`mjlog live` as a process of its own, on the same port after each start."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.link = ""
        self.start()

    def start(self) -> None:
        """Begins, and reads the link of the organiser."""
        words = [sys.executable, "-u", "-m", "mjlog", "live", str(self.folder)]
        words += ["--port", str(self.port), "--delay", "0", "--rules", RULES]
        said = self._begun(words)
        found = re.search(r"http://127\.0\.0\.1:([0-9]+)(/live/in/[^\s]+)", said)
        check(found, said)
        self.port, self.link = int(found[1]), found[2] if found else ""

    def _begun(self, words: list[str]) -> str:
        """What the server prints until it answers."""
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        said = ""
        while "For spectators" not in said:
            line = self.process.stdout.readline() if self.process.stdout else ""
            check(line, f"the server ended: {said}")
            said += line
        return said

    def kill(self) -> None:
        """Ends it as a power cut does."""
        self.process.send_signal(signal.SIGKILL)
        self._ended()

    def end(self) -> None:
        """Ends it as it should be."""
        self.process.send_signal(signal.SIGTERM)
        self._ended()

    def _ended(self) -> None:
        self.process.wait(60)
        if self.process.stdout:
            self.process.stdout.close()

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"


class Beside(Server):
    """A second program, `mjlog watch`, which serves only spectators."""

    def start(self) -> None:
        """Begins, and reads where spectators reach it."""
        words = [sys.executable, "-u", "-m", "mjlog", "watch", str(self.folder), "--delay", "0"]
        said = self._begun(words)
        found = re.search(r"http://127\.0\.0\.1:([0-9]+)/watch/", said)
        self.port = int(found[1]) if found else 0


class Device:
    """A tablet, telephone or laptop; it sends lines again until it gets an answer."""

    def __init__(self, server: Server, path: str = "") -> None:
        self.server = server
        self.jar = CookieJar()
        cookies = urllib.request.HTTPCookieProcessor(self.jar)
        self.opener = urllib.request.build_opener(cookies)
        self.sent = 0
        self.name = f"{os.getpid()}-{id(self)}"
        if path:
            self.post(path, {})

    def ask(self, path: str, data: bytes | None = None, kind: str = "") -> tuple[int, str]:
        """Asks once; the status and the answer."""
        headers = {"Content-Type": kind} if kind else {}
        # The address is that of our own server on this machine.
        request = urllib.request.Request(  # noqa: S310
            self.server.address + path, data, headers
        )
        try:
            with self.opener.open(request, timeout=60) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code, refused.read().decode()

    def post(self, path: str, form: dict[str, object]) -> str:
        """Sends a form."""
        kind = "application/x-www-form-urlencoded"
        status, text = self.ask(path, urllib.parse.urlencode(form).encode(), kind)
        check(status == 200, f"{path}: {status}")
        return text

    def get(self, path: str) -> str:
        """Fetches a page."""
        status, text = self.ask(path)
        check(status == 200, f"{path}: {status}")
        return text

    def type(self, table: str, *lines: str) -> list[str]:
        """Types lines at a table; what they wrote."""
        batch = [{"id": self._key(), "text": line} for line in lines]
        told = self.send(table, batch)
        for answer in told:
            check("refusal" not in answer, f"{table}: {answer}")
        return [line for answer in told for line in answer["lines"]]

    def send(self, table: str, batch: Sequence[dict[str, str]]) -> list[dict[str, Any]]:
        """Sends lines with their ids, again and again until they are answered."""
        data = json.dumps({"lines": batch}).encode()
        for _ in range(200):
            with suppress(OSError, HTTPException):
                status, text = self.ask(f"/live/{table}/lines", data, "application/json")
                check(status == 200, f"{table}: {status} {text[:200]}")
                answers: list[dict[str, Any]] = json.loads(text)["answers"]
                return answers
            time.sleep(0.1)
        raise Wrong(f"{table}: the server does not answer")

    def _key(self) -> str:
        self.sent += 1
        return f"{self.name}-{self.sent:05d}"

    def state(self, table: str) -> dict[str, Any]:
        """What the page of a table shows."""
        told: dict[str, Any] = json.loads(self.get(f"/live/{table}/state"))
        return told

    def confirm(self, table: str, answer: str = "confirmed", before: bool = False) -> None:
        """Confirms or rejects the latest result, or the one before."""
        told = self.state(table)["before" if before else "result"]
        check(told, f"{table}: there is no result")
        sent = {"id": self._key(), "answer": answer, "deal": told["deal"], "of": told["of"]}
        data = json.dumps(sent).encode()
        status, text = self.ask(f"/live/{table}/opinion", data, "application/json")
        check(status == 200, f"{table}: {status} {text[:200]}")


class Rehearsal:
    """The script of the tournament; `say` prints each step."""

    def __init__(
        self,
        folder: Path,
        seed: int,
        deals: int,
        say: Callable[[str], None] = print,
        kills: int = 0,
    ) -> None:
        """`kills` is how often the server is killed while a device waits for its answer."""
        self.folder = folder
        self.kills, self.killed = kills, 0
        self.cup, self.games = folder / "cup.toml", folder / "games"
        self.archive = folder / "cup.sqlite"
        self.chance = random.Random(seed)
        self.seed, self.deals, self.say = seed, deals, say

    def run(self) -> None:
        """Everything, from the list of players to the standings."""
        self.prepare()
        self.server = Server(self.games)
        try:
            self.let_everybody_in()
            for number in range(1, self.deals + 1):
                self.deal(number)
            self.survived()
            self.finish()
        finally:
            if self.server.process.poll() is None:
                self.server.end()
        self.sign()
        self.count()

    # ------------------------------------------------------------------ before

    def prepare(self) -> None:
        """Sixteen players are drawn to four tables."""
        players = "\n".join(f"Player {number}" for number in range(1, 17))
        (self.folder / "players.txt").write_text(players, encoding="utf-8")
        wanted = ["--event", "Rehearsal", "--rules", RULES, "--rounds", "1"]
        run("tournament", "new", self.cup, *wanted, "--players", self.folder / "players.txt")
        run("tournament", "draw", self.cup, "--seed", f"rehearsal {self.seed}")
        told = run("tournament", "verify", self.cup)
        check(f"every round is what the seed rehearsal {self.seed} gives" in told, told)
        run("tournament", "tables", self.cup, 1, self.games)
        cards = self.folder / "cards.html"
        run("tournament", "cards", self.cup, "--site", "http://venue.example", "-o", cards)
        self.say("16 players are drawn to 4 tables; the draw is what its seed gives")

    def let_everybody_in(self) -> None:
        """A link each: organiser, referee, a scribe and a player at each table."""
        self.organiser = Device(self.server, self.server.link)
        self.referee = self.invited("referee")
        self.scribes = {table: self.invited("scribe", table) for table in TABLES}
        self.players = {table: self.invited("player", table, "A") for table in TABLES}
        self.say("10 devices are let in, each by a link that works once")

    def invited(self, role: str, table: str = "", seat: str = "") -> Device:
        """A device that was let in by a link of the organiser."""
        form = {"role": role, "table": table, "seat": seat}
        found = re.search(
            r'value="[^"]*(/live/in/[^"]+)"', self.organiser.post("/live/links", form)
        )
        check(found, "the organiser got no link")
        return Device(self.server, found[1] if found else "")

    # ------------------------------------------------------------------ play

    def deal(self, number: int) -> None:
        """A deal at each table, and what goes wrong in it."""
        for table in TABLES:
            happens = self.accidents().get((number, table))
            if happens:
                happens(table)
            else:
                self.result(table)
                self.players[table].confirm(table)
        self.say(f"deal {number} is over at all tables")

    def accidents(self) -> dict[tuple[int, str], Callable[[str], None]]:
        """What happens at which deal of which table."""
        at = [max(1, round(self.deals * share)) for share in (0.25, 0.4, 0.5, 0.65, 0.8)]
        return {
            (at[0], TABLES[1]): self.dead_tablet,
            (at[1], TABLES[0]): self.power_cut,
            (at[2], TABLES[2]): self.wrong_table,
            (at[3], TABLES[0]): self.chombo,
            (at[4], TABLES[3]): self.protest,
        }

    def result(self, table: str, device: Device | None = None) -> None:
        """A result is typed and taken over as the rules have it."""
        scribe = device or self.scribes[table]
        self.begin(table, scribe)
        self.typed(table, scribe, *self.lines(), "ok")

    def begin(self, table: str, scribe: Device) -> None:
        """The next deal, as it is due."""
        self.typed(table, scribe, "@")

    def typed(self, table: str, scribe: Device, *lines: str) -> None:
        """Types lines; as long as kills are left, the server is killed at some moment of it."""
        with self.killing() if self.killed < self.kills else nullcontext():
            written = scribe.type(table, *lines)
        rows = (self.games / f"{table}.mjl").read_text(encoding="utf-8").splitlines()
        check(all(rows.count(line) == 1 for line in written), f"{table}: a line is lost or twice")

    @contextmanager
    def killing(self) -> Iterator[None]:
        """The server is killed in the first hundredths of a second, and started again."""
        self.killed += 1
        moment = self.chance.random() * 0.05

        def kill() -> None:
            time.sleep(moment)
            self.server.kill()
            self.server.start()

        killer = Thread(target=kill)
        killer.start()
        try:
            yield
        finally:
            killer.join()

    def survived(self) -> None:
        """Each kill that was asked for happened."""
        check(self.killed == self.kills, f"{self.killed} of {self.kills} kills: play more deals")
        if self.kills:
            self.say(f"the server was killed {self.kills} times; each line is there, once")

    def lines(self) -> list[str]:
        """Who won with what, by chance."""
        winner, other = self.chance.sample("ABCD", 2)
        if self.chance.random() < 0.15:
            return ["draw wall", f"tenpai {winner}"]
        source = "self" if self.chance.random() < 0.3 else f"from {other}"
        han = self.chance.randint(1, 4)
        return [f"win {winner} ? {source}", f"fan {winner} han {han}, fu {30 if han < 4 else 40}"]

    def dead_tablet(self, table: str) -> None:
        """A tablet dies before it hears an answer; another one sends its line again."""
        old = self.scribes[table]
        self.begin(table, old)
        lost = {"id": f"tablet-{self.seed:08d}", "text": self.lines()[0]}
        first = old.send(table, [lost])
        new = self.invited("scribe", table)
        listed = self.organiser.get("/live/")
        round_number, number = re.findall("[0-9]+", table)
        rows = [
            row for row in listed.split("<li>") if f"Table {number} · Round {round_number}" in row
        ]
        dead = re.findall(r"/live/devices/([0-9]+)/revoke", "".join(rows))
        check(dead, "the dead tablet is not in the list of devices")
        self.organiser.post(f"/live/devices/{dead[0]}/revoke", {})
        check(old.ask(f"/live/{table}/state")[0] == 403, "the dead tablet may still ask")
        check(new.send(table, [lost]) == first, "a line that was sent again was answered otherwise")
        new.ask(f"/live/{table}/takeover", b"{}", "application/json")
        self.scribes[table] = new
        if "win" in lost["text"]:
            new.type(table, f"fan {lost['text'][4]} han 2, fu 30")
        else:
            new.type(table, f"tenpai {self.chance.choice('ABCD')}")
        new.type(table, "ok")
        self.players[table].confirm(table)
        self.say(
            f"{table}: the scribe's tablet died; another one went on, no line is lost or twice"
        )

    def power_cut(self, table: str) -> None:
        """The server is killed; what was acknowledged is there when it starts again."""
        scribe = self.scribes[table]
        self.begin(table, scribe)
        written = scribe.type(table, *self.lines())
        self.server.kill()
        self.server.start()
        ledger = (self.games / f"{table}.mjl").read_text(encoding="utf-8")
        check(all(line in ledger for line in written), "an acknowledged line is lost")
        scribe.type(table, "ok")
        self.players[table].confirm(table)
        self.say(f"{table}: the server was killed and started again; nothing acknowledged is lost")

    def wrong_table(self, table: str) -> None:
        """A deal of the next table is written here, noticed, and left out."""
        scribe = self.scribes[table]
        before = self.points(table)
        self.begin(table, scribe)
        scribe.type(table, "win A ? from B", "fan A han 4, fu 40", "ok", "elsewhere 4")
        self.result(table)
        self.players[table].confirm(table)
        check(len(before) == 4, f"{table}: points are not known")
        self.say(f"{table}: a deal of another table was left out by one line")

    def chombo(self, table: str) -> None:
        """A false win: the referee is called, sees what a ruling changes, and decides."""
        scribe = self.scribes[table]
        self.begin(table, scribe)
        scribe.type(table, "win B ? from C")
        scribe.post(f"/live/{table}/call", {"by": "C", "reason": "B shows no hand"})
        case = self.case(table)
        last = scribe.state(table)["entries"]
        wins = [number for number, _, text, *_ in last if text.startswith("win ")]
        form: dict[str, object] = {"case": case, "ruling": "chombo", "seat": "B", "article": "3.4"}
        form |= {"reason": "a false win", "lines": f"del {wins[-1]}\ndraw void", "do": "look"}
        page = self.referee.post(f"/live/{table}/desk", form)
        seen = re.search(r'name="seen" value="([0-9a-f]+)"', page)
        check(seen and "rule B chombo art=3.4" in page, "the desk does not show the ruling")
        form |= {"do": "write", "seen": seen[1] if seen else ""}
        self.referee.post(f"/live/{table}/desk", form)
        check("rule B chombo art=3.4" in self.text(table), "the ruling is not in the ledger")
        scribe.type(table, "ok")
        self.players[table].confirm(table)
        self.say(
            f"{table}: the referee was called and ruled a chombo, after seeing what it changes"
        )

    def protest(self, table: str) -> None:
        """A player rejects a result and proposes another value; the referee agrees."""
        scribe, player = self.scribes[table], self.players[table]
        self.begin(table, scribe)
        scribe.type(table, "win A ? from D", "fan A han 3, fu 30", "ok")
        player.confirm(table, "rejected")
        check("pay" not in self.watched(table, -1), "spectators see a result that is rejected")
        value = [
            n for n, _, text, *_ in scribe.state(table)["entries"] if text.startswith("fan A")
        ][-1]
        player.post(f"/live/{table}/call", {"line": f"fix {value} fan A han 4, fu 30"})
        case = self.case(table)
        lines = self.corrected(table, value)
        form: dict[str, object] = {"case": case, "lines": "\n".join(lines), "do": "look"}
        page = self.referee.post(f"/live/{table}/desk", form)
        seen = re.search(r'name="seen" value="([0-9a-f]+)"', page)
        form |= {"do": "write", "seen": seen[1] if seen else ""}
        self.referee.post(f"/live/{table}/desk", form)
        scribe.type(table, "ok")
        player.confirm(table)
        self.say(f"{table}: a player rejected a result; the referee corrected it; it is confirmed")

    def corrected(self, table: str, value: int) -> list[str]:
        """The value mended, and what followed from it taken out, so that it is proposed anew."""
        entries = self.scribes[table].state(table)["entries"]
        words = ("pay", "score", "next")
        follows = [n for n, _, text, *_ in entries if n > value and text.split()[0] in words]
        return [f"fix {value} fan A han 4, fu 30", f"del {min(follows)}..{max(follows)}"]

    def case(self, table: str) -> str:
        """The number of the case that waits at the desk."""
        found = re.findall(rf"/live/{table}/desk\?case=([0-9]+)", self.referee.get("/live/desk/"))
        check(found, f"{table}: nothing waits at the desk")
        return str(found[0])

    def points(self, table: str) -> list[Any]:
        """What everybody has at a table."""
        return [seat["points"] for seat in self.scribes[table].state(table)["seats"]]

    def text(self, table: str) -> str:
        """The ledger of a table."""
        return (self.games / f"{table}.mjl").read_text(encoding="utf-8")

    def watched(self, table: str, deal: int) -> str:
        """What spectators are told of a deal; -1 is the latest."""
        time.sleep(0.3)
        told = json.loads(Device(self.server).get(f"/watch/{table}/events"))["events"]
        last = max(event.get("deal", 0) for event in told)
        wanted = last if deal < 0 else deal
        return "\n".join(json.dumps(each) for each in told if each.get("deal") == wanted)

    # ------------------------------------------------------------------ after

    def finish(self) -> None:
        """The time is up; one player confirms by a PIN."""
        for table in TABLES:
            self.scribes[table].type(table, "end time")
        page = self.organiser.post("/live/pins/", {"player": self.names(TABLES[0])[1]})
        pin = re.search(r"<strong>([0-9]{6})</strong>", page)
        scribe, told = self.scribes[TABLES[0]], self.scribes[TABLES[0]].state(TABLES[0])["result"]
        form: dict[str, object] = {"seat": "B", "deal": told["deal"], "of": told["of"]}
        form |= {"pin": pin[1] if pin else "", "do": "confirm"}
        scribe.post(f"/live/{TABLES[0]}/pin", form)
        check("entered by S" in self.text(TABLES[0]), "the PIN is not in the ledger")
        check("nothing" in self.referee.get("/live/desk/").lower(), "a case still waits")
        shown = self.watched(TABLES[0], 1)
        check('"line"' in shown, "spectators do not see a confirmed result")
        self.server.end()
        self.say("the time is up; every result is confirmed, one by a PIN in presence")

    def names(self, table: str) -> list[str]:
        """The players of a table by their seats."""
        return re.findall(r"^[A-D]: (.*)$", self.text(table), re.MULTILINE)[:4]

    def sign(self) -> None:
        """The referee signs every ledger; one byte changed is noticed."""
        key = self.folder / "referee.pem"
        run("ledger", "key", key)
        for table in TABLES:
            run("ledger", "sign", self.games / f"{table}.mjl", "--key", key, "--for", "R1")
            # without a list of keys nothing is verified
            told = run("verify", self.games / f"{table}.mjl", status=1)
            check("every line is as it was written" in told, told)
        changed = self.folder / "changed.mjl"
        data = bytearray((self.games / f"{TABLES[1]}.mjl").read_bytes())
        data[len(data) // 2] ^= 1
        changed.write_bytes(bytes(data))
        run("verify", changed, status=1)
        self.say("the referee has signed every table; a byte that is changed is noticed")

    def count(self) -> None:
        """The archive has every game, and the standings are what the tables say."""
        run("archive", "init", self.archive)
        added = run("tournament", "collect", self.cup, "--archive", self.archive, self.games)
        check("4 of 4 games are there" in added, added)
        words = ("tournament", "standings", self.cup, "--archive", self.archive, "--format", "json")
        lines = json.loads(run(*words))["standings"][0]["players"]
        told, expected = {each["player"]: each["corrected"] for each in lines}, self.expected()
        check(told == expected, f"{told}\n{expected}")
        for name in ("results.html", "results.xlsx", "results.csv"):
            out = self.folder / name
            run("tournament", "sheets", self.cup, "--archive", self.archive, "-o", out)
        self.say("the archive has 4 games; standings are what the tables say, player by player")

    def expected(self) -> dict[str, float]:
        """The standings, reckoned from the last totals: points, places, and twenty for a chombo."""
        sums: dict[str, float] = {}
        for table in TABLES:
            folded = run("ledger", "fold", self.games / f"{table}.mjl")
            last = re.findall(r"^score (.*)$", folded, re.MULTILINE)[-1]
            points = [int(each) for each in last.split()]
            names = re.findall(r"^[A-D]: (.*)$", folded, re.MULTILINE)
            for seat, name in enumerate(names):
                fine = 20 * len(re.findall(rf"^rule {'ABCD'[seat]} chombo", folded, re.MULTILINE))
                sums[name] = round((points[seat] - 30000) / 1000 + uma(points, seat) - fine, 3)
        return sums


def uma(points: Sequence[int], seat: int) -> float:
    """Fifteen, five, minus five, minus fifteen; shared by equal points."""
    better = sum(each > points[seat] for each in points)
    equal = sum(each == points[seat] for each in points)
    return sum((15, 5, -5, -15)[better : better + equal]) / equal


def _tell(words: str) -> None:
    sys.stdout.write(f"* {words}\n")
    sys.stdout.flush()


def main() -> None:
    """The rehearsal in full size, told step by step."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--deals", type=int, default=8)
    asked.add_argument("--kills", type=int, default=0)
    asked.add_argument("--keep", type=Path)
    told = asked.parse_args()
    begun = time.monotonic()
    with TemporaryDirectory() as passing:
        folder = told.keep or Path(passing)
        folder.mkdir(parents=True, exist_ok=True)
        Rehearsal(folder, told.seed, told.deals, _tell, told.kills).run()
    _tell(f"All is as it should be: {time.monotonic() - begun:.0f} s.")


if __name__ == "__main__":
    main()
