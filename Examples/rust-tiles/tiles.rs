// SPDX-License-Identifier: Apache-2.0
//
// tiles.rs: a layout plugin in Rust, with nothing but the toolchain's own library. Each section is a
// block of square tiles in rows as wide as the viewport.
//
//   rustc --edition 2021 -O -C panic=abort --crate-type cdylib tiles.rs -o tiles.so
mod layout;

use layout::*;
use std::ffi::c_void;

layout_note!(
    br#"{"id": "org.example.tiles", "name": "Tiles", "version": "1.0.0", "abi": 1, "runtime": "none", "requires": [], "uses": [], "layouts": ["tiles"]}"#
);

const SIDE: u32 = 0; // The index of the only property.
const GAP: f64 = 12.0; // Between tiles, points.

/// A live layout. What `wanted` says counts from the next `prepare` on.
struct Tiling {
    wanted: f64,
    side: f64,
    width: f64,
    columns: u64,
    sections: Vec<Section>, // And one behind the last, whose top is the content's height.
}

struct Section {
    top: f64,
    count: u64,
}

impl Tiling {
    fn rows(&self, section: usize) -> u64 {
        // `div_ceil` came with Rust 1.73; Debian 12 has 1.63.
        (self.sections[section].count + self.columns - 1) / self.columns
    }

    fn prepare(&mut self, counts: &[u32], bounds: Rect) {
        self.columns = ((bounds.width / self.wanted) as u64).max(1);
        // Larger than asked for, so that a row fills the viewport.
        self.side = self.wanted.max(bounds.width / self.columns as f64);
        self.width = self.columns as f64 * self.side;
        self.sections.clear();
        let mut top = 0.0;
        for &count in counts {
            self.sections.push(Section { top, count: count as u64 });
            top += self.rows(self.sections.len() - 1) as f64 * self.side;
        }
        self.sections.push(Section { top, count: 0 });
    }

    fn tile(&self, section: usize, item: u64) -> Attributes {
        let (row, column) = (item / self.columns, item % self.columns);
        let x = column as f64 * self.side + GAP / 2.0;
        let y = self.sections[section].top + row as f64 * self.side + GAP / 2.0;
        Attributes::cell(
            section as u32,
            item as u32,
            Rect { x, y, width: self.side - GAP, height: self.side - GAP },
        )
    }

    /// The sections and rows that may meet the rectangle are found by arithmetic, so a frame costs as
    /// much as it shows.
    fn answer(&self, rect: Rect, answer: &mut Writer) {
        let end = rect.y + rect.height.max(0.0);
        let first =
            self.sections.partition_point(|section| section.top <= rect.y).saturating_sub(1);
        for section in first..self.sections.len().saturating_sub(1) {
            let top = self.sections[section].top;
            if top > end {
                break;
            }
            // A float that is turned into an integer stays inside the integer's range, at its end for
            // the rectangle of a host that asks for everything.
            let low = ((rect.y - top) / self.side).floor() as u64;
            let high = ((end - top) / self.side).floor() as u64;
            let high = high.saturating_add(1).min(self.rows(section));
            for item in low.min(high) * self.columns
                ..(high * self.columns).min(self.sections[section].count)
            {
                let tile = self.tile(section, item);
                if tile.frame.meets(&rect) {
                    answer.add(tile);
                }
            }
        }
    }
}

// What the host calls. Each slot gets back the context that `create` gave.

unsafe extern "C" fn set_property(context: *mut c_void, index: u32, value: *const Value) -> i32 {
    if index != SIDE {
        return ERROR_ARGUMENT;
    }
    layout_at::<Tiling>(context).wanted = (*value).numbers[0];
    OK
}

unsafe extern "C" fn get_property(context: *mut c_void, index: u32, out: *mut Value) -> i32 {
    if index != SIDE {
        return ERROR_ARGUMENT;
    }
    *out = Value::number(layout_at::<Tiling>(context).wanted);
    OK
}

unsafe extern "C" fn should_invalidate(
    _: *mut c_void,
    change: *const BoundsChange,
    marks: *mut u32,
) -> i32 {
    let is_resize = (*change).old_bounds.width != (*change).new_bounds.width;
    *marks = if is_resize { MARK_BOUNDS } else { 0 };
    OK
}

unsafe extern "C" fn prepare(
    context: *mut c_void,
    snapshot: *const Snapshot,
    _: *const c_void,
) -> i32 {
    layout_at::<Tiling>(context).prepare(&(*snapshot).counts(), (*snapshot).bounds);
    OK
}

unsafe extern "C" fn content_size(context: *mut c_void, out: *mut Size) -> i32 {
    let tiling = layout_at::<Tiling>(context);
    *out = Size { width: tiling.width, height: tiling.sections.last().map_or(0.0, |end| end.top) };
    OK
}

unsafe extern "C" fn attributes_in_rect(
    context: *mut c_void,
    rect: Rect,
    answer: *mut Answer,
) -> i32 {
    let mut writer = Writer::new(&mut *answer);
    layout_at::<Tiling>(context).answer(rect, &mut writer);
    writer.finish()
}

unsafe extern "C" fn attributes_for(
    context: *mut c_void,
    element: Element,
    answer: *mut Answer,
) -> i32 {
    let mut writer = Writer::new(&mut *answer);
    let tiling = layout_at::<Tiling>(context);
    let section = element.section as usize;
    if element.category == CELL
        && element.kind == 0
        && section + 1 < tiling.sections.len()
        && (element.item as u64) < tiling.sections[section].count
    {
        writer.add(tiling.tile(section, element.item as u64));
    }
    writer.finish()
}

unsafe extern "C" fn create(_: *const c_void, index: u32, out: *mut *const Instance) -> i32 {
    if index != 0 {
        return ERROR_ARGUMENT;
    }
    let tiling = Tiling { wanted: 180.0, side: 180.0, width: 0.0, columns: 1, sections: Vec::new() };
    *out = Instance::new(
        tiling,
        Slots {
            set_property,
            get_property,
            should_invalidate,
            prepare,
            content_size,
            attributes_in_rect,
            attributes_for,
        },
    );
    OK
}

static PROPERTIES: Table<1, Property> =
    Table([&Property::number("side", "The least side of a tile.", "pt", 180.0, 32.0, 1024.0)]);
static KINDS: Table<1, Kind> = Table([&Kind::cell()]);
static DESCRIPTOR: Descriptor =
    Descriptor::new("tiles", "Tiles", "Square tiles in rows.", &PROPERTIES.0, &KINDS.0);
static LAYOUTS: Table<1, Descriptor> = Table([&DESCRIPTOR]);
static PLUGIN: Plugin = Plugin::new("org.example.tiles", "Tiles", "1.0.0", &LAYOUTS.0, create);

#[no_mangle]
pub extern "C" fn layout_plugin_entry(host_abi: u32) -> *const Plugin {
    if host_abi >= 1 {
        &PLUGIN
    } else {
        std::ptr::null()
    }
}
