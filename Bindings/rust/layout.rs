// SPDX-License-Identifier: Apache-2.0
//
// The plugin contract of LayoutHost for Rust, made from its C headers by Tools/abi-bindings.
// Do not edit. The comments are those of the headers: ownership, units, ranges and calling contexts.

#![allow(non_camel_case_types, dead_code)]

use core::ffi::c_void;

/// The outcome of a call: LAYOUT_OK and so on. Zero is success, positive values are ordinary
/// outcomes, negative ones errors. Any call may give any negative status: a layout that cannot do without
/// that call returns the status as it came. A positive one comes only from a slot whose comment names it;
/// a layout that gives one elsewhere gets no further call. Open: an unknown negative value is
/// LAYOUT_ERROR_FAILED. An unknown positive one is an outcome of a later revision: a layout takes it for
/// LAYOUT_UNANSWERED, a host for an error that asks for a newer host.
pub type layout_status = i32;
/// The type of a property, a custom field, a query or an argument: LAYOUT_TYPE_NONE and so on. Open: a
/// host refuses a plugin that declares a type that it does not know.
pub type layout_type = u32;
/// The thing that a query asks about, an item or a section. Open: a host refuses a plugin that declares
/// one that it does not know.
pub type layout_scope = u32;
/// The state of the elements. Closed.
pub type layout_motion = u32;
/// The category of an element. Open: a host refuses a plugin that declares a kind of a category that
/// it does not know.
pub type layout_category = u16;
/// The words that one custom field takes in a payload block, by its type: BOOL, I64 and ENUM one (an
/// int64_t), F64 one (a double), POINT and SIZE two, INSETS four. A block holds the fields of its kind in
/// the order in which the descriptor declares them; U32, TEXT and F64_ARRAY are no fields.
pub type layout_payload_word = u64;
/// Which way people read, as the snapshot tells it. Open: an unknown one is left to right.
pub type layout_direction = u32;
/// The parts that have to be made anew, combined. Told to `prepare`, given by `should_invalidate`,
/// `preferred_size` and `invalidate`. Open: a layout takes a mark that it does not know for
/// LAYOUT_MARK_EVERYTHING. A host refuses one; a layout sends a mark that came after 1.0 only where the
/// host offers the extension id that it came with.
pub type layout_marks = u32;
/// The change that an update makes to an item or a section. Open: a layout that meets an action that it
/// does not know prepares everything, as if the batch had LAYOUT_MARK_EVERYTHING.
pub type layout_update_action = u32;
/// The part of a range that a bulk answer covers. Closed.
pub type layout_answered = u32;
/// Answers a query for a range in one call. The range is `count` items of `section` from `first`
/// on, or for a query of section scope `count` sections from `first` on (`section` is then 0).
/// `out` has room for `count` values of the query's type, side by side, each of the C type that
/// LAYOUT_TYPE_… names and aligned for it; `*how` receives LAYOUT_ANSWERED_…. LAYOUT_ERROR_QUERY
/// when the app's answer failed, LAYOUT_ERROR_ARGUMENT when the range leaves the data.
///
/// The host has looked at what the app answered: numbers are finite and sizes not negative, but for
/// the NaN of "unanswered". A type without NaN is answered for a whole range or not at all. [call]
pub type layout_query_many = Option<unsafe extern "C" fn(*mut c_void, u32, u32, u32, *mut c_void, *mut layout_answered) -> layout_status>;
/// The severity of a log line. Open: an unknown one is LAYOUT_LOG_ERROR.
pub type layout_log_level = u32;

