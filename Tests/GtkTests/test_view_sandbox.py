# SPDX-License-Identifier: Apache-2.0
"""The window of `layouthost view` on a kernel without Landlock, which a filter of system calls makes of this one."""
import ctypes
import errno
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from harness import LIMIT, read
from test_layouts import ROOT, build
from viewer import PROGRAM

#: Presses the button with a name, as a screen reader does.
PRESSER = """
import sys, gi
gi.require_version("Atspi", "2.0")
from gi.repository import Atspi
def press(node, click=None, depth=0):
    actions = node.get_action_iface()
    # The text in the button has the name too, but other actions, such as to copy it.
    for i in range(actions.get_n_actions() if actions is not None else 0):
        if actions.get_action_name(i) == "click":
            click = lambda: actions.do_action(i)
            break
    if click is not None and (node.get_name() or "").replace("_", "") == sys.argv[2]:
        click()
        sys.exit(0)
    for i in range(node.get_child_count() if depth < 30 else 0):
        child = node.get_child_at_index(i)
        if child is not None:
            press(child, click, depth + 1)
desktop = Atspi.get_desktop(0)
for i in range(desktop.get_child_count()):
    app = desktop.get_child_at_index(i)
    if app is not None and app.get_process_id() == int(sys.argv[1]):
        press(app)
sys.exit(1)
"""


def refuse_landlock():
    """Lets `landlock_create_ruleset` fail in this process and its children, as old kernels do."""
    refused = 0x00050000 | errno.ENOSYS
    code = [(0x20, 0, 0, 0), (0x15, 0, 1, 444), (0x06, 0, 0, refused), (0x06, 0, 0, 0x7fff0000)]
    steps = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in code))
    program = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(code), ctypes.addressof(steps)))
    library = ctypes.CDLL(None)
    # PR_SET_NO_NEW_PRIVS, then PR_SET_SECCOMP with a filter.
    if library.prctl(38, 1, 0, 0, 0) or library.prctl(22, 2, program, 0, 0):
        raise OSError("this kernel takes no filter of system calls")


class WithoutSandbox(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(dir=os.environ["LH_SCRATCH"]))
        shutil.copy(Path(ROOT, "docs/pictures/flow.png"), self.folder / "one.png")
        self.plugin = build("Examples/c-bricks/bricks.c")

    def start(self, *words):
        return subprocess.Popen([PROGRAM, "--layout", self.plugin, *words, self.folder], text=True,
                                stderr=subprocess.PIPE, preexec_fn=refuse_landlock)

    def test_a_picture_fails_with_advice_that_can_be_followed(self):
        with self.start("--picture", self.folder / "view.png") as program:
            message = program.communicate(timeout=6 * LIMIT)[1]
        self.assertEqual(program.returncode, 1)
        self.assertIn("Landlock", message)
        self.assertIn("layouthost trust add", message)
        self.assertNotIn("--tier", message)

    def texts(self, program):
        self.assertIsNone(program.poll(), "the window ended")
        return "\n".join(node[1] or "" for node in read(program.pid))

    def wait(self, program, condition, what):
        end = time.monotonic() + LIMIT
        while not condition(texts := self.texts(program)):
            self.assertLess(time.monotonic(), end, f"waited for {what}: {texts}")
        return texts

    def test_the_window_opens_and_asks(self):
        button = "Show it unconfined"
        with self.start() as program:
            try:
                texts = self.wait(program, lambda texts: button in texts.replace("_", ""), "the bar")
                self.assertIn(f"{self.plugin}: ", texts)
                self.assertIn("Landlock", texts)
                self.assertNotIn("--tier", texts)
                subprocess.run([sys.executable, "-c", PRESSER, str(program.pid), button], check=True)
                self.wait(program, lambda texts: button not in texts.replace("_", ""), "the layout")
                # A failure would be told in the bar again.
                time.sleep(0.5)
                self.assertNotIn(f"{self.plugin}: ", self.texts(program))
            finally:
                program.terminate()
