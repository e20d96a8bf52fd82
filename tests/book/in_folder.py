"""A test that writes into folders of its own."""

import tempfile
import unittest
from pathlib import Path


class InFolder(unittest.TestCase):
    root = Path()  # where write() writes

    def new_folder(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return Path(folder.name)

    def write(self, path, text):
        path = self.root / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path
