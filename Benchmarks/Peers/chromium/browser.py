# SPDX-License-Identifier: Apache-2.0
"""Runs page.html in Chromium over the DevTools pipe and prints rows as the other peers do.

    browser.py grid|flex|sections --items N --frames F
"""

import argparse
import json
import os
import pathlib
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile

FLAGS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions",
    "--disable-background-networking", "--disable-component-update", "--no-default-browser-check",
    "--js-flags=--max-old-space-size=8192", "--window-size=1100,900", "--remote-debugging-pipe",
]
# The exit status that tells Tools/peers that this machine has no Chromium.
SKIPPED = 77
NAMES = {"grid": "Chromium grid", "flex": "Chromium flex", "sections": "Chromium content-visibility"}


class Browser:
    """One Chromium with a profile of its own; commands go over descriptors 3 and 4."""

    def __init__(self, program):
        self.profile = tempfile.mkdtemp(prefix="layouthost-peer-")
        to_browser, self.commands = os.pipe()
        self.answers, from_browser = os.pipe()

        def connect():
            # Copies first: one of the four may be 3 or 4 already.
            reading, writing = os.dup(to_browser), os.dup(from_browser)
            os.dup2(reading, 3)
            os.dup2(writing, 4)

        self.process = subprocess.Popen(
            [program, *FLAGS, "--user-data-dir=" + self.profile, "about:blank"],
            preexec_fn=connect, close_fds=False, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.count, self.session = b"", 0, None

    def send(self, method, **parameters):
        """Sends a command and returns its result."""
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.buffer:
                part = os.read(self.answers, 1 << 20)
                if not part:
                    raise RuntimeError("Chromium ended before it answered " + method)
                self.buffer += part
            line, self.buffer = self.buffer.split(b"\0", 1)
            answer = json.loads(line)
            if answer.get("id") != self.count:
                continue
            if "error" in answer:
                raise RuntimeError(method + ": " + answer["error"]["message"])
            return answer["result"]

    def open(self, page):
        """Opens a page and waits until its script has run."""
        target = next(t for t in self.send("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.send("Target.attachToTarget", targetId=target["targetId"], flatten=True)[
            "sessionId"]
        self.send("Page.navigate", url=page.as_uri())
        while not self.evaluate("typeof insert === 'function' && document.readyState === 'complete'"):
            pass

    def evaluate(self, expression):
        """Returns the value of an expression of the page; waits for a promise."""
        result = self.send(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"])[:400])
        return result["result"].get("value")

    def close(self):
        """Ends the browser and removes its profile."""
        self.process.kill()
        self.process.wait()
        os.close(self.commands)
        os.close(self.answers)
        shutil.rmtree(self.profile, ignore_errors=True)


def report(peer, row, samples):
    """Prints one row: milliseconds."""
    ordered = sorted(samples)
    print(json.dumps({
        "peer": peer, "row": row, "median": statistics.median(ordered),
        "p99": ordered[int(len(ordered) * 0.99)], "samples": len(ordered)}), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mode", choices=sorted(NAMES))
    parser.add_argument("--items", type=int, default=100_000)
    parser.add_argument("--frames", type=int, default=50)
    arguments = parser.parse_args()
    program = shutil.which("chromium")
    if program is None:
        print("there is no chromium; install it with apt-get install chromium", file=sys.stderr)
        sys.exit(SKIPPED)
    # Ended from outside, it still ends its browser and removes the profile.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("browser.py: it was ended from outside"))
    peer, frames = NAMES[arguments.mode], arguments.frames
    browser = Browser(program)
    try:
        version = browser.send("Browser.getVersion")["product"].split("/")[-1]
        print(json.dumps({"peer": peer, "version": version}), flush=True)
        browser.open(pathlib.Path(__file__).with_name("page.html").resolve())
        report(peer, "open", browser.evaluate(f"open('{arguments.mode}', {arguments.items})"))
        report(peer, "jump", browser.evaluate(f"scroll({frames}, true)"))
        report(peer, "scroll", browser.evaluate(f"scroll({frames}, false)"))
        # An insert lays the whole content out again: a few are enough.
        report(peer, "insert", browser.evaluate(f"insert({min(frames, 5)})"))
    finally:
        browser.close()


if __name__ == "__main__":
    main()
