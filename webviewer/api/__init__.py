"""The HTTP interface of an archive for programs, at `/api/v1`, and its page at `/api`.

`install` adds it to an application, `problems` describes errors, `callers` finds out who sends a
request, and `answers` makes responses with their ETags. It imports the archive and what the pages
import. It reads records only through a `View`, which leaves out what the reader may not see.
"""

from webviewer.api.accept_header import wants_json
from webviewer.api.install import install

__all__ = ["install", "wants_json"]