/// The number of the contract that these headers describe: 1 in each revision 1.x. For messages and for
/// `layout_plugin_entry`; what a plugin can do is told by extension ids, not by this number.
pub const LAYOUT_ABI: u32 = 1;
/// Done.
pub const LAYOUT_OK: layout_status = 0;
/// There is no answer; where the app was asked, use the property.
pub const LAYOUT_UNANSWERED: layout_status = 1;
/// Too little room; the counts say what is needed.
pub const LAYOUT_CAPACITY: layout_status = 2;
/// See the text given to `set_error`.
pub const LAYOUT_ERROR_FAILED: layout_status = -1;
/// An argument is outside its documented range.
pub const LAYOUT_ERROR_ARGUMENT: layout_status = -2;
/// Memory could not be allocated.
pub const LAYOUT_ERROR_MEMORY: layout_status = -3;
/// This is not offered.
pub const LAYOUT_ERROR_UNSUPPORTED: layout_status = -4;
/// The app's answer failed.
pub const LAYOUT_ERROR_QUERY: layout_status = -5;
/// The data changed; it comes again.
pub const LAYOUT_ERROR_STALE: layout_status = -6;
/// The call is not legal here; see its tag.
pub const LAYOUT_ERROR_CONTEXT: layout_status = -7;
/// No section, no item: the answer of `map_paths` for an item that the update deleted, the section of
/// a decoration that belongs to none.
pub const LAYOUT_PATH_NONE: u32 = 4294967295;
/// No value: unset, or no result.
pub const LAYOUT_TYPE_NONE: layout_type = 0;
/// uint8_t, 0 or 1.
pub const LAYOUT_TYPE_BOOL: layout_type = 1;
/// int64_t.
pub const LAYOUT_TYPE_I64: layout_type = 2;
/// double.
pub const LAYOUT_TYPE_F64: layout_type = 3;
/// int64_t, index into the declared cases.
pub const LAYOUT_TYPE_ENUM: layout_type = 4;
/// layout_point.
pub const LAYOUT_TYPE_POINT: layout_type = 5;
/// layout_size.
pub const LAYOUT_TYPE_SIZE: layout_type = 6;
/// layout_insets.
pub const LAYOUT_TYPE_INSETS: layout_type = 7;
/// layout_text.
pub const LAYOUT_TYPE_TEXT: layout_type = 8;
/// layout_array.
pub const LAYOUT_TYPE_F64_ARRAY: layout_type = 9;
/// uint32_t; for sections and items among arguments.
pub const LAYOUT_TYPE_U32: layout_type = 10;
/// The property may be unset (LAYOUT_TYPE_NONE): the layout then works the value out itself.
pub const LAYOUT_PROPERTY_OPTIONAL: u32 = 1;
pub const LAYOUT_SCOPE_ITEM: layout_scope = 0;
pub const LAYOUT_SCOPE_SECTION: layout_scope = 1;
/// The layout answers left to right always, and the host mirrors for right-to-left: x of frames, targets
/// and tracks and the transforms that it answers; and of what it is given, x of the bounds, of the rectangle
/// it is asked about, of the touch and other points, dx of velocities, left and right of the content inset.
/// POINT and INSETS of properties, queries, actions, events and fields are not mirrored. `direction` of the
/// snapshot still tells which way people read; a layout with this flag does not mirror by it.
///
/// Without the flag nothing is mirrored: x grows to the right from the content's left edge in all that the
/// layout is given and answers, and the layout itself goes by `direction` if it wants to.
pub const LAYOUT_DESCRIPTOR_HOST_MIRRORS: u32 = 1;
/// No answer for any of them; `out` is untouched.
pub const LAYOUT_ANSWERED_NONE: layout_answered = 0;
/// `out[0..<count]` are written; a value whose first number is NaN stands for "unanswered".
pub const LAYOUT_ANSWERED_ALL: layout_answered = 1;
/// `out[0]` holds for the whole range.
pub const LAYOUT_ANSWERED_UNIFORM: layout_answered = 2;
pub const LAYOUT_LOG_DEBUG: layout_log_level = 0;
pub const LAYOUT_LOG_INFO: layout_log_level = 1;
pub const LAYOUT_LOG_WARNING: layout_log_level = 2;
pub const LAYOUT_LOG_ERROR: layout_log_level = 3;
/// The core as revision 1.0 has it. Each addition to it has an id of its own, by which `requires` of a
/// note and `extension` of the host name it.
pub const LAYOUT_CORE: &[u8] = b"layout.core/1";
/// enum (vertical, horizontal): the axis along which the content scrolls. More cases may follow.
pub const LAYOUT_NAME_SCROLL_DIRECTION: &[u8] = b"scrollDirection";
/// i64, 1 to 1000, 1: columns side by side; rows where the content scrolls horizontally.
pub const LAYOUT_NAME_COLUMN_COUNT: &[u8] = b"columnCount";
/// f64, 1 and more, pt: as many columns as fit of this width, instead of columnCount.
pub const LAYOUT_NAME_COLUMN_WIDTH: &[u8] = b"columnWidth";
/// f64, 0 and more, pt: room between two columns.
pub const LAYOUT_NAME_COLUMN_SPACING: &[u8] = b"columnSpacing";
/// f64, 0 and more, pt: room between two rows, or between two items of a column.
pub const LAYOUT_NAME_ROW_SPACING: &[u8] = b"rowSpacing";
/// size, 0 and more, pt: size of an item that the app gives no size.
pub const LAYOUT_NAME_ITEM_SIZE: &[u8] = b"itemSize";
/// f64, 0 and more, pt: height that rows come near; their width where the content scrolls horizontally.
pub const LAYOUT_NAME_TARGET_HEIGHT: &[u8] = b"targetHeight";
/// insets, 0 and more, pt: room between a section's items and its header, footer and sides.
pub const LAYOUT_NAME_SECTION_INSET: &[u8] = b"sectionInset";
/// insets, 0 and more, pt: room between the cells and the edges of a page, in a layout of pages.
pub const LAYOUT_NAME_PAGE_INSET: &[u8] = b"pageInset";
/// size, 0 and more, pt: size of section headers, of which the length along the scroll axis counts.
pub const LAYOUT_NAME_HEADER_REFERENCE_SIZE: &[u8] = b"headerReferenceSize";
/// size, 0 and more, pt: size of section footers, of which the length along the scroll axis counts.
pub const LAYOUT_NAME_FOOTER_REFERENCE_SIZE: &[u8] = b"footerReferenceSize";
/// f64, 0 and more, pt: room between two lines.
pub const LAYOUT_NAME_MINIMUM_LINE_SPACING: &[u8] = b"minimumLineSpacing";
/// f64, 0 and more, pt: least room between two items of a line.
pub const LAYOUT_NAME_MINIMUM_INTERITEM_SPACING: &[u8] = b"minimumInteritemSpacing";
/// enum (leading): the way in which the items of a line are spread. More cases may be there.
pub const LAYOUT_NAME_LINE_ALIGNMENT: &[u8] = b"lineAlignment";
/// text: the id of the layout inside of a layout that dresses others.
pub const LAYOUT_NAME_BASE: &[u8] = b"base";
/// item, size, 0 and more, pt: the size of an item.
pub const LAYOUT_QUERY_SIZE_FOR_ITEM: &[u8] = b"sizeForItem";
/// item, f64, above 0, 1: width divided by height of an item.
pub const LAYOUT_QUERY_ASPECT_RATIO_FOR_ITEM: &[u8] = b"aspectRatioForItem";
/// item, i64, 1 and more, 1: neighbouring columns that an item takes.
pub const LAYOUT_QUERY_COLUMN_SPAN: &[u8] = b"columnSpan";
/// section, insets, 0 and more, pt: room around a section's items, instead of sectionInset.
pub const LAYOUT_QUERY_INSET_FOR_SECTION: &[u8] = b"insetForSection";
/// section, f64, 0 and more, pt: room between the lines of a section.
pub const LAYOUT_QUERY_MINIMUM_LINE_SPACING: &[u8] = b"minimumLineSpacing";
/// section, f64, 0 and more, pt: least room between the items of a section's lines.
pub const LAYOUT_QUERY_MINIMUM_INTERITEM_SPACING: &[u8] = b"minimumInteritemSpacing";
/// section, size, 0 and more, pt: size of a section's header, instead of headerReferenceSize.
pub const LAYOUT_QUERY_HEADER_SIZE: &[u8] = b"headerSize";
/// section, size, 0 and more, pt: size of a section's footer, instead of footerReferenceSize.
pub const LAYOUT_QUERY_FOOTER_SIZE: &[u8] = b"footerSize";
/// item, f64, 0 and more, pt: the width of a table's column, asked for the items of its longest section.
pub const LAYOUT_QUERY_WIDTH_FOR_COLUMN: &[u8] = b"widthForColumn";
/// section, f64, 0 and more, pt: the height of a table's row.
pub const LAYOUT_QUERY_HEIGHT_FOR_ROW: &[u8] = b"heightForRow";
/// action (u32 kind, u32 section, u32 item), no result: a person tapped a supplementary element, and the host
/// tells the layout of it, which may post an event.
pub const LAYOUT_ACTION_TAP_ELEMENT: &[u8] = b"tapElement";
/// i64, 0 and more, 1: of a table's cell, its row as it is shown. Keys and assistive technology go by it.
pub const LAYOUT_FIELD_ROW: &[u8] = b"row";
/// i64, 0 and more, 1: of a table's cell or column header, its column as it is shown.
pub const LAYOUT_FIELD_COLUMN: &[u8] = b"column";
/// i64, any, 0xRRGGBBAA: the colour inside. With it a host draws a decoration without a view.
pub const LAYOUT_FIELD_FILL: &[u8] = b"fill";
/// i64, any, 0xRRGGBBAA: the colour of the outline.
pub const LAYOUT_FIELD_STROKE: &[u8] = b"stroke";
/// f64, 0 and more, pt: the width of the outline.
pub const LAYOUT_FIELD_STROKE_WIDTH: &[u8] = b"strokeWidth";
/// f64, 0 and more, pt: the radius of the corners.
pub const LAYOUT_FIELD_CORNER_RADIUS: &[u8] = b"cornerRadius";
/// supplementary: the header of a section, item 0.
pub const LAYOUT_KIND_HEADER: &[u8] = b"header";
/// supplementary: the footer of a section, item 0.
pub const LAYOUT_KIND_FOOTER: &[u8] = b"footer";
/// supplementary: the header of a table's column, the item of that column in the first section. A column that
/// the first section lacks has none.
pub const LAYOUT_KIND_COLUMN_HEADER: &[u8] = b"columnHeader";
/// The owner and type of the note, and the most bytes that its description may have.
pub const LAYOUT_NOTE_OWNER: &[u8] = b"LAYOUT";
pub const LAYOUT_NOTE_TYPE: i32 = 1;
pub const LAYOUT_NOTE_LIMIT: i32 = 65536;
/// The name of that symbol, for dlsym.
pub const LAYOUT_PLUGIN_ENTRY: &[u8] = b"layout_plugin_entry";
pub const LAYOUT_CELL: layout_category = 0;
pub const LAYOUT_SUPPLEMENTARY: layout_category = 1;
pub const LAYOUT_DECORATION: layout_category = 2;
/// Laid out, but not shown.
pub const LAYOUT_HIDDEN: u32 = 1;
/// Kept at its place in the viewport while the content scrolls, as a header may be: what dresses or animates scrolled content leaves it alone.
pub const LAYOUT_PINNED: u32 = 2;
pub const LAYOUT_LEFT_TO_RIGHT: layout_direction = 0;
pub const LAYOUT_RIGHT_TO_LEFT: layout_direction = 1;
/// A touch moves the content, or moved it last: it is kept until scrolling stops.
pub const LAYOUT_BOUNDS_TOUCH: u32 = 1;
pub const LAYOUT_MARK_NOTHING: layout_marks = 0;
/// Forget all and start over.
pub const LAYOUT_MARK_EVERYTHING: layout_marks = 1;
/// Counts of sections or items changed.
pub const LAYOUT_MARK_COUNTS: layout_marks = 2;
/// The listed items; their queries may answer anew.
pub const LAYOUT_MARK_ITEMS: layout_marks = 4;
pub const LAYOUT_MARK_SUPPLEMENTARIES: layout_marks = 8;
pub const LAYOUT_MARK_DECORATIONS: layout_marks = 16;
/// The viewport, or inset, scale or direction of the snapshot; compare the snapshot itself.
pub const LAYOUT_MARK_BOUNDS: layout_marks = 32;
/// `set_property` or a binding changed something.
pub const LAYOUT_MARK_PROPERTIES: layout_marks = 64;
/// It was not there: `after` alone.
pub const LAYOUT_UPDATE_INSERT: layout_update_action = 0;
/// It is not there any more: `before` alone.
pub const LAYOUT_UPDATE_DELETE: layout_update_action = 1;
/// It has another place: both paths.
pub const LAYOUT_UPDATE_MOVE: layout_update_action = 2;
/// It is another thing at its place, a delete and an insert in one: both paths, which differ where the batch moved its neighbours.
pub const LAYOUT_UPDATE_RELOAD: layout_update_action = 3;
pub const LAYOUT_EXT_CROSS_SCROLL: &[u8] = b"layout.cross-scroll/1";
/// The track runs from top to bottom, as sections do in a layout that itself scrolls to the side.
/// Without it the track runs from left to right.
pub const LAYOUT_CROSS_VERTICAL: u32 = 1;
pub const LAYOUT_EXT_CHILDREN: &[u8] = b"layout.children/1";
/// The most children that a tree of layouts has, at one time, all levels together.
pub const LAYOUT_CHILDREN_MOST: u32 = 64;
/// The most levels of a tree, its root included.
pub const LAYOUT_CHILDREN_LEVELS: u32 = 4;
pub const LAYOUT_EXT_REORDERING: &[u8] = b"layout.reordering/1";
pub const LAYOUT_EXT_TRANSITION: &[u8] = b"layout.transition/1";
pub const LAYOUT_EXT_DYNAMICS: &[u8] = b"layout.dynamics/1";
pub const LAYOUT_AT_REST: layout_motion = 0;
pub const LAYOUT_MOVING: layout_motion = 1;
pub const LAYOUT_EXT_SCROLL_TARGET: &[u8] = b"layout.scroll-target/1";
/// The offset is proposed after an update of the data, not after a touch; the velocity is zero.
pub const LAYOUT_SCROLL_UPDATE: u32 = 1;
pub const LAYOUT_EXT_SELF_SIZING: &[u8] = b"layout.self-sizing/1";
pub const LAYOUT_EXT_STATE: &[u8] = b"layout.state/1";
pub const LAYOUT_EXT_UPDATES: &[u8] = b"layout.updates/1";

