// SPDX-License-Identifier: Apache-2.0
//
// The descriptors that a worker starts with.

/// The descriptors of a worker's areas.
enum WorkerDescriptors {
  /// Host to worker; may be mapped for reading only.
  static let requests: Int32 = 3
  /// Worker to host.
  static let replies: Int32 = 4
  /// The copy of the plugin that is loaded, for reading.
  static let image: Int32 = 5
  /// The path of that copy as a worker gets it, which tells nothing of where it is.
  static let imagePath = "/proc/self/fd/\(image)"

  /// The path of the copy of a child, which come behind it.
  static func path(ofChild index: Int) -> String { "/proc/self/fd/\(Int(image) + 1 + index)" }
}
