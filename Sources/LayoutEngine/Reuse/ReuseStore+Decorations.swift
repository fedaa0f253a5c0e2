// SPDX-License-Identifier: Apache-2.0
//
// The views of decorations, which no data source fills.

extension ReuseStore {
  /// Returns the pool of a decoration's views: of the class registered for the kind of this number, or of
  /// the one that draws the standard payload.
  ///
  /// - Complexity: O(registered classes): a layout may have thousands of kinds, and a frame asks for each of
  ///   its decorations.
  func decorationPool(_ kind: UInt16, of layout: EngineLayout) -> Int {
    let name = layout.kinds.kinds[Int(kind)].name
    guard !layout.decorationTypes.isEmpty else {
      return decorationPool(kind: name, type: DecorationView.self)
    }
    let registered = layout.connection.reuseIdentifiers
    let identifier = registered.indices.contains(Int(kind)) ? registered[Int(kind)] : nil
    let type = layout.decorationTypes.first { $0.kind == name || $0.kind == identifier }?.type
    return decorationPool(kind: name, type: type ?? DecorationView.self)
  }
}
