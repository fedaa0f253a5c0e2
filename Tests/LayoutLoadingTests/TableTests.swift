// SPDX-License-Identifier: Apache-2.0
//
// Static tables that break the rules of the headers: each mistake is found when the image is
// opened.

import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@Suite("The plugin's tables")
struct TableTests {
  /// Returns the error of opening a plugin whose tables were changed by a C statement.
  static func refusal(_ mutation: String) throws -> LayoutError {
    let file = PluginFile(judging: try FakeLayout.path(mutation: mutation))
    try #require(file.verdict.refusal == nil, "the file itself is valid")
    return try #require(throws: LayoutError.self) { try PluginImage.open(file) }
  }

  @Test(
    "a table that is too short is named with both sizes",
    arguments: [
      ("plugin", "plugin"), ("descriptor", "layouts[0]"),
      ("property_spacing", "layouts[0].properties[2]"), ("query_inset", "layouts[0].queries[1]"),
      ("action_of_touching", "layouts[0].actions[1]"), ("event_touched", "layouts[0].events[0]"),
      ("kind_header", "layouts[0].kinds[1]"), ("field_place", "layouts[0].kinds[0].fields[1]"),
    ])
  func refusesShort(_ table: String, _ place: String) throws {
    let refusal = try Self.refusal("\(table).struct_size -= 1")
    #expect(refusal.code == "table-too-short")
    #expect(refusal.message.contains("\(place).struct_size is "), "\(refusal)")
    #expect(refusal.plugin == "test.fake" && refusal.call == "layout_plugin_entry")
  }

  @Test("an array may have cases, which name its members")
  func readsMembers() throws {
    let image = try FakeLayout.image(
      mutation: "property_stops.cases = style_names, property_stops.case_count = 2")
    #expect(image.descriptor.layouts[0].properties[4].cases == ["even", "odd"])
  }

  @Test("a longer table, of newer headers, is read up to the known members")
  func readsLonger() throws {
    let image = try FakeLayout.image(
      mutation: "plugin.struct_size += 64, descriptor.struct_size += 8, kind_cell.struct_size += 8")
    #expect(image.descriptor.layouts.map(\.id) == ["fake"])
  }

