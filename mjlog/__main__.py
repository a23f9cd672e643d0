"""``python -m mjlog``."""

from mjlog.cli.main import main

main(prog_name="mjlog")
