"""Many files, one after another or in several processes, each read and audited; tables of deals.

It imports the referee, the formats, the auditor, the sheets and the report, and asks the rules
which package a rule set comes in. It knows no rule set by name and prints nothing.
"""
