# SPDX-License-Identifier: Apache-2.0
"""Files of records in `layouthost view`: they are followed on disk."""
import os
import sqlite3
import subprocess

from viewer import WindowTest

COMMAND = os.path.join(os.environ["LAYOUTHOST_LIBEXEC"], "layouthost")


class Followed(WindowTest):
    def follow(self, path, *words):
        """Opens the window over a file as the command does."""
        again = [COMMAND, "view", "--records", *words, "--", str(path)]
        records = self.folder.parent / "records"
        records.write_bytes(subprocess.run(again, check=True, stdout=subprocess.PIPE).stdout)
        self.start(records=records, follow=path, again=again)

    def items(self):
        model = self.view.props.model
        return [model.get_item(i) for i in range(model.get_n_items())]

    def test_lines_that_come_and_go_in_a_table_do_so_in_the_window(self):
        path = self.folder / "words.csv"
        path.write_text("word\none\ntwo\nthree\n")
        self.follow(path)
        self.shows("one", "two", "three")
        three = self.items()[2]
        with open(path, "a") as file:
            file.write("four\n")
        self.shows("one", "two", "three", "four")
        # An editor writes a new file, and gives it the name of the old one.
        other = self.folder / "words.tmp"
        other.write_text("word\nthree\nzero\n")
        os.replace(other, path)
        self.shows("three", "zero")
        self.assertIs(self.items()[0], three)
        self.rest()
        self.assertIsNone(self.message())

    def test_a_file_that_cannot_be_read_any_more_is_told_and_its_items_stay(self):
        path = self.folder / "words.jsonl"
        path.write_text('{"word": "one"}\n')
        self.follow(path)
        self.shows("one")
        path.write_text('{"word": \n')
        self.wait(self.message, "the bar")
        self.assertIn("words.jsonl", self.message())
        self.shows("one")
        path.write_text('{"word": "two"}\n')
        self.shows("two")
        self.wait(lambda: self.message() is None, "no bar")

    def test_rows_that_are_written_to_a_database_are_shown(self):
        path = self.folder / "words.db"
        with sqlite3.connect(path) as data:
            data.execute("create table words (word text)")
            data.execute("insert into words values ('one')")
        self.follow(path, "--query", "select word from words order by rowid")
        self.shows("one")
        with sqlite3.connect(path) as data:
            data.execute("insert into words values ('two')")
        self.shows("one", "two")
        data.close()
