"""Score sheets on paper: the form to print, the map of its boxes, and the reading of photographs.

This package imports the rules, the languages and the sheets. A form follows from the columns that
the sheets of a rule set have; what is read from paper is a table like any other. It contains no
name of a rule set and no knowledge of single files.
"""
