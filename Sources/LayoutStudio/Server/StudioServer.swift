// SPDX-License-Identifier: Apache-2.0
//
// HTTP for the page and one WebSocket for each tab, on the loopback address only, for allowed
// clients.

import CSoup
import LayoutModel
import LayoutRendering

/// Serves the page, and passes on the sockets of allowed pages.
final class StudioServer {
  /// The listening port.
  private(set) var port = 0
  private let server: OpaquePointer
  private let onOpen: (StudioSocket) -> Void

  /// The path of the WebSocket.
  private static let socketPath = "/session"

  private static let contentPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
    + "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

  /// - Parameter onOpen: Called with each socket whose Host and Origin are right; the token is not
  ///   checked yet.
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
    g_object_unref(UnsafeMutableRawPointer(server))
  }

  /// Listens on 127.0.0.1.
  ///
  /// - Parameter port: 0 takes a free one.
  /// - Throws: `studio` when the port is in use or not allowed.
  func listen(on port: Int) throws(LayoutError) {
    let address = g_inet_socket_address_new_from_string("127.0.0.1", UInt32(port))
    defer { g_object_unref(address.map(UnsafeMutableRawPointer.init)) }
    var failure: OpaquePointer?
    guard soup_server_listen(server, address, 0, &failure) != 0 else {
      let reason =
        failure.flatMap(layout_glib_error_text).map { String(cString: $0) } ?? "unknown reason"
      g_clear_error(&failure)
      throw LayoutError(
        .studio, "port \(port) of 127.0.0.1 cannot be used: \(reason); choose another --port")
    }
    let uris = soup_server_get_uris(server)
    self.port = uris.map { Int(g_uri_get_port(OpaquePointer(g_slist_nth_data($0, 0)))) } ?? port
    g_slist_free_full(uris, { g_uri_unref(OpaquePointer($0)) })
  }

  /// Accepts no more connections, and closes the present ones.
  func stop() { soup_server_disconnect(server) }

  private static func from(_ data: UnsafeMutableRawPointer?) -> StudioServer? {
    data.map { Unmanaged<StudioServer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Refuses a request before its body is read.
  private func guardRequest(_ message: OpaquePointer?, _ path: UnsafePointer<CChar>?) {
    guard let message, let path else { return }
    // Request bodies have no use.
    layout_soup_ignore_body(message)
    addHeaders(to: message)
    let host = header("Host", of: message)
    let origin = header("Origin", of: message)
    let place = String(cString: path)
    let isSocket = place == Self.socketPath
    let method = soup_server_message_get_method(message).map { String(cString: $0) }
    if !RequestGuard.isLocal(host: host) {
      refuse(message, 403, "this is not the address that the terminal printed\n")
    } else if place.hasPrefix(Self.socketPath), !isSocket {
      // libsoup gives the handler of a path the paths below it too.
      refuse(message, 404, "there is nothing here\n")
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

  private func refuse(_ message: OpaquePointer, _ status: UInt32, _ text: String) {
    soup_server_message_set_status(message, status, nil)
    respond(message, "text/plain; charset=utf-8", Array(text.utf8))
  }

  private func respond(_ message: OpaquePointer, _ type: String, _ bytes: [UInt8]) {
    bytes.withUnsafeBytes { raw in
      soup_server_message_set_response(
        message, type, UInt32(LAYOUT_SOUP_MEMORY_COPY),
        raw.baseAddress?.assumingMemoryBound(to: CChar.self), UInt(raw.count))
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

// MARK: - Access control
//
// Access control: only this machine, by a name that no other site can have, and only the studio's
// own page.

/// Checks a request by its headers.
enum RequestGuard {
  /// Returns true when a Host header names this machine's loopback.
  ///
  /// Any port is allowed: the near end of a tunnel has another one. Other names are not: a site
  /// whose name resolves to 127.0.0.1 (DNS rebinding) sends its own name.
  static func isLocal(host: String?) -> Bool {
    guard let host else { return false }
    for name in ["127.0.0.1", "localhost"] where host.hasPrefix(name) {
      let rest = host.dropFirst(name.count)
      if rest.isEmpty { return true }
      let digits = rest.dropFirst()
      return rest.first == ":" && (1...5).contains(digits.count)
        && digits.allSatisfy { $0.isASCII && $0.isNumber }
    }
    return false
  }

  /// Returns true when an Origin header names the page of this server on the same host.
  static func isOwn(origin: String?, host: String?) -> Bool {
    guard let origin, let host, isLocal(host: host) else { return false }
    return origin == "http://" + host
  }
}

// MARK: - The files of the page
//
// The files of the page, compiled into the program.

/// A served file.
struct PageFile {
  /// Its Content-Type.
  let type: String
  let bytes: [UInt8]

  /// Returns the file at a path of the server; nil for every other path.
  static func named(_ path: String) -> PageFile? {
    switch path {
    case "/": PageFile(type: html, bytes: PackageResources.index_html)
    case "/studio.css": PageFile(type: css, bytes: PackageResources.studio_css)
    case "/stage.js": PageFile(type: script, bytes: PageText.stage)
    case "/projection.js": PageFile(type: script, bytes: PageText.projection)
    case "/icon.svg": PageFile(type: "image/svg+xml", bytes: PackageResources.icon_svg)
    default: module(path).map { PageFile(type: script, bytes: $0) }
    }
  }

  /// The modules of the page.
  private static func module(_ path: String) -> [UInt8]? {
    switch path {
    case "/controls.js": PackageResources.controls_js
    case "/facts.js": PackageResources.facts_js
    case "/frames.js": PackageResources.frames_js
    case "/guides.js": PackageResources.guides_js
    case "/input.js": PackageResources.input_js
    case "/keys.js": PackageResources.keys_js
    case "/link.js": PackageResources.link_js
    case "/main.js": PackageResources.main_js
    case "/menu.js": PackageResources.menu_js
    case "/overlay.js": PackageResources.overlay_js
    case "/painter.js": PackageResources.painter_js
    case "/panels.js": PackageResources.panels_js
    case "/asking.js": PackageResources.asking_js
    case "/share.js": PackageResources.share_js
    case "/state.js": PackageResources.state_js
    case "/time.js": PackageResources.time_js
    case "/tools.js": PackageResources.tools_js
    default: nil
    }
  }

  private static let html = "text/html; charset=utf-8"
  private static let css = "text/css; charset=utf-8"
  private static let script = "text/javascript; charset=utf-8"
}
