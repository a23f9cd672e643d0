"""JSON Schemas of records, findings, frames, sheets and of what an archive answers.

Other programs may use these files as well, so this package imports nothing and holds no code.
"""
