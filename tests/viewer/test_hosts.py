"""Who is answered, and which files are shown.

Names of hosts, idle connections, links out of the folder.
"""

from types import SimpleNamespace

import pytest
from kit.places import SAMPLES

from webviewer import create_app
from webviewer.hosts import LOOPBACK, answer_only_for, is_loopback, names_for
from webviewer.visitors import ROOM, make_room

RECORD = (SAMPLES / "taiyuan" / "dragon.mjl").read_bytes()


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "::1", "localhost", "LOCALHOST"])
def test_addresses_of_this_machine_alone(host):
    assert is_loopback(host)
    assert names_for(host, ()) == LOOPBACK | {host}


@pytest.mark.parametrize("host", ["0.0.0.1", "::", "192.168.1.5", "table.example", ""])
def test_addresses_that_others_reach(host):
    assert not is_loopback(host)
    assert names_for(host, ()) == frozenset()
    assert names_for(host, ["table.example"]) == LOOPBACK | {host, "table.example"}


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("[::1]:8000", 200),
        ("LOCALHOST:1", 200),
        ("records.example", 400),
        ("[::1", 400),
        ("", 400),
    ],
)
def test_only_requests_for_known_names_are_answered(tmp_path, host, status):
    app = create_app(tmp_path)
    answer_only_for(app, LOOPBACK)
    for path in ("/", "/static/viewer.css"):
        with app.test_client().get(path, headers={"Host": host}) as answer:
            assert answer.status_code == status


def connection(age, *, requests=(), pending=0):
    return SimpleNamespace(
        creation_time=-age, requests=list(requests), total_outbufs_len=pending, will_close=False
    )


def test_the_oldest_idle_connections_make_room():
    busy = [connection(9999, requests=["a request"]), connection(9999, pending=10)]
    idle = [connection(age) for age in range(ROOM + 4)]
    make_room([*idle, *busy])
    assert [each for each in idle if each.will_close] == idle[-5:]
    assert not any(each.will_close for each in busy)
    make_room(idle[: ROOM - 1])
    assert not any(each.will_close for each in idle[: ROOM - 1])


@pytest.fixture
def linked(tmp_path):
    """A folder with a link to a record beside it, and one to a record within."""
    (tmp_path / "secret.mjl").write_bytes(RECORD)
    folder = tmp_path / "shown"
    folder.mkdir()
    (folder / "own.mjl").write_bytes(RECORD)
    (folder / "out.mjl").symlink_to(tmp_path / "secret.mjl")
    (folder / "within.mjl").symlink_to(folder / "own.mjl")
    return folder


def test_links_out_of_the_folder_are_followed_only_when_asked(linked):
    plain, following = (
        create_app(linked).test_client(),
        create_app(linked, follow_links=True).test_client(),
    )
    assert plain.get("/r/out").status_code == 404
    assert plain.get("/r/own").status_code == plain.get("/r/within").status_code == 302
    assert "out.mjl" not in plain.get("/").text
    assert following.get("/r/out").status_code == 302


def test_a_folder_that_is_a_link_itself_is_shown(linked):
    link = linked.with_name("link")
    link.symlink_to(linked)
    assert create_app(link).test_client().get("/r/own").status_code == 302
