// SPDX-License-Identifier: Apache-2.0
//
// Who may ask: this machine, by a name that no other site can have, and no page of another site.

/// Checks a request by its headers.
enum RequestGuard {
  /// Returns true when a Host header names this machine's loopback.
  ///
  /// The port may be any: a tunnel has another one at its near end. The name may not: a site whose name
  /// resolves to 127.0.0.1 (DNS rebinding) sends its own.
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

  /// Returns true when an Origin header names the page that this server sent to the same host.
  static func isOwn(origin: String?, host: String?) -> Bool {
    guard let origin, let host, isLocal(host: host) else { return false }
    return origin == "http://" + host
  }
}
