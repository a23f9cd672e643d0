"""``python -m mjlog``."""

from mjlog.cli import main

main(prog_name="mjlog")
