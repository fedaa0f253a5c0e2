// SPDX-License-Identifier: Apache-2.0
//
// Hosts and plugins in C that were built with different headers: the part of `make compat` that
// takes seconds.

import Foundation
import LayoutTesting
import Testing

@Suite("The matrix of headers")
struct CompatTests {
  @Test(
    "every pair in C gives the same answers, and each mutant of the host makes its own pairs fail")
  func pairs() throws {
    let outcome = try run("Tools/compat", "--quick")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("pairs are equal; mutants: found"))
    let pairs = outcome.output.split(separator: "\n").filter { $0.hasSuffix("equal") }
    // Combines frozen, current and later headers of hosts and plugins, and both kinds of longer tables. Compiles the
    // headers for nine machines with 64-bit pointers and four with 32-bit pointers.
    #expect(pairs.count >= 9 + 6 + 13)
    #if arch(x86_64)
      #expect(pairs.filter { $0.contains("frozen plugins") }.count == 3)
    #endif
  }

  @Test("a frozen header is not frozen again, and a change of it is found")
  func frozen() throws {
    #expect(try run("Tools/compat", "--freeze").errors.contains("never changes"))
    #expect(try run("Tools/compat", "--freeze-plugins").errors.contains("never changes"))
    let scratch = try TemporaryDirectory()
    try copyTree("abi/1.0", to: scratch.file("frozen"))
    let check = ["sha256sum", "--quiet", "-c", "SHA256SUMS"]
    #expect(try run(check, in: scratch.file("frozen")).status == 0)
    let header = scratch.file("frozen/include/layout/base.h")
    try Data("// A word.\n".utf8).write(to: header)
    #expect(try run(check, in: scratch.file("frozen")).errors.contains("1 computed checksum"))
  }
}
