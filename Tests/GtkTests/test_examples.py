# SPDX-License-Identifier: Apache-2.0
"""Builds and uses the examples in Swift, C, Python and Vala."""
import os
import shutil
import subprocess
import time
import unittest
from pathlib import Path

from harness import LIMIT, person, read

ROOT = Path(__file__).resolve().parents[2]
SCRATCH = Path(os.environ["LH_SCRATCH"])


def build_swift():
    """Builds the example against the widget of this checkout, as if that was installed."""
    text = (ROOT / "Sources/LayoutHostGtk/data/layouthost-gtk4.pc.in").read_text()
    text = text.replace("@PREFIX@", f"{ROOT}/Sources/LayoutHostGtk").replace("@LIBDIR@", f"{ROOT}/.build/gtk")
    # The C library has no file for pkg-config before it is installed, and the headers do not need it.
    (SCRATCH / "layouthost-gtk4.pc").write_text(text.replace(", layouthost\n", "\n"))
    command = ["swift", "build", "--package-path", f"{ROOT}/Examples/gtk-gallery-swift",
               "--scratch-path", f"{ROOT}/.build/gtk-gallery-swift"]
    done = subprocess.run(command, env={**os.environ, "PKG_CONFIG_PATH": str(SCRATCH)}, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        raise AssertionError(done.stdout)
    return [f"{ROOT}/.build/gtk-gallery-swift/debug/gallery"]


def build_c(source, *flags):
    """Compiles a program against the widget of this checkout."""
    program = SCRATCH / Path(source).stem
    gtk = subprocess.run(["pkg-config", "--cflags", "--libs", "gtk4"], check=True, text=True,
                         capture_output=True).stdout.split()
    subprocess.run(["cc", *flags, f"-I{ROOT}/Sources/LayoutHostGtk/include",
                    f"-I{ROOT}/Sources/LayoutHostC/include", source, "-o", program,
                    f"-L{ROOT}/.build/gtk", "-llayouthost-gtk4-1", "-llayouthost", *gtk], check=True)
    return [program]


def build_python():
    return ["/usr/bin/python3", f"{ROOT}/Examples/gtk-gallery/gallery.py"]


class Vala(unittest.TestCase):
    def test_a_program_in_vala_shows_its_words(self):
        subprocess.run(["valac", "-C", "-d", SCRATCH, "--vapidir", f"{ROOT}/.build/gtk", "--pkg", "gtk4",
                        "--pkg", "layouthost-gtk4", f"{ROOT}/Tests/GtkTests/gallery.vala"], check=True)
        # What Vala writes is not free of warnings.
        program = build_c(SCRATCH / "gallery.c", "-w")
        run = subprocess.run(program, text=True, capture_output=True, timeout=6 * LIMIT)
        self.assertEqual((run.returncode, run.stdout), (0, "waterfall: three\n"), run.stderr)


class Galleries(unittest.TestCase):
    def wait(self, condition, what):
        end = time.monotonic() + LIMIT
        while not condition(nodes := read(self.process.pid)):
            if time.monotonic() > end or self.process.poll() is not None:
                self.fail(f"waited for: {what}; the program, {self.process.poll()}, shows {nodes}")

    def wait_for_pictures(self, *names):
        names = [f"{name}.png" for name in names]
        # Cells are read in the order in which they were made.
        self.wait(lambda nodes: sorted(node[1] for node in nodes if node[0] == "list item") == names, names)

    def search(self, *words):
        """Types these words into the entry. A window that is not on screen yet gets no click."""
        def is_focused(nodes):
            person("mousemove", 400, 27, "click", 1)
            return any(node[0] == "entry" and node[3] for node in nodes)

        self.wait(is_focused, "an entry to type in")
        person(*words)

    def test_a_search_leaves_the_pictures_that_match(self):
        folder = SCRATCH / "pictures"
        folder.mkdir()
        for name in ["blue-1", "blue-2", "red-1", "red-2", "red-3"]:
            shutil.copy(ROOT / "docs/pictures/flow.png", folder / f"{name}.png")
        (folder / "red.txt").write_text("no picture")
        for build in (build_swift, lambda: build_c(ROOT / "Examples/gtk-gallery/gallery.c"), build_python):
            program = build()
            with self.subTest(program[-1]), subprocess.Popen([*program, str(folder)]) as self.process:
                try:
                    self.play()
                finally:
                    self.process.terminate()

    def play(self):
        self.wait_for_pictures("blue-1", "blue-2", "red-1", "red-2", "red-3")
        self.search("type", "red")
        self.wait_for_pictures("red-1", "red-2", "red-3")
        self.search("key", "BackSpace", "key", "BackSpace", "key", "BackSpace")
        self.wait_for_pictures("blue-1", "blue-2", "red-1", "red-2", "red-3")
