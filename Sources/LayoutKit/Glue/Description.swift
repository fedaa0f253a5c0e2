// SPDX-License-Identifier: Apache-2.0
//
// Writes the C tables that describe a layout, from the declarations of the layout class.

import LayoutABI

extension LayoutOffer {
  /// Returns the descriptor of the layout, in the image's memory. A layout is made for this call
  /// and freed.
  func describe() -> layout_descriptor {
    let layout = maker.make()
    let properties = layout.properties
    let queries = layout.queries
    let kinds = layout.kinds
    var table = layout_descriptor.sized()
    table.flags = mirrorsItself ? 0 : 1
    table.id = id.text
    table.name = name.text
    table.help = help.text
    unsafe table.properties = unsafe StaticMemory.list(properties.count) {
      properties[$0].describe()
    }
    table.property_count = UInt32(properties.count)
    unsafe table.queries = unsafe StaticMemory.list(queries.count) { queries[$0].describe() }
    table.query_count = UInt32(queries.count)
    let (actions, events) = (layout.actions, layout.events)
    unsafe table.actions = unsafe StaticMemory.list(actions.count) { actions[$0].describe() }
    table.action_count = UInt32(actions.count)
    unsafe table.events = unsafe StaticMemory.list(events.count) { events[$0].describe() }
    table.event_count = UInt32(events.count)
    if let schema = layout.stateSchema {
      table.state_schema = schema.name.text
      table.state_version = schema.version
    }
    unsafe table.kinds = unsafe StaticMemory.list(kinds.count) { kinds[$0].describe() }
    table.kind_count = UInt32(kinds.count)
    return table
  }
}

extension AnyProperty {
  fileprivate func describe() -> layout_property {
    let names = caseNames.isEmpty ? memberNames : caseNames
    var table = layout_property.sized()
    table.type = typeCode
    table.name = name.text
    table.help = help.text
    table.unit = unit.text
    table.default_value = describeDefault()
    table.minimum = minimum
    table.maximum = maximum
    unsafe table.cases = unsafe StaticMemory.texts(names)
    table.case_count = UInt32(names.count)
    table.flags = isOptional ? 1 : 0
    return table
  }
}

extension AnyQuery {
  fileprivate func describe() -> layout_query {
    var table = layout_query.sized()
    table.scope = scope.rawValue
    table.name = name.text
    table.help = help.text
    table.result_type = resultCode
    return table
  }
}

extension Action {
  fileprivate func describe() -> layout_action {
    var table = layout_action.sized()
    table.result_type = resultType
    table.name = name.text
    table.help = help.text
    unsafe (table.argument_types, table.argument_names) = unsafe parameters.described()
    table.argument_count = UInt32(parameters.count)
    table.function = function
    return table
  }
}

extension Event {
  fileprivate func describe() -> layout_event {
    var table = layout_event.sized()
    table.argument_count = UInt32(parameters.count)
    table.name = name.text
    table.help = help.text
    unsafe (table.argument_types, table.argument_names) = unsafe parameters.described()
    return table
  }
}

extension [Parameter] {
  /// Returns the types and the names, in two lists in the image's memory.
  fileprivate func described() -> (UnsafePointer<UInt32>?, UnsafePointer<layout_text>?) {
    if isEmpty { return (nil, nil) }
    let types = unsafe StaticMemory.room(for: UInt32.self, count: count)
    for index in 0..<count { unsafe types[index] = self[index].kind.rawValue }
    return unsafe (UnsafePointer(types), StaticMemory.texts(map { $0.name }))
  }
}

extension Kind {
  fileprivate func describe() -> layout_kind {
    var table = layout_kind.sized()
    table.category = UInt32(category.rawValue)
    table.name = name.text
    unsafe table.fields = unsafe StaticMemory.list(fields.count) { fields[$0].describe() }
    table.field_count = UInt32(fields.count)
    return table
  }
}

extension Field {
  fileprivate func describe() -> layout_field {
    var table = layout_field.sized()
    table.type = typeCode
    table.name = name.text
    table.help = help.text
    table.unit = unit.text
    unsafe table.cases = unsafe StaticMemory.texts(caseNames)
    table.case_count = UInt32(caseNames.count)
    return table
  }
}
