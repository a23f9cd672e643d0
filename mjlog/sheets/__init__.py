"""Reads score sheets of clubs, files and pasted tables alike, as records, and writes them back.

A sheet goes through five steps, each a function of values: a workbook of cells, the layout of its
tables, the rows of each game, the record with a map from its lines to the cells, the audit. This
package imports the model, the languages, the referee, the rule sets, the notation and the auditor.
It contains no rules of its own: it asks the rule set and the auditor what a win pays, who deals
next and which values hands have. It never writes a file: it takes and returns bytes.
"""
