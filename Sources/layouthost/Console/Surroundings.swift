// SPDX-License-Identifier: Apache-2.0
//
// The environment that the command relies on, each part checked before its use.

import CLayoutSystem
import Glibc
import LayoutLoading
import LayoutModel

/// Standard streams, signals, the words of the command line, /proc and threads.
enum Surroundings {
  /// Prepares streams and signals. Must be called first.
  static func prepare() {
    // A closed pipe is an error like a full disk, not the end of the process. The same for a file
    // that grows beyond the limit of the shell (ulimit -f).
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    layout_sys_hold_standard_streams()
  }

  /// The words of the command line behind the program's name.
  ///
  /// - Throws: `bad-argument` for a word that is not UTF-8.
  static func words() throws(LayoutError) -> [String] {
    var words: [String] = []
    for index in 1..<max(1, layout_sys_argument_count()) {
      guard let bytes = layout_sys_argument(index) else { break }
      guard let word = String(validatingCString: bytes) else {
        throw LayoutError(
          .badArgument,
          "word \(index) of the command line (\(String(cString: bytes))) is not UTF-8; rename the "
            + "file, or set the terminal to UTF-8")
      }
      words.append(word)
    }
    return words
  }

  /// Returns true when the command line contains a word.
  static func hasWord(_ word: String) -> Bool { (try? words().contains(word)) ?? false }

  /// Checks the requirements of a command.
  ///
  /// - Throws: `no-proc` without /proc; `no-threads` when a command that draws text cannot start a
  ///   thread.
  static func check(for command: any Command.Type) throws(LayoutError) {
    guard FileSystem.target(of: "/proc/self/exe") != nil else {
      throw LayoutError(
        .noProc,
        "/proc is not mounted, and without it LayoutHost does not find its own parts; "
          + "mount -t proc proc /proc")
    }
    // Pango searches fonts on threads of its own, and aborts the process when it cannot start one.
    if command.drawsText { try QuietThread.checkRoom(for: 2) }
  }
}
