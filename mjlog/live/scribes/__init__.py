"""What helps a scribe: shorthand, keys, questions, proposals.

These modules import the replay; they write no line themselves.
"""
