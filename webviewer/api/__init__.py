"""The HTTP interface of an archive for programs, at `/api/v1`.

`install` puts it into an application; `problems` says what went wrong, `who` decides who reads,
`answers` makes answers with their marks. It imports the archive and what the pages import. It never
reads the archive past a `View`, and never writes a page.
"""

from webviewer.api.accepting import wants_json
from webviewer.api.install import install

__all__ = ["install", "wants_json"]
