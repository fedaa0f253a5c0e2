# SPDX-License-Identifier: Apache-2.0
"""Views whose last reference a handler drops."""
import os
import tempfile

from harness import ViewTest, pump, store
from gi.repository import GLib, Gtk

SCRATCH = os.environ.get("LH_SCRATCH", "/tmp")


class Dropped(ViewTest):
    def setUp(self):
        self.show(Gtk.NoSelection(model=store(500)))
        self.gone = []
        self.view.weak_ref(self.gone.append, True)
        self.view.connect("layout-failed", self.drop)

    def drop(self, view, error):
        self.view = None
        self.window.set_child(None)

    def test_a_frame_of_a_scroll_bar_fails(self):
        adjustment = self.view.get_parent().get_vadjustment()
        self.view.set_answer("sizeForItem", lambda *asked: GLib.Variant("s", "wide"))
        self.view.answers_changed()
        adjustment.set_value(700)
        pump(0.05)
        self.assertTrue(self.errors)
        self.assertEqual(self.gone, [True])

    def test_a_frame_of_the_clock_fails(self):
        self.view.set_answer("sizeForItem", lambda *asked: GLib.Variant("s", "wide"))
        self.view.answers_changed()
        self.wait(lambda: self.gone, "the end of the view")
        self.assertTrue(self.errors)

    def test_a_file_in_a_followed_directory_is_refused(self):
        folder = tempfile.mkdtemp(dir=SCRATCH)
        self.assertTrue(self.view.follow_directory(folder))
        with open(os.path.join(folder, "flow.so"), "wb") as file:
            file.write(b"no plugin")
        self.wait(lambda: self.gone, "the end of the view")
        self.assertIn("judge", self.errors[0])
