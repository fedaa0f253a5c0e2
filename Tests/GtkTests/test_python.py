# SPDX-License-Identifier: Apache-2.0
"""Imports the widget into Python programs in which something is missing."""
import os
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRATCH = Path(os.environ["LH_SCRATCH"])
BUILT = Path(os.environ["GI_TYPELIB_PATH"])
INSTALLED = any(Path(folder, "girepository-1.0/LayoutHost-1.0.typelib").exists()
                for folder in ("/usr/lib", "/usr/lib/x86_64-linux-gnu", "/usr/local/lib"))
IMPORT = "from layouthost.gtk import Gtk, LayoutHost\nprint(LayoutHost.CollectionView.__gtype__.name)"


class Importing(unittest.TestCase):
    def run_program(self, text, **environment):
        """The last line of a program, and its status."""
        library = Path(os.environ["LAYOUTHOST_LIBEXEC"]) / "liblayouthost-c.so"
        run = subprocess.run(
            ["/usr/bin/python3", "-c", text], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={**os.environ, "LAYOUTHOST_LIBRARY": str(library), "PYTHONPATH": f"{ROOT}/Bindings/python",
                 **environment})
        return run.returncode, run.stdout.splitlines()[-1]

    def assert_refused(self, run, *words):
        status, line = run
        self.assertEqual(status, 1, line)
        self.assertTrue(line.startswith("ImportError: "), line)
        for word in words:
            self.assertIn(word, line)

    def test_it_is_the_widget(self):
        self.assertEqual(self.run_program(IMPORT), (0, "LhCollectionView"))

    @unittest.skipIf(INSTALLED, "an installation has it")
    def test_without_its_description(self):
        run = self.run_program(IMPORT, GI_TYPELIB_PATH=str(SCRATCH))
        self.assert_refused(run, "LayoutHost-1.0.typelib", "gir1.2-layouthost-1.0", "GI_TYPELIB_PATH")

    def test_without_its_library(self):
        folder = SCRATCH / "description"
        folder.mkdir()
        # The same description, of a library that is nowhere.
        text = (BUILT / "LayoutHost-1.0.gir").read_text().replace("liblayouthost-gtk4-1.so.0", "libnowhere.so.0")
        (folder / "LayoutHost-1.0.gir").write_text(text)
        subprocess.run(["g-ir-compiler", folder / "LayoutHost-1.0.gir", "-o", folder / "LayoutHost-1.0.typelib"],
                       check=True)
        run = self.run_program(IMPORT, GI_TYPELIB_PATH=str(folder), G_DEBUG="")
        self.assert_refused(run, "liblayouthost-gtk4-1.so.0", "LD_LIBRARY_PATH")

    def test_beside_another_version_of_gtk(self):
        text = ('<repository version="1.2" xmlns="http://www.gtk.org/introspection/core/1.0" '
                'xmlns:c="http://www.gtk.org/introspection/c/1.0">'
                '<namespace name="Gtk" version="3.0"><constant name="OLD" value="3"><type name="gint"/></constant>'
                "</namespace></repository>")
        folder = SCRATCH / "other"
        folder.mkdir()
        (folder / "Gtk-3.0.gir").write_text(text)
        subprocess.run(["g-ir-compiler", folder / "Gtk-3.0.gir", "-o", folder / "Gtk-3.0.typelib"], check=True)
        # As importing it does; PyGObject has additions to GTK, which would miss the rest of it.
        first = "import gi\ngi.Repository.get_default().require('Gtk', '3.0')\n"
        run = self.run_program(first + IMPORT, GI_TYPELIB_PATH=f"{folder}:{os.environ['GI_TYPELIB_PATH']}")
        self.assert_refused(run, "needs Gtk 4.0", "Gtk 3.0 is chosen")
        # Chosen, and not used yet.
        first = "import gi\ngi.require_version('Gtk', '3.0')\n"
        run = self.run_program(first + IMPORT, GI_TYPELIB_PATH=f"{folder}:{os.environ['GI_TYPELIB_PATH']}")
        self.assert_refused(run, "needs Gtk 4.0", "Gtk 3.0 is chosen")
