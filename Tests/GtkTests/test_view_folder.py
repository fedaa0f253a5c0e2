# SPDX-License-Identifier: Apache-2.0
"""The folder of `layouthost view`: how it is read, and how it is followed on disk."""
import ctypes
import os
import subprocess
import tempfile
import time
from pathlib import Path

from harness import LIMIT, pump, read
from viewer import PROGRAM, WindowTest, find
from gi.repository import Gtk


class Followed(WindowTest):
    def test_a_file_that_changes_its_name_at_once_does_not_end_it(self):
        self.draw("a.png")
        self.start()
        self.shows("a.png")
        for i in range(20):
            self.draw(f".{i:02}.tmp.png")
            os.rename(self.folder / f".{i:02}.tmp.png", self.folder / f"c{i:02}.png")
        self.draw("d.png")
        self.shows("a.png", *(f"c{i:02}.png" for i in range(20)), "d.png")

    def test_a_picture_that_is_written_in_place_is_loaded_again(self):
        self.draw("a.png", 40, 20)
        self.draw("b.png")
        self.start()
        self.wait(lambda: self.ratio(0) == 2, "the picture")
        other = self.view.props.model.get_item(1)
        self.draw("a.png", 40, 40)
        self.wait(lambda: self.ratio(0) == 1, "the new picture")
        self.rest()
        width, height = self.place(0)[2:]
        self.assertAlmostEqual(width / height, 1, delta=0.1)
        self.assertIs(self.view.props.model.get_item(1), other)

    def test_a_slow_copy_is_shown_at_its_end(self):
        self.start()
        whole = self.picture(60, 20)
        with open(self.folder / "a.png", "wb") as file:
            file.write(whole[:len(whole) // 2])
            file.flush()
            self.shows("a.png")
            pump(0.3)
            file.write(whole[len(whole) // 2:])
        self.wait(lambda: self.ratio(0) == 3, "the picture")

    def test_files_come_go_and_change_their_names(self):
        for name in "abcd":
            self.draw(f"{name}.png")
        self.start()
        self.shows("a.png", "b.png", "c.png", "d.png")
        outside = Path(tempfile.mkdtemp(dir=os.environ["LH_SCRATCH"]))
        (outside / "f.png").write_bytes(self.picture())
        (self.folder / "a.png").unlink()
        (self.folder / "b.png").rename(self.folder / "e.png")
        (self.folder / "c.png").rename(outside / "c.png")
        (outside / "f.png").rename(self.folder / "f.png")
        (self.folder / "d.png").rename(self.folder / "d.txt")
        self.shows("e.png", "f.png")

    def test_a_change_while_the_folder_is_read_is_seen(self):
        names = [f"{i:03}.png" for i in range(400)]
        for name in names:
            self.draw(name)
        self.start(settles=False)
        for name in names[::2]:
            (self.folder / name).unlink()
        for name in names[1::20]:
            self.draw(name)
        self.draw("new.png")
        self.shows(*names[1::2], "new.png")


class Told(WindowTest):
    def notice(self):
        """Returns true when the text is on screen that says that there are no pictures."""
        words = [label for label in find(self.window, Gtk.Label) if label.has_css_class("lv-empty")]
        self.assertEqual(len(words), 1)
        return words[0].get_visible()

    def test_a_folder_is_not_called_empty_before_it_is_read(self):
        self.draw("a.png")
        self.start(settles=False)
        self.assertFalse(self.notice())
        self.shows("a.png")
        self.assertFalse(self.notice())
        (self.folder / "a.png").unlink()
        self.wait(self.notice, "the notice")

    def test_an_empty_folder_is_called_empty(self):
        self.start(settles=False)
        self.assertFalse(self.notice())
        self.wait(self.notice, "the notice")
        self.assertIsNone(self.message())

    def closed(self, *words):
        """Starts the program over a folder that it may not read."""
        def drop():
            # PR_CAPBSET_DROP of CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH, by which root may read everything.
            for capability in (1, 2):
                ctypes.CDLL(None).prctl(24, capability, 0, 0, 0)
        self.folder.chmod(0)
        self.addCleanup(self.folder.chmod, 0o700)
        return subprocess.Popen([PROGRAM, *words, self.folder], preexec_fn=drop, text=True,
                                stderr=subprocess.PIPE)

    def test_a_folder_that_cannot_be_read_fails_a_picture(self):
        picture = Path(os.environ["LH_SCRATCH"], "closed.png")
        with self.closed("--picture", picture) as program:
            self.assertIn("Permission denied", program.communicate(timeout=6 * LIMIT)[1])
            self.assertEqual(program.returncode, 1)
        self.assertFalse(picture.exists())

    def test_a_folder_that_cannot_be_read_is_told_in_the_bar(self):
        with self.closed() as program:
            try:
                end, texts = time.monotonic() + LIMIT, ""
                while "The folder cannot be read: " not in texts:
                    self.assertLess(time.monotonic(), end, texts)
                    texts = "\n".join(node[1] or "" for node in read(program.pid))
                self.assertNotIn("There are no pictures", texts)
            finally:
                program.terminate()
