# SPDX-License-Identifier: Apache-2.0
"""A window with a collection view, and a simulated user: xdotool moves the pointer and types."""
import json
import subprocess
import sys
import time
import unittest

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("LayoutHost", "1.0")
from gi.repository import Gio, GLib, GObject, Gtk, LayoutHost  # noqa: E402

#: Longer than every step takes; it only ends a hang.
LIMIT = 20


class Item(GObject.Object):
    title = GObject.Property(type=str)

    def __init__(self, title):
        super().__init__(title=title)


def store(count, prefix="Item"):
    made = Gio.ListStore(item_type=Item)
    made.splice(0, 0, [Item(f"{prefix} {i}") for i in range(count)])
    return made


def pump(seconds=0.0):
    """Runs the main loop of the window for some time."""
    context, end = GLib.MainContext.default(), time.monotonic() + seconds
    while True:
        while context.iteration(False):
            if time.monotonic() > end + LIMIT:
                raise AssertionError("the main loop never rests")
        if time.monotonic() >= end:
            return
        time.sleep(0.002)


def person(*words):
    """Runs xdotool with these words, and lets the window process the events."""
    process = subprocess.Popen(["xdotool", *map(str, words)])
    while process.poll() is None:
        pump(0.005)
    if process.returncode:
        raise AssertionError(f"xdotool {words} failed")
    pump(0.05)


READER = """
import json, sys, gi
gi.require_version("Atspi", "2.0")
from gi.repository import Atspi
def read(node, depth=0):
    children = [node.get_child_at_index(i) for i in range(node.get_child_count())] if depth < 9 else []
    states = node.get_state_set()
    yield (node.get_role_name(), node.get_name(), states.contains(Atspi.StateType.SELECTED),
           states.contains(Atspi.StateType.FOCUSED))
    for child in children:
        if child is not None:
            yield from read(child, depth + 1)
desktop, found = Atspi.get_desktop(0), []
for i in range(desktop.get_child_count()):
    app = desktop.get_child_at_index(i)
    if app is not None and app.get_process_id() == int(sys.argv[1]):
        found += read(app)
print(json.dumps(found))
"""


def read(process):
    """Returns the data of a process for a screen reader: role, name, selected and focused."""
    reader = subprocess.Popen([sys.executable, "-c", READER, str(process)], stdout=subprocess.PIPE, text=True)
    while reader.poll() is None:
        pump(0.01)
    with reader.stdout as answer:
        return json.loads(answer.read())


class ViewTest(unittest.TestCase):
    """A test with a window of 600 by 400 at the corner of the screen, without decorations."""

    def wait(self, condition, what):
        end = time.monotonic() + LIMIT
        while not condition():
            if time.monotonic() > end:
                self.fail(f"waited for: {what}")
            pump(0.01)

    def rest(self):
        """Waits until nothing moves."""
        pump(0.05)
        self.wait(lambda: not self.view.is_moving(), "rest")
        pump(0.05)

    def show(self, model, layout="flow", size=(90, 60), **properties):
        self.binds, self.made, self.errors, self.activated = [], 0, [], []
        factory = LayoutHost.SignalCellFactory()
        factory.connect("setup", self.set_up)
        factory.connect("bind", self.bind)
        self.view = LayoutHost.CollectionView(factory=factory, text_property="title", **properties)
        self.view.connect("layout-failed", lambda view, error: self.errors.append(error.message))
        self.view.connect("activate", lambda view, *path: self.activated.append(path))
        self.view.props.model = model
        self.assertTrue(self.view.set_layout(layout, False))
        if size:
            self.view.set_property_value("itemSize", GLib.Variant("(dd)", size))
        scrolled = Gtk.ScrolledWindow(child=self.view)
        self.window = Gtk.Window(decorated=False, default_width=600, default_height=400, child=scrolled)
        self.window.present()
        self.wait(lambda: self.view.get_width() == 600 and self.view.get_height() == 400, "a size")
        self.rest()
        return self.view

    def set_up(self, factory, cell):
        self.made += 1
        cell.set_child(Gtk.Label())

    def bind(self, factory, cell):
        cell.get_child().set_text(cell.get_item().title)
        self.binds.append(cell.get_item().title)

    def place(self, index, section=0):
        """The corner of an item in the view, and its extent; None if it is not visible."""
        cell = self.view.get_cell(section, index)
        if cell is None:
            return None
        there, bounds = cell.compute_bounds(self.view)
        return (bounds.get_x(), bounds.get_y(), bounds.get_width(), bounds.get_height())

    def middle(self, index, section=0):
        x, y, width, height = self.place(index, section)
        return int(x + width / 2), int(y + height / 2)

    def titles(self):
        """The titles of the visible cells, in the order of the data."""
        cells = [cell for cell in self.cells() if cell.get_item()]
        return [cell.get_item().title for cell in sorted(cells, key=lambda cell: cell.get_position())]

    def children(self, view=None):
        """The cells of all kinds that are on screen, as they follow each other in a view."""
        child = (self.view if view is None else view).get_first_child()
        while child:
            if isinstance(child, LayoutHost.Cell) and child.get_mapped():
                yield child
            child = child.get_next_sibling()

    def cells(self, view=None):
        return (child for child in self.children(view) if child.get_element_kind() == "cell")

    def selected(self):
        chosen = self.view.props.model.get_selection()
        return [chosen.get_nth(i) for i in range(chosen.get_size())]

    def offset(self):
        return self.view.get_offset()

    def bar(self):
        """The text of the error bar; None if there is no bar."""
        child = self.view.get_last_child()
        if not (isinstance(child, Gtk.Box) and child.has_css_class("layout-failure") and child.get_visible()):
            return None
        return child.get_first_child().get_next_sibling().get_text()

    def tearDown(self):
        if hasattr(self, "window"):
            self.window.destroy()
            del self.window, self.view
            pump(0.05)
