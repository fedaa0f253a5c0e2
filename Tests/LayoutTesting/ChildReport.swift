// SPDX-License-Identifier: Apache-2.0
//
// The reason for which the child process of an exit test ended.

import Foundation
import LayoutModel
import Testing

/// The standard error of the child process of an exit test.
///
/// The testing library reports the child's status, and drops its output: an error of its body
/// arrives as SIGILL. So the child writes into a file, and the test prints that file when it fails:
///
///     let report = try ChildReport()
///     let result = await #expect(processExitsWith: .success) { [report = report.path as String] in
///       ChildReport.begin(report)
///       …
///     }
///     report.check(result)
public final class ChildReport: Sendable {
  private let directory: TemporaryDirectory
  /// The file, for the child.
  public var path: String { directory.path + "/stderr" }

  /// An empty report.
  public init() throws(LayoutError) { directory = try TemporaryDirectory() }

  /// Sends the standard error of this process, which is the child, to the report at `path`.
  public static func begin(_ path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    dup2(file, STDERR_FILENO)
    close(file)
  }

  /// Records the child's output if the test failed.
  ///
  /// - Parameter result: The result of `#expect(processExitsWith:)`: nil if the child did not end as expected.
  public func check(_ result: ExitTest.Result?, sourceLocation: SourceLocation = #_sourceLocation) {
    guard result == nil else { return }
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    Issue.record(
      "the child wrote: \(text.isEmpty ? "nothing" : String(text.suffix(8_000)))",
      sourceLocation: sourceLocation)
  }
}
