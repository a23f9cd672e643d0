"""What a server needs around its pages: settings, limits, logs, workers, certificates.

`settings` holds the configuration, `buckets` limits the number of requests from each sender,
`bodies` reads slow requests, `log` writes a line for each request, `running` starts and stops the
server, `tls` and `certificates` encrypt connections. It imports the archive and the web API. It
never builds a page or reads a record.
"""
