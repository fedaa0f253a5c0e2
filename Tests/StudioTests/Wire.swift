// SPDX-License-Identifier: Apache-2.0
//
// A connection of bytes, for messages that no browser sends.

import Foundation
import LayoutJSON
import LayoutLoading
import Testing

/// A TCP connection to the loopback, with the parts of HTTP and WebSocket that the tests need.
final class Wire {
  /// A message of the server.
  enum Message: Equatable {
    case text(String)
    case bytes(Int)
    /// The end, with its code; 0 if none was given.
    case closed(Int)
  }

  private let socket: Int32
  private let port: UInt16
  /// The studio, which runs as long as the connection is used.
  private let run: StudioRun?
  private var pending: [UInt8] = []
  /// The longest wait for bytes, milliseconds, so that a hang ends.
  var patience: Int32 = 60_000

  /// Returns true if a process listens at a port of the loopback.
  static func isOpen(_ port: UInt16) -> Bool {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    return connect(socket, to: port)
  }

  private static func connect(_ socket: Int32, to port: UInt16) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  convenience init(_ run: StudioRun) throws { try self.init(port: run.port, run) }

  init(port: UInt16, _ run: StudioRun? = nil) throws {
    (self.port, self.run) = (port, run)
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    try #require(Self.connect(socket, to: port))
  }

  deinit { close(socket) }

  /// Sends a request, and reads the answer: as long as its head says, otherwise until the server
  /// closes.
  func get(
    _ path: String, _ headers: [String], method: String = "GET", body: String = ""
  ) throws -> String {
    let lines = ["\(method) \(path) HTTP/1.1"] + headers + ["Connection: close", "", body]
    put(Array(lines.joined(separator: "\r\n").utf8))
    while !isWhole, fill() {}
    return String(decoding: pending, as: UTF8.self)
  }

  /// True if all the bytes have arrived that the head of an answer announces.
  private var isWhole: Bool {
    guard let end = pending.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
    let head = String(decoding: pending[..<end.lowerBound], as: UTF8.self).lowercased()
    let field = head.split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
    guard let count = field?.split(separator: " ").last.flatMap({ Int($0) }) else { return false }
    return pending.count >= end.upperBound + count
  }

  /// Requests a WebSocket, and reads the head of the answer.
  func upgrade(_ headers: [String], path: String = "/session") throws -> String {
    let lines =
      ["GET \(path) HTTP/1.1"] + headers + [
        "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", "",
      ]
    put(Array(lines.joined(separator: "\r\n").utf8))
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let place = pending.firstRange(of: end) {
        let head = String(decoding: pending[..<place.lowerBound], as: UTF8.self)
        pending.removeSubrange(..<place.upperBound)
        return head
      }
      guard fill() else { return String(decoding: pending, as: UTF8.self) }
    }
  }

  func enter() throws {
    let own = "127.0.0.1:\(port)"
    let head = try upgrade(["Host: \(own)", "Origin: http://\(own)"])
    try #require(head.hasPrefix("HTTP/1.1 101"))
  }

  /// The challenge that it sends.
  static let nonce = "00112233445566778899aabbccddeeff"

  /// Challenges the server, and reads its answer.
  func challenge() throws -> (proof: String, nonce: String) {
    try send(#"{"type":"challenge","nonce":"\#(Self.nonce)"}"#)
    let answer = try JSONValue(parsing: text(containing: #""type":"proof""#)).object
    return (try #require(answer?["proof"]?.string), try #require(answer?["nonce"]?.string))
  }

  /// Returns the hello of a page, with further members, each after a comma.
  static func hello(_ proof: String, _ members: String = "") -> String {
    #"{"type":"hello","proof":"\#(proof)"\#(members)}"#
  }

  /// Returns the HMAC-SHA256 of a text under a token, by its definition in RFC 2104.
  static func proof(_ text: String, _ token: String) throws -> String {
    let key = Array(token.utf8) + [UInt8](repeating: 0, count: 64 - token.utf8.count)
    let inner = Array(try SHA256.hex(key.map { $0 ^ 0x36 } + Array(text.utf8)))
    let bytes = (0..<32).compactMap { UInt8(String(inner[2 * $0..<2 * $0 + 2]), radix: 16) }
    return try SHA256.hex(key.map { $0 ^ 0x5c } + bytes)
  }

  /// The mask of sent messages; Firefox treats one of zeros as none.
  private static let mask: [UInt8] = [1, 2, 3, 4]

  /// Sends a message of text, in one frame for each part.
  func send(_ parts: String...) throws {
    for (index, part) in parts.enumerated() {
      // Text or its continuation; the last frame has the mark of the end.
      let code: UInt8 = index == 0 ? 1 : 0
      put(frame(index == parts.count - 1 ? 0x80 | code : code, Array(part.utf8)))
    }
  }

  private func frame(_ head: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    var frame = [head]
    if bytes.count < 126 {
      frame.append(0x80 | UInt8(bytes.count))
    } else if bytes.count < 65_536 {
      frame += [0x80 | 126, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
    } else {
      frame.append(0x80 | 127)
      frame += (0..<8).map { UInt8(truncatingIfNeeded: bytes.count >> (56 - 8 * $0)) }
    }
    return frame + Self.mask + bytes.enumerated().map { $1 ^ Self.mask[$0 % 4] }
  }

  /// Returns the next message; nil if none comes.
  func receive() throws -> Message? {
    while true {
      if let message = takeFrame() { return message }
      guard fill() else { return isEnded ? .closed(0) : nil }
    }
  }

  /// Reads up to a text that contains another.
  func text(containing part: String) throws -> String {
    while let message = try receive() {
      if case .text(let text) = message, text.contains(part) { return text }
      if case .closed = message { break }
    }
    Issue.record("no message contains \(part)")
    return ""
  }

  /// Reads up to the answer to a request; false if the socket ends before.
  func answers(_ id: Int) throws -> Bool {
    while let message = try receive() {
      if case .text(let text) = message,
        text.contains("\"id\":\(id),") || text.contains("\"id\":\(id)}")
      {
        return true
      }
      if case .closed = message { return false }
    }
    return false
  }

  /// Reads up to the end; nil if it does not come.
  func end() throws -> Message? {
    while let message = try receive() {
      if case .closed = message { return message }
    }
    return nil
  }

  private var isEnded = false

  private func takeFrame() -> Message? {
    guard pending.count >= 2 else { return nil }
    var (count, start) = (Int(pending[1] & 127), 2)
    if count >= 126 {
      start = count == 126 ? 4 : 10
      guard pending.count >= start else { return nil }
      count = pending[2..<start].reduce(0) { $0 << 8 | Int($1) }
    }
    guard pending.count >= start + count else { return nil }
    let code = pending[0] & 15
    let payload = Array(pending[start..<(start + count)])
    pending.removeSubrange(..<(start + count))
    switch code {
    case 1: return .text(String(decoding: payload, as: UTF8.self))
    case 8: return .closed(payload.count < 2 ? 0 : Int(payload[0]) << 8 | Int(payload[1]))
    default: return .bytes(payload.count)
    }
  }

  private func put(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads more; false at the end, or if nothing comes in time.
  private func fill() -> Bool {
    var watched = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    guard poll(&watched, 1, patience) == 1 else { return false }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(socket, &buffer, buffer.count)
    guard count > 0 else {
      isEnded = true
      return false
    }
    pending += buffer.prefix(count)
    return true
  }
}
