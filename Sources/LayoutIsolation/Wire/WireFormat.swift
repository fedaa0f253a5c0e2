// SPDX-License-Identifier: Apache-2.0
//
// The shape of a message between host and worker: its kinds, its header, its limits.

import LayoutABI
import LayoutModel

/// Constants of the wire. Host and worker are built together, so another version means that an old
/// worker was found. There is no negotiation.
enum WireFormat {
  /// The letters "LHWK" as a little-endian word.
  static let magic: UInt32 = 0x4B57_484C
  /// The version, which grows with each change of any message, and of a worker's command line.
  static let version: UInt16 = 12
  /// The offset of the message in an area: behind the page of control words.
  static let messageOffset = 4096
  /// The offset of the head in the message: the header, rounded up to a cache line.
  static let headOffset = 64
  /// The alignment of bulk data, so that records and transforms are aligned.
  static let bulkAlignment = 64
  /// The address space of one area, in bytes. Only pages that were written take memory, so the
  /// limit costs nothing until it is used: 256 MiB are four million elements in one answer.
  static let areaBytes = 256 << 20

  /// The longest head that a host accepts from a worker: twice the longest value that a plugin may
  /// pass. A head is copied and decoded, so a worker must not choose how much work that is.
  static let replyHeadLimit = 16 << 20
  /// The number of entries that all lists in such a head may have together.
  static let replyEntryLimit = 131_072
  /// The length in bytes above which a message gives its memory back once it was read.
  static let keptBytes = 1 << 20

  /// Returns the next multiple of ``bulkAlignment``.
  static func aligned(_ offset: Int) -> Int {
    (offset + bulkAlignment - 1) & ~(bulkAlignment - 1)
  }
}

/// The kind of a message. Values are part of the wire version.
enum WireKind: UInt16, CaseIterable {
  // From the host, each answered by `done` or `failed`.
  case start = 1
  case inspect
  case setProperty
  case property
  case frame
  case attributesInRect
  case attributesForElement
  case scrollTarget
  case action
  case updateAttributes
  case finalizeUpdates
  case notify
  case reorderingTarget
  case reorderingAttributes
  case preferredSizes
  case saveState
  case loadState
  case crossTrack
  case crossTarget
  /// The host releases the worker: destroy the instance and exit. There is no answer.
  case stop

  // From the worker.
  case done = 32
  case failed
  /// Nested in any request: the plugin asks the app for a range of values.
  case askMany
  /// Nested in any request: the plugin asks the app for one value, with arguments.
  case askOne

  /// The host's answer to a nested question.
  case answer = 64
}

extension WireKind {
  /// True if the answer to such a request may have bulk data: elements, or a state.
  var isAnsweredInBulk: Bool {
    switch self {
    case .frame, .attributesInRect, .attributesForElement, .updateAttributes, .reorderingAttributes,
      .saveState:
      true
    default: false
    }
  }
}

/// The first bytes of a message, fixed for a wire version.
struct WireHeader: WireRecord, Equatable {
  var magic: UInt32 = WireFormat.magic
  var version: UInt16 = WireFormat.version
  var kind: UInt16
  /// The number of the request; a reply repeats it.
  var sequence: UInt64
  /// The epoch of the data that the message is about.
  var epoch: UInt64
  /// The number of bytes of the head, which starts at ``WireFormat/headOffset``.
  var headLength: UInt32
  var reserved: UInt32 = 0
  /// The number of bytes of bulk data behind the head.
  var bulkLength: UInt64

  /// Creates a header for a message of `kind`.
  init(
    _ kind: WireKind, sequence: UInt64, epoch: UInt64, headLength: Int = 0, bulkLength: Int = 0
  ) {
    self.kind = kind.rawValue
    self.sequence = sequence
    self.epoch = epoch
    self.headLength = UInt32(truncatingIfNeeded: headLength)
    self.bulkLength = UInt64(bulkLength)
  }

  /// Returns the kind, if header and lengths are valid for a message of at most `room` bytes.
  ///
  /// - Throws: ``LayoutError`` `wire`, naming the member that is wrong.
  func checkedKind(room: Int) throws(LayoutError) -> WireKind {
    guard magic == WireFormat.magic else { throw .wire("a message without its mark") }
    guard version == WireFormat.version else {
      throw .wire(
        "wire version \(version), not \(WireFormat.version): "
          + "host and layout-worker come from different builds; install them together")
    }
    guard let kind = WireKind(rawValue: kind) else { throw .wire("a message of kind \(kind)") }
    guard reserved == 0 else { throw .wire("reserved bits in a header") }
    let bulkStart = UInt64(WireFormat.aligned(WireFormat.headOffset + Int(headLength)))
    guard bulkStart <= UInt64(room), bulkLength <= UInt64(room) - bulkStart else {
      throw .wire("a message of \(headLength) + \(bulkLength) bytes where \(room) fit")
    }
    return kind
  }
}

extension LayoutError {
  /// Returns the error for a message that breaks the wire format. It is internal: the connection
  /// turns it into a `breach` that names plugin and call.
  static func wire(_ what: String) -> LayoutError { LayoutError(.wire, what) }
}

// MARK: - Records

/// A type without relevant padding, pointers or invalid bit patterns, so that any bytes from the
/// other side make a valid value. Host and worker share machine and build, so no byte is swapped.
protocol WireRecord {}

extension UInt8: WireRecord {}
extension UInt16: WireRecord {}
extension UInt32: WireRecord {}
extension Int32: WireRecord {}
extension UInt64: WireRecord {}
extension Int64: WireRecord {}
extension Double: WireRecord {}
extension layout_point: WireRecord {}
extension layout_vector: WireRecord {}
extension layout_size: WireRecord {}
extension layout_rect: WireRecord {}
extension layout_insets: WireRecord {}
extension layout_element: WireRecord {}
extension layout_update: WireRecord {}

// MARK: - Descriptors

/// The descriptors of a worker's areas.
enum WorkerDescriptors {
  /// Messages from host to worker; the worker may map it for reading only.
  static let requests: Int32 = 3
  /// Messages from worker to host.
  static let replies: Int32 = 4
  /// The copy of the plugin that is loaded, for reading.
  static let image: Int32 = 5
  /// The path of that copy for a worker. It does not show where the copy is.
  static let imagePath = "/proc/self/fd/\(image)"

  /// Returns the path of the copy of a child. The children follow the plugin's image.
  static func path(ofChild index: Int) -> String { "/proc/self/fd/\(Int(image) + 1 + index)" }
}
