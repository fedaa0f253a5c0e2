// SPDX-License-Identifier: Apache-2.0
//
// Layouts that a session makes to put them on its view.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

extension ScenarioSession {
  /// Makes a layout whose answers come from the same data; nothing is shown yet.
  ///
  /// - Parameter instance: Gives back the layout that was made under this number, as it is.
  func newcomer(
    _ name: String, properties: JSONObject, instance: Int? = nil
  ) throws(LayoutError) -> Newcomer {
    if let known = instance.flatMap({ instances[$0] }) {
      for property in properties.members {
        try known.layout.set(property.key, toJSON: property.value)
      }
      // The data may answer more by now than when it was made.
      if known.bound == nil {
        try QueryBinder(source: source, layout: known.layout, room: known.room)
          .bind(source.data, isStrict: false)
      }
      try source.measure(under: known.layout)
      return known
    }
    let (file, id) = try maker.find(name)
    let layout = try maker.make(id, of: file, tier: tier)
    let made = try settle(layout, of: file, named: name, properties: properties)
    try source.measure(under: made.layout)
    if let instance { instances[instance] = made }
    return made
  }

  /// Gives a layout its properties, and answers from the session's data.
  func settle(
    _ plain: CollectionLayout, of file: PluginFile, named name: String, properties: JSONObject
  ) throws(LayoutError) -> Newcomer {
    let layout = plain.tracing(into: trace)
    for property in properties.members { try layout.set(property.key, toJSON: property.value) }
    let room = LayoutRoom(container: view.container, layout: layout)
    try QueryBinder(source: source, layout: layout, room: room)
      .bind(source.data, isStrict: false, bound: bound)
    register(layout)
    return Newcomer(name: name, layout: layout, file: file, room: room, bound: bound)
  }
}
