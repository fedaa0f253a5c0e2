# SPDX-License-Identifier: Apache-2.0
"""100,000 rows of a database in a window: only the visible rows are read."""
import sqlite3
import unittest

from harness import Item, ViewTest, person
from gi.repository import Gio, GLib, GObject, Gtk

ROWS = 100_000


class Rows(GObject.Object, Gio.ListModel):
    """The rows of a table, each read when the view requests it."""

    def __init__(self, path):
        super().__init__()
        self.database = sqlite3.connect(path)
        self.read = 0

    def do_get_item_type(self):
        return Item.__gtype__

    def do_get_n_items(self):
        return self.database.execute("SELECT max(rowid) FROM person").fetchone()[0]

    def do_get_item(self, position):
        row = self.database.execute("SELECT name FROM person WHERE rowid = ?", (position + 1,)).fetchone()
        self.read += 1
        return Item(row[0]) if row else None


class DatabaseTest(ViewTest):
    def setUp(self):
        self.path = GLib.dir_make_tmp("rows-XXXXXX") + "/people.db"
        with sqlite3.connect(self.path) as database:
            database.execute("CREATE TABLE person (name TEXT)")
            database.executemany("INSERT INTO person VALUES (?)", ((f"Person {i}",) for i in range(ROWS)))

    def test_reads_what_is_in_sight(self):
        rows = Rows(self.path)
        self.show(Gtk.MultiSelection(model=rows), size=(120, 40))
        self.rest()
        seen = len(self.binds)
        # A screen of 600 by 400 has 40 cells and some ahead: a model is never read completely.
        self.assertLess(rows.read, 1_000)
        self.assertGreater(seen, 20)
        person("mousemove", 300, 200, "click", 5, "click", 5)
        self.rest()
        self.assertTrue(self.view.scroll_to(0, ROWS - 1, 0))
        self.rest()
        self.assertIsNotNone(self.view.get_cell(0, ROWS - 1))
        self.assertEqual(self.view.get_cell(0, ROWS - 1).get_item().title, f"Person {ROWS - 1}")
        self.assertLess(rows.read, 2_000)


if __name__ == "__main__":
    unittest.main()
