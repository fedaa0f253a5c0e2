# SPDX-License-Identifier: Apache-2.0
"""Frames of scrolling, for which the view only reads what came and left, beside frames that read all."""
import ctypes

from harness import Item, ViewTest, pump, store
from gi.repository import Gio, GLib, Gtk, LayoutHost

# Of GTK itself: gi frees a render node once too often.
GTK = ctypes.CDLL("libgtk-4.so.1")
for name in ("gtk_snapshot_new", "gtk_widget_paintable_new", "gtk_snapshot_free_to_node", "gsk_render_node_serialize",
             "g_bytes_get_data"):
    getattr(GTK, name).restype = ctypes.c_void_p

#: Offsets with small steps, jumps, both ends, and offsets between pixels.
OFFSETS = [7, 40, 41, 120, 95.5, 300, 260.25, 2000, 1960, 1, 0, 100000, 99000]

PINNED = {"headerReferenceSize": ("(dd)", (30, 30)), "sectionHeadersPinToVisibleBounds": ("b", True)}
TABLE = {"pinnedRows": ("x", 1), "pinnedColumns": ("x", 1)}


class Scrolling(ViewTest):
    def show_sections(self, layout, properties):
        headers = LayoutHost.SignalCellFactory()
        headers.connect("setup", lambda factory, cell: cell.set_child(Gtk.Label(label="Header")))
        sections = Gio.ListStore(item_type=Gio.ListStore)
        sections.splice(0, 0, [store(count, f"{count}:") for count in (70, 3, 90, 40)])
        self.show(Gtk.NoSelection(model=Gtk.FlattenListModel(model=sections)), layout=layout, size=None,
                  header_factory=headers)
        for name, (kind, value) in properties.items():
            self.view.set_property_value(name, GLib.Variant(kind, value))
        self.rest()

    def node(self):
        """Returns what the view drew last; null while something waits to be drawn."""
        # The hash of a GObject in Python is its address.
        paintable = ctypes.c_void_p(GTK.gtk_widget_paintable_new(ctypes.c_void_p(hash(self.view))))
        snapshot = ctypes.c_void_p(GTK.gtk_snapshot_new())
        GTK.gdk_paintable_snapshot(paintable, snapshot, ctypes.c_double(600), ctypes.c_double(400))
        GTK.g_object_unref(paintable)
        return ctypes.c_void_p(GTK.gtk_snapshot_free_to_node(snapshot))

    def drawn(self):
        """Returns what the view draws, as text, in the order of drawing."""
        found = []
        self.wait(lambda: (found.append(self.node()), found[-1].value)[1], "a drawn frame")
        text, size = ctypes.c_void_p(GTK.gsk_render_node_serialize(found[-1])), ctypes.c_size_t()
        words = ctypes.string_at(GTK.g_bytes_get_data(text, ctypes.byref(size)), size.value).decode()
        GTK.g_bytes_unref(text)
        GTK.gsk_render_node_unref(found[-1])
        return words.splitlines()

    def seen(self):
        """Returns the place of each cell, and what is drawn."""
        pump(0.04)
        self.wait(lambda: not self.view.is_moving(), "rest")
        cells = {}
        for child in self.children():
            self.assertIsNotNone(child.get_item(), "a cell that left is still shown")
            matrix = child.compute_transform(self.view)[1]
            cells[child.get_element_kind(), child.get_section(), child.get_index()] = (
                child.get_width(), child.get_height(), [matrix.get_value(i // 4, i % 4) for i in range(16)])
        return cells, self.drawn()

    def scroll(self, axis="v"):
        adjustment = getattr(self.view.get_parent(), f"get_{axis}adjustment")()
        for offset in OFFSETS:
            adjustment.set_value(offset)
            cells, drawn = self.seen()
            self.assertEqual(self.errors, [])
            # The layout is asked anew, and every element is read.
            self.view.answers_changed()
            all_cells, all_drawn = self.seen()
            self.assertEqual(cells, all_cells, f"at {offset}")
            self.assertEqual(drawn, all_drawn, f"drawn at {offset}")
            self.assertTrue(cells)

    def test_lines_of_a_flow(self):
        self.show_sections("flow", {})
        self.scroll()

    def test_screen_readers_get_the_order_of_the_data(self):
        self.show(Gtk.NoSelection(model=store(600)))
        for offset in (70, 700, 1460, 1300):
            self.view.get_parent().get_vadjustment().set_value(offset)
            pump(0.04)
        self.wait(lambda: [cell.get_item().title for cell in self.cells()] == self.titles(), "the order")

    def test_headers_that_stay_on_screen(self):
        self.show_sections("flow", PINNED)
        self.scroll()

    def test_cells_of_different_heights(self):
        self.show_sections("waterfall", {})
        self.scroll()

    def test_cells_that_stay_on_screen(self):
        self.show_sections("table", TABLE)
        self.scroll()
        self.scroll("h")

    def test_cells_and_headers_that_stay_on_screen(self):
        self.show_sections("table", {**TABLE, "columnHeaderHeight": ("d", 30)})
        self.scroll()
        self.scroll("h")

    def test_a_mosaic(self):
        self.show_sections("mosaic", {})
        self.scroll()

    def test_a_gallery(self):
        self.show_sections("gallery", {})
        self.scroll()

    def test_covers_that_turn_as_they_move(self):
        self.show_sections("coverflow", {})
        self.scroll("h")

    def test_cards_that_shrink_as_they_move(self):
        self.show_sections("carousel", {})
        self.scroll("h")

    def test_content_from_right_to_left(self):
        self.show_sections("flow", PINNED)
        self.view.set_direction(Gtk.TextDirection.RTL)
        self.rest()
        self.scroll()

    def test_changes_of_the_data_between_frames_of_scrolling(self):
        items = store(300)
        self.show(Gtk.NoSelection(model=items))
        adjustment = self.view.get_parent().get_vadjustment()
        for step in range(1, 8):
            adjustment.set_value(150 * step)
            # Told in the frame of an offset too, and in the middle of the animation of the last one.
            items.splice(10 * step, step % 3, [Item(f"new {step}")] * (step % 2))
            pump(0.02)
            adjustment.set_value(150 * step + 30)
            pump(0.02)
        cells, drawn = self.seen()
        self.assertEqual(self.titles(), [items.get_item(i).title for i in sorted(key[2] for key in cells)])
        self.view.answers_changed()
        self.assertEqual((cells, drawn), self.seen())