/// UTF-8 text. `bytes` may be null when `count` is 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_text {
    pub bytes: *const u8,
    /// In bytes, without any terminator.
    pub count: u32,
    pub reserved: u32,
}
// Tables are static and never change, so that every thread may read them.
unsafe impl Sync for layout_text {}

/// A place in content coordinates.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_point {
    pub x: f64,
    pub y: f64,
}

/// A velocity or displacement in two axes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_vector {
    pub dx: f64,
    pub dy: f64,
}

/// An extent; both members are finite and not negative unless a comment says otherwise.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_size {
    pub width: f64,
    pub height: f64,
}

/// A rectangle. Two rectangles intersect when they overlap by more than an edge; an empty one
/// counts when its origin lies inside the other, lower edges in, upper edges out. Two empty ones
/// intersect when their origins are equal.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// Distances inwards from the four edges.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_insets {
    pub top: f64,
    pub left: f64,
    pub bottom: f64,
    pub right: f64,
}

/// A place in the data.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_path {
    pub section: u32,
    pub item: u32,
}

/// Numbers side by side.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_array {
    pub values: *const f64,
    pub count: u32,
    pub reserved: u32,
}
// Tables are static and never change, so that every thread may read them.
unsafe impl Sync for layout_array {}

/// The content of a value; its type says which member holds it.
#[repr(C)]
#[derive(Clone, Copy)]
pub union layout_value_content {
    /// BOOL (0 or 1), I64, ENUM, U32.
    pub integer: i64,
    /// F64.
    pub number: f64,
    /// POINT.
    pub point: layout_point,
    /// SIZE.
    pub size: layout_size,
    /// INSETS.
    pub insets: layout_insets,
    /// TEXT, borrowed like any pointer.
    pub text: layout_text,
    /// F64_ARRAY, borrowed like any pointer.
    pub array: layout_array,
}

/// One value of any type, as it crosses in `set_property` and in events. A host refuses one from a layout
/// that holds a NaN, a text that is not UTF-8 or has more than 1,048,576 bytes, or an array of more than
/// 1,048,576 numbers: `post_event` gives LAYOUT_ERROR_ARGUMENT. A layout whose `get_property` gives such a
/// value, or whose action a NaN, gets no further call.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_value {
    /// LAYOUT_TYPE_…
    pub r#type: layout_type,
    pub reserved: u32,
    pub r#as: layout_value_content,
}

/// A named setting of a layout: set from code, command line or scenario, by name.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_property {
    pub struct_size: u32,
    /// LAYOUT_TYPE_BOOL to LAYOUT_TYPE_F64_ARRAY.
    pub r#type: layout_type,
    /// camelCase, unique in the layout; see layout/names.h.
    pub name: layout_text,
    /// One line.
    pub help: layout_text,
    /// "pt", "s", "pt/s", "1"…; empty when there is none.
    pub unit: layout_text,
    /// Of `type`; LAYOUT_TYPE_NONE when optional and unset.
    pub default_value: layout_value,
    /// For every number in the value; -INFINITY when unbounded. An I64 is compared as a double, which is exact up to 2^53.
    pub minimum: f64,
    /// Inclusive, like `minimum`; INFINITY when unbounded.
    pub maximum: f64,
    /// ENUM: its cases, in order. F64_ARRAY: names of the members of an object that is laid end to end: each one number, the last all that are left. Null, and `case_count` 0, for any other type.
    pub cases: *const layout_text,
    pub case_count: u32,
    /// LAYOUT_PROPERTY_…
    pub flags: u32,
}
// Tables are static and never change, so that every thread may read them.
unsafe impl Sync for layout_property {}

