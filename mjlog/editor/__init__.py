"""What an editor shows for the text of a record: findings, explanations, completions, layout.

`record_text` returns plain values. `server` speaks the language server protocol by pygls. This
package imports the notation, the auditor and the picture of a deal; it imports no page and no
command.
"""
