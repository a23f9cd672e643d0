"""Score sheets on paper: the form to print, its map, and what a photograph of it says.

It imports the rules, the languages and the sheets: a form follows from the columns that the sheets
of a rule set have, and what is read from paper is a table like any other. It knows no rule set by
its name, and nobody's files by their names.
"""
