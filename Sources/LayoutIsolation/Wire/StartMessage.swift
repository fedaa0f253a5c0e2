// SPDX-License-Identifier: Apache-2.0
//
// The first message to a worker: which image to load and which layout of it to make.

import LayoutLoading
import LayoutModel

/// The message with which a worker loads a plugin: the judged file and the copy that is loaded
/// in its place.
struct StartMessage {
  var file: PluginFile
  /// The copy in the image store, as the worker opens it.
  var imagePath: String
  /// The layout to make; nil to read the descriptor only.
  var layoutID: String?
  /// The most that the layout may answer.
  var limits = AnswerLimits()
}

/// The paths of a plugin, which a worker is not told: they hold the user's name and how the home directory
/// is arranged. The worker gets the copy as an open file, and names in place of both paths.
struct HiddenPaths {
  /// Stands for the plugin's file in what a worker says.
  static let file = "/plugin.so"

  private let file: PluginFile
  /// The copy in the image store.
  private let image: String

  init(_ file: PluginFile, image: String) { (self.file, self.image) = (file, image) }

  /// The message that starts a layout, or reads the descriptor when `layoutID` is nil. Where there is no
  /// /proc the copy can only be opened by its path.
  func message(
    layout id: String?, limits: AnswerLimits = AnswerLimits()
  ) -> StartMessage {
    var unloads = false
    if case .loads(true, _) = file.verdict { unloads = true }
    let known = PluginFile(judged: Self.file, hash: file.hash, note: file.note, unloads: unloads)
    let hasProc = FileSystem.exists("/proc/self/fd")
    return StartMessage(
      file: known, imagePath: hasProc ? WorkerDescriptors.imagePath : image, layoutID: id,
      limits: limits)
  }

  /// An error of the worker with the real paths in its message.
  func restore(_ error: LayoutError) -> LayoutError {
    var error = error
    error.message = error.message.replacing(WorkerDescriptors.imagePath, with: image)
      .replacing(Self.file, with: file.path)
    return error
  }
}

/// The answer of a worker when its layout is there.
struct StartedMessage: Equatable {
  var pluginID: String
  var layout: LayoutDescriptor
  /// The extensions that the instance has, of those that a host may ask for.
  var extensions: [String]
}

extension WireWriter {
  /// Appends a start.
  mutating func write(_ start: StartMessage) {
    write(start.imagePath)
    write(start.layoutID)
    write(start.file.path)
    write(start.file.hash)
    if case .loads(let unloads, _) = start.file.verdict { write(unloads) } else { write(false) }
    write(start.file.note != nil)
    if let note = start.file.note { write(note) }
    write(start.limits)
  }

  private mutating func write(_ limits: AnswerLimits) {
    for path in AnswerLimits.counts { write(Int64(limits[keyPath: path])) }
    write(limits.areaPerElement)
  }

  private mutating func write(_ note: PluginNote) {
    write(note.id)
    write(note.name)
    write(note.version)
    write(count: note.abi)
    switch note.runtime {
    case .none: write(UInt8(0))
    case .swiftStatic: write(UInt8(1))
    case .swiftShared(let version):
      write(UInt8(2))
      write(version)
    }
    write(each: note.requires) { $0.write($1) }
    write(each: note.uses) { $0.write($1) }
    write(each: note.layouts) { $0.write($1) }
  }

  /// Appends a worker's word that it has started.
  mutating func write(_ started: StartedMessage) {
    write(started.pluginID)
    write(started.layout)
    write(each: started.extensions) { $0.write($1) }
  }
}

extension WireReader {
  /// The next start.
  mutating func readStart() throws(LayoutError) -> StartMessage {
    let imagePath = try readText()
    let layoutID = try readOptionalText()
    let path = try readText()
    let hash = try readText()
    let unloads = try readBool()
    let note = try readBool() ? try readNote() : nil
    return StartMessage(
      file: PluginFile(judged: path, hash: hash, note: note, unloads: unloads),
      imagePath: imagePath, layoutID: layoutID, limits: try readLimits())
  }

  private mutating func readLimits() throws(LayoutError) -> AnswerLimits {
    var limits = AnswerLimits()
    for path in AnswerLimits.counts { limits[keyPath: path] = Int(try read(Int64.self)) }
    limits.areaPerElement = try read()
    return limits
  }

  private mutating func readNote() throws(LayoutError) -> PluginNote {
    let (id, name, version) = (try readText(), try readText(), try readText())
    let abi = try readCount()
    let runtime: PluginNote.Runtime
    switch try read(UInt8.self) {
    case 0: runtime = .none
    case 1: runtime = .swiftStatic
    case 2: runtime = .swiftShared(version: try readText())
    default: throw .wire("a note with an unknown runtime")
    }
    return PluginNote(
      id: id, name: name, version: version, abi: abi, runtime: runtime,
      requires: try readTexts(), uses: try readTexts(), layouts: try readTexts())
  }

  /// A worker's word that it has started.
  mutating func readStarted() throws(LayoutError) -> StartedMessage {
    StartedMessage(
      pluginID: try readText(), layout: try readLayout(), extensions: try readTexts())
  }
}

extension AnswerLimits {
  /// The members that are counts, in the order in which they travel.
  fileprivate static var counts: [WritableKeyPath<Self, Int>] {
    [
      \.elements, \.mostElements, \.wordsPerElement, \.textBytes, \.logLines, \.logBytes,
      \.nameBytes, \.events, \.eventBytes, \.markedElements,
    ]
  }
}
