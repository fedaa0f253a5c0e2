# SPDX-License-Identifier: Apache-2.0
"""Fingers on the view: GTK draws into a page of a browser, which is touched."""
import os
import subprocess
import sys
import unittest

from browser import Broadway, Page
from harness import LIMIT, pump, store
from test_cells import EngineTest
from viewer import WindowTest
from gi.repository import Gtk, LayoutHost

#: The address of the display; none where the display is another one.
PAGE = os.environ.get("LH_PAGE")


@unittest.skipUnless(PAGE, "Fingers runs it on a display of its own")
class Touched(EngineTest):
    def setUp(self):
        self.page = Page(PAGE)
        self.addCleanup(self.page.end)

    def tearDown(self):
        self.window.destroy()

    def offset(self):
        return self.view.get_offset()[1]

    def test_the_content_follows_a_finger_and_goes_on(self):
        self.show(Gtk.NoSelection(model=store(2000)))
        self.page.cover()
        self.page.touch("touchStart", (300, 300))
        pump(0.1)
        for y in (280, 240, 200):
            self.page.touch("touchMove", (300, y))
            pump(0.1)
        self.wait(lambda: self.offset() > 60, "the content under the finger")
        held = self.offset()
        self.assertLessEqual(held, 100)
        # A finger that rests before it is lifted flings nothing.
        pump(0.3)
        self.page.touch("touchEnd")
        self.rest()
        self.assertLess(abs(self.offset() - held), 2)
        self.fling()
        lifted = self.offset()
        self.rest()
        self.assertGreater(self.offset(), lifted + 20)


    def tap(self, x, y):
        self.page.swipe((x, y), (x, y), steps=1, seconds=0.05)

    def fling(self, start=(300, 350), end=(300, 50)):
        """Flings the content; a machine that is busy may lift the finger too late, once."""
        for _ in range(5):
            self.page.swipe(start, end)
            pump(0.05)
            if self.view.is_moving():
                return
        self.fail("no fling goes on")

    def selected(self):
        model = self.view.props.model
        return [i for i in range(model.get_n_items()) if model.is_selected(i)]

    def test_a_tap_selects_and_a_touch_that_stops_a_fling_does_not(self):
        self.show(Gtk.MultiSelection(model=store(2000)))
        self.page.cover()
        self.tap(*self.middle(3))
        self.wait(lambda: self.view.props.model.is_selected(3), "the item under the finger")
        self.assertEqual(self.selected(), [3])
        self.fling()
        self.page.touch("touchStart", (300, 200))
        self.wait(lambda: not self.view.is_moving(), "the stop")
        held = self.offset()
        pump(0.2)
        self.page.touch("touchEnd")
        pump(0.05)
        self.assertEqual((self.offset(), self.selected()), (held, [3]))
        # The next tap is none of a double click.
        self.tap(300, 200)
        self.wait(lambda: self.selected() != [3], "the item under the second finger")
        self.assertEqual((self.offset(), self.activated), (held, []))

    def test_two_taps_activate(self):
        self.show(Gtk.MultiSelection(model=store(2000)))
        self.page.cover()
        # A busy machine may take longer for them than two taps may take.
        for _ in range(5):
            self.tap(*self.middle(4))
            self.tap(*self.middle(4))
            pump(0.2)
            if self.activated:
                break
        self.assertEqual(self.activated[:1], [(0, 4)])

    def test_a_touch_stops_the_section_under_it_and_no_other(self):
        self.show_across("continuous", Gtk.MultiSelection)
        self.page.cover()
        first, second = self.middle(0), self.middle(0, section=1)
        self.fling((500, first[1]), (200, first[1]))
        # A tap on the other section selects, and the first one goes on.
        self.tap(*second)
        self.wait(self.selected, "the item under the finger")
        self.assertEqual(self.selected(), [20])
        before = self.across(0)
        self.wait(lambda: self.across(0) > before, "the section that goes on")
        self.page.touch("touchStart", (300, first[1]))
        self.wait(lambda: not self.view.is_moving(), "the stop")
        held = self.across(0)
        pump(0.2)
        self.page.touch("touchEnd")
        self.rest()
        self.assertEqual((self.across(0), self.selected(), self.errors), (held, [20], []))

    def test_a_finger_scrolls_where_a_pointer_moves_items_and_moves_them_after_a_rest(self):
        items = store(200)
        self.show(Gtk.MultiSelection(model=items), reorderable=True, enable_rubberband=True)
        self.page.cover()
        self.page.swipe((300, 350), (300, 150), seconds=0.4)
        self.rest()
        self.assertGreater(self.offset(), 150)
        self.assertEqual(items.get_item(0).title, "Item 0")
        self.view.scroll_to(0, 0, LayoutHost.ScrollTo.NONE)
        self.rest()
        (x, y), (to_x, to_y) = self.middle(0), self.middle(2)
        self.page.touch("touchStart", (x, y))
        pump(1)
        for part in (0.3, 0.6, 1):
            self.page.touch("touchMove", (x + (to_x - x) * part, y + (to_y - y) * part))
            pump(0.1)
        self.page.touch("touchEnd")
        self.rest()
        self.assertEqual([items.get_item(i).title for i in range(4)], ["Item 1", "Item 2", "Item 0", "Item 3"])
        self.assertEqual(self.errors, [])


@unittest.skipUnless(PAGE, "Fingers runs it on a display of its own")
class Pinched(WindowTest):
    def test_two_fingers_zoom(self):
        page = Page(PAGE)
        self.addCleanup(page.end)
        for i in range(30):
            self.draw(f"{i:02}.png")
        self.start(layout="gallery")
        page.cover()
        height = lambda: self.view.get_property_value("targetHeight").unpack()
        before = height()
        # Content that moves is zoomed too.
        page.swipe((300, 400), (300, 200))
        page.touch("touchStart", (250, 250), (350, 250))
        for step in range(1, 11):
            pump(0.03)
            page.touch("touchMove", (250 - 5 * step, 250), (350 + 5 * step, 250))
        page.touch("touchEnd")
        self.wait(lambda: abs(height() - 2 * before) < 0.05 * before, "twice the height")


class Fingers(unittest.TestCase):
    def test_in_a_browser(self):
        screen = Broadway()
        self.addCleanup(screen.end)
        run = subprocess.run(
            [sys.executable, "-m", "unittest", "-v", "test_touch.Touched", "test_touch.Pinched"], text=True, capture_output=True,
            timeout=12 * LIMIT, env={**os.environ, "GDK_BACKEND": "broadway", "BROADWAY_DISPLAY": screen.display,
                                     "LH_PAGE": screen.address, "GSK_RENDERER": "broadway"})
        self.assertEqual(run.returncode, 0, run.stderr)
