"""How an archive is stored: the connection, the tables, copies, times and the log of writes.

These modules import no question and no page; they know what a row is and not who asks for it.
"""