  /// A C statement, and the text of the message.
  static let mistakes: [(String, String)] = [
    ("plugin.create = 0", "plugin.create is null"),
    ("plugin.layout_count = 0", "layouts is empty"),
    ("plugin.layouts = 0", "layouts is null, but its count is 1"),
    ("plugin.layout_count = 100000", "at most 4096"),
    ("layouts[0] = 0", "layouts[0] is null"),
    (
      "static const layout_descriptor *twice[2]; twice[0] = twice[1] = &descriptor; "
        + "plugin.layouts = twice; plugin.layout_count = 2", "the id \"fake\" twice"
    ),
    ("descriptor.id.bytes = \"Fake\"", "[a-z][a-z0-9.-]*"),
    ("descriptor.id.count = 0", "layouts[0].id is \"\""),
    ("descriptor.name.bytes = \"a\\xff\"; descriptor.name.count = 2", "name is not UTF-8"),
    ("descriptor.name.bytes = 0", "layouts[0].name is null, but its count is 4"),
    ("descriptor.help.count = 70000", "layouts[0].help has 70000 bytes"),
    ("descriptor.state_version = 1", "state_schema"),
    ("descriptor.properties = 0", "layouts[0].properties is null"),
    ("descriptor.kind_count = 0", "kinds[0] is not a cell"),
    ("property_spacing.name.bytes = \"Spacing\"", "properties[2].name is \"Spacing\""),
    ("property_spacing.name = property_title.name", "the name \"title\" twice"),
    ("property_spacing.type = 0", "properties[2].type is 0"),
    ("property_spacing.type = 10", "properties[2].type is 10"),
    ("property_spacing.type = 99", "properties[2].type is 99"),
    ("property_spacing.minimum = 2000", "beyond the maximum"),
    ("property_spacing.minimum = NAN", "beyond the maximum"),
    ("property_spacing.default_value.as.number = -1", "holds -1.0, outside 0.0 to 1000.0"),
    ("property_spacing.default_value.as.number = NAN", "holds nan, outside"),
    ("property_spacing.default_value.type = LAYOUT_TYPE_I64", "is i64; the property is f64"),
    ("property_spacing.default_value.type = LAYOUT_TYPE_NONE", "is nothing; the property is f64"),
    ("property_spacing.default_value.type = 99", "no LAYOUT_TYPE_"),
    ("property_behaviour.default_value.as.integer = 1000", "is case 1000"),
    ("property_behaviour.default_value.as.integer = -1", "is a negative case"),
    ("property_behaviour.case_count = 0", "cases is empty"),
    ("property_behaviour.cases = 0", "cases is null"),
    ("behaviour_names[1] = behaviour_names[0]", "the case \"good\" twice"),
    ("property_title.default_value.as.text.bytes = \"a\\xc3\\xc3\\xc3\\xc3\"", "is not UTF-8"),
    (
      "query_size.scope = 2",
      "queries[0].scope is 2, which is no LAYOUT_SCOPE_… of this host; the plugin may need a newer one"
    ),
    ("query_size.result_type = LAYOUT_TYPE_TEXT", "queries[0].result_type is 8"),
    ("query_size.result_type = LAYOUT_TYPE_NONE", "queries[0].result_type is 0"),
    ("height_arguments[0] = 0", "queries[2].argument_types[0] is 0"),
    ("query_height.argument_types = 0", "queries[2].argument_types is null"),
    ("query_size.name = query_inset.name; query_size.name.count = 15", "twice"),
    ("query_height.argument_names = 0", "queries[2].argument_names is null"),
    ("query_size.result_type = LAYOUT_TYPE_ENUM", "queries[0].result_type is 4"),
    ("height_arguments[0] = LAYOUT_TYPE_ENUM", "queries[2].argument_types[0] is 4"),
    ("action_of_adding.result_type = LAYOUT_TYPE_ENUM", "actions[0].result_type is 4"),
    ("two_numbers[1] = LAYOUT_TYPE_ENUM", "actions[0].argument_types[1] is 4"),
    ("a_path[1] = LAYOUT_TYPE_ENUM", "argument_types[1] is 4"),
    ("kind_header.category = LAYOUT_CELL", "kinds[1] is a second cell"),
    ("action_of_adding.function = 0", "actions[0].function is null"),
    ("action_of_adding.result_type = LAYOUT_TYPE_U32", "actions[0].result_type is 10"),
    ("action_of_adding.argument_names = 0", "actions[0].argument_names is null"),
    ("two_names[1] = two_names[0]", "the argument name \"a\" twice"),
    ("event_touched.argument_types = 0", "events[0].argument_types is null"),
    ("event_touched.name.count = 0", "events[0].name is \"\""),
    ("kind_cell.category = LAYOUT_SUPPLEMENTARY", "kinds[0] is not a cell"),
    ("kind_header.category = 9", "kinds[1].category is 9"),
    ("kind_header.category = 65536", "kinds[1].category is 65536"),
    ("kind_header.name = kind_cell.name", "the name \"cell\" twice"),
    ("kind_header.name.count = 0", "kinds[1].name is \"\"; it has to be [A-Za-z]"),
    ("kind_header.name.bytes = \"he\\nder\"", "kinds[1].name is \"he"),
    ("kind_header.name.bytes = \"\\x1b[31m\"; kind_header.name.count = 5", "kinds[1].name is"),
    ("kind_header.name.bytes = \"1eader\"", "kinds[1].name is \"1eader\""),
    (
      "static char long_name[65]; for (int i = 0; i < 65; i++) long_name[i] = 'a'; "
        + "kind_header.name.bytes = long_name; kind_header.name.count = 65", "at most 64 bytes"
    ),
    ("property_spacing.name.bytes = \"s\\nacing\"", "properties[2].name is \"s"),
    ("query_size.name.bytes = \"s zeForItem\"", "queries[0].name is \"s zeForItem\""),
    ("action_of_adding.name.bytes = \"a\\td\"", "actions[0].name is"),
    ("event_touched.name.bytes = \"touch\\033d\"", "events[0].name is"),
    ("field_style.name.bytes = \"styl\\x7f\"", "kinds[0].fields[0].name is"),
    ("cell_fields[1] = 0", "kinds[0].fields[1] is null"),
    ("field_style.type = LAYOUT_TYPE_TEXT", "kinds[0].fields[0].type is 8"),
    ("field_style.case_count = 0", "kinds[0].fields[0].cases is empty"),
    (
      "property_spacing.cases = style_names, property_spacing.case_count = 2",
      "properties[2].cases is not empty; cases are for enum, f64 array, not for f64"
    ),
    (
      "property_title.cases = style_names, property_title.case_count = 1",
      "properties[3].cases is not empty; cases are for enum, f64 array, not for text"
    ),
    (
      "field_style.type = LAYOUT_TYPE_I64",
      "kinds[0].fields[0].cases is not empty; cases are for enum, not for i64"
    ),
  ]

