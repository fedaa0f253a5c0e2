# SPDX-License-Identifier: Apache-2.0
"""The controls of properties in the window of `layouthost view`."""
from viewer import WindowTest, find
from gi.repository import Gtk


class Controls(WindowTest):
    def row(self, words):
        """The row of a property: its numbers, and its button that unsets it or None."""
        label = next(label for label in find(self.window, Gtk.Label) if label.get_text() == words)
        row = label.get_parent().get_parent()
        clear = [button for button in find(row, Gtk.Button) if button.get_tooltip_text() == "Unset it"]
        return list(find(row, Gtk.SpinButton)), clear[0] if clear else None

    def value(self, name):
        return self.view.get_property_value(name).unpack()

    def type(self, number, text):
        number.set_text(text)
        number.update()

    def test_an_unset_number_is_empty_and_can_be_unset_again(self):
        self.start(layout="waterfall")
        (number,), clear = self.row("Column width, pt")
        self.assertEqual((self.value("columnWidth"), number.get_text()), ((), ""))
        self.assertFalse(clear.get_sensitive())
        number.spin(Gtk.SpinType.STEP_FORWARD, 1)
        self.assertEqual((self.value("columnWidth"), number.get_text()), (101, "101.0"))
        self.assertTrue(clear.get_sensitive())
        clear.emit("clicked")
        self.assertEqual((self.value("columnWidth"), number.get_text()), ((), ""))
        self.assertFalse(clear.get_sensitive())

    def test_each_number_that_is_typed_into_an_empty_control_is_taken(self):
        self.start(layout="waterfall")
        (number,), clear = self.row("Column width, pt")
        self.type(number, "wide")
        self.assertEqual((self.value("columnWidth"), number.get_text()), ((), ""))
        # The first is the number at which plus and minus start, the last the one that was unset: no changes.
        for width in (100, 70, 70):
            self.type(number, str(width))
            self.assertEqual(self.value("columnWidth"), width)
            clear.emit("clicked")
            self.assertEqual(self.value("columnWidth"), ())
        # Leaving the control changes nothing.
        number.update()
        self.assertEqual((self.value("columnWidth"), number.get_text()), ((), ""))

    def test_the_first_number_of_an_unset_size_counts_for_both(self):
        self.start(layout="mosaic")
        (width, height), clear = self.row("Large size, pt")
        self.assertEqual((width.get_text(), height.get_text()), ("", ""))
        self.type(height, "50")
        self.assertEqual(self.value("largeSize"), (50, 50))
        self.type(width, "20")
        self.assertEqual(self.value("largeSize"), (20, 50))
        clear.emit("clicked")
        self.assertEqual((self.value("largeSize"), width.get_text(), height.get_text()), ((), "", ""))

    def test_a_property_that_must_have_a_value_cannot_be_unset(self):
        self.start(layout="waterfall")
        numbers, clear = self.row("Column spacing, pt")
        self.assertEqual((numbers[0].get_text(), clear), ("10.0", None))

    def test_numbers_keep_their_names(self):
        self.start(layout="waterfall")
        numbers, _ = self.row("Section inset, pt")
        for number in numbers:
            number.spin(Gtk.SpinType.STEP_FORWARD, 1)
            self.assertTrue(Gtk.test_accessible_has_property(number, Gtk.AccessibleProperty.LABEL))
        self.assertEqual(self.value("sectionInset"), (11, 11, 11, 11))
        self.assertEqual([number.get_tooltip_text() for number in numbers], ["Top", "Left", "Bottom", "Right"])
