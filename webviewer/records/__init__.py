"""The records that a viewer shows: of a folder, of an archive, or of a game that is being followed.

It imports packages of `mjlog` and parts of pages. It builds no page. Nothing that a browser sends
becomes a path of a file.
"""
