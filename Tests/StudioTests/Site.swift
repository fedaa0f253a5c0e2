// SPDX-License-Identifier: Apache-2.0
//
// A site that is not the studio's, for tests of its pages.

import Foundation
import Testing

/// Serves an empty page under every path of a port on the loopback, until it is released.
final class Site: Sendable {
  let port: UInt16
  private let socket: Int32

  init() throws {
    let listener = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 8) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    try #require(code)
    (socket, port) = (listener, UInt16(bigEndian: address.sin_port))
    Thread { Self.serve(listener) }.start()
  }

  // Also ends the wait of the thread.
  deinit { shutdown(socket, Int32(SHUT_RDWR)) }

  private static func serve(_ listener: Int32) {
    let page = "<!doctype html><title>another site</title>"
    let head =
      "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(page.utf8.count)\r\n"
    let answer = Array("\(head)Connection: close\r\n\r\n\(page)".utf8)
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { break }
      // Browsers open connections in advance, and send nothing on them.
      Thread {
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        if read(connection, &buffer, buffer.count) > 0 {
          _ = send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
        }
        close(connection)
      }.start()
    }
    close(listener)
  }
}
