// SPDX-License-Identifier: Apache-2.0
//
// The long form of tests: `make soak` runs it, `make test` runs a small share.

import Glibc
import LayoutLoading
import Testing

import class Foundation.ProcessInfo

/// The share of a long test that runs.
///
/// `make soak` sets `LAYOUTHOST_SOAK=1` and runs, one after the other and after a release build of the command, the
/// suites whose file uses this type. The file must have the name of its suite.
public enum Soak {
  /// True in `make soak`.
  public static let isOn = variable("LAYOUTHOST_SOAK") == "1"

  /// The seed in `LAYOUT_SEED`, to run only one seed, as a failure names it.
  public static let onlySeed = variable("LAYOUT_SEED").flatMap(Int.init)

  /// Returns the number of rounds, kills or inputs to make.
  ///
  /// - Parameters:
  ///   - short: In `make test`; a few seconds at most.
  ///   - long: In `make soak`.
  ///   - name: An environment variable that sets the count in either.
  public static func count(short: Int, long: Int, variable name: String? = nil) -> Int {
    name.flatMap(variable).flatMap(Int.init) ?? (isOn ? long : short)
  }

  /// Returns the seeds to run: the one in `LAYOUT_SEED`, or the first `short` or `long` of them.
  /// `LAYOUT_SEEDS=5000` sets their number in either form.
  public static func seeds(short: Int, long: Int) -> Range<Int> {
    if let onlySeed { return onlySeed..<onlySeed + 1 }
    return 0..<count(short: short, long: long, variable: "LAYOUT_SEEDS")
  }

  /// Returns the names of `all` that are in the environment variable, separated by spaces; all of them if it is not
  /// set.
  public static func names(_ all: [String], variable name: String) -> [String] {
    guard let wanted = variable(name)?.split(separator: " ") else { return all }
    return all.filter { wanted.contains(Substring($0)) }
  }

  /// Returns all of `all` in `make soak`; in `make test` every so many of them, from the place in `LAYOUT_SEED` on.
  public static func share<Case>(of all: [Case], oneIn parts: Int) -> [Case] {
    if isOn { return all }
    return stride(from: (onlySeed ?? 0) % parts, to: all.count, by: parts).map { all[$0] }
  }

  /// Names this thread after a seed, so that the report of a crash names the seed too.
  public static func playing(seed: Int) {
    guard let file = fopen("/proc/thread-self/comm", "w") else { return }
    fputs("seed \(seed)", file)
    fclose(file)
  }

  private static func variable(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }
}

/// Returns the path of a product of the release build, which `make soak` makes before it runs tests; nil outside of
/// it, which means the product that was built with the tests.
///
/// - Throws: An error if it was not built.
public func releasedInSoak(_ name: String) throws -> String? {
  guard Soak.isOn else { return nil }
  let path = "\(CPlugin.sourceRoot)/.build/release/\(name)"
  try #require(FileSystem.exists(path), "\(path) is missing; run swift build -c release")
  return path
}

extension Trait where Self == ConditionTrait {
  /// The trait of a test that only `make soak` runs, since it takes minutes, or asserts a time.
  public static var soak: Self { .enabled(if: Soak.isOn, "'make soak' runs it") }
}
