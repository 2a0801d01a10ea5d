"""The notebooks run from their first cell to their last, and what draws itself is drawn."""

from __future__ import annotations

import importlib.util
import json
import unittest
from pathlib import Path

from agon._backend import native

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))
NEEDED = ["nbclient", "ipykernel", "numpy", "pandas", "pettingzoo", "gymnasium"]
MISSING = [name for name in NEEDED if importlib.util.find_spec(name) is None]


class Notebooks(unittest.TestCase):
    @unittest.skipIf(MISSING or native is None, f"they need the extension and {', '.join(MISSING)}")
    def test_they_run(self) -> None:
        from nbclient import NotebookClient
        import nbformat

        drawn = 0
        for path in NOTEBOOKS:
            with self.subTest(path.name):
                notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
                done = NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
                outputs = [output for cell in done.cells for output in cell.get("outputs", [])]
                self.assertFalse([output for output in outputs if output["output_type"] == "error"])
                drawn += sum("image/svg+xml" in output.get("data", {}) for output in outputs)
        self.assertGreaterEqual(drawn, 2)

    def test_they_are_kept_without_what_they_printed(self) -> None:
        self.assertTrue(NOTEBOOKS)
        for path in NOTEBOOKS:
            cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
            self.assertFalse([cell for cell in cells if cell.get("outputs") or cell.get("execution_count")], path.name)
