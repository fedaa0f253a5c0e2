// SPDX-License-Identifier: Apache-2.0
//
// layout.rs: the part of the C contract (layout/layout.h) that a plain layout needs, in Rust. The
// sizes at the end hold each record to the header.
#![allow(dead_code)]

use std::ffi::c_void;
use std::mem::size_of;
use std::ptr::null;

pub const OK: i32 = 0;
pub const CAPACITY: i32 = 2;
pub const ERROR_ARGUMENT: i32 = -2;
pub const CELL: u16 = 0;
pub const MARK_BOUNDS: u32 = 32;
const TYPE_F64: u32 = 3;
const HOST_MIRRORS: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Text {
    bytes: *const u8,
    count: u32,
    reserved: u32,
}

impl Text {
    pub const fn new(text: &'static str) -> Self {
        Text { bytes: text.as_ptr(), count: text.len() as u32, reserved: 0 }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Size {
    pub width: f64,
    pub height: f64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Rect {
    fn is_empty(&self) -> bool {
        self.width <= 0.0 || self.height <= 0.0
    }

    fn holds(&self, x: f64, y: f64) -> bool {
        x >= self.x && x < self.x + self.width && y >= self.y && y < self.y + self.height
    }

    /// True when the two overlap by more than an edge; an empty one is judged by its origin.
    pub fn meets(&self, other: &Rect) -> bool {
        if self.is_empty() {
            return if other.is_empty() {
                self.x == other.x && self.y == other.y
            } else {
                other.holds(self.x, self.y)
            };
        }
        if other.is_empty() {
            return self.holds(other.x, other.y);
        }
        self.x < other.x + other.width
            && other.x < self.x + self.width
            && self.y < other.y + other.height
            && other.y < self.y + self.height
    }
}

#[repr(C)]
pub struct Value {
    kind: u32,
    reserved: u32,
    pub numbers: [f64; 4],
}

impl Value {
    pub const fn number(value: f64) -> Self {
        Value { kind: TYPE_F64, reserved: 0, numbers: [value, 0.0, 0.0, 0.0] }
    }
}

#[repr(C)]
pub struct Attributes {
    pub frame: Rect,
    pub section: u32,
    pub item: u32,
    pub category: u16,
    pub kind: u16,
    pub z_index: i32,
    pub alpha: f32,
    pub flags: u32,
    pub transform: u32,
    pub payload: u32,
}

impl Attributes {
    pub fn cell(section: u32, item: u32, frame: Rect) -> Self {
        Attributes {
            frame,
            section,
            item,
            category: CELL,
            kind: 0,
            z_index: 0,
            alpha: 1.0,
            flags: 0,
            transform: 0,
            payload: 0,
        }
    }
}

#[repr(C)]
pub struct Element {
    pub category: u16,
    pub kind: u16,
    pub section: u32,
    pub item: u32,
}

#[repr(C)]
pub struct Answer {
    struct_size: u32,
    record_capacity: u32,
    records: *mut Attributes,
    record_count: u32,
    transform_capacity: u32,
    transforms: *mut c_void,
    transform_count: u32,
    payload_capacity: u32,
    payload: *mut u64,
    payload_count: u32,
    reserved: u32,
}

/// Counts elements, and writes them as long as there is room.
pub struct Writer<'a> {
    answer: &'a mut Answer,
    count: u32,
}

impl<'a> Writer<'a> {
    pub fn new(answer: &'a mut Answer) -> Self {
        Writer { answer, count: 0 }
    }

    pub fn add(&mut self, record: Attributes) {
        if self.count < self.answer.record_capacity {
            // Inside the room that the host lent.
            unsafe { self.answer.records.add(self.count as usize).write(record) }
        }
        self.count += 1;
    }

    pub fn finish(self) -> i32 {
        self.answer.record_count = self.count;
        self.answer.transform_count = 0;
        self.answer.payload_count = 0;
        if self.count <= self.answer.record_capacity {
            OK
        } else {
            CAPACITY
        }
    }
}

#[repr(C)]
pub struct Snapshot {
    struct_size: u32,
    section_count: u32,
    epoch: u64,
    item_counts: *const u32,
    pub bounds: Rect,
    content_inset: [f64; 4],
    scale: f64,
    direction: u32,
    flags: u32,
    uniform_count: u32,
    reserved: u32,
}

impl Snapshot {
    /// Items of each section.
    pub fn counts(&self) -> Vec<u32> {
        let sections = self.section_count as usize;
        if self.item_counts.is_null() {
            return vec![self.uniform_count; sections];
        }
        unsafe { std::slice::from_raw_parts(self.item_counts, sections) }.to_vec()
    }
}

#[repr(C)]
pub struct BoundsChange {
    struct_size: u32,
    flags: u32,
    pub old_bounds: Rect,
    pub new_bounds: Rect,
    touch: [f64; 2],
    time: f64,
}

/// The slots that a layout fills itself.
pub struct Slots {
    pub set_property: unsafe extern "C" fn(*mut c_void, u32, *const Value) -> i32,
    pub get_property: unsafe extern "C" fn(*mut c_void, u32, *mut Value) -> i32,
    pub should_invalidate: unsafe extern "C" fn(*mut c_void, *const BoundsChange, *mut u32) -> i32,
    pub prepare: unsafe extern "C" fn(*mut c_void, *const Snapshot, *const c_void) -> i32,
    pub content_size: unsafe extern "C" fn(*mut c_void, *mut Size) -> i32,
    pub attributes_in_rect: unsafe extern "C" fn(*mut c_void, Rect, *mut Answer) -> i32,
    pub attributes_for: unsafe extern "C" fn(*mut c_void, Element, *mut Answer) -> i32,
}

#[repr(C)]
pub struct Instance {
    struct_size: u32,
    reserved: u32,
    context: *mut c_void,
    destroy: unsafe extern "C" fn(*mut c_void),
    set_property: unsafe extern "C" fn(*mut c_void, u32, *const Value) -> i32,
    get_property: unsafe extern "C" fn(*mut c_void, u32, *mut Value) -> i32,
    should_invalidate: unsafe extern "C" fn(*mut c_void, *const BoundsChange, *mut u32) -> i32,
    prepare: unsafe extern "C" fn(*mut c_void, *const Snapshot, *const c_void) -> i32,
    content_size: unsafe extern "C" fn(*mut c_void, *mut Size) -> i32,
    attributes_in_rect: unsafe extern "C" fn(*mut c_void, Rect, *mut Answer) -> i32,
    attributes_for: unsafe extern "C" fn(*mut c_void, Element, *mut Answer) -> i32,
    extension: unsafe extern "C" fn(*mut c_void, Text) -> *const c_void,
}

/// The table and the layout in one allocation, given back by `destroy`.
#[repr(C)]
struct Live<Layout> {
    table: Instance,
    layout: Layout,
}

unsafe extern "C" fn destroy<Layout>(context: *mut c_void) {
    drop(Box::from_raw(context as *mut Live<Layout>));
}

unsafe extern "C" fn no_extension(_: *mut c_void, _: Text) -> *const c_void {
    null()
}

impl Instance {
    /// Makes the table of a live layout.
    pub fn new<Layout>(layout: Layout, slots: Slots) -> *const Instance {
        let table = Instance {
            struct_size: size_of::<Instance>() as u32,
            reserved: 0,
            context: std::ptr::null_mut(),
            destroy: destroy::<Layout>,
            set_property: slots.set_property,
            get_property: slots.get_property,
            should_invalidate: slots.should_invalidate,
            prepare: slots.prepare,
            content_size: slots.content_size,
            attributes_in_rect: slots.attributes_in_rect,
            attributes_for: slots.attributes_for,
            extension: no_extension,
        };
        let live = Box::into_raw(Box::new(Live { table, layout }));
        unsafe {
            (*live).table.context = live as *mut c_void;
            &(*live).table
        }
    }
}

/// The layout behind a context.
///
/// # Safety
/// The context is one that [`Instance::new`] made for a `Layout`, and the host makes one call at a
/// time.
pub unsafe fn layout_at<'a, Layout>(context: *mut c_void) -> &'a mut Layout {
    &mut (*(context as *mut Live<Layout>)).layout
}

#[repr(C)]
pub struct Property {
    struct_size: u32,
    kind: u32,
    name: Text,
    help: Text,
    unit: Text,
    default_value: Value,
    minimum: f64,
    maximum: f64,
    cases: *const Text,
    case_count: u32,
    flags: u32,
}

impl Property {
    pub const fn number(
        name: &'static str,
        help: &'static str,
        unit: &'static str,
        value: f64,
        minimum: f64,
        maximum: f64,
    ) -> Self {
        Property {
            struct_size: size_of::<Property>() as u32,
            kind: TYPE_F64,
            name: Text::new(name),
            help: Text::new(help),
            unit: Text::new(unit),
            default_value: Value::number(value),
            minimum,
            maximum,
            cases: null(),
            case_count: 0,
            flags: 0,
        }
    }
}

#[repr(C)]
pub struct Kind {
    struct_size: u32,
    category: u32,
    name: Text,
    fields: *const c_void,
    field_count: u32,
    reserved: u32,
}

impl Kind {
    pub const fn cell() -> Self {
        Kind {
            struct_size: size_of::<Kind>() as u32,
            category: 0,
            name: Text::new("cell"),
            fields: null(),
            field_count: 0,
            reserved: 0,
        }
    }
}

#[repr(C)]
pub struct Descriptor {
    struct_size: u32,
    flags: u32,
    id: Text,
    name: Text,
    help: Text,
    properties: *const &'static Property,
    queries: *const c_void,
    actions: *const c_void,
    events: *const c_void,
    kinds: *const &'static Kind,
    property_count: u32,
    query_count: u32,
    action_count: u32,
    event_count: u32,
    kind_count: u32,
    state_version: u32,
    state_schema: Text,
}

impl Descriptor {
    pub const fn new(
        id: &'static str,
        name: &'static str,
        help: &'static str,
        properties: &'static [&'static Property],
        kinds: &'static [&'static Kind],
    ) -> Self {
        Descriptor {
            struct_size: size_of::<Descriptor>() as u32,
            flags: HOST_MIRRORS,
            id: Text::new(id),
            name: Text::new(name),
            help: Text::new(help),
            properties: properties.as_ptr(),
            queries: null(),
            actions: null(),
            events: null(),
            kinds: kinds.as_ptr(),
            property_count: properties.len() as u32,
            query_count: 0,
            action_count: 0,
            event_count: 0,
            kind_count: kinds.len() as u32,
            state_version: 0,
            state_schema: Text::new(""),
        }
    }
}

