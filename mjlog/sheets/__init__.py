"""Score sheets as clubs have them: files and pasted tables to records, and back.

A sheet goes through five steps, each a function of values: a workbook of cells, the layout of
its tables, the rows of each game, the record that they come to with a map from its lines to the
cells, the audit. It imports the model, the languages, the referee, the rule sets, the notation
and the auditor. It never knows a rule: what a win pays, who deals next, which values hands have, it
asks the rule set and the auditor. It never writes to a file: it takes bytes and gives bytes.
"""