/// A question that the layout asks the app: the size of an item, the inset of a section.
///
/// The app binds an answer by name. Arguments after the path make a query of the `one` form only.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_query {
    pub struct_size: u32,
    /// LAYOUT_SCOPE_…
    pub scope: layout_scope,
    /// camelCase, unique in the layout; see layout/names.h.
    pub name: layout_text,
    /// One line.
    pub help: layout_text,
    /// Of the arguments after section and item; any but NONE, ENUM.
    pub argument_types: *const layout_type,
    /// As many, for people; unique in the query.
    pub argument_names: *const layout_text,
    pub argument_count: u32,
    /// BOOL, I64, F64, POINT, SIZE or INSETS.
    pub result_type: layout_type,
}
// Tables are static and never change, so that every thread may read them.
unsafe impl Sync for layout_query {}

/// A call that the layout offers to its user: `detach(section, item)`.
///
/// `function` has the C prototype `layout_status f(void *context, ARGUMENTS…, RESULT *out)`,
/// without `out` when the result is LAYOUT_TYPE_NONE; `context` is the instance's. Legal between
/// frames only. [serial]
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_action {
    pub struct_size: u32,
    /// LAYOUT_TYPE_NONE, BOOL, I64, F64, POINT, SIZE or INSETS.
    pub result_type: layout_type,
    pub name: layout_text,
    pub help: layout_text,
    /// Any but NONE and ENUM.
    pub argument_types: *const layout_type,
    /// As many, for people; unique in the action.
    pub argument_names: *const layout_text,
    pub argument_count: u32,
    pub reserved: u32,
    pub function: Option<unsafe extern "C" fn()>,
}
// Tables are static and never change, so that every thread may read them.
unsafe impl Sync for layout_action {}

/// A notice that the layout gives to the app: `removed(section, item)`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_event {
    pub struct_size: u32,
    pub argument_count: u32,
    pub name: layout_text,
    pub help: layout_text,
    /// Any but NONE and ENUM.
    pub argument_types: *const layout_type,
    /// As many, for people; unique in the event.
    pub argument_names: *const layout_text,
}
// Tables are static and never change, so that every thread may read them.
unsafe impl Sync for layout_event {}

/// An extra, typed value that the layout gives to each view of a kind.
///
/// Standard names (layout/names.h) let the host draw a decoration that the app registered no view for.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_field {
    pub struct_size: u32,
    /// BOOL, I64, F64, ENUM, POINT, SIZE, INSETS.
    pub r#type: layout_type,
    pub name: layout_text,
    pub help: layout_text,
    pub unit: layout_text,
    /// ENUM: its cases, in order. Else null, and `case_count` 0.
    pub cases: *const layout_text,
    pub case_count: u32,
    pub reserved: u32,
}
// Tables are static and never change, so that every thread may read them.
unsafe impl Sync for layout_field {}

/// A kind of element that the layout places. Kind 0 of every layout is its cell, and no other kind is
/// one.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_kind {
    pub struct_size: u32,
    /// LAYOUT_CELL, LAYOUT_SUPPLEMENTARY or LAYOUT_DECORATION, as 32 bits.
    pub category: u32,
    /// "cell", "header", "footer", … unique in the layout; [A-Za-z][A-Za-z0-9._-]*, at most 64 bytes.
    pub name: layout_text,
    pub fields: *const *mut layout_field,
    pub field_count: u32,
    pub reserved: u32,
}
// Tables are static and never change, so that every thread may read them.
unsafe impl Sync for layout_kind {}

/// One layout: everything a host can know of it before it makes an instance.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_descriptor {
    pub struct_size: u32,
    /// LAYOUT_DESCRIPTOR_…
    pub flags: u32,
    /// Lower case, unique among all plugins: [a-z][a-z0-9.-]*, at most 64 bytes.
    pub id: layout_text,
    /// For people.
    pub name: layout_text,
    /// One line.
    pub help: layout_text,
    pub properties: *const *mut layout_property,
    pub queries: *const *mut layout_query,
    pub actions: *const *mut layout_action,
    pub events: *const *mut layout_event,
    pub kinds: *const *mut layout_kind,
    pub property_count: u32,
    pub query_count: u32,
    pub action_count: u32,
    pub event_count: u32,
    /// At least 1.
    pub kind_count: u32,
    /// Version of the state schema; 0 when the layout keeps no state.
    pub state_version: u32,
    /// Name of the state schema; empty when the layout keeps no state.
    pub state_schema: layout_text,
}
// Tables are static and never change, so that every thread may read them.
unsafe impl Sync for layout_descriptor {}

/// Revision 1. Stable. A section that scrolls, as it lies now.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_cross_track {
    /// The visible strip, content coordinates. Finite, sizes >= 0.
    pub frame: layout_rect,
    /// Of all that can be scrolled to, along the track, points. Finite, >= 0.
    pub content_length: f64,
    /// Of that content, points: 0 at its start. As set_offset said last, but kept inside 0 ... max(0, content_length - the strip's length).
    pub offset: f64,
    /// In the data of the snapshot.
    pub section: u32,
    /// LAYOUT_CROSS_...; unknown bits are refused.
    pub flags: u32,
}

/// Revision 1. Stable.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_cross_scroll {
    pub struct_size: u32,
    pub reserved: u32,
    /// Writes the track whose strip contains `point`, content coordinates, edges included, and gives
    /// LAYOUT_OK; LAYOUT_UNANSWERED, with `*out` untouched, where nothing scrolls across. [serial]
    pub track_at: Option<unsafe extern "C" fn(*mut c_void, layout_point, *mut layout_cross_track) -> layout_status>,
    /// Scrolls the content of `section` to `offset` points along its track. The next
    /// attributes_in_rect and attributes_for show it, without a prepare.
    ///
    /// Every section is at 0 when the instance is made and when it comes into the data. The offset
    /// stays with the number of the section, through every prepare; sections that are no longer there
    /// are forgotten. When a batch moves sections, the host says anew what differs. The host calls it
    /// inside a frame, after prepare and content_size and before attributes_in_rect, once for each section
    /// whose offset is not what it said last.
    ///
    /// The offset is finite. It lies outside of 0 ... content_length - the strip's length while the
    /// content is pulled over its end, and in a section that is shorter now than it was: show it so.
    /// A section that does not scroll keeps what it is told and shows nothing of it.
    /// LAYOUT_ERROR_ARGUMENT when the section is not in the data or the offset not finite. [serial] [hot]
    pub set_offset: Option<unsafe extern "C" fn(*mut c_void, u32, f64) -> layout_status>,
    /// Writes the offset at which the content of `section` shall come to rest after a release; finite.
    /// The host keeps it inside the ends. `proposed` is where it would rest by itself, points, inside
    /// the ends; `velocity` is that of the offset, points per second. A layout that has no wish writes
    /// `proposed`. [serial]
    pub cross_target: Option<unsafe extern "C" fn(*mut c_void, u32, f64, f64, *mut f64) -> layout_status>,
}
// Tables are static and never change, so that every thread may read them.
unsafe impl Sync for layout_cross_scroll {}

