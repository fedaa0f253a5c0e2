// SPDX-License-Identifier: Apache-2.0
//
// The first message to a worker: which image to load and which layout of it to make.

import LayoutLoading
import LayoutModel
import LayoutRuntime

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
  /// The files of which the layout may be made, and the copies of them.
  var children: [Child] = []
  /// The settings that children take when they prepare first.
  var childSettings = ChildSettings()

  /// A file that another layout may be made of.
  struct Child {
    var file: PluginFile
    var imagePath: String
  }
}

/// The paths of a plugin, which a worker is not told: they hold the user's name and how the home directory
/// is arranged. The worker gets the copy as an open file, and names in place of both paths.
struct HiddenPaths {
  /// Stands for the plugin's file in what a worker says.
  static let file = "/plugin.so"

  private let file: PluginFile
  /// The copy in the image store.
  private let image: String
  private let children: ChildFiles

  init(_ file: PluginFile, image: String, children: ChildFiles = ChildFiles()) {
    (self.file, self.image, self.children) = (file, image, children)
  }

  /// Stands for the file of a child.
  static func file(ofChild index: Int) -> String { "/child-\(index).so" }

  /// The message that starts a layout, or reads the descriptor when `layoutID` is nil. Where there is no
  /// /proc the copy can only be opened by its path.
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

  /// An error of the worker with the real paths in its message.
  func restore(_ error: LayoutError) -> LayoutError {
    var error = error
    // From the last one on, since the name of the first may begin that of others.
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
  /// The same verdict on a file of another name.
  fileprivate func known(as path: String) -> PluginFile {
    var unloads = false
    if case .loads(true, _) = verdict { unloads = true }
    return PluginFile(judged: path, hash: hash, note: note, unloads: unloads)
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

// MARK: - Files of children
//
// The files that a worker is given besides its plugin, for a layout that is made of others.

/// The plugins that may be children of a layout in a worker, and their copies in the image store.
///
/// Which of them the layout will want is for it to say while it runs, when the worker can open nothing any
/// more. So it gets all that could be found by an id, once it says in its note that it has children.
package struct ChildFiles: Sendable {
  /// The most that one worker is given: each is an open file in it.
  static let most = 32

  package private(set) var files: [PluginFile] = []
  package private(set) var images: [String] = []

  /// None.
  package init() {}

  /// Those of `library` for a layout of `parent`, the most trusted ones first.
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
      // One that cannot be copied is one that is not there.
      guard let image = try? ImageStore().place(file) else { continue }
      files.append(file)
      images.append(image)
    }
  }

  /// Finds children among them, in a process that may open the copies.
  package var finder: ChildFinder {
    let library = PluginLibrary(files)
    return { id throws(LayoutError) in
      let file = try library.file(forLayout: id)
      let index = files.firstIndex { $0.path == file.path } ?? 0
      return try PluginImage(file, at: images[index])
    }
  }

  /// The ids of their layouts, by which a worker's word of the call that it is in names one.
  var layouts: [String] { PluginLibrary(files).layouts }
}
