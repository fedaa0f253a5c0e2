# SPDX-License-Identifier: Apache-2.0
"""The window of `layouthost view`: sizes by zoom and width, and what it looks like."""
import os
import subprocess
import tempfile
from pathlib import Path

from harness import LIMIT, person, pump
from viewer import PROGRAM, WindowTest, application, find, pixel
from gi.repository import GdkPixbuf, GLib, Gtk


class Sizes(WindowTest):
    def setUp(self):
        super().setUp()
        # Wider windows fit on the screen too, which has 800 points.
        self.remember(zoom=1, width=400)
        for i in range(30):
            self.draw(f"{i:02}.png")

    def value(self, name):
        return self.view.get_property_value(name).unpack()

    def zoom(self, name):
        """Zooms by the action of a key."""
        self.window.lookup_action(f"zoom-{name}").activate(None)
        self.rest()

    def widen(self, by):
        before = self.view.get_width()
        self.window.set_default_size(400 + by, 480)
        self.wait(lambda: abs(self.view.get_width() - before) > by / 2, "another width")
        self.rest()

    def test_columns_follow_the_width(self):
        self.start(layout="waterfall")
        self.assertEqual(self.value("columnCount"), self.view.get_width() // 190)
        before = self.value("columnCount")
        self.widen(by=380)
        self.assertGreater(self.value("columnCount"), before)
        self.assertEqual(self.value("columnCount"), self.view.get_width() // 190)

    def test_properties_that_a_person_has_set_stay(self):
        self.start(layout="waterfall")
        self.view.set_property_value("columnSpacing", GLib.Variant("d", 30))
        self.view.set_property_value("sectionInset", GLib.Variant("(dddd)", (1, 2, 3, 4)))
        self.widen(by=380)
        self.zoom("in")
        self.assertEqual(self.value("columnSpacing"), 30)
        self.assertEqual(self.value("sectionInset"), (1, 2, 3, 4))

    def test_a_number_of_columns_that_a_person_has_set_stays_at_another_width(self):
        self.start(layout="waterfall")
        self.view.set_property_value("columnCount", GLib.Variant("x", 9))
        self.widen(by=380)
        self.assertEqual(self.value("columnCount"), 9)
        self.zoom("in")
        self.assertEqual(self.value("columnCount"), int(self.view.get_width() / (190 * 1.25)))

    def test_the_height_of_lines_follows_the_zoom(self):
        self.start(layout="gallery")
        self.view.set_property_value("targetHeight", GLib.Variant("d", 77))
        self.widen(by=200)
        self.assertEqual(self.value("targetHeight"), 77)
        self.zoom("in")
        self.assertAlmostEqual(self.value("targetHeight"), 225)
        self.zoom("reset")
        self.assertAlmostEqual(self.value("targetHeight"), 180)

    def test_each_click_of_the_wheel_zooms_by_one_step(self):
        self.start(layout="gallery")
        person("mousemove", 300, 300, "keydown", "ctrl", "click", 4, "keyup", "ctrl")
        self.wait(lambda: abs(self.value("targetHeight") - 180 * 1.1) < 0.01, "a step")
        person("keydown", "ctrl", "click", "--repeat", 3, "--delay", 30, 5, "keyup", "ctrl")
        self.wait(lambda: abs(self.value("targetHeight") - 180 / 1.1 ** 2) < 0.01, "three steps back")

    def test_the_keypad_zooms(self):
        self.start()
        for action, key in (("in", "KP_Add"), ("out", "KP_Subtract"), ("reset", "KP_0")):
            self.assertIn(f"<Control>{key}", application().get_accels_for_action(f"win.zoom-{action}"))

    def save(self, path):
        """Saves a picture of the view as a person does: types a path into the dialog."""
        self.window.lookup_action("save-picture").activate(None)
        self.wait(lambda: any(isinstance(one, Gtk.FileChooserDialog) for one in Gtk.Window.list_toplevels()), "a dialog")
        pump(0.3)
        person("key", "ctrl+a")
        person("type", "--delay", 5, path)
        person("key", "Return")

    def test_a_picture_goes_into_the_file_that_a_person_names(self):
        self.start()
        path = Path(tempfile.mkdtemp(dir=os.environ["LH_SCRATCH"]), "what-i-see.png")
        self.save(path)
        self.wait(path.exists, "the file")
        drawn = GdkPixbuf.Pixbuf.new_from_file(str(path))
        self.assertEqual((drawn.get_width(), drawn.get_height()), (self.view.get_width(), self.view.get_height()))
        self.assertIsNone(self.message())
        # A name that is none of a picture is refused in the bar.
        self.save(path.with_suffix(".txt"))
        self.wait(lambda: self.message() is not None, "the bar")
        self.assertIn(".png", self.message())

    def test_nothing_ticks_at_rest(self):
        self.start()
        clock = self.view.get_frame_clock()
        pump(0.5)
        before = clock.get_frame_counter()
        for number in range(50):
            # A file beside the folders of plugins, which is none.
            Path(os.environ["LH_SCRATCH"], f"other-{number}").touch()
            pump(0.01)
        self.assertLess(clock.get_frame_counter() - before, 4)


class Detail(WindowTest):
    def setUp(self):
        super().setUp()
        self.draw("a.png", 3000, 2000)
        self.draw("b.png", 40, 30)

    def loaded(self, index):
        """The pixels of a loaded picture along its width; 0 before it is loaded."""
        paintable = self.paintable(index)
        return paintable.get_intrinsic_width() if paintable else 0

    def test_a_zoomed_picture_is_loaded_with_more_pixels(self):
        self.start()
        self.wait(lambda: self.loaded(0) == 512 and self.loaded(1) == 40, "the pictures")
        for action, width in (("in", 1024), ("reset", 512)):
            self.window.lookup_action(f"zoom-{action}").activate(None)
            # The old picture stays until the new one is there.
            self.assertIsNotNone(self.paintable(0))
            self.wait(lambda: self.loaded(0) == width, f"{width} pixels")
            self.wait(lambda: self.loaded(1) == 40, "the small picture")

    def test_the_zoom_of_the_last_window_counts(self):
        self.remember(zoom=3)
        self.start()
        self.wait(lambda: self.loaded(0) == 2048, "the picture")

    def test_a_drawing_is_drawn_as_large_as_it_may_be(self):
        (self.folder / "c.svg").write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10"/></svg>')
        self.start()
        if "svg" not in [format.get_name() for format in GdkPixbuf.Pixbuf.get_formats()]:
            self.skipTest("there is no loader of SVG: apt-get install librsvg2-common")
        self.wait(lambda: self.loaded(2) == 512, "the drawing")


class Looks(WindowTest):
    RED = 0xff0000ff

    def setUp(self):
        super().setUp()
        for name in "abc":
            self.draw(f"{name}.png", 40, 30, self.RED)
        self.start()
        self.wait(lambda: self.paintable(0), "the picture")

    def still(self):
        """Waits until the theme's transitions have ended."""
        self.rest()
        pump(0.5)

    def test_a_selected_picture_has_a_frame(self):
        x, y, width, height = self.place(0)
        edge, middle = (int(x + width / 2), round(y) + 1), self.middle(0)
        self.still()
        before = self.drawn(self.view)
        self.view.props.model.select_all()
        self.still()
        after = self.drawn(self.view)
        self.assertEqual(pixel(before, *middle)[:3], (255, 0, 0))
        self.assertEqual(pixel(after, *middle)[:3], (255, 0, 0))
        self.assertNotEqual(pixel(after, *edge), pixel(before, *edge))

    def test_selection_and_focus_look_different(self):
        cell, looks = self.view.get_cell(0, 0), set()
        for is_selected in (False, True):
            if is_selected:
                self.view.props.model.select_item(0, True)
            for widget in (self.view.get_cell(0, 1), cell):
                widget.grab_focus()
                self.window.set_focus_visible(True)
                self.still()
                looks.add(bytes(self.drawn(cell).get_pixels()))
        self.assertEqual(len(looks), 4)

    def test_a_picture_of_the_view_has_a_background(self):
        drawn = self.drawn(self.view)
        self.assertEqual((drawn.get_width(), drawn.get_height()), (self.view.get_width(), self.view.get_height()))
        corner = pixel(drawn, drawn.get_width() - 1, drawn.get_height() - 1)
        self.assertIn(corner[3:], ((), (255,)))
        self.assertNotEqual(corner[:3], (0, 0, 0))

    def test_the_dark_theme_is_chosen_in_the_menu(self):
        corner = (self.view.get_width() - 1, self.view.get_height() - 1)
        settings = Gtk.Settings.get_default()
        self.addCleanup(settings.set_property, "gtk-application-prefer-dark-theme", False)
        light = pixel(self.drawn(self.view), *corner)
        self.window.lookup_action("dark").change_state(GLib.Variant("b", True))
        self.still()
        dark = pixel(self.drawn(self.view), *corner)
        self.assertGreater(sum(light[:3]), 3 * 128)
        self.assertLess(sum(dark[:3]), 3 * 128)


class Kept(WindowTest):
    def test_size_and_zoom_of_a_window_that_is_closed_are_those_of_the_next(self):
        self.draw("a.png")
        self.start(layout="waterfall")
        before = self.window.get_width()
        self.window.set_default_size(700, 520)
        self.wait(lambda: self.window.get_width() > before, "the width")
        self.window.lookup_action("zoom-in").activate(None)
        columns = self.view.get_property_value("columnCount").unpack()
        self.window.close()
        self.wait(lambda: not application().get_windows(), "the end of the window")
        self.start(layout="waterfall")
        self.assertEqual(self.window.get_default_size(), (700, 520))
        self.assertEqual(self.view.get_property_value("columnCount").unpack(), columns)
        memory = GLib.KeyFile()
        memory.load_from_file(str(Path(GLib.get_user_config_dir(), "layouthost", "view.ini")), 0)
        self.assertEqual(memory.get_double("window", "zoom"), 1.25)

    def test_a_file_is_opened_with_the_program_for_it(self):
        opened = Path(os.environ["LH_SCRATCH"], "opened")
        program = self.folder.parent / "open-picture"
        program.write_text(f'#!/bin/sh\necho "$1" >"{opened}"\n')
        program.chmod(0o700)
        applications = Path(GLib.get_user_data_dir(), "applications")
        applications.mkdir(parents=True, exist_ok=True)
        (applications / "pictures.desktop").write_text(
            f"[Desktop Entry]\nType=Application\nName=Pictures\nExec={program} %f\nMimeType=image/png;\n")
        chosen = Path(GLib.get_user_config_dir(), "mimeapps.list")
        chosen.write_text("[Default Applications]\nimage/png=pictures.desktop\n")
        self.addCleanup(chosen.unlink)
        self.draw("a b.png")
        self.start()
        self.shows("a b.png")
        self.wait(lambda: self.place(0), "the cell")
        self.view.emit("activate", 0, 0)
        self.wait(opened.exists, "the program")
        self.wait(lambda: opened.read_text().strip() == str(self.folder / "a b.png"), "the file")

    def test_without_a_display_it_says_so(self):
        kept = {name: text for name, text in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
        run = subprocess.run([PROGRAM, self.folder], env=kept, capture_output=True, text=True, timeout=6 * LIMIT)
        self.assertEqual((run.returncode, run.stdout), (1, ""))
        self.assertIn("there is no display; start it in a graphical session", run.stderr)
        self.assertEqual(len(run.stderr.splitlines()), 1)
