# SPDX-License-Identifier: Apache-2.0
"""`layouthost view --picture`: the file, the messages, and the exit status."""
import os
import shutil
import subprocess
import unittest
from pathlib import Path

from harness import LIMIT

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ["GI_TYPELIB_PATH"], "layouthost-view")


class Picture(unittest.TestCase):
    def setUp(self):
        self.folder = Path(os.environ["LH_SCRATCH"], "shown")
        self.folder.mkdir(exist_ok=True)
        shutil.copy(ROOT / "docs/pictures/flow.png", self.folder / "one.png")

    def view(self, picture, *source):
        return subprocess.run([PROGRAM, "--picture", str(picture), *(source or [str(self.folder)])], text=True,
                              capture_output=True, timeout=6 * LIMIT)

    def test_a_picture_is_a_png(self):
        picture = self.folder.parent / "view.PNG"
        done = self.view(picture)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(picture.read_bytes()[:4], b"\x89PNG")

    def test_a_source_without_sections_opens(self):
        records, picture = self.folder.parent / "records", self.folder.parent / "nothing.png"
        records.write_text("")
        done = self.view(picture, "--records", str(records))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(picture.read_bytes()[:4], b"\x89PNG")

    def test_a_picture_that_cannot_be_written_is_told_with_the_reason(self):
        done = self.view(self.folder / "nowhere" / "view.png")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("nowhere/view.png could not be written: No such file or directory", done.stderr)

    def test_only_png_is_written(self):
        picture = self.folder.parent / "view.pdf"
        done = self.view(picture)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("view.pdf does not end in .png", done.stderr)
        self.assertFalse(picture.exists())


if __name__ == "__main__":
    unittest.main()
