# SPDX-License-Identifier: Apache-2.0
"""Cells that another factory makes again, sections across, and views in cells of a view."""
import ctypes
import os
import tempfile

from harness import Item, ViewTest, person, pump, store
from gi.repository import Gio, GLib, Gtk, LayoutHost

SCRATCH = os.environ.get("LH_SCRATCH", "/tmp")
# Through the widget's library the functions of the C library are found too.
WIDGET, GTK = ctypes.CDLL("liblayouthost-gtk4-1.so.0"), ctypes.CDLL("libgtk-4.so.1")
WIDGET.lh_collection_view_get_engine.restype = ctypes.c_void_p
WIDGET.lh_view_section_offset.restype = ctypes.c_double
WIDGET.lh_view_set_section_offset.restype = ctypes.c_bool


class EngineTest(ViewTest):
    def factory(self):
        factory = LayoutHost.SignalCellFactory()
        factory.connect("setup", self.set_up)
        factory.connect("bind", self.bind)
        return factory

    def engine(self):
        return ctypes.c_void_p(WIDGET.lh_collection_view_get_engine(ctypes.c_void_p(hash(self.view))))

    def show_across(self, scroll, selection=Gtk.NoSelection):
        """Shows two sections that scroll across."""
        lists = Gio.ListStore(item_type=Gio.ListModel)
        lists.splice(0, 0, [store(20, "a"), store(20, "b")])
        self.show(selection(model=Gtk.FlattenListModel(model=lists)), layout="compositional", size=None)
        words = f"section(gap: 12, scroll: {scroll}) {{ item(300, 100) }}"
        self.view.set_property_value("sections", GLib.Variant("s", words))
        self.rest()

    def across(self, section):
        return WIDGET.lh_view_section_offset(self.engine(), section)


class Across(EngineTest):
    def test_a_wheel_and_a_dragged_middle_button_move_the_section_below_them(self):
        self.show_across("continuous")
        x, y = self.middle(0, section=1)
        person("mousemove", x, y, "click", "--repeat", 4, "--delay", 15, 7)
        self.rest()
        wheel = self.across(1)
        self.assertGreater(wheel, 50)
        self.assertEqual((self.across(0), self.offset().y), (0, 0))
        person("mousemove", 500, y, "mousedown", 2)
        for step in range(1, 11):
            person("mousemove", 500 - 30 * step, y)
        pump(0.3)
        person("mouseup", 2)
        self.rest()
        self.assertGreater(self.across(1), wheel + 150)
        self.assertEqual((self.across(0), self.errors), (0, []))


