// SPDX-License-Identifier: Apache-2.0
//
// One WebSocket: text in, text and bytes out.

import CSoup
import LayoutModel

/// A connection to one tab.
final class StudioSocket {
  /// The limit of a message, bytes. A batch of inputs has some hundred.
  static let messageLimit = 1 << 16

  /// Called with each text message, UTF-8; nil for a binary one.
  var onText: ((String?) -> Void)?
  /// Called once, when the connection is gone.
  var onClose: (() -> Void)?
  private let connection: OpaquePointer
  private var handlers: [UInt] = []

  init(_ connection: OpaquePointer) {
    self.connection = connection
    g_object_ref(UnsafeMutableRawPointer(connection))
    soup_websocket_connection_set_max_incoming_payload_size(connection, UInt(Self.messageLimit))
    layout_soup_limit_messages(connection, UInt(Self.messageLimit))
    let me = Unmanaged.passUnretained(self).toOpaque()
    typealias Message =
      @convention(c) (
        OpaquePointer?, Int32, OpaquePointer?, UnsafeMutableRawPointer?
      ) -> Void
    let message: Message = { _, type, bytes, data in
      guard let data else { return }
      Unmanaged<StudioSocket>.fromOpaque(data).takeUnretainedValue().receive(type, bytes)
    }
    typealias Closed = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void
    let closed: Closed = { _, data in
      guard let data else { return }
      Unmanaged<StudioSocket>.fromOpaque(data).takeUnretainedValue().didClose()
    }
    connect("message", unsafeBitCast(message, to: GCallback.self), me)
    connect("closed", unsafeBitCast(closed, to: GCallback.self), me)
  }

  deinit {
    for handler in handlers {
      g_signal_handler_disconnect(UnsafeMutableRawPointer(connection), handler)
    }
    g_object_unref(UnsafeMutableRawPointer(connection))
  }

  /// True while messages can be sent.
  var isOpen: Bool {
    soup_websocket_connection_get_state(connection) == LAYOUT_SOUP_WEBSOCKET_STATE_OPEN
  }

  func send(_ text: String) {
    if isOpen { soup_websocket_connection_send_text(connection, text) }
  }

  func send(_ bytes: [UInt8]) {
    guard isOpen else { return }
    bytes.withUnsafeBytes {
      soup_websocket_connection_send_binary(connection, $0.baseAddress, UInt($0.count))
    }
  }

  /// Closes the connection, with a reason for the page.
  func close(_ reason: String) {
    guard isOpen else { return }
    // 1008: the message breaks a policy (RFC 6455, section 7.4.1).
    soup_websocket_connection_close(connection, 1008, reason)
  }

  private func connect(
    _ signal: String, _ handler: @escaping GCallback, _ me: UnsafeMutableRawPointer
  ) {
    handlers.append(
      layout_glib_connect(UnsafeMutableRawPointer(connection), signal, handler, me))
  }

  private func receive(_ type: Int32, _ bytes: OpaquePointer?) {
    guard type == LAYOUT_SOUP_WEBSOCKET_DATA_TEXT, let bytes else {
      onText?(nil)
      return
    }
    var count: UInt = 0
    let start = g_bytes_get_data(bytes, &count)
    // Of several frames, which an older libsoup limits one by one.
    guard count <= Self.messageLimit else { return close("a message is too long") }
    onText?(
      String(decoding: UnsafeRawBufferPointer(start: start, count: Int(count)), as: UTF8.self))
  }

  private func didClose() {
    let callback = onClose
    (onText, onClose) = (nil, nil)
    callback?()
  }
}
