"""A client for the archive of `mjlog serve --archive`; it needs only the standard library.

>>> from mjlog.client import Client
>>> club = Client("http://127.0.0.1:8000", token="mjlog_…")  # nothing is asked yet
>>> club.url
'http://127.0.0.1:8000'

It imports no other package of mjlog and does not depend on how an archive stores records.
"""

from mjlog.client.answers import (
    Added,
    Addition,
    Change,
    Event,
    Figure,
    Player,
    Record,
    Seat,
)
from mjlog.client.asking import Client, ClientError

__all__ = [
    "Added",
    "Addition",
    "Change",
    "Client",
    "ClientError",
    "Event",
    "Figure",
    "Player",
    "Record",
    "Seat",
]