  @Test("a wrong member is named by its place", arguments: mistakes)
  func refusesMistake(_ mutation: String, _ word: String) throws {
    let refusal = try Self.refusal(mutation)
    #expect(refusal.code == "bad-table", "\(refusal)")
    #expect(refusal.message.contains(word), "\(refusal)")
    #expect(refusal.plugin == "test.fake" && refusal.call == "layout_plugin_entry")
  }

  /// A C statement, the member that the message names, and its value.
  static let garbage: [(String, String, String)] = [
    ("plugin.reserved = 7", "plugin.reserved", "7"),
    ("plugin.name.reserved = 8", "plugin.name.reserved", "8"),
    ("descriptor.flags |= 8", "layouts[0].flags", "0x"),
    ("descriptor.help.reserved = 1", "layouts[0].help.reserved", "1"),
    ("property_spacing.flags |= 0x80000000", "layouts[0].properties[2].flags", "0x80000000"),
    ("property_spacing.unit.reserved = 1", "layouts[0].properties[2].unit.reserved", "1"),
    (
      "property_spacing.default_value.reserved = 9",
      "layouts[0].properties[2].default_value.reserved", "9"
    ),
    ("action_of_adding.reserved = 1", "layouts[0].actions[0].reserved", "1"),
    ("two_names[1].reserved = 5", "layouts[0].actions[0].argument_names[1].reserved", "5"),
    ("kind_header.reserved = 4096", "layouts[0].kinds[1].reserved", "4096"),
    ("field_style.reserved = 1", "layouts[0].kinds[0].fields[0].reserved", "1"),
  ]

  @Test(
    "a reserved member that is used, and a flag that is not known, are named", arguments: garbage)
  func refusesReserved(_ mutation: String, _ place: String, _ value: String) throws {
    let refusal = try Self.refusal(mutation)
    #expect(refusal.code == "reserved-used", "\(refusal)")
    #expect(refusal.message.contains(": \(place) is \(value)"), "\(refusal)")
    #expect(refusal.plugin == "test.fake" && refusal.call == "layout_plugin_entry")
  }

  @Test("an entry that returns no table is for another ABI")
  func refusesNull() throws {
    let refusal = try Self.refusal("return 0")
    #expect(refusal.code == "abi-refused" && refusal.message.contains("ABI 1"))
  }

  @Test(
    "a table that contradicts its note is refused with both values",
    arguments: [
      ("id", "test.other", "id"), ("name", "Other", "name"), ("version", "1.0.1", "version"),
      ("layouts", ["other"], "layouts"), ("layouts", ["fake", "other"], "layouts"),
    ] as [(String, JSONValue, String)])
  func refusesMismatch(_ key: String, _ value: JSONValue, _ word: String) throws {
    let file = PluginFile(judging: try FakeLayout.path(note: NoteTests.note(key, value)))
    try #require(file.verdict.refusal == nil)
    let refusal = try #require(throws: LayoutError.self) { try PluginImage.open(file) }
    #expect(refusal.code == "note-mismatch")
    #expect(refusal.message.contains(" as \(word), its table "), "\(refusal)")
    #expect(refusal.plugin == file.note?.id)
  }
}
