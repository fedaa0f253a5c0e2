// SPDX-License-Identifier: Apache-2.0
//
// The first message to a worker: the image to load and the layout to make.

import LayoutLoading
import LayoutModel
import LayoutRuntime

/// The message with which a worker loads a plugin: the checked file, and the copy that is loaded in
/// its place.
struct StartMessage {
  var file: PluginFile
  /// The path at which the worker opens the copy in the image store.
  var imagePath: String
  /// The layout to make; nil to read the descriptor only.
  var layoutID: String?
  /// The limits of the layout's answers.
  var limits = AnswerLimits()
  /// The files that the layout may have as children, and their copies.
  var children: [Child] = []
  /// The settings that children take before they first prepare.
  var childSettings = ChildSettings()

  /// A file that may be a child of another layout.
  struct Child {
    var file: PluginFile
    var imagePath: String
  }
}

/// The paths of a plugin, which are hidden from a worker: they contain the user's name and the
/// structure of the home directory. The worker gets the copy as an open file, and placeholders for
/// both paths.
struct HiddenPaths {
  /// The placeholder for the plugin's file in a worker's messages.
  static let file = "/plugin.so"

  private let file: PluginFile
  /// The copy in the image store.
  private let image: String
  private let children: ChildFiles

  init(_ file: PluginFile, image: String, children: ChildFiles = ChildFiles()) {
    (self.file, self.image, self.children) = (file, image, children)
  }

  /// Returns the placeholder for the file of a child.
  static func file(ofChild index: Int) -> String { "/child-\(index).so" }

  /// Returns the message that starts a layout, or that reads the descriptor if `layoutID` is nil.
  /// Without /proc the copy can only be opened by its path.
  func message(
    layout id: String?, limits: AnswerLimits = AnswerLimits()
  ) -> StartMessage {
    let hasProc = FileSystem.exists("/proc/self/fd")
    return StartMessage(
      file: file.known(as: Self.file),
      imagePath: hasProc ? WorkerDescriptors.imagePath : image, layoutID: id, limits: limits,
      children: children.files.indices.map { index in
        StartMessage.Child(
          file: children.files[index].known(as: Self.file(ofChild: index)),
          imagePath: hasProc ? WorkerDescriptors.path(ofChild: index) : children.images[index])
      })
  }

  /// Returns an error of the worker with the real paths in its message.
  func restore(_ error: LayoutError) -> LayoutError {
    var error = error
    // From the last one on, because the placeholder of the first may be a prefix of others.
    for index in children.files.indices.reversed() {
      error.message = error.message
        .replacing(WorkerDescriptors.path(ofChild: index), with: children.images[index])
        .replacing(Self.file(ofChild: index), with: children.files[index].path)
    }
    error.message = error.message.replacing(WorkerDescriptors.imagePath, with: image)
      .replacing(Self.file, with: file.path)
    return error
  }
}

extension PluginFile {
  /// Returns the same verdict on a file of another name.
  fileprivate func known(as path: String) -> PluginFile {
    var unloads = false
    if case .loads(true, _) = verdict { unloads = true }
    return PluginFile(judged: path, hash: hash, note: note, unloads: unloads)
  }
}

/// The answer of a worker once its layout is made.
struct StartedMessage: Equatable {
  var pluginID: String
  var layout: LayoutDescriptor
  /// The extensions that the instance offers, of those that a host may ask for.
  var extensions: [String]
}

extension WireWriter {
  /// Appends a start message.
  mutating func write(_ start: StartMessage) {
    write(start.imagePath)
    write(start.layoutID)
    write(start.file)
    write(start.limits)
    write(each: start.children) {
      $0.write($1.imagePath)
      $0.write($1.file)
    }
    write(each: start.childSettings.list) { $0.write($1) }
  }

  private mutating func write(_ file: PluginFile) {
    write(file.path)
    write(file.hash)
    if case .loads(let unloads, _) = file.verdict { write(unloads) } else { write(false) }
    write(file.note != nil)
    if let note = file.note { write(note) }
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

  /// Appends a worker's confirmation that it has started.
  mutating func write(_ started: StartedMessage) {
    write(started.pluginID)
    write(started.layout)
    write(each: started.extensions) { $0.write($1) }
  }
}

extension WireReader {
  /// Reads the next start message.
  mutating func readStart() throws(LayoutError) -> StartMessage {
    let imagePath = try readText()
    let layoutID = try readOptionalText()
    var start = StartMessage(
      file: try readFile(), imagePath: imagePath, layoutID: layoutID, limits: try readLimits())
    start.children = try readList { (reader) throws(LayoutError) in
      let path = try reader.readText()
      return StartMessage.Child(file: try reader.readFile(), imagePath: path)
    }
    for setting in try readList({ (reader) throws(LayoutError) in try reader.readChildSetting() }) {
      start.childSettings.keep(setting)
    }
    return start
  }

  private mutating func readFile() throws(LayoutError) -> PluginFile {
    let path = try readText()
    let hash = try readText()
    let unloads = try readBool()
    let note = try readBool() ? try readNote() : nil
    return PluginFile(judged: path, hash: hash, note: note, unloads: unloads)
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

  /// Reads a worker's confirmation that it has started.
  mutating func readStarted() throws(LayoutError) -> StartedMessage {
    StartedMessage(
      pluginID: try readText(), layout: try readLayout(), extensions: try readTexts())
  }
}

extension AnswerLimits {
  /// The members that are counts, in the order in which they are sent.
  fileprivate static var counts: [WritableKeyPath<Self, Int>] {
    [
      \.elements, \.mostElements, \.wordsPerElement, \.textBytes, \.logLines, \.logBytes,
      \.nameBytes, \.events, \.eventBytes, \.markedElements,
    ]
  }
}

// MARK: - Files of children
//
// The files that a worker gets in addition to its plugin, for a layout with children.

/// The plugins that may be children of a layout in a worker, and their copies in the image store.
///
/// The layout decides only while it runs which of them it needs, and then the worker can open no
/// more files. So the worker gets all files that can be found by an id, if the parent's note says
/// that it has children.
package struct ChildFiles: Sendable {
  /// The most files that one worker gets: each is an open file in it.
  static let most = 32

  package private(set) var files: [PluginFile] = []
  package private(set) var images: [String] = []

  /// Creates an empty list.
  package init() {}

  /// Creates the list of the files in `library` for a layout of `parent`, the most trusted files
  /// first.
  package init(for parent: PluginFile, from library: PluginLibrary?) {
    guard parent.note?.hasChildren == true else { return }
    let library = library ?? PluginLibrary()
    var found: [PluginFile] = []
    for id in library.layouts {
      guard let file = try? library.file(forLayout: id),
        !found.contains(where: { $0.path == file.path })
      else { continue }
      found.append(file)
    }
    let place = { (file: PluginFile) in library.files.firstIndex { $0.path == file.path } ?? 0 }
    found.sort { $0.trust == $1.trust ? place($0) < place($1) : $0.trust > $1.trust }
    for file in found.prefix(Self.most) {
      // A file that cannot be copied is treated as missing.
      guard let image = try? ImageStore().place(file) else { continue }
      files.append(file)
      images.append(image)
    }
  }

  /// Finds children among these files, in a process that may open the copies.
  package var finder: ChildFinder {
    let library = PluginLibrary(files)
    return { id throws(LayoutError) in
      let file = try library.file(forLayout: id)
      let index = files.firstIndex { $0.path == file.path } ?? 0
      return try PluginImage(file, at: images[index])
    }
  }

  /// The ids of their layouts. A worker names a child by its index in this list.
  var layouts: [String] { PluginLibrary(files).layouts }
}
