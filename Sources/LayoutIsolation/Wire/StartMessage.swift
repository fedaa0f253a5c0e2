// SPDX-License-Identifier: Apache-2.0
//
// The first message to a worker: which image to load and which layout of it to make.

import LayoutLoading
import LayoutModel

/// What a worker needs to load a plugin: the judged file and the copy that is loaded in its place.
struct StartMessage {
  var file: PluginFile
  /// The copy in the image store.
  var imagePath: String
  /// The layout to make; nil to read the descriptor only.
  var layoutID: String?
}

/// What a worker answers when its layout is there.
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
      imagePath: imagePath, layoutID: layoutID)
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
