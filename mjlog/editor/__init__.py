"""What an editor asks about the text of a record: findings, words, completions, layout.

`record_text` answers in plain values, `server` speaks the language server protocol by pygls. It
imports the notation, the auditor and the picture of a deal, and knows no page and no command.
"""
