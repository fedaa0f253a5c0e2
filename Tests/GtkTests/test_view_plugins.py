# SPDX-License-Identifier: Apache-2.0
"""The folder of plugins of `layouthost view`: a file that is dropped, saved, and saved again with a fault."""
import os
import subprocess
import tempfile
from pathlib import Path

from viewer import ROOT, WindowTest, find
from gi.repository import GLib, Gtk


class Plugins(WindowTest):
    def save(self, folder, *flags):
        """Builds a version of a layout, and puts it into the folder as an editor does: whole, under its name."""
        made = Path(tempfile.mkdtemp(dir=os.environ["LH_SCRATCH"]), "versions.so")
        subprocess.run(["cc", "-std=c11", "-O1", "-shared", "-fPIC", "-fvisibility=hidden", *flags,
                        f"-I{ROOT}/Sources/LayoutABI/include", f"-I{ROOT}/Tests/LayoutTesting/Fixtures",
                        f"{ROOT}/Tests/GtkTests/versions.c", "-o", made], check=True)
        os.rename(made, folder / "versions.so")
        self.addCleanup((folder / "versions.so").unlink, missing_ok=True)

    def menu(self):
        return next(find(self.window, Gtk.DropDown))

    def listed(self):
        names = self.menu().get_model()
        return [names.get_string(i) for i in range(names.get_n_items())]

    def kinds(self):
        return sorted(cell.get_element_kind() for cell in self.children())

    def play(self, folder, **options):
        self.draw("a.png")
        self.start(**options)
        self.shows("a.png")
        self.assertNotIn("versions", self.listed())
        self.save(folder)
        self.wait(lambda: "versions" in self.listed(), "the new layout in the menu")
        self.menu().set_selected(self.listed().index("versions"))
        self.wait(lambda: self.kinds() == ["cell"] and self.place(0)[2:] == (100, 50), "the layout")
        self.save(folder, '-DKIND_NAME="badge"', "-DCATEGORY=LAYOUT_DECORATION")
        self.wait(lambda: self.kinds() == ["badge", "cell"], "the new version")
        self.assertIsNone(self.bar())
        self.save(folder, "-DTRAPS")
        self.wait(lambda: self.bar() is not None, "the bar")
        self.assertIn("versions.so", self.bar())
        self.assertEqual(self.kinds(), ["badge", "cell"])

    def test_a_layout_that_is_dropped_appears_and_one_that_is_saved_is_swapped_in(self):
        self.play(Path(GLib.get_user_data_dir(), "layouthost", "plugins"))

    def test_another_folder_takes_the_place_of_ones_own(self):
        folder = tempfile.mkdtemp(dir=os.environ["LH_SCRATCH"])
        self.play(Path(folder), plugins=folder)
