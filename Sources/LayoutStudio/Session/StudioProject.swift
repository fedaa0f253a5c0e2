// SPDX-License-Identifier: Apache-2.0
//
// The project of a studio: data, a layout and its files.

import LayoutJSON
import LayoutModel
import LayoutScenarios

/// A layout that the user can choose.
public struct StudioLayout: Equatable, Sendable {
  /// The name of the layout in a session.
  public var name: String
  /// Its id.
  public var id: String
  /// The path of its file.
  public var file: String

  /// Makes a layout from its name, id and file.
  public init(name: String, id: String, file: String) {
    (self.name, self.id, self.file) = (name, id, file)
  }
}

/// The source, the layouts and their files, from the command line.
public protocol StudioProject: AnyObject {
  /// The name of the source, for people.
  var title: String { get }
  /// The layouts that can be chosen now.
  var layouts: [StudioLayout] { get }
  /// A descriptor that is readable when plugin files changed.
  var descriptor: CInt { get }
  /// The factor of text, and of sizes that depend on it. It takes effect at the next ``open()``.
  var textScale: Double { get set }
  /// True when the wanted layout could not be opened and another one replaces it.
  var isWaiting: Bool { get }

  /// Opens a session with the wanted layout, or with another one in its place.
  ///
  /// - Returns: The session, and the error of the wanted layout if another one replaces it.
  /// - Throws: The error of the source.
  func open() throws -> (session: LiveSession, refusal: LayoutError?)

  /// Opens a session of a scenario over the same data; its steps are not run.
  ///
  /// - Throws: The error of the layout that it names.
  func open(_ scenario: JSONObject) throws -> LiveSession

  /// Returns the line that `layouthost probe` prints for a scenario.
  func results(of scenario: String) -> String

  /// Handles events of plugin files, and starts a swap of the layout if its file changed.
  ///
  /// - Returns: The events, as `layouthost session` prints them.
  func follow(_ session: LiveSession) -> [JSONObject]

  /// Continues the swap under way.
  ///
  /// - Returns: The stages completed since the last call.
  func resume(_ session: LiveSession) -> [JSONObject]
}

/// The options of a studio.
public struct StudioOptions: Sendable {
  /// The port on 127.0.0.1; 0 takes a free one.
  public var port = 0
  /// The file with the secret of which the token of each port is made; a missing file is made. nil
  /// makes a token for this run alone.
  public var tokenFile: String?
  /// The command that opens `{file}` at `{line}` in an editor; nil without one.
  public var editor: String?
  /// True while the view has the size of the window, until the user chooses another size.
  public var fitsWindow = true

  /// Makes options with the defaults.
  public init() {}
}
