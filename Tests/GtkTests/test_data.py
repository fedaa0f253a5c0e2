# SPDX-License-Identifier: Apache-2.0
"""Models that change, sections, directions, and models with wrong notices."""
import os
import tempfile
import time

from harness import LIMIT, Item, ViewTest, pump, store
from gi.repository import Gio, GLib, GObject, Gtk, LayoutHost

SCRATCH = os.environ.get("LH_SCRATCH", "/tmp")


class Liar(GObject.Object, Gio.ListModel):
    """A model that reports fewer items than it has."""

    def __init__(self):
        super().__init__()
        self.items = [Item(f"Item {i}") for i in range(20)]

    def do_get_item_type(self):
        return Item.__gtype__

    def do_get_n_items(self):
        return len(self.items)

    def do_get_item(self, position):
        return self.items[position] if position < len(self.items) else None


class Changes(ViewTest):
    def test_an_insert_is_animated(self):
        items = store(40)
        self.show(Gtk.NoSelection(model=items))
        before = self.place(0)[0]
        target = self.place(1)[0]
        items.insert(0, Item("new"))
        seen = set()
        self.wait(lambda: (seen.add(self.place(1)[0]), not self.view.is_moving())[1], "the end")
        self.rest()
        self.assertEqual(self.place(1)[0], target)
        self.assertTrue(any(before < x < target for x in seen), f"no step between: {sorted(seen)}")
        self.assertEqual(self.titles()[:3], ["new", "Item 0", "Item 1"])

    def test_people_who_want_less_motion_see_the_outcome(self):
        settings = Gtk.Settings.get_default()
        settings.props.gtk_enable_animations = False
        try:
            items = store(40)
            self.show(Gtk.NoSelection(model=items))
            target = self.place(1)[0]
            items.insert(0, Item("new"))
            pump(0.05)
            self.assertEqual(self.place(1)[0], target)
            self.assertFalse(self.view.is_moving())
        finally:
            settings.props.gtk_enable_animations = True

    def test_what_a_filter_keeps_keeps_its_cell(self):
        wanted = [""]
        found = Gtk.CustomFilter.new(lambda item: wanted[0] in item.title)
        self.show(Gtk.NoSelection(model=Gtk.FilterListModel(model=store(30), filter=found)))
        cell = self.view.get_cell(0, 11)
        self.binds.clear()
        wanted[0] = "1"
        found.changed(Gtk.FilterChange.DIFFERENT)
        self.rest()
        self.assertEqual(self.titles()[:4], ["Item 1", "Item 10", "Item 11", "Item 12"])
        self.assertIs(self.view.get_cell(0, 2), cell)
        self.assertNotIn("Item 11", self.binds)

    def test_a_new_order_moves_cells(self):
        items = store(20)
        self.show(Gtk.NoSelection(model=items))
        cell = self.view.get_cell(0, 0)
        self.binds.clear()
        items.sort(lambda a, b: int(b.title[5:]) - int(a.title[5:]))
        self.rest()
        self.assertEqual(self.titles()[:2], ["Item 19", "Item 18"])
        self.assertIs(self.view.get_cell(0, 19), cell)
        self.assertEqual(self.binds, [])

    def test_many_changes_before_a_frame_are_one(self):
        items = store(10)
        self.show(Gtk.NoSelection(model=items))
        for i in range(6):
            items.insert(i * 2, Item(f"new {i}"))
            items.remove(items.get_n_items() - 1)
        items.splice(2, 3, [Item("x"), Item("y")])
        self.rest()
        self.assertEqual(self.titles(), [items[i].title for i in range(items.get_n_items())])
        self.assertEqual(self.errors, [])

    def test_a_property_and_a_removal_before_a_frame_show_the_right_items(self):
        items = store(40)
        self.show(Gtk.NoSelection(model=items))
        self.view.set_property_value("itemSize", GLib.Variant("(dd)", (120, 80)))
        items.remove(0)
        self.rest()
        self.assertEqual(self.place(0)[2:], (120, 80))
        self.assertEqual(self.titles()[:3], ["Item 1", "Item 2", "Item 3"])
        shown = {cell.get_position(): cell.get_child().get_text() for cell in self.cells()}
        self.assertEqual(shown, {position: items[position].title for position in shown})
        self.assertEqual(self.errors, [])

    def test_items_that_are_made_anew_take_the_place_of_freed_ones(self):
        items, freed = store(200), []
        self.show(Gtk.NoSelection(model=items))
        for i in range(0, 200, 2):
            items[i].weak_ref(freed.append, i)
            items.remove(i)
            items.insert(i, Item(f"new {i}"))
        # The view keeps what it compares with until it has compared.
        self.assertEqual(freed, [])
        self.rest()
        self.assertEqual(sorted(freed), list(range(0, 200, 2)))
        self.assertEqual(self.titles()[:3], ["new 0", "Item 1", "new 2"])
        self.assertTrue(self.view.scroll_to(0, 199, 0))
        self.rest()
        self.assertEqual(self.titles()[-2:], ["new 198", "Item 199"])
        self.assertEqual(self.errors, [])

    def test_a_notice_of_the_engine_comes_after_the_changes_of_the_model(self):
        items, bound = store(40), []
        self.show(Gtk.NoSelection(model=items))
        folder = tempfile.mkdtemp(dir=SCRATCH)
        self.assertTrue(self.view.follow_directory(folder))
        self.rest()
        self.view.connect("layout-failed", lambda view, error: bound.append("new" in self.binds))
        # A source that is always ready keeps frames away, which take the changes over too.
        busy = GLib.idle_add(lambda: True, priority=GLib.PRIORITY_DEFAULT)
        try:
            items.insert(0, Item("new"))
            with open(os.path.join(folder, "flow.so"), "wb") as file:
                file.write(b"no plugin")
            end = time.monotonic() + LIMIT
            while not bound and time.monotonic() < end:
                GLib.MainContext.default().iteration(False)
        finally:
            GLib.source_remove(busy)
        self.assertEqual(bound[:1], [True])

    def test_a_lying_model_is_named_and_shown_as_it_is(self):
        liar = Liar()
        self.show(Gtk.NoSelection(model=liar))
        del liar.items[5:]
        self.view.props.model.get_model()
        liar.items_changed(0, 1, 0)
        self.rest()
        self.assertTrue(self.errors)
        self.assertIn("should have", self.errors[0])
        self.assertIn("should have", self.bar())
        self.assertEqual(len(self.titles()), 5)

    def test_a_handler_may_take_lying_models_away(self):
        liars = [Liar() for _ in range(3)]
        outer = Gio.ListStore(item_type=Gio.ListModel)
        outer.splice(0, 0, liars)
        self.show(Gtk.NoSelection(model=Gtk.FlattenListModel(model=outer)))
        self.view.connect("layout-failed", lambda view, error: view.set_model(None))
        for liar in liars:
            del liar.items[5:]
            liar.items_changed(0, 1, 0)
        outer.append(Liar())
        self.rest()
        self.assertIsNone(self.view.props.model)
        self.assertEqual(self.titles(), [])
        self.assertIn("should have", self.errors[0])

    def test_a_model_may_go_and_another_come(self):
        self.show(Gtk.NoSelection(model=store(20)))
        self.view.props.model = None
        self.rest()
        self.assertEqual(self.titles(), [])
        self.view.props.model = Gtk.SingleSelection(model=store(3, "Other"))
        self.rest()
        self.assertEqual(self.titles(), ["Other 0", "Other 1", "Other 2"])

    def test_a_model_may_fill_before_the_first_frame(self):
        items = store(0)
        show = Gtk.Window.present
        # A folder is read while its window opens.
        Gtk.Window.present = lambda window: (items.splice(0, 0, store(6)[:]), self.view.get_cell(0, 0), show(window))
        try:
            self.show(Gtk.NoSelection(model=items), size=None)
        finally:
            Gtk.Window.present = show
        self.assertEqual(self.errors, [])
        self.assertEqual(self.titles(), [f"Item {i}" for i in range(6)])


