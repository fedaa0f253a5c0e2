// SPDX-License-Identifier: Apache-2.0
//
// The secret of a studio and its pages, and the proof of it.

import CSoup
import Glibc
import LayoutLoading
import LayoutModel

/// 128 random bits, in hexadecimal.
struct StudioToken: Equatable {
  let text: String

  /// The characters of a token.
  static let length = 32

  /// Makes a token from the kernel's random numbers.
  init() {
    var generator = SystemRandomNumberGenerator()
    let digits = Array("0123456789abcdef".utf8)
    text = String(
      decoding: (0..<Self.length).map { _ in digits[Int(generator.next() & 15)] }, as: UTF8.self)
  }

  /// Reads the token from the file at `path`; a missing file is made, readable by this user only.
  ///
  /// - Throws: `studio` when other users can read the file, or it holds no token;
  ///   `writable-by-others` or `wrong-owner` when they can replace it.
  init(file path: String) throws(LayoutError) {
    // A named pipe would otherwise wait for a writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw Self.unusable(path, FileSystem.reason()) }
      let token = StudioToken()
      try token.write(to: path)
      self = token
      return
    }
    defer { close(descriptor) }
    try Self.judge(descriptor, path)
    var bytes = [UInt8](repeating: 0, count: Self.length + 2)
    let count = read(descriptor, &bytes, bytes.count)
    var text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    if text.last == "\n" { text.removeLast() }
    guard Self.isWellFormed(text) else {
      throw Self.unusable(
        path, "it does not hold 32 hexadecimal digits; remove it, and a new token is made")
    }
    self.text = text
  }

  private init(text: String) { self.text = text }

  /// Returns the token of a studio at one port, with this one as its secret.
  ///
  /// Studios that share a token file share no token. So a program that listens at the port of one
  /// that has ended cannot pass its page on to another one, nor enter that by what a tab kept.
  func bound(to port: Int) -> StudioToken {
    StudioToken(text: String(code(of: "port \(port)").prefix(Self.length)))
  }

  /// Returns true for 32 hexadecimal digits.
  static func isWellFormed(_ text: String) -> Bool {
    text.utf8.count == length
      && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }

  /// The two ends of a socket. They prove different texts, so that no proof can be sent back.
  enum Side: String {
    case studio, page
  }

  /// Returns the proof that a side knows the token: the HMAC-SHA256 (RFC 2104) of its name and the
  /// other side's nonce, in hexadecimal.
  func proof(of side: Side, for nonce: String) -> String {
    code(of: "\(side.rawValue) \(nonce)")
  }

  /// Returns the HMAC-SHA256 of a text, in hexadecimal.
  private func code(of text: String) -> String {
    let key = Array(self.text.utf8)
    guard
      let code = g_compute_hmac_for_string(
        UInt32(LAYOUT_G_CHECKSUM_SHA256), key, UInt(key.count), text, -1)
    else { preconditionFailure("GLib has had SHA-256 since 2.16") }
    defer { g_free(code) }
    return String(cString: code)
  }

  /// Returns true for the right proof, in a time that does not depend on the number of equal
  /// characters.
  func proves(_ other: String, of side: Side, for nonce: String) -> Bool {
    let (mine, theirs) = (Array(proof(of: side, for: nonce).utf8), Array(other.utf8))
    guard mine.count == theirs.count else { return false }
    return zip(mine, theirs).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Refuses a file that other users can read or replace.
  private static func judge(_ descriptor: CInt, _ path: String) throws(LayoutError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw unusable(path, "it is no regular file; name another one")
    }
    guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
      throw unusable(path, "others may read or replace it; chmod 600 it, or remove it")
    }
    try Ownership.check(status, at: path)
  }

  private func write(to path: String) throws(LayoutError) {
    try Ownership.checkDirectory(FileSystem.parent(of: path))
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