/// Revision 1. Stable.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_dynamics {
    pub struct_size: u32,
    pub reserved: u32,
    /// Moves the elements on to `time`, the host's clock in seconds, which never goes back; the next
    /// `attributes_in_rect` answers with them there. `*out_state` receives LAYOUT_MOVING or
    /// LAYOUT_AT_REST. Called once a frame while the last answer was LAYOUT_MOVING, and after every
    /// `prepare`, `should_invalidate` and action. Nothing else calls it at rest, `set_offset` of a section
    /// neither. [serial] [hot]
    pub advance: Option<unsafe extern "C" fn(*mut c_void, f64, *mut layout_motion) -> layout_status>,
}
// Tables are static and never change, so that every thread may read them.
unsafe impl Sync for layout_dynamics {}

/// A release of the finger, as the host sees it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_scroll {
    pub struct_size: u32,
    /// LAYOUT_SCROLL_…
    pub flags: u32,
    /// The viewport now, while the content still moves.
    pub bounds: layout_rect,
    /// The content offset where it would rest by itself, inside the edges.
    pub proposed: layout_point,
    /// Of the content offset, points per second.
    pub velocity: layout_vector,
}

/// Revision 1. Stable.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_scroll_target {
    pub struct_size: u32,
    pub reserved: u32,
    /// Writes the content offset at which scrolling shall come to rest; finite. The host keeps it
    /// inside the edges. [serial]
    pub target: Option<unsafe extern "C" fn(*mut c_void, *const layout_scroll, *mut layout_point) -> layout_status>,
}
// Tables are static and never change, so that every thread may read them.
unsafe impl Sync for layout_scroll_target {}

/// The place of one element. Frozen: this record never gains a member.
///
/// A host checks each record of an answer, by what stands at the members and by these rules; a layout that
/// breaks one gets no further call. The item of a cell is below the count of its section, and that of a
/// supplementary is too, or 0, for the header of an empty section. No element comes twice. Of the fields in
/// its payload every number is finite, a BOOL is 0 or 1, and an ENUM is below the count of its cases.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_attributes {
    /// Content coordinates, before the transform. Finite, its far edges too; sizes >= 0.
    pub frame: layout_rect,
    /// In the data of the snapshot; for a decoration also LAYOUT_PATH_NONE.
    pub section: u32,
    /// In the data, or 0 for a supplementary; any for a decoration.
    pub item: u32,
    /// LAYOUT_CELL, LAYOUT_SUPPLEMENTARY or LAYOUT_DECORATION.
    pub category: layout_category,
    /// Index into the descriptor's kinds, of that category.
    pub kind: u16,
    /// Larger is nearer to the viewer.
    pub z_index: i32,
    /// Opacity, 0 to 1.
    pub alpha: f32,
    /// LAYOUT_HIDDEN, LAYOUT_PINNED; unknown bits are refused.
    pub flags: u32,
    /// 0, or 1 + index into the answer's transforms.
    pub transform: u32,
    /// 0, or 1 + index of its first word in the answer's payload. With 0 the element has no field: its view finds none, not zeros.
    pub payload: u32,
}

/// A 3-D transform about the centre of the frame: row vectors, row-major, m11 first, so a point
/// (x, y, z, 1) is multiplied from the left. All members are finite.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_transform {
    pub m: [f64; 16],
}

/// Caller-owned room for an answer, and how much of it was used.
///
/// On LAYOUT_OK each count is at most its capacity and says how much was written from the start.
/// On LAYOUT_CAPACITY all three counts say how much is needed, what the arrays hold is unspecified,
/// and nothing else was changed; the caller asks again with that much room. On an error the counts
/// mean nothing. A pointer may be null when its capacity is 0. A layout never writes past a
/// capacity: the host puts marks behind the arrays and looks at them.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_answer {
    pub struct_size: u32,
    pub record_capacity: u32,
    pub records: *mut layout_attributes,
    pub record_count: u32,
    pub transform_capacity: u32,
    pub transforms: *mut layout_transform,
    pub transform_count: u32,
    /// In words.
    pub payload_capacity: u32,
    pub payload: *mut layout_payload_word,
    /// In words.
    pub payload_count: u32,
    pub reserved: u32,
}
// Tables are static and never change, so that every thread may read them.
unsafe impl Sync for layout_answer {}

/// The data and the room, as they are for one `prepare`. Everything it points at is borrowed until
/// `prepare` returns; a layout copies what it wants to keep. Sizes of items are never in it: a
/// layout pulls them through its queries.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_snapshot {
    pub struct_size: u32,
    pub section_count: u32,
    /// Grows with each change of the data. Answers belong to it.
    pub epoch: u64,
    /// One for each section, any number; or null when there is no section, or all have `uniform_count` items. Their sum may need 64 bits.
    pub item_counts: *const u32,
    /// Content offset and container size: the viewport. Sizes >= 0.
    pub bounds: layout_rect,
    /// Room the host keeps around the content, inside the bounds.
    pub content_inset: layout_insets,
    /// Pixels a point, > 0.
    pub scale: f64,
    /// LAYOUT_LEFT_TO_RIGHT or LAYOUT_RIGHT_TO_LEFT.
    pub direction: layout_direction,
    /// Zero.
    pub flags: u32,
    /// Items of each section where `item_counts` is null.
    pub uniform_count: u32,
    pub reserved: u32,
}
// Tables are static and never change, so that every thread may read them.
unsafe impl Sync for layout_snapshot {}

/// A change of the viewport, told before it takes effect, so that a layout can take the difference.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_bounds_change {
    pub struct_size: u32,
    /// LAYOUT_BOUNDS_…
    pub flags: u32,
    /// The part of the content in the last frame.
    pub old_bounds: layout_rect,
    /// The part in the next frame.
    pub new_bounds: layout_rect,
    /// The finger in content coordinates; (0, 0) when there is no touch.
    pub touch: layout_point,
    /// The host's clock.
    pub time: f64,
}

/// One element, named.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_element {
    /// LAYOUT_CELL, LAYOUT_SUPPLEMENTARY or LAYOUT_DECORATION.
    pub category: layout_category,
    /// Index into the descriptor's kinds.
    pub kind: u16,
    pub section: u32,
    pub item: u32,
}

/// One change of the data inside a batch.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_update {
    /// LAYOUT_UPDATE_…
    pub action: layout_update_action,
    /// 0, or 1 when a whole section is meant; the paths' items are then LAYOUT_PATH_NONE. Closed.
    pub of_section: u32,
    /// In the data before the batch; LAYOUT_PATH_NONE in both members for an insert.
    pub before: layout_path,
    /// In the data after it; LAYOUT_PATH_NONE in both members for a delete.
    pub after: layout_path,
}

