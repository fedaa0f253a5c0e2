// SPDX-License-Identifier: Apache-2.0
//
// A judged file.

import LayoutModel

/// A plugin file with its verdict. None of its code has run.
public struct PluginFile: Equatable, Sendable {
  /// The path as found; relative when the directory was relative.
  public let path: String
  /// SHA-256 of the judged bytes, in hexadecimal; empty if they could not be read, or if the first
  /// bytes show that this is no plugin.
  public let hash: String
  /// The number of these bytes.
  public let size: Int
  /// The plugin's note; nil when it could not be read.
  public let note: PluginNote?
  /// The verdict on the bytes: true if they may be loaded.
  public let verdict: Verdict
  /// The trust, which decides the process in which they run.
  public let trust: Trust
  /// The libraries that the plugin loads into a process, each after its dependencies; empty for a
  /// refused file.
  public let libraries: [NeededLibrary]

  /// Reads a file once, hashes the bytes and judges them. If the first page is not that of a shared
  /// library for this machine, or shows that it has no layout note, the rest is not read.
  ///
  /// Never fails: an error of the file is its verdict.
  ///
  /// - Parameters:
  ///   - trust: The caller's trust in this file, such as an app's for its own plugin.
  ///   - trusted: Raises the trust of a sound file whose hash is in it.
  ///   - quarantined: Refuses a sound file whose hash is in it, unless it is trusted or bundled.
  ///
  /// - Complexity: O(size of the file).
  public init(
    judging path: String, trust: Trust = .user, trusting trusted: TrustList = TrustList(),
    refusing quarantined: TrustList = TrustList()
  ) {
    self.init(path, Reading(path, trust, bundle: nil, trusted, quarantined))
  }

  /// The same for a file in a directory of a search path, which determines the trust. In a
  /// directory for LayoutHost's own files only those that came with it are bundled; others count as
  /// the user's.
  package init(
    judging path: String, in directory: SearchPath.Directory?,
    trusting trusted: TrustList = TrustList(), refusing quarantined: TrustList = TrustList()
  ) {
    let trust = directory?.trust ?? .user
    let bundle = trust == .bundled ? BundledFiles(in: FileSystem.parent(of: path)) : nil
    self.init(path, Reading(path, trust, bundle: bundle, trusted, quarantined))
  }

  /// The same for a file on a search path, or elsewhere: then it counts as the user's.
  public init(
    judging path: String, on searchPath: SearchPath, trusting trusted: TrustList = TrustList(),
    refusing quarantined: TrustList = TrustList()
  ) {
    self.init(
      judging: path, in: searchPath.directory(ofFileAt: path), trusting: trusted,
      refusing: quarantined)
  }

  private init(_ path: String, _ reading: Reading) {
    self.path = path
    (hash, size, note) = (reading.hash, reading.size, reading.note)
    (verdict, trust, libraries) = (reading.verdict, reading.trust, reading.libraries)
  }
}

/// The state while a file is being read.
private struct Reading {
  var hash = ""
  var size = 0
  var note: PluginNote?
  var verdict: Verdict
  var trust: Trust
  var libraries: [NeededLibrary] = []

  init(
    _ path: String, _ trust: Trust, bundle: BundledFiles?, _ trusted: TrustList,
    _ quarantined: TrustList
  ) {
    self.trust = trust
    verdict = .loads(unloads: false, remarks: [])
    do throws(LayoutError) { try judge(path, isBundled: trust == .bundled) } catch {
      verdict = .refused(error)
    }
    guard verdict.refusal == nil else { return }
    if let bundle { hold(against: bundle, path) }
    if trusted.contains(hash) { self.trust = max(self.trust, .trusted) }
    if self.trust < .trusted, let refusal = quarantined.quarantine(of: hash, plugin: note?.id) {
      verdict = .refused(refusal.about(path, plugin: note?.id))
    }
  }

  private mutating func judge(_ path: String, isBundled: Bool) throws(LayoutError) {
    let (bytes, status) = try FileSystem.contents(of: path) { head throws(LayoutError) in
      if let refusal = Judge.refusal(ofHead: head) { throw refusal.about(path, plugin: nil) }
    }
    (hash, size) = (try SHA256.hex(bytes), bytes.count)
    let opinion = Judge.judge(bytes)
    (note, verdict) = (opinion.note, opinion.verdict)
    if let refusal = verdict.refusal { throw refusal.about(path, plugin: note?.id) }
    // Last, because for a damaged file that error is more useful than the wrong mode.
    do throws(LayoutError) { try Ownership.check(status, at: path) } catch {
      throw isBundled ? BundledFiles.withRemedy(error) : error
    }
    do throws(LayoutError) {
      libraries = try LibraryResolver.libraries(for: opinion.linking)
    } catch {
      throw error.about(path, plugin: note?.id)
    }
  }

  /// Lowers the trust of a foreign file among LayoutHost's own files.
  private mutating func hold(against bundle: BundledFiles, _ path: String) {
    guard case .loads(let unloads, let remarks) = verdict,
      let objection = bundle.objection(to: FileSystem.name(of: path), hash: hash, id: note?.id)
    else { return }
    trust = .user
    verdict = .loads(unloads: unloads, remarks: remarks + [objection])
  }
}

extension LayoutError {
  /// The same error with the file's path before its message, and the plugin's id.
  func about(_ path: String, plugin: String?) -> LayoutError {
    LayoutError(code, "\(path): \(message)", plugin: plugin, call: call)
  }
}

// MARK: - Judged by another process
//
// A judged file from another process of LayoutHost.

extension PluginFile {
  /// A file that was judged in another process: a worker loads files that its host has judged.
  package init(
    judged path: String, hash: String, note: PluginNote?, unloads: Bool,
    libraries: [NeededLibrary] = []
  ) {
    self.path = path
    self.hash = hash
    self.size = 0
    self.note = note
    self.libraries = libraries
    self.verdict = .loads(unloads: unloads, remarks: [])
    self.trust = .user
  }
}
