# SPDX-License-Identifier: Apache-2.0
"""What the widget draws, compared with pictures in References.

A picture may differ a little, as with another version of the theme. LH_UPDATE_REFERENCES=1 writes the pictures
instead: look at each before it is committed."""
import os
import unittest
from pathlib import Path

from harness import pump, store
from test_layouts import trap
from viewer import ROOT, WindowTest
from gi.repository import Gdk, GdkPixbuf, Gio, GLib, Gtk, LayoutHost

REFERENCES = ROOT / "Tests" / "GtkTests" / "References"
UPDATES = bool(os.environ.get("LH_UPDATE_REFERENCES"))
#: The mean difference of a channel, of 255, and the share of channels that differ clearly.
MEAN, CLEARLY, SHARE = 1.5, 48, 0.01
COLOURS = ["#1b5e7d", "#c8553d", "#588157", "#f2c14e", "#7768ae", "#2a9d8f", "#8d5b4c"]


class References(WindowTest):
    def setUp(self):
        super().setUp()
        # Text looks different with other fonts, so cells and headers have none.
        style = "".join(f".colour-{i} {{ background: {colour}; }}\n" for i, colour in enumerate(COLOURS))
        # What shows the offset fades away.
        self.style(style + "window { background: #ffffff; } scrollbar { opacity: 0; }")

    def style(self, text):
        provider = Gtk.CssProvider()
        provider.load_from_data(text.encode())
        display = Gdk.Display.get_default()
        Gtk.StyleContext.add_provider_for_display(display, provider, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
        self.addCleanup(Gtk.StyleContext.remove_provider_for_display, display, provider)

    def set_up(self, factory, cell):
        cell.set_child(Gtk.Box())

    def bind(self, factory, cell):
        child = cell.get_child()
        child.set_css_classes([f"colour-{(7 * cell.get_section() + 3 * cell.get_index()) % len(COLOURS)}"])

    def compare(self, name):
        drawn = self.drawn(self.window.get_child())
        path = REFERENCES / f"{name}.png"
        if UPDATES:
            path.parent.mkdir(exist_ok=True)
            drawn.savev(str(path), "png", ["compression"], ["9"])
        known = GdkPixbuf.Pixbuf.new_from_file(str(path))
        self.assertEqual((drawn.get_width(), drawn.get_height()), (known.get_width(), known.get_height()))
        one, other = (pixels.add_alpha(False, 0, 0, 0).get_pixels() for pixels in (drawn, known))
        differences = [abs(a - b) for a, b in zip(one, other, strict=True)]
        mean = sum(differences) / len(differences)
        share = sum(difference > CLEARLY for difference in differences) / len(differences)
        if mean > MEAN or share > SHARE:
            kept = Path(os.environ["LH_SCRATCH"], f"{name}.png")
            drawn.savev(str(kept), "png", [], [])
            self.fail(f"{kept} is not {path}: {mean:.2f} of 255, {share:.2%} clearly")

    def test_a_grid_that_was_scrolled(self):
        self.show(Gtk.NoSelection(model=store(500)))
        self.view.get_parent().get_vadjustment().set_value(333)
        self.rest()
        self.compare("grid")

    def test_rows_of_items_with_their_ratios(self):
        self.show(Gtk.NoSelection(model=store(60)), layout="gallery", size=None)
        self.view.set_answer("aspectRatioForItem",
                             lambda view, item, section, index: GLib.Variant("d", 0.6 + index * 37 % 50 / 50))
        self.view.answers_changed()
        self.rest()
        self.compare("gallery")

    def test_selected_items(self):
        self.show(Gtk.MultiSelection(model=store(500)))
        self.view.props.model.select_range(3, 5, True)
        self.rest()
        self.compare("selection")

    def test_sections_with_headers(self):
        lists = Gio.ListStore(item_type=Gio.ListModel)
        lists.splice(0, 0, [store(count) for count in (7, 12, 30)])
        self.show(Gtk.NoSelection(model=Gtk.FlattenListModel(model=lists)))
        headers = LayoutHost.SignalCellFactory()
        headers.connect("setup", self.set_up)
        headers.connect("bind", self.bind)
        self.view.props.header_factory = headers
        self.view.set_property_value("headerReferenceSize", GLib.Variant("(dd)", (600, 24)))
        self.rest()
        self.compare("headers")

    def test_turned_items(self):
        self.show(Gtk.NoSelection(model=store(60)), layout="coverflow", size=(160, 220))
        self.view.scroll_to(0, 7, LayoutHost.ScrollTo.NONE)
        self.rest()
        # Cairo draws no perspective; test_renderers runs this with GL.
        self.compare("coverflow-gl" if os.environ["GSK_RENDERER"] == "gl" else "coverflow")

    def test_a_crash_above_the_last_frame(self):
        # Text of one pixel, because its lines would make the bar larger with other fonts.
        self.style(".layout-failure, .layout-failure * { font-size: 1px; color: transparent; }")
        self.show(Gtk.NoSelection(model=store(200)), layout=trap(), size=None, tier=LayoutHost.LayoutTier.SANDBOXED)
        self.rest()
        self.view.set_property_value("frames", GLib.Variant("d", 0))
        self.wait(lambda: self.bar() is not None, "the bar")
        # The frame that failed is still due.
        pump(0.3)
        self.compare("crash")

    @unittest.skipIf(UPDATES, "the pictures are written")
    def test_another_place_of_the_same_cells_is_noticed(self):
        self.show(Gtk.NoSelection(model=store(500)))
        with self.assertRaisesRegex(AssertionError, "clearly"):
            self.compare("grid")
