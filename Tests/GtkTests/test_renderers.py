# SPDX-License-Identifier: Apache-2.0
"""The same view drawn by GL, and in a window of Wayland; the other tests draw with Cairo in one of X11."""
import os
import shutil
import subprocess
import sys
import time
import unittest
from pathlib import Path

from harness import LIMIT, Item, ViewTest, store
from gi.repository import Gdk, GLib, Gtk

RENDERERS = {"cairo": "GskCairoRenderer", "gl": "GskGLRenderer"}
DISPLAYS = {"x11": "GdkX11Display", "wayland": "GdkWaylandDisplay"}


class Drawn(ViewTest):
    """Runs here with what the environment names, and in child processes with the rest."""

    def test_covers_lean_where_the_renderer_has_depth(self):
        self.show(Gtk.NoSelection(model=store(60)), layout="coverflow", size=None)
        renderer = os.environ["GSK_RENDERER"]
        self.assertEqual(self.window.get_renderer().__gtype__.name, RENDERERS[renderer])
        self.assertEqual(self.window.get_display().__gtype__.name, DISPLAYS[os.environ["GDK_BACKEND"]])
        matrices = [cell.compute_transform(self.view)[1] for cell in self.cells()]
        self.assertGreater(len(matrices), 2)
        self.assertEqual(any(matrix.get_value(0, 3) for matrix in matrices), renderer == "gl")

    def test_an_insert_moves_the_rest(self):
        items = store(40)
        self.show(Gtk.NoSelection(model=items))
        before, target = self.place(0)[0], self.place(1)[0]
        items.insert(0, Item("new"))
        seen = set()
        self.wait(lambda: (seen.add(self.place(1)[0]), not self.view.is_moving())[1], "the end")
        self.rest()
        self.assertEqual(self.place(1)[0], target)
        self.assertTrue(any(before < x < target for x in seen), f"no step between: {sorted(seen)}")
        self.assertEqual(self.errors, [])


class Elsewhere(unittest.TestCase):
    def play(self, *tests, **environment):
        done = subprocess.run([sys.executable, "-m", "unittest", "test_renderers.Drawn", *tests], text=True,
                              env={**os.environ, **environment}, capture_output=True, timeout=6 * LIMIT)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_gl_draws_it(self):
        try:
            Gdk.Display.get_default().create_gl_context().realize()
        except GLib.Error as error:
            self.skipTest(f"there is no GL: {error.message}")
        self.play("test_references.References.test_turned_items", GSK_RENDERER="gl")

    @unittest.skipUnless(shutil.which("weston"), "weston is missing: apt-get install weston")
    def test_wayland_shows_it(self):
        runtime = Path(os.environ["LH_SCRATCH"], "wayland")
        runtime.mkdir(mode=0o700, exist_ok=True)
        place = {"XDG_RUNTIME_DIR": str(runtime)}
        weston = subprocess.Popen(
            ["weston", "--backend=headless-backend.so", "--socket=lh-test", "--no-config", "--idle-time=0"],
            env={**os.environ, **place}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            end = time.monotonic() + LIMIT
            while not (runtime / "lh-test").exists():
                self.assertIsNone(weston.poll(), "weston ended")
                self.assertLess(time.monotonic(), end, "waited for weston")
                time.sleep(0.05)
            self.play(GDK_BACKEND="wayland", WAYLAND_DISPLAY="lh-test", **place)
        finally:
            weston.terminate()
            weston.wait()