class Sections(ViewTest):
    def setUp(self):
        self.lists = [store(4, "a"), store(3, "b"), store(5, "c")]
        self.outer = Gio.ListStore(item_type=Gio.ListModel)
        self.outer.splice(0, 0, self.lists)
        self.model = Gtk.MultiSelection(model=Gtk.FlattenListModel(model=self.outer))
        self.show(self.model)

    def shown(self):
        return [(cell.get_section(), cell.get_index()) for cell in self.cells() if cell.get_mapped()]

    def test_lists_are_sections(self):
        self.assertEqual(sorted(self.shown()), sorted((s, i) for s, n in enumerate((4, 3, 5)) for i in range(n)))
        self.assertEqual(self.view.get_cell(1, 0).get_position(), 4)
        self.assertEqual(self.view.get_cell(1, 0).get_item().title, "b 0")

    def test_sections_and_items_change_at_once(self):
        self.lists[2].insert(0, Item("new"))
        self.outer.remove(0)
        self.outer.append(store(2, "d"))
        self.rest()
        self.assertEqual(self.titles()[:4], ["b 0", "b 1", "b 2", "new"])
        self.assertEqual(self.view.get_cell(2, 1).get_item().title, "d 1")
        self.assertEqual(self.errors, [])

    def test_other_lists_behind_the_model_are_shown(self):
        lists = [store(2, "x"), store(3, "y")]
        others = Gio.ListStore(item_type=Gio.ListModel)
        others.splice(0, 0, lists)
        self.model.get_model().set_model(others)
        self.rest()
        self.assertEqual(sorted(self.shown()), [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)])
        self.assertEqual(self.view.get_cell(1, 0).get_position(), 2)
        lists[1].insert(0, Item("new"))
        self.rest()
        self.assertEqual(self.titles(), ["x 0", "x 1", "new", "y 0", "y 1", "y 2"])
        self.model.set_model(Gtk.FlattenListModel(model=self.outer))
        self.rest()
        self.assertEqual(self.view.get_cell(2, 4).get_item().title, "c 4")
        self.model.set_model(store(3, "plain"))
        self.rest()
        self.assertEqual(sorted(self.shown()), [(0, 0), (0, 1), (0, 2)])
        self.assertEqual(self.titles(), ["plain 0", "plain 1", "plain 2"])
        self.model.set_model(Gtk.FlattenListModel(model=others))
        self.rest()
        self.assertEqual(self.view.get_cell(1, 0).get_item().title, "new")
        self.assertEqual(self.errors, [])

    def test_headers_come_from_their_factory(self):
        factory, names = LayoutHost.SignalCellFactory(), []
        factory.connect("setup", lambda factory, cell: cell.set_child(Gtk.Label()))
        factory.connect("bind", lambda factory, cell: names.append((cell.get_element_kind(), cell.get_section())))
        self.view.props.header_factory = factory
        self.view.set_property_value("headerReferenceSize", GLib.Variant("(dd)", (30, 30)))
        self.rest()
        self.assertEqual(sorted(set(names)), [("header", 0), ("header", 1), ("header", 2)])
        self.assertEqual(self.place(0)[1], 30)
        # A screen reader reads the header of a section before its items.
        order = [(0, "header"), (0, "cell"), (1, "header"), (1, "cell"), (2, "header"), (2, "cell")]
        self.wait(lambda: list(dict.fromkeys(
            (child.get_section(), child.get_element_kind()) for child in self.children())) == order, "the order")


class Directions(ViewTest):
    def test_content_runs_from_right_to_left(self):
        self.show(Gtk.NoSelection(model=store(30)))
        left = self.place(0)[0]
        self.view.set_direction(Gtk.TextDirection.RTL)
        self.rest()
        self.assertLess(left, 10)
        self.assertGreater(self.place(0)[0] + self.place(0)[2], 590)
