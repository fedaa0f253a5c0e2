// SPDX-License-Identifier: Apache-2.0
//
// The command line of a worker: what it must know before the first message.

import Glibc

/// The host's words on a worker's command line.
struct WorkerArguments: Equatable {
  /// Version of the wire, so that an old worker says so instead of misreading messages.
  var wire = Int(WireFormat.version)
  /// The process that a worker belongs to; with another parent it must not go on.
  var parent = Int(getpid())
  /// Bytes of each area.
  var areaBytes: Int

  /// True when it confines itself before it loads a plugin.
  var isConfined = true
  /// Bytes of memory that a confined worker may write.
  var memoryLimit = 0

  init(areaBytes: Int) { self.areaBytes = areaBytes }

  /// As strings.
  var list: [String] {
    [
      "--wire=\(wire)", "--parent=\(parent)", "--area=\(areaBytes)",
      "--confined=\(isConfined ? 1 : 0)", "--memory=\(memoryLimit)",
    ]
  }

  /// From strings; nil when they are not what a host of any version writes.
  init?(_ list: some Collection<String>) {
    var values: [String: Int] = [:]
    for argument in list {
      let parts = argument.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let value = Int(parts[1]) else { return nil }
      values[String(parts[0])] = value
    }
    guard let wire = values["--wire"], let parent = values["--parent"],
      let areaBytes = values["--area"], areaBytes > WireFormat.messageOffset
    else { return nil }
    self.wire = wire
    self.parent = parent
    self.areaBytes = areaBytes
    // Whoever does not say that it may do everything wants it confined.
    isConfined = values["--confined"] != 0
    memoryLimit = values["--memory"] ?? 0
  }
}
