"""Many files, one after another or in several processes, each read and audited; tables of deals.

It imports the referee, the formats, the auditor and the report. It knows no rule set and prints
nothing.
"""
