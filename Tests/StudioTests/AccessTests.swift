// SPDX-License-Identifier: Apache-2.0
//
// The studio by keyboard alone, in the tree for assistive technology, and its contrast.

import Foundation
import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

extension InTheBrowser {
  @Suite("the studio's accessibility")
  struct AccessTests {
    /// Presses Tab until an element has the focus.
    private func tab(to id: String, in page: Browser) throws {
      for _ in 0..<80 {
        if try page.run("document.activeElement?.id") == .string(id) { return }
        try page.press("Tab")
      }
      Issue.record("Tab does not come to \(id)")
    }

    @Test("scroll, select, an item's menu, settings, data, time and help work without a pointer")
    func keyboard() throws {
      let (_, page) = try Browser.open()
      try page.advance(0)
      let offset = "studio.state().contentOffset.y"
      try tab(to: "grid", in: page)
      try page.press("End")
      try page.advance(2)
      #expect(try #require(try page.run(offset).double) > 100)
      try page.press("Home")
      try page.advance(2)
      #expect(try page.run(offset) == 0)
      // The stage's own keys choose an item, and a key opens its menu.
      try page.press("ArrowRight")
      try page.press(" ")
      try page.advance(0)
      let selection = try #require(try page.state()["selection"]?.array)
      #expect(selection.count == 1)
      try page.press("ContextMenu")
      try page.advance(0)
      try page.wait(for: "!document.getElementById('menu').hidden")
      let action = "document.activeElement.textContent"
      let first = try page.run(action)
      try page.press("ArrowRight")
      #expect(try page.run("document.activeElement.getAttribute('role')") == "menuitem")
      try page.press("ArrowLeft")
      #expect(try page.run(action) == first)
      try page.press("Escape")
      try page.wait(for: "document.getElementById('menu').hidden")
      #expect(try page.run("document.activeElement.id") == "grid")
      // A setting.
      try tab(to: "property-minimumLineSpacing", in: page)
      try page.press("ArrowUp")
      try page.wait(for: "studio.state().properties.minimumLineSpacing === 11")
      // A button of the data.
      let rows = "document.getElementById('grid').getAttribute('aria-rowcount')"
      try tab(to: "insert", in: page)
      try page.press("Enter")
      try page.wait(for: "\(rows) === '113'")
      // Keys of the page work outside of text fields: the frame before, and now.
      try page.press(",")
      try page.wait(for: "document.body.classList.contains('past')")
      try page.press("l")
      try page.wait(for: "!document.body.classList.contains('past')")
      try page.press("?")
      try page.wait(for: "document.getElementById('keys').open")
      try page.press("Escape")
      try page.wait(for: "!document.getElementById('keys').open")
      #expect(page.complaints == [])
    }

    @Test("each control has a name in the accessibility tree, and no two buttons the same")
    func names() throws {
      let (_, page) = try Browser.open()
      try page.advance(0)
      try page.run("for (const node of document.querySelectorAll('details')) node.open = true")
      try page.run("document.getElementById('inspect').click()")
      let roles: Set<String> = [
        "button", "combobox", "textbox", "spinbutton", "slider", "checkbox", "grid", "gridcell",
        "menuitem", "meter", "dialog", "toolbar", "listbox", "link", "DisclosureTriangle",
      ]
      let nodes = (try page.ask("Accessibility.getFullAXTree")["nodes"]?.array ?? [])
        .compactMap(\.object).filter { $0["ignored"]?.bool != true }
      var counts: [String: Int] = [:]
      for node in nodes {
        guard let role = node["role"]?.object?["value"]?.string, roles.contains(role) else {
          continue
        }
        counts[role, default: 0] += 1
        let name = node["name"]?.object?["value"]?.string ?? ""
        #expect(!name.isEmpty, "a \(role) without a name: \(JSONValue.object(node).serialised())")
      }
      for role in ["button", "combobox", "spinbutton", "slider", "checkbox", "gridcell"] {
        #expect((counts[role] ?? 0) > 0, "\(role)")
      }
      // A screen reader cannot distinguish two buttons with one name.
      let twice = try page.run(
        """
        (() => {
          const names = [...document.querySelectorAll("button")]
            .filter((node) => node.getClientRects().length)
            .map((node) => node.getAttribute("aria-label") ?? node.textContent.trim());
          return names.filter((name, index) => names.indexOf(name) !== index);
        })()
        """)
      #expect(twice == [])
    }