/// The reason for a call of `prepare`. A layout that does not care prepares everything.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_invalidation {
    pub struct_size: u32,
    /// LAYOUT_MARK_… combined.
    pub marks: layout_marks,
    /// The elements of LAYOUT_MARK_ITEMS and its siblings, in new paths.
    pub elements: *const layout_element,
    /// The batch, deletes and move sources in old paths.
    pub updates: *const layout_update,
    pub element_count: u32,
    pub update_count: u32,
}
// Tables are static and never change, so that every thread may read them.
unsafe impl Sync for layout_invalidation {}

/// Revision 1. Stable.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_self_sizing {
    pub struct_size: u32,
    pub reserved: u32,
    /// An element that became visible prefers `preferred`; `original` is what the layout answered.
    /// `*out_marks` receives what that invalidates; the host prepares with the marks of all elements
    /// that it asked about together. [serial]
    pub preferred_size: Option<unsafe extern "C" fn(*mut c_void, layout_element, layout_size, layout_size, *mut layout_marks) -> layout_status>,
}
// Tables are static and never change, so that every thread may read them.
unsafe impl Sync for layout_self_sizing {}

/// Revision 1. Stable.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_state {
    pub struct_size: u32,
    pub reserved: u32,
    /// Writes the state, `*out_count` bytes of it, at most 16 MiB; LAYOUT_CAPACITY with the count when
    /// `capacity` is too small. The same state gives the same bytes. [serial]
    pub save: Option<unsafe extern "C" fn(*mut c_void, *mut u8, u32, *mut u32) -> layout_status>,
    /// Takes over a state that `save` wrote under `version` of the schema. An error leaves the layout
    /// as it was; otherwise the host prepares before it asks for anything. [serial]
    pub load: Option<unsafe extern "C" fn(*mut c_void, u32, *const u8, u32) -> layout_status>,
}
// Tables are static and never change, so that every thread may read them.
unsafe impl Sync for layout_state {}

/// Revision 1. Stable.
///
/// A batch is under way from its `prepare` until `finalize_updates` returns: `map_paths` answers for
/// it in every call between. The four calls come in the order in which they stand here, `initial`
/// and `final` any number of times; after a failed frame `finalize_updates` may be left out.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_updates {
    pub struct_size: u32,
    pub reserved: u32,
    /// Told after `prepare` and before `content_size` of an update, once a batch. Deletes and the
    /// sources of moves are in old paths. [serial]
    pub prepare_for_updates: Option<unsafe extern "C" fn(*mut c_void, *const layout_update, u32) -> layout_status>,
    /// Gives the attributes from which an element on screen after the update starts, its new
    /// path given. In: `answer` holds one record, the host's default, with its transform and
    /// its fields; out: one record for the same element. Left as it is, it leaves the matter to
    /// the host. There is room for a transform and for the fields of any kind; after
    /// LAYOUT_CAPACITY the default is given anew. [serial]
    pub initial: Option<unsafe extern "C" fn(*mut c_void, layout_element, *mut layout_answer) -> layout_status>,
    /// Gives the attributes to which an element on screen before the update goes, its old path
    /// given. In and out as for `initial`. [serial]
    pub r#final: Option<unsafe extern "C" fn(*mut c_void, layout_element, *mut layout_answer) -> layout_status>,
    /// All starting and final attributes were collected; drop what was kept for them. [serial]
    pub finalize_updates: Option<unsafe extern "C" fn(*mut c_void) -> layout_status>,
}
// Tables are static and never change, so that every thread may read them.
unsafe impl Sync for layout_updates {}

/// A bound query. `one` is a C function of the prototype
/// `layout_status one(void *context, uint32_t section, uint32_t item, ARGUMENTS…, RESULT *out)`; `item`
/// is 0 for a query of section scope. It gives LAYOUT_OK, LAYOUT_UNANSWERED (`*out` untouched),
/// LAYOUT_ERROR_QUERY when the app's answer failed, or LAYOUT_ERROR_ARGUMENT for a path that the data
/// do not have. Any other negative status, of `many` too, ends the call: return it as it came.
///
/// An answer depends on its arguments and on what the last `prepare` was told: a mark of items,
/// properties or everything ends it, though the epoch may be the same. [call]
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_query_functions {
    pub struct_size: u32,
    pub reserved: u32,
    /// Cast it to the query's prototype.
    pub one: Option<unsafe extern "C" fn()>,
    /// Null exactly for a query with arguments.
    pub many: layout_query_many,
    /// The first argument of both.
    pub context: *mut c_void,
}
// Tables are static and never change, so that every thread may read them.
unsafe impl Sync for layout_query_functions {}

/// The table that a host gives for an addition to the core: its size, and nothing to call.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_addition {
    pub struct_size: u32,
    pub reserved: u32,
}

/// The services of a host to one instance.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_host {
    pub struct_size: u32,
    /// LAYOUT_ABI of the host, for messages.
    pub abi: u32,
    /// The first argument of every slot, those of extensions of the host included.
    pub context: *mut c_void,
    /// The functions that answer the query at `index` of the descriptor, or null when the app bound
    /// none. What it returns holds until the next `prepare`; ask anew there. In `create` there is no
    /// data yet, so that there is nothing to ask about. [call]
    pub query: Option<unsafe extern "C" fn(*mut c_void, u32) -> *const layout_query_functions>,
    /// The number of sections now: in `should_invalidate` those of the next snapshot; 0 before the first
    /// frame, in `create` too. [call]
    pub section_count: Option<unsafe extern "C" fn(*mut c_void) -> u32>,
    /// The number of items in `section` now; 0 when there is no such section. [call]
    pub item_count: Option<unsafe extern "C" fn(*mut c_void, u32) -> u32>,
    /// Says that decorations of `kind` are made from the view class that the app registered under
    /// `reuse_identifier`, of 1 to 256 bytes. Without it the kind's name is the identifier.
    /// LAYOUT_ERROR_ARGUMENT for another identifier and for a kind of another category. [call], in `create`
    /// or `prepare`
    pub register_decoration: Option<unsafe extern "C" fn(*mut c_void, u32, layout_text) -> layout_status>,
    /// Says under which reuse identifier cells or supplementaries of `kind` are asked for, unless the
    /// app chooses its own; as for decorations else. [call], in `create` or `prepare`
    pub register_reuse: Option<unsafe extern "C" fn(*mut c_void, u32, layout_text) -> layout_status>,
    /// Maps the items at `old_paths` through the update under way: `new_paths` receives as many. An item
    /// that was deleted or reloaded is LAYOUT_PATH_NONE in both members, and so is a path that the data
    /// before the update did not have, LAYOUT_PATH_NONE included. A path whose item alone is
    /// LAYOUT_PATH_NONE stands for its section. Outside an update nothing moves: every path is given back
    /// as it is. The two may be the same array. Cost: O(count · log of the changes). [call]
    pub map_paths: Option<unsafe extern "C" fn(*mut c_void, *const layout_path, u32, *mut layout_path) -> layout_status>,
    /// Sets a mark that the next frame reads: the host will prepare with `what`, whose elements are
    /// copied. Its `updates` are null and `update_count` 0: changes of the data are the host's to tell.
    /// When more than 65,536 elements would be named, everything is stale. Updates, and a mark or an element
    /// that the host does not know, end the use of the instance. Never calls back. [call]
    pub invalidate: Option<unsafe extern "C" fn(*mut c_void, *const layout_invalidation)>,
    /// Leaves a line in the host's log; copied up to 4,096 bytes. Of one frame, or of one call outside of a
    /// frame, 128 lines are taken, 65,536 bytes together; later ones are dropped, and the log says how
    /// many. [any]
    pub log: Option<unsafe extern "C" fn(*mut c_void, layout_log_level, layout_text)>,
    /// Says why the call under way is about to fail; copied up to 4,096 bytes, and shown to the person with the
    /// plugin's name and the name of the call. [call]
    pub set_error: Option<unsafe extern "C" fn(*mut c_void, layout_text)>,
    /// Posts the event at `index` of the descriptor with its arguments, copied; the app hears of it
    /// between this frame and the next. LAYOUT_ERROR_MEMORY, and nothing is posted, when this frame, or
    /// this call outside of a frame, has posted 4,096 events, or when its events would take more than
    /// 4 MiB: each counts 64 bytes, the length of its name, 48 for each argument, and the bytes of texts
    /// and arrays. When more than that wait for the app, the oldest are dropped. LAYOUT_ERROR_ARGUMENT
    /// when the index, the count or the type of an argument is not as declared, or for a value that the
    /// host refuses (`layout_value`). [call]
    pub post_event: Option<unsafe extern "C" fn(*mut c_void, u32, *const layout_value, u32) -> layout_status>,
    /// The host's side of an extension, by its exact id, or null; for LAYOUT_CORE and for each addition
    /// to the core that the host has a `layout_addition`. The answer is the same each time; the table
    /// lives as long as this one. [call]
    pub extension: Option<unsafe extern "C" fn(*mut c_void, layout_text) -> *const c_void>,
}
// Tables are static and never change, so that every thread may read them.
unsafe impl Sync for layout_host {}

