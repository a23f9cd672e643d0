"""Audits of many files, one after another or in several processes, and tables of their deals.

It imports the referee, the formats, the auditor, the sheets and the report, and asks the rules
which package a rule set comes from. It knows no rule set by name and prints nothing.
"""
