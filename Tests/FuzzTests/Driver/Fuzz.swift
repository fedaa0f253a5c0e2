// SPDX-License-Identifier: Apache-2.0
//
// The program that libFuzzer drives: `layout-fuzz TARGET [libFuzzer's options]`, and `layout-fuzz
// seeds TARGET DIRECTORY PLUGIN…` for the seed inputs.

import Glibc
import LayoutLoading

/// The main loop of libFuzzer. It calls back with each input and does not return before the end.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// The target under test; set once, before the loop.
nonisolated(unsafe) private var target: (any FuzzTarget)?

/// The limits of the cost of an input; measured before the loop.
nonisolated(unsafe) private var cost = FuzzCost()

@main
enum Fuzz {
  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    guard let first = words.first else { return fail("which target?") }
    if first == "list" {
      return print(FuzzCatalogue.targets.map { $0.name }.joined(separator: " "))
    }
    let name = first == "seeds" ? words.dropFirst().first ?? "" : first
    guard let type = FuzzCatalogue.targets.first(where: { $0.name == name }) else {
      return fail("there is no target \(name)")
    }
    let made = try type.init()
    if first == "seeds", words.count > 3 {
      return try write(made, to: words[2], words.dropFirst(3))
    }
    target = made
    loop()
  }

  private static func write(
    _ target: any FuzzTarget, to directory: String, _ plugins: ArraySlice<String>
  ) throws {
    let files = try plugins.map { try FileSystem.contents(of: $0).bytes }
    for (index, seed) in target.seeds(plugins: files).enumerated() {
      try FileSystem.replace(
        "\(directory)/seed-\(index)", with: seed, mode: 0o600, isDurable: false)
    }
  }

  private static func loop() {
    // libFuzzer gets only its options, not the target's name.
    var count = CommandLine.argc - 1
    var arguments = CommandLine.unsafeArgv + 1
    exit(
      runDriver(&count, &arguments) { bytes, count in
        let input = Array(UnsafeBufferPointer(start: bytes, count: count))
        do { try target?.runWithin(cost, input) } catch {
          Fuzz.say("\(error)")
          abort()
        }
        return 0
      })
  }

  private static func fail(_ message: String) {
    let targets = FuzzCatalogue.targets.map { $0.name }.joined(separator: " ")
    say("layout-fuzz: \(message) The targets: \(targets)")
    exit(2)
  }

  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}
