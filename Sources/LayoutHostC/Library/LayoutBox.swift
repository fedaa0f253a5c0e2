// SPDX-License-Identifier: Apache-2.0
//
// A layout for a C program, with the text that it lends.

import CLayoutHost
import LayoutHost
import LayoutModel

/// A live layout and its lent text.
final class LayoutBox: LibraryObject {
  override class var typeName: String { "lh_layout" }
  let layout: CollectionLayout
  /// The path of its plugin.
  let file: CText
  /// The options of the layout, for later versions.
  let options: AppLayoutOptions
  /// The values of the last property read, and of the last result of an action.
  let propertyStore = ValueStore()
  let resultStore = ValueStore()
  lazy var texts = LayoutTexts(layout.descriptor)

  init(_ layout: CollectionLayout, file: String, options: AppLayoutOptions, lane: Lane = Lane()) {
    self.layout = layout
    self.file = CText(file)
    self.options = options
    super.init(lane: lane)
  }
}

/// The description of a layout in C form.
final class LayoutTexts {
  let id, name, help: CText
  let properties: [lh_property]
  let queries: [lh_query]
  let actions: [lh_signature]
  let events: [lh_signature]
  let kinds: [lh_kind]
  private var texts: [CText] = []
  private var lists: [CTexts] = []
  private var types: [UnsafeMutablePointer<UInt32>] = []
  private let values = ValueStore()

  init(_ descriptor: LayoutDescriptor) {
    var keeper = TextKeeper(values: values)
    (id, name, help) = (
      CText(descriptor.id), CText(descriptor.name), CText(descriptor.help)
    )
    properties = descriptor.properties.map { keeper.property($0) }
    queries = descriptor.queries.map { keeper.query($0) }
    actions = descriptor.actions.map {
      keeper.signature($0.name, $0.help, $0.arguments, $0.result)
    }
    events = descriptor.events.map { keeper.signature($0.name, $0.help, $0.arguments, .none) }
    kinds = descriptor.kinds.map { keeper.kind($0) }
    (texts, lists, types) = (keeper.texts, keeper.lists, keeper.types)
  }

  deinit { for list in types { list.deallocate() } }
}

/// Makes records of descriptors and retains the memory that they point to.
private struct TextKeeper {
  var texts: [CText] = []
  var lists: [CTexts] = []
  var types: [UnsafeMutablePointer<UInt32>] = []
  let values: ValueStore

  init(values: ValueStore) { self.values = values }

  mutating func keep(_ text: String) -> UnsafePointer<CChar> {
    let kept = CText(text)
    texts.append(kept)
    return kept.bytes
  }

  mutating func keep(_ all: [String]) -> UnsafePointer<UnsafePointer<CChar>?>? {
    let kept = CTexts(all)
    lists.append(kept)
    return kept.pointer
  }

  mutating func keep(_ all: [ValueType]) -> UnsafePointer<UInt32>? {
    guard !all.isEmpty else { return nil }
    let kept = UnsafeMutablePointer<UInt32>.allocate(capacity: all.count)
    for (index, type) in all.enumerated() { (kept + index).initialize(to: type.rawValue) }
    types.append(kept)
    return UnsafePointer(kept)
  }

  mutating func property(_ property: PropertyDescriptor) -> lh_property {
    var record = lh_property()
    record.type = property.type.rawValue
    record.name = keep(property.name)
    record.help = keep(property.help)
    record.unit = keep(property.unit)
    record.default_value = values.lend(property.defaultValue)
    (record.minimum, record.maximum) = (property.minimum, property.maximum)
    record.cases = keep(property.cases)
    record.case_count = UInt32(clamping: property.cases.count)
    record.is_optional = property.isOptional ? 1 : 0
    return record
  }

  mutating func query(_ query: QueryDescriptor) -> lh_query {
    var record = lh_query()
    record.type = query.result.rawValue
    record.name = keep(query.name)
    record.help = keep(query.help)
    record.is_for_section = query.scope == .section ? 1 : 0
    record.argument_count = UInt32(clamping: query.arguments.count)
    record.argument_types = keep(query.arguments)
    return record
  }

  mutating func signature(
    _ name: String, _ help: String, _ arguments: [ArgumentDescriptor], _ result: ValueType
  ) -> lh_signature {
    var record = lh_signature()
    record.type = result.rawValue
    record.name = keep(name)
    record.help = keep(help)
    record.argument_count = UInt32(clamping: arguments.count)
    record.argument_types = keep(arguments.map(\.type))
    record.argument_names = keep(arguments.map(\.name))
    return record
  }

  mutating func kind(_ kind: KindDescriptor) -> lh_kind {
    var record = lh_kind()
    record.category = UInt32(kind.category.rawValue)
    record.name = keep(kind.name)
    return record
  }
}