#[repr(C)]
pub struct Plugin {
    struct_size: u32,
    abi: u32,
    id: Text,
    name: Text,
    version: Text,
    layouts: *const &'static Descriptor,
    layout_count: u32,
    reserved: u32,
    create: unsafe extern "C" fn(*const c_void, u32, *mut *const Instance) -> i32,
}

impl Plugin {
    pub const fn new(
        id: &'static str,
        name: &'static str,
        version: &'static str,
        layouts: &'static [&'static Descriptor],
        create: unsafe extern "C" fn(*const c_void, u32, *mut *const Instance) -> i32,
    ) -> Self {
        Plugin {
            struct_size: size_of::<Plugin>() as u32,
            abi: 1,
            id: Text::new(id),
            name: Text::new(name),
            version: Text::new(version),
            layouts: layouts.as_ptr(),
            layout_count: layouts.len() as u32,
            reserved: 0,
            create,
        }
    }
}

// The tables are never written and hold pointers into the image only.
unsafe impl Sync for Property {}
unsafe impl Sync for Kind {}
unsafe impl Sync for Descriptor {}
unsafe impl Sync for Plugin {}

/// A list of entries, as the tables point at them.
pub struct Table<const COUNT: usize, Entry: 'static>(pub [&'static Entry; COUNT]);

/// The ELF note by which a host judges the file before it runs anything of it.
#[repr(C, align(4))]
pub struct Note<const COUNT: usize> {
    pub owner_size: u32,
    pub size: u32,
    pub kind: u32,
    pub owner: [u8; 8],
    pub text: [u8; COUNT],
}

#[macro_export]
macro_rules! layout_note {
    ($text:expr) => {
        #[used]
        #[link_section = ".note.layout"]
        static LAYOUT_NOTE: layout::Note<{ $text.len() }> = layout::Note {
            owner_size: 7,
            size: $text.len() as u32,
            kind: 1,
            owner: *b"LAYOUT\0\0",
            text: *$text,
        };
    };
}

// Part of ABI 1.
const _: () = assert!(
    size_of::<Attributes>() == 64
        && size_of::<Element>() == 12
        && size_of::<Value>() == 40
        && size_of::<Text>() == 16
);
