"""Many files, one after another or in several processes, each read and audited.

It imports the formats, the auditor and the report. It knows no rule set and prints nothing.
"""