/// A live layout. Made by `layout_plugin.create`, ended by `destroy`. The table is owned by who made it
/// and stays at its place until then. A host reads it once, after `create`: what is written into it later
/// counts for nothing.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_instance {
    pub struct_size: u32,
    pub reserved: u32,
    /// The plugin's state; the host only passes it back.
    pub context: *mut c_void,
    /// Frees the layout and this table. The last call, made exactly once. [serial]
    pub destroy: Option<unsafe extern "C" fn(*mut c_void)>,
    /// Sets the property at `index` of the descriptor, any number of times, before the first `prepare`
    /// or later, never inside a frame. The host has checked type, case and range;
    /// `value` may be LAYOUT_TYPE_NONE for an optional property. Takes effect with the next
    /// `prepare`, which the host calls. LAYOUT_ERROR_ARGUMENT, with a text for `set_error`, when the
    /// layout refuses the value; the old one then stays. [serial]
    pub set_property: Option<unsafe extern "C" fn(*mut c_void, u32, *const layout_value) -> layout_status>,
    /// Reads the property at `index` as last set, or its default. Text and arrays are borrowed until
    /// the next call into the instance. [serial]
    pub get_property: Option<unsafe extern "C" fn(*mut c_void, u32, *mut layout_value) -> layout_status>,
    /// Told before a change of the viewport takes effect. `*out_marks` receives what it invalidates,
    /// LAYOUT_MARK_NOTHING for most layouts while scrolling; anything else makes the host prepare
    /// before the next answer. [serial] [hot]
    pub should_invalidate: Option<unsafe extern "C" fn(*mut c_void, *const layout_bounds_change, *mut layout_marks) -> layout_status>,
    /// Works out enough to answer everything below for this snapshot. Queries are asked here. An
    /// error keeps the last good layout on screen. LAYOUT_ERROR_MEMORY, before any work, for more
    /// items than the layout can hold. [serial]
    pub prepare: Option<unsafe extern "C" fn(*mut c_void, *const layout_snapshot, *const layout_invalidation) -> layout_status>,
    /// The size of the whole content, from what `prepare` worked out. Finite, >= 0. [serial] [hot]
    pub content_size: Option<unsafe extern "C" fn(*mut c_void, *mut layout_size) -> layout_status>,
    /// Writes every element whose frame intersects `rect`, hidden ones included: each once, in any
    /// order (ascending by category, section, item and kind saves the host a sort). `rect` is finite,
    /// its far edges too, its sizes are >= 0, and it may be any part of the plane, far outside the
    /// content too.
    ///
    /// After LAYOUT_CAPACITY the host comes again with what the counts ask for, four times at most. It
    /// takes no more elements than 4,096 and one for each 64 square points of `rect`, as many
    /// transforms, and 16 payload words for each; a block that several name counts for each of them. A layout
    /// that answers more gets no further call. Of more than 131,072 elements, or what goes with so many, the
    /// host takes none: the call fails, and the layout is not blamed. A host may take more, and none of a
    /// later revision takes less unless its app says so. [serial] [hot]
    pub attributes_in_rect: Option<unsafe extern "C" fn(*mut c_void, layout_rect, *mut layout_answer) -> layout_status>,
    /// Writes the one element named, as it is now, or none (`record_count` 0) when the layout has no
    /// such element. Never changes the layout. [serial]
    pub attributes_for: Option<unsafe extern "C" fn(*mut c_void, layout_element, *mut layout_answer) -> layout_status>,
    /// The table of an extension, by its exact id ("layout.scroll-target/1"), or null. The first argument
    /// of its slots is `context` of this table. The table stays at its place until `destroy`. A host reads it
    /// when it is first offered: what is written into it later counts for nothing. Changes nothing, and may be
    /// called at any time. A host asks after `create`, and may ask again after a `prepare` for what was not
    /// offered: what was offered once stays offered, its table too. [serial]
    pub extension: Option<unsafe extern "C" fn(*mut c_void, layout_text) -> *const c_void>,
}
// Tables are static and never change, so that every thread may read them.
unsafe impl Sync for layout_instance {}

/// A plugin: the layouts it offers and how to make them. Static.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_plugin {
    pub struct_size: u32,
    /// LAYOUT_ABI of the headers the plugin was compiled with, for messages.
    pub abi: u32,
    /// Unique, such as a reverse domain name; equals the note's, which has its rules.
    pub id: layout_text,
    /// For people; equals the note's.
    pub name: layout_text,
    /// major.minor.patch; equals the note's.
    pub version: layout_text,
    pub layouts: *const *mut layout_descriptor,
    /// At least 1.
    pub layout_count: u32,
    pub reserved: u32,
    /// Makes an instance of the layout at `index`. `host` and its context live until that instance's
    /// `destroy` returns, and where `create` fails until it returns. On LAYOUT_OK `*out` receives a table
    /// with every slot set; on an error it is left alone and nothing is leaked. [serial] for one instance;
    /// two may be made in parallel.
    pub create: Option<unsafe extern "C" fn(*const layout_host, u32, *mut *const layout_instance) -> layout_status>,
}
// Tables are static and never change, so that every thread may read them.
unsafe impl Sync for layout_plugin {}

