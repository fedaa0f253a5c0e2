// SPDX-License-Identifier: Apache-2.0
//
// What a studio works on: data, a layout and the files that it comes from.

import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutScenarios

/// A layout that can be chosen.
public struct StudioLayout: Equatable, Sendable {
  /// The name by which a session finds it.
  public var name: String
  /// Its id.
  public var id: String
  /// The path of its file.
  public var file: String

  /// A layout by its name, id and file.
  public init(name: String, id: String, file: String) {
    (self.name, self.id, self.file) = (name, id, file)
  }
}

/// The source, the layouts and their files, as the command line named them.
public protocol StudioProject: AnyObject {
  /// The name of the source, for people.
  var title: String { get }
  /// The layouts that can be chosen now.
  var layouts: [StudioLayout] { get }
  /// A descriptor that can be read when plugin files changed.
  var descriptor: CInt { get }
  /// The factor of text, and of what is sized by it. It counts from the next ``open()`` on.
  var textScale: Double { get set }
  /// True when the wanted layout could not be opened yet and another stands in for it.
  var isWaiting: Bool { get }

  /// Opens a session with the wanted layout, or with another one that stands in for it.
  ///
  /// - Returns: The session, and the reason why the wanted layout is not in it.
  /// - Throws: What is wrong with the source.
  func open() throws -> (session: LiveSession, refusal: LayoutError?)

  /// Opens a session of a scenario over the same data; steps in it are not run.
  ///
  /// - Throws: What is wrong with the layout that it names.
  func open(_ scenario: JSONObject) throws -> LiveSession

  /// Returns the line that `layouthost probe` prints for a scenario.
  func results(of scenario: String) -> String

  /// Takes what happened to plugin files, and begins to swap the layout where its file changed.
  ///
  /// - Returns: The events, as `layouthost session` prints them.
  func follow(_ session: LiveSession) -> [JSONObject]

  /// Goes on with a swap under way.
  ///
  /// - Returns: The stages behind it since the last time.
  func goOn(_ session: LiveSession) -> [JSONObject]
}

/// The options of a studio.
public struct StudioOptions: Sendable {
  /// The port on 127.0.0.1; 0 takes a free one.
  public var port = 0
  /// The file with the token, made when it is not there; nil makes a token for this run alone.
  public var tokenFile: String?
  /// The command that builds the layout.
  public var build: String?
  /// The command that opens `{file}` at `{line}` in an editor; nil where there is none.
  public var editor: String?
  /// True when the size of the view is that of the window, until somebody chooses another.
  public var fitsWindow = true

  /// Options with the defaults.
  public init() {}
}
