// SPDX-License-Identifier: Apache-2.0
//
// Pages of other sites, and pages that break the studio's rules, in a real browser.

import Foundation
import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

extension InTheBrowser {
  @Suite("pages of other sites")
  struct ForeignPageTests {
    private func makeRun() throws -> StudioRun { try StudioRun(["unicode:Arrows", "-l", "flow"]) }

    /// Every attempt that a page can make on the studio; returns the result of each.
    private func attack(_ studio: String) -> String {
      """
      (async () => {
        const opened = (url) => new Promise((resolve) => {
          const socket = new WebSocket(url);
          socket.onopen = () => resolve("open");
          socket.onerror = () => resolve("refused");
        });
        const loaded = (tag, path) => new Promise((resolve) => {
          const node = document.createElement(tag);
          node.onload = () => resolve("loaded");
          node.onerror = () => resolve("refused");
          node.src = "http://\(studio)" + path;
          document.documentElement.append(node);
        });
        const read = (path, mode) =>
          fetch("http://\(studio)" + path, { mode }).then((answer) => answer.type, () => "refused");
        return {
          socket: await opened("ws://\(studio)/session"),
          read: await read("/", "cors"),
          blind: await read("/", "no-cors"),
          script: await loaded("script", "/main.js"),
          image: await loaded("img", "/icon.svg"),
        };
      })()
      """
    }

    @Test("a page of another site, of another port, and one without a site get no access")
    func others() throws {
      let run = try makeRun()
      let site = try Site()
      let page = try Browser()
      page.studio = run
      for address in [
        "http://evil.example:\(site.port)/", "http://127.0.0.1:\(site.port)/",
        "data:text/html,<title>no site</title>",
      ] {
        try page.ask("Page.navigate", ["url": .string(address)])
        try page.wait(for: "document.title.endsWith('site')")
        let found = try #require(try page.run(attack("127.0.0.1:\(run.port)")).object)
        #expect(found.members.count == 5)
        for (name, outcome) in found.members.map({ ($0.key, $0.value) }) {
          #expect(outcome == "refused", "\(name) from \(address)")
        }
        // The frame has an error page, which is not of the studio.
        try page.run(
          """
          new Promise((resolve) => {
            const frame = document.createElement("iframe");
            frame.onload = resolve;
            frame.src = "http://127.0.0.1:\(run.port)/";
            document.documentElement.append(frame);
          })
          """)
        let isFramed = page.complaints.contains { $0.contains("frame-ancestors") }
        #expect(isFramed, "\(address): \(page.complaints)")
      }
      #expect(try run.end().code == 0)
    }

    @Test("a site whose name resolves to this machine gets neither the page nor a socket")
    func rebinding() throws {
      let run = try makeRun()
      let page = try Browser()
      page.studio = run
      let studio = "evil.example:\(run.port)"
      try page.ask("Page.navigate", ["url": .string("http://\(studio)/#token=\(run.token)")])
      try page.wait(for: "document.body?.textContent.includes('not the address')")
      #expect(try page.run("document.scripts.length") == 0)
      let status = try page.run("fetch('/main.js').then((answer) => answer.status)")
      #expect(status == 403)
      let socket = try page.run(
        """
        new Promise((resolve) => {
          const socket = new WebSocket("ws://\(studio)/session");
          socket.onopen = () => resolve("open");
          socket.onerror = () => resolve("refused");
        })
        """)
      #expect(socket == "refused")
    }

    @Test("the studio's own page without the token, or with invalid messages, is disconnected")
    func messages() throws {
      let run = try makeRun()
      let page = try Browser()
      page.studio = run
      try page.open(run.address("?clock=manual"))
      /// Returns the code with which a socket ends after these messages, sent after the hello of a
      /// page with a token, or without one.
      func end(_ messages: [String], token: String = "") throws -> JSONValue {
        let list = messages.map { JSONValue.string($0).serialised() }.joined(separator: ",")
        return try page.run(
          """
          (async () => {
            const { sign } = await import(location.origin + "/link.js");
            const token = "\(token)", nonce = "\(Wire.nonce)";
            return new Promise((resolve) => {
              const socket = new WebSocket(`ws://${location.host}/session`);
              const send = () => { for (const text of [\(list)]) socket.send(text); };
              socket.onopen = () => {
                if (token) socket.send(JSON.stringify({ type: "challenge", nonce })); else send();
              };
              socket.onmessage = async ({ data }) => {
                socket.onmessage = null;
                const proof = await sign(token, `page ${JSON.parse(data).nonce}`);
                socket.send(JSON.stringify({ type: "hello", proof }));
                send();
              };
              socket.onclose = (event) => resolve(event.code);
            });
          })()
          """)
      }
      for hello in ["{}", "x", "{\"type\":\"hello\",\"token\":\"\(run.token)\"}"] {
        #expect(try end([hello]) == 1008, "\(hello)")
      }
      #expect(try end([], token: String(run.token.reversed())) == 1008)
      for message in ["{", "[]", "{\"type\":\"tick\"}"] {
        #expect(try end([message], token: run.token) == 1008, "\(message)")
      }
      // 1009: the message is too big; 1006: the end came before that could be read.
      let long = try end([String(repeating: "x", count: 70_000)], token: run.token)
      #expect(long == 1009 || long == 1006)
      try page.advance(0)
      #expect(try page.state()["error"] == .null)
    }
  }
}