/// Revision 1. Draft. The host's table; the first argument of its slots is `context` of `layout_host`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_children {
    pub struct_size: u32,
    pub reserved: u32,
    /// Makes a layout by its id. On LAYOUT_OK `*out` receives its table, which lives until its `destroy`, or
    /// until the parent's own `destroy` has returned; on an error it is left alone. It may take as long as
    /// loading a plugin does, so a parent opens a child once and keeps it.
    ///
    /// The slots of the table are what layout/instance.h says, the extensions of 1.0 that the child offers
    /// included, with these differences:
    ///
    /// - They are legal inside a call into the parent, on its thread; elsewhere LAYOUT_ERROR_CONTEXT.
    /// - `prepare` takes the parent's own snapshot and reason, or copies of them with other bounds, insets
    /// or marks; the host takes what is in the child's scope out of them. The child is told more where it
    /// needs to be: everything at first, after a failure and in another scope. Where nothing changed for
    /// the child it is not called. In the frame of a batch the parent calls `prepare_for_updates` of
    /// the child in its own, with the batch that it was given.
    /// - `set_property` checks the value against the child's descriptor.
    /// - `advance`, `set_offset` and the rest are called by the parent when it is called itself.
    ///
    /// LAYOUT_ERROR_FAILED when there is no such layout, when it may not run here or cannot be made;
    /// LAYOUT_ERROR_UNSUPPORTED for a parent without LAYOUT_DESCRIPTOR_HOST_MIRRORS, or where the tree has
    /// too many levels or children. Not in `destroy`. [call]
    pub open: Option<unsafe extern "C" fn(*mut c_void, layout_text, *mut *const layout_instance) -> layout_status>,
    /// The child's description of itself, for the indices of its properties; null for what is no child of
    /// this parent. It lives as long as the child. [call]
    pub descriptor: Option<unsafe extern "C" fn(*mut c_void, *const layout_instance) -> *const layout_descriptor>,
    /// Gives the child `count` sections of the parent's data from `first` on, from its next `prepare`; fewer
    /// where the data end before, and all that follow for LAYOUT_PATH_NONE. A new child has all. Sections may
    /// be given to several. A decoration of no section, of a child that has not all of them, counts to the
    /// first of its own, with the highest bit of its item set. LAYOUT_ERROR_ARGUMENT for what is no child of
    /// this parent. [call]
    pub scope: Option<unsafe extern "C" fn(*mut c_void, *const layout_instance, u32, u32) -> layout_status>,
}
// Tables are static and never change, so that every thread may read them.
unsafe impl Sync for layout_children {}

/// Revision 1. Draft.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_reordering {
    pub struct_size: u32,
    pub reserved: u32,
    /// The path that the item from `current` takes if dropped with its centre at `position`, in content
    /// coordinates. It is in the data, or behind the last item of another section. [serial]
    pub target_path: Option<unsafe extern "C" fn(*mut c_void, layout_path, layout_point, *mut layout_path) -> layout_status>,
    /// Writes the attributes of the cell at `path` while it is held at `position`, one record, or none
    /// (`record_count` 0) to leave the matter to the host. [serial] [hot]
    pub attributes_for_moving: Option<unsafe extern "C" fn(*mut c_void, layout_path, layout_point, *mut layout_answer) -> layout_status>,
}
// Tables are static and never change, so that every thread may read them.
unsafe impl Sync for layout_reordering {}

/// Revision 1. Draft.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct layout_transition {
    pub struct_size: u32,
    pub reserved: u32,
    /// This layout is about to replace the one named. [serial]
    pub prepare_from: Option<unsafe extern "C" fn(*mut c_void, layout_text) -> layout_status>,
    /// The layout named is about to replace this one. [serial]
    pub prepare_to: Option<unsafe extern "C" fn(*mut c_void, layout_text) -> layout_status>,
    /// The transition ended, or was cancelled. [serial]
    pub finalize: Option<unsafe extern "C" fn(*mut c_void) -> layout_status>,
    /// An animated change of the viewport is about to begin. [serial]
    pub prepare_for_bounds_change: Option<unsafe extern "C" fn(*mut c_void, layout_rect) -> layout_status>,
    /// It ended. [serial]
    pub finalize_bounds_change: Option<unsafe extern "C" fn(*mut c_void) -> layout_status>,
}
// Tables are static and never change, so that every thread may read them.
unsafe impl Sync for layout_transition {}

// The sizes of the headers, where pointers have 64 bits.
#[cfg(target_pointer_width = "64")]
const _: () = {
    assert!(core::mem::size_of::<layout_text>() == 16);
    assert!(core::mem::size_of::<layout_point>() == 16);
    assert!(core::mem::size_of::<layout_vector>() == 16);
    assert!(core::mem::size_of::<layout_size>() == 16);
    assert!(core::mem::size_of::<layout_rect>() == 32);
    assert!(core::mem::size_of::<layout_insets>() == 32);
    assert!(core::mem::size_of::<layout_path>() == 8);
    assert!(core::mem::size_of::<layout_array>() == 16);
    assert!(core::mem::size_of::<layout_value_content>() == 32);
    assert!(core::mem::size_of::<layout_value>() == 40);
    assert!(core::mem::size_of::<layout_property>() == 128);
    assert!(core::mem::size_of::<layout_query>() == 64);
    assert!(core::mem::size_of::<layout_action>() == 72);
    assert!(core::mem::size_of::<layout_event>() == 56);
    assert!(core::mem::size_of::<layout_field>() == 72);
    assert!(core::mem::size_of::<layout_kind>() == 40);
    assert!(core::mem::size_of::<layout_descriptor>() == 136);
    assert!(core::mem::size_of::<layout_cross_track>() == 56);
    assert!(core::mem::size_of::<layout_cross_scroll>() == 32);
    assert!(core::mem::size_of::<layout_dynamics>() == 16);
    assert!(core::mem::size_of::<layout_scroll>() == 72);
    assert!(core::mem::size_of::<layout_scroll_target>() == 16);
    assert!(core::mem::size_of::<layout_attributes>() == 64);
    assert!(core::mem::size_of::<layout_transform>() == 128);
    assert!(core::mem::size_of::<layout_answer>() == 56);
    assert!(core::mem::size_of::<layout_snapshot>() == 112);
    assert!(core::mem::size_of::<layout_bounds_change>() == 96);
    assert!(core::mem::size_of::<layout_element>() == 12);
    assert!(core::mem::size_of::<layout_update>() == 24);
    assert!(core::mem::size_of::<layout_invalidation>() == 32);
    assert!(core::mem::size_of::<layout_self_sizing>() == 16);
    assert!(core::mem::size_of::<layout_state>() == 24);
    assert!(core::mem::size_of::<layout_updates>() == 40);
    assert!(core::mem::size_of::<layout_query_functions>() == 32);
    assert!(core::mem::size_of::<layout_addition>() == 8);
    assert!(core::mem::size_of::<layout_host>() == 104);
    assert!(core::mem::size_of::<layout_instance>() == 88);
    assert!(core::mem::size_of::<layout_plugin>() == 80);
    assert!(core::mem::size_of::<layout_children>() == 32);
    assert!(core::mem::size_of::<layout_reordering>() == 24);
    assert!(core::mem::size_of::<layout_transition>() == 48);
};
