// SPDX-License-Identifier: Apache-2.0
//
// A file that was found and judged.

import LayoutModel

/// A plugin file with its verdict. Nothing of it was executed.
public struct PluginFile: Equatable, Sendable {
  /// As found; relative when the directory was given so.
  public let path: String
  /// SHA-256 of the bytes that were judged, in hexadecimal; empty when they could not be read, or
  /// were not because the first of them say that this is no plugin.
  public let hash: String
  /// The number of those bytes.
  public let size: Int
  /// What the plugin says about itself; nil when that could not be read.
  public let note: PluginNote?
  public let verdict: Verdict
  public let trust: Trust

  /// Reads a file once, hashes those bytes and judges them. A file whose first 64 bytes are not those
  /// of a shared library for this machine is read no further.
  ///
  /// Never fails: what is wrong with the file is its verdict.
  ///
  /// - Parameters:
  ///   - trust: By the place of the file.
  ///   - trusted: Raises the trust of a sound file whose bytes are in it.
  ///   - quarantined: Refuses a sound file whose bytes are in it, unless it is trusted or bundled.
  ///
  /// - Complexity: O(size of the file).
  public init(
    judging path: String, trust: Trust = .user, trusting trusted: TrustList = TrustList(),
    refusing quarantined: TrustList = TrustList()
  ) {
    self.path = path
    var (hash, size, note): (String, Int, PluginNote?) = ("", 0, nil)
    var verdict: Verdict
    do throws(LayoutError) {
      let (bytes, status) = try FileSystem.contents(of: path) { head throws(LayoutError) in
        if let refusal = Judge.refusal(ofHead: head) { throw refusal.about(path, plugin: nil) }
      }
      (hash, size) = (try SHA256.hex(bytes), bytes.count)
      (note, verdict) = Judge.judge(bytes)
      if case .refused(let error) = verdict {
        verdict = .refused(error.about(path, plugin: note?.id))
      } else {
        // Last, because a broken file is better told to be broken than to have the wrong mode.
        try Ownership.check(status, at: path)
      }
    } catch {
      verdict = .refused(error)
    }
    let isTrusted = verdict.refusal == nil && trusted.contains(hash)
    self.trust = isTrusted ? max(trust, .trusted) : trust
    if verdict.refusal == nil, self.trust < .trusted,
      let refusal = quarantined.quarantine(of: hash, plugin: note?.id)
    {
      verdict = .refused(refusal.about(path, plugin: note?.id))
    }
    (self.hash, self.size, self.note, self.verdict) = (hash, size, note, verdict)
  }
}

extension LayoutError {
  /// The same error with the file's path in front of its message, and the plugin's id.
  func about(_ path: String, plugin: String?) -> LayoutError {
    LayoutError(code, "\(path): \(message)", plugin: plugin, call: call)
  }
}
