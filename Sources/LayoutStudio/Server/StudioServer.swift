// SPDX-License-Identifier: Apache-2.0
//
// HTTP for the page and one WebSocket for each tab, on the loopback alone.

import CSoup
import LayoutModel

/// Serves the page, and hands over the sockets of pages that may talk.
final class StudioServer {
  /// The port on which it listens.
  private(set) var port = 0
  private let server: UnsafeMutablePointer<SoupServer>
  private let onOpen: (StudioSocket) -> Void

  /// The path of the WebSocket.
  private static let socketPath = "/session"

  private static let contentPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
    + "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

  /// - Parameter onOpen: Receives each socket whose Host and Origin are right; nothing was said yet.
  init(onOpen: @escaping (StudioSocket) -> Void) {
    self.onOpen = onOpen
    server = layout_soup_server_new()
    soup_server_remove_websocket_extension(server, soup_websocket_extension_deflate_get_type())
    let me = Unmanaged.passUnretained(self).toOpaque()
    let refuse: SoupServerCallback = { _, message, path, _, data in
      StudioServer.from(data)?.guardRequest(message, path)
    }
    soup_server_add_early_handler(server, nil, refuse, me, nil)
    soup_server_add_handler(
      server, nil,
      { _, message, path, _, data in StudioServer.from(data)?.answer(message, path) }, me, nil)
    soup_server_add_early_handler(server, Self.socketPath, refuse, me, nil)
    soup_server_add_websocket_handler(
      server, Self.socketPath, nil, nil,
      { _, _, _, connection, data in
        guard let connection else { return }
        StudioServer.from(data)?.onOpen(StudioSocket(connection))
      }, me, nil)
  }

  deinit {
    soup_server_disconnect(server)
    g_object_unref(server)
  }

  /// Starts to listen on 127.0.0.1.
  ///
  /// - Parameter port: 0 takes one that is free.
  /// - Throws: `studio` when the port is in use or not allowed.
  func listen(on port: Int) throws(LayoutError) {
    let address = g_inet_socket_address_new_from_string("127.0.0.1", guint(port))
    defer { g_object_unref(address) }
    var failure: UnsafeMutablePointer<GError>?
    guard
      soup_server_listen(server, address, SoupServerListenOptions(rawValue: 0), &failure) != 0
    else {
      let reason = failure.map { String(cString: $0.pointee.message) } ?? "unknown reason"
      g_clear_error(&failure)
      throw LayoutError(
        .studio, "port \(port) of 127.0.0.1 cannot be used: \(reason); choose another --port")
    }
    let uris = soup_server_get_uris(server)
    self.port = uris.map { Int(g_uri_get_port(OpaquePointer($0.pointee.data))) } ?? port
    g_slist_free_full(uris, { g_uri_unref(OpaquePointer($0)) })
  }

  /// Takes no further connections, and ends those that there are.
  func stop() { soup_server_disconnect(server) }

  private static func from(_ data: gpointer?) -> StudioServer? {
    data.map { Unmanaged<StudioServer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Refuses a request before anything of its body is read.
  private func guardRequest(_ message: OpaquePointer?, _ path: UnsafePointer<CChar>?) {
    guard let message, let path else { return }
    // Nothing that is sent is of any use.
    soup_message_body_set_accumulate(soup_server_message_get_request_body(message), 0)
    addHeaders(to: message)
    let host = header("Host", of: message)
    let origin = header("Origin", of: message)
    let isSocket = String(cString: path) == Self.socketPath
    let method = soup_server_message_get_method(message).map { String(cString: $0) }
    if !RequestGuard.isLocal(host: host) {
      refuse(message, 403, "this is not the address that the terminal printed\n")
    } else if isSocket || origin != nil, !RequestGuard.isOwn(origin: origin, host: host) {
      refuse(message, 403, "a page of another site may not talk to the studio\n")
    } else if method != "GET" && method != "HEAD" {
      refuse(message, 405, "the studio answers GET and HEAD\n")
    }
  }

  private func answer(_ message: OpaquePointer?, _ path: UnsafePointer<CChar>?) {
    guard let message, let path, soup_server_message_get_status(message) == 0 else { return }
    guard let file = PageFile.named(String(cString: path)) else {
      return refuse(message, 404, "there is nothing here\n")
    }
    soup_server_message_set_status(message, 200, nil)
    respond(message, file.type, file.bytes)
  }

  private func refuse(_ message: OpaquePointer, _ status: guint, _ text: String) {
    soup_server_message_set_status(message, status, nil)
    respond(message, "text/plain; charset=utf-8", Array(text.utf8))
  }

  private func respond(_ message: OpaquePointer, _ type: String, _ bytes: [UInt8]) {
    bytes.withUnsafeBytes { raw in
      soup_server_message_set_response(
        message, type, SOUP_MEMORY_COPY, raw.baseAddress?.assumingMemoryBound(to: CChar.self),
        gsize(raw.count))
    }
  }

  private func addHeaders(to message: OpaquePointer) {
    let headers = soup_server_message_get_response_headers(message)
    for (name, value) in [
      ("Content-Security-Policy", Self.contentPolicy), ("X-Content-Type-Options", "nosniff"),
      ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Cross-Origin-Resource-Policy", "same-origin"), ("Referrer-Policy", "no-referrer"),
      ("Cache-Control", "no-store"),
    ] {
      soup_message_headers_replace(headers, name, value)
    }
  }

  private func header(_ name: String, of message: OpaquePointer) -> String? {
    soup_message_headers_get_list(soup_server_message_get_request_headers(message), name)
      .map { String(cString: $0) }
  }
}
