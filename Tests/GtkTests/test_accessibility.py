# SPDX-License-Identifier: Apache-2.0
"""The view as a screen reader gets it: over AT-SPI, from another process."""
import json
import os
import subprocess
import sys

from harness import ViewTest, person, pump, store
from gi.repository import Gtk

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


class Reading(ViewTest):
    def read(self):
        process = subprocess.Popen([sys.executable, "-c", READER, str(os.getpid())],
                                   stdout=subprocess.PIPE, text=True)
        while process.poll() is None:
            pump(0.01)
        with process.stdout as answer:
            return json.loads(answer.read())

    def test_items_are_read_with_name_and_state(self):
        self.show(Gtk.MultiSelection(model=store(30)))
        person("mousemove", *self.middle(2), "click", 1)
        self.wait(lambda: self.selected() == [2], "a selection")
        nodes = self.read()
        self.assertIn("list", [node[0] for node in nodes])
        items = {node[1]: node for node in nodes if node[0] == "list item"}
        self.assertIn("Item 0", items)
        self.assertIn("Item 29", items)
        self.assertTrue(items["Item 2"][2], "selected")
        self.assertTrue(items["Item 2"][3], "focused")
        self.assertFalse(items["Item 3"][2])
