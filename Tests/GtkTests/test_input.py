# SPDX-License-Identifier: Apache-2.0
"""Wheel, pointer and keys, as an X server delivers them."""
from harness import Item, ViewTest, person, pump, store
from gi.repository import Gio, GLib, Gtk, LayoutHost


class Scrolling(ViewTest):
    def test_a_wheel_scrolls_and_reuses_cells(self):
        self.show(Gtk.NoSelection(model=store(100_000)))
        first = self.made
        self.assertLess(first, 120)
        person("mousemove", 300, 200, "click", "--repeat", 40, "--delay", 15, 5)
        self.rest()
        self.assertGreater(self.offset().y, 1000)
        self.assertNotIn("Item 0", self.titles())
        self.assertLess(self.made, 2 * first)
        bar = self.view.props.vadjustment
        self.assertAlmostEqual(bar.get_value(), self.offset().y, delta=1)

    def test_the_scroll_bar_moves_the_view(self):
        self.show(Gtk.NoSelection(model=store(1000)))
        self.view.props.vadjustment.set_value(700)
        self.rest()
        self.assertEqual(self.offset().y, 700)

    def test_a_fling_goes_on_and_stops(self):
        self.show(Gtk.NoSelection(model=store(10_000)))
        steps = ["mousemove_relative", "--", 0, -25, "sleep", 0.02] * 8
        person("mousemove", 300, 350, "mousedown", 2, *steps, "mouseup", 2)
        dragged = self.offset().y
        self.assertGreater(dragged, 100)
        self.wait(lambda: self.offset().y > dragged + 50, "the fling going on")
        self.rest()
        end = self.offset().y
        pump(0.2)
        self.assertEqual(self.offset().y, end)

    def test_nothing_ticks_at_rest(self):
        self.show(Gtk.NoSelection(model=store(100)))
        clock = self.view.get_frame_clock()
        pump(0.3)
        before = clock.get_frame_counter()
        pump(0.5)
        self.assertLess(clock.get_frame_counter() - before, 4)


class Selecting(ViewTest):
    def setUp(self):
        self.show(Gtk.MultiSelection(model=store(500)), enable_rubberband=True)

    def click(self, index, *keys):
        for key in keys:
            person("keydown", key)
        person("mousemove", *self.middle(index), "click", 1)
        for key in keys:
            person("keyup", key)

    def test_clicks_select_toggle_and_extend(self):
        self.click(3)
        self.assertEqual(self.selected(), [3])
        self.click(8, "ctrl")
        self.assertEqual(self.selected(), [3, 8])
        self.click(8, "ctrl")
        self.assertEqual(self.selected(), [3])
        self.click(1)
        self.click(4, "shift")
        self.assertEqual(self.selected(), [1, 2, 3, 4])
        self.assertTrue(self.view.get_cell(0, 2).get_selected())
        self.assertTrue(self.view.get_cell(0, 2).get_state_flags() & Gtk.StateFlags.SELECTED)
        self.assertFalse(self.view.get_cell(0, 5).get_selected())

    def test_arrows_move_the_selection_and_scroll(self):
        self.click(0)
        person("key", "Right", "Right")
        self.assertEqual(self.selected(), [2])
        person("key", "shift+Right", "shift+Right")
        self.assertEqual(self.selected(), [2, 3, 4])
        person("key", "End")
        self.rest()
        self.assertEqual(self.selected(), [499])
        self.assertIn("Item 499", self.titles())
        self.assertIs(self.window.get_focus(), self.view.get_cell(0, 499))
        person("key", "Home")
        self.rest()
        self.assertEqual((self.selected(), self.offset().y), ([0], 0))

    def test_control_and_arrows_move_the_focus_alone(self):
        self.click(0)
        person("key", "ctrl+Right", "ctrl+Right")
        self.assertEqual(self.selected(), [0])
        self.assertIs(self.window.get_focus(), self.view.get_cell(0, 2))
        person("key", "ctrl+space")
        self.assertEqual(self.selected(), [0, 2])

    def test_the_focus_outlives_its_cell(self):
        self.click(1)
        person("click", "--repeat", 30, "--delay", 15, 5)
        self.rest()
        self.assertIs(self.window.get_focus(), self.view)
        person("key", "Right")
        self.rest()
        self.assertEqual(self.selected(), [2])
        self.assertIn("Item 2", self.titles())

    def test_return_and_double_click_activate(self):
        self.click(5)
        self.assertEqual(self.activated, [])
        person("key", "Return")
        self.assertEqual(self.activated, [(0, 5)])
        pump(0.6)
        person("mousemove", *self.middle(7), "click", "--repeat", 2, "--delay", 40, 1)
        self.assertEqual(self.activated, [(0, 5), (0, 7)])

    def test_everything_is_selected_and_nothing(self):
        self.click(0)
        person("key", "ctrl+a")
        self.assertEqual(len(self.selected()), 500)
        person("key", "ctrl+shift+a")
        self.assertEqual(self.selected(), [])

    def test_letters_find_items(self):
        self.click(0)
        person("type", "--delay", 30, "item 47")
        self.rest()
        self.assertEqual(self.selected(), [47])

    def test_a_rubber_band_selects(self):
        x, y, width, height = self.place(0)
        person("mousemove", 585, 395, "mousedown", 1)
        self.assertEqual(self.offset().y, 0)
        end = self.middle(7)
        person("mousemove", 400, 300)
        person("mousemove", *end)
        pump(0.1)
        hit = self.selected()
        person("mouseup", 1)
        self.assertIn(7, hit)
        self.assertNotIn(0, hit)
        self.assertEqual(self.selected(), hit)

    def test_one_click_activates_where_that_is_set(self):
        self.view.props.single_click_activate = True
        self.click(2)
        self.assertEqual(self.activated, [(0, 2)])
        self.assertEqual(self.selected(), [])