    @Test("every control can be reached and has a role and a name")
    func roles() throws {
      let (_, page) = try Browser.open()
      try page.advance(0)
      let nameless = try page.run(
        """
        [...document.querySelectorAll("button, select, input, meter, summary, dialog, [role=gridcell], [role=grid]")]
          .filter((node) => node.getAttribute("aria-hidden") !== "true")
          .filter((node) => !(node.getAttribute("aria-label") || node.textContent.trim() ||
            node.labels?.length || node.getAttribute("aria-labelledby")))
          .map((node) => node.outerHTML)
        """)
      #expect(nameless == [])
      let tree = try page.ask("Accessibility.getFullAXTree")["nodes"]?.array ?? []
      let roles = tree.compactMap { $0.object?["role"]?.object?["value"]?.string }
      #expect(roles.contains("grid") && roles.filter { $0 == "gridcell" }.count > 20)
      #expect(roles.contains("status") && roles.contains("alert"))
      // The Tab key reaches every kind of control.
      var seen: Set<String> = []
      for _ in 0..<40 {
        try page.ask(
          "Input.dispatchKeyEvent",
          ["type": "keyDown", "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9])
        let id = try page.run("document.activeElement?.id ?? ''").string ?? ""
        seen.insert(id)
      }
      #expect(seen.isSuperset(of: ["layout", "viewport", "grid", "play", "time"]), "\(seen)")
      try page.run("document.getElementById('help').click()")
      #expect(try page.run("document.getElementById('keys').open") == true)
    }

    @Test("the theme follows the system's until the user chooses one")
    func systemTheme() throws {
      let (_, page) = try Browser.open()
      func choose(_ scheme: JSONValue) throws {
        try page.ask(
          "Emulation.setEmulatedMedia",
          ["features": [["name": "prefers-color-scheme", "value": scheme]]])
      }
      let theme = "document.documentElement.dataset.theme"
      for scheme in ["dark", "light", "dark"] {
        try choose(.string(scheme))
        try page.wait(for: "\(theme) === '\(scheme)'")
      }
      try page.click(button: "Dark")
      try page.wait(for: "\(theme) === 'light'")
      try choose("light")
      try choose("dark")
      try page.advance(0.1)
      #expect(try page.run(theme) == "light")
    }

    @Test("text has enough contrast with its ground in both themes", arguments: ["light", "dark"])
    func contrast(theme: String) throws {
      let (_, page) = try Browser.open()
      if try page.run("document.documentElement.dataset.theme").string != theme {
        try page.click(button: "Dark")
      }
      try page.run("for (const node of document.querySelectorAll('details')) node.open = true")
      // WCAG 2.2, 1.4.3: 4.5 to 1, by the relative luminance of the colours in use.
      let poor = try page.run(
        """
        (() => {
          const level = (part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
          const parts = (text) => text.match(/[\\d.]+/g).map(Number);
          const light = ([r, g, b]) =>
            0.2126 * level(r / 255) + 0.7152 * level(g / 255) + 0.0722 * level(b / 255);
          const poor = [];
          for (const node of document.querySelectorAll("button, select, input, p, h1, h2, h3, small, label, summary, th, td, output, li, b, dt, dd")) {
            if (!node.getClientRects().length || !node.textContent.trim()) continue;
            let ground = node;
            while (ground && parts(getComputedStyle(ground).backgroundColor)[3] === 0) {
              ground = ground.parentElement;
            }
            const pair = [getComputedStyle(node).color,
              getComputedStyle(ground ?? document.body).backgroundColor].map(parts).map(light);
            const ratio = (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
            if (ratio < 4.5) poor.push(`${node.textContent.trim()}: ${ratio.toFixed(2)}`);
          }
          return poor;
        })()
        """)
      #expect(poor == [])
    }
  }
}
