# SPDX-License-Identifier: Apache-2.0
"""A screen in a browser: GTK draws into a page of Chromium, whose fingers touch it."""
import json
import os
import select
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request

from harness import LIMIT, pump


def free_port():
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        return made.getsockname()[1]


class Broadway:
    """The server of GTK's display in a page."""

    def __init__(self):
        self.port = free_port()
        # The number names its socket; the page has a port of its own.
        self.display = f":{self.port}"
        self.process = subprocess.Popen(
            ["gtk4-broadwayd", "--address", "127.0.0.1", "--port", str(self.port), self.display],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.address = f"http://127.0.0.1:{self.port}/"
        end = time.monotonic() + LIMIT
        while not self.answers():
            if time.monotonic() > end or self.process.poll() is not None:
                raise AssertionError(f"gtk4-broadwayd does not answer: {self.process.poll()}")
            time.sleep(0.05)

    def answers(self):
        try:
            with urllib.request.urlopen(self.address, timeout=1) as page:
                return page.status == 200
        except OSError:
            return False

    def end(self):
        self.process.terminate()
        self.process.wait()


#: A pane before the page. A browser tells no more of a finger whose element was taken away, and GTK's page replaces
#: elements as the content moves; and a page that does not refuse it is scrolled and zoomed itself.
PANE = """
const pane = document.createElement("div");
pane.style = "position: fixed; inset: 0; z-index: 1000000; touch-action: none";
Object.defineProperty(pane, "surface", {get: () => stackingOrder[stackingOrder.length - 1]});
document.body.appendChild(pane);
"""


class Page:
    """A page of Chromium of 600 by 400. While it waits, the windows of this process go on."""

    def __init__(self, address):
        self.home = tempfile.mkdtemp(dir=os.environ["LH_SCRATCH"])
        down, self.commands = os.pipe()
        self.answers, up = os.pipe()
        # The protocol is on the descriptors 3 and 4.
        words = ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
                 "--disable-background-networking", "--disable-component-update", "--disable-extensions",
                 "--remote-debugging-pipe", f"--user-data-dir={self.home}", "--touch-events=enabled", "about:blank"]
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{down} 4>&{up}', "bash", *words], pass_fds=(down, up),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(down)
        os.close(up)
        self.text, self.number, self.session = b"", 0, None
        self.address = address
        target = self.ask("Target.createTarget", url=address)["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.ask("Emulation.setDeviceMetricsOverride", width=600, height=400, deviceScaleFactor=1, mobile=False)
        self.ask("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)

    def ask(self, method, **parameters):
        """Sends a command, and returns its result."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + LIMIT
        while True:
            while b"\0" not in self.text:
                if time.monotonic() > end:
                    raise AssertionError(f"Chromium does not answer to {method}")
                pump(0)
                if select.select([self.answers], [], [], 0.002)[0]:
                    self.text += os.read(self.answers, 1 << 16)
            answer, self.text = self.text.split(b"\0", 1)
            answer = json.loads(answer)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise AssertionError(f"{method}: {answer['error']}")
                return answer["result"]

    def cover(self):
        """Puts the pane before a window, when the page shows it."""
        end = time.monotonic() + LIMIT
        while not self.value("stackingOrder.length"):
            if time.monotonic() > end:
                raise AssertionError("the page shows no window")
            pump(0.05)
        self.value(PANE)

    def value(self, script):
        return self.ask("Runtime.evaluate", expression=script)["result"].get("value")

    def touch(self, kind, *places):
        """Fingers "touchStart", "touchMove" or "touchEnd"; the places are those of all fingers on the screen."""
        # GTK takes a finger with the number 0 for a pointer.
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places, 1)]
        self.ask("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    def swipe(self, start, end, steps=8, seconds=0.16):
        """One finger goes from a place to another, and is lifted while it moves."""
        self.touch("touchStart", start)
        for step in range(1, steps + 1):
            pump(seconds / steps)
            part = step / steps
            self.touch("touchMove", tuple(a + (b - a) * part for a, b in zip(start, end, strict=True)))
        self.touch("touchEnd")

    def end(self):
        self.process.terminate()
        self.process.wait()
        os.close(self.commands)
        os.close(self.answers)
        shutil.rmtree(self.home, ignore_errors=True)


