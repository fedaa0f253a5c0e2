# SPDX-License-Identifier: Apache-2.0
"""`layouthost view --picture`: the file, the messages, and the exit status; and what the window is started with."""
import os
import shutil
import struct
import subprocess
import tempfile
import time
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

    def view(self, picture, *source, **environment):
        return subprocess.run([PROGRAM, "--picture", str(picture), *(source or [str(self.folder)])], text=True,
                              env={**os.environ, **environment}, capture_output=True, timeout=6 * LIMIT)

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

    def test_a_picture_has_the_pixels_of_the_screen(self):
        sizes = []
        for scale in (1, 2):
            memory = Path(os.environ["LH_SCRATCH"], f"scale-{scale}")
            (memory / "layouthost").mkdir(parents=True, exist_ok=True)
            (memory / "layouthost/view.ini").write_text("[window]\nwidth=360\nheight=260\nmaximized=false\nzoom=1\n")
            picture = memory / "view.png"
            done = self.view(picture, GDK_SCALE=str(scale), XDG_CONFIG_HOME=str(memory))
            self.assertEqual(done.returncode, 0, done.stderr)
            # The size is in the first chunk of the file.
            sizes.append(struct.unpack(">II", picture.read_bytes()[16:24]))
        self.assertEqual(sizes[1], (2 * sizes[0][0], 2 * sizes[0][1]))


class Started(unittest.TestCase):
    """Command lines, as `layouthost view` and launchers write them."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(dir=os.environ["LH_SCRATCH"]))
        self.picture = self.folder / "view.png"

    def view(self, *words, cwd=None, **environment):
        """Runs the program; words are text or bytes."""
        return subprocess.run([PROGRAM, "--picture", self.picture, *words], cwd=cwd, capture_output=True,
                              env={**os.environ, **environment}, timeout=6 * LIMIT)

    def records(self):
        path = self.folder / "records"
        path.write_bytes(b"S\x1f\nI\x1fone\x1f\x1f\n")
        return path

    def test_a_title_that_is_not_ascii_is_taken_in_each_locale(self):
        for locale in ("C", "C.UTF-8"):
            for title in ("Größen.csv".encode(), b"Gr\xf6\xdfen.csv"):
                with self.subTest(locale=locale, title=title):
                    self.picture.unlink(missing_ok=True)
                    done = self.view("--title", title, "--records", self.records(), LANG=locale, LC_ALL=locale)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertTrue(self.picture.exists())
                    self.assertNotIn(b"UTF-8", done.stderr)

    def test_a_layout_whose_path_is_not_ascii_is_looked_for(self):
        for locale in ("C", "C.UTF-8"):
            with self.subTest(locale):
                done = self.view("--layout", "./nirgendwo/Größe.so".encode(), "--records", self.records(),
                                 LANG=locale, LC_ALL=locale)
                # 2 would be a command line that is not understood.
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertIn(b"nirgendwo", done.stderr)

    def test_a_folder_with_a_colon_is_no_uri(self):
        (self.folder / "photos:2024").mkdir()
        done = self.view("photos:2024", cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_the_home_directory_stands_for_a_folder_of_pictures_that_is_not_there(self):
        (self.folder / "user-dirs.dirs").write_text('XDG_PICTURES_DIR="$HOME/Pictures"\n')
        done = self.view(HOME=str(self.folder), XDG_CONFIG_HOME=str(self.folder))
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_records_are_closed_when_they_are_read(self):
        path = self.records()
        with open(path, "rb") as file:
            path.unlink()
            place = f"/proc/self/fd/{file.fileno()}"
            window = subprocess.Popen([PROGRAM, "--records", place], pass_fds=[file.fileno()])
            try:
                inside, end = f"/proc/{window.pid}/fd", time.monotonic() + LIMIT
                while str(path) in " ".join(self.links(inside)):
                    self.assertIsNone(window.poll(), "the window ended")
                    self.assertLess(time.monotonic(), end, "the file is still open")
                    time.sleep(0.02)
                self.assertIsNone(window.poll(), "the window ended")
            finally:
                window.terminate()
                window.wait()

    def links(self, folder):
        for name in os.listdir(folder):
            try:
                yield os.readlink(os.path.join(folder, name))
            except FileNotFoundError:
                pass


if __name__ == "__main__":
    unittest.main()
