// SPDX-License-Identifier: Apache-2.0
//
// What is fuzzed: functions that take any bytes and keep a promise about them.

/// An entry point for bytes that nobody vouches for.
///
/// The same targets run under libFuzzer (`make fuzz`) and, for a bounded number of seeded inputs, in
/// the ordinary tests.
protocol FuzzTarget: AnyObject, SendableMetatype {
  /// How `make fuzz` names it.
  static var name: String { get }
  init() throws
  /// Inputs that are right, from which others are made.
  ///
  /// - Parameter plugins: The bytes of sound plugin files.
  func seeds(plugins: [[UInt8]]) -> [[UInt8]]
  /// Takes an input: reads it, or refuses it with an error that names the reason.
  ///
  /// - Throws: ``Finding`` when the promise was broken.
  func run(_ input: [UInt8]) throws
}

/// A promise that an input broke.
struct Finding: Error, CustomStringConvertible {
  let description: String

  /// - Parameter description: What should not have been.
  init(_ description: String) { self.description = description }

  /// - Throws: Itself when `isKept` is false.
  static func expect(_ isKept: Bool, _ description: @autoclosure () -> String) throws {
    if !isKept { throw Finding(description()) }
  }
}

/// All targets.
enum FuzzCatalogue {
  static let targets: [any FuzzTarget.Type] = [
    JudgingFuzz.self, NoteFuzz.self, RequestFuzz.self, ReplyFuzz.self, QuestionFuzz.self,
    BorderFuzz.self, ScenarioFuzz.self, ListFuzz.self,
  ]
}
