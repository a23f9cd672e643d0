"""Tenhou's XML (``<mjloggm>``), read and written; the walls of its seeds."""
