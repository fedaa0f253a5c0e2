// SPDX-License-Identifier: Apache-2.0
//
// The checker beside the layout.

import Foundation
import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

extension InTheBrowser {
  @Suite("the studio's rules")
  struct RuleTests {
    @Test(
      "the checker's rules are shown beside the layout, and a broken one can be replayed", .soak)
    func check() throws {
      let made = try TemporaryDirectory()
      let rule = "scroll-complete"
      let make = try Command.run([
        "make", "-s", "-C", CPlugin.fixtures + "/Mutants", "OUT=\(made.path)",
        "\(made.path)/\(rule).so",
      ])
      try #require(make.status == 0, "\(make.errors)")
      let (_, page) = try Browser.open(["unicode:Arrows", "-l", "grid"]) { run in
        try run.drop("\(made.path)/\(rule).so", as: "grid.so")
      }
      try page.click(button: "Check")
      let rules = "document.getElementById('rules').textContent"
      try page.wait(for: "/\\d+ kept, [1-9]\\d* broken/.test(\(rules))", seconds: 600)
      let broken = try page.run("document.querySelector('#rules .BROKEN code').textContent")
      #expect(broken == .string(rule))
      // It scrolls without input.
      try page.click(button: "Play what \(rule) asks")
      try page.wait(for: "document.querySelector('[role=status]').textContent.includes('playing')")
      var offsets: Set<String> = []
      for _ in 0..<8 {
        try page.advance(0.6)
        offsets.insert(try page.run("studio.state().contentOffset").serialised())
      }
      #expect(offsets.count >= 3, "\(offsets)")
      #expect(page.complaints == [])
    }
  }
}
