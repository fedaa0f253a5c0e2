# SPDX-License-Identifier: Apache-2.0
"""Checks what a desktop and a store of programs read about the window."""
import configparser
import subprocess
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "Sources/LayoutHostGtk/data"
NAME = "io.github.layouthost.View"


class Desktop(unittest.TestCase):
    def test_the_files_are_valid(self):
        for command in (["desktop-file-validate", DATA / f"{NAME}.desktop"],
                        ["appstreamcli", "validate", "--no-net", DATA / f"{NAME}.metainfo.xml"]):
            run = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            self.assertEqual(run.returncode, 0, run.stdout)

    def test_they_name_each_other_and_the_icon(self):
        entry = configparser.ConfigParser(interpolation=None)
        entry.read(DATA / f"{NAME}.desktop")
        self.assertEqual(entry["Desktop Entry"]["Icon"], NAME)
        self.assertTrue((DATA / f"{NAME}.svg").exists())
        about = ElementTree.parse(DATA / f"{NAME}.metainfo.xml")
        self.assertEqual(about.findtext("launchable"), f"{NAME}.desktop")
