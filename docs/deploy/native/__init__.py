"""How the core is compiled; nothing of it is installed."""
