"""What a server needs around its pages: settings, limits, logs, workers, certificates.

`settings` holds the configuration, `buckets` limits how often somebody may ask, `bodies` reads slow
requests, `log` writes a line for each request, `running` starts and stops the server, `tls` and
`certificates` encrypt connections. It imports the archive and the interface. It never builds a page
or reads a record.
"""
