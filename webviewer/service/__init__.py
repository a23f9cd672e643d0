"""What a server does around its answers: settings, rights, limits, logs, workers.

`settings` says how it was set up, `access` who asks, `buckets` how often somebody may ask, `log`
what is written down of a request, `running` starts and ends it, `shared` is what its workers have
in common. It imports the archive and the interface. It never builds a page or reads a record.
"""
