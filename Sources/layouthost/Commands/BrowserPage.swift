// SPDX-License-Identifier: Apache-2.0
//
// The start of the browser, without the address on a command line, which every user can read.

import Glibc
import LayoutLoading

/// A file that leads a browser to an address, and that only this user can read.
struct BrowserPage {
  private let path: String

  /// Writes the file; nil when that is impossible.
  init?(to address: String) {
    let environment = Environment.process
    let session = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let folder = session ?? environment.temporaryDirectory
    path = "\(folder)/layouthost-studio-\(UInt64.random(in: 0...(.max))).html"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let page = Array(
      """
      <!doctype html>
      <meta charset="utf-8">
      <title>LayoutHost studio</title>
      <meta http-equiv="refresh" content="0; url=\(address)">
      <a href="\(address)">The studio</a>

      """.utf8)
    guard write(descriptor, page, page.count) == page.count else {
      remove()
      return nil
    }
  }

  /// Shows it in the browser of the desktop, if there is one.
  func show() {
    // The shell ends at once and is reaped here. The program that it leaves behind, which may run as
    // long as the browser, is reaped by init.
    let line = ["/bin/sh", "-c", "xdg-open \"$0\" >/dev/null 2>&1 &", path]
    var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var child = pid_t()
    // Without a browser, the address on the terminal is enough.
    guard posix_spawn(&child, "/bin/sh", nil, nil, &words, environ) == 0 else { return }
    while waitpid(child, nil, 0) < 0 && errno == EINTR {}
  }

  /// Removes the file. A browser may read it at any time before.
  func remove() { unlink(path) }
}
