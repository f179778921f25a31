"""Notebooks, run without Jupyter."""

import json
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).resolve().parent.parent / "docs" / "examples"


def run_notebook(name: str) -> dict[str, Any]:
    """Run the cells of a notebook of the examples from top to bottom, in the current folder; what they defined."""
    held: dict[str, Any] = {}
    for cell in json.loads((EXAMPLES / name).read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), held)
    return held
