# SPDX-License-Identifier: Apache-2.0
"""Runs page.html in Chromium over the DevTools pipe and prints rows as the other peers do.

    browser.py grid|flex|sections --items N --frames F

Times are those of performance.now(), a monotonic clock. Sections with content-visibility are laid out when the
browser renders, and not in a script: for frames of scrolling over them it is the processor time of the page's thread
for style and layout, as the browser counts it, up to the second rendering after the new offset.
"""

import argparse
import functools
import http.server
import json
import os
import pathlib
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

FLAGS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions",
    "--disable-background-networking", "--disable-component-update", "--no-default-browser-check",
    "--js-flags=--max-old-space-size=8192", "--window-size=1100,900", "--remote-debugging-pipe",
    "--no-proxy-server",
]
# The exit status that tells Tools/peers that this machine has no Chromium.
SKIPPED = 77
NAMES = {"grid": "Chromium grid", "flex": "Chromium flex", "sections": "Chromium content-visibility"}
# The number of frames of 20 points in which a row of 80 enters, and in which a section of 800 does.
ROW_FRAMES, SECTION_FRAMES = 4, 40


class Page(http.server.SimpleHTTPRequestHandler):
    """Serves the files beside this one, isolated from other origins.

    The clock of an isolated page has steps of 5 µs, that of another one 100.
    """

    def end_headers(self):
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()

    def log_message(self, *words):
        """Keeps requests off the standard error, which tells failures."""


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

    def open(self, name):
        """Opens a page beside this file and waits until its script has run."""
        folder = pathlib.Path(__file__).resolve().parent
        server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Page, directory=str(folder)))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            self.load(f"http://127.0.0.1:{server.server_port}/{name}")
        finally:
            # Nothing but the browser runs while it is measured.
            server.shutdown()
            server.server_close()
        if not self.evaluate("crossOriginIsolated"):
            raise RuntimeError("the page is not isolated: its clock has steps of 100 µs")

    def load(self, address):
        """Loads an address, and waits up to a minute for its script."""
        target = next(t for t in self.send("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.send("Target.attachToTarget", targetId=target["targetId"], flatten=True)[
            "sessionId"]
        answer = self.send("Page.navigate", url=address)
        if "errorText" in answer:
            raise RuntimeError(f"{address} does not load: {answer['errorText']}")
        end = time.monotonic() + 60
        while not self.is_loaded():
            if time.monotonic() > end:
                raise RuntimeError(f"the script of {address} did not run")
            time.sleep(0.05)

    def is_loaded(self):
        """True when the script of the page has run."""
        try:
            return self.evaluate("typeof insert === 'function' && document.readyState === 'complete'")
        except RuntimeError:
            # The page has another process than the empty one before; the commands just move there.
            return False

    def evaluate(self, expression):
        """Returns the value of an expression of the page; waits for a promise."""
        result = self.send(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"])[:400])
        return result["result"].get("value")

    def layout_time(self):
        """Milliseconds of the page's thread for style and layout since Performance.enable."""
        counters = {one["name"]: one["value"] for one in self.send("Performance.getMetrics")["metrics"]}
        return (counters["RecalcStyleDuration"] + counters["LayoutDuration"]) * 1000

    def show(self, frames, jumps):
        """The layout time of each frame after the first, up to the second rendering after its offset."""
        times = []
        for frame in range(frames + 1):
            self.evaluate(f"show({frame}, {jumps})")
            times.append(self.layout_time())
        return [after - before for before, after in zip(times, times[1:])]

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


def row_means(samples):
    """The means of the frames in which one row enters; of single frames, the median is one without a new row."""
    last = len(samples) - ROW_FRAMES
    return [statistics.fmean(samples[start:start + ROW_FRAMES]) for start in range(0, last + 1, ROW_FRAMES)]


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
        browser.open("page.html")
        report(peer, "open", browser.evaluate(f"open('{arguments.mode}', {arguments.items})"))
        if arguments.mode == "sections":
            browser.send("Performance.enable", timeDomain="threadTicks")
            report(peer, "jump", browser.show(frames, "true"))
            # A section of ten rows enters at once: the mean over two of them.
            report(peer, "scroll", [statistics.fmean(browser.show(2 * SECTION_FRAMES, "false"))])
            browser.send("Performance.disable")
        else:
            report(peer, "jump", browser.evaluate(f"scroll({frames}, true)"))
            report(peer, "scroll", row_means(browser.evaluate(f"scroll({frames}, false)")))
        # An insert lays the whole content out again: a few are enough.
        report(peer, "insert", browser.evaluate(f"insert({min(frames, 5)})"))
    finally:
        browser.close()


if __name__ == "__main__":
    main()
