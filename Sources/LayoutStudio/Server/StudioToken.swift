// SPDX-License-Identifier: Apache-2.0
//
// The secret that a page has to know.

import Glibc
import LayoutLoading
import LayoutModel

/// 128 random bits, in hexadecimal.
struct StudioToken: Equatable {
  let text: String

  /// The characters of a token.
  static let length = 32

  /// A new token, of the kernel's random numbers.
  init() {
    var generator = SystemRandomNumberGenerator()
    let digits = Array("0123456789abcdef".utf8)
    text = String(
      decoding: (0..<Self.length).map { _ in digits[Int(generator.next() & 15)] }, as: UTF8.self)
  }

  /// The token in the file at `path`; a file that is not there is made, for this user alone.
  ///
  /// - Throws: `studio` when others may read the file, or it holds something else.
  init(file path: String) throws(LayoutError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw Self.unusable(path, FileSystem.reason()) }
      let token = StudioToken()
      try token.write(to: path)
      self = token
      return
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_mode & 0o077 == 0
    else {
      throw Self.unusable(path, "others may read or replace it; chmod 600 it, or remove it")
    }
    var bytes = [UInt8](repeating: 0, count: Self.length + 2)
    let count = read(descriptor, &bytes, bytes.count)
    var text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    if text.last == "\n" { text.removeLast() }
    guard text.utf8.count == Self.length,
      text.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
    else {
      throw Self.unusable(
        path, "it does not hold 32 hexadecimal digits; remove it, and a new token is made")
    }
    self.text = text
  }

  /// Returns true for the same token, in a time that does not tell how much of it is right.
  func matches(_ other: String) -> Bool {
    let (mine, theirs) = (Array(text.utf8), Array(other.utf8))
    guard mine.count == theirs.count else { return false }
    return zip(mine, theirs).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private func write(to path: String) throws(LayoutError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Self.unusable(path, FileSystem.reason()) }
    defer { close(descriptor) }
    let bytes = Array((text + "\n").utf8)
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw Self.unusable(path, FileSystem.reason())
    }
  }

  private static func unusable(_ path: String, _ reason: String) -> LayoutError {
    LayoutError(.studio, "the token file \(path) cannot be used: \(reason)")
  }
}