class OneAtMost(ViewTest):
    def click(self, index, *held):
        person("mousemove", *self.middle(index), *(word for key in held for word in ("keydown", key)),
               "click", 1, *(word for key in held for word in ("keyup", key)))

    def test_a_single_selection_follows_clicks_and_arrows_with_shift_too(self):
        self.show(Gtk.SingleSelection(model=store(60), autoselect=False, can_unselect=True))
        self.click(2)
        self.assertEqual(self.selected(), [2])
        self.click(5, "shift")
        self.assertEqual(self.selected(), [5])
        person("key", "shift+Right")
        self.assertEqual(self.selected(), [6])
        self.click(6, "ctrl")
        self.assertEqual(self.selected(), [])

    def test_where_nothing_is_selected_items_are_activated_all_the_same(self):
        self.show(Gtk.NoSelection(model=store(60)))
        self.click(3)
        person("key", "Right", "Return")
        self.assertEqual((self.selected(), self.activated), ([], [(0, 4)]))


class Reordering(ViewTest):
    def lift(self, index, target):
        """Drags an item to the place of another one in its row, and holds it there."""
        start, end = self.middle(index), self.middle(target)
        person("mousemove", *start, "mousedown", 1)
        for step in range(1, 11):
            person("mousemove", start[0] + (end[0] - start[0]) * step // 10, start[1])
        pump(0.4)

    def drop(self):
        person("mouseup", 1)
        self.rest()

    def test_an_item_is_dropped_elsewhere(self):
        items = store(30)
        self.show(Gtk.MultiSelection(model=items), reorderable=True)
        self.lift(0, 3)
        self.assertEqual(items[0].title, "Item 0")
        self.drop()
        order = [items[i].title for i in range(5)]
        self.assertEqual(order, ["Item 1", "Item 2", "Item 3", "Item 0", "Item 4"])
        self.assertEqual(self.titles()[:5], order)
        self.assertEqual(self.errors, [])

    def test_escape_puts_it_back(self):
        items = store(30)
        self.show(Gtk.MultiSelection(model=items), reorderable=True)
        person("mousemove", *self.middle(1), "mousedown", 1)
        person("mousemove", *self.middle(3))
        person("key", "Escape")
        person("mouseup", 1)
        self.rest()
        self.assertEqual(self.titles()[:3], ["Item 0", "Item 1", "Item 2"])

    def test_a_handler_may_set_another_model(self):
        self.show(Gtk.MultiSelection(model=store(30)), reorderable=True)
        other = Gtk.MultiSelection(model=store(30, "Other"))
        self.view.connect("move-item", lambda view, *move: view.set_model(other) or True)
        self.lift(0, 3)
        self.drop()
        self.assertEqual(self.titles()[:4], [f"Other {i}" for i in range(4)])
        self.assertEqual(self.errors, [])

    def test_a_handler_may_have_all_cells_made_again(self):
        items = store(30)
        self.show(Gtk.MultiSelection(model=items), reorderable=True)

        def move(view, section, index, target_section, target_index):
            item = items[index]
            items.remove(index)
            items.insert(target_index, item)
            view.props.header_factory = LayoutHost.SignalCellFactory()
            view.set_answer("sizeForItem", lambda *asked: GLib.Variant("(dd)", (80, 50)))
            return True

        self.view.connect("move-item", move)
        old = self.view.get_cell(0, 10)
        self.rest()
        self.lift(0, 3)
        self.drop()
        self.wait(lambda: self.view.get_cell(0, 10) not in (None, old), "other cells")
        self.rest()
        self.assertEqual(self.titles()[:4], ["Item 1", "Item 2", "Item 3", "Item 0"])
        self.assertEqual(self.place(10)[2:], (80, 50))
        self.assertEqual(self.errors, [])

    def test_a_handler_may_take_the_model_away(self):
        self.show(Gtk.MultiSelection(model=store(30)), reorderable=True)
        self.view.connect("move-item", lambda view, *move: view.set_model(None) or True)
        self.lift(0, 3)
        self.drop()
        self.assertEqual(self.titles(), [])
        self.assertEqual(len(self.errors), 1)
        self.assertIn("other counts", self.errors[0])

    def test_a_handler_may_change_other_sections_and_call_the_view(self):
        lists = [store(12, "a"), store(3, "b")]
        outer = Gio.ListStore(item_type=Gio.ListModel)
        outer.splice(0, 0, lists)

        def move(view, section, index, target_section, target_index):
            item = lists[section][index]
            lists[section].remove(index)
            lists[target_section].insert(target_index, item)
            lists[1].insert(0, Item("new"))
            outer.remove(0)
            # It takes over the changes of the model.
            view.get_cell(0, 0)
            return True

        self.show(Gtk.MultiSelection(model=Gtk.FlattenListModel(model=outer)), reorderable=True)
        self.view.connect("move-item", move)
        self.lift(0, 3)
        self.drop()
        self.assertEqual(lists[0][3].title, "a 0")
        self.assertEqual(self.titles(), ["new", "b 0", "b 1", "b 2"])
        self.assertEqual(self.errors, [])

    def test_a_drag_that_is_taken_away_shows_the_changed_model(self):
        items = store(600)
        self.show(Gtk.MultiSelection(model=items), reorderable=True)
        person("mousemove", *self.middle(0), "mousedown", 1)
        for y in (100, 250, 390):
            person("mousemove", 300, y)
        # At the edge the content scrolls, so that the item goes back through cells that are not there now.
        self.wait(lambda: self.offset().y > 400, "scrolling")
        items.insert(5, Item("new"))
        controllers = self.view.observe_controllers()
        for controller in [controllers.get_item(i) for i in range(controllers.get_n_items())]:
            if isinstance(controller, Gtk.GestureDrag):
                controller.reset()
        self.drop()
        shown = {cell.get_position(): cell.get_child().get_text() for cell in self.cells()}
        self.assertEqual(shown, {position: items[position].title for position in shown})
        self.assertEqual(self.errors, [])