class NewFactories(EngineTest):
    def test_the_offset_and_the_focus_stay(self):
        self.show(Gtk.MultiSelection(model=store(500)))
        self.view.scroll_to(0, 200, LayoutHost.ScrollTo.FOCUS)
        self.rest()
        before, titles = self.offset().y, self.titles()
        self.assertGreater(before, 0)
        self.assertIs(self.window.get_focus(), self.view.get_cell(0, 200))
        old = self.view.get_cell(0, 200)
        self.view.props.factory = self.factory()
        self.view.props.header_factory = LayoutHost.SignalCellFactory()
        self.rest()
        self.assertEqual((self.offset().y, self.titles()), (before, titles))
        self.assertIsNot(self.view.get_cell(0, 200), old)
        self.assertIs(self.window.get_focus(), self.view.get_cell(0, 200))
        self.assertEqual(self.errors, [])

    def test_the_offsets_of_sections_stay(self):
        self.show_across("groupPaging")
        self.assertTrue(WIDGET.lh_view_set_section_offset(self.engine(), 1, ctypes.c_double(624), False, None))
        self.rest()
        self.view.props.factory = self.factory()
        self.rest()
        self.assertEqual((self.across(0), self.across(1)), (0, 624))
        self.assertEqual(self.errors, [])

    def test_the_followed_directory_stays(self):
        self.show(Gtk.NoSelection(model=store(20)))
        folder = tempfile.mkdtemp(dir=SCRATCH)
        self.assertTrue(self.view.follow_directory(folder))
        self.view.props.factory = self.factory()
        with open(os.path.join(folder, "flow.so"), "wb") as file:
            file.write(b"no plugin")
        self.wait(lambda: self.errors, "the refusal")
        self.assertIn("judge", self.errors[0])

    def test_a_shorter_model_before_another_factory_is_shown_from_its_start(self):
        self.show(Gtk.NoSelection(model=store(500)))
        self.view.scroll_to(0, 400, LayoutHost.ScrollTo.FOCUS)
        self.rest()
        self.view.props.model = Gtk.NoSelection(model=store(3, "Other"))
        self.view.props.factory = self.factory()
        self.rest()
        self.assertEqual((self.offset().y, self.titles()), (0, ["Other 0", "Other 1", "Other 2"]))
        self.assertEqual(self.errors, [])


    def test_a_handler_of_a_cell_may_set_another_factory(self):
        items = store(500)
        for name, act in [
                ("selected", lambda: self.view.props.model.select_range(0, 8, True)),
                ("position", lambda: items.insert(0, Item("new"))), ("index", lambda: items.insert(0, Item("new")))]:
            with self.subTest(name):
                self.show(Gtk.MultiSelection(model=items))
                changed = []

                def change(cell, spec):
                    if not changed:
                        changed.append(True)
                        self.view.props.factory = self.factory()

                for cell in self.cells():
                    cell.connect("notify::" + name, change)
                act()
                self.wait(lambda: changed, "a notice")
                self.rest()
                self.assertEqual(self.titles(), [items[i].title for i in range(len(self.titles()))])
                self.assertEqual(self.errors, [])
                self.window.destroy()

    def once_in_bind(self, act):
        """Makes the next cell that is filled do something else too."""
        shown, waits = self.bind, [act]

        def bind(factory, cell):
            shown(factory, cell)
            if waits:
                waits.pop()()

        self.bind = bind

    def test_a_cell_that_is_filled_may_set_another_factory(self):
        self.show(Gtk.MultiSelection(model=store(500)))
        self.view.scroll_to(0, 200, LayoutHost.ScrollTo.FOCUS)
        self.rest()
        before, titles = self.offset().y, self.titles()
        header = LayoutHost.SignalCellFactory()
        self.once_in_bind(lambda: self.view.set_property("header-factory", header))
        self.view.props.factory = self.factory()
        self.rest()
        self.assertIs(self.view.props.header_factory, header)
        self.assertEqual((self.offset().y, self.titles()), (before, titles))
        self.assertIs(self.window.get_focus(), self.view.get_cell(0, 200))
        self.assertEqual(self.errors, [])

    def test_the_first_cell_of_another_layout_may_set_another_factory(self):
        self.show(Gtk.NoSelection(model=store(500)))
        header, flow = LayoutHost.SignalCellFactory(), [self.place(i) for i in range(20)]
        self.view.props.factory = self.factory()
        self.rest()
        self.assertEqual([self.place(i) for i in range(20)], flow)
        self.once_in_bind(lambda: self.view.set_property("header-factory", header))
        self.view.props.factory = self.factory()
        # The cells of the flow are made again with the first frame of the other layout.
        self.assertTrue(self.view.set_layout("mosaic", False))
        self.rest()
        self.assertEqual(self.view.props.layout, "mosaic")
        self.assertNotEqual([self.place(i) for i in range(20)], flow)
        self.assertTrue(self.titles())
        self.assertEqual(self.errors, [])

    def test_a_cell_that_is_filled_may_name_other_layouts(self):
        self.show(Gtk.NoSelection(model=store(60)))
        names, shown = ["waterfall", "mosaic"], self.bind

        def bind(factory, cell):
            shown(factory, cell)
            if names:
                self.view.props.layout = names.pop(0)

        self.bind = bind
        self.view.props.factory = self.factory()
        self.wait(lambda: not names and self.view.props.layout == "mosaic", "the last layout")
        self.rest()
        self.assertEqual(self.errors, [])

    def test_the_text_expression_may_be_set_to_itself(self):
        self.show(Gtk.NoSelection(model=store(3)))
        view = ctypes.c_void_p(hash(self.view))
        GTK.gtk_constant_expression_new.restype = ctypes.c_void_p
        expression = ctypes.c_void_p(GTK.gtk_constant_expression_new(ctypes.c_size_t(16 << 2), b"a name"))
        WIDGET.lh_collection_view_set_text_expression(view, expression)
        GTK.gtk_expression_unref(expression)
        WIDGET.lh_collection_view_set_text_expression(view, expression)
        WIDGET.lh_collection_view_get_text_expression.restype = ctypes.c_void_p
        self.assertEqual(WIDGET.lh_collection_view_get_text_expression(view), expression.value)
        self.view.props.factory = self.factory()
        self.rest()
        self.assertEqual(self.errors, [])
        WIDGET.lh_collection_view_set_text_expression(view, None)


class Nested(ViewTest):
    def set_up(self, factory, cell):
        labels = LayoutHost.SignalCellFactory()
        labels.connect("setup", lambda factory, cell: cell.set_child(Gtk.Label()))
        labels.connect("bind", lambda factory, cell: cell.get_child().set_text(cell.get_item().title))
        row = LayoutHost.CollectionView(factory=labels, **self.choice)
        row.connect("layout-failed", lambda view, error: self.errors.append(error.message))
        cell.set_child(Gtk.ScrolledWindow(child=row))

    def bind(self, factory, cell):
        row = cell.get_child().get_child()
        row.props.model = Gtk.NoSelection(model=store(3, cell.get_item().title))

    def is_filled(self, cell):
        item = cell.get_item()
        texts = [shown.get_child().get_text() for shown in self.cells(cell.get_child().get_child())]
        return item is not None and sorted(texts) == [f"{item.title} {i}" for i in range(3)]

    def show_rows(self, **choice):
        self.choice = choice
        self.show(Gtk.NoSelection(model=store(30, "Row")), size=(580, 120))
        self.wait(lambda: all(map(self.is_filled, self.cells())), "the items of the rows")
        self.view.get_parent().get_vadjustment().set_value(1500)
        self.rest()
        self.assertNotIn("Row 0", self.titles())
        self.wait(lambda: all(map(self.is_filled, self.cells())), "the items of other rows")
        self.assertTrue(self.titles())
        self.assertEqual(self.errors, [])

    def test_views_in_cells_show_their_items(self):
        self.show_rows()

    def test_views_in_cells_show_the_layout_that_they_were_made_with(self):
        self.show_rows(layout="flow")
