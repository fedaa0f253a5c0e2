# SPDX-License-Identifier: Apache-2.0
"""The view as a screen reader reads it: over AT-SPI, from another process."""
import os

from harness import Item, ViewTest, person, read, store
from gi.repository import Gtk, LayoutHost

class Reading(ViewTest):
    def test_items_are_read_with_name_and_state(self):
        self.show(Gtk.MultiSelection(model=store(30)))
        person("mousemove", *self.middle(2), "click", 1)
        self.wait(lambda: self.selected() == [2], "a selection")
        nodes = read(os.getpid())
        self.assertIn("list", [node[0] for node in nodes])
        items = {node[1]: node for node in nodes if node[0] == "list item"}
        self.assertIn("Item 0", items)
        self.assertIn("Item 29", items)
        self.assertTrue(items["Item 2"][2], "selected")
        self.assertTrue(items["Item 2"][3], "focused")
        self.assertFalse(items["Item 3"][2])

    def test_a_name_that_bind_sets_is_read(self):
        def bind(factory, cell):
            title = cell.get_item().title or ""
            cell.get_child().set_text(title)
            cell.set_accessible_label(f"Photo of {title}" if title.endswith(("0", "2")) else None)
        self.bind = bind
        items = store(3)
        items.append(Item(None))
        self.show(Gtk.NoSelection(model=items))
        self.assertEqual(self.names(), ["Photo of Item 0", "Item 1", "Photo of Item 2", ""])
        # The cell of the first item shows one without a text.
        items.splice(0, 3, [])
        self.rest()
        items.splice(0, 1, [Item(None)])
        self.rest()
        self.assertEqual(self.names(), [""])

    def names(self):
        return [node[1] for node in read(os.getpid()) if node[0] == "list item"]

    def test_items_are_read_in_the_order_of_the_data(self):
        items = store(600)
        self.show(Gtk.NoSelection(model=items))
        for index in [300, 285, 500, 40, 55]:
            self.view.scroll_to(0, index, LayoutHost.ScrollTo.START)
            self.rest()
        items.splice(56, 4, [Item("new"), Item("newer")])
        self.rest()
        self.assertIn("newer", self.titles())
        self.wait(lambda: [cell.get_item().title for cell in self.cells()] == self.titles(), "the order")
        names = [node[1] for node in read(os.getpid()) if node[0] == "list item"]
        self.assertEqual(names, self.titles())

    def test_items_that_are_gone_are_not_read(self):
        wanted = [""]
        found = Gtk.CustomFilter.new(lambda item: wanted[0] in item.title)
        self.show(Gtk.NoSelection(model=Gtk.FilterListModel(model=store(12), filter=found)))
        for wanted[0] in ["1", ""]:
            found.changed(Gtk.FilterChange.DIFFERENT)
            self.rest()
            items = sorted(node[1] for node in read(os.getpid()) if node[0] == "list item")
            self.assertEqual(items, sorted(f"Item {i}" for i in range(12) if wanted[0] in str(i)))
