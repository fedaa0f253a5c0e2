// SPDX-License-Identifier: Apache-2.0
//
// The paths of plugin files in the text of a scenario: relative ones begin at its file's directory.

import LayoutJSON
import LayoutLoading

/// Changes the paths of plugin files between the text of a scenario and a session.
///
/// In the text the files beside it are named relative to it, so that all of them can be moved
/// together. A session needs paths that begin at its working directory, or at the root.
package enum ScenarioPaths {
  /// The key with the name of a layout, by the step's value of `do`.
  static let layoutKeys = [SwapStep.name: "layout", TransitionStep.name: "to"]

  /// Returns a scenario in which relative paths begin at the working directory instead of the
  /// directory of `file`. A path of no file there is left as it is.
  ///
  /// Errors name these paths, so they are no longer than the way to the scenario is written: its
  /// results are then the same in each checkout.
  ///
  /// - Parameters:
  ///   - file: The file of the scenario; nil leaves all paths as they are.
  ///   - isAbsolute: True for paths that begin at the root, for a recording with files elsewhere.
  package static func located(
    _ scenario: JSONValue, beside file: String?, isAbsolute: Bool = false
  ) -> JSONValue {
    guard let file, let object = scenario.object else { return scenario }
    let parent = FileSystem.parent(of: file)
    if parent == ".", !isAbsolute { return scenario }
    let base = isAbsolute ? FileSystem.resolved(parent) ?? parent : parent
    let changed = mapped(object) { path in
      let whole = "\(base)/\(path)"
      let isRelative = !path.isEmpty && !path.hasPrefix("/")
      return isRelative && FileSystem.exists(whole) ? whole : path
    }
    return .object(changed)
  }

  /// Returns a scenario in which the paths of files in `folder` begin at the directory that contains
  /// the folder.
  package static func relative(_ scenario: JSONObject, in folder: String) -> JSONObject {
    let count = FileSystem.parent(of: folder).utf8.count + 1
    return mapped(scenario) { path in
      guard path.hasPrefix("\(folder)/") else { return path }
      return String(decoding: path.utf8.dropFirst(count), as: UTF8.self)
    }
  }

  /// Returns a scenario with changed paths: of its layout, of those of its steps, and of the layouts
  /// inside them.
  private static func mapped(
    _ scenario: JSONObject, _ change: (String) -> String
  ) -> JSONObject {
    var result = mapped(scenario, "layout", change)
    guard let steps = scenario["steps"]?.array else { return result }
    var changed = steps
    for (index, step) in steps.enumerated() {
      guard let object = step.object, let name = object["do"]?.string,
        let key = layoutKeys[name]
      else { continue }
      changed[index] = .object(mapped(object, key, change))
    }
    result["steps"] = .array(changed)
    return result
  }

  /// Returns an object with changed paths at the key of its layout, and at `children`.
  private static func mapped(
    _ object: JSONObject, _ key: String, _ change: (String) -> String
  ) -> JSONObject {
    var result = object
    if let name = object[key]?.string { result[key] = .string(mapped(name, change)) }
    if let children = object["children"]?.array {
      result["children"] = .array(
        children.map { child in child.string.map { JSONValue.string(change($0)) } ?? child })
    }
    return result
  }

  /// Returns the name of a layout with a changed path, if it has one.
  private static func mapped(_ name: String, _ change: (String) -> String) -> String {
    guard let mark = name.lastIndex(of: "#") else {
      return LayoutMaker.isPath(name) ? change(name) : name
    }
    return change(String(name[..<mark])) + name[mark...]
  }
}
